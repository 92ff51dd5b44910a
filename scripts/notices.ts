/**
 * The licences of everything that `dist/` is made from: the packages that the sources import, and what those need, by the lock file.
 * The bundler's own list is not complete.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import * as z from 'zod';

const lockFile = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      license: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
      peerDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
type Packages = z.infer<typeof lockFile>['packages'];

const MODULES = 'node_modules/';
const IMPORT = /(?:from|import\() ?'((?:@[\w.-]+\/)?[\w-][\w.-]*)[^']*'/g;
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/** The text of THIRD-PARTY-NOTICES.md. */
export function noticesPage(): string {
  const { packages } = lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const sections = bundledPaths(packages)
    .map((path) => {
      const { version = '', license = 'see its text' } = packages[path] ?? {};
      const name = path.slice(path.lastIndexOf(MODULES) + MODULES.length);
      return { title: `${name} ${version} (${license})`, text: licenceText(path) };
    })
    .sort((a, b) => (a.title < b.title ? -1 : 1));
  const byText = Map.groupBy(sections, ({ text }) => text);
  return [
    '# Third-party notices',
    '',
    'What `dist/` is made from, by licence text. Made from the lock file by `npm run generate`.',
    '',
    ...[...byText].flatMap(([text, under]) => [
      ...new Set(under.map(({ title }) => `## ${title}`)),
      '',
      '```text',
      text,
      '```',
      '',
    ]),
  ].join('\n');
}

/** The folders of the packages that the sources import, and of all that those need. */
function bundledPaths(packages: Packages): readonly string[] {
  const found = new Set<string>();
  const open = importedNames().map((name) => `${MODULES}${name}`);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const entry = packages[path];
    if (entry === undefined || found.has(path)) continue;
    found.add(path);
    for (const name of Object.keys({ ...entry.dependencies, ...entry.peerDependencies }))
      open.push(placeOf(name, path, packages));
  }
  return [...found];
}

/** Where Node finds a package that another one imports. */
function placeOf(name: string, from: string, packages: Packages): string {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${MODULES}`)))
  ) {
    const path = folder === '' ? `${MODULES}${name}` : `${folder}/${MODULES}${name}`;
    if (Object.hasOwn(packages, path) || folder === '') return path;
  }
}

function importedNames(): readonly string[] {
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join('src', file), 'utf8').matchAll(IMPORT)])
    .map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !builtinModules.includes(name));
}

function licenceText(folder: string): string {
  if (!existsSync(folder)) return 'not installed';
  const file = readdirSync(folder)
    .sort()
    .find((name) => LICENCE_FILE.test(name));
  if (file === undefined) return 'The package brings no licence file.';
  return readFileSync(join(folder, file), 'utf8')
    .replaceAll('\r\n', '\n')
    .replaceAll('```', "'''")
    .trim();
}
