import { expect, test } from 'vitest';
import { createRedactor } from '../../../src/common/index.ts';

const PATTERNS = [{ name: 'policy', regex: 'INTERNAL-[0-9]{12}' }];
const TOKENS = [
  'INTERNAL-012345678901',
  'AKIAIOSFODNN7ABCDEFG',
  `sk-proj-${'a1B2c3D4e5F6'.repeat(4)}`,
  `acme_${'a1B2c3D4e5F6'.repeat(4)}`,
  'postgres://app:p4ssw0rdX9@db/app',
];
const each = (token: string, encode: (code: number) => string): string =>
  Array.from(token, (one) => encode(one.charCodeAt(0))).join('');
const hex = (code: number): string => code.toString(16).padStart(2, '0');
const SHOWN: Record<string, (token: string) => string> = {
  'in a colour': (token) => `\u001b[32m${token}\u001b[0m`,
  'with the match of grep in a colour': (token) =>
    `\u001b[01;31m\u001b[K${token.slice(0, 5)}\u001b[m\u001b[K${token.slice(5)}`,
  'in a colour in JSON': (token) => JSON.stringify(`\u001b[32m${token}\u001b[0m`),
  'after a newline in JSON': (token) => JSON.stringify(`a\n${token}\nb`),
  'after a newline in JSON in JSON': (token) => JSON.stringify(JSON.stringify(`a\n${token}\nb`)),
  'in a parameter of a URL': (token) =>
    `https://example.com/?next=a%20${encodeURIComponent(token)}%20b`,
  'with every character percent-encoded': (token) => each(token, (code) => `%${hex(code)}`),
  'with every character as an escape of JSON': (token) =>
    each(token, (code) => `\\u00${hex(code)}`),
  'with every character as an entity': (token) => each(token, (code) => `&#${code};`),
  'with a zero-width space inside': (token) => `${token.slice(0, 9)}\u200B${token.slice(9)}`,
  'over two lines of a shell': (token) => `"${token.slice(0, 9)}\\\n${token.slice(9)}"`,
  'as UTF-16 in base64': (token) => Buffer.from(token, 'utf16le').toString('base64'),
  'as a removed line of a diff': (token) => `-${token}`,
};

test.each(Object.entries(SHOWN))('a token is found %s', async (_, show) => {
  for (const token of TOKENS) {
    const clean = createRedactor({ patterns: PATTERNS }).redact(
      `before ${show(token)} after\n${show(token)}\n`,
    );
    expect(clean).toMatch(/^before .*\[redacted:[a-z0-9-]+:\w{8}\].* after\n/s);
    expect(clean.match(/\[redacted:/g)).toHaveLength(2);
    expect(clean).not.toContain(show(token));
  }
});

test('JSON stays JSON', async () => {
  const redactor = createRedactor({ patterns: PATTERNS });
  const more = [
    'mysql://app:p4ssw0rdX9@db/app',
    'mongodb+srv://app:p4ssw0rdX9@db/?tls=true',
    `aws_secret_access_key=${'a1B2c3D4'.repeat(5)}`,
    'machine h.example.com login me password p4ssw0rdX9',
    'SOME_TOKEN=p4ssw0rdX9',
  ];
  const redacted = expect.stringContaining('[redacted:');
  for (const token of [...TOKENS, ...more]) {
    const clean = redactor.redact(JSON.stringify({ a: `x\n${token}\ny`, b: [token, 'z', token] }));
    expect(JSON.parse(clean), clean).toEqual({ a: redacted, b: [redacted, 'z', redacted] });
    const inner = JSON.stringify([`"${token}"`, 'z']);
    const outer = JSON.parse(redactor.redact(JSON.stringify({ a: inner, b: 'z' })));
    expect(outer).toEqual({ a: redacted, b: 'z' });
    expect(JSON.parse(outer.a)).toEqual([redacted, 'z']);
  }
});

test.each([
  [`{"a":"x\\u00e9${TOKENS[2]}"}`, 'x\u00e9…'],
  [JSON.stringify({ a: 'x FOO_KEY=xK29fjsLk20dkQp7Zt4b"' }), 'x FOO_KEY=…"'],
  [JSON.stringify({ a: '"curl -u me:hunter2x9" failed' }), '"curl -u me:…" failed'],
])('of escapes beside a token nothing is lost: %s', async (text, shown) => {
  const { a } = JSON.parse(createRedactor().redact(text));
  expect(a.replace(/\[redacted:[^\]]+\]/, '…')).toBe(shown);
});
