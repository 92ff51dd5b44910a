import { openTrail, TRANSITIONS, type Trail, type TrailHead } from '../audit/index.ts';
import {
  type Clock,
  CountersignError,
  errorText,
  type Outcome,
  type PatternedRedactor,
  VERSION,
} from '../common/index.ts';
import { CLAIM, readMarker } from '../approvals/index.ts';
import type { GitHub, IssueComment } from '../github/index.ts';
import { type Job, startWithoutPolicy, storeFolder, writeChangesPatch } from '../session/index.ts';
import { attachStore, removeStoreAt, type TrustedStore } from '../sandbox/index.ts';
import type { ChangesLeft } from '../reporting/index.ts';
import { type PolicyFiles, publishablePaths } from './publishable-paths.ts';
import {
  saveCrashedCheckpoint,
  type CheckpointTarget,
  type SavedCheckpoint,
} from './save-checkpoint.ts';
import { surveyCrashedRun, type CrashedRunSurvey } from './survey-trail.ts';

const NO_CHECKPOINT: SavedCheckpoint = { kind: 'lost', because: null };
const NO_WORK: SavedWork = { interrupted: [], changes: null, checkpoint: NO_CHECKPOINT };

/** How long one command of git may take in a post step, whose time is short. */
const GIT_TIMEOUT_MS = 20_000;

/** What the post step knows of the job that crashed. */
export interface CrashedJob {
  readonly folder: string;
  readonly run: string;
  readonly clock: Clock;
  readonly redactor: PatternedRedactor;
  readonly because: string;
  /** Whether the job had claimed the suspended run that it was to resume. */
  readonly hasClaimed: boolean;
  /** Whether the job ended before GitHub answered its claim. */
  readonly mayHaveClaimed: boolean;
  /** The checkout of the job, whose changes are saved. */
  readonly root: string;
  readonly warn: (message: string) => void;
  /** Where the run's policy can be read again, and its approval comment. */
  readonly github: Pick<GitHub, 'fileAt' | 'comment' | 'hasReacted'>;
  readonly baselineClient: PolicyFiles['baselineClient'];
  readonly metadata: Pick<Job, 'trigger' | 'workflow' | 'repository' | 'headSha'>;
  /** `null` if no job can resume the run: there is no secret to encrypt its state with, or no issue to answer on. */
  readonly checkpointTarget: CheckpointTarget | null;
}

export interface ClosedTrail {
  /** The trail before anything was appended, but for the calls that people had denied. */
  readonly survey: CrashedRunSurvey;
  readonly head: TrailHead;
  readonly outcome: Outcome;
  /** Calls that were open, with the state that they had. */
  readonly interrupted: readonly {
    readonly call: string;
    readonly tool: string;
    readonly state: string;
  }[];
  /** False if this job never had the run: its trail is an earlier job's. */
  readonly isOwn: boolean;
  /** Whether the run is claimed, and nobody knows whether by this job or by another one. */
  readonly isClaimUnknown: boolean;
  readonly changes: ChangesLeft | null;
  /** Whether another job can resume the run. */
  readonly checkpoint: SavedCheckpoint;
}

type SavedWork = Pick<ClosedTrail, 'interrupted' | 'changes' | 'checkpoint'>;

/**
 * Closes the trail of a crashed process: marks open calls as interrupted (`SEALED`), voids open approval requests, saves
 * changes and a checkpoint, and appends `run.end` with the reason. A suspended run keeps the outcome
 * `awaiting-approval`; a trail that has its end is not changed; a trail without an entry gets a `run.start` first.
 */
export async function closeCrashedTrail(job: CrashedJob): Promise<ClosedTrail> {
  const path = await storeFolder(job.root, job.folder);
  try {
    return await closeTrail(job, path);
  } finally {
    if (path !== null) removeLeftStore(path, job.warn);
  }
}

/** A folder that cannot be removed is reported, and the closed trail is still returned. */
function removeLeftStore(path: string, warn: CrashedJob['warn']): void {
  try {
    removeStoreAt(path);
  } catch (error) {
    warn(`${path} was not removed: ${errorText(error)}`);
  }
}

