import { randomBytes } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/common/index.ts';
import * as fc from '../properties.ts';

const SECRET = 'hunter2-S3cr3t/Value+x=';
const TOKEN = /\[redacted:[a-z0-9-]+:[0-9a-z]{8}\]/g;
const redactorFor = (value: string) => createRedactor({ secrets: [{ kind: 'thing', value }] });

const b64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');
const bytesOf = (text: string): readonly number[] => [...Buffer.from(text)];
const octal = (byte: number) => byte.toString(8).padStart(3, '0');
const hexOf = (byte: number) => byte.toString(16).padStart(2, '0');
const chunks = <T>(list: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );

function base32(text: string, alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'): string {
  const bits = bytesOf(text)
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const digits = (bits.match(/.{1,5}/g) ?? []).map(
    (five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)] ?? '',
  );
  return digits.join('').padEnd(Math.ceil(digits.length / 8) * 8, '=');
}

/** As `xxd`, `hexdump -C`, `od` print it: an offset, groups, and perhaps a column of characters. */
function dump(text: string, line: (bytes: readonly number[], offset: number) => string): string {
  return chunks(bytesOf(text), 16)
    .map((bytes, index) => line(bytes, index * 16))
    .join('\n');
}

const shown = (bytes: readonly number[]) => bytes.map((byte) => String.fromCharCode(byte)).join('');
const words = (bytes: readonly number[]) =>
  chunks(bytes, 2).map(([low = 0, high = 0]) => low + high * 256);
const halves = (text: string): readonly [string, string] => [
  text.slice(0, text.length / 2),
  text.slice(text.length / 2),
];
const quotedPrintable = (text: string) =>
  text
    .split('')
    .map((character) =>
      /[A-Za-z0-9]/.test(character)
        ? character
        : `=${hexOf(character.charCodeAt(0)).toUpperCase()}`,
    )
    .join('')
    .replaceAll(/(.{7}(?<!=.?))/g, '$1=\r\n');

