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
])('a link to what a rule forbids to write is forbidden: %s', (command) => {
  expect(verdict(command)).toBe('deny');
});

test.each(['ln -s src/a.ts b', 'ln -s a.ts src/b.ts', 'ln -sfn v2 current'])(
  'other links are not: %s',
  (command) => {
    expect(verdict(command)).toBe('auto');
  },
);
