// I/O: reads the trail that an earlier process wrote.
import { createReadStream } from 'node:fs';
import { type FileHandle, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, sha256 } from '../../common/index.ts';
import { ChainChecker, chainedLines } from '../format/chain.ts';
import { syncFolder, unwritable, writeSynced } from './disk.ts';
import { TORN_FILE, TRAIL_FILE } from '../format/format.ts';
import { LineSplitter } from '../format/lines.ts';
import type { TrailEvent } from '../format/events.ts';
import type { BlobRef } from '../format/recorded.ts';
import type { TrailHead } from '../format/trail.ts';

export interface RecoveredTrail {
  readonly head: TrailHead;
  /** Size of the complete lines. */
  readonly sizeBytes: number;
  /** A truncated last line that was moved to a file of its own. */
  readonly truncatedLine: BlobRef | null;
}

/**
 * Checks the existing chain, and moves a truncated last line to `torn-<seq>.bin`. Throws `trail-broken` if a complete line
 * is invalid: such a trail is evidence, and is not changed.
 */
export async function recoverTrail(existing: {
  readonly folder: string;
  readonly run: string;
  readonly handle: FileHandle;
  /** Gets each entry of a type that is known, in order. */
  readonly onEntry: ((entry: TrailEvent) => void) | undefined;
}): Promise<RecoveredTrail> {
  const { folder, handle } = existing;
  const { head, rest, sizeBytes } = await scan(existing);
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
  readonly head: TrailHead;
  readonly rest: Buffer;
  readonly sizeBytes: number;
}> {
  const [chain, lines] = [new ChainChecker(run), new LineSplitter()];
  const checked = chainedLines(createReadStream(join(folder, TRAIL_FILE)), {
    chain,
    lines,
    name: `The audit trail in ${folder}`,
    fix: 'Do not change it, and start the run with another folder.',
  });
  let sizeBytes = 0;
  for await (const { line, entry } of checked) {
    sizeBytes += line.length + 1;
    if (entry.type !== 'unknown') onEntry?.(entry);
  }
  return { head: chain.head, rest: lines.remainder(), sizeBytes };
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
async function truncatedLineAt(folder: string, seq: number): Promise<BlobRef | null> {
  const path = truncatedLinePath(folder, seq);
  try {
    const bytes = await readFile(path);
    return { bytes: bytes.length, sha256: sha256(bytes) };
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function truncatedLinePath(folder: string, seq: number): string {
  return join(folder, `${TORN_FILE}-${seq}.bin`);
}
