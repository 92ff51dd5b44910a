/** Builds `verify.html`: the verifier of audit trails as one page that needs no network, and may use none. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type MinifyOptions, minifySync } from 'oxc-minify';
import { build } from 'vite';

const PAGE = resolve('src/audit/page');
const BUFFER = join(PAGE, 'node-buffer.ts');
const IN_PLACE_OF: Readonly<Record<string, string>> = {
  'node:crypto': join(PAGE, 'node-crypto.ts'),
  'node:buffer': BUFFER,
};
const MINIFY: MinifyOptions = {
  module: true,
  compress: true,
  mangle: true,
  codegen: { removeWhitespace: true, legalComments: 'none' },
};

/** The text of the page. Throws if code of Node that the page has no replacement for gets into it. */
export async function verifyPage(): Promise<string> {
  const style = readFileSync(join(PAGE, 'page.css'), 'utf8');
  const script = inert(await bundle());
  const policy = [
    "default-src 'none'",
    `script-src ${sourceHash(script)}`,
    `style-src ${sourceHash(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const parts: Readonly<Record<string, string>> = {
    POLICY: policy,
    STYLE: style,
    SCRIPT: script,
  };
  const template = readFileSync(join(PAGE, 'page.html'), 'utf8');
  return template.replaceAll(/\b(?:POLICY|STYLE|SCRIPT)\b/g, (name) => parts[name] ?? '');
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [{ name: 'in-place-of-node', enforce: 'pre', resolveId: replacementOf }],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      lib: { entry: join(PAGE, 'page.ts'), formats: ['es'], fileName: 'page' },
      rolldownOptions: {
        // As `sideEffects: false` of package.json says of this code: what is not used is not in the page.
        treeshake: { moduleSideEffects: (id: string) => id === join(PAGE, 'page.ts') },
        transform: { inject: { Buffer: [BUFFER, 'Buffer'] } },
      },
    },
  });
  const chunks = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [chunk, ...others] = chunks;
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('The page is not one script.');
  if (chunk.imports.length > 0) throw new Error(`The page imports ${chunk.imports.join(', ')}.`);
  const { code, errors } = minifySync('page.js', chunk.code, MINIFY);
  if (errors.length > 0) throw new Error(`page.js: ${errors[0]?.message}`);
  return code;
}

/** An import of Node that is used stays in the script, and fails the build. */
function replacementOf(specifier: string): string | { id: string; external: true } | null {
  if (!specifier.startsWith('node:')) return null;
  return IN_PLACE_OF[specifier] ?? { id: specifier, external: true };
}

/** Script text that cannot end its element, nor begin another one. */
function inert(code: string): string {
  return code.replaceAll(/<(?=\/script|script|!--)/gi, String.raw`\x3c`);
}

function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
