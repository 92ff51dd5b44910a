/**
 * Collects what a run committed and staged from its untrusted `.git`: the objects are copied as plain files, packed by
 * one isolated git, and named by their content by another. An object whose content does not match its name is refused.
 * This file does I/O.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CountersignError } from '../../../common/index.ts';
import { rawBytes } from '../../files/byte-paths.ts';
import { workTreeRefused } from '../../files/checkout-folder.ts';
import { GIT_MODES, type IndexEntry } from '../read/index-file.ts';
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
import type { SkippedPath } from './capture-tree.ts';
import {
  type ConflictEntry,
  type GitState,
  type IndexState,
  NO_INDEX_STATE,
  operationHeads,
  readGitState,
  readRunIndex,
} from './git-state.ts';

const MAX_PACK_BYTES = 256 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;
const IDENTITY = {
  GIT_AUTHOR_NAME: 'Countersign',
  GIT_AUTHOR_EMAIL: 'countersign@localhost',
  GIT_COMMITTER_NAME: 'Countersign',
  GIT_COMMITTER_EMAIL: 'countersign@localhost',
};

const UNREAD_INDEX = 'it cannot be read, so nothing is staged';
const INCOMPLETE = 'its commits are incomplete or too large';

interface RunCommits {
  /** The commit that is checked out. */
  readonly head: string;
  /** Its branch, as `refs/heads/…`; `null` for none. */
  readonly ref: string | null;
  /** A commit of the staged changes on `head`, without paths that have a conflict; `null` if the index matches it. */
  readonly staged: string | null;
  /** The paths of the index. */
  readonly tracked: ReadonlySet<string>;
  readonly index: IndexState;
  readonly state: GitState;
  /** Commits beside `head` and `staged` that `index` and `state` need. */
  readonly further: readonly string[];
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
  const index = await readRunIndex(scratch);
  const found = readGitState(store, ref);
  const state =
    index === null ? withLeftOut(found, [{ path: '.git/index', because: UNREAD_INDEX }]) : found;
  const tracked = index?.tracked ?? new Set<string>();
  const about = index?.state ?? NO_INDEX_STATE;
  const asked = { head, base, staged: index?.staged ?? null };
  const { conflicts } = about;
  const heads = [...operationHeads(state), ...state.branches.map(({ commit }) => commit)];
  try {
    const imported = await importCommits(scratch, { ...asked, conflicts, heads });
    return { head, ref, tracked, index: about, state, ...imported };
  } catch (error) {
    // Such as a branch that was fetched without its history. What is checked out has to be whole.
    if (!(error instanceof CountersignError) || conflicts.length + heads.length === 0) throw error;
    const imported = await importCommits(scratch, { ...asked, conflicts: [], heads: [] });
    const less = { ...about, conflicts: [] };
    return {
      head,
      ref,
      tracked,
      index: less,
      state: withoutCommits(state, conflicts),
      ...imported,
    };
  }
}

function withLeftOut(state: GitState, leftOut: readonly SkippedPath[]): GitState {
  return { ...state, leftOut: [...state.leftOut, ...leftOut] };
}

/** The state without what needs further commits. */
function withoutCommits(state: GitState, conflicts: readonly ConflictEntry[]): GitState {
  const paths = [
    ...Object.keys(state.operation).map((name) => `.git/${name}`),
    ...state.branches.map(({ name }) => `.git/refs/heads/${name}`),
    ...(conflicts.length === 0 ? [] : ['.git/index']),
  ];
  const leftOut = paths.map((path) => ({ path, because: INCOMPLETE }));
  return withLeftOut({ ...state, operation: {}, branches: [] }, leftOut);
}

interface WantedCommits {
  readonly head: string;
  readonly base: string;
  /** The entries of the index; `null` if it cannot be read. */
  readonly staged: readonly IndexEntry[] | null;
  readonly conflicts: readonly ConflictEntry[];
  /** Commits of operations and branches. */
  readonly heads: readonly string[];
}

