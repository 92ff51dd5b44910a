/** Writes files of the disk as git objects, from copies, and an index with them. I/O. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { allInOrder, type CountersignError } from '../../../common/index.ts';
import type { ChangedPath } from './changed-paths.ts';
import { readFileOrLink, workTreeRefused } from '../../files/checkout-folder.ts';
import { openFile } from '../../files/open-folder.ts';
import { modeOnDisk } from '../read/config.ts';
import { hashCommitted, hashFiles } from './hash-files.ts';
import { GIT_MODES } from '../read/index-file.ts';
import {
  filesOf,
  noEntry,
  readScratchIndex,
  scratchGit,
  scratchGitLine,
  type ScratchRepository,
  updateIndex,
} from '../store/scratch-repository.ts';

const TURN = 64;
const UNENCODABLE = 'git cannot convert it into the encoding that its attributes name';
const REFUSED_NAME = 'git refuses its name';

interface CaptureLimits {
  readonly fileBytes: number;
  readonly totalBytes: number;
}

/** A changed path that is not captured, and why. */
export interface SkippedPath {
  /** As bytes (Latin-1). */
  readonly path: string;
  readonly because: string;
}

interface Captured {
  readonly leftOut: readonly SkippedPath[];
  /** Paths whose state on disk was captured. */
  readonly taken: readonly string[];
}

interface CaptureOptions {
  readonly head: string | null;
  readonly paths: readonly ChangedPath[];
  readonly limits: CaptureLimits;
  readonly asCommitted?: boolean;
  /** A partial clone may lack files beside those that changed. Absent: it may not. */
  readonly mayLack?: boolean;
}

interface File {
  readonly path: string;
  readonly mode: string;
  readonly number: number;
}

/** The tree of what `captureIndex` writes. */
export async function captureTree(
  scratch: ScratchRepository,
  options: CaptureOptions,
): Promise<Captured & { readonly tree: string }> {
  const captured = await captureIndex(scratch, options);
  const args = ['write-tree', ...(options.mayLack === true ? ['--missing-ok'] : [])];
  return { ...captured, tree: await scratchGitLine(scratch, args) };
}

/**
 * Writes the files of a commit to the index of the scratch repository, with these paths as they are on disk, or `asCommitted` by
 * git. Throws `worktree-refused` if they exceed the total limit.
 */
export async function captureIndex(
  scratch: ScratchRepository,
  options: CaptureOptions,
): Promise<Captured> {
  const { files, gone, leftOut } = await copyFiles(scratch, options);
  const start = options.head === null ? ['--empty'] : [options.head];
  const [ids] = await allInOrder([
    idsOf(scratch, files, { ...options, deleted: gone }),
    scratchGit(scratch, ['read-tree', ...start]),
  ]);
  // Deletions come first, so that a folder can replace a file.
  const deleted = gone.map((path) => noEntry(scratch, path));
  const there = files.filter(({ path }) => ids.has(path));
  const written = there.map(({ path, mode }) => ({ path, mode, sha: ids.get(path) ?? '' }));
  await updateIndex(scratch, [...deleted, ...written]);
  // Git ignores names that it refuses, such as `git~1`.
  const inIndex = new Set(readScratchIndex(scratch).map(({ path }) => path));
  const failed = files.flatMap(({ path }) => {
    if (!ids.has(path)) return [{ path, because: UNENCODABLE }];
    return inIndex.has(path) ? [] : [{ path, because: REFUSED_NAME }];
  });
  return {
    leftOut: [...leftOut, ...failed],
    taken: [...gone, ...there.map(({ path }) => path).filter((path) => inIndex.has(path))],
  };
}

/** The ids by path, without files that git cannot commit. A symlink has the same bytes in both forms. */
async function idsOf(
  scratch: ScratchRepository,
  files: readonly File[],
  options: {
    readonly head: string | null;
    readonly deleted: readonly string[];
    readonly asCommitted?: boolean;
  },
): Promise<ReadonlyMap<string, string>> {
  const copies = files.map((file) => ({ ...file, place: placeOf(scratch.folder, file.number) }));
  const isLink = ({ mode }: File): boolean => mode === GIT_MODES.link;
  const isRaw = (file: File): boolean => options.asCommitted !== true || isLink(file);
  const [raw, others] = [copies.filter(isRaw), copies.filter((file) => !isRaw(file))];
  return new Map([
    ...(await hashFiles(scratch, raw)),
    ...(await hashCommitted(scratch, others, {
      commit: options.head,
      // Git reads no attributes through a link.
      deleted: [...options.deleted, ...files.filter(isLink).map(({ path }) => path)],
    })),
  ]);
}

async function copyFiles(
  scratch: ScratchRepository,
  options: CaptureOptions,
): Promise<{
  readonly files: readonly File[];
  readonly gone: readonly string[];
  readonly leftOut: readonly SkippedPath[];
}> {
  mkdirSync(join(scratch.folder, 'files'), { recursive: true });
  const before = await filesOf(scratch, options.head);
  const files: File[] = [];
  const gone: string[] = [];
  const leftOut: SkippedPath[] = [];
  let leftBytes = options.limits.totalBytes;
  for (const [number, { path, kind, skipReason }] of options.paths.entries()) {
    if (number % TURN === 0) await setImmediate();
    if (skipReason !== null) {
      leftOut.push({ path, because: skipReason });
      continue;
    }
    using copy = openFile(placeOf(scratch.folder, number), 'wx', 0o600);
    const outcome = readFileOrLink(scratch.store.root, path, {
      maxBytes: options.limits.fileBytes,
      onStart: (size) => {
        leftBytes -= size;
        if (leftBytes < 0)
          throw tooLarge("The work tree's changes have more bytes than can be saved.");
      },
      // Unlike `writeSync`, it writes all of them or throws: a disk may have room for some.
      onChunk: (bytes) => writeFileSync(copy.fd, bytes),
    });
    if (outcome.kind === 'link') writeFileSync(copy.fd, outcome.target);
    if (outcome.kind === 'skipped') leftOut.push({ path, because: outcome.because });
    // A new file that has disappeared was never in the tree.
    else if (outcome.kind === 'absent') gone.push(...(kind === 'new' ? [] : [path]));
    else {
      const isLink = outcome.kind === 'link';
      const found = { isLink, isExecutable: !isLink && outcome.isExecutable };
      files.push({
        path,
        number,
        mode: modeOnDisk(scratch.store.disk, found, before.get(path)?.mode),
      });
    }
  }
  return { files, gone, leftOut };
}

function placeOf(folder: string, number: number): string {
  return join(folder, 'files', String(number));
}

/** The error for changes that are larger than what is made of them may be. */
export function tooLarge(message: string): CountersignError {
  return workTreeRefused(
    message,
    'Ignore what is built (.gitignore), or let the run wait instead of suspending it.',
  );
}
