import { expect, test } from 'vitest';
import { createRedactor } from '../../../src/common/index.ts';
import { redactedPart } from '../../../src/tools/files/redacted-part.ts';

const token = `github_pat_${'0123456789aBcDeF'.repeat(6)}`.slice(0, 93);
const before = 'a,b;'.repeat(100);
const text = `${before} ${token} ${before}`;

test.each([0, 1, 20, 60, 80])(
  'a part that begins or ends after %i characters of a token has its mark as a whole',
  (chars) => {
    const redactor = createRedactor();
    const cut = before.length + 1 + chars;
    const mark = /^\[redacted:[^[\]]+\]$/;
    const rest = redactedPart(text, { start: cut, end: text.length }, redactor);
    expect(rest.slice(0, rest.indexOf(' '))).toMatch(mark);
    const first = redactedPart(text, { start: 0, end: cut }, redactor);
    expect(first.slice(before.length + 1)).toMatch(chars === 0 ? /^$/ : mark);
  },
);