const ENCODINGS: Record<string, (text: string) => string> = {
  base32: (text) => base32(text),
  'base32 in small letters without padding': (text) =>
    base32(text).toLowerCase().replaceAll('=', ''),
  'base32 after other bytes': (text) => base32(`xyz${text}ab`),
  'base32, wrapped': (text) => base32(text).replaceAll(/(.{20})/g, '$1\n'),
  base32hex: (text) => base32(text, '0123456789ABCDEFGHIJKLMNOPQRSTUV'),
  'octal escapes': (text) =>
    bytesOf(text)
      .map((byte) => `\\${octal(byte)}`)
      .join(''),
  'octal escapes of printf': (text) =>
    bytesOf(text)
      .map((byte) => `\\0${octal(byte)}`)
      .join(''),
  'od -b': (text) =>
    dump(
      text,
      (bytes, index) => `${index.toString(8).padStart(7, '0')} ${bytes.map(octal).join(' ')}`,
    ),
  'od -An -b': (text) => dump(text, (bytes) => ` ${bytes.map(octal).join(' ')}`),
  'od -c': (text) =>
    dump(
      text,
      (bytes, index) =>
        `${index.toString(8).padStart(7, '0')}${bytes.map((byte) => `   ${String.fromCharCode(byte)}`).join('')}`,
    ),
  'od -a -Ax': (text) =>
    dump(
      text,
      (bytes, index) =>
        `${index.toString(16).padStart(6, '0')}${bytes.map((byte) => (byte === 32 ? '  sp' : `   ${String.fromCharCode(byte)}`)).join('')}`,
    ),
  'od -tx4': (text) =>
    dump(
      text,
      (bytes, index) =>
        `${index.toString(8).padStart(7, '0')} ${(
          Buffer.concat([Buffer.from(bytes), Buffer.alloc((4 - (bytes.length % 4)) % 4)])
            .toString('hex')
            .match(/.{8}/g) ?? []
        )
          .map((word) => (word.match(/../g) ?? []).toReversed().join(''))
          .join(' ')}`,
    ),
  'xxd -b': (text) =>
    dump(
      text,
      (bytes, index) =>
        `${index.toString(16).padStart(8, '0')}: ${bytes.map((byte) => byte.toString(2).padStart(8, '0')).join(' ')}  ${String.fromCharCode(...bytes)}`,
    ),
  'od -An -c': (text) =>
    dump(text, (bytes) => bytes.map((byte) => `   ${String.fromCharCode(byte)}`).join('')),
  od: (text) =>
    dump(
      text,
      (bytes, index) =>
        `${index.toString(8).padStart(7, '0')} ${words(bytes)
          .map((word) => word.toString(8).padStart(6, '0'))
          .join(' ')}`,
    ),
  'od -x': (text) =>
    dump(
      text,
      (bytes, index) =>
        `${index.toString(8).padStart(7, '0')} ${words(bytes)
          .map((word) => word.toString(16).padStart(4, '0'))
          .join(' ')}`,
    ),
  'od -d': (text) =>
    dump(
      text,
      (bytes, index) =>
        `${index.toString(8).padStart(7, '0')} ${words(bytes)
          .map((word) => String(word).padStart(5))
          .join(' ')}`,
    ),
  'hexdump -C': (text) =>
    dump(
      text,
      (bytes, index) =>
        `${index.toString(16).padStart(8, '0')}  ${chunks(bytes, 8)
          .map((half) => half.map(hexOf).join(' '))
          .join('  ')
          .padEnd(48)}  |${shown(bytes)}|`,
    ),
  xxd: (text) =>
    dump(
      text,
      (bytes, index) =>
        `${index.toString(16).padStart(8, '0')}: ${chunks(bytes, 2)
          .map((pair) => pair.map(hexOf).join(''))
          .join(' ')
          .padEnd(39)}  ${shown(bytes)}`,
    ),
  'decimal bytes': (text) => bytesOf(text).join(' '),
  'a JSON array': (text) => JSON.stringify(bytesOf(text)),
  'a JSON array, spread over lines': (text) => JSON.stringify(bytesOf(text), null, 4),
  'a typed array as JSON': (text) => JSON.stringify(Uint8Array.from(bytesOf(text))),
  'a buffer as JSON': (text) => JSON.stringify(Buffer.from(text)),
  'calls of chr': (text) =>
    bytesOf(text)
      .map((byte) => `chr(${byte})`)
      .join('+'),
  bits: (text) =>
    bytesOf(text)
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join(' '),
  'bits without blanks': (text) =>
    bytesOf(text)
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join(''),
  'base64 of base64': (text) => b64(b64(text)),
  'base64 of base64 among other text': (text) => b64(`the key is ${b64(`k=${text}`)} and so on`),
  'base64 of base64 of base64': (text) => b64(b64(b64(text))),
  'base64 of base64, wrapped': (text) =>
    b64(b64(`${'some words before it '.repeat(3)}${text}`)).replaceAll(/(.{76})/g, '$1\n'),
  'base64 of hex': (text) => b64(Buffer.from(text).toString('hex')),
  'hex of base64': (text) => Buffer.from(b64(text)).toString('hex'),
  'base64 of JSON': (text) => b64(JSON.stringify({ user: 'mona', password: text })),
  'gzip and base64': (text) => b64(gzipSync(text)),
  'gzip and base64 of a long text, wrapped': (text) =>
    b64(
      gzipSync(`${randomBytes(300).toString('hex')} ${text} ${randomBytes(300).toString('hex')}`),
    ).replaceAll(/(.{76})/g, '$1\n'),
  'gzip with a name and base64': (text) => {
    const packed = gzipSync(text);
    const named = Buffer.from([
      ...packed.subarray(0, 10),
      ...Buffer.from('a.txt\0'),
      ...packed.subarray(10),
    ]);
    named[3] = 8;
    return b64(named);
  },
  'zlib and base64': (text) => b64(deflateSync(`something ${text}`)),
  'gzip and base64 in JSON': (text) =>
    JSON.stringify({ data: b64(gzipSync(text)).replaceAll(/(.{20})/g, '$1\n') }),
  'gzip and base64, twice': (text) => b64(gzipSync(b64(gzipSync(text)))),
  'decimal entities': (text) =>
    bytesOf(text)
      .map((byte) => `&#${byte};`)
      .join(''),
  'hexadecimal entities': (text) =>
    bytesOf(text)
      .map((byte) => `&#x${hexOf(byte)};`)
      .join(''),
  'named and numbered entities, mixed': (text) =>
    text
      .replaceAll('e', '&#101;')
      .replaceAll('S', '&#x0053;')
      .replaceAll('k', '&#X6B;')
      .replaceAll('/', '&sol;')
      .replaceAll('+', '&plus;')
      .replaceAll('=', '&equals;'),
  'percent and Unicode escapes, mixed': (text) =>
    text
      .replaceAll('h', '\\u0068')
      .replaceAll('S', '\\x53')
      .replaceAll('e', '%65')
      .replaceAll('V', '\\u{56}'),
  'quoted-printable': quotedPrintable,
  'JSON, three times': (text) => JSON.stringify(JSON.stringify(JSON.stringify(text))),
  'JSON, five times': (text) =>
    JSON.stringify(JSON.stringify(JSON.stringify(JSON.stringify(JSON.stringify(text))))),
  'halves in quotes with a plus': (text) =>
    halves(text)
      .map((half) => `"${half}"`)
      .join(' + '),
  'halves in quotes with a plus, over lines': (text) =>
    halves(text)
      .map((half) => `'${half}'`)
      .join(' +\n        '),
  'halves in quotes side by side': (text) =>
    halves(text)
      .map((half) => `'${half}'`)
      .join(''),
  'halves around empty quotes': (text) => halves(text).join('""'),
  'halves of an array': (text) => JSON.stringify(halves(text)),
  'halves with a dot': (text) =>
    halves(text)
      .map((half) => `"${half}"`)
      .join(' . '),
  'halves with a line continued': (text) => halves(text).join('\\\n'),
  'halves with a colour between': (text) => halves(text).join('\u001b[1;31m'),
  'halves with a colour between, escaped': (text) => JSON.stringify(halves(text).join('\u001b[0m')),
  'halves with a link between': (text) => halves(text).join('\u001b]8;;https://example.com\u0007'),
  'each character in a colour': (text) =>
    text
      .split('')
      .map((character) => `\u001b[3${character.charCodeAt(0) % 8}m${character}`)
      .join(''),
  'zero-width characters': (text) => text.split('').join('\u200b'),
  'zero-width characters of other kinds': (text) => text.split('').join('\u2060\ufeff\u00ad'),
  'tag characters': (text) => text.split('').join('\u{e0041}'),
  'UTF-16, read as bytes': (text) => text.split('').join('\u0000'),
  'each character between blanks': (text) => text.split('').join(' '),
};

