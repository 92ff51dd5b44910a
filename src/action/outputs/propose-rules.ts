import { code } from '../../approvals/index.ts';
import type { Trail } from '../../audit/index.ts';
import { clauseText, CountersignError, digestOf, errorText, fence } from '../../common/index.ts';
import type { GitHub, GitHubWork } from '../../github/index.ts';
import { addAutoRules } from '../../policy/index.ts';
import type { RuleProposal } from '../../tool-calls/index.ts';

/** No branch of a run begins like this, and neither does a protected one. */
const BRANCH_PREFIX = 'countersign/allow-';
/** Of a digest of the rules. */
const BRANCH_DIGITS = 12;

interface ProposalTarget {
  readonly github: GitHub & GitHubWork;
  readonly trail: Trail;
  /** The branch whose policy the run has. */
  readonly branch: string;
  /** The path of the policy there. */
  readonly path: string;
  readonly serverUrl: string;
  readonly runUrl: string | null;
}

/**
 * Opens a pull request that adds the rules of an approved call to `auto` of the policy, from a branch of its own, and tells the
 * person on the issue. The same rules are proposed once. Where the token may not, or the policy cannot be edited, lists what to
 * add and where. Rejects only with what the trail cannot write.
 */
export async function proposeRules(target: ProposalTarget, proposal: RuleProposal): Promise<void> {
  try {
    const { request, issue } = proposal;
    const said = `${request.id} was approved${await outcomeText(target, proposal)}`;
    const { id, url } = await target.github.createComment(issue, said);
    const write = { what: 'reply to `always`', id, url } as const;
    await target.trail.append({ type: 'github.write', call: null, ...write });
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code === 'trail-unwritable') throw error;
    const message = errorText(error);
    await target.trail.append({ type: 'warning', code: 'rule-not-proposed', message });
  }
}

async function outcomeText(target: ProposalTarget, proposal: RuleProposal): Promise<string> {
  const { because, rules } = proposal;
  if (because !== null) return `, for this call alone: ${because}.`;
  const outcome = await openProposal(target, proposal);
  switch (outcome.kind) {
    case 'opened':
      return `. ${outcome.url} proposes a rule for calls like it.`;
    case 'there':
      return `. The policy has the rule for calls like it by now: it counts for the runs that start from now on.`;
    case 'refused':
      break;
  }
  const { serverUrl, github, branch, path } = target;
  const [where, file] = [branch, path].map((name) =>
    name.split('/').map(encodeURIComponent).join('/'),
  );
  const edit = `${serverUrl}/${github.owner}/${github.repo}/edit/${where}/${file}`;
  return [
    `. No pull request could be opened: ${code(outcome.because)}.`,
    `To allow calls like it, add this to \`auto\` of [the policy](${edit}):`,
    ruleLines(rules),
  ].join('\n\n');
}

type ProposalOutcome =
  | { readonly kind: 'opened'; readonly url: string }
  | { readonly kind: 'there' }
  | { readonly kind: 'refused'; readonly because: string };

async function openProposal(
  target: ProposalTarget,
  proposal: RuleProposal,
): Promise<ProposalOutcome> {
  const { github, trail, branch, path } = target;
  const { request, rules } = proposal;
  try {
    const parent = await github.branchHead(branch);
    if (parent === null) return refused(`the branch ${branch} is gone`);
    const file = await github.fileAt(parent, path);
    const added = addAutoRules(file?.text ?? null, rules, { file: path });
    if (!added.ok) return refused(added.because);
    if (added.text === file?.text) return { kind: 'there' };
    const head = `${BRANCH_PREFIX}${digestOf({ branch, path, rules }).slice(0, BRANCH_DIGITS)}`;
    // What the call says stays out of titles.
    const title = `Allow calls like ${request.id} without an approval`;
    const files = [{ path, mode: '100644', bytes: Buffer.from(added.text) }] as const;
    const { sha } = await github.createCommit({ parent, message: title, files });
    const { moved } = await github.moveBranch(head, { from: null, to: sha });
    if (moved) {
      const write = { what: 'policy branch', id: sha, url: null, branch: head } as const;
      await trail.append({ type: 'github.write', call: null, ...write });
    } else if (!(await hasPolicy(target, head, added.text)))
      return refused(`the branch ${head} exists, with another policy than this one would be`);
    const pull = await github.openPullRequest({
      title,
      body: bodyOf(target, proposal),
      head,
      base: branch,
      draft: false,
    });
    const { number: id, url, created } = pull;
    const found = created ? {} : ({ found: true } as const);
    const write = { what: 'policy pull request', id, url, ...found } as const;
    await trail.append({ type: 'github.write', call: null, ...write });
    return { kind: 'opened', url };
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code === 'trail-unwritable') throw error;
    return refused(clauseText(error));
  }
}

/** Whether an earlier proposal of the same rules made this branch: somebody else may have changed it since. */
async function hasPolicy(
  { github, path }: ProposalTarget,
  branch: string,
  text: string,
): Promise<boolean> {
  const head = await github.branchHead(branch);
  return head !== null && (await github.fileAt(head, path))?.text === text;
}

function bodyOf({ runUrl }: ProposalTarget, { request, rules, by, issue }: RuleProposal): string {
  return [
    `${code(`@${by.login}`)} approved the call ${request.id} with \`always\`, on #${issue}.`,
    'Merging this lets calls run without an approval that these rules cover, and no others:',
    ruleLines(rules),
    ...(runUrl === null ? [] : [`[The run](${runUrl})`]),
  ].join('\n\n');
}

function refused(because: string): ProposalOutcome {
  return { kind: 'refused', because };
}

function ruleLines(rules: readonly string[]): string {
  return fence(rules.map((rule) => `  - ${JSON.stringify(rule)}`).join('\n'), 'yaml');
}
