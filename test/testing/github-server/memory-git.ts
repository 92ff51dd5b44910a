/** A git repository in memory for the local GitHub. Pure. */
import { createHash } from 'node:crypto';
import type { GitCommit, GitEntry, GitTreeEntry } from '../../../src/testing/github-server/git.ts';
import { AUTHOR, COMMITTER, type WritableGit } from './writable-git.ts';

/** All commits are made at one time, so that one history has one set of SHAs. */
const COMMITTED_AT = '2026-01-01T00:00:00Z';
const FILE_MODE = '100644';
const FOLDER_MODE = '040000';

/** Commits kept in memory; `commit` adds one and moves the branch. */
export interface MemoryGit extends WritableGit {
  /** Files by path; the content as text or bytes. Returns the commit's SHA. */
  commit(branch: string, files: Readonly<Record<string, string | Buffer>>): string;
  deleteBranch(branch: string): void;
}

function sha1(kind: string, content: Buffer): string {
  return createHash('sha1').update(`${kind} ${content.length}\0`).update(content).digest('hex');
}

/** Every file below a tree, by path. */
type Tree = ReadonlyMap<string, { readonly sha: string; readonly mode: string }>;

interface Memory {
  readonly commits: Map<string, GitCommit>;
  readonly trees: Map<string, Tree>;
  readonly blobs: Map<string, Buffer>;
  readonly refs: Map<string, string>;
}

/** An empty repository in memory. Blob SHAs are git's own; those of trees and commits are made from their content. */
export function memoryGit(): MemoryGit {
  const memory: Memory = {
    commits: new Map(),
    trees: new Map(),
    blobs: new Map(),
    refs: new Map(),
  };
  const writes = memoryWrites(memory);
  return {
    ...memoryReads(memory),
    ...writes,
    commit: (branch, files) => {
      const entries = Object.entries(files).map(
        ([path, content]) =>
          [path, { sha: writes.writeBlob(Buffer.from(content)), mode: FILE_MODE }] as const,
      );
      const tree = storeTree(memory, new Map(entries));
      const before = memory.refs.get(`refs/heads/${branch}`);
      const parents = before === undefined ? [] : [before];
      const sha = storeCommit(memory, { tree, parents, message: `Commit ${memory.commits.size}` });
      memory.refs.set(`refs/heads/${branch}`, sha);
      return sha;
    },
    deleteBranch: (branch) => {
      memory.refs.delete(`refs/heads/${branch}`);
    },
  };
}

function storeTree(memory: Memory, tree: Tree): string {
  const sorted = [...tree].sort(([a], [b]) => (a < b ? -1 : 1));
  const sha = sha1('tree', Buffer.from(JSON.stringify(sorted)));
  memory.trees.set(sha, tree);
  return sha;
}

function storeCommit(
  memory: Memory,
  commit: { tree: string; parents: readonly string[]; message: string },
): string {
  const sha = sha1('commit', Buffer.from(JSON.stringify(commit)));
  memory.commits.set(sha, {
    ...commit,
    author: { ...AUTHOR, date: COMMITTED_AT },
    committer: { ...COMMITTER, date: COMMITTED_AT },
  });
  return sha;
}

