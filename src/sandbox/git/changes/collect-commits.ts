/**
 * Collects what a run committed and staged from its untrusted `.git`: the objects are copied as plain files, packed by
 * one isolated git, and named by their content by another. An object whose content does not match its name is refused.
 * This file does I/O.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rawBytes } from '../../files/byte-paths.ts';
import { readSmallFile, workTreeRefused } from '../../files/checkout-folder.ts';
import { GIT_MODES, type IndexEntry, parseIndex } from '../read/index-file.ts';
import { readHead } from '../read/refs.ts';
import { copyNewObjects } from '../store/copy-objects.ts';
import {
  filesOf,
  scratchGit,
  scratchGitLine,
  type ScratchRepository,
  tryScratchGit,
} from '../store/scratch-repository.ts';
import type { TreeFiles } from '../store/trusted-store.ts';

const MAX_INDEX_BYTES = 128 * 1024 * 1024;
const MAX_PACK_BYTES = 256 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;
const IDENTITY = {
  GIT_AUTHOR_NAME: 'Countersign',
  GIT_AUTHOR_EMAIL: 'countersign@localhost',
  GIT_COMMITTER_NAME: 'Countersign',
  GIT_COMMITTER_EMAIL: 'countersign@localhost',
};

interface RunCommits {
  /** The commit that is checked out. */
  readonly head: string;
  /** Its branch, as `refs/heads/…`; `null` for none. */
  readonly ref: string | null;
  /** A commit of the staged changes on `head`; `null` if the index matches it, or contains a conflict. */
  readonly staged: string | null;
  /** The paths of the index. */
  readonly tracked: ReadonlySet<string>;
}

/** Imports the run's commits since `base` into the scratch repository. Throws `worktree-refused` if they are incomplete. */
export async function collectCommits(
  scratch: ScratchRepository,
  base: string,
): Promise<RunCommits> {
  const { store } = scratch;
  const { commit: head, ref } = readHead(store.git);
  if (head === null)
    throw workTreeRefused(
      'The checkout is on no commit any more.',
      'Let the run leave .git/HEAD as it is.',
    );
  const index = readIndex(scratch);
  const tracked = new Set((index ?? []).map(({ path }) => path));
  const isInStore = (index ?? []).every(({ path, sha }) => store.known.get(path)?.sha === sha);
  const isKnown = head === store.head && isInStore;
  if (isKnown && (index === null || matchesFiles(index, await filesOf(scratch, head))))
    return { head, ref, staged: null, tracked };
  const staged = await importNewObjects(scratch, { head, index, base });
  return { head, ref, staged, tracked };
}

/** The entries of the current index; `null` if it cannot be parsed, or contains a conflict. */
function readIndex({ store }: ScratchRepository): readonly IndexEntry[] | null {
  const bytes = readSmallFile(store.git.own, 'index', MAX_INDEX_BYTES);
  const entries = bytes === null ? null : parseIndex(bytes, store.idBytes);
  if (entries === null) return null;
  const isPlain = entries.every(({ stage, mode }) => stage === 0 && mode !== GIT_MODES.folder);
  return isPlain ? entries.filter(({ isIntended }) => !isIntended) : null;
}

function matchesFiles(index: readonly IndexEntry[], files: TreeFiles): boolean {
  return (
    index.length === files.size &&
    index.every(({ path, mode, sha }) => {
      const file = files.get(path);
      return file?.mode === mode && file.sha === sha;
    })
  );
}

/**
 * Imports the new objects through copies, and commits the index if it differs. Only objects that git has verified are
 * imported.
 */
async function importNewObjects(
  scratch: ScratchRepository,
  options: {
    readonly head: string;
    readonly index: readonly IndexEntry[] | null;
    readonly base: string;
  },
): Promise<string | null> {
  const { store } = scratch;
  const suspect = join(scratch.folder, 'suspect');
  await mkdir(join(suspect, 'pack'), { recursive: true });
  copyNewObjects({ git: store.git.common, known: join(store.gitDir, 'objects'), to: suspect });
  const env = {
    GIT_OBJECT_DIRECTORY: suspect,
    GIT_INDEX_FILE: join(scratch.folder, 'staged'),
  };
  const { head, index, base } = options;
  const staged = index === null ? null : await commitIndex(scratch, head, { index, env });
  const tips = staged === null ? [head] : [head, staged];
  await refuseLarge(scratch, { tips, base, env });
  const pack = await scratchGit(scratch, ['pack-objects', '--revs', '--thin', '--stdout', '-q'], {
    env,
    stdin: `${tips.join('\n')}\n^${base}\n`,
    maxOutputBytes: MAX_PACK_BYTES,
  });
  await rm(suspect, { recursive: true, force: true });
  await scratchGit(
    scratch,
    ['index-pack', '--strict', '--fix-thin', '--stdin', `--max-input-size=${MAX_PACK_BYTES}`],
    { stdin: pack },
  );
  // Fails if an object is missing.
  await scratchGit(scratch, ['rev-list', '--objects', '--quiet', ...tips, '--not', base]);
  return staged;
}

/** A megabyte may unpack to gigabytes, so the sizes in the objects' headers are checked before unpacking. */
async function refuseLarge(
  scratch: ScratchRepository,
  options: {
    readonly tips: readonly string[];
    readonly base: string;
    readonly env: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const { tips, base, env } = options;
  const range = ['rev-list', '--objects', '--no-object-names', ...tips, '--not', base];
  const stdin = await scratchGit(scratch, range, { env });
  const sizes = await scratchGit(scratch, ['cat-file', '--batch-check=%(objectsize)'], {
    env,
    stdin,
  });
  const bytes = sizes
    .toString('latin1')
    .split('\n')
    .reduce((sum, line) => sum + (Number(line) || 0), 0);
  if (bytes > MAX_UNPACKED_BYTES)
    throw workTreeRefused(
      `The run's commits hold ${bytes} bytes; a checkpoint holds ${MAX_UNPACKED_BYTES}.`,
      'Let the run commit less, or let it wait instead of suspending it.',
    );
}

/** Commits the index on `head`; `null` if it matches, or a merge in progress cannot be written. */
async function commitIndex(
  scratch: ScratchRepository,
  head: string,
  options: {
    readonly index: readonly IndexEntry[];
    readonly env: Readonly<Record<string, string>>;
  },
): Promise<string | null> {
  const { index, env } = options;
  await scratchGit(scratch, ['read-tree', '--empty'], { env });
  const lines = index.map(({ mode, sha, path }) => `${mode} ${sha}\t${path}\0`).join('');
  const stdin = rawBytes(lines);
  await scratchGit(scratch, ['update-index', '-z', '--index-info'], { env, stdin });
  // What is new must be there (`importNewObjects`); a partial clone lacks other files.
  const written = await tryScratchGit(scratch, ['write-tree', '--missing-ok'], { env });
  if (written.exitCode !== 0) return null;
  const tree = written.stdout.toString('latin1').trim();
  const headTree = ['rev-parse', '--verify', `${head}^{tree}`];
  if (tree === (await scratchGitLine(scratch, headTree, { env }))) return null;
  return await commitTree(scratch, tree, head, env);
}

export async function commitTree(
  scratch: ScratchRepository,
  tree: string,
  parent: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const args = ['commit-tree', tree, '-p', parent, '-m', 'Work tree of a suspended run'];
  return await scratchGitLine(scratch, args, { env: { ...env, ...IDENTITY } });
}
