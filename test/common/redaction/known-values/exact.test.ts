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

/** What programs print for this value. */
const DUMPED = 'tok-Zx81QpLm44RtVbN';
const DUMPS: readonly (readonly [program: string, lines: readonly string[]])[] = [
  ['od -An -tx4', [' 2d6b6f74 3138785a 6d4c7051 74523434', ' 004e6256']],
  ['od -An -tx8', [' 3138785a2d6b6f74 745234346d4c7051', ' 00000000004e6256']],
  [
    'xxd -e',
    [
      '00000000: 2d6b6f74 3138785a 6d4c7051 74523434  tok-Zx81QpLm44Rt',
      '00000010:   4e6256                             VbN',
    ],
  ],
  [
    'xxd -g4',
    [
      '00000000: 746f6b2d 5a783831 51704c6d 34345274  tok-Zx81QpLm44Rt',
      '00000010: 56624e                               VbN',
    ],
  ],
  [
    'hexdump -x',
    [
      '0000000    6f74    2d6b    785a    3138    7051    6d4c    3434    7452',
      '0000010    6256    004e                                                ',
    ],
  ],
  [
    'od -t x1c',
    [
      '0000000  74  6f  6b  2d  5a  78  38  31  51  70  4c  6d  34  34  52  74',
      '          t   o   k   -   Z   x   8   1   Q   p   L   m   4   4   R   t',
      '0000020  56  62  4e',
      '          V   b   N',
    ],
  ],
];

test.each(DUMPS)('a dump by %s goes whole', (_, lines) => {
  const dump = lines.join('\n');
  expect(removed(`${BEFORE}${dump}\n0000023\n`, DUMPED)).toEqual([dump]);
});

test('no more than three further rows of a line go with it', () => {
  const row = `         ${'20  '.repeat(16)}`.trimEnd();
  const first = '0000000  74  6f  6b  2d  5a  78  38  31  51  70  4c  6d  34  34  52  74';
  const text = `${first}\n${`${row}\n`.repeat(50_000)}`;
  expect(removed(text, 'tok-Zx81QpLm44Rt')).toEqual([`${first}\n${row}\n${row}\n${row}`]);
});

test('the words of a dump without offsets go, the first of a line as well', () => {
  const words = '067564 026553 074132 030470 070121 066514 032064 072122\n 061126 000116';
  expect(removed(`${BEFORE} ${words}`, DUMPED)).toEqual([words]);
});

test('the character column of a dump is not read as its bytes', () => {
  const dump = [
    '00000000: 3362 3234 3131 3031  3b241101',
    '00000008: 2d65 3262 622d 3432  -e2bb-42',
    '00000010: 3535 2d38 6361 66    55-8caf',
  ].join('\n');
  expect(removed(dump, '3b241101-e2bb-4255-8caf')).toEqual([dump]);
});

test('UTF-16 is found in both byte orders, in base64 and as an escaped string', () => {
  const little = Buffer.from(SECRET, 'utf16le');
  for (const bytes of [little, Buffer.from(little).swap16()]) {
    const base64 = bytes.toString('base64');
    expect(removed(base64)).toHaveLength(1);
    expect(removed(base64).join('').length).toBeGreaterThan(base64.length - 5);
    const escaped = JSON.stringify(bytes.toString('latin1')).slice(1, -1);
    for (const text of [escaped, escaped.replaceAll('u0000', 'x00')])
      expect(removed(`a ${text} b`).join('').length).toBeGreaterThan(text.length - 7);
  }
});

test('a value with what looks like an escape is found in the escapes of another kind', () => {
  const secret = `p@$$w0rd"'&<x>%41#7;z`;
  const html = 'p@$$w0rd&quot;&apos;&amp;&lt;x&gt;%41#7;z';
  const url = 'p%40$$w0rd%22%27&%3Cx%3E%41%237%3Bz';
  expect(removed(`a ${html} b`, secret)).toEqual([html]);
  expect(removed(`//x:${url}@h`, secret)).toEqual([url]);
});

test('the reset of a terminal that names a character set is a colour as well', () => {
  const text = SECRET.split('').join('\u001B(B\u001B[m');
  expect(removed(text)).toEqual([text]);
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
