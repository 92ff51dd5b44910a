import { createHash } from 'node:crypto';
import { refusedGit, tooLargeGit } from './scan-git-folder.ts';
import type { ViewGit } from '../view/git-view-git.ts';

/**
 * Reads the objects of a checkout's git folder without trusting it: the ids of commits, tags and trees are computed from
 * their content. Ids are hexadecimal; names are bytes as Latin-1.
 */
const MAX_OBJECTS = 400_000;
const MAX_CONTENT_BYTES = 256 * 1024 * 1024;
const MAX_LIST_BYTES = 64 * 1024 * 1024;
/** The line before an object in `cat-file --batch`, at most. */
const MAX_HEADER_BYTES = 128;
const LISTED = /^([0-9a-f]{40}|[0-9a-f]{64}) (blob|commit|tag|tree) (\d{1,15})$/u;

export interface ObjectStore {
  /** Every object of the folder, reachable or not. */
  readonly blobs: ReadonlySet<string>;
  /** Commits, tags and trees with their content. */
  readonly others: ReadonlyMap<string, GitObject>;
}

interface GitObject {
  readonly type: string;
  readonly content: Buffer;
}

interface TreeEntry {
  readonly kind: 'blob' | 'submodule' | 'tree';
  /** Bytes as Latin-1; no `/` in it. */
  readonly name: string;
  readonly oid: string;
}

/** Lists all objects, and reads all except blobs. Throws `worktree-refused` for too many or forged ones. */
export async function readObjects(git: ViewGit): Promise<ObjectStore> {
  const format = '--batch-check=%(objectname) %(objecttype) %(objectsize)';
  const listed = await git.onCheckout(
    ['cat-file', '--batch-all-objects', '--buffer', '--unordered', format],
    { maxOutputBytes: MAX_LIST_BYTES },
  );
  const blobs = new Set<string>();
  const wanted: string[] = [];
  let bytes = 0;
  for (const line of linesOf(listed)) {
    const [, oid, type, size] = LISTED.exec(line) ?? [];
    if (oid === undefined) throw refusedGit('it holds a broken object');
    if (type === 'blob') blobs.add(oid);
    else {
      wanted.push(oid);
      bytes += Number(size) + MAX_HEADER_BYTES;
    }
    if (blobs.size + wanted.length > MAX_OBJECTS) {
      throw tooLargeGit(`it holds more than ${MAX_OBJECTS} objects`);
    }
  }
  if (bytes > MAX_CONTENT_BYTES) {
    throw tooLargeGit(`its commits and trees are longer than ${MAX_CONTENT_BYTES} bytes`);
  }
  return { blobs, others: await readContents(git, wanted, bytes) };
}

async function readContents(
  git: ViewGit,
  wanted: readonly string[],
  maxOutputBytes: number,
): Promise<ReadonlyMap<string, GitObject>> {
  const others = new Map<string, GitObject>();
  if (wanted.length === 0) return others;
  const stdin = `${wanted.join('\n')}\n`;
  const output = await git.onCheckout(['cat-file', '--batch', '--buffer'], {
    stdin,
    maxOutputBytes,
  });
  let index = 0;
  for (const oid of wanted) {
    const end = output.indexOf('\n', index);
    const [, reportedOid, type, size] =
      LISTED.exec(output.toString('latin1', index, Math.max(index, end))) ?? [];
    const content = output.subarray(end + 1, end + 1 + Number(size));
    if (reportedOid !== oid || type === undefined || idOf({ type, content }, oid.length) !== oid) {
      throw refusedGit(`its object ${oid} is not what its name says`);
    }
    others.set(oid, { type, content });
    index = end + 1 + Number(size) + 1;
  }
  return others;
}

/** The id of an object in a repository whose ids have `length` digits. */
export function idOf({ type, content }: GitObject, length: number): string {
  return createHash(length === 64 ? 'sha256' : 'sha1')
    .update(`${type} ${content.length}\0`)
    .update(content)
    .digest('hex');
}

export function commitLinks(commit: Buffer): { readonly tree: string; readonly parents: string[] } {
  const [first = '', ...rest] = headerLines(commit);
  const tree = /^tree ([0-9a-f]+)$/u.exec(first)?.[1];
  if (tree === undefined) throw refusedGit('it holds a commit without a tree');
  const parents: string[] = [];
  for (const line of rest) {
    const parent = /^parent ([0-9a-f]+)$/u.exec(line)?.[1];
    if (parent === undefined) break;
    parents.push(parent);
  }
  return { tree, parents };
}

export function tagTarget(tag: Buffer): string | null {
  return /^object ([0-9a-f]+)$/u.exec(headerLines(tag)[0] ?? '')?.[1] ?? null;
}

function headerLines(content: Buffer): string[] {
  const end = content.indexOf('\n\n');
  return content.toString('latin1', 0, end === -1 ? content.length : end).split('\n');
}

const KIND_OF_MODE: Readonly<Record<string, TreeEntry['kind']>> = {
  '40000': 'tree',
  '040000': 'tree',
  '100644': 'blob',
  '100664': 'blob',
  '100755': 'blob',
  '120000': 'blob',
  '160000': 'submodule',
};

/** The kind of a mode in a tree or the index. Throws `worktree-refused` for unknown modes. */
export function kindOfMode(mode: string): TreeEntry['kind'] {
  const kind = KIND_OF_MODE[mode];
  if (kind === undefined) throw refusedGit('it holds a tree with an unknown mode');
  return kind;
}

/** The entries of a tree. Throws `worktree-refused` for names that git would not check out. */
export function* treeEntries(tree: Buffer, idBytes: number): Generator<TreeEntry> {
  for (let index = 0; index < tree.length; ) {
    const space = tree.indexOf(0x20, index);
    const end = tree.indexOf(0, space + 1);
    if (space === -1 || end === -1) {
      throw refusedGit('it holds a broken tree');
    }
    const name = tree.toString('latin1', space + 1, end);
    if (['', '.', '..'].includes(name) || name.includes('/'))
      throw refusedGit('it contains a tree with an invalid name');
    const kind = kindOfMode(tree.toString('latin1', index, space));
    index = end + 1 + idBytes;
    if (index > tree.length) throw refusedGit('it holds a broken tree');
    yield { kind, name, oid: tree.toString('hex', end + 1, index) };
  }
}

/** Lines that each end in a line feed. */
export function* linesOf(bytes: Buffer): Generator<string> {
  for (let index = 0; index < bytes.length; ) {
    const end = bytes.indexOf(0x0a, index);
    const stop = end === -1 ? bytes.length : end;
    yield bytes.toString('latin1', index, stop);
    index = stop + 1;
  }
}
