import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ECOSYSTEMS } from '../../src/cli/ecosystems/index.ts';
import { allCommands } from '../../src/cli/main.ts';
import type { CommandSpec } from '../../src/cli/spec.ts';
import { ANSWER_WORDS } from '../../src/approvals/index.ts';
import { isJsonObject, type Json, OUTCOMES } from '../../src/common/index.ts';
import { TRIGGER_EVENTS } from '../../src/github/index.ts';
import { PROVIDERS } from '../../src/model/index.ts';
import { replacedWords, withoutCode } from './plain-words.ts';
import { ROOT, sources, target as importTarget } from './source.ts';

const inDocs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md') && name !== 'THIRD-PARTY-NOTICES.md'),
  ...inDocs.map((name) => `docs/${name}`),
];
/** The pages for users; the page for contributors has words of its own. */
const userPages = [...pages.filter((page) => page !== 'ARCHITECTURE.md'), 'bench/README.md'];
const commands = await allCommands();

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

interface Link {
  readonly target: string;
  readonly anchor: string;
}

function linksOf(page: string): readonly Link[] {
  return [...textOf(page).matchAll(/\]\(([^)#\s]*)(?:#([^)]*))?\)/g)]
    .map((match) => ({ target: match[1] ?? '', anchor: match[2] ?? '' }))
    .filter(({ target }) => !/^[a-z]+:/.test(target));
}

/** The anchors that GitHub gives a page's headings. */
function anchorsOf(page: string): readonly string[] {
  return [...textOf(page).matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(pages)('every file that %s links to exists', (page) => {
  const missing = linksOf(page).filter(
    ({ target }) => target !== '' && !existsSync(join(ROOT, dirname(page), target)),
  );
  expect(missing).toEqual([]);
});

test.each(pages)('every heading that %s links to exists', (page) => {
  const missing = linksOf(page).filter(({ target, anchor }) => {
    const linked = target === '' ? page : join(dirname(page), target);
    return anchor !== '' && linked.endsWith('.md') && !anchorsOf(linked).includes(anchor);
  });
  expect(missing).toEqual([]);
});

test('the index of the documents lists every page', () => {
  const index = textOf('docs/README.md');
  const missing = inDocs.filter((name) => name !== 'README.md' && !index.includes(`](${name})`));
  expect(missing).toEqual([]);
});

test('every page for users links to the glossary', () => {
  const missing = userPages.filter(
    (page) =>
      page !== 'docs/glossary.md' &&
      page !== 'bench/README.md' &&
      page !== 'CODE_OF_CONDUCT.md' &&
      !textOf(page).includes('glossary.md'),
  );
  expect(missing).toEqual([]);
});

test('the glossary has each term once, in alphabetical order', () => {
  const terms = [...textOf('docs/glossary.md').matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map((match) =>
    (match[1] ?? '').replaceAll('`', '').toLowerCase(),
  );
  expect(terms.length).toBeGreaterThan(40);
  expect(terms).toEqual([...new Set(terms)].toSorted((one, other) => one.localeCompare(other)));
});

test.each(userPages)('%s has no metaphors', (page) => {
  expect(replacedWords(withoutCode(textOf(page)))).toEqual([]);
});

test.each(globSync('{action.yml,examples/**/*.yml}', { cwd: ROOT }))(
  '%s has no metaphors',
  (path) => {
    expect(replacedWords(textOf(path))).toEqual([]);
  },
);

test.each(['schema/policy.schema.json', 'schema/trail.schema.json'])(
  'the descriptions of %s have no metaphors',
  (path) => {
    const schema: Json = JSON.parse(textOf(path));
    expect(replacedWords(withoutCode(descriptionsIn(schema).join('\n')))).toEqual([]);
  },
);

function descriptionsIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(descriptionsIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'description' && typeof item === 'string' ? [item] : descriptionsIn(item),
  );
}

test.each(commands.map((command) => [command.name, command] as const))(
  'the help text of %s has no metaphors',
  (_name, { summary, argumentSummary = '', options }) => {
    const texts = [
      summary,
      ...[argumentSummary].flat(),
      ...options.map((option) => option.summary),
    ];
    expect(replacedWords(texts.join('\n'))).toEqual([]);
  },
);

test.each(userPages)('the first mention of the audit trail on %s has its full name', (page) => {
  const first = /(\w+ )?\btrails?\b/i.exec(withoutCode(textOf(page)));
  if (first !== null) expect(first[0].toLowerCase()).toMatch(/^audit trails?$/);
});

test.each(userPages)('every command in %s exists, with its options', (page) => {
  const code = [
    ...textOf(page).matchAll(/`(countersign [^`]+)`|^(?:\S+=\S+ )*(countersign .+)$/gm),
  ];
  const unknown = code.map((match) => match[1] ?? match[2] ?? '').filter((line) => !isKnown(line));
  expect(unknown).toEqual([]);
});

/** The command with the longest name that the line starts with. */
function commandOf(line: string): CommandSpec | undefined {
  return commands
    .filter(({ name }) => `${line} `.startsWith(`countersign ${name} `))
    .toSorted((one, other) => other.name.length - one.name.length)[0];
}

function isKnown(line: string): boolean {
  if (/^countersign(?: --help)?$/.test(line)) return true;
  const command = commandOf(line);
  if (command === undefined) return false;
  const known = command.options.map(({ flags }) => flags.split(' ')[0]);
  const used = line.replaceAll(/"[^"]*"/g, '').match(/--[a-z-]+/g) ?? [];
  return used.every((flag) => flag === '--json' || known.includes(flag));
}

test('the page on events has a row for each event that can start a run', () => {
  const rows = textOf('docs/events.md')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|')[1] ?? '');
  const missing = TRIGGER_EVENTS.filter((name) => !rows.some((row) => row.includes(`\`${name}\``)));
  expect(missing, 'Add a row for each event to the first table of docs/events.md.').toEqual([]);
});

test('the page on approvals has a row for each command of a comment', () => {
  const rows = textOf('docs/approvals.md').split('\n');
  expect(
    ANSWER_WORDS.filter((word) => !rows.some((row) => row.startsWith(`| \`/${word}`))),
    'Add a row for each command of src/approvals/answers/answer-words.ts to the table of docs/approvals.md.',
  ).toEqual([]);
});

test('the README names each package manager that `init` sets up', () => {
  const start = textOf('README.md').replaceAll('\n', ' ').split('for a project of ')[1] ?? '';
  const named = start.slice(0, start.indexOf('(')).toLowerCase();
  const missing = ECOSYSTEMS.filter(({ name }) => !named.includes(name.replace('dotnet', '.net')));
  expect(
    missing.map(({ name }) => name),
    'Name each package manager in README.md, behind "for a project of".',
  ).toEqual([]);
});

test('the page on providers has each provider, and so has the description of the input', () => {
  const input = /^ {2}provider:\n {4}description: (.*)$/m.exec(textOf('action.yml'))?.[1] ?? '';
  const missing = PROVIDERS.filter(
    (name) => !textOf('docs/providers.md').includes(`\`${name}\``) || !input.includes(name),
  );
  expect(
    missing,
    'Name each provider in docs/providers.md, as `name`, and in the input `provider` of action.yml.',
  ).toEqual([]);
});

test('the page on outcomes has a row for each outcome, and for skipped', () => {
  const rows = [...textOf('docs/outcomes.md').matchAll(/^\| `([a-z-]+)` \|/gm)].map(
    (match) => match[1],
  );
  expect(new Set(rows), 'Give each outcome a row in a table of docs/outcomes.md.').toEqual(
    new Set([...OUTCOMES, 'skipped']),
  );
});

test('the troubleshooting page has every error code, and no other', () => {
  const source = readFileSync(join(ROOT, 'src/common/errors.ts'), 'utf8');
  const union = /export type ErrorCode =([\s\S]*?);/.exec(source)?.[1] ?? '';
  const codes = [...union.matchAll(/'([a-z-]+)'/g)].map((match) => match[1]);
  const page = readFileSync(join(ROOT, 'docs/troubleshooting.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1]);
  expect(
    new Set(listed),
    'Give each error code a row in scripts/cli-tables.ts, and run `npm run generate`.',
  ).toEqual(new Set(codes));
  expect(listed).toHaveLength(codes.length);
});

test('every file that the walks of ARCHITECTURE.md name exists, and each arrow → is an import', () => {
  const walks = /^## Three walks$([\s\S]*?)^## /m.exec(textOf('ARCHITECTURE.md'))?.[1] ?? '';
  const files = new Map(sources().map((file) => [file.path, file]));
  const targetsOf = (path: string): readonly string[] => {
    const file = files.get(path);
    return file?.imports.flatMap((specifier) => importTarget(file, specifier) ?? []) ?? [];
  };
  let before = '';
  const wrong: string[] = [];
  for (const [, arrow, name = ''] of walks.matchAll(/(→\s+)?`([\w/-]+\.ts)`/g)) {
    // A name without a folder is beside the file before it.
    const path = name.includes('/') ? name : `${dirname(before)}/${name}`;
    const api = `${path.split('/')[0]}/index.ts`;
    if (!files.has(path)) wrong.push(`there is no ${path}`);
    const imported = targetsOf(before);
    const isImported =
      imported.includes(path) || (imported.includes(api) && targetsOf(api).includes(path));
    if (arrow !== undefined && !isImported) wrong.push(`${before} does not import ${path}`);
    before = path;
  }
  expect(walks).toContain('agent/loop.ts');
  expect(wrong).toEqual([]);
});
