/**
 * What a run committed and staged, brought out of a `.git` that nobody vouches for: its objects are copied as plain files,
 * packed by git in one box, and named anew by their content in another. An object that is not what its name says is
 * refused. This file does I/O.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CountersignError } from '../../../common/index.ts';
import { rawBytes } from '../../files/byte-paths.ts';
import { readSmall } from '../../files/checkout-folder.ts';
import { gitFailed } from '../isolated-git.ts';
import { type IndexEntry, parseIndex } from '../read/index-file.ts';
import { readHead } from '../read/refs.ts';
import { copyNewObjects } from '../store/copy-objects.ts';
import { askGit, filesOf, lineOf, mustAskGit, type Workshop } from '../store/scratch-repository.ts';

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

export interface Carried {
  /** The commit that is checked out. */
  readonly head: string;
  /** Its branch, as `refs/heads/…`; `null` for none. */
  readonly ref: string | null;
  /** A commit of what was staged on `head`; `null` where the index is as that one, or holds a conflict. */
  readonly staged: string | null;
  /** The paths of the index. */
  readonly tracked: ReadonlySet<string>;
}

/** Brings the commits of a run since `base` into the workshop. Throws `worktree-refused` where they are not whole. */
export async function carriedCommits(workshop: Workshop, base: string): Promise<Carried> {
  const { store } = workshop;
  const { commit: head, ref } = readHead(store.git);
  if (head === null)
    throw new CountersignError('worktree-refused', 'The checkout is on no commit any more.', {
      fix: 'Let the run leave .git/HEAD as it is.',
    });
  const index = readIndex(workshop);
  const tracked = new Set((index ?? []).map(({ path }) => path));
  const isKnown = head === store.head && sameAsStart(workshop, index);
  if (isKnown && (index === null || sameAs(index, await filesOf(store, head))))
    return { head, ref, staged: null, tracked };
  const staged = await inSuspectObjects(workshop, { head, index, base });
  return { head, ref, staged, tracked };
}

/** The entries of the index as it is now; `null` where it is none, or holds a conflict. */
function readIndex({ store }: Workshop): readonly IndexEntry[] | null {
  const bytes = readSmall(store.git.own, 'index', MAX_INDEX_BYTES);
  const entries = bytes === null ? null : parseIndex(bytes, store.idBytes);
  if (entries === null) return null;
  const isPlain = entries.every(({ stage, mode }) => stage === 0 && mode !== FOLDER);
  return isPlain ? entries.filter(({ isIntended }) => !isIntended) : null;
}

/** Whether the index holds nothing but objects that the store has. */
function sameAsStart({ store }: Workshop, index: readonly IndexEntry[] | null): boolean {
  return (index ?? []).every(({ path, sha }) => store.known.get(path)?.sha === sha);
}

function sameAs(
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
 * Makes a commit of the index where it differs, over copies of what the run added, and takes over only what git found to be
 * what its name says.
 */
async function inSuspectObjects(
  workshop: Workshop,
  of: {
    readonly head: string;
    readonly index: readonly IndexEntry[] | null;
    readonly base: string;
  },
): Promise<string | null> {
  const { store } = workshop;
  const suspect = join(workshop.folder, 'suspect');
  await mkdir(join(suspect, 'pack'), { recursive: true });
  copyNewObjects({ git: store.git.common, known: join(store.gitDir, 'objects'), to: suspect });
  const env = {
    GIT_OBJECT_DIRECTORY: suspect,
    GIT_INDEX_FILE: join(workshop.folder, 'staged'),
  };
  const staged =
    of.index === null ? null : await stagedOn(workshop, of.head, { ...of, index: of.index, env });
  const tips = staged === null ? [of.head] : [of.head, staged];
  await refuseLarge(workshop, { tips, base: of.base, env });
  const pack = await mustAskGit(store, ['pack-objects', '--revs', '--thin', '--stdout', '-q'], {
    workshop,
    env,
    stdin: `${tips.join('\n')}\n^${of.base}\n`,
    maxOutputBytes: MAX_PACK_BYTES,
  });
  await rm(suspect, { recursive: true, force: true });
  await mustAskGit(
    store,
    ['index-pack', '--strict', '--fix-thin', '--stdin', `--max-input-size=${MAX_PACK_BYTES}`],
    { workshop, stdin: pack },
  );
  const whole = ['rev-list', '--objects', '--quiet', ...tips, '--not', of.base];
  const checked = await askGit(store, whole, { workshop });
  if (checked.exitCode !== 0) throw gitFailed(whole, checked);
  return staged;
}

/** A megabyte may unpack to gigabytes: what objects say of their own size is asked before any is unpacked. */
async function refuseLarge(
  workshop: Workshop,
  of: {
    readonly tips: readonly string[];
    readonly base: string;
    readonly env: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const { store } = workshop;
  const at = { workshop, env: of.env };
  const range = ['rev-list', '--objects', '--no-object-names', ...of.tips, '--not', of.base];
  const stdin = await mustAskGit(store, range, at);
  const sizes = await mustAskGit(store, ['cat-file', '--batch-check=%(objectsize)'], {
    ...at,
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

/** A commit of the index on `head`; `null` where it is as that one, or a merge in progress leaves none to be written. */
async function stagedOn(
  workshop: Workshop,
  head: string,
  of: { readonly index: readonly IndexEntry[]; readonly env: Readonly<Record<string, string>> },
): Promise<string | null> {
  const { store } = workshop;
  const at = { workshop, env: of.env };
  await mustAskGit(store, ['read-tree', '--empty'], at);
  const lines = of.index.map(({ mode, sha, path }) => `${mode} ${sha}\t${path}\0`).join('');
  const stdin = rawBytes(lines);
  await mustAskGit(store, ['update-index', '-z', '--index-info'], { ...at, stdin });
  const written = await askGit(store, ['write-tree'], at);
  if (written.exitCode !== 0) return null;
  const tree = written.stdout.toString('latin1').trim();
  if (tree === (await lineOf(store, ['rev-parse', '--verify', `${head}^{tree}`], at))) return null;
  return await commitTree(workshop, tree, head, of.env);
}

export async function commitTree(
  workshop: Workshop,
  tree: string,
  parent: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const args = ['commit-tree', tree, '-p', parent, '-m', 'Work tree of a suspended run'];
  return await lineOf(workshop.store, args, { workshop, env: { ...env, ...IDENTITY } });
}
