import { describe, expect, test } from 'vitest';
import { evaluate, sampleFacts } from '../../../src/policy/index.ts';
import { policy, situation } from '../helpers.ts';

const verdict = (rules: string, command: string): string =>
  evaluate(policy(rules), sampleFacts('bash_run', command), situation()).verdict;

describe('a name that the shell completes, under a rule for reading one file', () => {
  const RULES = "mode: auto\ndeny: ['fs_read(private/plan.md)']\n";

  test.each([
    'cat private/pla?.md',
    'cat private/pla[mn].md',
    'cat privat?/plan.md',
    'cat private/*.md',
    'cat private/?lan.*',
  ])('may be that file: %s', (command) => {
    expect(verdict(RULES, command)).not.toBe('auto');
  });

  test.each(['cat private/pla?.txt', 'cat public/pla?.md', 'cat private/x*.md'])(
    'is none that it cannot be: %s',
    (command) => {
      expect(verdict(RULES, command)).toBe('auto');
    },
  );
});