async function importCommits(
  scratch: ScratchRepository,
  wanted: WantedCommits,
): Promise<Pick<RunCommits, 'staged' | 'further'>> {
  const { store } = scratch;
  const { head, staged, conflicts, heads } = wanted;
  const isInStore = (staged ?? []).every(({ path, sha }) => store.known.get(path)?.sha === sha);
  const isKnown = head === store.head && isInStore && conflicts.length + heads.length === 0;
  if (isKnown && (staged === null || matchesFiles(staged, await filesOf(scratch, head))))
    return { staged: null, further: [] };
  return await importNewObjects(scratch, wanted);
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
  { head, base, staged: entries, conflicts, heads }: WantedCommits,
): Promise<Pick<RunCommits, 'staged' | 'further'>> {
  const { store } = scratch;
  const suspect = join(scratch.folder, 'suspect');
  await rm(suspect, { recursive: true, force: true });
  await mkdir(join(suspect, 'pack'), { recursive: true });
  copyNewObjects({ git: store.git.common, known: join(store.gitDir, 'objects'), to: suspect });
  const env = {
    GIT_OBJECT_DIRECTORY: suspect,
    GIT_INDEX_FILE: join(scratch.folder, 'staged'),
  };
  const staged = entries === null ? null : await commitIndex(scratch, head, { entries, env });
  const further = [...new Set(heads), ...(await commitConflicts(scratch, conflicts, env))];
  const tips = [head, ...(staged === null ? [] : [staged]), ...further];
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
  return { staged, further };
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

/** Commits the index on `head`; `null` if it matches, or cannot be written. */
async function commitIndex(
  scratch: ScratchRepository,
  head: string,
  options: {
    readonly entries: readonly Pick<IndexEntry, 'mode' | 'sha' | 'path'>[];
    readonly env: Readonly<Record<string, string>>;
  },
): Promise<string | null> {
  const { entries, env } = options;
  const tree = await treeOf(scratch, entries, env);
  if (tree === null) return null;
  const headTree = ['rev-parse', '--verify', `${head}^{tree}`];
  if (tree === (await scratchGitLine(scratch, headTree, { env }))) return null;
  return await commitTree(scratch, tree, [head], env);
}

async function treeOf(
  scratch: ScratchRepository,
  entries: readonly Pick<IndexEntry, 'mode' | 'sha' | 'path'>[],
  env: Readonly<Record<string, string>>,
): Promise<string | null> {
  await scratchGit(scratch, ['read-tree', '--empty'], { env });
  const lines = entries.map(({ mode, sha, path }) => `${mode} ${sha}\t${path}\0`).join('');
  const stdin = rawBytes(lines);
  await scratchGit(scratch, ['update-index', '-z', '--index-info'], { env, stdin });
  // What is new must be there (`importNewObjects`); a partial clone lacks other files.
  const written = await tryScratchGit(scratch, ['write-tree', '--missing-ok'], { env });
  return written.exitCode === 0 ? written.stdout.toString('latin1').trim() : null;
}

/** A commit that has the contents of conflicts, so that a bundle contains them; empty without any. */
async function commitConflicts(
  scratch: ScratchRepository,
  conflicts: readonly ConflictEntry[],
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const contents = conflicts
    .filter(({ mode }) => mode !== GIT_MODES.submodule)
    .map(({ sha }, number) => ({ mode: GIT_MODES.text, sha, path: String(number) }));
  const tree = contents.length === 0 ? null : await treeOf(scratch, contents, env);
  return tree === null ? [] : [await commitTree(scratch, tree, [], env)];
}

export async function commitTree(
  scratch: ScratchRepository,
  tree: string,
  parents: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const above = parents.flatMap((parent) => ['-p', parent]);
  const args = ['commit-tree', tree, ...above, '-m', 'Work tree of a suspended run'];
  return await scratchGitLine(scratch, args, { env: { ...env, ...IDENTITY } });
}
