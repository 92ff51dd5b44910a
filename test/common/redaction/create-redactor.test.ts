import { gzipSync } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  createRedactor,
  hasRedaction,
  type Json,
  sha256,
  splitAtRedactions,
} from '../../../src/common/index.ts';
import { maskability } from '../../../src/common/redaction/known-values/forms.ts';
import * as fc from '../../properties.ts';

const SECRET = 'hunter2-S3cr3t/Value+x=';
const redactorFor = (value: string) => createRedactor({ secrets: [{ kind: 'thing', value }] });
const TOKEN = /\[redacted:[a-z0-9-]+:[0-9a-z]{8}\]/g;
const b64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
const reverse = (text: string) => Array.from(text).toReversed().join('');
const pairs = (text: string) => hex(text).match(/../g) ?? [];

/** Ways to write a text, each with the way back, so that a test can look for what is left. */
const ENCODINGS: Record<string, (text: string) => string> = {
  plain: (text) => text,
  base64: b64,
  'base64, one byte before': (text) => b64(`x${text}yz`),
  'base64, two bytes before': (text) => b64(`xy${text}z`),
  'base64 without padding': (text) => b64(text).replaceAll('=', ''),
  base64url: (text) => Buffer.from(`user:${text}`).toString('base64url'),
  'base64, wrapped': (text) =>
    b64(`${'p'.repeat(30)}${text}${'q'.repeat(30)}`).replaceAll(/(.{20})/g, '$1\n'),
  'base64, wrapped and escaped': (text) =>
    b64(`${'p'.repeat(30)}${text}`).replaceAll(/(.{20})/g, '$1\\n'),
  'base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  'base64, reversed': (text) => reverse(b64(text)),
  hex,
  'hex, upper case': (text) => hex(text).toUpperCase(),
  'hex, colons': (text) => pairs(text).join(':'),
  'hex, spaces': (text) => pairs(text).join(' '),
  'hex, 0x': (text) =>
    pairs(text)
      .map((pair) => `0x${pair}`)
      .join(', '),
  'hex, \\x': (text) =>
    pairs(text)
      .map((pair) => `\\x${pair}`)
      .join(''),
  'hex, wrapped': (text) => hex(text).replaceAll(/(.{10})/g, '$1\n'),
  'every byte percent-encoded': (text) =>
    pairs(text)
      .map((pair) => `%${pair}`)
      .join(''),
  'URL-encoded': (text) => encodeURIComponent(text),
  'URL-encoded, lower case': (text) =>
    encodeURIComponent(text).replaceAll(/%../g, (escape) => escape.toLowerCase()),
  'URL-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'form-encoded': (text) => new URLSearchParams({ v: text }).toString().slice(2),
  'form-encoded, then URL-encoded': (text) =>
    encodeURIComponent(new URLSearchParams({ v: text }).toString().slice(2)),
  'with a plus for each space': (text) => text.replaceAll(' ', '+'),
  reversed: reverse,
  'JSON-escaped': (text) => JSON.stringify(text),
  'JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)),
  'Unicode escapes': (text) =>
    Array.from(
      { length: text.length },
      (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
};

describe('exact values', () => {
  it.each(Object.entries(ENCODINGS))('are found as %s', async (_, encode) => {
    const redactor = redactorFor(SECRET);
    const text = `before ${encode(SECRET)} after`;
    const clean = redactor.redact(text);
    expect(clean).toMatch(TOKEN);
    expect(clean.startsWith('before ')).toBe(true);
    expect(clean.endsWith(' after')).toBe(true);
    expect(redactor.counts()).toEqual({ thing: 1 });
  });

  it('are found in a form whose only trace of the encoding is the plus for a space', async () => {
    const clean = redactorFor('correct horse-staple').redact('q=correct+horse-staple&r=1');
    expect(clean).toMatch(/^q=\[redacted:thing:\w{8}\]&r=1$/);
    const typed = redactorFor("it's a horse").redact("q=it's+a+horse&r=1");
    expect(typed).toMatch(/^q=\[redacted:thing:\w{8}\]&r=1$/);
  });

  it('of any kind, planted in any encoding, leave no six characters of them behind', async () => {
    const secret = fc.oneof(
      fc.string({ minLength: 8, maxLength: 60, unit: 'grapheme-ascii' }),
      fc.base64String({ minLength: 8, maxLength: 60 }),
      fc.string({ minLength: 8, maxLength: 40, unit: 'grapheme' }),
    );
    await fc.assert(
      fc.asyncProperty(
        secret,
        fc.constantFrom(...Object.entries(ENCODINGS)),
        async (value, [, encode]) => {
          fc.pre(
            maskability(value) === 'everywhere' &&
              value.trim() === value &&
              !/[\r\n]/.test(value) &&
              new Set(value).size > 4,
          );
          const encoded = encode(value);
          const clean = redactorFor(value).redact(`<<${encoded}>>`);
          expect(clean, encoded).toMatch(TOKEN);
          const left = clean.replaceAll(TOKEN, '\u0000');
          // What an encoder put around the value may stay; nothing that decodes to a good part of it may.
          for (const view of [left, reverse(left)]) {
            expect(view).not.toContain(value);
            for (const part of left.split('\u0000')) {
              const decoded = Buffer.from(part.replaceAll(/\s|\\n/g, ''), 'base64').toString(
                'latin1',
              );
              expect(decoded.includes(Buffer.from(value).toString('latin1'))).toBe(false);
            }
          }
        },
      ),
      { numRuns: 80 },
    );
  });

  it('give the same token for the same value, in whatever form, and another one in another process', async () => {
    const redactor = redactorFor(SECRET);
    const clean = redactor.redact(`${SECRET} ${b64(SECRET)} ${hex(SECRET)}`);
    const tokens = clean.match(TOKEN) ?? [];
    expect(tokens).toHaveLength(3);
    expect(new Set(tokens).size).toBe(1);
    expect(redactorFor(SECRET).redact(SECRET)).not.toBe(tokens[0]);
  });

  it('can be added later', async () => {
    const redactor = createRedactor();
    expect(redactor.redact(SECRET)).toBe(SECRET);
    redactor.addSecret(SECRET, 'Minted Token!');
    expect(redactor.redact(`x${SECRET}x`)).toMatch(/^x\[redacted:minted-token:\w{8}\]x$/);
  });

  it('of several lines are found whole and line by line, armour left alone', async () => {
    const key = `-----BEGIN THING-----\n${randomBytes(30).toString('base64')}\n${randomBytes(30).toString('base64')}\nshort\n-----END THING-----\n`;
    const redactor = redactorFor(key);
    const [, first = '', second = ''] = key.split('\n');
    expect(redactor.redact(key.trim())).toMatch(/^\[redacted:thing:\w{8}\]$/);
    expect(redactor.redact(key.replaceAll('\n', '\r\n').trim())).toMatch(
      /^\[redacted:thing:\w{8}\]$/,
    );
    expect(redactor.redact(JSON.stringify(key.trim()))).toMatch(/^"\[redacted:thing:\w{8}\]"$/);
    expect(redactor.redact(`${first} and ${second} and short`)).toMatch(
      /^\[\S+\] and \[\S+\] and short$/,
    );
    expect(redactor.redact('-----BEGIN THING-----')).toBe('-----BEGIN THING-----');
  });

  it('in JSON are found one by one, its words left alone', async () => {
    const password = randomBytes(20).toString('hex');
    const redactor = redactorFor(
      JSON.stringify(
        {
          type: 'service_account',
          private_key_id: password,
          auth_uri: 'https://accounts.example.com',
        },
        null,
        2,
      ),
    );
    expect(redactor.redact(`"type": "service_account" ${password}`)).toMatch(
      /^"type": "service_account" \[\S+\]$/,
    );
  });

  it('that are short are masked as words only, and hardly at all when very short', async () => {
    expect(['abc', 'abcd', 'abcde', 'abcdef', ' abcdef\n'].map(maskability)).toEqual([
      'never',
      'as-a-word',
      'as-a-word',
      'everywhere',
      'everywhere',
    ]);
    expect(redactorFor('abcd').redact('abcd xabcd abcdx (abcd)')).toMatch(
      /^\[\S+\] xabcd abcdx \(\[\S+\]\)$/,
    );
    expect(redactorFor('abc').redact('abc')).toBe('abc');
    expect(redactorFor('').redact('anything')).toBe('anything');
    expect(redactorFor('  \n ').redact('a   b')).toBe('a   b');
  });

  it('that overlap become one', async () => {
    const redactor = createRedactor({
      secrets: [
        { kind: 'a', value: 'abcdefgh' },
        { kind: 'b', value: 'efghijkl' },
      ],
    });
    expect(redactor.redact('_abcdefghijkl_')).toMatch(/^_\[redacted:a:\w{8}\]_$/);
  });

  it('that are made of one character do not blow up', async () => {
    expect(redactorFor('aaaaaaaa').redact(`b${'a'.repeat(200_000)}b`)).toMatch(
      /^b\[redacted:thing:\w{8}\]b$/,
    );
  });
});

describe('what replaces a secret', () => {
  it('names its kind in at most 40 small letters, digits and hyphens', async () => {
    for (const [kind, name] of [
      ['k'.repeat(60), 'k'.repeat(40)],
      ['_My Key_', 'my-key'],
      ['!?', 'secret'],
    ] as const) {
      const token = createRedactor({ secrets: [{ kind, value: SECRET }] }).redact(SECRET);
      expect(token).toMatch(new RegExp(`^\\[redacted:${name}:\\w{8}\\]$`));
      expect(hasRedaction(token)).toBe(true);
    }
  });

  it('is distinguished from text that only begins like it, and what is beside it stays', async () => {
    const token = redactorFor(SECRET).redact(SECRET);
    expect(hasRedaction(`a ${token} b`)).toBe(true);
    expect(splitAtRedactions(`a ${token} b${token}`)).toEqual(['a ', ' b', '']);
    for (const text of ['', 'a', '[redacted:thing]', token.slice(0, -1)]) {
      expect(hasRedaction(text)).toBe(false);
      expect(splitAtRedactions(text)).toEqual([text]);
    }
  });

  it('may turn the text behind it into a secret, which is replaced too, three times in a row', async () => {
    const redactor = createRedactor({
      secrets: [{ kind: 'thing', value: SECRET }],
      patterns: [{ name: 'behind', regex: '\\]x[0-9]{8}' }],
    });
    const clean = redactor.redact(`${SECRET}${'x12345678'.repeat(3)}`);
    expect(clean).not.toContain('x1');
    expect(redactor.counts()).toEqual({ thing: 1, behind: 3 });
  });
});

it('addresses with a common password, as those of test databases, stay as they are', async () => {
  const redactor = createRedactor();
  for (const scheme of ['https', 'postgres', 'mongodb', 'mysql', 'redis', 'amqp']) {
    const text = `URL: ${scheme}://postgres:postgres@localhost:5432/test`;
    expect(redactor.redact(text)).toBe(text);
    const real = `URL: ${scheme}://postgres:hunter22x@localhost:5432/test`;
    expect(redactor.redact(real)).not.toContain('hunter22x');
  }
});

describe('redacting twice', () => {
  it('changes nothing more', async () => {
    const words = [
      'redacted',
      'thing',
      SECRET,
      b64(SECRET),
      ':',
      '[redacted:thing:',
      'AKIAIOSFODNN7EXAMPLX',
      'https://u:pass1word@host/',
      ' ',
      '\n',
      'x',
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { maxLength: 12 }), async (parts) => {
        const redactor = createRedactor({
          secrets: [
            { kind: 'thing', value: SECRET },
            { kind: 'word', value: 'redacted' },
          ],
        });
        const once = redactor.redact(parts.join(''));
        expect(redactor.redact(once)).toBe(once);
        expect(once).not.toContain(SECRET);
      }),
      { numRuns: 40 },
    );
  });
});

