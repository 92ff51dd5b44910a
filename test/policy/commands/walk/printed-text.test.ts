import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../../src/policy/index.ts';
import { pathResolver, policy, situation } from '../../helpers.ts';
import { runsByItself } from '../helpers.ts';

describe('the text that a substitution prints', () => {
  test.each([
    'cat "priv$(pwd >/dev/null)ate/a"',
    'cat priv$(pwd >&2)ate/a',
    'cat "priv$(pwd >&-)ate/a"',
    'cat "priv$(pwd 1<&-)ate/a"',
    'cat "priv$(pwd < missing)ate/a"',
    'cat "priv$(pwd 2> missing/x)ate/a"',
    'cat "priv$(pwd 2>&1)ate/a"',
    'cat "priv$(pwd 2>/dev/null >&2)ate/a"',
    'cat "priv$(pwd 1>/dev/null)ate/a"',
    'cat "priv$(pwd &>/dev/null)ate/a"',
    'cat "priv$(pwd {fd}>/dev/null)ate/a"',
    'cat "priv$(timeout 0.001 pwd 2>/dev/null)ate/a"',
    'cat "priv$({ pwd; } 2>/dev/null)ate/a"',
    'cat "priv$(pwd 2>/dev/null | true)ate/a"',
    'cat "priv$(timeout 0.001 pwd)ate/a"',
    'cat "priv$(taskset x pwd)ate/a"',
    'x=$(pwd >/dev/null); cat "priv${x}ate/a"',
    'cat "priv$(seq 1 1 > /dev/null)ate/a"',
    'cat "priv$(seq 1 2 -s x)ate/a"',
    'cat "priv$(nice seq 1)ate/a"',
    'cat "priv$(pwd <<E\n${x:?}\nE\n)ate/a"',
    'cat "priv$(pwd <<< "${x:?}")ate/a"',
    'cat "a$(seq -0 0)"',
  ])('is not known if it may print nothing: %s', (command) => {
    expect(runsByItself(command)).toBe(false);
  });

  test.each([
    'ls "$(pwd)"/*',
    'cat "src/$(seq 1 1)"',
    'head -n "$(seq 5 5)" README.md',
    'cat "$(pwd 2>/dev/null)/src/a.ts"',
  ])('is known: %s', (command) => expect(runsByItself(command)).toBe(true));
});

const READING = "mode: auto\ndeny: ['fs_read(private/**)', 'fs_read(a2)', 'fs_read(b-2)']";

function verdictOf(command: string): string {
  const facts = { tool: 'bash_run', kind: 'execute', command } as const;
  return evaluate(policy(READING), facts, situation({ pathResolver: pathResolver() })).verdict;
}

test.each([
  'for i in $(seq 1 9); do npm test -- "$i"; done',
  'for i in $(seq 3); do npm test -- --shard="$i/3"; done',
  'for i in $(seq 2 2 10); do npm test -- "$i"; done',
  'for i in {1..9}; do npm test -- "$i"; done',
])('a number that the source says is no file: %s', (command) => {
  expect(verdictOf(command)).toBe('auto');
});

test('the numbers of seq are read into the names of files', () => {
  expect(verdictOf('for i in $(seq 1 3); do cat "a$i"; done')).toBe('deny');
  expect(verdictOf('for i in $(seq 0 3 9); do cat "a$i"; done')).not.toBe('deny');
});

test.each([
  'mytool private/x$(nproc)',
  'mytool "private/x$(wc -l < missing)"',
  'mytool --from=private/x$((1 + 1))',
  'mytool a2$(nproc >&-)',
  'mytool a$(nproc)',
  'mytool --from=a$((1 + 1))',
  'mytool b$((1 - 3))',
])('a name that ends in some number is a name: %s', (command) => {
  expect(verdictOf(command)).toBe('requireApproval');
});

test.each(['make -j$(nproc)', 'mytool --jobs=$(nproc)', 'mytool part$(nproc)'])(
  'a number behind what no rule is about asks nobody: %s',
  (command) => expect(verdictOf(command)).toBe('auto'),
);