/** Runs of the value in what is left: no more than its shorter part may stand anywhere. */
function remainder(clean: string, value: string): string {
  const left = clean.replaceAll(TOKEN, '\u0001').replaceAll(/[\s'"\\]/g, '');
  const size = Math.ceil(value.length * 0.6);
  for (let index = 0; index + size <= value.length; index += 1) {
    const part = value.slice(index, index + size);
    if (left.includes(part)) return part;
  }
  return '';
}

describe('a value that the process holds', () => {
  it.each(Object.entries(ENCODINGS))('is found as %s', async (_, encode) => {
    for (const value of [SECRET, 'gH3kLm9Qz2WxYt7', 'Xk29fjsLk20dkfLsPq8vWz7RtYuIoPaSdFgH']) {
      const redactor = redactorFor(value);
      const clean = redactor.redact(`before:\n${encode(value)}\n: after`);
      expect(clean).toMatch(TOKEN);
      expect(clean.startsWith('before:')).toBe(true);
      expect(clean.endsWith(': after')).toBe(true);
      expect(remainder(clean, value)).toBe('');
      expect(redactor.redact(clean)).toBe(clean);
    }
  });

  it('of any kind leaves nothing behind, in any encoding and anywhere', {
    timeout: 60_000,
  }, async () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./+=@';
    const secret = fc.string({
      minLength: 10,
      maxLength: 60,
      unit: fc.constantFrom(...letters.split('')),
    });
    const around = fc.oneof(
      fc.constantFrom(
        '',
        'a = ',
        '{"k": "',
        '<p>',
        '$ cat x\n',
        '0000: ',
        'sha512-',
        '\\',
        '=',
        '%',
      ),
      fc.string({ maxLength: 30 }),
    );
    await fc.assert(
      fc.asyncProperty(
        secret,
        fc.constantFrom(...Object.entries(ENCODINGS)),
        around,
        around,
        async (value, [name, encode], before, after) => {
          fc.pre(/\d/.test(value) && /[A-Za-z]/.test(value) && new Set(value).size > 6);
          const encoded = encode(value);
          const redactor = redactorFor(value);
          const clean = redactor.redact(`${before}\n${encoded}\n${after}`);
          expect(clean, `${name}: ${encoded}`).toMatch(TOKEN);
          expect(remainder(clean, value)).toBe('');
          // No good part of what was written is left, whoever may decode it.
          const size = Math.ceil(encoded.length * 0.6);
          for (let index = 0; index + size <= encoded.length; index += Math.ceil(size / 8))
            expect(clean).not.toContain(encoded.slice(index, index + size));
          expect(redactor.redact(clean)).toBe(clean);
        },
      ),
      { numRuns: 80 },
    );
  });

  it('leaves a text alone that does not hold it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.base64String(),
            fc.constantFrom('\n', ' ', '"', '\\', '0000000 ', '101 ', '&#65;', '%41'),
          ),
        ),
        async (parts) => {
          const text = parts.join('');
          expect(redactorFor('gH3kLm9Qz2WxYt7').redact(text)).toBe(text);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('compressed data', () => {
  it('that hold nothing stay, and those that hold too much to inspect go', async () => {
    const harmless = b64(gzipSync('nothing to see here '.repeat(50)));
    expect(redactorFor(SECRET).redact(`a ${harmless} b`)).toBe(`a ${harmless} b`);
    const bomb = b64(gzipSync(Buffer.alloc(20 * 1024 * 1024)));
    expect(redactorFor(SECRET).redact(`a ${`${bomb} `.repeat(20)}b`)).toMatch(
      /^a (?:\[redacted:compressed:\w{8}\] ){20}b$/,
    );
  });

  it('that were cut off are searched as far as they go', async () => {
    const long = b64(gzipSync(`${SECRET} ${randomBytes(4000).toString('hex')}`));
    expect(redactorFor(SECRET).redact(long.slice(0, 2000))).toMatch(/^\[redacted:thing:\w{8}\]$/);
  });
});

const percent = (text: string) =>
  bytesOf(text)
    .map((byte) => `%${hexOf(byte)}`)
    .join('');

describe('a secret is found', () => {
  const blanks = 'pass phrase-of 7 w!rds';
  it.each<[string, string, string]>([
    [
      'as the digits of its bytes from the last',
      SECRET,
      Buffer.from(SECRET).reverse().toString('hex'),
    ],
    [
      'as the digits of UTF-16 with the high byte first',
      SECRET,
      Buffer.from(SECRET, 'utf16le').swap16().toString('hex'),
    ],
    [
      'in a dump of words whose second byte it begins at',
      SECRET,
      dump(
        `x${SECRET}`,
        (bytes, index) =>
          `${index.toString(16).padStart(7, '0')} ${words(bytes)
            .map((word) => word.toString(16).padStart(4, '0'))
            .join(' ')}`,
      ),
    ],
    ['in a URL that is encoded again', SECRET, percent(encodeURIComponent(SECRET))],
    [
      'in a form that is encoded again',
      blanks,
      percent(blanks.replaceAll(' ', '+').replace('!', '%21')),
    ],
    ['encoded but for its blanks', blanks, blanks.split(' ').map(percent).join('+')],
    ['in JSON in JSON, if it is short', 'ab"cd\\e', JSON.stringify(JSON.stringify('ab"cd\\e'))],
    ['in quotes of a shell, if it is short', "ab'cdef", String.raw`'ab'\''cdef'`],
    ['with a slash that is escaped, if it is short', 'ab/cdef', String.raw`ab\/cdef`],
    ['in a URL in a URL, if it is short', 'ab/cd&e', 'ab%252Fcd%2526e'],
    ['with ends of lines of Windows, if it is short', 'abc\ndef', 'abc\r\ndef'],
    ['without ends of lines of Windows, if it is short', 'abc\r\ndef', 'abc\ndef'],
    ['in two lines, from 16 letters on', 'sixteen-letters-', 'sixteen-\n  letters-'],
    ['in two lines, from 8 letters and digits on', 'abcdef12', 'abcd\nef12'],
  ])('%s', (_, secret, text) => {
    const found = redactorFor(secret).redact(`before\n${text}\nafter`);
    expect(found).toMatch(TOKEN);
    for (const part of [secret, text.slice(0, 12), text.slice(-12)])
      expect(found).not.toContain(part);
  });

  it('that was added after a text was searched', () => {
    const redactor = redactorFor(SECRET);
    redactor.redact('a text');
    redactor.addSecret('another-S3cret-value', 'late');
    expect(redactor.redact('x another-S3cret-value')).toMatch(/^x \[redacted:late:\w+\]$/);
  });

  it('beside one that is only a word', () => {
    const redactor = redactorFor(SECRET);
    redactor.addSecret('pin1', 'word');
    expect(redactor.redact(`pin1 ${SECRET}`)).toMatch(
      /^\[redacted:word:\w+\] \[redacted:thing:\w+\]$/,
    );
  });
});

describe('a text is left as it is', () => {
  it.each([
    ['that ends within a secret', SECRET, SECRET, SECRET.slice(0, -3)],
    ['that ends within the escape of a character', 'hunter2s', 'hunter2%73', 'hunter2%7'],
  ])('%s, although an earlier text was longer', (_, secret, earlier, text) => {
    const redactor = redactorFor(secret);
    redactor.redact(`a text ${earlier}`);
    expect(redactor.redact(`a text ${text}`)).toBe(`a text ${text}`);
  });

  it('that has the letters of a secret of blanks without them', () => {
    expect(redactorFor('a 1 b 2 c 3 d 4').redact('a1b2c3d4')).toBe('a1b2c3d4');
  });
});
