/** I/O: git data of the local GitHub that can be written. Runs `git` with this process's environment. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GitSource, repositoryGit, runGit } from '../../../src/testing/github-server/git.ts';

/** The source of commits, which routes write to. */
export interface WritableGit extends GitSource {
  createRef(ref: string, commit: string): 'created' | 'exists' | 'refused';
  refs(): ReadonlyMap<string, string>;
  writeBlob(bytes: Buffer): string;
  /** A tree based on another one, with files set or (`sha: null`) removed. `null` if that is impossible. */
  writeTree(base: string, changes: readonly TreeChange[]): string | null;
  writeCommit(commit: {
    readonly tree: string;
    readonly parents: readonly string[];
    readonly message: string;
  }): string | null;
  /** Fast-forwards a ref. False if the commit is not a descendant. */
  forwardRef(ref: string, commit: string): boolean;
}

export interface TreeChange {
  readonly path: string;
  readonly mode: string;
  readonly sha: string | null;
}

/** The source as one that can be written. Throws for any other. */
export function writable(git: GitSource): WritableGit {
  if (isWritable(git)) return git;
  throw new Error('This local GitHub serves a repository that nobody writes.');
}

function isWritable(git: GitSource): git is WritableGit {
  return 'writeTree' in git;
}

/** The author of the local GitHub's commits. */
export const AUTHOR = {
  name: 'github-actions[bot]',
  email: '41898282+github-actions[bot]@users.noreply.github.com',
};
/** The committer of commits through the API: GitHub itself, which signs them. */
export const COMMITTER = { name: 'GitHub', email: 'noreply@github.com' };
const WRITER = {
  GIT_AUTHOR_NAME: AUTHOR.name,
  GIT_AUTHOR_EMAIL: AUTHOR.email,
  GIT_COMMITTER_NAME: COMMITTER.name,
  GIT_COMMITTER_EMAIL: COMMITTER.email,
};

/** A real repository, bare or not, as it is at each request. */
export function writableGit(directory: string): WritableGit {
  const source = repositoryGit(directory);
  const line = (
    words: readonly string[],
    options: Parameters<typeof runGit>[2] = {},
  ): string | null => {
    const env = { ...WRITER, ...options.env };
    const text =
      runGit(directory, words, { ...options, env })
        ?.toString('utf8')
        .trim() ?? '';
    return text === '' ? null : text;
  };
  const git = (...words: string[]): Buffer | null => runGit(directory, words);
  return {
    ...source,
    createRef: (ref, commit) => {
      if (!ref.startsWith('refs/') || source.resolve(commit) === null) return 'refused';
      if (git('show-ref', '--verify', '--quiet', ref) !== null) return 'exists';
      return git('update-ref', ref, commit) === null ? 'refused' : 'created';
    },
    refs: () => {
      const lines = line(['for-each-ref', '--format=%(refname) %(objectname)'])?.split('\n') ?? [];
      return new Map(
        lines.map((one) => [one.split(' ')[0] ?? '', one.split(' ')[1] ?? ''] as const),
      );
    },
    writeBlob: (bytes) => line(['hash-object', '-w', '--stdin'], { input: bytes }) ?? '',
    writeTree: (base, changes) => {
      // A separate index, so that a work tree's index is not changed.
      const folder = mkdtempSync(join(tmpdir(), 'countersign-index-'));
      const env = { GIT_INDEX_FILE: join(folder, 'index') };
      const lines = changes.map(
        (one) =>
          `${one.sha === null ? '0' : one.mode} ${one.sha ?? '0'.repeat(base.length)}\t${one.path}\0`,
      );
      const done =
        runGit(directory, ['read-tree', base], { env }) !== null &&
        runGit(directory, ['update-index', '-z', '--index-info'], {
          env,
          input: lines.join(''),
        }) !== null;
      const tree = done ? line(['write-tree'], { env }) : null;
      rmSync(folder, { recursive: true });
      return tree;
    },
    writeCommit: ({ tree, parents, message }) =>
      line(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])], {
        input: message,
      }),
    forwardRef: (ref, commit) => {
      const from = line(['rev-parse', '--verify', '--quiet', ref]);
      if (
        from === null ||
        runGit(directory, ['merge-base', '--is-ancestor', from, commit]) === null
      )
        return false;
      return runGit(directory, ['update-ref', ref, commit, from]) !== null;
    },
  };
}
