// I/O: reads the trail that an earlier process wrote.
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, CountersignError, sha256 } from '../../common/index.ts';
import { ChainChecker } from '../verify/chain.ts';
import { syncFolder, unwritable, writeSynced } from './disk.ts';
import { TORN_FILE, TRAIL_FILE } from '../format/format.ts';
import { LineSplitter } from '../format/lines.ts';
import type { TrailEvent } from '../format/events.ts';
import type { TrailHead } from '../format/trail.ts';

/** A truncated last line that was moved to a file of its own. */
export interface TruncatedLine {
  readonly bytes: number;
  readonly sha256: string;
}

export interface RecoveredTrail {
  readonly head: TrailHead;
  /** Size of the complete lines. */
  readonly sizeBytes: number;
  readonly truncatedLine: TruncatedLine | null;
}

/**
 * Checks the existing chain, and moves a truncated last line to `torn-<seq>.bin`. Throws `trail-broken` if a complete line
 * is invalid: such a trail is evidence, and is not changed.
 */
export async function recoverTrail(existing: {
  readonly folder: string;
  readonly run: string;
  readonly handle: FileHandle;
  /** Gets each entry, in order. */
  readonly onEntry: ((entry: TrailEvent) => void) | undefined;
}): Promise<RecoveredTrail> {
  const { folder, handle } = existing;
  const { checker, rest, sizeBytes } = await scan(existing);
  const { head } = checker;
  try {
    if (rest.length > 0) {
      await setAside(folder, head.count, rest);
      await handle.truncate(sizeBytes);
      await handle.datasync();
    }
    return { head, sizeBytes, truncatedLine: await truncatedLineAt(folder, head.count) };
  } catch (error) {
    throw unwritable(folder, error);
  }
}

async function scan({ folder, run, onEntry }: Parameters<typeof recoverTrail>[0]): Promise<{
  checker: ChainChecker;
  rest: Buffer;
  sizeBytes: number;
}> {
  const checker = new ChainChecker(run);
  const lines = new LineSplitter();
  let sizeBytes = 0;
  for await (const chunk of createReadStream(join(folder, TRAIL_FILE))) {
    if (!Buffer.isBuffer(chunk)) continue;
    for (const line of lines.push(chunk)) {
      const linked = checker.next(line);
      if (!linked.ok) throw broken(folder, checker.head.count + 1, linked.because);
      sizeBytes += line.length + 1;
      if (linked.entry !== null) onEntry?.(linked.entry);
    }
    if (lines.overflowing) throw broken(folder, checker.head.count + 1, 'The line is too long.');
  }
  return { checker, rest: lines.remainder(), sizeBytes };
}

function broken(folder: string, line: number, because: string): CountersignError {
  return new CountersignError(
    'trail-broken',
    `The audit trail in ${folder} is broken at line ${line}: ${because}`,
    { fix: 'Do not change it, and start the run with another folder.' },
  );
}

async function setAside(folder: string, seq: number, bytes: Buffer): Promise<void> {
  const path = truncatedLinePath(folder, seq);
  try {
    await writeSynced(path, bytes);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    // An earlier process crashed before it recorded the line: both are kept.
    await writeSynced(`${path}.${sha256(bytes).slice(0, 8)}.${Date.now()}`, bytes);
  }
  await syncFolder(folder);
}

/** The truncated line at the place of the next entry, which no `recovered` entry records yet. */
async function truncatedLineAt(folder: string, seq: number): Promise<TruncatedLine | null> {
  const path = truncatedLinePath(folder, seq);
  try {
    const { size } = await stat(path);
    return { bytes: size, sha256: sha256(await readFile(path)) };
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function truncatedLinePath(folder: string, seq: number): string {
  return join(folder, `${TORN_FILE}-${seq}.bin`);
}
