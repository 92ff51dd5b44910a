/**
 * Collects what a run committed and staged from its untrusted `.git`: the objects are copied as plain files, packed by
 * one isolated git, and named by their content by another. An object whose content does not match its name is refused.
 * This file does I/O.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CountersignError } from '../../../common/index.ts';
import { rawBytes } from '../../files/byte-paths.ts';
import { readSmallFile } from '../../files/checkout-folder.ts';
import { gitError } from '../isolated-git.ts';
import { type IndexEntry, parseIndex } from '../read/index-file.ts';
import { readHead } from '../read/refs.ts';
import { copyNewObjects } from '../store/copy-objects.ts';
import {
  tryStoreGit,
  filesOf,
  storeGitLine,
  storeGit,
  type ScratchRepository,
} from '../store/scratch-repository.ts';

const MAX_INDEX_BYTES = 128 * 1024 * 1024;
const MAX_PACK_BYTES = 256 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;
const FOLDER = '040000';
const IDENTITY = {
  GIT_AUTHOR_NAME: 'Countersign',
  GIT_AUTHOR_EMAIL: 'countersign@localhost',
  GIT_COMMITTER_NAME: 'Countersign',
  GIT_COMMITTER_EMAIL: 'countersign@localhost',
};

export interface RunCommits {
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
    throw new CountersignError('worktree-refused', 'The checkout is on no commit any more.', {
      fix: 'Let the run leave .git/HEAD as it is.',
    });
  const index = readIndex(scratch);
  const tracked = new Set((index ?? []).map(({ path }) => path));
  const isKnown = head === store.head && isInStore(scratch, index);
  if (isKnown && (index === null || matchesFiles(index, await filesOf(store, head))))
    return { head, ref, staged: null, tracked };
  const staged = await importNewObjects(scratch, { head, index, base });
  return { head, ref, staged, tracked };
}

/** The entries of the current index; `null` if it cannot be parsed, or contains a conflict. */
function readIndex({ store }: ScratchRepository): readonly IndexEntry[] | null {
  const bytes = readSmallFile(store.git.own, 'index', MAX_INDEX_BYTES);
  const entries = bytes === null ? null : parseIndex(bytes, store.idBytes);
  if (entries === null) return null;
  const isPlain = entries.every(({ stage, mode }) => stage === 0 && mode !== FOLDER);
  return isPlain ? entries.filter(({ isIntended }) => !isIntended) : null;
}

/** Whether the store has all objects of the index. */
function isInStore({ store }: ScratchRepository, index: readonly IndexEntry[] | null): boolean {
  return (index ?? []).every(({ path, sha }) => store.known.get(path)?.sha === sha);
}

function matchesFiles(
  index: readonly IndexEntry[],
  files: ReadonlyMap<string, { readonly mode: string; readonly sha: string }>,
): boolean {
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
  const staged =
    options.index === null
      ? null
      : await commitIndex(scratch, options.head, { ...options, index: options.index, env });
  const tips = staged === null ? [options.head] : [options.head, staged];
  await refuseLarge(scratch, { tips, base: options.base, env });
  const pack = await storeGit(store, ['pack-objects', '--revs', '--thin', '--stdout', '-q'], {
    scratch,
    env,
    stdin: `${tips.join('\n')}\n^${options.base}\n`,
    maxOutputBytes: MAX_PACK_BYTES,
  });
  await rm(suspect, { recursive: true, force: true });
  await storeGit(
    store,
    ['index-pack', '--strict', '--fix-thin', '--stdin', `--max-input-size=${MAX_PACK_BYTES}`],
    { scratch, stdin: pack },
  );
  const whole = ['rev-list', '--objects', '--quiet', ...tips, '--not', options.base];
  const checked = await tryStoreGit(store, whole, { scratch });
  if (checked.exitCode !== 0) throw gitError(whole, checked);
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
  const { store } = scratch;
  const storeOptions = { scratch, env: options.env };
  const range = [
    'rev-list',
    '--objects',
    '--no-object-names',
    ...options.tips,
    '--not',
    options.base,
  ];
  const stdin = await storeGit(store, range, storeOptions);
  const sizes = await storeGit(store, ['cat-file', '--batch-check=%(objectsize)'], {
    ...storeOptions,
    stdin,
  });
  const bytes = sizes
    .toString('latin1')
    .split('\n')
    .reduce((sum, line) => sum + (Number(line) || 0), 0);
  if (bytes > MAX_UNPACKED_BYTES)
    throw new CountersignError(
      'worktree-refused',
      `The run's commits hold ${bytes} bytes; a checkpoint holds ${MAX_UNPACKED_BYTES}.`,
      { fix: 'Let the run commit less, or let it wait instead of suspending it.' },
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
  const { store } = scratch;
  const storeOptions = { scratch, env: options.env };
  await storeGit(store, ['read-tree', '--empty'], storeOptions);
  const lines = options.index.map(({ mode, sha, path }) => `${mode} ${sha}\t${path}\0`).join('');
  const stdin = rawBytes(lines);
  await storeGit(store, ['update-index', '-z', '--index-info'], { ...storeOptions, stdin });
  const written = await tryStoreGit(store, ['write-tree'], storeOptions);
  if (written.exitCode !== 0) return null;
  const tree = written.stdout.toString('latin1').trim();
  if (
    tree === (await storeGitLine(store, ['rev-parse', '--verify', `${head}^{tree}`], storeOptions))
  )
    return null;
  return await commitTree(scratch, tree, head, options.env);
}

export async function commitTree(
  scratch: ScratchRepository,
  tree: string,
  parent: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const args = ['commit-tree', tree, '-p', parent, '-m', 'Work tree of a suspended run'];
  return await storeGitLine(scratch.store, args, { scratch, env: { ...env, ...IDENTITY } });
}
