/**
 * Builds `dist/` (or the folder that is named): tsc to `build/`, then one ncc bundle with its chunks, then the
 * doors that users and runs start. One bundle for all of them keeps shared code once; what a run does not use stays in chunks that
 * are not loaded. Comments, white space, the names of variables and what nothing reaches are taken out, which halves what a
 * start reads; functions and classes keep their names, for whoever reads a stack or a profile. What is left is written in
 * ASCII. The old bundle is replaced only by a whole new one.
 */
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MinifyOptions, minifySync } from 'oxc-minify';
import { step } from './steps.ts';

const DOORS = [
  { file: 'action', name: 'action' },
  { file: 'post', name: 'post' },
  { file: 'cli', name: 'cli' },
  { file: 'tool-host', name: 'toolHost' },
] as const;
const out = process.argv[2] ?? 'dist';
const fresh = join('build', 'bundle');

rmSync('build', { recursive: true, force: true });
// The SDKs of the clouds use resources of Anthropic's that no request of ours needs. In a copy that they do not share, the
// bundler leaves those out.
cpSync('node_modules/@anthropic-ai/sdk', 'build/node_modules/@anthropic-ai/sdk', {
  recursive: true,
});
const ncc = 'node_modules/@vercel/ncc/dist/ncc/cli.js';
const built =
  step('tsc', 'node_modules/.bin/tsc', ['-p', 'tsconfig.build.json']) &&
  step('ncc', process.execPath, [ncc, 'build', 'build/main.js', '-o', fresh, '-q']);
if (!built) process.exit(1);

const SMALL: MinifyOptions = {
  module: true,
  compress: { keepNames: { function: true, class: true } },
  mangle: { keepNames: true },
  codegen: { removeWhitespace: true, legalComments: 'none' },
};

console.log('\n== oxc-minify');
for (const name of readdirSync(fresh).filter((file) => file.endsWith('.js'))) {
  const file = join(fresh, name);
  const { code, errors } = minifySync(name, readFileSync(file, 'utf8'), SMALL);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  writeFileSync(file, inAscii(code));
}

/**
 * A file of ASCII alone takes Node half the memory, and less time to read. Every character of code can be written so, but for
 * those of a raw template, and behind a backslash.
 */
function inAscii(code: string): string {
  const kept = /\braw`[^`]*[^\0-\x7f]|(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.exec(code);
  if (kept !== null) throw new Error(`Write this in ASCII: ${kept[0]}`);
  return code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

for (const { file, name } of DOORS) {
  const hashbang = file === 'cli' ? '#!/usr/bin/env node\n' : '';
  writeFileSync(
    join(fresh, `${file}.js`),
    `${hashbang}import { ${name} } from './index.js';\nawait ${name}();\n`,
    { mode: file === 'cli' ? 0o755 : 0o644 },
  );
}
writeFileSync(
  join(fresh, 'tools.js'),
  "import { tools } from './index.js';\nexport const { defineTool, defineToolAsync, tool } = await tools();\n",
  { mode: 0o644 },
);
rmSync(out, { recursive: true, force: true });
renameSync(fresh, out);
