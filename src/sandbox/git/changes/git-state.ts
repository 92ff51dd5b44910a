/**
 * Reads what a run left in its untrusted `.git` beside its commit: the index, a merge in progress, and other branches. This file
 * does I/O.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entriesOf, openPath, readSmallFile } from '../../files/checkout-folder.ts';
import { GIT_MODES, type IndexEntry, parseIndex, SHARED_INDEX } from '../read/index-file.ts';
import { BRANCHES, localRefs, MAX_REFS, SHA } from '../read/refs.ts';
import { type ScratchRepository, tryScratchGit } from '../store/scratch-repository.ts';
import type { TrustedStore } from '../store/trusted-store.ts';
import type { SkippedPath } from './capture-tree.ts';
import type { Branch, IndexState, WorkTreeChanges } from './work-tree-changes.ts';

const MAX_INDEX_BYTES = 128 * 1024 * 1024;
const MAX_STATE_BYTES = 256 * 1024;
const MAX_BRANCHES = 100;
const UNSAVED_REF = 'only branches are saved, not tags or the stash';
const MORE_BRANCHES = `only the first ${MAX_BRANCHES} branches of the run are saved`;
const UNREAD_REFS = `only the first ${MAX_REFS} references are read`;
const UNREAD_FILE = 'it cannot be read, or is too large';
const SAVED_MODES: readonly string[] = [
  GIT_MODES.text,
  GIT_MODES.program,
  GIT_MODES.link,
  GIT_MODES.submodule,
];

/** Git's files of a merge, cherry-pick or revert in progress. The heads name commits. */
const OPERATION_HEADS = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'] as const;
export const OPERATION_FILES = [
  ...OPERATION_HEADS,
  'MERGE_MODE',
  'MERGE_MSG',
  'SQUASH_MSG',
] as const;

/** What git keeps of an operation in a folder or a commit of its own, which is not saved. */
const LONG_OPERATIONS: Readonly<Record<string, string>> = {
  'rebase-merge': 'a rebase in progress is not saved',
  'rebase-apply': 'a rebase or `git am` in progress is not saved',
  sequencer: 'a series of cherry-picks or reverts in progress is not saved',
  BISECT_LOG: 'a bisection in progress is not saved',
  MERGE_AUTOSTASH: 'the changes that `--autostash` puts aside are not saved',
};

export const NO_INDEX_STATE: IndexState = {
  conflicts: [],
  intended: [],
  skipped: [],
  assumed: [],
};

interface RunIndex {
  /** The entries without conflict, and not only intended. */
  readonly staged: readonly IndexEntry[];
  /** Every path that is tracked. */
  readonly tracked: ReadonlySet<string>;
  readonly state: IndexState;
}

/** The current index; `null` if it is missing or cannot be read. */
export async function readRunIndex(scratch: ScratchRepository): Promise<RunIndex | null> {
  const { store } = scratch;
  const bytes = readSmallFile(store.git.own, 'index', MAX_INDEX_BYTES);
  const entries = bytes === null ? null : await entriesIn(scratch, bytes);
  if (entries?.every(({ mode }) => SAVED_MODES.includes(mode)) !== true) return null;
  const pathsOf = (isOne: (entry: IndexEntry) => boolean): string[] =>
    entries.filter(isOne).map(({ path }) => path);
  return {
    staged: entries.filter(({ stage, isIntended }) => stage === 0 && !isIntended),
    tracked: new Set(entries.map(({ path }) => path)),
    state: {
      conflicts: entries
        .filter(({ stage }) => stage !== 0)
        .map(({ path, stage, mode, sha }) => ({ path, stage, mode, sha })),
      intended: pathsOf(({ isIntended }) => isIntended),
      skipped: pathsOf(
        ({ path, stage, isSkipped }) =>
          stage === 0 && isSkipped && store.known.get(path)?.isSkipped !== true,
      ),
      assumed: pathsOf(({ stage, isAssumed }) => stage === 0 && isAssumed),
    },
  };
}

/** Whether it lists every file: a sparse index has folders. */
function isWhole(entries: readonly IndexEntry[] | null): boolean {
  return entries !== null && entries.every(({ mode }) => mode !== GIT_MODES.folder);
}

