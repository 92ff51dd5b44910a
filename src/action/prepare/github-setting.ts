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
  const issue = approvalIssue(context);
  const isTracked = inputs.trackingComment !== 'off' && issue !== 'create';
  return {
    isPullRequest: trigger.isPullRequest,
    fork: commits.fork,
    branch: branchOf(trigger, commits),
    pushBranch: pushTarget(trigger, { run, commits, template: policy.github.branch }).branch,
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

/** The branch that a run pushes to, and what it may push to besides. */
interface PushTarget {
  readonly branch: string;
  /** What the names of other branches begin with that it may push to. */
  readonly branchPrefix: string;
  readonly pushesToPullRequest: boolean;
}

/**
 * Where the work of a run goes: to the branch of its pull request, unless that is in a fork, where this repository's token cannot push;
 * otherwise to a branch by the policy's template. The values in it do not change when a run is suspended and resumed: a push goes to
 * the branch that people approved.
 */
export function pushTarget(
  { isPullRequest, number }: Pick<ActionRunContext['trigger'], 'isPullRequest' | 'number'>,
  from: {
    readonly run: string;
    readonly commits: Pick<Commits, 'fork' | 'headRef'>;
    readonly template: string;
  },
): PushTarget {
  const { run, commits, template } = from;
  const pullBranch = isPullRequest && !commits.fork ? commits.headRef : null;
  const about = number === null ? run : `${isPullRequest ? 'pull' : 'issue'}-${number}`;
  const own = template
    .replaceAll('{about}', about)
    .replaceAll('{number}', number === null ? run : String(number))
    .replaceAll('{run}', run);
  const [branchPrefix = ''] = template.split('{');
  return { branch: pullBranch ?? own, branchPrefix, pushesToPullRequest: pullBranch !== null };
}
