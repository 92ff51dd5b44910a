/**
 * The work tree of a run that is suspended, carried to the job that goes on with it: what was committed, what was staged
 * and what was not, untracked files included, in submodules too. Contents travel as they lie on disk, with no filter and
 * no line-ending conversion, so that what comes back is the same to the byte. This file does I/O.
 */
import { copyFile, lstat, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CountersignError } from '../base/index.ts';
import { byteRecords, quotedLine, rawBytes, underRoot } from './byte-paths.ts';
import {
  type Checkout,
  checkedSha,
  inCheckout,
  mustInCheckout,
  placesOf,
  whileAlone,
} from './in-checkout.ts';
import { submodulesOf } from './submodules.ts';

/** Changes of a work tree on top of a commit. */
export interface WorkTreeChanges {
  readonly base: string;
  /** A git bundle, base64. */
  readonly bundle: string;
  /** The bundle's tip: its tree is the work tree, its parent `staged`, or else the commit that was checked out. */
  readonly commit: string;
  /** A commit of what was staged, on the one that was checked out; absent where the index was as that one. */
  readonly staged?: string;
  /** The branch that was checked out; absent for none. */
  readonly branch?: string;
  readonly submodules?: readonly { readonly path: string; readonly changes: WorkTreeChanges }[];
}

const REF = 'refs/countersign/suspended';
const MAX_FILES = 20_000;
/** A checkpoint of 128 MiB holds it packed, which takes no more than its own bytes, and the conversation beside it. */
const MAX_BUNDLE_BYTES = 126 * 1024 * 1024;
const MAX_DEPTH = 5;
const EXECUTABLE = 0o111;
const IDENTITY = {
  GIT_AUTHOR_NAME: 'Countersign',
  GIT_AUTHOR_EMAIL: 'countersign@localhost',
  GIT_COMMITTER_NAME: 'Countersign',
  GIT_COMMITTER_EMAIL: 'countersign@localhost',
};

/**
 * Bundles everything that differs from `base`: commits made since, the index, the branch, changed, deleted and untracked
 * files with their mode, and the same of each submodule that is checked out. Left out are ignored files, empty folders,
 * other branches, and the history of a repository that lies untracked in the tree (its files are carried). `null` where
 * nothing differs. Throws `worktree-refused` where the changes are more than a checkpoint may hold.
 */
export async function bundleChanges(
  root: string,
  options: { readonly base: string },
): Promise<WorkTreeChanges | null> {
  return await bundleAt({ root }, checkedSha(options.base), 0);
}

