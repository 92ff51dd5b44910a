import type { AgentJob, AgentWorkflow } from './workflow-jobs.ts';
import { bad, type Finding, unknown } from './finding.ts';

/** The comments that answer an approval request, end a run, or resume one. */
const ANSWERS = ['/approve', '/deny', '/answer', '/cancel', '/resume'];
/** A job that starts for these replies to comments that only resemble an answer, and reads a command below a quote. */
const RESEMBLING = ['/approve', '/deny', ' ap-'];
const DEFAULT_PHRASE = '/countersign';
const COMMENT_EVENTS = ['issue_comment', 'pull_request_review', 'pull_request_review_comment'];

/** The findings on who starts runs and who reads the answers to their approval requests, in all workflows together. Pure. */
export function answerFindings(workflows: readonly AgentWorkflow[]): readonly Finding[] {
  return [
    ...workflows.flatMap((workflow) => missingAnswers(workflow, workflows)),
    ...samePhrases(workflows),
  ];
}

/** The answers that no job of the workflow lets through, and no workflow that resumes its runs. */
function missingAnswers(
  workflow: AgentWorkflow,
  all: readonly AgentWorkflow[],
): readonly Finding[] {
  const asks = workflow.jobs.some(({ inputs }) => inputs['approvals'] !== 'fail');
  if (!asks || !workflow.triggers.includes('issue_comment')) return [];
  const readers = all.filter(
    (one) => one === workflow || one.jobs.some((job) => resumes(job, workflow.file)),
  );
  const jobs = readers.flatMap((one) => one.jobs);
  const missing = ANSWERS.filter((word) => !jobs.some((job) => letsThrough(job, word)));
  if (missing.length === 0) return unexplained(workflow, jobs);
  const conditions = missing.map((word) => `startsWith(github.event.comment.body, '${word}')`);
  return [
    bad(
      'answers',
      `${workflow.file} has an if: that leaves ${missing.join(', ')} out, so nobody reads these answers.`,
      `Add to the if: of the job: || ${conditions.join(' || ')}`,
    ),
  ];
}

/** Comments that resemble an answer, and start no job that could say why they do not count. */
function unexplained({ file }: AgentWorkflow, jobs: readonly AgentJob[]): readonly Finding[] {
  const missing = RESEMBLING.filter((word) => !jobs.some((job) => findsAnywhere(job, word)));
  if (missing.length === 0) return [];
  const conditions = missing.map((word) => `contains(github.event.comment.body, '${word}')`);
  return [
    unknown(
      'answers',
      `${file} has an if: that lets an answer through only on the first line. A comment such as "approve ap-…" to a suspended run gets no reply.`,
      `Add to the if: of the job: || github.event.comment.user.type == 'User' && (${conditions.join(' || ')})`,
    ),
  ];
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
  const starting = jobs.filter(({ inputs }) => ['', 'run'].includes(inputs['mode'] ?? ''));
  const phrases = starting
    .map((job) => ({ job, phrase: job.inputs['trigger-phrase'] ?? DEFAULT_PHRASE }))
    .filter(({ job, phrase }) => letsThrough(job, phrase))
    .map(({ phrase }) => phrase);
  return [...new Set(phrases)];
}
