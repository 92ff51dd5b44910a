import { apiHostOf, githubTools, createImageFinder } from '../../github/index.ts';
import type { Job, ToolsAt } from '../../session/index.ts';
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
  { step, trigger }: ActionRequest,
  { github, redactor }: ActionContext,
  at: ToolsAt & {
    readonly job: Job;
    readonly pins: Commits;
    readonly seen: Pick<ObservedRun, 'tally' | 'view'>;
  },
): readonly Tool[] {
  const { job, pins, mark, workspace, seen } = at;
  const { isPullRequest } = trigger;
  const { number } = job.trigger;
  const names = branchNames(job.policy.github.branch, { run: job.run, number, isPullRequest });
  const pullBranch = isPullRequest && !pins.fork ? pins.headRef : null;
  return githubTools({
    github,
    apiHost: apiHostOf(step.apiUrl),
    serverUrl: step.serverUrl,
    number,
    trusts: trustBy(github),
    mark,
    redact: async (text) => await redactor.redact(text),
    findImages: createImageFinder(github, {
      apiUrl: step.apiUrl,
      whose: job.policy.github.images,
    }),
    owners: codeOwnersLine(github, pins.trustedSha),
    linkHosts: job.policy.sandbox.network,
    work: {
      workspace,
      headSha: pins.headSha,
      branch: pullBranch ?? names.branch,
      branchPrefix: names.prefix,
      baseBranch: pins.trustedRef,
      closesIssue: !isPullRequest,
      note: () =>
        pullRequestFooter({
          run: job.run,
          requester: job.requester,
          jobUrl: step.jobUrl,
          tally: seen.tally,
          head: seen.view.trail?.head() ?? null,
        }),
    },
  });
}
