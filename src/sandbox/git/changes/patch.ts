/**
 * A work tree's changes as a patch for `git apply`: later commits and uncommitted changes, including untracked and
 * binary files. Git sees copies, never the work tree. This file does I/O.
 */
import { join } from 'node:path';
import { byteRecords, bytesOfText, decodedPath, unquotedName } from '../../files/byte-paths.ts';
import { captureIndex, type SkippedPath } from './capture-tree.ts';
import { readFileOrLink, workTreeRefused } from '../../files/checkout-folder.ts';
import { findChanges, type FoundChanges } from './changed-files.ts';
import {
  checkedSha,
  inWorkTree,
  openScratch,
  scratchGit,
  type ScratchRepository,
} from '../store/scratch-repository.ts';
import { copyIndex, disposableStore, type TrustedStore } from '../store/trusted-store.ts';

export interface FilePatch {
  readonly path: string;
  readonly patch: Buffer;
  /** True for a binary patch: its text does not show the file's content. */
  readonly binary: boolean;
}

interface WorkTreePatch {
  readonly files: readonly FilePatch[];
  /** Changed paths that are not in it, with the reason. */
  readonly leftOut: readonly { readonly path: string; readonly because: string }[];
}

const MAX_FILES = 5_000;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_TOTAL_BYTES = 512 * 1024 * 1024;
const BEGINS = 'diff --git ';
const LINE_FEED = 0x0a;
/** Replaces bytes of a path that are not UTF-8. The path then names no file. */
const NO_TEXT = '\uFFFD';

/**
 * The differences between `base` and the disk, file by file, with the line endings and encodings that git commits. Omits, by name,
 * files above 10 MB, names that are not valid UTF-8, submodules, and entries that are neither file nor symlink. Throws
 * `worktree-refused` if more than 5,000 files changed, or git fails.
 */
export async function workTreePatch(
  store: TrustedStore,
  options: {
    readonly base: string;
    /** What differs, if it was found already and nothing can have changed since. */
    readonly found?: FoundChanges | undefined;
  },
): Promise<WorkTreePatch> {
  const base = checkedSha(options.base);
  const { paths, unscanned, modules } = options.found ?? (await findChanges(store, base));
  if (paths.length > MAX_FILES) {
    throw workTreeRefused(
      `${paths.length} files changed; a patch is made of at most ${MAX_FILES}.`,
    );
  }
  using scratch = await openScratch(store);
  const named = paths.filter(({ path }) => !decodedPath(path).includes(NO_TEXT));
  const limits = { fileBytes: MAX_FILE_BYTES, totalBytes: MAX_TOTAL_BYTES };
  const captured =
    named.length === 0
      ? { taken: [], leftOut: [] }
      : await captureIndex(scratch, { head: base, paths: named, limits, asCommitted: true });
  const leftOut: readonly SkippedPath[] = [
    ...paths
      .filter(({ path }) => decodedPath(path).includes(NO_TEXT))
      .map(({ path }) => ({ path, because: 'its name is not valid UTF-8' })),
    ...captured.leftOut,
    ...modules.map((path) => ({ path, because: 'it is a submodule' })),
    ...unscanned,
  ];
  return {
    files: captured.taken.length === 0 ? [] : await patchesOf(scratch, base),
    leftOut: leftOut.map(({ path, because }) => ({ path: decodedPath(path), because })),
  };
}

/** The differences between a commit and the index. */
async function patchesOf(scratch: ScratchRepository, base: string): Promise<readonly FilePatch[]> {
  const format = ['-p', '--binary', '--full-index', '--src-prefix=a/', '--dst-prefix=b/'];
  const options = ['--no-renames', '--no-ext-diff', '--no-textconv'];
  const patch = await scratchGit(scratch, ['diff-index', '--cached', ...format, ...options, base]);
  return splitPatch(patch).map((part) => ({
    path: decodedPath(pathOf(part)),
    patch: part,
    binary: part.includes('\nGIT binary patch\n'),
  }));
}

/**
 * The path in the first line of a part, which names it twice: `diff --git a/PATH b/PATH`. Both are quoted if one of its
 * bytes needs it.
 */
function pathOf(part: Buffer): string {
  const names = part.toString('latin1', BEGINS.length, part.indexOf(LINE_FEED));
  const half = (names.length - 1) / 2;
  const [from, to] = [names.slice(0, half), names.slice(half + 1)].map(unquotedName);
  const path = from?.slice('a/'.length) ?? '';
  if (from === `a/${path}` && to === `b/${path}`) return path;
  throw workTreeRefused(`Git's patch is of no known form: ${names}`);
}

/** No other line starts with these words: each line of a hunk has a prefix, and binary data contain no blank. */
function splitPatch(patch: Buffer): readonly Buffer[] {
  const starts: number[] = [];
  for (
    let offset = patch.indexOf(BEGINS);
    offset !== -1;
    offset = patch.indexOf(BEGINS, offset + 1)
  ) {
    if (offset === 0 || patch[offset - 1] === LINE_FEED) starts.push(offset);
  }
  return starts.map((start, index) => patch.subarray(start, starts[index + 1] ?? patch.length));
}

/** The state of a path in the work tree; the bytes of a link are its target. */
type PathState =
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly isExecutable: boolean }
  | { readonly kind: 'link'; readonly bytes: Buffer }
  | { readonly kind: 'absent' | 'skipped' };

/** What is at a path of the patch in the work tree. */
export function stateOnDisk({ root }: TrustedStore, path: string): PathState {
  const chunks: Buffer[] = [];
  const outcome = readFileOrLink(root, bytesOfText(path), {
    maxBytes: MAX_FILE_BYTES,
    onChunk: (bytes) => void chunks.push(Buffer.from(bytes)),
  });
  if (outcome.kind === 'file')
    return {
      kind: 'file',
      bytes: Buffer.concat(chunks),
      isExecutable: outcome.isExecutable,
    };
  return outcome.kind === 'link' ? { kind: 'link', bytes: outcome.target } : { kind: outcome.kind };
}

interface PatchedPath {
  readonly path: string;
  readonly isDeleted: boolean;
}

/**
 * Applies a patch to a clean checkout of its base, and returns the changed paths. Does not change git's own files. Git
 * itself rejects paths outside the tree, in `.git`, and behind symlinks. Throws `worktree-refused` if any part does not
 * apply.
 */
export async function applyPatch(root: string, patch: Buffer): Promise<readonly PatchedPath[]> {
  using store = await disposableStore(root);
  using scratch = await openScratch(store);
  await copyIndex(join(store.folder, 'index'), scratch.folder);
  await scratchGit(scratch, ['apply', '--index', '--whitespace=nowarn', '-'], {
    ...inWorkTree(scratch, 'write'),
    stdin: patch,
  });
  const changed = ['diff-index', '--cached', '--name-status', '-z', '--no-renames', 'HEAD'];
  const fields = byteRecords(await scratchGit(scratch, changed)).map(decodedPath);
  return fields.flatMap((path, index) =>
    index % 2 === 0 ? [] : [{ path, isDeleted: fields[index - 1] === 'D' }],
  );
}
