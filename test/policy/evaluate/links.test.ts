import { expect, test } from 'vitest';
import { evaluate } from '../../../src/policy/index.ts';
import { policy, situation } from '../helpers.ts';

function verdict(command: string): string {
  const rules = policy('mode: auto\ndeny: [fs_write(.github/**)]\n');
  const facts = { tool: 'bash_run', kind: 'execute', command } as const;
  return evaluate(rules, facts, situation()).verdict;
}

test.each([
  'ln -s .github g && echo x > g/a',
  'ln -s ../.github src/g',
  'ln .github/workflows/a.yml b',
  'ln -s . g',
  'cd src && ln -s ../.github',
  'cd src/a && ln -s -t ../../b .github ../.github/workflows',
  'cd src/a && ln -st../../b ../.github/workflows',
  'cd src/a && ln -s .github/workflows ../../b/..',
  'ln -sr .github src/g',
  'cp -l .github/workflows/a.yml b',
  'cp --symbolic-link "$PWD/.github/workflows/a.yml" b',
])('a link to what a rule forbids to write is forbidden: %s', (command) => {
  expect(verdict(command)).toBe('deny');
});

test.each([
  'ln -s src/a.ts b',
  'ln -s a.ts src/b.ts',
  'ln -sfn v2 current',
  'ln -s ../README.md docs/README.md',
  'ln -s ../../packages/a node_modules/@x/a',
])('other links are not: %s', (command) => {
  expect(verdict(command)).toBe('auto');
});

test.each(['ln -s /usr/bin/python3 bin/python', 'ln -s ../shared.ts src.ts', 'ln ../a b'])(
  'a link that leads out of the workspace needs approval: %s',
  (command) => {
    expect(verdict(command)).toBe('requireApproval');
  },
);
