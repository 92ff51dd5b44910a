import type { Trail } from '../../audit/index.ts';
import { CountersignError, errorText, fence } from '../../common/index.ts';
import type { GitHub, GitHubWork } from '../../github/index.ts';
import { addAutoRules } from '../../policy/index.ts';
import { markdownCell } from '../../reporting/index.ts';
import type { RuleProposal } from '../../tool-calls/index.ts';

/** No branch of a run begins like this, and neither does a protected one. */
const BRANCH_PREFIX = 'countersign/allow-';

export interface ProposalTarget {
  readonly github: GitHub & GitHubWork;
  readonly trail: Trail;
  /** The branch whose policy the run has. */
  readonly branch: string;
  /** The path of the policy there. */
  readonly path: string;
  readonly serverUrl: string;
  /** The issue or pull request of the approval request. */
  readonly issue: number;
  readonly runUrl: string | null;
}

/**
 * Opens a pull request that adds the rules of an approved call to `auto` of the policy, from a branch of its own, and tells the
 * person on the issue. Where the token may not, or the policy cannot be edited, tells them what to add and where. Rejects only with
 * what the trail cannot write.
 */
export async function proposeRules(target: ProposalTarget, proposal: RuleProposal): Promise<void> {
  try {
    await tell(target, await outcomeText(target, proposal));
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code === 'trail-unwritable') throw error;
    await target.trail.append({
      type: 'warning',
      code: 'rule-not-proposed',
      message: errorText(error),
    });
  }
}

async function outcomeText(target: ProposalTarget, proposal: RuleProposal): Promise<string> {
  const { request, because, rules } = proposal;
  if (because !== null) return `${request.id} was approved, for this call alone: ${because}.`;
  const opened = await openProposal(target, proposal);
  if ('url' in opened)
    return `${request.id} was approved. ${opened.url} proposes a rule for calls like it.`;
  const { serverUrl, github, branch, path } = target;
  const [where, file] = [branch, path].map((name) =>
    name.split('/').map(encodeURIComponent).join('/'),
  );
  const edit = `${serverUrl}/${github.owner}/${github.repo}/edit/${where}/${file}`;
  return [
    `${request.id} was approved. No pull request could be opened: ${markdownCell(opened.because)}.`,
    `To allow calls like it, add this to \`auto\` of [the policy](${edit}):`,
    ruleLines(rules),
  ].join('\n\n');
}

async function openProposal(
  target: ProposalTarget,
  { request, rules, by }: RuleProposal,
): Promise<{ readonly url: string } | { readonly because: string }> {
  const { github, trail, branch, path } = target;
  try {
    const parent = await github.branchHead(branch);
    if (parent === null) return { because: `the branch ${branch} is gone` };
    const file = await github.fileAt(parent, path);
    const added = addAutoRules(file?.text ?? null, rules, { file: path });
    if (!added.ok) return { because: added.because };
    const head = `${BRANCH_PREFIX}${request.id}`;
    // What the call says stays out of titles.
    const title = `Allow calls like ${request.id} without an approval`;
    const files = [{ path, mode: '100644', bytes: Buffer.from(added.text) }] as const;
    const { sha } = await github.createCommit({ parent, message: title, files });
    const { moved } = await github.moveBranch(head, { from: null, to: sha });
    if (!moved) return { because: `the branch ${head} exists` };
    const pull = await github.openPullRequest({
      title,
      body: [
        `${markdownCell(`@${by.login}`)} approved the call ${request.id} with \`always\`, on #${target.issue}.`,
        'Merging this lets calls run without an approval that these rules cover, and no others:',
        ruleLines(rules),
        ...(target.runUrl === null ? [] : [`[The run](${target.runUrl})`]),
      ].join('\n\n'),
      head,
      base: branch,
      draft: false,
    });
    const { number: id, url } = pull;
    await trail.append({ type: 'github.write', call: null, what: 'policy pull request', id, url });
    return { url };
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code === 'trail-unwritable') throw error;
    return { because: errorText(error) };
  }
}

function ruleLines(rules: readonly string[]): string {
  return fence(rules.map((rule) => `  - ${JSON.stringify(rule)}`).join('\n'), 'yaml');
}

async function tell({ github, trail, issue }: ProposalTarget, text: string): Promise<void> {
  const { id, url } = await github.createComment(issue, text);
  await trail.append({ type: 'github.write', call: null, what: 'reply to `always`', id, url });
}
