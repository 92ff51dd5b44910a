import { expect, test } from 'vitest';
import { systemPrompt } from '../../src/agent/index.ts';

const FACTS = {
  repository: null,
  headSha: null,
  untrustedExplanation: '',
  instructions: [],
  appended: null,
  askWhom: 'nobody',
} as const;

test('the prompt names the commands that the policy requires, and nothing about them without any', () => {
  const prompt = systemPrompt({ ...FACTS, requires: ['npm test', 'npm run lint'] });
  expect(prompt).toContain('`npm test`, `npm run lint` must exit with 0');
  expect(systemPrompt(FACTS)).not.toContain('Done is proved');
});
