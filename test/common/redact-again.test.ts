import { performance } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/common/index.ts';

const TEXT = 'the value is correct-horse-battery, they say';

describe('a text that was found clean', () => {
  test('is looked at again once one more secret is known', async () => {
    const redactor = createRedactor();
    expect(await redactor.redact(TEXT)).toBe(TEXT);
    redactor.addSecret('correct-horse-battery', 'late');
    expect(await redactor.redact(TEXT)).not.toContain('correct-horse');
  });

  test('is looked at again once one more pattern counts', async () => {
    const redactor = createRedactor();
    expect(await redactor.redact(TEXT)).toBe(TEXT);
    redactor.addPatterns([{ name: 'horse', regex: 'correct-[a-z]+' }]);
    expect(await redactor.redact(TEXT)).not.toContain('correct-horse');
  });

  test('is not taken for clean where the secret came while it was looked at', async () => {
    const redactor = createRedactor();
    const looking = redactor.redact(TEXT);
    redactor.addSecret('correct-horse-battery', 'late');
    await looking;
    expect(await redactor.redact(TEXT)).not.toContain('correct-horse');
  });
});

test('nothing of a text is kept by what knows the forms of tokens', async () => {
  const redactor = createRedactor();
  await redactor.redact('the secret key of the first account');
  const before = performance.getEntries().length;
  for (let count = 0; count < 20; count += 1)
    await redactor.redact(`the secret key of account ${count}`);
  expect(performance.getEntries().length).toBe(before);
});