async function entriesIn(
  scratch: ScratchRepository,
  bytes: Buffer,
): Promise<readonly IndexEntry[] | null> {
  const { idBytes } = scratch.store;
  const entries = parseIndex(bytes, idBytes);
  if (isWhole(entries)) return entries;
  const whole = await wholeIndex(scratch, bytes);
  const again = whole === null ? null : parseIndex(whole, idBytes);
  return isWhole(again) ? again : null;
}

/** A split or sparse index as one whole, which git writes from a copy; `null` if it cannot. */
async function wholeIndex(scratch: ScratchRepository, bytes: Buffer): Promise<Buffer | null> {
  const { store, folder, gitDir } = scratch;
  const copy = join(folder, 'run-index');
  mkdirSync(copy, { recursive: true });
  writeFileSync(join(copy, 'index'), bytes);
  // Git looks for the shared part of a split index in the git folder.
  const isNamed = (name: string): boolean =>
    bytes.includes(Buffer.from(name.slice(name.indexOf('.') + 1), 'hex'));
  for (const name of namesIn(store).filter((each) => SHARED_INDEX.test(each) && isNamed(each))) {
    const shared = readSmallFile(store.git.own, name, MAX_INDEX_BYTES);
    if (shared !== null) writeFileSync(join(gitDir, name), shared);
  }
  const { exitCode } = await tryScratchGit(scratch, ['update-index', '--force-write-index'], {
    env: { GIT_INDEX_FILE: join(copy, 'index') },
  });
  return exitCode === 0 ? readFileSync(join(copy, 'index')) : null;
}

function namesIn(store: TrustedStore): readonly string[] {
  using folder = openPath(store.git.own, '');
  return entriesOf(folder).map(({ name }) => name);
}

/** What git has beside the checked-out commit and the index. */
export interface GitState extends Required<Pick<WorkTreeChanges, 'operation' | 'branches'>> {
  /** What cannot be saved. */
  readonly leftOut: readonly SkippedPath[];
}

/** Reads the state of git; `head` is the ref that is checked out. */
export function readGitState(store: TrustedStore, head: string | null): GitState {
  const operation: Record<string, string> = {};
  const names = namesIn(store);
  const leftOut = names.flatMap((name) => {
    const because = Object.hasOwn(LONG_OPERATIONS, name) ? LONG_OPERATIONS[name] : undefined;
    return because === undefined ? [] : [{ path: `.git/${name}`, because }];
  });
  for (const name of OPERATION_FILES.filter((one) => names.includes(one))) {
    const text = readSmallFile(store.git.own, name, MAX_STATE_BYTES)?.toString('latin1');
    if (text === undefined) leftOut.push({ path: `.git/${name}`, because: UNREAD_FILE });
    else operation[name] = text;
  }
  const branches: Branch[] = [];
  const refs = localRefs(store.git);
  if (refs.size >= MAX_REFS) leftOut.push({ path: '.git/refs', because: UNREAD_REFS });
  for (const [ref, commit] of refs) {
    if (ref === head || store.refs.get(ref) === commit) continue;
    const isBranch = ref.startsWith(BRANCHES);
    if (isBranch && branches.length < MAX_BRANCHES)
      branches.push({ name: ref.slice(BRANCHES.length), commit });
    else leftOut.push({ path: `.git/${ref}`, because: isBranch ? MORE_BRANCHES : UNSAVED_REF });
  }
  return { operation, branches, leftOut };
}

/** The ids that an operation names: commits, and tags of commits. */
export function operationHeads({ operation }: Pick<GitState, 'operation'>): readonly string[] {
  return OPERATION_HEADS.flatMap((name) => operation[name]?.split('\n') ?? []).filter((line) =>
    SHA.test(line),
  );
}

/** The state with other ids: those of commits in place of those of their tags. */
export function withCommits(state: GitState, commits: ReadonlyMap<string, string>): GitState {
  const commitOf = (id: string): string => commits.get(id) ?? id;
  const operation = { ...state.operation };
  for (const name of OPERATION_HEADS) {
    const text = operation[name];
    if (text !== undefined) operation[name] = text.split('\n').map(commitOf).join('\n');
  }
  const branches = state.branches.map(({ name, commit }) => ({ name, commit: commitOf(commit) }));
  return { ...state, operation, branches };
}
