// I/O: what an earlier process left of a trail.
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { CountersignError, sha256 } from '../../common/index.ts';
import { ChainChecker } from '../verify/chain.ts';
import { errnoOf, syncFolder, unwritable, writeSynced } from './disk.ts';
import { TRAIL_FILE } from '../format/format.ts';
import { LineSplitter } from '../format/lines.ts';
import type { TrailHead } from '../format/ports.ts';

/** A torn line that was set aside. */
export interface TruncatedTail {
  readonly bytes: number;
  readonly sha256: string;
}

export interface Left {
  readonly head: TrailHead;
  /** Bytes of whole lines. */
  readonly sizeBytes: number;
  readonly torn: TruncatedTail | null;
}

/**
 * Checks the chain that is there, sets a torn last line aside as `torn-<seq>.bin` and cuts it off the trail.
 * Throws `trail-broken` where a whole line does not belong: such a trail is evidence, and is not written to.
 */
export async function recoverTrail(folder: string, run: string, handle: FileHandle): Promise<Left> {
  const { checker, rest, sizeBytes } = await scan(folder, run);
  const { head } = checker;
  try {
    if (rest.length > 0) {
      await keepTorn(folder, head.count, rest);
      await handle.truncate(sizeBytes);
      await handle.datasync();
    }
    return { head, sizeBytes, torn: await tornAt(folder, head.count) };
  } catch (error) {
    throw unwritable(folder, error);
  }
}

async function scan(
  folder: string,
  run: string,
): Promise<{ checker: ChainChecker; rest: Buffer; sizeBytes: number }> {
  const checker = new ChainChecker(run);
  const lines = new LineSplitter();
  let sizeBytes = 0;
  for await (const chunk of createReadStream(join(folder, TRAIL_FILE))) {
    if (!Buffer.isBuffer(chunk)) continue;
    for (const line of lines.push(chunk)) {
      const linked = checker.next(line);
      if (!linked.ok) throw broken(folder, checker.head.count + 1, linked.because);
      sizeBytes += line.length + 1;
    }
    if (lines.overflowing) throw broken(folder, checker.head.count + 1, 'The line is too long.');
  }
  return { checker, rest: lines.rest(), sizeBytes };
}

function broken(folder: string, line: number, because: string): CountersignError {
  return new CountersignError(
    'trail-broken',
    `The trail in ${folder} is broken at line ${line}: ${because}`,
    { fix: 'Keep it as it is, and start the run with another folder.' },
  );
}

async function keepTorn(folder: string, seq: number, bytes: Buffer): Promise<void> {
  const path = tornPath(folder, seq);
  try {
    await writeSynced(path, bytes);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    // A crash came between setting aside and cutting off, or between that and the entry: both are kept.
    await writeSynced(`${path}.${sha256(bytes).slice(0, 8)}.${Date.now()}`, bytes);
  }
  await syncFolder(folder);
}

/** The torn line that stands in the place of the next entry: no `recovered` entry tells of it yet. */
async function tornAt(folder: string, seq: number): Promise<TruncatedTail | null> {
  const path = tornPath(folder, seq);
  try {
    const { size } = await stat(path);
    return { bytes: size, sha256: sha256(await readFile(path)) };
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function tornPath(folder: string, seq: number): string {
  return join(folder, `torn-${seq}.bin`);
}
