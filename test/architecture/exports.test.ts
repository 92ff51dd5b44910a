/** What a module or a file exports is what others use of it: nothing is public by accident, and nothing is left behind. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sources } from './source.ts';

interface Names {
  /** The file that an import or a re-export names, from the root. */
  readonly from: string;
  readonly names: readonly string[];
}

const NAMED = /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'(\.[^']+)'/g;
const WHOLE = /\b(?:import|export)\s+(?:type\s+)?\*(?:\s+as\s+\w+)?\s+from\s+'(\.[^']+)'/g;
const DYNAMIC = /\{([^{}]*)\}\s*=\s*(?:await\s+)?(?:\(await\s+)?import\(\s*'(\.[^']+)'/g;
const DYNAMIC_WHOLE = /import\(\s*'(\.[^']+)'/g;
const REEXPORT = /\bexport\s+(?:type\s+)?\{([^}]*)\}\s+from\s/g;
const VALUE = /^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm;
const EVERYTHING = '*';

/** Modules whose public API is for others than `src`: the tests, and programs that import the package. */
const FOR_OTHERS = new Set(['testing', 'sdk']);

function filesIn(folder: string): readonly { readonly path: string; readonly text: string }[] {
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

function usesOf({ path, text }: { readonly path: string; readonly text: string }): Names[] {
  const at = (specifier = ''): string => posix.join(posix.dirname(path), specifier);
  const named = [...text.matchAll(NAMED), ...text.matchAll(DYNAMIC)].map(([, list = '', from]) => ({
    from: at(from),
    names: namesIn(list, 0),
  }));
  const taken = new Set([...text.matchAll(DYNAMIC)].map(([, , from]) => at(from)));
  const whole = [...text.matchAll(WHOLE)].map(([, from]) => at(from));
  const dynamic = [...text.matchAll(DYNAMIC_WHOLE)].map(([, from]) => at(from));
  const all = [...whole, ...dynamic.filter((from) => !taken.has(from))];
  return [...named, ...all.map((from) => ({ from, names: [EVERYTHING] }))];
}

function usedNames(uses: readonly Names[]): ReadonlyMap<string, ReadonlySet<string>> {
  const used = new Map<string, Set<string>>();
  for (const { from, names } of uses)
    used.set(from, new Set([...(used.get(from) ?? []), ...names]));
  return used;
}

/** The entry points of `dist/`, what stands in for modules of Node in a browser, and a file whose texts are programs. */
const USED_BY_NAME = [/^src\/main\.ts$/, /^src\/audit\/page\/node-/, /^src\/testing\/project\.ts$/];

const product = sources().map(({ path, text }) => ({ path: `src/${path}`, text }));
const scripts = filesIn('scripts');
const others = ['test', 'bench', 'eval'].flatMap(filesIn);

test('what the public API of a module names, another module or a script uses', () => {
  const used = usedNames([...product, ...scripts].flatMap(usesOf));
  const unused = product
    .filter(({ path }) => path.endsWith('/index.ts'))
    .filter(({ path }) => !FOR_OTHERS.has(path.split('/')[1] ?? ''))
    .filter(({ path }) => used.get(path)?.has(EVERYTHING) !== true)
    .flatMap(({ path, text }) =>
      [...text.matchAll(REEXPORT)]
        .flatMap(([, list = '']) => namesIn(list, 1))
        .filter((name) => used.get(path)?.has(name) !== true)
        .map((name) => `${path}: ${name}`),
    );
  expect(unused).toEqual([]);
});

test('what a file exports, another file uses', () => {
  const used = usedNames([...product, ...scripts, ...others].flatMap(usesOf));
  const unused = product.flatMap(({ path, text }) =>
    used.get(path)?.has(EVERYTHING) === true || USED_BY_NAME.some((name) => name.test(path))
      ? []
      : [...text.matchAll(VALUE)]
          .map(([, name = '']) => name)
          .filter((name) => used.get(path)?.has(name) !== true)
          .map((name) => `${path}: ${name}`),
  );
  expect(unused).toEqual([]);
});
