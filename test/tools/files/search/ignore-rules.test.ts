import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  isIgnored,
  type IgnoreRules,
  parseIgnoreRules,
} from '../../../../src/tools/files/search/ignore-rules.ts';
import * as fc from '../../../properties.ts';
import { temporaryFolder } from '../../support.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  folder = temporaryFolder();
  execFileSync('git', ['init', '-q', folder.path]);
});
afterAll(() => folder.remove());

/** Git's own answer: which of these paths it ignores. */
function ignoredByGit(paths: readonly string[]): readonly string[] {
  const options = { cwd: folder.path, input: paths.join('\0'), encoding: 'utf8' as const };
  try {
    return execFileSync('git', ['check-ignore', '-z', '--no-index', '--stdin'], options)
      .split('\0')
      .filter((path) => path !== '');
  } catch {
    return [];
  }
}

/** What a walk leaves out: a path that is ignored, or that lies in an ignored folder. */
function ignoredByRules(levels: readonly IgnoreRules[], path: string): boolean {
  const parts = path.split('/');
  return parts.some((_, index) => {
    const here = parts.slice(0, index + 1).join('/');
    const above = levels.filter(
      (level) => level.folder === '.' || here.startsWith(`${level.folder}/`),
    );
    return isIgnored(above, { path: here, isFolder: index < parts.length - 1 });
  });
}

const FILES = ['a', 'b.log', 'src/a', 'src/a.ts', 'src/b.log', 'src/a/b.ts', 'b/a/src/a.log', ' a'];

function expectAsGit(root: string, nested: string): void {
  for (const path of [...FILES, 'src/x'])
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
  writeFileSync(join(folder.path, '.gitignore'), root);
  writeFileSync(join(folder.path, 'b/.gitignore'), nested);
  const levels = [parseIgnoreRules('.', root), parseIgnoreRules('b', nested)];
  const paths = FILES.filter((path) => path !== 'src/a');
  const found = paths.filter((path) => ignoredByRules(levels, path));
  expect(found, JSON.stringify([root, nested])).toEqual(ignoredByGit(paths));
}

describe('the rules of .gitignore', () => {
  it.each([
    ['a\n', ''],
    ['/a\n', ''],
    ['./a\n./*.log\n./src/**\n', './a/*\n'],
    ['[!a]\nsrc/[!b].*\n', '[^s]\n'],
    ['src/\n', '!src\n'],
    ['*.log\n!b.log\n', ''],
    ['**/a\n', ''],
    ['a/**\n', ''],
    ['src/**/*.ts\n!src/a.ts', ''],
    ['src/*\n!src/a\n', ''],
    ['# a\n\\# b\n \\ a\n', ''],
    ['*.log   \n', '!*.log\n'],
    ['[ab].*\r\n', ''],
    ['{a,b}\n', ''],
    ['*\n!*/\n!*.ts\n', ''],
    ['b/a/\n', '!a\n'],
  ])('are those of git: %j', (root, nested) => expectAsGit(root, nested));

  it('are those of git for any lines of such words', () => {
    const word = fc.constantFrom(
      'a',
      'b',
      'src',
      '*',
      '**',
      '*.ts',
      '*.log',
      '?',
      '[ab]',
      'a*',
      '.log',
    );
    const line = fc
      .record({
        not: fc.constantFrom('', '', '!'),
        root: fc.constantFrom('', '', '/'),
        words: fc.array(word, { minLength: 1, maxLength: 3 }),
        end: fc.constantFrom('', '/', ' '),
      })
      .map(({ not, root, words, end }) => `${not}${root}${words.join('/')}${end}`);
    const text = fc.array(line, { maxLength: 4 }).map((lines) => lines.join('\n'));
    fc.assert(fc.property(text, text, expectAsGit), { numRuns: 60 });
  });

  it('take no time worth naming, whatever their stars', () => {
    const rules = parseIgnoreRules(
      '.',
      `${'*a'.repeat(60)}b\n${'**/'.repeat(60)}x\n[a]${'*a'.repeat(30)}\n`,
    );
    expect(isIgnored([rules], { path: 'a'.repeat(4_000), isFolder: false })).toBe(false);
  });

  it('nor whatever spaces stand before the end of a line', () => {
    expect(parseIgnoreRules('.', `a${' '.repeat(990_000)}b`).rules).toHaveLength(1);
    const [rule] = parseIgnoreRules('.', `a${' '.repeat(990_000)}`).rules;
    expect(rule?.matches('a')).toBe(true);
  });
});
