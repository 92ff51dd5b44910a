/** Long texts end: the tests know no times, but an expression that takes quadratic time would not end here. */
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/common/index.ts';
import { findTokens } from '../../../src/common/redaction/patterns/patterns.ts';
import { PEM_WORDS } from '../../../src/common/redaction/patterns/pem.ts';
import { someOf } from '../../properties.ts';

const SECRET = 'hunter2-S3cr3t/Value+x=';
/** An expression that takes quadratic time needs minutes for so many. */
const CHARS = 600_000;
const b64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');

describe('size', () => {
  it('a text takes time in proportion to its length', { timeout: 60_000 }, async () => {
    const redactor = createRedactor({
      secrets: Array.from({ length: 30 }, () => ({
        kind: 'k',
        value: randomBytes(24).toString('base64'),
      })),
    });
    const line =
      'The quick brown fox 0123456789abcdef jumps over https://example.com/a:b eyJ AKIA ghp_ xox -----BEGIN\n';
    const text = line.repeat(Math.ceil(2_000_000 / line.length));
    expect(redactor.redact(text)).toHaveLength(text.length);
  });

  it('more beginnings of keys than a call takes arguments are found', {
    timeout: 60_000,
  }, async () => {
    const count = 150_000;
    const text = '-----BEGIN PRIVATE KEY-----\n'.repeat(count);
    expect(findTokens(text, new Set(PEM_WORDS))).toHaveLength(count);
  });

  it.each(
    someOf(
      [
        'eyJ-',
        'eyJa.eyJ',
        'http://a:',
        'a://',
        // The first search leaves a match in each, beside what it replaced.
        'postgres://u:p4ssw0rdX9@h/db"',
        'Authorization: Bearer ',
        '-----BEGIN RSA PRIVATE KEY-----\n',
        'abc\n-----END RSA PRIVATE KEY-----\n',
        "'-----END RSA PRIVATE KEY-----'",
        'aws_secret_key',
        '%41',
        '\\u0041',
        'A',
        '=',
        ' ',
        'gho_',
        'sk-',
        'secret key = ',
        'mysql -p',
        'name: a1, value: ',
        'a:*:b:',
        '"kty","d":"',
        'token\n\u0000\n',
        'a.b:c@',
        `${['gh', 'p_'].join('')}${'a1'.repeat(18)} `,
        '"',
        '" + "',
        '"\n',
        '\\',
        '\\\\u00',
        '\u001b[',
        '\u001b]',
        '\u001b[0m',
        '\u{e0041}',
        '\u200b',
        '\u0000',
        '&',
        '&#',
        '&#x41;',
        '=\n',
        '=41',
        '1 ',
        '101 ',
        '01100001',
        '0000000 4141 ',
        '00000000: 4141 4141\n',
        'QUFB',
        `${b64('some plain words in a row')}\n`,
        `${b64('some plain words in a row')} `,
        'H4sI',
        'eJzz',
        `${b64(gzipSync('x'.repeat(10_000)))} `,
        '616161616161616161 ',
        b64(b64(b64('some plain words in a row'))),
      ],
      12,
    ),
  )('a long text of %j takes no more', { timeout: 60_000 }, async (piece) => {
    const redactor = createRedactor({ secrets: [{ kind: 'thing', value: SECRET }] });
    redactor.redact(piece.repeat(Math.ceil(CHARS / piece.length)));
  });
});
