import { memoizeBy } from '../../common/index.ts';
import type { GitHub, GitHubWork } from '../../github/index.ts';

/** The requests that load a job. */
export type CachedGitHub = GitHub & GitHubWork;

/** The client for the start of a run: sends each request once, also if it was prefetched. It caches failures too. */
export function cachedGitHub(github: CachedGitHub): CachedGitHub {
  const permissionOf = memoizeBy((id: number, login: string) => github.permissionOf({ id, login }));
  return {
    ...github,
    permissionOf: ({ id, login }) => permissionOf(id, login),
    commitOf: memoizeBy((ref: string) => github.commitOf(ref)),
    fileAt: memoizeBy((commit: string, path: string) => github.fileAt(commit, path)),
    filesAt: memoizeBy((commit: string, folder: string, what?: 'files' | 'folders') =>
      github.filesAt(commit, folder, what),
    ),
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
