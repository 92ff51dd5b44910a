import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../../src/common/index.ts';

const withPattern = (regex: string | RegExp) =>
  createRedactor({ patterns: [{ name: 'Own Thing', regex }] });

describe("the repository's own patterns", () => {
  it('are removed under their name', async () => {
    const redactor = withPattern('ACME-[0-9]{6,20}');
    expect(redactor.redact('a ACME-123456 b ACME-12')).toMatch(
      /^a \[redacted:own-thing:\w{8}\] b ACME-12$/,
    );
    expect(redactor.counts()).toEqual({ 'own-thing': 1 });
  });

  it('may be anchored to lines, and keep the flags that change what they mean', async () => {
    expect(withPattern(/^pin=\d+$/i).redact('x\nPIN=1234\ny')).toMatch(/^x\n\[\S+\]\ny$/);
    expect(withPattern('^pin=\\d+$').redactJson(['pin=1234', 'no pin=1234'])).toEqual([
      expect.stringMatching(/^\[redacted/),
      'no pin=1234',
    ]);
  });

  it.each([
    ['(a+)+$', 'repeats a group'],
    ['(?:a*)*b', 'repeats a group'],
    ['((a|b)+c)*', 'repeats a group'],
    ['(?<n>x{2,})+', 'repeats a group'],
    ['(a)\\1', 'refers back'],
    ['(?<q>["\'])x\\k<q>', 'refers back'],
    ['(', 'not a regular expression'],
    ['[z-a]', 'not a regular expression'],
    ['a*', 'empty text'],
    ['', 'empty text'],
    ['a'.repeat(1_001), 'longer than'],
  ])('are refused with their name and a way out: %s', (regex, why) => {
    expect(() => withPattern(regex)).toThrow(
      expect.objectContaining({
        code: 'policy-invalid',
        message: expect.stringMatching(new RegExp(`"Own Thing".*${why}`)),
        fix: expect.any(String),
      }),
    );
  });

  it.each(['(ab)+c', '[(+)]+x', '\\(a+\\)+', '(?:ab|cd){2,4}', 'a{3}', '(?=x)x+'])(
    'are not refused without need: %s',
    (regex) => {
      expect(() => withPattern(regex)).not.toThrow();
    },
  );

  it('that take too long cost the text, not the run', { timeout: 30_000 }, async () => {
    const redactor = withPattern('(?:a|aa)+b.*c.*d.*e|x.*x.*x.*x.*x.*y');
    expect(redactor.redact('x'.repeat(5_000))).toMatch(/^\[redacted:own-thing-overrun:\w{8}\]$/);
  });

  it('cannot be more than a few', () => {
    const patterns = Array.from({ length: 51 }, (_, index) => ({
      name: `p${index}`,
      regex: `x${index}`,
    }));
    expect(() => createRedactor({ patterns })).toThrow(/more than 50/);
  });
});