describe('redactJson', () => {
  it('reaches every string, key and long number', async () => {
    const redactor = createRedactor({
      secrets: [
        { kind: 's', value: SECRET },
        { kind: 'n', value: '123456789' },
      ],
    });
    const clean = redactor.redactJson({
      [SECRET]: [SECRET, 1, null, true, { deep: `a ${b64(SECRET)} b` }],
      pin: 123456789,
      small: 12345,
    });
    expect(JSON.stringify(clean)).toMatch(
      /^\{"\[redacted:s:(\w{8})\]":\["\[redacted:s:\1\]",1,null,true,\{"deep":"a \[redacted:s:\1\] b"\}\],"pin":"\[redacted:n:\w{8}\]","small":12345\}$/,
    );
  });

  it('leaves any value without secrets as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as Json;
        expect(createRedactor().redactJson(plain)).toEqual(plain);
      }),
    );
  });

  it('does not join what is apart, whatever the strings hold', async () => {
    const redactor = redactorFor('abcdefgh');
    expect(redactor.redactJson(['abcd', 'efgh', '\n\u0000\n', 'x\u0000abcdefgh'])).toEqual([
      'abcd',
      'efgh',
      '\n\u0000\n',
      expect.stringMatching(/^x\u0000\[redacted/),
    ]);
  });

  it('replaces a number that is a secret from six digits on, and no other', async () => {
    const redactor = createRedactor({
      secrets: ['123456', '12345'].map((value) => ({ kind: 'pin', value })),
    });
    expect(redactor.redactJson([123456, 12345, 7777777, 'a 12345'])).toEqual([
      expect.stringMatching(/^\[redacted:pin:\w{8}\]$/),
      12345,
      7777777,
      expect.stringMatching(/^a \[redacted:pin:\w{8}\]$/),
    ]);
  });

  it('replaces what a replacement turns into a secret, three times in a row', async () => {
    const redactor = createRedactor({
      secrets: [{ kind: 'thing', value: SECRET }],
      patterns: [{ name: 'behind', regex: '\\]x[0-9]{8}' }],
    });
    const clean = redactor.redactJson([`${SECRET}${'x12345678'.repeat(3)}`, SECRET]);
    expect(JSON.stringify(clean)).not.toContain('x1');
    expect(redactor.counts()).toEqual({ thing: 2, behind: 3 });
  });

  it('changes nothing where a match lies between two strings', async () => {
    const redactor = createRedactor({ patterns: [{ name: 'nul', regex: '\\u0000' }] });
    const value = ['a', 'b'];
    expect(redactor.redactJson(value)).toEqual(value);
    expect(redactor.counts()).toEqual({});
  });

  it('keeps two names apart that hold the same secret', async () => {
    const clean = redactorFor('abcdefgh').redactJson({
      abcdefgh: 1,
      [reverse('abcdefgh')]: 2,
    });
    expect(Object.values(clean as Record<string, Json>)).toEqual([1, 2]);
  });
});

