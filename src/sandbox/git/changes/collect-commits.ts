/**
 * Collects what a run committed and staged from its untrusted `.git`: the objects are copied as plain files, packed by
 * one isolated git, and named by their content by another. An object whose content does not match its name is refused.
 * This file does I/O.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { orNull } from '../../../common/index.ts';
import { openPath, statOrNull, workTreeRefused } from '../../files/checkout-folder.ts';
import { GIT_MODES, type IndexEntry } from '../read/index-file.ts';
import { BRANCHES, readHead } from '../read/refs.ts';
import { copyNewObjects } from '../store/copy-objects.ts';
import {
  filesOf,
  scratchGit,
  scratchGitLine,
  type ScratchRepository,
  tryScratchGit,
  updateIndex,
} from '../store/scratch-repository.ts';
import type { PathEntry, TreeFiles, TrustedStore } from '../store/trusted-store.ts';
import {
  type GitState,
  NO_INDEX_STATE,
  operationHeads,
  readGitState,
  readRunIndex,
  withCommits,
} from './git-state.ts';
import type { IndexState } from './work-tree-changes.ts';

const MAX_PACK_BYTES = 256 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;
/** The index, in the scratch repository, of what the run staged. */
const STAGED_INDEX = 'staged';
const IDENTITY = {
  GIT_AUTHOR_NAME: 'Countersign',
  GIT_AUTHOR_EMAIL: 'countersign@localhost',
  GIT_COMMITTER_NAME: 'Countersign',
  GIT_COMMITTER_EMAIL: 'countersign@localhost',
};

const UNREAD_INDEX = 'it cannot be read, so nothing is staged';
const INCOMPLETE = 'its commits are incomplete or too large';

/** What a run left in its git. */
export interface RunState {
  /** The commit that is checked out; for a branch without commit, the base of the changes. */
  readonly head: string;
  /** Its branch, as `refs/heads/…`; `null` for none. */
  readonly ref: string | null;
  /** The branch has no commit yet (`git checkout --orphan`). */
  readonly isUnborn: boolean;
  /** The entries of the index, without paths that have a conflict; `null` if it cannot be read. */
  readonly staged: readonly IndexEntry[] | null;
  /** The paths of the index. */
  readonly tracked: ReadonlySet<string>;
  readonly index: IndexState;
  readonly state: GitState;
}

/** Reads the run's git. Throws `worktree-refused` if nothing is checked out. */
export async function readRunState(scratch: ScratchRepository, base: string): Promise<RunState> {
  const { store } = scratch;
  const { commit, ref } = readHead(store.git);
  const isUnborn = commit === null && ref?.startsWith(BRANCHES) === true && !isThere(store, ref);
  if (commit === null && !isUnborn)
    throw workTreeRefused(
      'The checkout is on no commit any more.',
      'Let the run leave .git/HEAD as it is.',
    );
  const index = await readRunIndex(scratch);
  const state = readGitState(store, ref);
  return {
    head: commit ?? base,
    ref,
    isUnborn,
    staged: index?.staged ?? null,
    tracked: index?.tracked ?? new Set<string>(),
    index: index?.state ?? NO_INDEX_STATE,
    state: index === null ? withLeftOut(state, ['.git/index'], UNREAD_INDEX) : state,
  };
}

function isThere({ git }: TrustedStore, ref: string): boolean {
  const cut = ref.lastIndexOf('/');
  using folder = orNull(() => openPath(git.common, ref.slice(0, cut)));
  return folder !== null && statOrNull(folder, ref.slice(cut + 1))?.isDirectory() === false;
}

function withLeftOut(state: GitState, paths: readonly string[], because: string): GitState {
  return { ...state, leftOut: [...paths.map((path) => ({ path, because })), ...state.leftOut] };
}

