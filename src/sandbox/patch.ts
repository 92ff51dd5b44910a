/**
 * A work tree's changes as a patch that `git apply` takes: what was committed since and what was not, untracked files and
 * binary ones included. This file does I/O: it runs git on the checkout.
 */
import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CountersignError } from '../base/index.ts';
import { changedFiles } from './git.ts';
import { checkedSha, mustInCheckout, records } from './in-checkout.ts';
import { bytesOfText } from './byte-paths.ts';
import { writeWorkTree } from './work-tree.ts';

/** The changes of one path. */
export interface FilePatch {
  readonly path: string;
  readonly patch: Buffer;
  /** True where the bytes stand in it packed, so that its text does not show what the file holds. */
  readonly binary: boolean;
}

export interface WorkTreePatch {
  readonly files: readonly FilePatch[];
  /** Paths that changed and are not in it, with why. */
  readonly leftOut: readonly { readonly path: string; readonly because: string }[];
}

const MAX_FILES = 5_000;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const BEGINS = 'diff --git ';
/** Stands in a path for bytes that are no UTF-8, so that the path names nothing. */
const NO_TEXT = '\uFFFD';

/**
 * What differs from `base` in the work tree, file by file. Ignored files and submodules are not looked at; files above
 * 10 MB, and those whose names are no text, are left out by name. Throws `worktree-refused` where more than 5,000 files changed, or git fails.
 */
export async function workTreePatch(
  root: string,
  options: { readonly base: string },
): Promise<WorkTreePatch> {
  const base = checkedSha(options.base);
  const all = await changedFiles(root, { since: base });
  if (all.length > MAX_FILES) {
    const message = `${all.length} files changed; a patch is made of at most ${MAX_FILES}.`;
    throw new CountersignError('worktree-refused', message);
  }
  const leftOut = new Map<string, string>();
  for (const path of all) {
    if (path.includes(NO_TEXT)) leftOut.set(path, 'its name is no text');
    else if (await isLarge(join(root, path)))
      leftOut.set(path, `it has more than ${MAX_FILE_BYTES} bytes`);
  }
  const files = await patchOf(root, { base, paths: all.filter((path) => !leftOut.has(path)) });
  return { files, leftOut: [...leftOut].map(([path, because]) => ({ path, because })) };
}

async function patchOf(
  root: string,
  of: { readonly base: string; readonly paths: readonly string[] },
): Promise<readonly FilePatch[]> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-patch-'));
  try {
    const index = join(folder, 'index');
    const tree = await writeWorkTree(root, {
      head: of.base,
      paths: of.paths.map(bytesOfText),
      index,
    });
    const between = ['--no-renames', '--no-ext-diff', '--no-textconv', of.base, tree];
    const names = await mustInCheckout(root, [
      'diff-tree',
      '-r',
      '-z',
      '--name-status',
      ...between,
    ]);
    const patch = await mustInCheckout(root, [
      'diff-tree',
      '-r',
      '-p',
      '--binary',
      '--full-index',
      '--src-prefix=a/',
      '--dst-prefix=b/',
      ...between,
    ]);
    return paired(pathsOf(records(names)), pieces(patch));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A path that became another kind of thing is taken away and made anew: it has two pieces. */
function pathsOf(fields: readonly string[]): readonly string[] {
  const paths: string[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const path = fields[index + 1] ?? '';
    paths.push(path);
    if (fields[index] === 'T') paths.push(path);
  }
  return paths;
}

/** Every line of a hunk begins with a mark, and packed bytes hold no blank: the words begin nothing else. */
function pieces(patch: Buffer): readonly Buffer[] {
  const starts: number[] = [];
  for (let at = patch.indexOf(BEGINS); at !== -1; at = patch.indexOf(BEGINS, at + 1)) {
    if (at === 0 || patch[at - 1] === 0x0a) starts.push(at);
  }
  return starts.map((start, index) => patch.subarray(start, starts[index + 1] ?? patch.length));
}

function paired(paths: readonly string[], patches: readonly Buffer[]): readonly FilePatch[] {
  if (paths.length !== patches.length) {
    const message = `Git told of ${paths.length} changes and showed ${patches.length}.`;
    throw new CountersignError('worktree-refused', message);
  }
  return patches.map((patch, index) => ({
    path: paths[index] ?? '',
    patch,
    binary: patch.includes('\nGIT binary patch\n'),
  }));
}

async function isLarge(path: string): Promise<boolean> {
  try {
    const about = await lstat(path);
    return about.isFile() && about.size > MAX_FILE_BYTES;
  } catch {
    return false;
  }
}

/**
 * Applies a patch to a work tree that stands clean on its base, and gives the paths that changed. Git itself refuses paths
 * outside of the tree, in `.git`, and beyond links. Throws `worktree-refused` where any part does not apply.
 */
export async function applyPatch(root: string, patch: Buffer): Promise<readonly string[]> {
  await mustInCheckout(root, ['apply', '--index', '--whitespace=nowarn', '-'], { stdin: patch });
  return records(
    await mustInCheckout(root, ['diff', '--cached', '--name-only', '-z', '--no-renames', 'HEAD']),
  );
}
