import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LAYERS, ROOT, type SourceFile, sources, target } from './source.ts';

const files = sources();
const rank = (module: string): number => LAYERS.findIndex((name) => name === module);

/** Where the imports of a file lead, as paths from src. */
function targetsOf(file: SourceFile): readonly string[] {
  return file.imports.flatMap((specifier) => target(file, specifier) ?? []);
}

const moduleOf = (path: string): string => path.split('/')[0] ?? '';

test('every folder of src is a module with a place in the layers, and has a public API', () => {
  const modules = new Set(files.map((file) => file.module).filter((name) => name !== 'root'));
  expect(
    [...modules].sort(),
    'Give a new folder of src its place in LAYERS of test/architecture/source.ts, in the list of modules in ARCHITECTURE.md, and in its table.',
  ).toEqual([...LAYERS].sort());
  const paths = new Set(files.map((file) => file.path));
  expect(
    LAYERS.filter((name) => !paths.has(`${name}/index.ts`)),
    'Each module needs an index.ts with its public API.',
  ).toEqual([]);
});

test('ARCHITECTURE.md lists the modules in the same order, and has a row for each', () => {
  const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  expect(page, 'Write the modules of LAYERS into the line below the first paragraph.').toContain(
    `\`${LAYERS.join(' · ')}\``,
  );
  expect(
    LAYERS.filter((name) => !page.includes(`| \`${name}\` |`)),
    'Add a row for each module to the table of ARCHITECTURE.md.',
  ).toEqual([]);
});

test('a module imports only modules below it', () => {
  const wrong = files
    .filter((file) => file.module !== 'root')
    .flatMap((file) =>
      targetsOf(file)
        .filter((to) => moduleOf(to) !== file.module)
        .filter((to) => rank(moduleOf(to)) < 0 || rank(moduleOf(to)) > rank(file.module))
        .map((to) => `${file.path} -> ${to}`),
    );
  expect(
    wrong,
    'A module imports only modules before it in LAYERS of test/architecture/source.ts. Move what both need into the lower module, or pass it in as an argument.',
  ).toEqual([]);
});

test('a module is imported by its public API only', () => {
  const wrong = files.flatMap((file) =>
    targetsOf(file)
      .filter((to) => rank(moduleOf(to)) >= 0 && moduleOf(to) !== file.module)
      .filter((to) => to !== `${moduleOf(to)}/index.ts`)
      .map((to) => `${file.path} -> ${to}`),
  );
  expect(
    wrong,
    'Export the names from the index.ts of that module, and import them from there.',
  ).toEqual([]);
});

test('no file imports itself, directly or through others', () => {
  const targets = new Map(files.map((file) => [file.path, targetsOf(file)]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, above: readonly string[]): void => {
    if (above.includes(path)) {
      circles.push([...above.slice(above.indexOf(path)), path].join(' -> '));
      return;
    }
    if (done.has(path)) return;
    for (const to of targets.get(path) ?? []) visit(to, [...above, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  expect(circles, 'Move what both files need into a file that imports neither.').toEqual([]);
});

/** Packages that only the code of one file may know, and that file. */
const VENDORS: Readonly<Record<string, string>> = {
  '@actions/core': 'action/inputs/runner.ts',
  execa: 'sandbox/exec/trusted-program.ts',
  '@actions/artifact': 'github/artifacts/artifact.ts',
  '@actions/attest': 'github/artifacts/attest.ts',
  '@anthropic-ai/bedrock-sdk': 'model/providers/bedrock.ts',
  '@anthropic-ai/sdk': 'model/anthropic/client.ts',
  '@anthropic-ai/vertex-sdk': 'model/providers/vertex.ts',
  '@modelcontextprotocol/sdk': 'tools/mcp/sdk.ts',
  '@actions/github': 'github/client/transport/octokit.ts',
  '@octokit/rest': 'github/client/transport/octokit.ts',
  canonicalize: 'common/json/canonical.ts',
  commander: 'cli/main.ts',
  diff: 'tools/files/change/diff.ts',
  'fast-glob': 'cli/ecosystems/find-projects.ts',
  'hyparquet-writer': 'archive/tables/parquet-file.ts',
  'google-auth-library': 'model/providers/vertex.ts',
  picomatch: 'policy/rules/glob.ts',
  ajv: 'tools/output-schema/ajv.ts',
  'smol-toml': 'policy/tooling/import/toml.ts',
  turndown: 'tools/web/markdown.ts',
  undici: 'common/network/proxy-fetch.ts',
  unbash: 'policy/commands/parse/parse.ts',
  yaml: 'policy/load/yaml.ts',
};

test('one vendor, one file', () => {
  const found: Record<string, string[]> = {};
  for (const file of files) {
    for (const specifier of file.imports) {
      if (specifier.startsWith('.') || specifier.startsWith('node:') || specifier === 'zod')
        continue;
      const vendor = specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');
      found[vendor] = [...new Set([...(found[vendor] ?? []), file.path])];
    }
  }
  expect(
    found,
    'Import a vendor in its one file only, and a new one with an entry in VENDORS here.',
  ).toEqual(Object.fromEntries(Object.entries(VENDORS).map(([vendor, file]) => [vendor, [file]])));
});
