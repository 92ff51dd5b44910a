import { DEFAULT_PHRASE } from '../../../github/index.ts';
import { loadPolicy } from '../../../policy/index.ts';
import {
  type AgentJob,
  type AgentWorkflow,
  AGENT_MODES,
  type PolicyTexts,
  startsOn,
} from './workflow-jobs.ts';
import { bad, type Finding, unknown } from './finding.ts';

/** The comments that answer an approval request, end a run, or resume one. */
const ANSWERS = ['/approve', '/deny', '/answer', '/cancel', '/resume'];
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
  { defaultPolicy, policyOf }: PolicyTexts,
): Generator<Finding> {
  for (const workflow of workflows) {
    const asking = workflow.jobs.filter(
      ({ inputs }) =>
        inputs['approvals'] !== 'fail' && [...AGENT_MODES, 'apply'].includes(inputs['mode'] ?? ''),
    );
    for (const path of new Set(asking.map(({ inputs }) => inputs['policy'] ?? defaultPolicy))) {
      const text = policyOf(path);
      const loaded = text === null ? null : loadPolicy(text, { file: path });
      if (loaded?.ok !== true || loaded.policy.approvals.then !== 'suspend') continue;
      const { approvals } = loaded.policy;
      const readers = readersOf(workflow, workflows);
      for (const answer of OTHER_ANSWERS.filter(({ setting }) => approvals[setting]))
        yield* unreadAnswer(answer, { path, workflow, readers });
    }
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
  return all.filter(
    (one) => one === workflow || one.jobs.some((job) => resumes(job, workflow.file)),
  );
}

/** The answers that no job of the workflow lets through, and no workflow that resumes its runs. */
function* missingAnswers(
  workflow: AgentWorkflow,
  all: readonly AgentWorkflow[],
): Generator<Finding> {
  const asks = workflow.jobs.some(({ inputs }) => inputs['approvals'] !== 'fail');
  if (!asks || !workflow.triggers.includes('issue_comment')) return;
  const jobs = readersOf(workflow, all).flatMap((one) => one.jobs);
  const missing = ANSWERS.filter((word) => !jobs.some((job) => letsThrough(job, word)));
  if (missing.length === 0) return yield* unexplained(workflow, jobs);
  const conditions = missing.map((word) => `startsWith(github.event.comment.body, '${word}')`);
  yield bad(
    'answers',
    `${workflow.file} has an if: that leaves ${missing.join(', ')} out, so nobody reads these answers.`,
    `Add to the if: of the job: || ${conditions.join(' || ')}`,
  );
}

/** Comments that resemble an answer, and start no job that could say why they do not count. */
function* unexplained({ file }: AgentWorkflow, jobs: readonly AgentJob[]): Generator<Finding> {
  const missing = RESEMBLING.filter((word) => !jobs.some((job) => findsAnywhere(job, word)));
  if (missing.length === 0) return;
  const conditions = missing.map((word) => `contains(github.event.comment.body, '${word}')`);
  yield unknown(
    'answers',
    `${file} has an if: that lets an answer through only on the first line. A comment such as "approve ap-…" to a suspended run gets no reply.`,
    `Add to the if: of the job: || github.event.comment.user.type == 'User' && (${conditions.join(' || ')})`,
  );
}

/** Whether the job's `if:` lets a comment with these characters through wherever they stand. */
function findsAnywhere({ job }: AgentJob, characters: string): boolean {
  const condition = conditionOn(job);
  return (
    condition === null || condition.includes(`contains(github.event.comment.body, '${characters}')`)
  );
}

function resumes({ inputs }: AgentJob, file: string): boolean {
  return (inputs['resume-workflows'] ?? '').split(/[\s,]+/).includes(file);
}

/** Whether the job's `if:` lets a comment with this word through. A condition on other things counts as yes. */
function letsThrough({ job }: AgentJob, word: string): boolean {
  return conditionOn(job)?.includes(`'${word}`) ?? true;
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
      const phrases = phrasesOf(one).filter((phrase) => phrasesOf(other).includes(phrase));
      if (events.length === 0 || phrases.length === 0) return [];
      return [
        bad(
          'phrase',
          `${one.file} and ${other.file} both start a run for a comment with ${phrases.join(', ')}.`,
          'Remove one of them, or write another trigger-phrase in one, in its inputs and its if:.',
        ),
      ];
    }),
  );
}

/** The phrases for which the workflow starts runs. */
function phrasesOf({ jobs }: AgentWorkflow): readonly string[] {
  const starting = jobs.filter(({ inputs }) => AGENT_MODES.includes(inputs['mode'] ?? ''));
  const phrases = starting
    .map((job) => ({ job, phrase: job.inputs['trigger-phrase'] ?? DEFAULT_PHRASE }))
    .filter(({ job, phrase }) => letsThrough(job, phrase))
    .map(({ phrase }) => phrase);
  return [...new Set(phrases)];
}
