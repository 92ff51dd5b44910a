/** Texts of megabytes end: the tests know no times, but an expression that takes quadratic time would not end here. */
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/common/index.ts';
import { someOf } from '../../properties.ts';

const SECRET = 'hunter2-S3cr3t/Value+x=';
const b64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');

describe('size', () => {
  it('ten megabytes take time in proportion', { timeout: 60_000 }, async () => {
    const redactor = createRedactor({
      secrets: Array.from({ length: 30 }, () => ({
        kind: 'k',
        value: randomBytes(24).toString('base64'),
      })),
    });
    const line =
      'The quick brown fox 0123456789abcdef jumps over https://example.com/a:b eyJ AKIA ghp_ xox -----BEGIN\n';
    const text = line.repeat(Math.ceil(10_000_000 / line.length));
    expect(redactor.redact(text)).toHaveLength(text.length);
  });

  it('more keys than a call takes arguments are redacted', { timeout: 60_000 }, async () => {
    const text = '-----BEGIN RSA PRIVATE KEY-----\n'.repeat(150_000);
    expect(createRedactor().redact(text)).not.toContain('BEGIN');
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
  )('a megabyte of %j takes no more', { timeout: 60_000 }, async (piece) => {
    const redactor = createRedactor({ secrets: [{ kind: 'thing', value: SECRET }] });
    redactor.redact(piece.repeat(Math.ceil(1_000_000 / piece.length)));
  });
});
