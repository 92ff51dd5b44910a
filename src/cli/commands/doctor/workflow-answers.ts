import { ANSWER_WORDS } from '../../../approvals/index.ts';
import { DEFAULT_PHRASE } from '../../../github/index.ts';
import { isJsonObject } from '../../../common/index.ts';
import { builtinPolicy, type Policy } from '../../../policy/index.ts';
import {
  type AgentJob,
  type AgentWorkflow,
  hasOwnToken,
  isDecided,
  isOfAgent,
  policyAt,
  type PolicyTexts,
  startsOn,
} from './workflow-jobs.ts';
import { bad, type Finding, unknown } from './finding.ts';

/** The comments that answer an approval request, end a run, or resume one. */
const ANSWERS = ANSWER_WORDS.map((word) => `/${word}`);
/** A job that starts for these replies to comments that only resemble an answer, and reads a command below a quote. */
const RESEMBLING = ['/approve', '/deny', ' ap-'];
const COMMENT_EVENTS = ['issue_comment', 'pull_request_review', 'pull_request_review_comment'];

/** The findings on who starts runs and who reads the answers to their approval requests, in all workflows together. Pure. */
export function answerFindings(workflows: readonly AgentWorkflow[]): readonly Finding[] {
  return [
    ...workflows.flatMap((workflow) => [...missingAnswers(workflow, workflows)]),
    ...samePhrases(workflows),
  ];
}

/** A way to answer beside comments, which the policy allows. A suspended run needs a job for it. */
interface OtherAnswer {
  readonly setting: 'reviews' | 'boxes';
  readonly event: Parameters<typeof startsOn>[1];
  /** What the `if:` of a job that looks at comments has to name. */
  readonly named: RegExp;
  readonly trigger: string;
  readonly condition: string;
}

const OTHER_ANSWERS: readonly OtherAnswer[] = [
  {
    setting: 'reviews',
    event: { name: 'pull_request_review', type: 'submitted' },
    named: /pull_request_review|event\.review/,
    trigger: 'pull_request_review: { types: [submitted] }',
    condition:
      "github.event_name == 'pull_request_review' && github.event.review.state != 'commented'",
  },
  {
    setting: 'boxes',
    event: { name: 'issue_comment', type: 'edited' },
    named: /'edited'|countersign:approval-request/,
    trigger: 'issue_comment: { types: [created, edited] }',
    condition:
      "github.event.action == 'edited' && github.event.sender.type == 'User' && startsWith(github.event.comment.body, '<!-- countersign:approval-request')",
  },
];

/** The workflows whose policy counts reviews or ticked boxes as answers and suspends runs, while no job starts for them. Pure. */
export function* otherAnswerFindings(
  workflows: readonly AgentWorkflow[],
  options: PolicyTexts,
): Generator<Finding> {
  for (const workflow of workflows)
    for (const { path, policy } of suspendingPolicies(workflow, options)) {
      const readers = readersOf(workflow, workflows);
      for (const answer of OTHER_ANSWERS.filter(({ setting }) => policy.approvals[setting]))
        yield* unreadAnswer(answer, { path, workflow, readers });
    }
}

/** The policies under which runs of the workflow ask people and are suspended, with the job that asks. */
function suspendingPolicies(
  workflow: AgentWorkflow,
  policies: PolicyTexts,
): readonly { readonly path: string; readonly policy: Policy; readonly job: AgentJob }[] {
  const asking = workflow.jobs.filter(
    (job) => job.inputs['approvals'] !== 'fail' && isDecided(job),
  );
  const byPath = new Map(
    asking.map((job) => [job.inputs['policy'] ?? policies.defaultPolicy, job]),
  );
  return [...byPath]
    .filter(([path]) => !path.includes('${{'))
    .flatMap(([path, job]) => {
      const isThere = policies.policyOf(path) !== null;
      const policy = isThere ? policyAt(policies, path) : builtinPolicy();
      return policy?.approvals.then === 'suspend' ? [{ path, policy, job }] : [];
    });
}

/**
 * The workflows whose suspended runs no new comment resumes: no workflow for them starts on comments, or its token cannot read the
 * artifact that has the run. `resumedLater`: the file of a workflow for which such a workflow is still to be added. Pure.
 */
