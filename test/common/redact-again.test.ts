import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/common/index.ts';

const TEXT = 'the value is correct-horse-battery, they say';

describe('a text that was found clean', () => {
  test('is looked at again once one more secret is known', async () => {
    const redactor = createRedactor();
    expect(redactor.redact(TEXT)).toBe(TEXT);
    redactor.addSecret('correct-horse-battery', 'late');
    expect(redactor.redact(TEXT)).not.toContain('correct-horse');
  });

  test('is looked at again once one more pattern counts', async () => {
    const redactor = createRedactor();
    expect(redactor.redact(TEXT)).toBe(TEXT);
    redactor.addPatterns([{ name: 'horse', regex: 'correct-[a-z]+' }]);
    expect(redactor.redact(TEXT)).not.toContain('correct-horse');
  });
});
