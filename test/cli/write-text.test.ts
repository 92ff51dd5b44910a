import { createWriteStream, existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { CountersignError } from '../../src/common/index.ts';
import { writeText } from '../../src/cli/write-text.ts';
import { tempFolder } from './trails.ts';

const PIECE = 'x'.repeat(10_000);

/** Endless pieces, and how many were made. */
function endless() {
  const made = { pieces: 0, isClosed: false };
  async function* pieces(): AsyncGenerator<string> {
    try {
      for (;;) {
        made.pieces += 1;
        yield PIECE;
      }
    } finally {
      made.isClosed = true;
    }
  }
  return { made, pieces: pieces() };
}

const target = (stream: Writable) => ({ open: () => stream, ends: false, name: 'The output' });

const openFull = () => createWriteStream('/dev/full');

async function* unmade(): AsyncGenerator<string> {
  yield* [];
  throw new CountersignError('trail-broken', 'line 3');
}

async function* broken(): AsyncGenerator<string> {
  for (let index = 0; index < 100; index += 1) yield PIECE;
  throw new TypeError('a defect');
}

async function* manyLines(): AsyncGenerator<string> {
  for (let index = 0; index < 20_000; index += 1) yield 'ä🙂\n';
}

describe('writeText', () => {
  it('makes no more of a text than its reader takes, and stops when the reader closes', async () => {
    const { made, pieces } = endless();
    let written = 0;
    const slow = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        written += chunk.length;
        // Whoever reads ahead would have made more than one block by then.
        setImmediate(() => {
          expect(made.pieces * PIECE.length - written).toBeLessThan(500_000);
          done(written > 2_000_000 ? Object.assign(new Error('closed'), { code: 'EPIPE' }) : null);
        });
      },
    });
    await writeText(pieces, target(slow));
    expect(written).toBeGreaterThan(2_000_000);
    expect(made.isClosed).toBe(true);
  });

  it('leaves a file as it is if the text cannot be made, and says why', async () => {
    const file = join(await tempFolder(), 'report.html');
    await writeFile(file, 'before');
    const open = () => createWriteStream(file);
    await expect(writeText(unmade(), { open, ends: true, name: file })).rejects.toMatchObject({
      code: 'trail-broken',
    });
    expect(await readFile(file, 'utf8')).toBe('before');
  });

  it('passes on what the pieces throw in the middle', async () => {
    const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
    await expect(writeText(broken(), target(sink))).rejects.toThrow(TypeError);
  });

  it('writes a file to its end, and counts its bytes', async () => {
    const file = join(await tempFolder(), 'out.txt');
    const open = () => createWriteStream(file);
    const bytes = await writeText(manyLines(), { open, ends: true, name: file });
    expect(bytes).toBe(140_000);
    expect(await readFile(file, 'utf8')).toBe('ä🙂\n'.repeat(20_000));
  });

  it.skipIf(!existsSync('/dev/full'))('names the file that cannot be written', async () => {
    const { pieces } = endless();
    await expect(
      writeText(pieces, { open: openFull, ends: true, name: '/dev/full' }),
    ).rejects.toMatchObject({
      code: 'file-refused',
      message: expect.stringContaining('/dev/full'),
    });
  });
});
