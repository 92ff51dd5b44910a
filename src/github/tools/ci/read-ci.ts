import { invalidInput } from '../../../common/index.ts';
import * as z from 'zod';
import { requireRequestError } from '../../client/transport/classify-reply.ts';
import { failureExcerpt, readableLog } from './ci-log.ts';
import { type CiOverview, ciOverview, failedStepOf } from './ci-overview.ts';
import type { CiJob, CiRun } from '../../ports/ci.ts';
import { failure, githubTool, readPullRequest, success, type Tool } from '../helpers.ts';
import type { GitHubToolContext } from '../context.ts';
import { isOwnRepository } from '../../pull-request-trust.ts';
import { markVerbatim } from '../untrusted-pieces.ts';

const EXCERPT_CHARS = 12_000;
const PAGE_CHARS = 15_000;
/** The events that people with write access start, without text of others. */
const TRUSTED_EVENTS: ReadonlySet<string> = new Set([
  'push',
  'pull_request',
  'schedule',
  'workflow_dispatch',
  'merge_group',
]);

const input = () =>
  z.object({
    number: z.number().int().positive().optional().describe('of a pull request'),
    ref: z.string().trim().min(1).max(250).optional().describe('commit or branch, instead'),
    job: z.number().int().positive().optional().describe('id of a job: its log'),
    offset: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe('with job: read the whole log from this character on'),
  });
type Input = z.output<ReturnType<typeof input>>;

/** `github_read_ci`: what ran on a commit, and the log of the failed job around its errors. */
export function readCiTool(context: GitHubToolContext): Tool {
  return githubTool(context, {
    name: 'github_read_ci',
    displayName: 'Read CI',
    description: {
      short: 'Read workflow runs, checks and statuses of a commit, and the log of a failed job.',
      usageNotes: [
        'Without number and ref: the pull request or commit that this run is about.',
        'Lists the ids of failed jobs, and shows the log of the first around its errors.',
      ],
    },
    kind: 'readonly',
    concurrencySafe: true,
    timeoutMs: 180_000,
    input: input(),
    execute: async (wanted) => {
      if (wanted.job !== undefined) return readJob(context, wanted.job, wanted.offset);
      if (wanted.offset !== undefined)
        throw invalidInput('offset needs a job.', 'Give the id of the job.');
      return readCommit(context, await commitOf(context, wanted));
    },
  });
}

async function commitOf(context: GitHubToolContext, wanted: Input): Promise<string> {
  const { github } = context;
  if (wanted.ref !== undefined) return github.commitOf(wanted.ref);
  if (wanted.number !== undefined) return (await readPullRequest(context, wanted.number)).headSha;
  const issue = context.number === null ? null : await github.issue(context.number);
  if (issue?.isPullRequest === true) return (await github.pullRequest(issue.number)).headSha;
  return context.work.headSha;
}

async function readCommit(context: GitHubToolContext, sha: string) {
  const found = await ciOverview(context.github, sha);
  const [first] = found.failed;
  const log = first === undefined ? '' : await excerptOf(context, first);
  const text = [found.text, log].filter((part) => part !== '').join('\n\n');
  return ciResult(context, { sha, runs: found.runs, text, byOthers: found.byOthers });
}

async function excerptOf(context: GitHubToolContext, job: CiJob): Promise<string> {
  try {
    const log = await context.github.jobLog(job.id);
    if (log === null) return `Job ${job.id} has no log, or it was deleted.`;
    const more = `the whole log: job ${job.id} with an offset`;
    const text = context.redact(log.text);
    return `Log of job ${job.id} where it failed (${more}):\n${failureExcerpt(text, failedStepOf(job), EXCERPT_CHARS)}`;
  } catch (error) {
    return `The log of job ${job.id} could not be read: ${requireRequestError(error).message}`;
  }
}

async function readJob(context: GitHubToolContext, id: number, offset: number | undefined) {
  const { github } = context;
  const job = await github.ciJob(id);
  const run = await github.ciRun(job.runId);
  const log = await github.jobLog(id);
  if (log === null) {
    const advice =
      job.status === 'completed'
        ? 'GitHub deletes logs after some time.'
        : 'It has one once it is completed.';
    return failure('not_found', `Job ${id} (${job.status}) has no log.`, [advice]);
  }
  const clean = context.redact(log.text);
  const head = `Job ${id} "${job.name}" of workflow run ${run.id}: ${job.conclusion ?? job.status}`;
  if (offset === undefined) {
    const text = `${head}\n${failureExcerpt(clean, failedStepOf(job), EXCERPT_CHARS)}`;
    return ciResult(context, { sha: run.headSha, runs: [run], text });
  }
  const whole = readableLog(clean);
  if (offset > whole.length)
    throw invalidInput(`The log has ${whole.length} characters.`, 'Use a smaller offset.');
  const page = whole.slice(offset, offset + PAGE_CHARS);
  const end = offset + page.length;
  const next = end < whole.length ? `; continue with offset: ${end}` : ', the end of the log';
  const omitted =
    log.omittedBytes === 0 ? '' : ` Its first ${log.omittedBytes} bytes were omitted.`;
  const text = `${head}\nCharacters ${offset} to ${end} of ${whole.length}${next}.${omitted}\n${page}`;
  return ciResult(context, { sha: run.headSha, runs: [run], text });
}

interface CiResult
  extends Pick<CiOverview, 'runs' | 'text'>,
    Partial<Pick<CiOverview, 'byOthers'>> {
  readonly sha: string;
}

/**
 * A log contains the output of the tested code, and the workflow file names the jobs. Both are untrusted if the head is in a
 * fork, if an untrusted user started the run, or if the event carries text of others.
 */
async function ciResult(
  context: GitHubToolContext,
  { sha, runs, text, byOthers = false }: CiResult,
) {
  const untrusted = await firstUntrustedRun(context, runs);
  // Without workflow runs nobody knows whose commit the checks are about.
  const isUnknown = runs.length === 0 && byOthers;
  if (untrusted === undefined && !isUnknown) return success(text);
  const source = `CI of ${sha}`;
  return success(markVerbatim(context, text, source), {
    untrustedSource: source,
    untrustedAuthor: untrusted?.actor?.login ?? null,
    untrustedMarked: true,
  });
}

async function firstUntrustedRun(
  context: GitHubToolContext,
  runs: readonly CiRun[],
): Promise<CiRun | undefined> {
  for (const run of runs) {
    const isOwn = isOwnRepository(run.headRepository, context.github);
    if (!isOwn || !TRUSTED_EVENTS.has(run.event)) return run;
    if (!(await context.trusts(run.actor)).trusted) return run;
  }
  return undefined;
}
