import { CountersignError, errorText, escapeWorkflowCommands } from '../../common/index.ts';
import type { Account, GitHub, GitHubWork, IssueComment } from '../../github/index.ts';
import {
  builtinPolicy,
  diffPolicies,
  BUILTIN_TOOLS,
  loadPolicy,
  type Policy,
  type PolicyProblem,
  problemText,
} from '../../policy/index.ts';
import {
  type Compared,
  POLICY_DIFF_MARKER,
  type PolicyChange,
  policyChangeBody,
  policyChangeSentence,
  policyChangeSummary,
} from './policy-diff-body.ts';
import type { ActionContext } from '../context.ts';
import type { Runner } from '../inputs/runner.ts';
import { type RepositoryDiff, repositoryDiffs } from './policy-diff-repositories.ts';

const ACTIONS_BOT = 'github-actions[bot]';

/** What the comparison needs of its step. Of GitHub it reads git objects and comments, and writes its one comment. */
type PolicyDiffContext = Pick<
  ActionContext,
  'inputs' | 'environment' | 'trigger' | 'github' | 'baselineClient' | 'runner'
>;

/**
 * The action `policy-diff`: one comment reports what a pull request changes in the policy. Both sides are read as git
 * objects through the API; nothing of the head is checked out or run, so that it is safe for forks under
 * `pull_request_target`. Returns why there was nothing to do, or `null`. Throws GitHub's errors, except those of a
 * fork's read-only token.
 */
export async function policyDiffStep(context: PolicyDiffContext): Promise<string | null> {
  const { trigger, github, runner } = context;
  const { policyPath, policyDiffRepositories } = context.inputs;
  if (trigger.event !== 'pull_request' && trigger.event !== 'pull_request_target') {
    return 'The policies are compared on pull_request and pull_request_target.';
  }
  // The current state, not the event's: the run that ends last reports the newest push.
  const pull = await github.pullRequest(trigger.number);
  if (!pull.open) return 'The pull request is closed.';
  const { baseRef, headSha } = pull;
  const tip = await github.commitOf(`refs/heads/${baseRef}`);
  const newest: Compared = { path: policyPath, baseRef, baseSha: tip, headSha };
  const { change, compared } = await policyChange(github, newest, policyDiffRepositories !== null);
  const elsewhere = change.kind === 'same' ? [] : await diffsElsewhere(context, compared);
  const sentence = policyChangeSentence(change);
  const body = policyChangeBody(change, compared, elsewhere);
  runner.info(sentence);
  await postPolicyDiff(context, { change, body, number: trigger.number });
  if (change.kind !== 'same') {
    const summary = policyChangeSummary(change, compared, elsewhere);
    await runner.summary(summary.text);
    if (!summary.isWhole) logWhole(runner, body);
  }
  runner.output('outcome', 'done');
  runner.output('summary', escapeWorkflowCommands(sentence));
  return null;
}

function logWhole(runner: Pick<Runner, 'info' | 'startGroup' | 'endGroup'>, body: string): void {
  runner.startGroup('The whole comparison');
  runner.info(body);
  runner.endGroup();
}

type Side = { readonly blobSha: string | null } & (
  | {
      readonly kind: 'policy';
      readonly policy: Policy;
      readonly warnings: readonly PolicyProblem[];
    }
  | { readonly kind: 'broken'; readonly problems: readonly string[] }
);

/**
 * Compares the policy of both sides as files of commits: of the base as it was when the pull request branched off. A change that the base
 * has got since then is no change of the pull request, and a merge keeps it.
 */
async function policyChange(
  github: Pick<GitHub & GitHubWork, 'fileAt' | 'mergeBase'>,
  newest: Compared,
  baseline: boolean,
): Promise<{ readonly change: PolicyChange; readonly compared: Compared }> {
  const { path, baseSha: tip, headSha } = newest;
  const [base, head] = await Promise.all([
    sideAt(github, { sha: tip, path, baseline }),
    sideAt(github, { sha: headSha, path, baseline }),
  ]);
  const change = changeBetween(base, head);
  if (change.kind === 'same') return { change, compared: newest };
  const baseSha = await branchedOffAt(github, { tip, headSha });
  const compared = { ...newest, baseSha };
  if (baseSha === tip) return { change, compared };
  const before = await sideAt(github, { sha: baseSha, path, baseline });
  return { change: changeBetween(before, head), compared };
}

