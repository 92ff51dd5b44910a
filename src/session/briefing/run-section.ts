import { counted } from '../../common/index.ts';
import {
  evaluate,
  examplePathResolver,
  type Facts,
  PUBLISHING_TOOL,
  sampleFacts,
  WRITING_TOOLS,
} from '../../policy/index.ts';
import type { GitHubSetting } from '../job.ts';
import { type BriefingFacts, offers, inWords, shownName } from './facts.ts';

const SHALLOW = 'The clone is shallow: git knows only the newest commits.';
const PUBLISHERS = ['github_review', 'github_comment', 'github_label', 'github_update_issue'];

/** The event that started the run, its commit, and where its work goes. */
export function runSection(facts: BriefingFacts): string {
  const lines = [
    startLine(facts),
    checkoutLine(facts),
    ...workLines(facts),
    ...proofLines(facts),
    ...summaryLines(facts),
  ];
  return ['# This run', ...lines.map((line) => `- ${line}`)].join('\n');
}

function startLine({ job, date }: BriefingFacts): string {
  const day = date.toISOString().slice(0, 10);
  const { github, repository, requester, trigger } = job;
  const from = trigger.event === 'sdk' ? 'by a program' : 'from a command line';
  if (github === null) return `Started ${from}. It is ${day}.`;
  const about = trigger.number === null ? '' : ` on ${subjectOf(github, trigger.number)}`;
  const by = requester === null ? '' : ` by @${shownName(requester)}`;
  return `Started by the event ${trigger.event}${about}${by}, in ${repository ?? 'a repository'}. It is ${day}.`;
}

function subjectOf({ isPullRequest }: GitHubSetting, number: number): string {
  return `${isPullRequest ? 'pull request' : 'issue'} #${number}`;
}

function checkoutLine({ job, checkout }: BriefingFacts): string {
  const { github, headSha } = job;
  if (headSha === null) return 'The workspace has no commit of git.';
  const branch = github === null ? checkout.branch : github.branch;
  const named = branch === null ? '' : `, branch ${shownName(branch)}`;
  const where =
    github?.isPullRequest === true
      ? `, the head of the pull request${github.fork ? ' (in a fork)' : named}; its base is ${shownName(github.baseBranch)}`
      : named;
  const state = [statusOf(checkout.changedFiles), checkout.shallow ? SHALLOW : ''];
  return [`Checked out is commit ${headSha}${where}.`, ...state.filter((text) => text !== '')].join(
    ' ',
  );
}

function statusOf(changedFiles: number | null): string {
  if (changedFiles === null) return '';
  if (changedFiles === 0) return 'The work tree is clean.';
  return `${counted(changedFiles, 'file')} of the work tree differed from it before you began.`;
}

/** Where edits go. Names a tool only if a call of it can succeed. */
function workLines(facts: BriefingFacts): readonly string[] {
  const { github } = facts.job;
  const canEdit = WRITING_TOOLS.some((tool) => canRun(facts, tool));
  if (!canEdit && !canRun(facts, PUBLISHING_TOOL)) return [resultOnly(facts)];
  if (github === null)
    return [
      'Edits stay in the work tree, where the person who started you sees them. Nothing is pushed; commit only if asked to.',
    ];
  const patch =
    'end as changes.patch in the artifact of the run, and reach nobody unless somebody, or a later job of the workflow, applies it';
  const alone =
    'Commands have no credentials: git commit stays on this machine, and git push fails.';
  if (!canRun(facts, PUBLISHING_TOOL)) return [`You cannot push. Your edits ${patch}. ${alone}`];
  return [...pushLines(facts, github), `Edits that are not pushed ${patch}. ${alone}`];
}

function pushLines(facts: BriefingFacts, github: GitHubSetting): readonly string[] {
  const branch = shownName(github.pushBranch);
  const push = `To deliver edits, call github_push_branch with every file that belongs to the change: it commits them, as they are in the work tree, to ${branch}`;
  if (github.isPullRequest && !github.fork) return [`${push}, the branch of the pull request.`];
  const fork = github.fork ? ' (the branch of the fork cannot be pushed to)' : '';
  if (!canRun(facts, 'github_create_pull_request')) return [`${push}${fork}.`];
  return [
    `${push}${fork}. Then github_create_pull_request opens a pull request into ${shownName(github.baseBranch)}.`,
  ];
}

function resultOnly(facts: BriefingFacts): string {
  const publishers = PUBLISHERS.filter((tool) => canRun(facts, tool));
  const how = publishers.length === 0 ? '' : ` and what you publish by ${inWords(publishers)}`;
  return `This run delivers no edits. Its result is your summary${how}.`;
}

/** Whether the policy allows a call of an offered tool, with or without an approval that somebody can give. */
function canRun(facts: BriefingFacts, tool: string): boolean {
  const { job, sandbox, untrusted } = facts;
  if (!offers(facts, tool)) return false;
  const { policy } = job;
  const canAsk = job.askWhom !== 'nobody';
  const sample = sampleFacts(tool, null);
  const { verdict } = evaluate(policy, sample, {
    pathResolver: examplePathResolver,
    untrusted,
    sandboxed: sandbox.state !== 'none',
  });
  if (verdict === 'auto' || (verdict === 'requireApproval' && canAsk)) return true;
  // A rule for some paths may still allow it.
  return policy.layers.every((layer) => {
    const isTightened = untrusted && layer.whenUntrusted.mode !== 'auto';
    const rules = isTightened ? layer.whenUntrusted.rules : layer.rules;
    return layer.mode === 'defer' || rules.some((rule) => mayAllow(rule, { sample, canAsk }));
  });
}

function mayAllow(
  rule: BriefingFacts['job']['policy']['layers'][0]['rules'][number],
  { sample, canAsk }: { readonly sample: Facts; readonly canAsk: boolean },
): boolean {
  const allows = rule.list === 'auto' || (rule.list === 'requireApproval' && canAsk);
  return rule.hasSpecifier && rule.selects(sample) && allows;
}

/** What `finish` with `done` needs, where the policy demands a proof. */
function proofLines({ job }: BriefingFacts): readonly string[] {
  if (job.requires.length === 0) return [];
  const required = job.requires.map(({ text }) => shownName(text));
  return [
    `Before you finish as done, ${inWords(required)} must have succeeded after the last change of a file.`,
  ];
}

/** Where people read the summary of `finish`. */
function summaryLines(facts: BriefingFacts): readonly string[] {
  const { github, trigger } = facts.job;
  if (github === null) return ['The summary of finish is printed in the terminal.'];
  const comment =
    github.trackingComment === null ? [] : [`the run's comment on #${github.trackingComment}`];
  const check = github.checkRun ? ['the check run of the commit'] : [];
  const places = inWords([...comment, 'the job summary of the workflow run', ...check]);
  const isUnseen = trigger.number !== null && github.trackingComment === null;
  const instead = canRun(facts, 'github_comment')
    ? ': what they must read goes into github_comment'
    : '';
  return [
    `The summary of finish is posted in ${places}; later steps can read it as the output summary.`,
    ...(isUnseen ? [`Nobody reads it on #${trigger.number}${instead}.`] : []),
  ];
}