export function* resumeFindings(
  workflows: readonly AgentWorkflow[],
  options: PolicyTexts & { readonly resumedLater: string | null },
): Generator<Finding> {
  for (const workflow of workflows) {
    const suspending = suspendingPolicies(workflow, options).filter(({ job }) =>
      canBeSuspended(workflow, job),
    );
    const [first] = suspending;
    if (first === undefined) continue;
    const readers = readersOf(workflow, workflows).filter((one) =>
      one.triggers.includes('issue_comment'),
    );
    const { name, where } = first.job;
    const other = workflows.flatMap(({ jobs }) => jobs).find((job) => lists(job, workflow.file));
    if (readers.length === 0 && other !== undefined)
      yield bad(
        'answers',
        `${other.where} lists ${workflow.file} in resume-workflows, and cannot resume its runs: it has to start on issue_comment, and to have the same id as the job ${name}.`,
        `Call its job ${name}, and write in on: issue_comment: { types: [created] }`,
      );
    else if (readers.length === 0 && options.resumedLater !== workflow.file)
      yield bad(
        'answers',
        `${where} suspends runs that wait for an answer (${first.path}), and no workflow on issue_comment resumes them, so nobody reads the answers.`,
        `Run \`countersign init --recipe resume\`, and list ${workflow.file} in its resume-workflows. Or write approvals: { then: deny } in the policy.`,
      );
    const names = suspending.map(({ job }) => job.name);
    for (const reader of readers) yield* unreadableRuns(reader, names);
  }
}

/** Whether runs of the job can ask, and can be suspended, as far as the workflow says. */
function canBeSuspended({ triggers }: AgentWorkflow, { inputs }: AgentJob): boolean {
  // Only the workflow that calls this one knows its event.
  if (triggers.includes('workflow_call') || inputs['repository'] !== undefined) return false;
  const hasIssue = triggers.some((name) => /^(?:issue|pull_request|workflow_run)/.test(name));
  const hasKey = CHECKPOINT_KEYS.some((name) => (inputs[name] ?? '') !== '');
  return hasKey && (hasIssue || (inputs['approval-issue'] ?? '') !== '');
}

/** The inputs of which one encrypts the state of a suspended run. */
const CHECKPOINT_KEYS = ['state-key', 'anthropic-api-key', 'anthropic-auth-token', 'api-key'];

/** The jobs with these ids, which resume runs, whose token cannot read the artifacts of other workflow runs. */
function* unreadableRuns(workflow: AgentWorkflow, ids: readonly string[]): Generator<Finding> {
  for (const job of workflow.jobs.filter(({ name }) => ids.includes(name))) {
    const { whereIs, permissions } = job;
    if (hasOwnToken(job.inputs) || !isJsonObject(permissions)) continue;
    const { actions } = permissions;
    if (actions === 'read' || actions === 'write') continue;
    yield bad(
      'permissions',
      `${whereIs('permissions')} cannot resume a suspended run: its permissions have no actions: read.`,
      'Add actions: read.',
    );
  }
}

/** What is missing for one kind of answers, if none of the workflows that resume these runs starts for it. */
function* unreadAnswer(
  { setting, event, named, trigger, condition }: OtherAnswer,
  asked: {
    readonly path: string;
    readonly workflow: AgentWorkflow;
    readonly readers: readonly AgentWorkflow[];
  },
): Generator<Finding> {
  const started = asked.readers.filter((one) => startsOn(one, event));
  const isRead = started.some(({ jobs }) =>
    jobs.some(({ job }) => {
      const own = conditionOn(job);
      return own === null || named.test(own);
    }),
  );
  if (isRead) return;
  const { path, workflow, readers } = asked;
  const reader = readers.find((one) => one !== workflow) ?? workflow;
  const what = `${path} says approvals: { ${setting}: true }, and suspends runs.`;
  yield bad(
    'answers',
    started.length === 0
      ? `${what} No ${event.name} of type ${event.type} starts a job in ${reader.file}, so nobody reads these answers.`
      : `${what} The if: in ${reader.file} leaves them out, so nobody reads these answers.`,
    `${started.length === 0 ? `Write in on: of ${reader.file}: ${trigger}. If its job has an if: on comments, add` : 'Add'} to the if: of the job: || ${condition}`,
  );
}

/** The workflow itself, and those that resume its runs. */
function readersOf(
  workflow: AgentWorkflow,
  all: readonly AgentWorkflow[],
): readonly AgentWorkflow[] {
  return all.filter((one) => one === workflow || one.jobs.some((job) => resumes(job, workflow)));
}

/** The answers that no job of the workflow lets through, and no workflow that resumes its runs. */
function* missingAnswers(
  workflow: AgentWorkflow,
  all: readonly AgentWorkflow[],
): Generator<Finding> {
  const asks = workflow.jobs.some(({ inputs }) => inputs['approvals'] !== 'fail');
  if (!asks || !workflow.triggers.includes('issue_comment')) return;
  if (!startsOn(workflow, { name: 'issue_comment', type: 'created' }))
    return yield bad(
      'answers',
      `${workflow.file} starts on issue_comment, but not if a comment is created, so nobody reads new comments.`,
      'Write in on: issue_comment: { types: [created] }',
    );
  const jobs = readersOf(workflow, all).flatMap((one) => one.jobs);
  const missing = ANSWERS.filter((word) => !jobs.some((job) => letsThrough(job, word)));
  if (missing.length === 0) return yield* unexplained(workflow, jobs);
  const conditions = missing.map((word) => `startsWith(github.event.comment.body, '${word}')`);
  yield bad(
    'answers',
    `${conditionIn(workflow)} has an if: that leaves ${missing.join(', ')} out, so nobody reads these answers.`,
    `Add to the if: of the job: || ${conditions.join(' || ')}`,
  );
}

