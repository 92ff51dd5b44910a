import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CountersignError, sha256 } from '../../src/common/index.ts';
import {
  type CheckpointState,
  decryptCheckpoint,
  encryptCheckpoint,
} from '../../src/checkpoint/index.ts';
import {
  ENCRYPTED_MAX_BYTES,
  CONTENT_MAX_BYTES,
  decryptText,
  encryptPacked,
  encryptText,
} from '../../src/checkpoint/checkpoint.ts';
import * as fc from '../properties.ts';
import { SECRET, stateOf } from './states.ts';

/** Magic, version, salt, key check, context and iv. */
const HEADER_BYTES = 4 + 1 + 16 + 8 + 32 + 12;
const state = stateOf();
const context = { repository: state.repository, run: state.run, trailHead: state.trailHead };
const sealing = { secret: SECRET, context };

/** Opening throws `checkpoint-refused`; the message. */
function refusalOf(open: () => unknown): string {
  try {
    open();
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'checkpoint-refused')
      return `${error.message} ${error.fix ?? ''}`;
    throw error;
  }
  throw new Error('it was opened');
}

/** The file with its checksum made good again, as somebody who changes it would. */
function withChecksum(bytes: Uint8Array): Uint8Array {
  const body = bytes.subarray(0, -32);
  return Buffer.concat([body, Buffer.from(sha256(body), 'hex')]);
}