describe('what is no secret', () => {
  const harmless = [
    ['a git SHA', randomBytes(20).toString('hex')],
    ['a SHA-256', sha256('x')],
    ['a UUID', '3f2504e0-4f89-11d3-9a0c-0305e82c3301'],
    ['an integrity', `sha512-${randomBytes(64).toString('base64')}`],
    ['a picture', `data:image/png;base64,${randomBytes(30_000).toString('base64')}`],
    ['a URL', 'https://github.com/octo/repo/pull/7#discussion_r123456789?x=y:z@w'],
    ['an address', 'see mona@example.com: or git@github.com:octo/repo.git'],
    [
      'a placeholder',
      'https://user:${TOKEN}@host/ https://x:<token>@host Authorization: Bearer $TOKEN',
    ],
    ['prose', 'The secret of the token is that the password has no key. '.repeat(20)],
    [
      'code',
      'const token = process.env.GITHUB_TOKEN ?? await getToken({ apiKey: config.apiKey });',
    ],
    [
      'a lock file',
      `"node_modules/x": { "version": "1.0.0", "resolved": "https://registry.npmjs.org/x/-/x-1.0.0.tgz", "integrity": "sha512-${b64(sha256('y'))}" }`,
    ],
    [
      'a public key',
      `-----BEGIN PUBLIC KEY-----\n${randomBytes(90).toString('base64')}\n-----END PUBLIC KEY-----`,
    ],
    ['a class name', 'sk-loading-spinner-with-a-very-long-name task-list-items-of-the-whole-page'],
  ];
  it.each(harmless)('stays: %s', async (_, text = '') => {
    const redactor = redactorFor(SECRET);
    expect(redactor.redact(text)).toBe(text);
    expect(redactor.counts()).toEqual({});
  });
});

