import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Entry,
  readTrail,
  summarizeTrail,
  type TrailVerdict,
  verifyAt,
} from '../audit/index.ts';
import { counted, createFolder, errorText, type Outcome, type Redactor } from '../common/index.ts';
import { type RunArtifact, type RunArtifacts, TRAIL_ARTIFACTS } from '../github/index.ts';
import type { StepOutput } from './step-output.ts';
import {
  markdownCell,
  markdownCode,
  MAX_SUMMARY_BYTES,
  OUTCOME_EMOJI,
} from '../reporting/index.ts';

/** Three attempts of every job of the largest matrix. */
const MAX_TRAILS = 768;

/**
 * The action `collect`: downloads the trails of this workflow run, verifies each, and summarizes them: a table of outcomes
 * and cost in the job summary, and outputs. The step fails if a trail does not verify, if an expected one is missing,
 * and if a run that no later attempt repeated ended with an outcome of `fail-on`. Throws GitHub's errors.
 */
export async function collectStep(step: {
  readonly inputs: { readonly failOn: readonly Outcome[]; readonly expectedTrails: number | null };
  readonly workflowRunId: number;
  readonly tempFolder: string;
  readonly artifacts: Pick<RunArtifacts, 'list' | 'unpack'>;
  readonly redactor: Redactor;
  readonly runner: Pick<StepOutput, 'info' | 'error' | 'output' | 'summary' | 'fail'>;
}): Promise<void> {
  const { inputs, artifacts, runner } = step;
  const listed = await artifacts.list(step.workflowRunId);
  const trails = listed.filter(({ name }) => name.startsWith(TRAIL_ARTIFACTS));
  const read = trails.toSorted((left, right) => left.id - right.id).slice(0, MAX_TRAILS);
  await createFolder(step.tempFolder);
  const folder = await mkdtemp(join(step.tempFolder, 'countersign-collect-'));
  const runs: CollectedRun[] = [];
  try {
    for (const artifact of read) runs.push(await collectRun(artifact, join(folder, 'trail'), step));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const sums = sumOf(runs);
  const last = runs.filter((run) => !isRepeated(run, runs));
  const problems = problemsOf(last, { ...inputs, found: trails.length, read: runs.length });
  await runner.summary(summaryBody({ runs, last, sums, problems }, step.redactor));
  for (const problem of problems) runner.error(problem);
  const outcome = outcomeOf(last, problems);
  const sentence = `${counted(runs.length, 'audit trail')}, ${sums.verified} verified, outcome ${outcome}.`;
  runner.info(sentence);
  const outputs = {
    outcome,
    summary: sentence,
    trails: String(runs.length),
    verified: String(sums.verified),
    turns: String(sums.turns),
    tokens: String(sums.tokens),
    'cost-usd': sums.costUsd === null ? '' : sums.costUsd.toFixed(6),
  };
  for (const [name, value] of Object.entries(outputs)) runner.output(name, value);
  const failing = last.filter(({ outcome: own }) => inputs.failOn.includes(own ?? UNFINISHED));
  if (problems.length > 0) runner.fail(problems.join(' '));
  else if (failing.length > 0) runner.fail(`${failing.length} of ${last.length} runs failed.`);
}

/** The content of one run's artifact. Its texts are the run's own and must be escaped before they are shown. */
interface CollectedRun {
  readonly artifact: string;
  readonly verdict: TrailVerdict;
  /** `null` if the trail does not record it. */
  readonly outcome: Outcome | null;
  readonly request: string;
  /** `null` if the trail does not record it. */
  readonly place: { readonly job: string; readonly attempt: number } | null;
  readonly turns: number;
  readonly tokens: number;
  /** `null` if the model's price is unknown. */
  readonly costUsd: number | null;
  readonly calls: Readonly<Record<string, number>>;
  readonly summary: string;
}

/** What is known of a trail that does not verify, beside its verdict. */
const UNVERIFIED = {
  outcome: null,
  request: '',
  place: null,
  turns: 0,
  tokens: 0,
  costUsd: null,
  calls: {},
  summary: '',
} as const;

/** Downloads a trail into a folder, verifies and reads it. */
async function collectRun(
  artifact: RunArtifact,
  folder: string,
  {
    artifacts,
    workflowRunId,
  }: { readonly artifacts: Pick<RunArtifacts, 'unpack'>; readonly workflowRunId: number },
): Promise<CollectedRun> {
  const { name } = artifact;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  try {
    await artifacts.unpack(artifact, folder);
  } catch (error) {
    const verdict = { kind: 'unreadable', because: errorText(error) } as const;
    return { ...UNVERIFIED, artifact: name, verdict };
  }
  const verdict = await verifyAt(folder);
  const unverified = { ...UNVERIFIED, artifact: name, verdict };
  if (verdict.kind !== 'intact') return unverified;
  const makers = new Set<string>();
  const { start, end, turns, totals } = await summarizeTrail(
    () => readTrail(folder),
    (part) => {
      if (part.is === 'start' && part.entry.workflow !== null)
        makers.add(part.entry.workflow.runId);
    },
  );
  // Somebody's job can upload the trail of an earlier workflow run, which verifies.
  if (makers.size > 0 && !makers.has(String(workflowRunId))) {
    const because = `It is the audit trail of ${verdict.run}, which did not run in this workflow run.`;
    return { ...unverified, verdict: { kind: 'unreadable', because } };
  }
  const run = { ...unverified, request: start?.request ?? '', place: placeOf(start) };
  if (end === null) {
    const { costUsd, ...tokensByKind } = totals;
    const tokens = Object.values(tokensByKind).reduce((sum, count) => sum + count, 0);
    return { ...run, turns, tokens, costUsd };
  }
  const { outcome, tokens, costUsd, calls, summary } = end;
  return { ...run, outcome, turns: end.turns, tokens, costUsd, calls, summary };
}

/** The matrix jobs of a workflow have one id, and the repository that each works on. */
function placeOf(start: Extract<Entry, { type: 'run.start' }> | null): CollectedRun['place'] {
  const workflow = start?.workflow ?? null;
  if (workflow === null) return null;
  const job = JSON.stringify([workflow.job, start?.repository]);
  return { job, attempt: Number(workflow.attempt) };
}

/**
 * Whether a later attempt of the workflow run did the same again: a job of this id with this request. A run that failed before it had a
 * request is taken for repeated with its job.
 */
function isRepeated({ place, request }: CollectedRun, runs: readonly CollectedRun[]): boolean {
  if (place === null) return false;
  return runs.some(
    ({ place: other, request: again }) =>
      other?.job === place.job &&
      other.attempt > place.attempt &&
      (request === '' || request === again),
  );
}

/** The totals of all runs. An unknown cost makes the total unknown, not smaller. */
interface Sums extends Pick<CollectedRun, 'turns' | 'tokens' | 'costUsd'> {
  readonly verified: number;
}

function sumOf(runs: readonly CollectedRun[]): Sums {
  const add = (pick: (run: CollectedRun) => number): number =>
    runs.reduce((sum, run) => sum + pick(run), 0);
  return {
    verified: runs.filter(({ verdict }) => verdict.kind === 'intact').length,
    turns: add(({ turns }) => turns),
    tokens: add(({ tokens }) => tokens),
    costUsd: runs.some(({ costUsd }) => costUsd === null) ? null : add((run) => run.costUsd ?? 0),
  };
}

/** Problems that fail the step whatever `fail-on` says. */
function problemsOf(
  runs: readonly CollectedRun[],
  trails: { readonly expectedTrails: number | null; readonly found: number; readonly read: number },
): readonly string[] {
  const { expectedTrails, found, read } = trails;
  const broken = runs.flatMap(({ artifact, verdict }) => {
    if (verdict.kind === 'intact') return [];
    return [`${artifact} does not verify: ${verdict.because}`];
  });
  const missing =
    expectedTrails === null || runs.length >= expectedTrails
      ? []
      : [
          `${counted(expectedTrails, 'audit trail was', 'audit trails were')} expected, and ${counted(runs.length, 'was', 'were')} found.`,
        ];
  const unseen =
    found === read ? [] : [`There are ${found} audit trails; only the first ${read} were read.`];
  return [...missing, ...unseen, ...broken];
}

/** `done` only if every run is done; otherwise the most serious outcome. */
function outcomeOf(runs: readonly CollectedRun[], problems: readonly string[]): Outcome {
  if (problems.length > 0) return 'error';
  const worst = WORST_FIRST.find((outcome) =>
    runs.some((run) => (run.outcome ?? UNFINISHED) === outcome),
  );
  return worst ?? 'done';
}

/** What a run without an end counts as. */
const UNFINISHED: Outcome = 'error';

const WORST_FIRST: readonly Outcome[] = [
  'error',
  'denied',
  'over-budget',
  'timed-out',
  'cancelled',
  'incomplete',
  'awaiting-approval',
  'skipped',
  'done',
];

/** How much of the texts of each run is shown: shorter ones if the summary is too large with the longer ones. */
const TEXT_CHARS = { request: 120, result: 300 };
const SHORTER_TEXT_CHARS = { request: 40, result: 60 };
const PROBLEM_CHARS = 300;
const MAX_PROBLEMS = 50;

interface Collected {
  readonly runs: readonly CollectedRun[];
  /** Those that no later attempt repeated. */
  readonly last: readonly CollectedRun[];
  readonly sums: Sums;
  readonly problems: readonly string[];
}

/** The job summary of collected runs, in Markdown: problems first, then one row for each run, then the totals. */
function summaryBody(collected: Collected, redactor: Redactor): string {
  const body = redactor.redact(bodyOf(collected, TEXT_CHARS));
  if (Buffer.byteLength(body) <= MAX_SUMMARY_BYTES) return body;
  return redactor.redact(bodyOf(collected, SHORTER_TEXT_CHARS));
}

function bodyOf(collected: Collected, chars: typeof TEXT_CHARS): string {
  const { runs, problems } = collected;
  const more = problems.length - MAX_PROBLEMS;
  return [
    '## Countersign: runs of this workflow',
    ...problems
      .slice(0, MAX_PROBLEMS)
      .map((problem) => `⚠️ ${markdownCode(problem, PROBLEM_CHARS)}`),
    ...(more > 0 ? [`⚠️ ${counted(more, 'more problem')}: see the table and the log.`] : []),
    runs.length === 0 ? 'There is no audit trail in this workflow run.' : table(collected, chars),
  ].join('\n\n');
}

function table({ runs, last, sums }: Collected, chars: typeof TEXT_CHARS): string {
  const lasting = new Set(last);
  return [
    '| run | request | outcome | audit trail | turns | calls | tokens | cost | result |',
    '|--|--|--|--|--|--|--|--|--|',
    ...runs.map((run) => row(run, { chars, isRepeated: !lasting.has(run) })),
    `| **all** | | | ${sums.verified} of ${runs.length} verified | ${sums.turns} | | ${sums.tokens} | ${cost(sums.costUsd)} | |`,
  ].join('\n');
}

function row(
  run: CollectedRun,
  shown: { readonly chars: typeof TEXT_CHARS; readonly isRepeated: boolean },
): string {
  const { verdict, outcome } = run;
  const { chars } = shown;
  const isIntact = verdict.kind === 'intact';
  const ending = outcome === null ? 'unfinished' : `${OUTCOME_EMOJI[outcome]} ${outcome}`;
  const cells = [
    markdownCell(isIntact ? verdict.run : run.artifact),
    markdownCell(run.request, chars.request),
    isIntact ? `${ending}${shown.isRepeated ? ', repeated later' : ''}` : '',
    isIntact ? `verified, ${verdict.count} entries` : `**${verdict.kind}**`,
    run.turns,
    run.calls['total'] ?? '',
    run.tokens,
    cost(run.costUsd),
    markdownCell(run.summary, chars.result),
  ];
  return `| ${cells.join(' | ')} |`;
}

function cost(usd: number | null): string {
  return usd === null ? 'unknown' : `$${usd.toFixed(4)}`;
}
