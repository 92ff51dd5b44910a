import { apiHostOf, githubTools, pictureFinder } from '../github/index.ts';
import type { Job, ToolsAt } from '../run/index.ts';
import type { Tool } from '../tools/index.ts';
import { branchNames } from './branch-name.ts';
import { ownersLine } from './code-owners.ts';
import { trustBy } from './context.ts';
import type { Pins } from './pins.ts';
import { pullNote } from './pull-note.ts';
import type { Watched } from './step.ts';
import type { StepRequest, StepWorld } from './step-world.ts';

/**
 * What the agent can ask this process to do on GitHub. A pull request from a fork cannot be pushed to: its branch is
 * in another repository, so the work goes to a branch of its own.
 */
export function toolsOnGitHub(
  { step, trigger }: StepRequest,
  { github, redactor }: StepWorld,
  at: ToolsAt & {
    readonly job: Job;
    readonly pins: Pins;
    readonly seen: Pick<Watched, 'tally' | 'view'>;
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
    pictures: pictureFinder(github, {
      apiUrl: step.apiUrl,
      whose: job.policy.github.images,
    }),
    owners: ownersLine(github, pins.trustedSha),
    linkHosts: job.policy.sandbox.network,
    work: {
      workspace,
      headSha: pins.headSha,
      branch: pullBranch ?? names.branch,
      branchPrefix: names.prefix,
      baseBranch: pins.trustedRef,
      closesIssue: !isPullRequest,
      note: () =>
        pullNote({
          run: job.run,
          requester: job.requester,
          jobUrl: step.jobUrl,
          tally: seen.tally,
          head: seen.view.trail?.head() ?? null,
        }),
    },
  });
}
