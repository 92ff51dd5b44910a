/**
 * The work tree of a run that is suspended, carried to the job that goes on with it: what was committed and what was
 * not, untracked files included. Contents travel as they lie on disk, with no filter and no line-ending conversion, so
 * that what comes back is the same to the byte. This file does I/O.
 */
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CountersignError } from '../base/index.ts';
import { checkedSha, inCheckout, mustInCheckout, records } from './in-checkout.ts';

/** Changes of a work tree on top of a commit. */
export interface WorkTreeChanges {
  readonly base: string;
  /** A git bundle, base64. */
  readonly bundle: string;
  /** The bundle's tip: its parent is the commit that was checked out, its tree is the work tree. */
  readonly commit: string;
}

const REF = 'refs/countersign/suspended';
const MAX_FILES = 20_000;
const MAX_BUNDLE_BYTES = 200 * 1024 * 1024;
const EXECUTABLE = 0o111;
const IDENTITY = {
  GIT_AUTHOR_NAME: 'Countersign',
  GIT_AUTHOR_EMAIL: 'countersign@localhost',
  GIT_COMMITTER_NAME: 'Countersign',
  GIT_COMMITTER_EMAIL: 'countersign@localhost',
};

/**
 * Bundles everything that differs from `base`: commits made since, changed, deleted and untracked files with their mode
 * (ignored ones are left out, submodules keep the commit that is recorded). `null` where nothing differs. Throws
 * `worktree-refused` where the changes are more than a checkpoint may hold.
 */
export async function bundleChanges(
  root: string,
  options: { readonly base: string },
): Promise<WorkTreeChanges | null> {
  const base = checkedSha(options.base);
  const head = (await mustInCheckout(root, ['rev-parse', '--verify', 'HEAD^{commit}']))
    .toString()
    .trim();
  const paths = await changedPaths(root);
  if (head === base && paths.length === 0) return null;
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bundle-'));
  try {
    const commit = await commitWorkTree(root, { head, paths, index: join(folder, 'index') });
    await mustInCheckout(root, ['update-ref', REF, commit]);
    const file = join(folder, 'changes.bundle');
    await mustInCheckout(root, ['bundle', 'create', '--quiet', file, `${base}..${REF}`]);
    const bytes = await readFile(file);
    if (bytes.length > MAX_BUNDLE_BYTES) {
      throw tooMuch(`${bytes.length} bytes`, `${MAX_BUNDLE_BYTES} bytes`);
    }
    return { base, bundle: bytes.toString('base64'), commit };
  } finally {
    await inCheckout(root, ['update-ref', '-d', REF]);
    await rm(folder, { recursive: true, force: true });
  }
}

async function changedPaths(root: string): Promise<readonly string[]> {
  const status = [
    'status',
    '--porcelain=v1',
    '-z',
    '--untracked-files=all',
    '--ignore-submodules=all',
    '--no-renames',
  ];
  const paths = records(await mustInCheckout(root, status)).map((record) => record.slice(3));
  if (paths.length > MAX_FILES) throw tooMuch(`${paths.length} files`, `${MAX_FILES} files`);
  return paths;
}

async function commitWorkTree(
  root: string,
  of: { readonly head: string; readonly paths: readonly string[]; readonly index: string },
): Promise<string> {
  const tree = await writeWorkTree(root, of);
  const args = ['commit-tree', tree, '-p', of.head, '-m', 'Work tree of a suspended run'];
  return (await mustInCheckout(root, args, { env: IDENTITY })).toString().trim();
}

/** Writes the tree of a commit with these paths as they lie on disk, by an index of its own, and gives its id. */
export async function writeWorkTree(
  root: string,
  of: { readonly head: string; readonly paths: readonly string[]; readonly index: string },
): Promise<string> {
  const env = { GIT_INDEX_FILE: of.index };
  await mustInCheckout(root, ['read-tree', of.head], { env });
  const lines: string[] = [];
  for (const path of of.paths) lines.push(await indexLine(root, path));
  await mustInCheckout(root, ['update-index', '-z', '--index-info'], {
    env,
    stdin: lines.join(''),
  });
  return (await mustInCheckout(root, ['write-tree'], { env })).toString().trim();
}

