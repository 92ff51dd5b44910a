/** What the local GitHub knows of git: commits given as maps of files, or a real repository. Runs `git` for the latter. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

export interface GitEntry {
  readonly type: 'file' | 'dir' | 'symlink' | 'submodule';
  readonly name: string;
  readonly path: string;
  readonly sha: string;
  readonly size: number;
}

/** Where the local GitHub reads commits from. `null` is "there is none". */
export interface GitSource {
  /** The full SHA of a branch, tag or commit. */
  resolve(ref: string): string | null;
  entry(commit: string, path: string): GitEntry | null;
  list(commit: string, folder: string): readonly GitEntry[] | null;
  blob(sha: string): Buffer | null;
  createRef(ref: string, commit: string): 'created' | 'exists' | 'refused';
  refs(): ReadonlyMap<string, string>;
}

/** Commits kept in memory; `commit` adds one and moves the branch. */
export interface MemoryGit extends GitSource {
  /** Files by path; the content as text or bytes. Returns the commit's SHA. */
  commit(branch: string, files: Readonly<Record<string, string | Buffer>>): string;
}

const MAX_GIT_OUTPUT_BYTES = 256 * 1024 * 1024;

function sha1(kind: string, content: Buffer): string {
  return createHash('sha1').update(`${kind} ${content.length}\0`).update(content).digest('hex');
}

/** An empty repository in memory. Blob SHAs are git's own; commit SHAs are made from the content and a counter. */
export function memoryGit(): MemoryGit {
  const commits = new Map<string, ReadonlyMap<string, string>>();
  const blobs = new Map<string, Buffer>();
  const refs = new Map<string, string>();
  const resolve = (ref: string): string | null => {
    for (const name of [ref, `refs/${ref}`, `refs/heads/${ref}`, `refs/tags/${ref}`]) {
      const found = refs.get(name);
      if (found !== undefined) return found;
    }
    return [...commits.keys()].find((sha) => ref.length >= 7 && sha.startsWith(ref)) ?? null;
  };
  const treeAt = (commit: string) => commits.get(resolve(commit) ?? '') ?? null;
  return {
    resolve,
    refs: () => refs,
    blob: (sha) => blobs.get(sha) ?? null,
    entry: (commit, path) => {
      const tree = treeAt(commit);
      const sha = tree?.get(path);
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (sha !== undefined) return { type: 'file', name, path, sha, size: blobs.get(sha)?.length ?? 0 };
      const isFolder = [...(tree?.keys() ?? [])].some((file) => path === '' || file.startsWith(`${path}/`));
      return isFolder ? { type: 'dir', name, path, sha: sha1('tree', Buffer.from(path)), size: 0 } : null;
    },
    list: (commit, folder) => {
      const tree = treeAt(commit);
      if (tree === null) return null;
      const prefix = folder === '' ? '' : `${folder}/`;
      const entries = new Map<string, GitEntry>();
      for (const [path, sha] of tree) {
        if (!path.startsWith(prefix)) continue;
        const [name = '', ...deeper] = path.slice(prefix.length).split('/');
        const isFolder = deeper.length > 0;
        const size = isFolder ? 0 : (blobs.get(sha)?.length ?? 0);
        entries.set(name, { type: isFolder ? 'dir' : 'file', name, path: `${prefix}${name}`, sha, size });
      }
      return entries.size === 0 ? null : [...entries.values()];
    },
    createRef: (ref, commit) => {
      if (!ref.startsWith('refs/') || !commits.has(commit)) return 'refused';
      if (refs.has(ref)) return 'exists';
      refs.set(ref, commit);
      return 'created';
    },
    commit: (branch, files) => {
      const tree = new Map<string, string>();
      for (const [path, content] of Object.entries(files)) {
        const bytes = Buffer.from(content);
        const sha = sha1('blob', bytes);
        blobs.set(sha, bytes);
        tree.set(path, sha);
      }
      const sha = sha1('commit', Buffer.from(JSON.stringify([commits.size, branch, [...tree]])));
      commits.set(sha, tree);
      refs.set(`refs/heads/${branch}`, sha);
      return sha;
    },
  };
}

/** A real repository, bare or not, as it is at each request. */
export function repositoryGit(directory: string): GitSource {
  const git = (...words: string[]): Buffer | null => {
    try {
      return execFileSync('git', ['-C', directory, ...words], {
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: MAX_GIT_OUTPUT_BYTES,
      });
    } catch {
      return null;
    }
  };
  const resolve = (ref: string): string | null => {
    if (ref.startsWith('-')) return null;
    return git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)?.toString('utf8').trim() ?? null;
  };
  const tree = (commit: string, words: readonly string[]): readonly GitEntry[] => {
    const sha = resolve(commit);
    const out = sha === null ? null : git('ls-tree', '-z', '-l', sha, ...words);
    return out === null ? [] : out.toString('utf8').split('\0').flatMap(parsedEntry);
  };
  return {
    resolve,
    blob: (sha) => (/^[0-9a-f]{40,64}$/.test(sha) ? git('cat-file', 'blob', sha) : null),
    entry: (commit, path) => {
      if (path === '') return { type: 'dir', name: '', path, sha: resolve(commit) ?? '', size: 0 };
      return tree(commit, ['--', path])[0] ?? null;
    },
    list: (commit, folder) => {
      const entries = tree(commit, folder === '' ? [] : ['--', `${folder}/`]);
      return entries.length === 0 ? null : entries;
    },
    createRef: (ref, commit) => {
      if (!ref.startsWith('refs/') || resolve(commit) === null) return 'refused';
      if (git('show-ref', '--verify', '--quiet', ref) !== null) return 'exists';
      return git('update-ref', ref, commit) === null ? 'refused' : 'created';
    },
    refs: () => {
      const lines = git('for-each-ref', '--format=%(refname) %(objectname)')?.toString('utf8').split('\n') ?? [];
      return new Map(
        lines.filter((line) => line !== '').map((line) => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']),
      );
    },
  };
}

/** A line of `git ls-tree -l`: `MODE TYPE SHA SIZE<tab>PATH`. */
function parsedEntry(line: string): readonly GitEntry[] {
  const found = /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t(.*)$/s.exec(line);
  if (found === null) return [];
  const [, mode = '', , sha = '', size = '', path = ''] = found;
  const type = mode === '120000' ? 'symlink' : mode === '160000' ? 'submodule' : mode === '040000' ? 'dir' : 'file';
  return [{ type, name: path.slice(path.lastIndexOf('/') + 1), path, sha, size: Number(size) || 0 }];
}
