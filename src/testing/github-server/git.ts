/** I/O: the git data of the local GitHub, and a real repository as its source. Runs `git` with this process's environment. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orNull } from '../../common/index.ts';

export interface GitEntry {
  readonly type: 'file' | 'dir' | 'symlink' | 'submodule';
  readonly name: string;
  readonly path: string;
  readonly sha: string;
  readonly size: number;
}

/** The source of commits. `null`: it does not exist. */
export interface GitSource {
  /** The full SHA of a branch, tag or commit. */
  resolve(ref: string): string | null;
  entry(commit: string, path: string): GitEntry | null;
  list(commit: string, folder: string): readonly GitEntry[] | null;
  blob(sha: string): Buffer | null;
  commitOf(sha: string): GitCommit | null;
  /** The direct entries of a tree. */
  treeOf(sha: string): readonly GitTreeEntry[] | null;
}

export interface GitCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: GitPerson;
  readonly committer: GitPerson;
}

export interface GitPerson {
  readonly name: string;
  readonly email: string;
  /** `2026-01-02T03:04:05Z`. */
  readonly date: string;
}

export interface GitTreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly sha: string;
}

const SHA = /^[0-9a-f]{40,64}$/;
const MAX_GIT_OUTPUT_BYTES = 256 * 1024 * 1024;
const MAX_KEPT_BYTES = 64 * 1024;

/** A real repository, bare or not, as it is at each request. */
export function repositoryGit(directory: string): GitSource {
  const trees = new Map<string, readonly GitEntry[]>();
  const seen = new Set<string>();
  const resolve = (ref: string): string | null => {
    if (ref.startsWith('-')) return null;
    if (seen.has(ref)) return ref;
    const sha = branchIn(directory, ref) ?? parsedRevision(directory, ref);
    if (sha !== null) seen.add(sha);
    return sha;
  };
  const tree = (commit: string): readonly GitEntry[] => {
    const sha = resolve(commit);
    if (sha === null) return [];
    const known =
      trees.get(sha) ??
      (readObject(directory, ['ls-tree', '-r', '-t', '-z', '-l', sha])?.toString('utf8') ?? '')
        .split('\0')
        .flatMap(parsedEntry);
    trees.set(sha, known);
    return known;
  };
  return {
    resolve,
    blob: (sha) => (SHA.test(sha) ? readObject(directory, ['cat-file', 'blob', sha]) : null),
    entry: (commit, path) => {
      if (path === '') return { type: 'dir', name: '', path, sha: resolve(commit) ?? '', size: 0 };
      return tree(commit).find((entry) => entry.path === path) ?? null;
    },
    list: (commit, folder) => {
      const under = folder === '' ? '' : `${folder}/`;
      const entries = tree(commit).filter(({ path, name }) => path === `${under}${name}`);
      return entries.length === 0 ? null : entries;
    },
    commitOf: (sha) => commitIn(directory, sha),
    treeOf: (sha) => treeIn(directory, sha),
  };
}

function parsedRevision(directory: string, ref: string): string | null {
  const words = ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`];
  return runGit(directory, words)?.toString('utf8').trim() ?? null;
}

/** Names that git reads as they are. */
const BRANCH = /^(refs\/heads\/|heads\/)?([\w-]+(?:[./][\w-]+)*)$/;

/**
 * The commit of a branch from the files that git keeps it in (gitrepository-layout(5)), loose or packed, since most requests ask for
 * one, and to start git takes longer than to answer. `null` for any other name, which is for git to read.
 */
function branchIn(directory: string, ref: string): string | null {
  const [, whole, name] = BRANCH.exec(ref) ?? [];
  if (name === undefined) return null;
  const own = join(directory, '.git');
  const folder = existsSync(own) ? own : directory;
  const packed = orNull(() => readFileSync(join(folder, 'packed-refs'), 'utf8'))?.split('\n') ?? [];
  const refAt = (path: string): string | undefined =>
    orNull(() => readFileSync(join(folder, path), 'utf8'))?.trim() ??
    packed.find((line) => line.endsWith(` ${path}`))?.split(' ')[0];
  // A tag comes before a branch of its name.
  if (whole === undefined && refAt(`refs/tags/${name}`) !== undefined) return null;
  const sha = refAt(`refs/heads/${name}`) ?? '';
  return SHA.test(sha) ? sha : null;
}

const OBJECTS = new Map<string, Buffer>();

/**
 * Reads an object by its full name. Its content never changes and is the same in every repository, so it is kept: a process for
 * each read would take most of an answer's time.
 */
function readObject(directory: string, words: readonly string[]): Buffer | null {
  const key = words.join(' ');
  const content = OBJECTS.get(key) ?? runGit(directory, words);
  if (content !== null && content.length <= MAX_KEPT_BYTES) OBJECTS.set(key, content);
  return content;
}

interface GitRun {
  readonly input?: Buffer | string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The output of git in a repository; `null` if it fails. */
export function runGit(
  directory: string,
  words: readonly string[],
  options: GitRun = {},
): Buffer | null {
  try {
    return execFileSync('git', ['-C', directory, ...words], {
      input: options.input ?? '',
      env: { ...process.env, ...options.env },
      stdio: ['pipe', 'pipe', 'ignore'],
      maxBuffer: MAX_GIT_OUTPUT_BYTES,
    });
  } catch {
    return null;
  }
}

/** Fields of a commit as `git log` prints them, separated by a byte that none of them contains. */
const COMMIT_FIELDS = ['%T', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'].join('%x00');

function commitIn(directory: string, sha: string): GitCommit | null {
  if (!SHA.test(sha)) return null;
  const out = readObject(directory, ['log', '-1', `--format=${COMMIT_FIELDS}`, sha, '--']);
  const fields = out?.toString('utf8').split('\0') ?? [];
  if (fields.length < 9) return null;
  const [tree = '', parents = '', an = '', ae = '', ad = '', cn = '', ce = '', cd = ''] = fields;
  return {
    tree,
    parents: parents.split(' ').filter((parent) => parent !== ''),
    message: fields.slice(8).join('').trimEnd(),
    author: { name: an, email: ae, date: wholeSeconds(ad) },
    committer: { name: cn, email: ce, date: wholeSeconds(cd) },
  };
}

function wholeSeconds(date: string): string {
  return `${new Date(date).toISOString().slice(0, 19)}Z`;
}

function treeIn(directory: string, sha: string): readonly GitTreeEntry[] | null {
  const out = SHA.test(sha) ? readObject(directory, ['ls-tree', '-z', sha]) : null;
  if (out === null) return null;
  return out
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const found = /^(\d+) (blob|tree|commit) ([0-9a-f]+)\t(.*)$/s.exec(line);
      if (found === null) return [];
      const [, mode = '', kind = '', entry = '', path = ''] = found;
      const type = kind === 'blob' || kind === 'tree' ? kind : 'commit';
      return [{ path, mode, type, sha: entry }];
    });
}

/** A line of `git ls-tree -l`: `MODE TYPE SHA SIZE<tab>PATH`. */
function parsedEntry(line: string): readonly GitEntry[] {
  const found = /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t(.*)$/s.exec(line);
  if (found === null) return [];
  const [, mode = '', , sha = '', size = '', path = ''] = found;
  const type =
    mode === '120000'
      ? 'symlink'
      : mode === '160000'
        ? 'submodule'
        : mode === '040000'
          ? 'dir'
          : 'file';
  return [
    { type, name: path.slice(path.lastIndexOf('/') + 1), path, sha, size: Number(size) || 0 },
  ];
}