async function bundleAt(
  checkout: Checkout,
  base: string,
  depth: number,
): Promise<WorkTreeChanges | null> {
  const at = await whileAlone(checkout);
  const head = await headOf(at);
  const paths = await changedPaths(at);
  const submodules = depth < MAX_DEPTH ? await changedSubmodules(at, base, depth) : [];
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bundle-'));
  try {
    const staged = await stagedOn(at, head, join(folder, 'staged'));
    if (head === base && paths.length === 0 && staged === null && submodules.length === 0)
      return null;
    const tree = await writeWorkTree(at, { head, paths, index: join(folder, 'index') });
    const commit = await commitTree(at, tree, staged ?? head);
    const bundle = await bundled(at, { range: [base, commit], file: join(folder, 'bundle') });
    const branch = await branchOf(at);
    return {
      base,
      bundle,
      commit,
      ...(staged === null ? {} : { staged }),
      ...(branch === null ? {} : { branch }),
      ...(submodules.length === 0 ? {} : { submodules }),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function headOf(at: Checkout): Promise<string> {
  return await said(at, ['rev-parse', '--verify', 'HEAD^{commit}']);
}

/** The branch that is checked out; `null` for none. Its short name by git's own account would be another where a tag has it, too. */
async function branchOf(at: Checkout): Promise<string | null> {
  const { stdout } = await inCheckout(at, ['symbolic-ref', '--quiet', 'HEAD']);
  return /^refs\/heads\/(.+)$/.exec(stdout.toString().trim())?.[1] ?? null;
}

/** What git says to a question with one line for an answer. */
export async function said(
  at: Checkout,
  args: readonly string[],
  more: Parameters<typeof mustInCheckout>[2] = {},
): Promise<string> {
  return (await mustInCheckout(at, args, more)).toString().trim();
}

/** Every path that differs from the index or is in neither, as bytes; submodules are looked at by themselves. */
export async function changedPaths(at: Checkout): Promise<readonly string[]> {
  const status = [
    'status',
    '--porcelain=v1',
    '-z',
    '--untracked-files=all',
    '--ignore-submodules=all',
    '--no-renames',
  ];
  const told = byteRecords(await mustInCheckout(at, status)).map((record) => record.slice(3));
  const paths: string[] = [];
  // Of a repository that lies untracked in the tree git names the folder only.
  for (const path of told)
    paths.push(...(path.endsWith('/') ? await filesUnder(at, path.slice(0, -1)) : [path]));
  const different = [...new Set(paths)];
  if (different.length > MAX_FILES)
    throw tooMuch(`${different.length} files`, `${MAX_FILES} files`);
  return different;
}

async function filesUnder(at: Checkout, folder: string): Promise<readonly string[]> {
  const entries = await readdir(underRoot(at.root, folder), {
    withFileTypes: true,
    encoding: 'buffer',
  });
  const files: string[] = [];
  for (const entry of entries) {
    const name = entry.name.toString('latin1');
    if (name.toLowerCase() === '.git') continue;
    const path = `${folder}/${name}`;
    if (entry.isDirectory()) files.push(...(await filesUnder(at, path)));
    else if (entry.isFile() || entry.isSymbolicLink()) files.push(path);
    if (files.length > MAX_FILES)
      throw tooMuch(`more than ${MAX_FILES} files`, `${MAX_FILES} files`);
  }
  return files;
}

async function changedSubmodules(
  at: Checkout,
  base: string,
  depth: number,
): Promise<NonNullable<WorkTreeChanges['submodules']>> {
  const changed: { path: string; changes: WorkTreeChanges }[] = [];
  for (const module of await submodulesOf(at, base)) {
    const changes = await bundleAt(module.at, module.base, depth + 1);
    if (changes !== null) changed.push({ path: module.path, changes });
  }
  return changed;
}

/** A commit of the index on `head`; `null` where it is as that one, or a merge in progress leaves none to be written. */
async function stagedOn(at: Checkout, head: string, copy: string): Promise<string | null> {
  try {
    // Git notes down in an index what it found out: the one of the checkout stays as it is.
    await copyFile(join(placesOf(at), 'index'), copy);
  } catch {
    return null;
  }
  const written = await inCheckout(at, ['write-tree'], { env: { GIT_INDEX_FILE: copy } });
  if (written.exitCode !== 0) return null;
  const tree = written.stdout.toString().trim();
  if (tree === (await said(at, ['rev-parse', `${head}^{tree}`]))) return null;
  return await commitTree(at, tree, head);
}

async function commitTree(at: Checkout, tree: string, parent: string): Promise<string> {
  const args = ['commit-tree', tree, '-p', parent, '-m', 'Work tree of a suspended run'];
  return await said(at, args, { env: IDENTITY });
}

async function bundled(
  at: Checkout,
  of: { readonly range: readonly [base: string, tip: string]; readonly file: string },
): Promise<string> {
  const [base, tip] = of.range;
  try {
    await mustInCheckout(at, ['update-ref', REF, tip]);
    await mustInCheckout(at, ['bundle', 'create', '--quiet', of.file, `${base}..${REF}`]);
  } finally {
    await inCheckout(at, ['update-ref', '-d', REF]);
  }
  const bytes = await readFile(of.file);
  if (bytes.length > MAX_BUNDLE_BYTES)
    throw tooMuch(`${bytes.length} bytes`, `${MAX_BUNDLE_BYTES} bytes`);
  return bytes.toString('base64');
}

/** Writes the tree of a commit with these paths as they lie on disk, by an index of its own, and gives its id. */
export async function writeWorkTree(
  checkout: string | Checkout,
  of: { readonly head: string; readonly paths: readonly string[]; readonly index: string },
): Promise<string> {
  const at = typeof checkout === 'string' ? { root: checkout } : checkout;
  const env = { GIT_INDEX_FILE: of.index };
  await mustInCheckout(at, ['read-tree', of.head], { env });
  const lines = await indexLines(at, of);
  await mustInCheckout(at, ['update-index', '-z', '--index-info'], { env, stdin: rawBytes(lines) });
  return await said(at, ['write-tree'], { env });
}

/** Records for `update-index --index-info`: what is gone first, so that a folder can take the place of a file. */
async function indexLines(
  at: Checkout,
  { head, paths }: { readonly head: string; readonly paths: readonly string[] },
): Promise<string> {
  const gone: string[] = [];
  const links: string[] = [];
  const files: { readonly path: string; readonly mode: string }[] = [];
  for (const path of paths) {
    const absolute = underRoot(at.root, path);
    const stat = await lstat(absolute).catch(() => null);
    if (stat?.isSymbolicLink() === true) {
      const target = await readlink(absolute, { encoding: 'buffer' });
      const args = ['hash-object', '-w', '--no-filters', '--stdin'];
      links.push(`120000 ${await said(at, args, { stdin: target })}\t${path}\0`);
    } else if (stat?.isFile() === true) {
      files.push({ path, mode: (stat.mode & EXECUTABLE) === 0 ? '100644' : '100755' });
    } else gone.push(`0 ${'0'.repeat(head.length)}\t${path}\0`);
  }
  const ids = await hashed(
    at,
    files.map(({ path }) => path),
  );
  const there = files.map(({ path, mode }, index) => `${mode} ${ids[index] ?? ''}\t${path}\0`);
  return [...gone, ...links, ...there].join('');
}

async function hashed(at: Checkout, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const args = ['hash-object', '-w', '--no-filters', '--stdin-paths'];
  const stdin = paths.map(quotedLine).join('');
  return (await said(at, args, { stdin })).split('\n');
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
