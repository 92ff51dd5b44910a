import type { Policy } from '../../policy/index.ts';
import type { GitHubSetting } from '../../session/index.ts';
import { type ActionRequest, approvalIssue } from '../context.ts';
import type { Commits } from '../event/pinned-commits.ts';
import { branchNames } from './branch-name.ts';

/** The branches of a run, and where it asks and reports. */
export function githubSetting(
  { inputs, trigger }: Pick<ActionRequest, 'inputs' | 'trigger'>,
  options: {
    readonly run: string;
    readonly commits: Commits;
    readonly policy: Policy;
    readonly suspends: boolean;
  },
): GitHubSetting {
  const { commits, policy, run } = options;
  const { isPullRequest, number } = trigger;
  const issue = approvalIssue({ inputs, trigger });
  const isTracked = inputs.trackingComment !== 'off' && issue !== 'create';
  return {
    isPullRequest,
    fork: commits.fork,
    branch: branchOf(trigger, commits),
    pushBranch: pushBranch(policy, { run, number, isPullRequest, commits }),
    baseBranch: commits.trustedRef,
    asksOn: issue,
    suspends: options.suspends,
    trackingComment: isTracked ? issue : null,
    checkRun: inputs.checkRun,
  };
}

function branchOf(trigger: ActionRequest['trigger'], commits: Commits): string | null {
  if (commits.headRef !== null) return commits.headRef;
  if (commits.headSha === commits.trustedSha) return commits.trustedRef;
  return trigger.headRef ?? trigger.baseRef;
}

/**
 * A pull request of this repository pushes to its own branch; any other run pushes to the branch that the policy names.
 */
function pushBranch(
  policy: Policy,
  options: {
    readonly run: string;
    readonly number: number | null;
    readonly isPullRequest: boolean;
    readonly commits: Commits;
  },
): string {
  const own = options.isPullRequest && !options.commits.fork ? options.commits.headRef : null;
  return own ?? branchNames(policy.github.branch, options).branch;
}
