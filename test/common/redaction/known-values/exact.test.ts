import { describe, expect, test } from 'vitest';
import { ExactSecrets } from '../../../../src/common/redaction/known-values/exact.ts';
import { mergeRanges, type SecretRange } from '../../../../src/common/redaction/ranges.ts';

const SECRET = 'hunter2-secret-of-24-chr';
const BEFORE = 'A line of text that holds nothing.\n'.repeat(20);

/** What is removed of a text: the ranges of the secret, merged. */
function removed(text: string, secret = SECRET): readonly string[] {
  const ranges = rangesOf(text, secret);
  for (const { end } of ranges) expect(end).toBeLessThanOrEqual(text.length);
  return mergeRanges(ranges).map(({ start, end }) => text.slice(start, end));
}

function rangesOf(text: string, secret: string): readonly SecretRange[] {
  const secrets = new ExactSecrets();
  secrets.add(secret, 'test');
  return secrets.find(text);
}

test('a secret is removed and nothing beside it', () => {
  expect(removed(`a${SECRET}=b ${SECRET}`)).toEqual([SECRET, SECRET]);
  expect(removed(BEFORE)).toEqual([]);
});

test('a secret that stands twice in a row is two ranges; a run of one character is one', () => {
  expect(removed(SECRET + SECRET)).toEqual([SECRET, SECRET]);
  expect(rangesOf('z'.repeat(100), 'z'.repeat(8))).toHaveLength(1);
  expect(removed('z'.repeat(100), 'z'.repeat(8))).toEqual(['z'.repeat(100)]);
});

test('forms of several kinds are all found in one search, in any order', () => {
  const base64 = Buffer.from(SECRET).toString('base64');
  // RFC 4648 base32 of the secret, whose last character has bits of nothing else.
  const base32 = 'NB2W45DFOIZC243FMNZGK5BNN5TC2MRUFVRWQ4Q';
  expect(removed(`${base32} ${base32} ${base64}`)).toEqual([base32, base32, base64]);
  expect(removed(`${base64} ${base32}`)).toEqual([base64, base32]);
});

describe('in base64', () => {
  const places = [0, 1, 2].flatMap((left) => [0, 1, 2].map((right) => ({ left, right })));

  test.each(places)('every digit with a bit of it goes: $left before, $right behind', (place) => {
    const { left, right } = place;
    const bytes = Buffer.from('x'.repeat(3 + left) + SECRET + 'x'.repeat(right));
    const text = bytes.toString('base64');
    const digits = text.replaceAll('=', '');
    const start = Math.floor(((3 + left) * 8) / 6);
    const end = Math.ceil(((3 + left + SECRET.length) * 8) / 6);
    const [found = ''] = removed(`${BEFORE}${text} more`);
    expect(found.replaceAll('=', '')).toBe(digits.slice(start, end));
    const alone = removed(text);
    expect(alone).toEqual([end < digits.length ? digits.slice(start, end) : text.slice(start)]);
  });

  test('what is no digit stays, beside a part that begins or ends within the secret', () => {
    const digits = Buffer.from(`xyz1${SECRET}z`).toString('base64');
    const whole = digits.slice(Math.ceil((4 * 8) / 6), Math.floor(((4 + SECRET.length) * 8) / 6));
    expect(removed(`a!${whole}!b`)).toEqual([whole]);
  });
});

describe('in hexadecimal', () => {
  const digits = Buffer.from(SECRET).toString('hex').match(/../g) ?? [];

  test('it is found wherever it stands, with separators', () => {
    expect(removed(`${BEFORE}${digits.join(':')}.`)).toEqual([digits.join(':')]);
  });

  test('digits that stand too far apart are no longer one thing', () => {
    const [first = '', ...rest] = Buffer.from(SECRET).toString('hex');
    const spread = (length: number) =>
      `${first}${' '.repeat(length - 1 - rest.length)}${rest.join('')}`;
    const longest = (1 + rest.length) * 8;
    expect(removed(`${BEFORE}${spread(longest)}.`)).toEqual([spread(longest)]);
    expect(removed(`${BEFORE}${spread(longest + 1)}.`)).toEqual([]);
  });
});

test('the lines of a dump go whole, to the end of the text', () => {
  const hex = Buffer.from(SECRET).toString('hex').match(/..../g) ?? [];
  const dump = [
    `00000000: ${hex.slice(0, 8).join(' ')}  ${SECRET.slice(0, 16)}`,
    `00000010: ${hex.slice(8).join(' ')}                      ${SECRET.slice(16)}`,
  ].join('\n');
  expect(removed(`${BEFORE}${dump}`)).toEqual([dump]);
  expect(removed(`${BEFORE}${dump}\n${BEFORE}`)).toEqual([dump]);
  expect(removed(dump)).toEqual([dump]);
});

test('of a dump with long lines, each goes as far as 400 characters behind its digits', () => {
  const [secret, rest] = [SECRET.slice(0, 16), '.'.repeat(500)];
  const digits = `00000000: ${Buffer.from(secret).toString('hex').match(/..../g)?.join(' ')}`;
  const gone = `${digits} ${rest}`.slice(0, digits.length + 400);
  expect(removed(`${BEFORE}${digits} ${rest}\n`, secret)).toEqual([gone]);
});

test('the numbers of its bytes go whole', () => {
  const list = [...Buffer.from(SECRET)].join(', ');
  expect(removed(`${BEFORE}[${list}]`)).toEqual([list]);
  expect(removed(list)).toEqual([list]);
});

test.each(['m', 'c', 'x', '0'])('the last number of its bytes goes whole: that of %j', (last) => {
  const list = [...Buffer.from(`secret-of-8${last}`)].join(':');
  expect(removed(`${BEFORE}1:${list}:1`, `secret-of-8${last}`)).toEqual([list]);
  const octal = [...Buffer.from(`secret-of-8${last}`)].map((byte) => byte.toString(8)).join('/');
  expect(removed(`${BEFORE}1/${octal}/1`, `secret-of-8${last}`)).toEqual([octal]);
});

test('of a row of bits those of its bytes go', () => {
  const [before = '', bits = '', behind = ''] = ['ab', SECRET, 'cd'].map((text) =>
    [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join(''),
  );
  expect(removed(`${BEFORE}${before}${bits}${behind}`)).toEqual([bits]);
});

test('short secrets are words', () => {
  expect(removed('abcd xabcd abcdx (abcd) abcd', 'abcd')).toEqual(['abcd', 'abcd', 'abcd']);
});

test('more values than ten thousand are refused', () => {
  const secrets = new ExactSecrets();
  for (let value = 0; value < 10_000; value += 1) secrets.add(`${10_000 + value}`, 'test');
  secrets.add('10000', 'test');
  expect(() => secrets.add('99999', 'test')).toThrow('more than 10000 secret values');
});