/** The commit of the base that the pull request branched off; the newest one if their histories have nothing in common. */
async function branchedOffAt(
  github: Pick<GitHubWork, 'mergeBase'>,
  { tip, headSha }: { readonly tip: string; readonly headSha: string },
): Promise<string> {
  try {
    return await github.mergeBase(tip, headSha);
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'github-not-found') return tip;
    throw error;
  }
}

function changeBetween(base: Side, head: Side): PolicyChange {
  // Neither side has a blob: the file does not exist, or a folder or symlink is in its place.
  const comparable = base.kind === 'policy' || base.blobSha !== null;
  if (comparable && base.kind === head.kind && base.blobSha === head.blobSha)
    return { kind: 'same' };
  if (head.kind === 'broken') return { kind: 'invalid', problems: head.problems };
  if (base.kind === 'broken')
    return { kind: 'incomparable', problems: base.problems, warnings: head.warnings };
  const how = base.blobSha === null ? 'added' : head.blobSha === null ? 'removed' : 'changed';
  return {
    kind: 'changed',
    how,
    diff: diffPolicies(base.policy, head.policy),
    warnings: head.warnings,
  };
}

/** What the change of a baseline does to the repositories whose policies extend it. */
async function diffsElsewhere(
  { inputs, environment, github, baselineClient: clientOf }: PolicyDiffContext,
  { path, baseSha, headSha }: Compared,
): Promise<readonly RepositoryDiff[]> {
  const { policyDiffRepositories: repositories } = inputs;
  if (repositories === null) return [];
  const textAt = async (sha: string): Promise<string | null> =>
    (await github.fileAt(sha, path))?.text ?? null;
  const [before, after] = await Promise.all([textAt(baseSha), textAt(headSha)]);
  const { owner, repo } = github;
  const baseline = { owner, repo, path, before, after };
  const { serverUrl } = environment;
  return await repositoryDiffs({ repositories, baseline, clientOf, serverUrl });
}

async function sideAt(
  github: Pick<GitHub, 'fileAt'>,
  source: { readonly sha: string; readonly path: string; readonly baseline: boolean },
): Promise<Side> {
  const { sha, path, baseline } = source;
  let file: Awaited<ReturnType<GitHub['fileAt']>>;
  try {
    file = await github.fileAt(sha, path);
  } catch (error) {
    // A folder, a symlink or a binary file is a choice of the commit's author, so it is reported and not thrown.
    if (!(error instanceof CountersignError) || error.code !== 'github-refused') throw error;
    return { kind: 'broken', problems: [errorText(error)], blobSha: null };
  }
  if (file === null)
    return { kind: 'policy', policy: builtinPolicy(), warnings: [], blobSha: null };
  const loaded = loadPolicy(file.text, { file: path, knownTools: BUILTIN_TOOLS, baseline });
  const { blobSha } = file;
  return loaded.ok
    ? { kind: 'policy', policy: loaded.policy, warnings: loaded.warnings(), blobSha }
    : { kind: 'broken', problems: loaded.problems.map(problemText), blobSha };
}

/** Posts the comment, or edits the earlier one. A pull request that never changed the policy gets none. */
async function postPolicyDiff(
  { github, runner, trigger }: PolicyDiffContext,
  what: { readonly change: PolicyChange; readonly body: string; readonly number: number },
): Promise<void> {
  const earlier = await ownComment(github, what.number);
  if (earlier === null && what.change.kind === 'same') return;
  try {
    if (earlier === null) await github.createComment(what.number, what.body);
    else await github.updateComment(earlier.id, what.body);
  } catch (error) {
    const readOnly = error instanceof CountersignError && error.code === 'github-permission';
    if (!readOnly || trigger.event !== 'pull_request' || !trigger.fork) throw error;
    runner.warning(
      'A pull request from a fork has a token that cannot comment: see the job summary, or use pull_request_target.',
    );
  }
}

/**
 * The comment of an earlier push. Only comments by the token's own account count (`github-actions[bot]` if that is
 * unknown): anybody can write the marker.
 */
async function ownComment(
  github: Pick<GitHub, 'self' | 'comments'>,
  number: number,
): Promise<IssueComment | null> {
  const self = await github.self();
  const { comments } = await github.comments(number);
  return (
    comments.find(
      (comment) => isOwn(comment, self) && comment.body.startsWith(POLICY_DIFF_MARKER),
    ) ?? null
  );
}

function isOwn({ author }: IssueComment, self: Account | null): boolean {
  // No person can have a login that ends in `[bot]`.
  return self === null ? author?.login === ACTIONS_BOT : author?.id === self.id;
}
