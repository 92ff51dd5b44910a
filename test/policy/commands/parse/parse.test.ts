import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runsByItself } from '../helpers.ts';
import { parseShell } from '../../../../src/policy/commands/parse/parse.ts';
import { array, casesToTry, constantFrom, sample, someOf } from '../../../properties.ts';

const bash = spawnSync('bash', ['--version']).status === 0;
const runs = casesToTry(200);

/** Whether bash accepts each source, all in one process: sources come one after the other, ended by NUL. */
function acceptedByBash(sources: readonly string[]): boolean[] {
  const script =
    'while IFS= read -r -d "" source; do if bash -n -c -- "$source" 2>/dev/null; then echo y; else echo n; fi; done';
  const result = spawnSync('bash', ['--norc', '-c', script], {
    input: sources.map((source) => `${source}\0`).join(''),
    encoding: 'utf8',
    maxBuffer: 1e7,
  });
  return result.stdout
    .trim()
    .split('\n')
    .map((line) => line === 'y');
}

const PIECES = [
  'ls',
  'echo',
  ' ',
  ' ',
  ' ',
  '\n',
  ';',
  '&&',
  '||',
  '|',
  '&',
  '(',
  ')',
  '{',
  '}',
  '$(',
  '`',
  '"',
  "'",
  '$',
  '${',
  '}',
  '<<E\n',
  '\nE\n',
  '<<<',
  '>',
  '<',
  '2>&1',
  'if ',
  '; then ',
  '; fi',
  'for x in ',
  '; do ',
  '; done',
  'while ',
  'case x in ',
  ' a) ',
  ';;',
  ' esac',
  'x=1',
  'x=(',
  '[[',
  ']]',
  '((',
  '))',
  '$((',
  '\\',
  '!',
  '#',
  '*',
  '{a,b}',
  "$'",
  'f()',
  'a',
  '-n',
  '<(',
  '=~',
];

/** What bash takes and the parser does not is asked about: safe. What only the parser takes must never be `auto`. */
test.skipIf(!bash)(
  'the parser accepts what bash accepts, and nothing else is ever found harmless (skipped where bash is missing)',
  () => {
    const generated = sample(
      array(constantFrom(...PIECES), { minLength: 1, maxLength: 12 }).map((pieces) =>
        pieces.join(''),
      ),
      { numRuns: runs, seed: 7 },
    );
    const byBash = acceptedByBash(generated);
    expect(byBash.length).toBe(generated.length);
    expect(
      generated.filter((source, index) => byBash[index] === false && runsByItself(source)),
    ).toEqual([]);
    const agreeing = generated.filter(
      (source, index) => (parseShell(source).kind === 'script') === byBash[index],
    );
    expect(agreeing.length / generated.length).toBeGreaterThan(0.95);
  },
  600_000,
);

test.skipIf(!bash)(
  'the corpus is read as bash reads it (skipped where bash is missing)',
  () => {
    const lines = readFileSync(new URL('../corpus.jsonl', import.meta.url), 'utf8')
      .trim()
      .split('\n');
    const sources = someOf(lines, 300).map((line): string => JSON.parse(line).command);
    const byBash = acceptedByBash(sources);
    const differing = sources.filter(
      (source, index) => (parseShell(source).kind === 'script') !== byBash[index],
    );
    expect(differing).toEqual([]);
  },
  600_000,
);
