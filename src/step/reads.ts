import { onceFor } from '../base/index.ts';
import type { GitHub, GitHubWork } from '../github/index.ts';

/** What a run begins with is read through these. */
export type Reads = GitHub & GitHubWork;

/**
 * The client for the start of a run, which is one moment: what several ask for is asked once, and begun ahead where it will
 * be asked for (`lookAhead`). A failure is an answer, too.
 */
export function readsOf(github: Reads): Reads {
  return {
    ...github,
    permissionOf: onceFor((login: string) => github.permissionOf(login)),
    commitOf: onceFor((ref: string) => github.commitOf(ref)),
    fileAt: onceFor((commit: string, path: string) => github.fileAt(commit, path)),
    filesAt: onceFor((commit: string, folder: string, what?: 'files' | 'folders') =>
      github.filesAt(commit, folder, what),
    ),
    issue: onceFor((number: number) => github.issue(number)),
    comments: onceFor((issue: number) => github.comments(issue)),
    linkedWith: onceFor((number: number) => github.linkedWith(number)),
    pull: onceFor((number: number) => github.pull(number)),
    pullFiles: onceFor((number: number) => github.pullFiles(number)),
    pullCommits: onceFor((pull: number) => github.pullCommits(pull)),
    checkRuns: onceFor((commit: string) => github.checkRuns(commit)),
    statuses: onceFor((commit: string) => github.statuses(commit)),
    reviewThreads: onceFor((pull: number) => github.reviewThreads(pull)),
  };
}
