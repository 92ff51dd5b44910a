import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileExpression } from '../../../../src/tools/files/search/expression.ts';
import {
  lineMatcher,
  linesOf,
  textMatcher,
} from '../../../../src/tools/files/search/match-lines.ts';
import { searchable } from '../../../../src/tools/files/line-endings.ts';
import * as fc from '../../../properties.ts';
import { type FileTools, fileToolsIn, temporaryFolder } from '../../support.ts';

// Models know the dialect and the ways of ripgrep. Where a pattern means something in both, fs_grep finds the same lines.

let folder: ReturnType<typeof temporaryFolder>;
let files: FileTools;
beforeEach(async () => {
  folder = temporaryFolder();
  files = await fileToolsIn(folder.path);
});
afterEach(() => folder.remove());

function put(name: string, content: string) {
  mkdirSync(join(folder.path, name, '..'), { recursive: true });
  writeFileSync(join(folder.path, name), content);
}

/** `path:line` of each match of ripgrep. */
function byRipgrep(pattern: string, options: readonly string[] = []): readonly string[] {
  const argv = ['--no-config', '--no-require-git', '--hidden', '--sort=path', '--crlf', '--null'];
  const args = [...argv, '--no-heading', '-n', ...options, `--regexp=${pattern}`, '.'];
  const run = { cwd: folder.path, encoding: 'utf8' as const };
  try {
    return foundBy(execFileSync(rgPath, args, run));
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 1) return [];
    throw error;
  }
}

function foundBy(output: string): readonly string[] {
  return output.split('\n').flatMap((line) => {
    const [, path, number] = /^\.\/([^\0]*)\0(\d+):/.exec(line) ?? [];
    return path === undefined ? [] : [`${path}:${number}`];
  });
}

async function byTool(pattern: string, options: object = {}): Promise<readonly string[]> {
  const result = await files.run('fs_grep', { pattern, limit: 2_000, ...options });
  if (!result.ok || typeof result.llmContent !== 'string') throw new Error(JSON.stringify(result));
  let path = '';
  return result.llmContent.split('\n').flatMap((line) => {
    const number = /^ {2}(\d+):/.exec(line)?.[1];
    if (number === undefined) path = line;
    return number === undefined ? [] : [`${path}:${number}`];
  });
}

/** Atoms that mean the same in both dialects, for text in ASCII. */
const atom = fc.constantFrom(
  'a',
  'b',
  'A',
  '=',
  ' ',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '\\S',
  '\\b',
  '[ab]',
  '[^a]',
  '[[:alpha:]]',
  '[^]b]',
  '\\.',
  '\\-',
  '\\{',
  '(?:a|=b)',
  '(a b)',
  '\\x41',
  '\\"',
  '-',
  '"',
  "'",
  '/',
  '#',
  ',',
);
const repeated = fc
  .tuple(atom, fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,}', '+?'))
  .map(([one, times]) => (one === '\\b' ? one : one + times));
const pattern = fc
  .tuple(
    fc.constantFrom('', '', '^', '(?i)', '='),
    fc.array(repeated, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '', '$', '|=a'),
  )
  .map(([start, parts, end]) => start + parts.join('') + end);
const text = fc
  .array(
    fc.constantFrom('a', 'b', 'A', '=', ' ', '\t', '.', '1', '-', '"', '\n', '\n', '\r\n', '{'),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(''));

describe('fs_grep and ripgrep', () => {
  it('find the same lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        pattern,
        fc.array(text, { minLength: 1, maxLength: 4 }),
        async (one, texts) => {
          for (const [index, content] of texts.entries()) put(`${index}.txt`, content);
          for (let index = texts.length; index < 4; index += 1) put(`${index}.txt`, '');
          expect(await byTool(one)).toEqual(byRipgrep(one));
        },
      ),
      { numRuns: 25 },
    );
  });
  it('look into the same files', async () => {
    for (const file of [
      'a.ts',
      'src/b.ts',
      'src/c.md',
      'src/deep/d.ts',
      'src/dist/e.ts',
      '.f/g.ts',
    ])
      put(file, 'needle\n');
    put('.gitignore', 'dist\n*.md\n!src/c.md\n');
    put('src/.gitignore', 'b.*\n');
    expect(await byTool('needle')).toEqual(byRipgrep('needle'));
    for (const glob of ['*.ts', 'src/**', '!*.ts', '*.{md,ts}', '/a.ts', 'src/*.ts', '**/deep/*']) {
      const negated = glob.startsWith('!');
      const wanted = byRipgrep('needle').filter((found) =>
        byRipgrep('needle', ['--no-ignore', `--glob=${glob}`]).includes(found),
      );
      expect(await byTool('needle', { glob }), `${glob} ${negated}`).toEqual(wanted);
    }
    for (const type of ['ts', 'md'])
      expect(await byTool('needle', { type })).toEqual(byRipgrep('needle', [`--type=${type}`]));
  });
});

describe('the lines that match', () => {
  it('are those that match by themselves', () => {
    fc.assert(
      fc.property(pattern, text, (one, content) => {
        const compiled = compileExpression(one, { ignoreCase: false });
        if (!compiled.ok) throw new Error(compiled.why);
        const { source, flags } = compiled.expression;
        const expected = linesOf(searchable(content)).flatMap((line, index) => {
          const found = new RegExp(source, flags).exec(line);
          return found === null ? [] : [{ index, column: found.index }];
        });
        expect(lineMatcher(compiled.expression)(searchable(content))).toEqual(expected);
      }),
      { numRuns: 600 },
    );
  });
  it('are also found by a search over several lines, unless a class takes the newline', () => {
    fc.assert(
      fc.property(text, (content) => {
        const compiled = compileExpression('^[ab=]+$', { ignoreCase: false });
        if (!compiled.ok) throw new Error(compiled.why);
        const one = searchable(content);
        expect(textMatcher(compiled.expression)(one)).toEqual(
          lineMatcher(compiled.expression)(one),
        );
      }),
    );
  });
});