describe('knownSecretsIn', () => {
  const value = 'pw-7f3e9c1b5d8a';
  const redactor = createRedactor({ secrets: [{ kind: 'env-PASSWORD', value }] });
  const line = `password = ${value}\n`;
  const bigEndian = Buffer.from(line, 'utf16le').swap16();

  it.each([
    ['as text', Buffer.from(line)],
    ['as text beside a NUL byte', Buffer.from(`\0${line}`)],
    ['as UTF-16, little-endian', Buffer.from(line, 'utf16le')],
    ['as UTF-16, big-endian', bigEndian],
    ['as base64', Buffer.from(Buffer.from(line).toString('base64'))],
    ['compressed, as base64', Buffer.from(gzipSync(line.repeat(9)).toString('base64'))],
  ])('names the kind of a secret in a file %s', (_form, content) => {
    expect(redactor.knownSecretsIn(content)).toEqual(['env-password']);
  });

  it('names the kind of a secret that only UTF-16 can read', () => {
    const other = createRedactor({ secrets: [{ kind: 'pass', value: 'пароль-7f3e9c' }] });
    const content = Buffer.from('a пароль-7f3e9c', 'utf16le');
    expect(other.knownSecretsIn(content)).toEqual(['pass']);
    expect(other.knownSecretsIn(content.swap16())).toEqual(['pass']);
  });

  it('names nothing in other content', () => {
    expect(redactor.knownSecretsIn(Buffer.from('password = other\n'))).toEqual([]);
    expect(redactor.knownSecretsIn(Buffer.alloc(0))).toEqual([]);
  });
});
