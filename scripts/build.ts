/**
 * Builds `dist/` (or the folder of the first argument): tsc to `build/`, then one ncc bundle with its chunks, then the entry
 * files that users and runs start, and the page that verifies audit trails. Types are left to `npm run lint`. All entries
 * share one bundle, so that shared code is there once; code that an entry does not use stays in chunks that it does not load.
 * Minifying halves what a start reads; functions and classes keep their names for stack traces and profiles. The old bundle
 * is replaced only by a complete new one.
 */
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MinifyOptions, minifySync } from 'oxc-minify';
import { step, TOOLS } from './steps.ts';
import { verifyPage } from './verify-page.ts';

const ENTRIES = [
  { file: 'action', name: 'action' },
  { file: 'post', name: 'post' },
  { file: 'plan', name: 'plan' },
  { file: 'collect', name: 'collect' },
  { file: 'apply', name: 'apply' },
  { file: 'policy-diff', name: 'policyDiff' },
  { file: 'cli', name: 'cli' },
  { file: 'tool-host', name: 'toolHost' },
] as const;
/** What other programs import. */
const LIBRARIES = [
  { file: 'tools', name: 'tools', exported: 'defineTool, defineToolAsync, tool, z' },
  { file: 'verify', name: 'verify', exported: 'verifyTrail' },
  {
    file: 'sdk',
    name: 'sdk',
    exported:
      'startRun, createRegistry, channelOf, CHANNELS, CountersignError, defineTool, defineToolAsync, tool, z',
  },
] as const;
const out = process.argv[2] ?? 'dist';
const fresh = join('build', 'bundle');

rmSync('build', { recursive: true, force: true });
const ncc = 'node_modules/@vercel/ncc/dist/ncc/cli.js';
const built =
  step('tsc', process.execPath, [TOOLS.tsc, '-p', 'tsconfig.build.json', '--noCheck']) &&
  step('ncc', process.execPath, [ncc, 'build', 'build/main.js', '-o', fresh, '-q']);
if (!built) process.exit(1);

const MINIFY: MinifyOptions = {
  module: true,
  compress: { keepNames: { function: true, class: true } },
  mangle: { keepNames: true },
  codegen: { removeWhitespace: true, legalComments: 'none' },
};

console.log('\n== oxc-minify');
for (const name of readdirSync(fresh).filter((file) => file.endsWith('.js'))) {
  const file = join(fresh, name);
  const { code, errors } = minifySync(name, readFileSync(file, 'utf8'), MINIFY);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  writeFileSync(file, code);
}

for (const { file, name } of ENTRIES) {
  const hashbang = file === 'cli' ? '#!/usr/bin/env node\n' : '';
  writeFileSync(
    join(fresh, `${file}.js`),
    `${hashbang}import { ${name} } from './index.js';\nawait ${name}();\n`,
    { mode: file === 'cli' ? 0o755 : 0o644 },
  );
}
for (const { file, name, exported } of LIBRARIES) {
  const text = `import { ${name} } from './index.js';\nexport const { ${exported} } = await ${name}();\n`;
  writeFileSync(join(fresh, `${file}.js`), text, { mode: 0o644 });
}
console.log('\n== verify.html');
writeFileSync(join(fresh, 'verify.html'), await verifyPage(), { mode: 0o644 });
rmSync(out, { recursive: true, force: true });
renameSync(fresh, out);
