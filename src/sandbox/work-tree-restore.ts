/** Puts a work tree back as a suspended run left it. This file does I/O. */
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CountersignError } from '../base/index.ts';
import { rawBytes, underRoot } from './byte-paths.ts';
import {
  type Checkout,
  checkedSha,
  inCheckout,
  mustInCheckout,
  whileAlone,
} from './in-checkout.ts';
import { submoduleAt } from './submodules.ts';
import { changedPaths, headOf, said, type WorkTreeChanges } from './work-tree.ts';

const GONE = '000000';
const GITLINK = '160000';
const LINK = '120000';
const EXECUTABLE = '100755';
/** Contents are read from git in batches of this many bytes; a longer file is one of its own. */
const BATCH_BYTES = 32 * 1024 * 1024;
const HEADER_BYTES = 200;
const LINE_FEED = 0x0a;

/**
 * Puts changes back on a work tree that stands clean on their base: the commits first, then every file as it was, then
 * the index, then the submodules. Throws `worktree-refused` where the tree is not clean on `base`, the bundle does not
 * hold what it should, or a submodule that was changed is not checked out.
 */
export async function restoreChanges(root: string, changes: WorkTreeChanges): Promise<void> {
  await restoreAt({ root }, changes);
}

async function restoreAt(checkout: Checkout, changes: WorkTreeChanges): Promise<void> {
  const at = await whileAlone(checkout);
  const base = checkedSha(changes.base);
  const commit = checkedSha(changes.commit);
  if ((await headOf(at)) !== base || (await changedPaths(at)).length > 0) {
    throw new CountersignError('worktree-refused', `The work tree is not clean on ${base}.`, {
      fix: 'Check the repository out anew before the run goes on.',
    });
  }
  await unbundle(at, changes.bundle);
  const staged = changes.staged === undefined ? null : checkedSha(changes.staged);
  const head = await said(at, ['rev-parse', '--verify', `${staged ?? commit}^`]);
  await standOn(at, { head, base, branch: changes.branch ?? null });
  await putBack(at, await differences(at, head, commit));
  if (staged !== null) {
    await mustInCheckout(at, ['read-tree', staged]);
    await inCheckout(at, ['update-index', '-q', '--refresh']);
  }
  for (const { path, changes: inside } of changes.submodules ?? []) {
    const module = await submoduleAt(at, path);
    if (module === null) throw notCheckedOut(path);
    await restoreAt(module, inside);
  }
}

async function unbundle(at: Checkout, bundle: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bundle-'));
  try {
    const file = join(folder, 'changes.bundle');
    await writeFile(file, Buffer.from(bundle, 'base64'));
    await mustInCheckout(at, ['bundle', 'unbundle', file]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function standOn(
  at: Checkout,
  of: { readonly head: string; readonly base: string; readonly branch: string | null },
): Promise<void> {
  const checkout = ['checkout', '--quiet', '--no-recurse-submodules'];
  if (of.branch !== null) {
    await mustInCheckout(at, ['check-ref-format', '--branch', of.branch]);
    await mustInCheckout(at, [...checkout, '-B', of.branch, of.head, '--']);
  } else if (of.head !== of.base) {
    await mustInCheckout(at, [...checkout, '--detach', of.head, '--']);
  }
}

/** A file as it is to be. The paths come from a tree that was sealed, and git lets none of them leave its root. */
interface Difference {
  readonly path: string;
  readonly mode: string;
  readonly sha: string;
}

async function differences(
  at: Checkout,
  head: string,
  commit: string,
): Promise<readonly Difference[]> {
  const raw = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', head, commit];
  const fields = (await mustInCheckout(at, raw)).toString('latin1').split('\0');
  const found: Difference[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [, mode = '', , sha = ''] = (fields[index] ?? '').split(' ');
    // A submodule stands where its own changes leave it.
    if (mode !== GITLINK) found.push({ path: fields[index + 1] ?? '', mode, sha });
  }
  return found;
}

/** What is to be gone goes first, so that a folder can take the place of a file, and a file that of a folder. */
async function putBack(at: Checkout, all: readonly Difference[]): Promise<void> {
  for (const { path } of all)
    await rm(underRoot(at.root, path), { recursive: true, force: true }).catch(ignoreFileAbove);
  const there = all.filter(({ mode }) => mode !== GONE);
  for (const batch of await batchesOf(at, there)) {
    const contents = await contentsOf(at, batch);
    for (const [index, file] of batch.files.entries())
      await write(at, file, contents[index] ?? Buffer.alloc(0));
  }
}

/** A path under what is a file by now is not there. */
function ignoreFileAbove(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return;
  throw error;
}

async function write(at: Checkout, { path, mode }: Difference, bytes: Buffer): Promise<void> {
  const absolute = underRoot(at.root, path);
  await mkdir(underRoot(at.root, dirname(path)), { recursive: true });
  if (mode === LINK) return await symlink(bytes, absolute);
  await writeFile(absolute, bytes, { flag: 'wx' });
  await chmod(absolute, mode === EXECUTABLE ? 0o755 : 0o644);
}

interface Batch {
  readonly files: Difference[];
  bytes: number;
}

async function batchesOf(at: Checkout, files: readonly Difference[]): Promise<readonly Batch[]> {
  if (files.length === 0) return [];
  const stdin = files.map(({ sha }) => `${checkedSha(sha)}\n`).join('');
  const lines = (await said(at, ['cat-file', '--batch-check'], { stdin })).split('\n');
  const batches: Batch[] = [];
  for (const [index, file] of files.entries()) {
    const size = Number(/^[0-9a-f]+ blob (\d+)$/.exec(lines[index] ?? '')?.[1] ?? Number.NaN);
    if (!Number.isSafeInteger(size))
      throw new CountersignError('worktree-refused', 'The bundle does not hold all of the files.');
    const last = batches.at(-1);
    if (last !== undefined && last.bytes + size <= BATCH_BYTES) {
      last.files.push(file);
      last.bytes += size;
    } else batches.push({ files: [file], bytes: size });
  }
  return batches;
}

async function contentsOf(at: Checkout, { files, bytes }: Batch): Promise<readonly Buffer[]> {
  const output = await mustInCheckout(at, ['cat-file', '--batch'], {
    stdin: rawBytes(files.map(({ sha }) => `${sha}\n`).join('')),
    maxOutputBytes: bytes + files.length * HEADER_BYTES,
  });
  const contents: Buffer[] = [];
  let place = 0;
  for (const { sha } of files) {
    const end = output.indexOf(LINE_FEED, place);
    const size = Number(output.subarray(place, end).toString('latin1').split(' ')[2]);
    if (!Number.isSafeInteger(size))
      throw new CountersignError('worktree-refused', `Git does not give the file ${sha}.`);
    contents.push(output.subarray(end + 1, end + 1 + size));
    place = end + size + 2;
  }
  return contents;
}

function notCheckedOut(path: string): CountersignError {
  return new CountersignError(
    'worktree-refused',
    `The run changed the submodule ${path}, which is not checked out here.`,
    { fix: 'Give `submodules: true` to actions/checkout in the workflow that goes on with it.' },
  );
}
