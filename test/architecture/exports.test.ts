/** What a module or a file exports is what others use of it: nothing is public by accident, and nothing is left behind. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sources } from './source.ts';

interface File {
  /** From the root, `/` between parts. */
  readonly path: string;
  readonly text: string;
}

/** File to the names that others take from it. */
type UsedNames = ReadonlyMap<string, ReadonlySet<string>>;

const NAMED = /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'(\.[^']+)'/g;
const NAMESPACE = /\bimport\s+(?:type\s+)?\*\s+as\s+\w+\s+from\s+'(\.[^']+)'/g;
const DYNAMIC = /\{([^{}]*)\}\s*=\s*(?:await\s+)?(?:\(await\s+)?import\(\s*'(\.[^']+)'/g;
const DYNAMIC_WHOLE = /import\(\s*'(\.[^']+)'/g;
const MEMBER = /\.(\w+)/g;
const ALL_FROM = /\bexport\s+(?:type\s+)?\*\s+from\s+'(\.[^']+)'/g;
const REEXPORT = /\bexport\s+(?:type\s+)?\{([^}]*)\}\s+from\s/g;
const EXPORT = /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;

/** Modules whose public API is for others than `src`: the tests, and programs that import the package. */
const FOR_OTHERS = new Set(['testing', 'sdk']);

function filesIn(folder: string): readonly File[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.m?ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      path: relative(ROOT, file).split(sep).join('/'),
      text: readFileSync(file, 'utf8'),
    }));
}

/** `a, type B, c as d` as the names on the side of the file that has them (0) or of the one that takes them (1). */
function namesIn(list: string, side: 0 | 1): readonly string[] {
  return list
    .split(',')
    .map((each) => each.replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, '').trim())
    .filter((each) => each !== '')
    .map((each) => each.replace(/^type\s+/, '').split(/\s+as\s+|\s*:\s*/))
    .map((sides) => sides[side] ?? sides[0] ?? '');
}

const resolved = (path: string, specifier = ''): string =>
  posix.join(posix.dirname(path), specifier);

/** The names that a file takes, by the file that it takes them from. Of a whole module it takes what it reads with a dot. */
function usesOf({ path, text }: File): (readonly [from: string, names: readonly string[]])[] {
  const named = [...text.matchAll(NAMED), ...text.matchAll(DYNAMIC)].map(
    ([, list = '', from]) => [resolved(path, from), namesIn(list, 0)] as const,
  );
  const members = [...text.matchAll(MEMBER)].map(([, name = '']) => name);
  const whole = [...text.matchAll(NAMESPACE), ...text.matchAll(DYNAMIC_WHOLE)].map(
    ([, from]) => [resolved(path, from), members] as const,
  );
  return [...named, ...whole];
}

/** `export *` takes from a file what others take from the file that has it. */
function usedNames(files: readonly File[]): UsedNames {
  const used = new Map<string, Set<string>>();
  const add = (from: string, names: Iterable<string>): void => {
    used.set(from, new Set([...(used.get(from) ?? []), ...names]));
  };
  for (const [from, names] of files.flatMap(usesOf)) add(from, names);
  for (const { path, text } of files)
    for (const [, from] of text.matchAll(ALL_FROM)) add(resolved(path, from), used.get(path) ?? []);
  return used;
}

/** The entry points of `dist/`, what stands in for modules of Node in a browser, and a file whose texts are programs. */
const USED_BY_NAME = [/^src\/main\.ts$/, /^src\/audit\/page\/node-/, /^src\/testing\/project\.ts$/];

const product = sources().map(({ path, text }) => ({ path: `src/${path}`, text }));
const scripts = filesIn('scripts');
const others = [
  ...['test', 'bench', 'eval'].flatMap(filesIn),
  { path: 'vitest.config.ts', text: readFileSync(join(ROOT, 'vitest.config.ts'), 'utf8') },
];

test('what the public API of a module names, another module or a script uses', () => {
  const used = usedNames([...product, ...scripts]);
  const usedByAll = usedNames([...product, ...scripts, ...others]);
  const unused = product
    .filter(({ path }) => path.endsWith('/index.ts'))
    .flatMap(({ path, text }) => {
      const names = (FOR_OTHERS.has(path.split('/')[1] ?? '') ? usedByAll : used).get(path);
      return [...text.matchAll(REEXPORT)]
        .flatMap(([, list = '']) => namesIn(list, 1))
        .filter((name) => names?.has(name) !== true)
        .map((name) => `${path}: ${name}`);
    });
  expect(unused).toEqual([]);
});

test('what a file exports, another file uses', () => {
  const used = usedNames([...product, ...scripts, ...others]);
  const unused = [...product, ...scripts]
    .filter(({ path }) => !USED_BY_NAME.some((name) => name.test(path)))
    .flatMap(({ path, text }) =>
      [...text.matchAll(EXPORT)]
        .map(([, name = '']) => name)
        .filter((name) => used.get(path)?.has(name) !== true)
        .map((name) => `${path}: ${name}`),
    );
  expect(unused).toEqual([]);
});
