/** Files of the disk as objects of git: copied under numbers first, so that git never meets their names or places. I/O. */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { CountersignError } from '../../../common/index.ts';
import { quotedLine, rawBytes } from '../../files/byte-paths.ts';
import type { ChangedPath } from './changed-paths.ts';
import { type Taken, takeFile } from '../../files/checkout-folder.ts';
import { lineOf, mustAskGit, type Workshop } from '../store/scratch-repository.ts';

const PROGRAM = '100755';
const TEXT = '100644';
const LINK = '120000';
const TURN = 64;

export interface CaptureLimits {
  readonly fileBytes: number;
  readonly totalBytes: number;
}

/** A path that changed and is not captured, with why. */
export interface LeftOut {
  /** As bytes (Latin-1). */
  readonly path: string;
  readonly because: string;
}

export interface Captured {
  /** The tree of `head` with the captured files in the place of what was there. */
  readonly tree: string;
  readonly leftOut: readonly LeftOut[];
  /** Paths whose state is in the tree. */
  readonly taken: readonly string[];
}

interface File {
  readonly path: string;
  readonly mode: string;
  readonly number: number;
}

/**
 * Writes the tree of a commit with these paths as they lie on disk, by an index of its own. Throws `worktree-refused` where
 * they are more than the limit in all.
 */
export async function captureTree(
  workshop: Workshop,
  of: {
    readonly head: string | null;
    readonly paths: readonly ChangedPath[];
    readonly limits: CaptureLimits;
  },
): Promise<Captured> {
  const { store } = workshop;
  const at = { workshop };
  const copied = await copyFiles(workshop, of);
  const start = of.head === null ? ['--empty'] : [of.head];
  await mustAskGit(store, ['read-tree', ...start], at);
  const ids = await hashed(workshop, copied.files);
  // What is gone goes first, so that a folder can take the place of a file.
  const gone = copied.gone.map((path) => `0 ${'0'.repeat(store.idBytes * 2)}\t${path}\0`);
  const there = copied.files.map(
    ({ path, mode }, index) => `${mode} ${ids[index] ?? ''}\t${path}\0`,
  );
  const stdin = rawBytes([...gone, ...there].join(''));
  await mustAskGit(store, ['update-index', '-z', '--index-info'], { ...at, stdin });
  return {
    tree: await lineOf(store, ['write-tree'], at),
    leftOut: copied.leftOut,
    taken: [...copied.gone, ...copied.files.map(({ path }) => path)],
  };
}

async function copyFiles(
  workshop: Workshop,
  of: { readonly paths: readonly ChangedPath[]; readonly limits: CaptureLimits },
): Promise<{
  readonly files: readonly File[];
  readonly gone: readonly string[];
  readonly leftOut: readonly LeftOut[];
}> {
  mkdirSync(join(workshop.folder, 'files'), { recursive: true });
  const files: File[] = [];
  const gone: string[] = [];
  const leftOut: LeftOut[] = [];
  const left = { bytes: of.limits.totalBytes };
  for (const [number, { path, kind, because }] of of.paths.entries()) {
    if (number % TURN === 0) await setImmediate();
    if (because !== null) {
      leftOut.push({ path, because });
      continue;
    }
    const taken = copyOne(workshop, { path, number, maxBytes: of.limits.fileBytes, left });
    if (taken.kind === 'left') leftOut.push({ path, because: taken.because });
    // A new file that is not there any more was never in the tree.
    else if (taken.kind === 'absent') gone.push(...(kind === 'new' ? [] : [path]));
    else files.push({ path, number, mode: modeOf(taken) });
  }
  return { files, gone, leftOut };
}

function copyOne(
  { store, folder }: Workshop,
  of: {
    readonly path: string;
    readonly number: number;
    readonly maxBytes: number;
    readonly left: { bytes: number };
  },
): Taken {
  const to = placeOf(folder, of.number);
  const fd = openSync(to, 'wx', 0o600);
  try {
    const taken = takeFile(store.root, of.path, {
      maxBytes: of.maxBytes,
      onStart: (size) => {
        of.left.bytes -= size;
        if (of.left.bytes < 0) throw tooMuch();
      },
      onChunk: (bytes) => void writeSync(fd, bytes),
    });
    if (taken.kind === 'link') writeFileSync(fd, taken.target);
    return taken;
  } finally {
    closeSync(fd);
  }
}

function placeOf(folder: string, number: number): string {
  return join(folder, 'files', String(number));
}

function modeOf(taken: Taken): string {
  if (taken.kind === 'link') return LINK;
  return taken.kind === 'file' && taken.isExecutable ? PROGRAM : TEXT;
}

async function hashed(workshop: Workshop, files: readonly File[]): Promise<readonly string[]> {
  if (files.length === 0) return [];
  const args = ['hash-object', '-w', '--no-filters', '--stdin-paths'];
  const places = files.map(({ number }) => Buffer.from(placeOf(workshop.folder, number)));
  const stdin = places.map((place) => quotedLine(place.toString('latin1'))).join('');
  const ids = (await lineOf(workshop.store, args, { workshop, stdin })).split('\n');
  if (ids.length === files.length) return ids;
  throw new CountersignError('worktree-refused', 'Git did not name all of the files.');
}

function tooMuch(): CountersignError {
  return new CountersignError(
    'worktree-refused',
    "The work tree's changes are more bytes than can be kept.",
    { fix: 'Ignore what is built (.gitignore), or let the run wait instead of suspending it.' },
  );
}
