import * as z from 'zod';
import { CountersignError } from '../../common/index.ts';
import { failureExcerpt, readableLog } from './ci-log.ts';
import { ciOverview, failedStepOf } from './ci-overview.ts';
import type { CiJob, CiRun } from '../ports/ci.ts';
import schemas from './input-schemas.json' with { type: 'json' };
import { failure, builtinTool, success, type Tool, withGitHub } from './helpers.ts';
import { type GitHubToolContext, redacted } from './context.ts';

const EXCERPT_CHARS = 12_000;
const PAGE_CHARS = 15_000;
/** What people here start, and nobody's text comes in with. */
const OWN_EVENTS: ReadonlySet<string> = new Set([
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

/** `github_read_ci`: what ran on a commit, and the log of the job that failed, cut to where it failed. */
export function readCiTool(context: GitHubToolContext): Tool {
  return builtinTool({
    name: 'github_read_ci',
    displayName: 'Read CI',
    description: {
      short: 'Read workflow runs, checks and statuses of a commit, and the log of a failed job.',
      usageNotes: [
        'Without number and ref: the pull request or commit that this run is about.',
        'Tells the ids of failed jobs, and the log of the first around its errors.',
      ],
    },
    kind: 'readonly',
    category: 'github',
    concurrencySafe: true,
    timeoutMs: 180_000,
    input,
    inputSchema: schemas.github_read_ci,
    facts: () => ({ hosts: [context.apiHost] }),
    execute: (wanted) =>
      withGitHub(async () => {
        if (wanted.job !== undefined) return readJob(context, wanted.job, wanted.offset);
        if (wanted.offset !== undefined)
          return failure('validation', 'offset goes with job.', ['Give the id of the job.']);
        const sha = await commitOf(context, wanted);
        if (sha === null) {
          const advice = ['Give number or ref.'];
          return failure('validation', 'This run is about no commit.', advice);
        }
        return readCommit(context, sha);
      }),
  });
}

async function commitOf(context: GitHubToolContext, wanted: Input): Promise<string | null> {
  const { github } = context;
  if (wanted.ref !== undefined) return github.commitOf(wanted.ref);
  if (wanted.number !== undefined) return (await github.pullRequest(wanted.number)).headSha;
  const about = context.number === null ? null : await github.issue(context.number);
  if (about?.isPullRequest === true) return (await github.pullRequest(about.number)).headSha;
  return context.work?.headSha ?? null;
}

async function readCommit(context: GitHubToolContext, sha: string) {
  const found = await ciOverview(context.github, sha);
  const [first] = found.failed;
  const log = first === undefined ? '' : await excerptOf(context, first);
  const text = [found.text, log].filter((part) => part !== '').join('\n\n');
  return told(context, { sha, runs: found.runs, text, byOthers: found.byOthers });
}

async function excerptOf(context: GitHubToolContext, job: CiJob): Promise<string> {
  try {
    const log = await context.github.jobLog(job.id);
    if (log === null) return `Job ${job.id} has no log (any more).`;
    const more = `the whole log: job ${job.id} with an offset`;
    const text = await redacted(context, log.text);
    return `Log of job ${job.id} where it failed (${more}):\n${failureExcerpt(text, failedStepOf(job), EXCERPT_CHARS)}`;
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code === 'cancelled') throw error;
    return `The log of job ${job.id} could not be read: ${error.message}`;
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
  const clean = await redacted(context, log.text);
  const head = `Job ${id} "${job.name}" of workflow run ${run.id}: ${job.conclusion ?? job.status}`;
  if (offset === undefined) {
    const text = `${head}\n${failureExcerpt(clean, failedStepOf(job), EXCERPT_CHARS)}`;
    return told(context, { sha: run.headSha, runs: [run], text });
  }
  const whole = readableLog(clean);
  if (offset > whole.length)
    return failure('validation', `The log has ${whole.length} characters.`, [
      'Take a smaller offset.',
    ]);
  const page = whole.slice(offset, offset + PAGE_CHARS);
  const end = offset + page.length;
  const next = end < whole.length ? `; read on with offset: ${end}` : ', which is its end';
  const left = log.omittedBytes === 0 ? '' : ` Its first ${log.omittedBytes} bytes are not kept.`;
  const text = `${head}\nCharacters ${offset} to ${end} of ${whole.length}${next}.${left}\n${page}`;
  return told(context, { sha: run.headSha, runs: [run], text });
}

/**
 * A log holds what the code under test prints, and a job's name is the workflow file's word: with a head in a fork both
 * are a stranger's. So are they where a stranger started the run, or where it began with text of somebody else.
 */
async function told(
  context: GitHubToolContext,
  of: {
    readonly sha: string;
    readonly runs: readonly CiRun[];
    readonly text: string;
    /** Whether there are words of Apps and services in it. */
    readonly byOthers?: boolean;
  },
) {
  const stranger = await firstStranger(context, of.runs);
  // Nobody can tell then whose commit it is that they looked at.
  const unknown = of.runs.length === 0 && of.byOthers === true;
  if (stranger === undefined && !unknown) return success(of.text);
  const source = `CI of ${of.sha}`;
  return success(context.mark(of.text, source), {
    untrustedSource: source,
    untrustedAuthor: stranger?.actor ?? null,
    untrustedMarked: true,
  });
}

async function firstStranger(
  context: GitHubToolContext,
  runs: readonly CiRun[],
): Promise<CiRun | undefined> {
  const own = `${context.github.owner}/${context.github.repo}`.toLowerCase();
  for (const run of runs) {
    if (run.headRepository?.toLowerCase() !== own || !OWN_EVENTS.has(run.event)) return run;
    if (!(await context.trusts(run.actor)).trusted) return run;
  }
  return undefined;
}
