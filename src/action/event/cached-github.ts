import { CountersignError, memoizeBy } from '../../common/index.ts';
import type { CommitTree, GitHub, GitHubWork } from '../../github/index.ts';

/** The requests that load a job. */
export type CachedGitHub = GitHub & GitHubWork;

/**
 * The client for the start of a run: sends each request once, also if it was prefetched. It caches failures too. The policy
 * is requested without a look at the list of files: nearly every repository that starts a run has one.
 */
export function cachedGitHub(github: CachedGitHub, policyPath: string): CachedGitHub {
  const permissionOf = memoizeBy((id: number, login: string) => github.permissionOf({ id, login }));
  return {
    ...github,
    ...filesByTree(github, policyPath),
    permissionOf: ({ id, login }) => permissionOf(id, login),
    commitOf: memoizeBy((ref: string) => github.commitOf(ref)),
    issue: memoizeBy((number: number) => github.issue(number)),
    comments: memoizeBy((issue: number) => github.comments(issue)),
    linkedItems: memoizeBy((number: number) => github.linkedItems(number)),
    pullRequest: memoizeBy((number: number) => github.pullRequest(number)),
    pullRequestFiles: memoizeBy((number: number) => github.pullRequestFiles(number)),
    pullRequestCommits: memoizeBy((pull: number) => github.pullRequestCommits(pull)),
    checkRuns: memoizeBy((commit: string) => github.checkRuns(commit)),
    statuses: memoizeBy((commit: string) => github.statuses(commit)),
    reviewThreads: memoizeBy((pull: number) => github.reviewThreads(pull)),
  };
}

/**
 * Reads files at a commit by one list of all its paths, so that only what exists is requested. A list that GitHub does not
 * give, or not whole, decides nothing: then each path is requested.
 */
function filesByTree(
  github: GitHub,
  policyPath: string,
): Pick<GitHub, 'fileAt' | 'filesAt' | 'treeAt'> {
  const treeAt = memoizeBy(async (commit: string): Promise<CommitTree | null> => {
    try {
      return await github.treeAt(commit);
    } catch (error) {
      if (!(error instanceof CountersignError) || error.code === 'cancelled') throw error;
      return null;
    }
  });
  const fileAt = memoizeBy((commit: string, path: string) => github.fileAt(commit, path));
  const filesAt = memoizeBy((commit: string, folder: string, kind?: 'files' | 'folders') =>
    github.filesAt(commit, folder, kind),
  );
  return {
    treeAt,
    fileAt: async (commit, path) => {
      if (path === policyPath) return await fileAt(commit, path);
      const tree = await treeAt(commit);
      return tree === null || tree.has(path) || !isPlain(path) ? await fileAt(commit, path) : null;
    },
    filesAt: async (commit, folder, kind = 'files') => {
      const tree = await treeAt(commit);
      const found = tree?.get(folder);
      if (tree === null || !isPlain(folder) || (found !== undefined && found !== 'folder'))
        return await filesAt(commit, folder, kind);
      const wanted = kind === 'files' ? 'file' : 'folder';
      const under = folder === '' ? '' : `${folder}/`;
      return [...tree]
        .filter(([path, one]) => one === wanted && path.startsWith(under))
        .map(([path]) => path.slice(under.length))
        .filter((name) => !name.includes('/'));
    },
  };
}

/** Whether a path is spelled as git spells it; `''` is the root. Any other spelling is left to GitHub. */
function isPlain(path: string): boolean {
  const parts = path === '' ? [] : path.split('/');
  return parts.every((part) => part !== '' && part !== '.' && part !== '..');
}
