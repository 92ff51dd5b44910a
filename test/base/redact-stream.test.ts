import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/base/index.ts';

const SECRET = 'hunter2-S3cr3t/Value+x=';
const KEY = [
  '-----BEGIN RSA PRIVATE KEY-----',
  ...Array.from({ length: 40 }, () => 'a1B2'.repeat(16)),
  '-----END RSA PRIVATE KEY-----',
].join('\n');

const filler = (chars: number, line: boolean) =>
  (line ? 'some words of output\n' : 'some words of output, ').repeat(chars / 20);

async function streamed(text: string, sizes: readonly number[]): Promise<string> {
  const stream = createRedactor({ secrets: [{ kind: 'thing', value: SECRET }] }).stream();
  let out = '';
  let at = 0;
  for (let index = 0; at < text.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    out += await stream.push(text.slice(at, at + size));
    at += size;
  }
  return out + (await stream.end());
}

describe('a text that comes in pieces', () => {
  const pieces = [
    SECRET,
    Buffer.from(`user:${SECRET}`).toString('base64'),
    KEY,
    'Authorization: Bearer abcdef0123456789abcdef',
    'https://user:pass1word@host/',
  ];
  it('lets nothing through at any border', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            before: fc.nat(3_000),
            line: fc.boolean(),
            secret: fc.constantFrom(...pieces),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 5 }),
        async (parts, sizes) => {
          const text = parts
            .map(({ before, line, secret }) => `${filler(before, line)} ${secret} `)
            .join('');
          const out = await streamed(text, sizes);
          for (const left of ['hunter2', 'S3cr3t', 'a1B2a1B2', 'pass1word', 'abcdef0123456789'])
            expect(out).not.toContain(left);
          expect(out.match(/\[redacted:/g)).toHaveLength(parts.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('keeps what a token is known by together with the token', async () => {
    for (let before = 1_600; before <= 2_100; before += 20) {
      const text = ` ${SECRET} ${filler(before, false)} https://user:pass1word@host/ ${filler(1_820, false)} ${SECRET} `;
      expect(await streamed(text, [11])).not.toContain('pass1word');
    }
  });

  it('comes out as it was where there is nothing to hide', async () => {
    const text = 'line of output\n'.repeat(1_000);
    expect(await streamed(text, [1, 700, 33])).toBe(text);
  });

  it('comes out on the way, not only at the end', async () => {
    const stream = createRedactor().stream();
    let early = '';
    for (let at = 0; at < 1_000; at += 1) early += await stream.push(`line ${at} of the output\n`);
    expect(early).toContain('line 500 of');
    expect(early + (await stream.end())).toContain('line 999 of');
  });
});
