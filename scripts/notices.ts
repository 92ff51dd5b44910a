/** The licences of everything that `dist/` is made from, by the lock file: the bundler's own list is not complete. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const lockFile = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
      devOptional: z.boolean().optional(),
    }),
  ),
});
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/** The text of THIRD-PARTY-NOTICES.md. */
export function noticesPage(): string {
  const { packages } = lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const sections = Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.dev && !entry.optional && !entry.devOptional)
    .map(([path, { version = '', license = 'see its text' }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
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