/** The state without what needs commits and contents beside those that are checked out and staged; `null` if it needs none. */
export function withoutFurther(run: RunState): RunState | null {
  const { index, state } = run;
  const { operation, branches } = state;
  const paths = [
    ...Object.keys(operation).map((name) => `.git/${name}`),
    ...branches.map(({ name }) => `.git/${BRANCHES}${name}`),
    ...(index.conflicts.length === 0 ? [] : ['.git/index']),
  ];
  if (paths.length === 0) return null;
  return {
    ...run,
    index: { ...index, conflicts: [] },
    state: withLeftOut({ ...state, operation: {}, branches: [] }, paths, INCOMPLETE),
  };
}

interface ImportedCommits {
  /** A commit of the staged changes on the run's head; `null` if the index matches it. */
  readonly staged: string | null;
  /** Commits beside these two. */
  readonly further: readonly string[];
  readonly state: GitState;
}

/** Imports the run's commits since `base` into the scratch repository. Throws `worktree-refused` if they are incomplete. */
export async function importCommits(
  scratch: ScratchRepository,
  { base, run }: { readonly base: string; readonly run: RunState },
): Promise<ImportedCommits> {
  const { store } = scratch;
  const { head, staged, index, state } = run;
  const { conflicts } = index;
  const heads = [...operationHeads(state), ...state.branches.map(({ commit }) => commit)];
  const isInStore = (staged ?? []).every(({ path, sha }) => store.known.get(path)?.sha === sha);
  const isKnown = head === store.head && isInStore && conflicts.length + heads.length === 0;
  if (isKnown && (staged === null || matchesFiles(staged, await filesOf(scratch, head))))
    return { staged: null, further: [], state };
  return await importNewObjects(scratch, { base, run, heads });
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
  options: { readonly base: string; readonly run: RunState; readonly heads: readonly string[] },
): Promise<ImportedCommits> {
  const { store } = scratch;
  const { base, run, heads } = options;
  const { head, staged: entries, index } = run;
  const suspect = join(scratch.folder, 'suspect');
  await mkdir(join(suspect, 'pack'), { recursive: true });
  copyNewObjects({ git: store.git.common, known: join(store.gitDir, 'objects'), to: suspect });
  const env = {
    GIT_OBJECT_DIRECTORY: suspect,
    GIT_INDEX_FILE: join(scratch.folder, STAGED_INDEX),
  };
  const staged = entries === null ? null : await commitIndex(scratch, head, { entries, env });
  const commits = await commitsOf(scratch, heads, env);
  const further = [
    ...new Set(commits.values()),
    ...(await commitConflicts(scratch, index.conflicts, env)),
  ];
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
  return { staged, further, state: withCommits(run.state, commits) };
}

/** The commits by these ids, which may be those of tags. Throws `worktree-refused` if one is neither. */
async function commitsOf(
  scratch: ScratchRepository,
  ids: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const args = ['rev-parse', ...ids.map((id) => `${id}^{commit}`)];
  const commits = (await scratchGitLine(scratch, args, { env })).split('\n');
  return new Map(ids.map((id, number) => [id, commits[number] ?? id]));
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
    readonly entries: readonly PathEntry[];
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
  entries: readonly PathEntry[],
  env: Readonly<Record<string, string>>,
): Promise<string | null> {
  // To git, a missing index is an empty one.
  await rm(join(scratch.folder, STAGED_INDEX), { force: true });
  await updateIndex(scratch, entries, { env });
  // What is new must be there (`importNewObjects`); a partial clone lacks other files.
  const written = await tryScratchGit(scratch, ['write-tree', '--missing-ok'], { env });
  return written.exitCode === 0 ? written.stdout.toString('latin1').trim() : null;
}

/** A commit that has the contents of conflicts, so that a bundle contains them; empty without any. */
async function commitConflicts(
  scratch: ScratchRepository,
  conflicts: IndexState['conflicts'],
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const contents = conflicts
    .filter(({ mode }) => mode !== GIT_MODES.submodule)
    .map(({ sha }, number) => ({ mode: GIT_MODES.text, sha, path: String(number) }));
  if (contents.length === 0) return [];
  const tree = await treeOf(scratch, contents, env);
  if (tree === null) throw workTreeRefused('Git refuses the entries of a conflict.');
  return [await commitTree(scratch, tree, [], env)];
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
