import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../../src/common/index.ts';

const FIRST = 'correct-horse-battery';

/** A redactor that has issued one token, that token, and the secret that `more` derives from it. */
async function withToken(secretFrom: (token: string) => string) {
  const redactor = createRedactor({ secrets: [{ kind: 'first', value: FIRST }] });
  const token = redactor.redact(FIRST);
  expect(token).toMatch(/^\[redacted:first:[0-9a-z]{8}\]$/);
  const secret = secretFrom(token);
  redactor.addSecret(secret, 'second');
  return { redactor, token, secret };
}

describe('a secret that overlaps a token', () => {
  test('is removed if it reaches six characters beyond the token, after it or before it', async () => {
    const behind = await withToken((token) => `${token.slice(-6)}suffix`);
    const text = `${behind.token}suffix and more`;
    expect(behind.redactor.redact(text)).not.toContain('suffix');
    expect(behind.redactor.counts()).toEqual({ first: 1, second: 1 });
    const before = await withToken((token) => `prefix${token.slice(0, 6)}`);
    expect(before.redactor.redact(`a prefix${before.token}`)).not.toContain('prefix');
  });

  test('leaves the token alone if it reaches no further than five characters beyond it', async () => {
    const { redactor, token } = await withToken((issued) => `${issued.slice(-6)}suffi`);
    const text = `${token}suffi and more`;
    expect(redactor.redact(text)).toBe(text);
    expect(redactor.counts()).toEqual({ first: 1 });
  });

  test('is removed if it only touches the token, however short it is', async () => {
    const { redactor, token } = await withToken(() => 'abcd-1234');
    const redacted = redactor.redact(`${token}abcd-1234${token}`);
    expect(redacted).not.toContain('abcd-1234');
    expect(redacted.split(token)).toHaveLength(3);
  });

  test('counts as five characters beyond tokens where it reaches over two of them', async () => {
    const { redactor, token } = await withToken(() => 'abcd-1234');
    redactor.addPatterns([{ name: 'between', regex: '\\]=[a-z]{3,4}=\\[' }]);
    expect(redactor.redact(`${token}=abc=${token}`)).toBe(`${token}=abc=${token}`);
    expect(redactor.redact(`${token}=abcd=${token}`)).not.toContain('abcd');
  });

  test('is removed beside the token even if it is shorter than six characters', async () => {
    const { redactor, token } = await withToken(() => 'abcd-1234');
    redactor.addPatterns([{ name: 'pin', regex: '#[0-9]{3}' }]);
    expect(redactor.redact(`#123${token}#456`)).not.toMatch(/#\d/);
  });

  test('is removed from a token that this redactor did not issue', async () => {
    const redactor = createRedactor({ secrets: [{ kind: 'first', value: 'first:00000000' }] });
    expect(redactor.redact('[redacted:first:00000000]')).not.toContain('first:00000000');
  });
});