async function closeTrail(job: CrashedJob, storePath: string | null): Promise<ClosedTrail> {
  const { folder, run, clock, redactor, because } = job;
  // Opening the trail sets a truncated last line aside, so the survey reads complete entries.
  const trail = await openTrail({ folder, run, clock, redactor });
  try {
    let survey = await surveyCrashedRun(folder);
    if (survey.start !== null && job.hasClaimed && !isSameJob(job, survey.start.workflow)) {
      await appendResumption(trail, survey.start, job);
      survey = await surveyCrashedRun(folder);
    }
    if (survey.start !== null && (await isStillWaiting(job, survey))) {
      const head = { hash: survey.start.prev, count: survey.start.seq };
      const isClaimUnknown = await isClaimed(job, survey);
      const end = { outcome: 'awaiting-approval', isOwn: false, isClaimUnknown } as const;
      return { survey, head, ...end, ...NO_WORK };
    }
    const isOwn = survey.start === null || isSameJob(job, survey.start.workflow);
    if (!isOwn || survey.outcome !== null) {
      const outcome = survey.outcome ?? 'error';
      const isClaimUnknown = !isOwn && (await isClaimed(job, survey));
      return { survey, head: trail.head(), outcome, isOwn, isClaimUnknown, ...NO_WORK };
    }
    // The process crashed before its first entry: it had loaded no policy and done nothing.
    if (survey.start === null) await trail.append(startWithoutPolicy(job.metadata));
    const outcome = survey.suspended ? 'awaiting-approval' : 'error';
    const work = survey.suspended ? NO_WORK : await saveWork(trail, survey, { ...job, storePath });
    await appendEnd(trail, survey, { outcome, because });
    return { survey, head: trail.head(), outcome, isOwn, isClaimUnknown: false, ...work };
  } finally {
    await trail.close();
  }
}

/**
 * Whether the job ended before it had the suspended run that it was to resume: its approval comment names another job, or cannot be
 * read. The run still waits then, or another job has it; what this job added to its copy of the trail is no part of the run.
 */
async function isStillWaiting(
  { github, metadata, hasClaimed }: CrashedJob,
  survey: CrashedRunSurvey,
): Promise<boolean> {
  if (hasClaimed || !survey.isUnclaimed) return false;
  const comment = await openComment(github, survey);
  const marker = readMarker(comment?.body ?? '');
  const { runId = '', attempt = '' } = metadata.workflow ?? {};
  return String(marker?.workflowRun) !== runId || String(marker?.attempt) !== attempt;
}

/**
 * Whether the approval comment has the reaction of a claim, which this job may have added. The claim of a comment that cannot be read
 * counts as made: nobody is told that the run still waits.
 */
async function isClaimed(
  { github, mayHaveClaimed }: CrashedJob,
  survey: CrashedRunSurvey,
): Promise<boolean> {
  if (!mayHaveClaimed) return false;
  const comment = await openComment(github, survey);
  if (comment === null || comment.author === null) return true;
  return await github.hasReacted(comment.id, CLAIM, comment.author.id).catch(() => true);
}

/** The newest approval comment that is open by the trail; `null` if there is none, or if it cannot be read. */
async function openComment(
  github: CrashedJob['github'],
  { approvals }: CrashedRunSurvey,
): Promise<IssueComment | null> {
  const open = [...approvals.values()].filter(({ status }) => status === 'open');
  const id = open.at(-1)?.commentId ?? null;
  return id === null ? null : await github.comment(id).catch(() => null);
}

function isSameJob(
  { metadata }: CrashedJob,
  workflow: CrashedJob['metadata']['workflow'],
): boolean {
  const own = metadata.workflow;
  if (workflow === null || own === null) return true;
  return (
    workflow.runId === own.runId && workflow.attempt === own.attempt && workflow.job === own.job
  );
}

