import type { Policy } from '../../policy/index.ts';
import type { GitHubSetting } from '../../session/index.ts';
import { type ActionRunContext, approvalIssue } from '../context.ts';
import type { Commits } from '../event/pinned-commits.ts';
import { suspensionOf } from './suspension.ts';

/** The branches of a run, and where it asks and reports. */
export function githubSetting(
  context: Pick<ActionRunContext, 'inputs' | 'environment' | 'trigger'>,
  {
    run,
    commits,
    policy,
  }: { readonly run: string; readonly commits: Commits; readonly policy: Policy },
): GitHubSetting {
  const { inputs, trigger } = context;
  const { isPullRequest, number } = trigger;
  const issue = approvalIssue(context);
  // A pull request of this repository is pushed to its own branch.
  const own = isPullRequest && !commits.fork ? commits.headRef : null;
  const isTracked = inputs.trackingComment !== 'off' && issue !== 'create';
  return {
    isPullRequest,
    fork: commits.fork,
    branch: branchOf(trigger, commits),
    pushBranch: own ?? branchNames(policy.github.branch, { run, number, isPullRequest }).branch,
    baseBranch: commits.trustedRef,
    asksOn: issue,
    suspends: suspensionOf(context) !== null,
    trackingComment: isTracked ? issue : null,
    checkRun: inputs.checkRun,
  };
}

function branchOf(trigger: ActionRunContext['trigger'], commits: Commits): string | null {
  if (commits.headRef !== null) return commits.headRef;
  if (commits.headSha === commits.trustedSha) return commits.trustedRef;
  return trigger.headRef ?? trigger.baseRef;
}

/**
 * The branch that a run pushes to, by the policy's template, and the prefix of other branches that it may push to. The values in it
 * do not change when a run is suspended and resumed: a push goes to the branch that people approved.
 */
export function branchNames(
  template: string,
  options: {
    readonly run: string;
    readonly number: number | null;
    readonly isPullRequest: boolean;
  },
): { readonly branch: string; readonly prefix: string } {
  const number = options.number === null ? options.run : String(options.number);
  const about =
    options.number === null ? options.run : `${options.isPullRequest ? 'pull' : 'issue'}-${number}`;
  const branch = template
    .replaceAll('{about}', about)
    .replaceAll('{number}', number)
    .replaceAll('{run}', options.run);
  const [prefix = ''] = template.split('{');
  return { branch, prefix };
}