describe('a checkpoint', () => {
  test('decrypts to exactly what was encrypted', () => {
    expect(decryptCheckpoint(encryptCheckpoint(state, { secret: SECRET }), sealing)).toEqual(state);
  });

  test('has every kind of block of a conversation, and every end of a call', () => {
    const source = { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } as const;
    const blocks = [
      { type: 'text', text: 'Look.' },
      { type: 'image', source: { ...source, media_type: 'image/png' } },
      { type: 'document', source },
    ] as const;
    const [done] = state.settled;
    if (done === undefined) throw new Error('no call has ended');
    const error = { type: 'execution', message: 'No.', recommendations: ['Look.'] } as const;
    const whole = stateOf({
      messages: [
        ...state.messages,
        {
          role: 'user',
          content: [
            ...blocks,
            { type: 'tool_result', tool_use_id: 't', content: [...blocks], is_error: true },
            { type: 'tool_result', tool_use_id: 'u', content: 'text' },
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'I see.' }] },
      ],
      settled: [
        done,
        { ...done, state: 'FAILED', isError: true, error },
        ...(['policy', 'person', 'unanswered'] as const).map((refusal) => ({
          ...done,
          state: 'DENIED' as const,
          refusal,
        })),
      ],
    });
    expect(decryptCheckpoint(encryptCheckpoint(whole, { secret: SECRET }), sealing)).toEqual(whole);
  });

  test('opens with the state of tools, and without it if an older version saved it', () => {
    const memory = { finish: 3, github_rerun_failed: [71], github_push_branch: { a: 'f00' } };
    const remembering = stateOf({ memory });
    expect(
      decryptCheckpoint(encryptCheckpoint(remembering, { secret: SECRET }), sealing).memory,
    ).toEqual(memory);
    const encrypted = encryptCheckpoint(state, { secret: SECRET });
    expect(decryptCheckpoint(encrypted, sealing)).not.toHaveProperty('memory');
  });

  test('holds nothing readable, and no two are alike', () => {
    const one = Buffer.from(encryptCheckpoint(state, { secret: SECRET }));
    expect(one.includes('npm publish')).toBe(false);
    expect(one.equals(Buffer.from(encryptCheckpoint(state, { secret: SECRET })))).toBe(false);
  });

  test('any one byte changed is refused, at every place', () => {
    const bytes = encryptCheckpoint(state, { secret: SECRET });
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (index, by) => {
        const changed = Uint8Array.from(bytes);
        changed[index] = (changed[index] ?? 0) ^ by;
        expect(refusalOf(() => decryptCheckpoint(changed, sealing))).toContain('refused');
      }),
      { numRuns: 100 },
    );
  });

  test('a byte changed by somebody who recomputes the checksum is refused too', () => {
    const bytes = encryptCheckpoint(state, { secret: SECRET });
    for (let index = 0; index < bytes.length - 32; index += 1) {
      const changed = Uint8Array.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      refusalOf(() => decryptCheckpoint(withChecksum(changed), sealing));
    }
  });

  test('cut, extended, empty and foreign files are refused', () => {
    const bytes = encryptCheckpoint(state, { secret: SECRET });
    fc.assert(
      fc.property(
        fc.nat(bytes.length - 1),
        (length) => void refusalOf(() => decryptCheckpoint(bytes.subarray(0, length), sealing)),
      ),
    );
    refusalOf(() => decryptCheckpoint(Buffer.concat([bytes, Buffer.from([0])]), sealing));
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        (noise) => void refusalOf(() => decryptCheckpoint(noise, sealing)),
      ),
    );
  });

  test('a file is refused for the first thing that is wrong with it', () => {
    const refusal = (file: Uint8Array) => refusalOf(() => decryptText(file, sealing));
    const largest = Buffer.alloc(ENCRYPTED_MAX_BYTES + 1);
    expect(refusal(largest)).toContain(`it has ${largest.length} bytes, over the limit`);
    expect(refusal(largest.subarray(1))).toContain('it is not a checkpoint');
    expect(refusal(Buffer.from('CSCP'))).toContain('the version unknown');
    const bytes = encryptText('', sealing);
    expect(refusal(bytes.subarray(0, HEADER_BYTES + 16 + 32 - 1))).toContain('it is truncated');
    expect(refusal(bytes.subarray(0, HEADER_BYTES + 16 + 32))).toContain('its checksum');
    const other = { ...context, run: 'run-zzzzzzzzzzzzzzzz' };
    expect(refusalOf(() => decryptText(bytes, { secret: SECRET, context: other }))).toContain(
      'it belongs to another run',
    );
    const mended = Uint8Array.from(bytes);
    mended[HEADER_BYTES] = (mended[HEADER_BYTES] ?? 0) ^ 1;
    expect(refusal(withChecksum(mended))).toContain('it was changed after it was encrypted');
  });

  test('a repository is the same in any case of its letters', () => {
    const bytes = encryptText('text', sealing);
    const upper = { ...context, repository: context.repository.toUpperCase() };
    expect(decryptText(bytes, { secret: SECRET, context: upper })).toBe('text');
  });

  test('another key is refused, and the rotation is named', () => {
    const bytes = encryptCheckpoint(state, { secret: SECRET });
    expect(
      refusalOf(() => decryptCheckpoint(bytes, { ...sealing, secret: `${SECRET}.` })),
    ).toContain('rotated');
  });

  test('one that was stored opens for as long as the version of the format is 1', () => {
    const stored =
      'Q1NDUAGTxv53WAIKcSNj5HOirIjyDyEiJjE9MPhKwJmXJCUwRh7PVEkPNZY/y+VEA8JsTgojq9OG88BG6VMc2/qEuZZ8r8KDJ77/g//WMq3xssUW7h1QcTxyAQf3oytZvtcOLPZ2hIbVrut0lY2bRt4bMVbCgOT3BSTwyqb2PYXzaOII5iKNBw12QAg=';
    const trailHead = { hash: 'f'.repeat(64), count: 12 };
    const given = { repository: 'octo/repo', run: 'run-0123456789abcdef', trailHead };
    const options = { secret: 'a secret of 24 letters!!', context: given };
    expect(decryptText(Buffer.from(stored, 'base64'), options)).toBe('an earlier text');
  });

  test('another run, repository or trail is refused', () => {
    const bytes = encryptCheckpoint(state, { secret: SECRET });
    const others = [
      { ...context, run: 'run-zzzzzzzzzzzzzzzz' },
      { ...context, repository: 'octo/fork' },
      { ...context, trailHead: { ...context.trailHead, count: 13 } },
      { ...context, trailHead: { ...context.trailHead, hash: 'e'.repeat(64) } },
    ];
    for (const other of others)
      expect(
        refusalOf(() => decryptCheckpoint(bytes, { secret: SECRET, context: other })),
      ).toContain('another run');
  });

  test('another version of the format is refused by its number', () => {
    const bytes = Uint8Array.from(encryptCheckpoint(state, { secret: SECRET }));
    bytes[4] = 2;
    expect(refusalOf(() => decryptCheckpoint(withChecksum(bytes), sealing))).toContain(
      'the version 2',
    );
  });

  test('a secret that could be guessed is refused', () => {
    for (const secret of ['', 'short']) {
      expect(refusalOf(() => encryptCheckpoint(state, { secret }))).toContain('state-key');
    }
  });

  test('content that unpacks to more than allowed is refused before it is in memory', () => {
    expect(CONTENT_MAX_BYTES).toBeGreaterThan(ENCRYPTED_MAX_BYTES);
    const big = ' '.repeat(CONTENT_MAX_BYTES + 1);
    expect(refusalOf(() => encryptText(big, sealing))).toContain('over the limit');
  });

  test('content that compresses to more than a file may have is refused before it is saved', () => {
    const packed = Buffer.alloc(ENCRYPTED_MAX_BYTES);
    expect(refusalOf(() => encryptPacked(packed, sealing))).toContain(
      `over the limit of ${ENCRYPTED_MAX_BYTES}`,
    );
  });

  test('a small file that decompresses to more than allowed is refused', () => {
    const bomb = brotliCompressSync(Buffer.alloc(CONTENT_MAX_BYTES + 1, ' '), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 0 },
    });
    const file = encryptPacked(bomb, sealing);
    expect(file.length).toBeLessThan(1024 * 1024);
    expect(refusalOf(() => decryptText(file, sealing))).toContain(
      `decompresses to more than ${CONTENT_MAX_BYTES} bytes`,
    );
  });

  test('a state that does not match the schema is refused, even with a valid key', () => {
    const odd = { ...state, extra: 1 } as CheckpointState;
    expect(refusalOf(() => encryptCheckpoint(odd, { secret: SECRET }))).toContain('version 1');
    for (const [text, because] of [
      ['{}', 'version 1 (version: Invalid input'],
      ['[]', 'version 1 (it: Invalid input: expected object, received array)'],
      ['null', 'version 1 (it: Invalid input'],
      ['no json', 'its content is not JSON'],
      [JSON.stringify({ ...state, version: 2 }), 'version 1 (version: '],
      [
        JSON.stringify({ ...state, used: { ...state.used, calls: '2' } }),
        '(used.calls: Invalid input: expected number',
      ],
    ] as const) {
      const open = () => decryptCheckpoint(encryptText(text, sealing), sealing);
      expect(refusalOf(open)).toContain(because);
    }
    expect(
      refusalOf(() =>
        decryptCheckpoint(
          encryptText(JSON.stringify(stateOf({ run: 'run-other' })), sealing),
          sealing,
        ),
      ),
    ).toContain('another run');
  });

  test('any text comes back as it was, lone surrogates replaced', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.codePoint }), (text) => {
        expect(decryptText(encryptText(text, sealing), sealing)).toBe(text.toWellFormed());
      }),
      { numRuns: 50 },
    );
  });

  test('ten megabytes are encrypted and decrypted', () => {
    const bundle = Buffer.from(
      Array.from({ length: 2_000_000 }, (_, index) => (index * 2654435761) % 251),
    ).toString('base64');
    const large = stateOf({
      messages: Array.from({ length: 2_000 }, (_, index) => ({
        role: 'user',
        content: [{ type: 'text', text: `${index} `.repeat(500) }],
      })),
      workTree: { base: 'a'.repeat(40), commit: 'b'.repeat(40), bundle },
    });
    expect(
      decryptCheckpoint(encryptCheckpoint(large, { secret: SECRET }), sealing).workTree?.bundle,
    ).toBe(bundle);
  });
});
