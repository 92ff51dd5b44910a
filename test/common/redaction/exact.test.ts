import { describe, expect, test } from 'vitest';
import { ExactSecrets } from '../../../src/common/redaction/exact.ts';

const SECRET = 'hunter2-secret-of-24-chr';
const BEFORE = 'A line of text that holds nothing.\n'.repeat(20);

/** What is removed of a text: the ranges of the secret, merged. */
function removed(text: string, secret = SECRET): readonly string[] {
  const secrets = new ExactSecrets();
  secrets.add(secret, 'test');
  const ranges = secrets.find(text).toSorted((a, b) => a.start - b.start || a.end - b.end);
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of ranges) {
    expect(end).toBeLessThanOrEqual(text.length);
    const last = merged.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged.map(({ start, end }) => text.slice(start, end));
}

test('a secret is removed and nothing beside it', () => {
  expect(removed(`a${SECRET}=b ${SECRET}`)).toEqual([SECRET, SECRET]);
  expect(removed(BEFORE)).toEqual([]);
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
});

describe('in hexadecimal', () => {
  const digits = Buffer.from(SECRET).toString('hex').match(/../g) ?? [];

  test('it is found wherever it stands, with separators', () => {
    expect(removed(`${BEFORE}${digits.join(':')}.`)).toEqual([digits.join(':')]);
  });

  test('digits that stand too far apart are no longer one thing', () => {
    expect(removed(`${BEFORE}${digits.join(' '.repeat(40))}.`)).toEqual([]);
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

test('the numbers of its bytes go whole', () => {
  const list = [...Buffer.from(SECRET)].join(', ');
  expect(removed(`${BEFORE}[${list}]`)).toEqual([list]);
  expect(removed(list)).toEqual([list]);
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