/** Comments that resemble an answer, and start no job that could say why they do not count. */
function* unexplained(workflow: AgentWorkflow, jobs: readonly AgentJob[]): Generator<Finding> {
  const missing = RESEMBLING.filter((word) => !jobs.some((job) => findsAnywhere(job, word)));
  if (missing.length === 0) return;
  const conditions = missing.map((word) => `contains(github.event.comment.body, '${word}')`);
  yield unknown(
    'answers',
    `${conditionIn(workflow)} has an if: that lets an answer through only on the first line. A comment such as "approve ap-…" to a suspended run gets no reply.`,
    `Add to the if: of the job: || github.event.comment.user.type == 'User' && (${conditions.join(' || ')})`,
  );
}

/** The place of the first `if:` of a workflow whose jobs all have one, as findings name it. */
function conditionIn({ file, jobs: [job] }: AgentWorkflow): string {
  return job?.whereIs('if') ?? file;
}

/** Whether the job's `if:` lets a comment with these characters through wherever they stand. */
function findsAnywhere({ job }: AgentJob, characters: string): boolean {
  const condition = conditionOn(job);
  return (
    condition === null || condition.includes(`contains(github.event.comment.body, '${characters}')`)
  );
}

/** A run resumes only in a job with the id of the job that suspended it. */
function resumes(job: AgentJob, { file, jobs }: AgentWorkflow): boolean {
  return lists(job, file) && jobs.some(({ name }) => name === job.name);
}

function lists({ inputs }: AgentJob, file: string): boolean {
  return (inputs['resume-workflows'] ?? '').split(/[\s,]+/).includes(file);
}

/**
 * Whether the job's `if:` lets a comment with this word through: it names the word, or its beginning. A condition on other things
 * counts as yes.
 */
function letsThrough({ job }: AgentJob, word: string): boolean {
  const condition = conditionOn(job);
  if (condition === null) return true;
  return [...condition.matchAll(/'([^']+)/g)].some(
    ([, text = '']) => text.startsWith(word) || (text.startsWith('/') && word.startsWith(text)),
  );
}

/** The job's `if:` if it looks at the text of comments; `null` if it does not. */
function conditionOn(job: AgentJob['job']): string | null {
  const condition = job['if'];
  return typeof condition === 'string' && /comment\.body|'\//.test(condition) ? condition : null;
}

/** Pairs of workflows of which one comment would start two runs. */
function samePhrases(workflows: readonly AgentWorkflow[]): readonly Finding[] {
  return workflows.flatMap((one, index) =>
    workflows.slice(index + 1).flatMap((other) => {
      const events = COMMENT_EVENTS.filter(
        (event) => one.triggers.includes(event) && other.triggers.includes(event),
      );
      const phrases = phrasesOf(one)
        .filter((mine) => phrasesOf(other).some((others) => isSameComment(mine, others)))
        .map(({ phrase }) => phrase);
      if (events.length === 0 || phrases.length === 0) return [];
      return [
        bad(
          'phrase',
          `${one.file} and ${other.file} both start a run for a comment with ${[...new Set(phrases)].join(', ')}.`,
          'Remove one of them, or write another trigger-phrase in one, in its inputs and its if:.',
        ),
      ];
    }),
  );
}

interface StartingPhrase {
  readonly phrase: string;
  /** Where a comment has to be, as far as the `if:` says. */
  readonly on: 'issue' | 'pull request' | 'both';
}

function isSameComment(one: StartingPhrase, other: StartingPhrase): boolean {
  return (
    one.phrase === other.phrase && (one.on === other.on || [one.on, other.on].includes('both'))
  );
}

/** An event of a comment on a pull request has `issue.pull_request`. */
function placeOf({ job }: AgentJob): StartingPhrase['on'] {
  const { if: condition } = job;
  if (typeof condition !== 'string' || !/\bissue\.pull_request\b/.test(condition)) return 'both';
  const isWithout = /!\s*github\.event\.issue\.pull_request\b|\bissue\.pull_request\s*==\s*null/;
  return isWithout.test(condition) ? 'issue' : 'pull request';
}

/** The phrases for which the workflow starts runs. */
function phrasesOf({ jobs }: AgentWorkflow): readonly StartingPhrase[] {
  return jobs
    .filter(isOfAgent)
    .map((job) => ({ job, phrase: job.inputs['trigger-phrase'] ?? DEFAULT_PHRASE }))
    .filter(({ job, phrase }) => letsThrough(job, phrase))
    .map(({ job, phrase }) => ({ phrase, on: placeOf(job) }));
}