/** The process crashed after it had claimed the run, and before it recorded that. No other job can resume the run: its trail ends here. */
async function appendResumption(
  trail: Trail,
  start: NonNullable<CrashedRunSurvey['start']>,
  { metadata: { trigger, workflow } }: CrashedJob,
): Promise<void> {
  await trail.append({ ...start, start: 'resumed', version: VERSION, trigger, workflow });
}

/** Closes the open calls of a run that was not suspended, then saves its changes of files and a checkpoint. */
async function saveWork(
  trail: Trail,
  survey: CrashedRunSurvey,
  job: CrashedJob & { readonly storePath: string | null },
): Promise<SavedWork> {
  const { checkpointTarget: target, clock, redactor, because, storePath } = job;
  const interrupted = await closeOpenCalls(trail, survey, because);
  if (survey.start === null) return { ...NO_WORK, interrupted };
  const store =
    storePath === null ? null : attachStore(storePath, { gitTimeoutMs: GIT_TIMEOUT_MS });
  const changes = await saveChanges(trail, survey, { ...job, start: survey.start, store });
  const checkpoint =
    target === null
      ? NO_CHECKPOINT
      : await saveCrashedCheckpoint(trail, survey, { target, store, clock, redactor });
  return { interrupted, changes, checkpoint };
}

async function closeOpenCalls(
  trail: Trail,
  survey: CrashedRunSurvey,
  because: string,
): Promise<ClosedTrail['interrupted']> {
  const { calls, approvals } = survey;
  for (const [call, { state, ...surveyed }] of calls) {
    const by = TRANSITIONS[state].includes('DENIED') ? survey.deniedBy(call) : null;
    if (by === null) continue;
    const why = `@${by} denied this call before the run was interrupted.`;
    await trail.append({ type: 'call.state', call, state: 'DENIED', because: why });
    calls.set(call, { ...surveyed, state: 'DENIED' });
  }
  for (const { approval, call, status } of approvals.values()) {
    if (status === 'open' && calls.get(call)?.state !== 'DENIED')
      await trail.append({ type: 'approval.void', approval, call, because });
  }
  const open = [...calls].filter(([, { state }]) => TRANSITIONS[state].includes('SEALED'));
  for (const [call] of open)
    await trail.append({ type: 'call.state', call, state: 'SEALED', because });
  return open.map(([call, { tool, state }]) => ({ call, tool, state }));
}

/** A run without a commit had not read the checkout yet: changes there are not its work. */
async function saveChanges(
  trail: Trail,
  { pushed }: CrashedRunSurvey,
  job: CrashedJob & {
    readonly start: NonNullable<CrashedRunSurvey['start']>;
    /** `null` if the crashed process had not created one. */
    readonly store: TrustedStore | null;
  },
): Promise<ChangesLeft | null> {
  const { root, redactor, warn, github, baselineClient, store } = job;
  const { headSha: base, policy } = job.start;
  if (base === null) return null;
  try {
    const paths = await publishablePaths(policy, {
      github,
      baselineClient,
      root,
      redactor,
    });
    if (store === null) {
      warn(
        'The changes of the run were not saved: the record of the checkout at its start is missing.',
      );
      return null;
    }
    return await writeChangesPatch({ store, base, trail, redactor, ...paths, pushed, warn });
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'trail-unwritable') throw error;
    warn(`The changes of the run were not saved: ${redactor.redact(errorText(error))}`);
    return null;
  }
}

async function appendEnd(
  trail: Trail,
  survey: CrashedRunSurvey,
  end: { readonly outcome: Outcome; readonly because: string },
): Promise<void> {
  const calls: Record<string, number> = { total: survey.calls.size };
  for (const { state } of survey.calls.values()) calls[state] = (calls[state] ?? 0) + 1;
  await trail.append({
    type: 'run.end',
    outcome: end.outcome,
    summary: end.because,
    count: trail.head().count,
    turns: survey.turns,
    calls,
    tokens: survey.tokens,
    costUsd: survey.isPriced ? survey.costUsd : null,
  });
}