/** One record for `update-index --index-info`: mode, object and path; mode 0 for what is gone. */
async function indexLine(root: string, path: string): Promise<string> {
  const absolute = join(root, path);
  const stat = await lstatOrNull(absolute);
  if (stat === null || stat.isDirectory()) return `0 ${'0'.repeat(40)}\t${path}\0`;
  if (stat.isSymbolicLink()) {
    return `120000 ${await writeBlob(root, Buffer.from(await readlink(absolute)))}\t${path}\0`;
  }
  const mode = (stat.mode & EXECUTABLE) === 0 ? '100644' : '100755';
  return `${mode} ${await writeBlob(root, await readFile(absolute))}\t${path}\0`;
}

async function writeBlob(root: string, bytes: Buffer): Promise<string> {
  const args = ['hash-object', '-w', '--no-filters', '--stdin'];
  return (await mustInCheckout(root, args, { stdin: bytes })).toString().trim();
}

/**
 * Puts changes back on a work tree that stands clean on their base: the commits first, then every file as it was.
 * Throws `worktree-refused` where the tree is not clean on `base`, or the bundle does not hold what it should.
 */
export async function restoreChanges(root: string, changes: WorkTreeChanges): Promise<void> {
  const base = checkedSha(changes.base);
  const commit = checkedSha(changes.commit);
  const head = (await mustInCheckout(root, ['rev-parse', '--verify', 'HEAD^{commit}']))
    .toString()
    .trim();
  if (head !== base || (await changedPaths(root)).length > 0) {
    throw new CountersignError('worktree-refused', `The work tree is not clean on ${base}.`, {
      fix: 'Check the repository out anew before the run goes on.',
    });
  }
  await unbundle(root, changes.bundle);
  const parent = (await mustInCheckout(root, ['rev-parse', '--verify', `${commit}^`]))
    .toString()
    .trim();
  if (parent !== base) {
    await mustInCheckout(root, [
      'checkout',
      '--quiet',
      '--detach',
      '--no-recurse-submodules',
      parent,
      '--',
    ]);
  }
  const raw = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', parent, commit];
  const fields = (await mustInCheckout(root, raw)).toString('utf8').split('\0');
  for (let index = 0; index + 1 < fields.length; index += 2) {
    await putBack(root, fields[index] ?? '', fields[index + 1] ?? '');
  }
}

async function unbundle(root: string, bundle: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bundle-'));
  try {
    const file = join(folder, 'changes.bundle');
    await writeFile(file, Buffer.from(bundle, 'base64'));
    await mustInCheckout(root, ['bundle', 'unbundle', file]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `meta` is `:OLDMODE NEWMODE OLDSHA NEWSHA STATUS`. The paths come from a tree that was sealed, and stay in `root`. */
async function putBack(root: string, meta: string, path: string): Promise<void> {
  const [, mode = '', , sha = ''] = meta.split(' ');
  const absolute = join(root, path);
  await rm(absolute, { recursive: true, force: true });
  if (mode === '000000' || mode === '160000') return;
  const bytes = await mustInCheckout(root, ['cat-file', 'blob', checkedSha(sha)]);
  await mkdir(dirname(absolute), { recursive: true });
  if (mode === '120000') return await symlink(bytes.toString('utf8'), absolute);
  await writeFile(absolute, bytes, { flag: 'wx' });
  await chmod(absolute, mode === '100755' ? 0o755 : 0o644);
}

async function lstatOrNull(path: string) {
  try {
    return await lstat(path);
  } catch {
    return null;
  }
}

function tooMuch(have: string, limit: string): CountersignError {
  return new CountersignError(
    'worktree-refused',
    `The work tree's changes are ${have}; a checkpoint holds ${limit}.`,
    {
      fix: 'Ignore what is built (.gitignore), or let the run wait instead of suspending it.',
    },
  );
}