/** The direct entries of a tree, folders as trees. */
function entriesIn(memory: Memory, sha: string): readonly GitTreeEntry[] | null {
  const tree = memory.trees.get(sha);
  if (tree === undefined) return null;
  const below = new Map<string, Map<string, { sha: string; mode: string }>>();
  const entries = new Map<string, GitTreeEntry>();
  for (const [path, file] of tree) {
    const [name = '', ...deeper] = path.split('/');
    if (deeper.length === 0) entries.set(name, { path: name, type: 'blob', ...file });
    else {
      const inner = below.get(name) ?? new Map<string, { sha: string; mode: string }>();
      below.set(name, inner.set(deeper.join('/'), file));
    }
  }
  for (const [name, inner] of below)
    entries.set(name, {
      path: name,
      type: 'tree',
      mode: FOLDER_MODE,
      sha: storeTree(memory, inner),
    });
  return [...entries.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function memoryReads(
  memory: Memory,
): Pick<WritableGit, 'resolve' | 'refs' | 'blob' | 'entry' | 'list'> {
  const { blobs, commits, refs } = memory;
  const resolve = (ref: string): string | null => {
    for (const name of [ref, `refs/${ref}`, `refs/heads/${ref}`, `refs/tags/${ref}`]) {
      const found = refs.get(name);
      if (found !== undefined) return found;
    }
    return [...commits.keys()].find((sha) => ref.length >= 7 && sha.startsWith(ref)) ?? null;
  };
  const treeAt = (ref: string) =>
    memory.trees.get(commits.get(resolve(ref) ?? '')?.tree ?? '') ?? null;
  return {
    resolve,
    refs: () => refs,
    blob: (sha) => blobs.get(sha) ?? null,
    entry: (commit, path) => {
      const tree = treeAt(commit);
      const sha = tree?.get(path)?.sha;
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (sha !== undefined)
        return { type: 'file', name, path, sha, size: blobs.get(sha)?.length ?? 0 };
      const isFolder = [...(tree?.keys() ?? [])].some(
        (file) => path === '' || file.startsWith(`${path}/`),
      );
      return isFolder
        ? { type: 'dir', name, path, sha: sha1('tree', Buffer.from(path)), size: 0 }
        : null;
    },
    list: (commit, folder) => {
      const tree = treeAt(commit);
      if (tree === null) return null;
      const prefix = folder === '' ? '' : `${folder}/`;
      const entries = new Map<string, GitEntry>();
      for (const [path, { sha }] of tree) {
        if (!path.startsWith(prefix)) continue;
        const [name = '', ...deeper] = path.slice(prefix.length).split('/');
        const isFolder = deeper.length > 0;
        const size = isFolder ? 0 : (blobs.get(sha)?.length ?? 0);
        entries.set(name, {
          type: isFolder ? 'dir' : 'file',
          name,
          path: `${prefix}${name}`,
          sha,
          size,
        });
      }
      return entries.size === 0 ? null : [...entries.values()];
    },
  };
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

type Writes = Pick<
  WritableGit,
  'createRef' | 'commitOf' | 'treeOf' | 'writeBlob' | 'writeTree' | 'writeCommit' | 'forwardRef'
>;

function memoryWrites(memory: Memory): Writes {
  const { blobs, commits, refs, trees } = memory;
  return {
    createRef: (ref, commit) => {
      if (!ref.startsWith('refs/') || !commits.has(commit)) return 'refused';
      if (refs.has(ref)) return 'exists';
      refs.set(ref, commit);
      return 'created';
    },
    commitOf: (sha) => commits.get(sha) ?? null,
    treeOf: (sha) => entriesIn(memory, sha),
    writeBlob: (bytes) => {
      const sha = sha1('blob', bytes);
      blobs.set(sha, bytes);
      return sha;
    },
    writeTree: (base, changes) => {
      const before = trees.get(base);
      if (before === undefined) return null;
      const tree = new Map(before);
      const names = changes.map(({ path }) => path);
      // Which of two names counts of which one is below the other is not documented.
      if (names.some((name) => names.some((other) => isBelow(name, other)))) return null;
      for (const change of changes) {
        // GitHub refuses to take away what is not there, and a blob that it does not have.
        if (change.sha === null ? !tree.has(change.path) : !blobs.has(change.sha)) return null;
        if (change.sha === null) tree.delete(change.path);
        else {
          for (const path of tree.keys())
            if (isBelow(path, change.path) || isBelow(change.path, path)) tree.delete(path);
          tree.set(change.path, { sha: change.sha, mode: change.mode });
        }
      }
      return storeTree(memory, tree);
    },
    writeCommit: (commit) => (trees.has(commit.tree) ? storeCommit(memory, commit) : null),
    forwardRef: (ref, commit) => {
      const from = refs.get(ref);
      if (from === undefined || !follows(memory, commit, from)) return false;
      refs.set(ref, commit);
      return true;
    },
  };
}

function follows(memory: Memory, commit: string, from: string): boolean {
  const seen = new Set<string>();
  const next = [commit];
  for (let sha = next.pop(); sha !== undefined; sha = next.pop()) {
    if (sha === from) return true;
    if (seen.has(sha)) continue;
    seen.add(sha);
    next.push(...(memory.commits.get(sha)?.parents ?? []));
  }
  return false;
}
