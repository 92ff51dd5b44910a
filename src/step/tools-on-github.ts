import { apiHostOf, githubTools } from '../github/index.ts';
import type { Job, ToolsAt } from '../run/index.ts';
import type { Tool } from '../tools/index.ts';
import { ownersLine } from './code-owners.ts';
import { trustBy } from './context.ts';
import type { Pins } from './prepare.ts';
import type { StepRequest, StepWorld } from './step-world.ts';

/** Branches of runs begin with this. */
const BRANCH_PREFIX = 'countersign/';

/**
 * What the agent can ask this process to do on GitHub. A pull request from a fork cannot be pushed to: its branch is
 * in another repository, so the work goes to a branch of its own.
 */
export function toolsOnGitHub(
  { step, trigger }: StepRequest,
  { github }: StepWorld,
  at: ToolsAt & { readonly job: Job; readonly pins: Pins },
): readonly Tool[] {
  const { job, pins, mark, workspace } = at;
  const own = `${BRANCH_PREFIX}${job.trigger.number === null ? job.run : `issue-${job.trigger.number}`}`;
  const pullBranch = trigger.isPullRequest && !pins.fork ? pins.headRef : null;
  return githubTools({
    github,
    apiHost: apiHostOf(step.apiUrl),
    serverUrl: step.serverUrl,
    number: job.trigger.number,
    trusts: trustBy(github),
    mark,
    owners: ownersLine(github, pins.trustedSha),
    linkHosts: job.policy.sandbox.network,
    work: {
      workspace,
      headSha: pins.headSha,
      branch: pullBranch ?? own,
      branchPrefix: BRANCH_PREFIX,
      baseBranch: pins.trustedRef,
      note: () =>
        `Made by Countersign, run \`${job.run}\`${job.requester === null ? '' : `, asked for by \`${job.requester}\``}.`,
    },
  });
}
