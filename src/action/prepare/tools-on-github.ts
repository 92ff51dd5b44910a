import { apiHostOf, githubTools, createImageFinder } from '../../github/index.ts';
import type { Job, ExtraToolsOptions } from '../../session/index.ts';
import type { Tool } from '../../tools/index.ts';
import { branchNames } from './branch-name.ts';
import { codeOwnersLine } from './code-owners.ts';
import { trustBy } from './context.ts';
import type { Commits } from '../event/pinned-commits.ts';
import { pullRequestFooter } from './pr-footer.ts';
import type { ActionContext, ActionRequest, ObservedRun } from '../context.ts';

/**
 * What the agent can ask this process to do on GitHub. A pull request from a fork cannot be pushed to: its branch is
 * in another repository, so the work goes to a branch of its own.
 */
export function toolsOnGitHub(
  { environment, trigger }: ActionRequest,
  { github, redactor }: ActionContext,
  run: ExtraToolsOptions &
    Pick<ObservedRun, 'tally' | 'view'> & { readonly job: Job; readonly commits: Commits },
): readonly Tool[] {
  const { job, commits, mark, workspace, changesDiff } = run;
  const { isPullRequest } = trigger;
  const { number } = job.trigger;
  const names = branchNames(job.policy.github.branch, { run: job.run, number, isPullRequest });
  const pullBranch = isPullRequest && !commits.fork ? commits.headRef : null;
  return githubTools({
    github,
    apiHost: apiHostOf(environment.apiUrl),
    serverUrl: environment.serverUrl,
    number,
    trusts: trustBy(github),
    mark,
    redact: async (text) => await redactor.redact(text),
    findImages: createImageFinder(github, {
      apiUrl: environment.apiUrl,
      whose: job.policy.github.images,
    }),
    owners: codeOwnersLine(github, commits.trustedSha),
    linkHosts: job.policy.sandbox.network,
    work: {
      workspace,
      changesDiff,
      headSha: commits.headSha,
      branch: pullBranch ?? names.branch,
      pushesToPullRequest: pullBranch !== null,
      branchPrefix: names.prefix,
      baseBranch: commits.trustedRef,
      closesIssue: !isPullRequest,
      note: () =>
        pullRequestFooter({
          run: job.run,
          requester: job.requester,
          jobUrl: environment.jobUrl,
          tally: run.tally,
          head: run.view.trail?.head() ?? null,
        }),
    },
  });
}
