import { type CountersignError, firstNames, oneLine } from '../../../common/index.ts';
import { requireRequestError } from '../../client/transport/classify-reply.ts';
import type { CheckRun, CiJob, CiRun, CiStep, CommitStatus, GitHubCi } from '../../ports/ci.ts';

const MAX_RUNS = 30;
/** Failed runs whose jobs are looked up. */
const MAX_FAILED_RUNS = 5;
const MAX_FAILED_JOBS = 20;
const MAX_CHECKS = 50;
const LINE_CHARS = 200;
/** The App whose checks are the jobs of workflow runs. */
const ACTIONS = 'github-actions';
const GOOD: ReadonlySet<string> = new Set(['success', 'skipped', 'neutral']);

/** What ran on a commit. */
export interface CiOverview {
  /** The newest run of each workflow and event. */
  readonly runs: readonly CiRun[];
  /** The failed jobs of the first failed runs. */
  readonly failed: readonly CiJob[];
  /** Whether it contains results of Apps or services other than GitHub Actions. */
  readonly byOthers: boolean;
  readonly text: string;
}

/**
 * Lists what ran on a commit. If the token lacks a permission, a line names it. Rejects only if the token may read nothing
 * of it.
 */
export async function ciOverview(github: GitHubCi, sha: string): Promise<CiOverview> {
  const problems: CountersignError[] = [];
  const orEmpty = async <T>(list: Promise<readonly T[]>): Promise<readonly T[]> => {
    try {
      return await list;
    } catch (error) {
      problems.push(requireRequestError(error));
      return [];
    }
  };
  const [all, checks, statuses] = await Promise.all([
    orEmpty(github.ciRuns(sha)),
    orEmpty(github.checkRuns(sha)),
    orEmpty(github.statuses(sha)),
  ]);
  const [first, second, third] = problems;
  if (first !== undefined && second !== undefined && third !== undefined) throw first;
  const runs = newest(all);
  const bad = runs.filter((run) => isBad(run.conclusion)).slice(0, MAX_FAILED_RUNS);
  const jobs = await Promise.all(bad.map((run) => orEmpty(github.ciJobs(run.id))));
  const failed = jobs.flat().filter((job) => isBad(job.conclusion));
  const others = checks.filter(({ app }) => app !== ACTIONS);
  const text = [
    `CI of ${sha}:`,
    ...(all.length + checks.length + statuses.length === 0 ? ['Nothing ran on this commit.'] : []),
    ...section('workflow runs', runs.slice(0, MAX_RUNS).map(runLine)),
    ...section('failed jobs', failed.slice(0, MAX_FAILED_JOBS).map(jobLine)),
    ...section('checks by others', others.map(checkLine)),
    ...section('statuses', statuses.map(statusLine)),
    ...problems.map((problem) => `${problem.message} ${problem.fix ?? ''}`.trim()),
  ].join('\n');
  return { runs, failed, byOthers: others.length + statuses.length > 0, text };
}

/** The number of successful checks, and the others by name, in one line. */
export function checksLine(checks: readonly CheckRun[], statuses: readonly CommitStatus[]): string {
  const all = [
    ...checks.map((one) => ({ name: one.name, result: one.conclusion ?? one.status })),
    ...statuses.map((one) => ({ name: one.context, result: one.state })),
  ];
  if (all.length === 0) return 'checks: none';
  const rest = all.filter(({ result }) => !GOOD.has(result));
  const named = rest.map(({ name, result }) => `${oneLine(name, 80)} ${result}`);
  const list = named.length === 0 ? '' : `; ${firstNames(named, 10)}`;
  return `checks: ${all.length - rest.length} of ${all.length} good${list}`;
}

/** The step that failed; `null` if none did. */
export function failedStepOf(job: CiJob): CiStep | null {
  return job.steps.find(({ conclusion }) => isBad(conclusion)) ?? null;
}

function newest(runs: readonly CiRun[]): readonly CiRun[] {
  const groups = Map.groupBy(runs, ({ event, path }) => `${event} ${path}`);
  return [...groups.values()].flatMap(([first]) => first ?? []);
}

function isBad(conclusion: string | null): boolean {
  return conclusion !== null && !GOOD.has(conclusion) && conclusion !== 'action_required';
}

function section(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length > MAX_CHECKS ? [`- … and ${lines.length - MAX_CHECKS} more`] : [];
  return [`${title}:`, ...lines.slice(0, MAX_CHECKS), ...more];
}

function runLine(run: CiRun): string {
  const how = `${run.conclusion ?? run.status}, attempt ${run.attempt}`;
  return `- ${run.id} ${oneLine(run.name, LINE_CHARS)} (${run.event}): ${how}, ${run.url}`;
}

function jobLine(job: CiJob): string {
  const step = failedStepOf(job);
  const where = step === null ? '' : ` in step ${step.number} "${oneLine(step.name, LINE_CHARS)}"`;
  return `- job ${job.id} "${oneLine(job.name, LINE_CHARS)}" of run ${job.runId}: ${job.conclusion ?? ''}${where}`;
}

function checkLine(check: CheckRun): string {
  const title = check.title === null ? '' : ` ${JSON.stringify(oneLine(check.title, LINE_CHARS))}`;
  const by = check.app === null ? '' : ` (${check.app})`;
  return `- ${oneLine(check.name, LINE_CHARS)}${by}: ${check.conclusion ?? check.status}${title}`;
}

function statusLine(status: CommitStatus): string {
  const description =
    status.description === null
      ? ''
      : ` ${JSON.stringify(oneLine(status.description, LINE_CHARS))}`;
  return `- ${oneLine(status.context, LINE_CHARS)}: ${status.state}${description}`;
}
