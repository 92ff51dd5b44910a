import { realpath } from 'node:fs/promises';
import { openTrail, TRANSITIONS, type Trail, type TrailHead } from '../audit/index.ts';
import {
  type Clock,
  CountersignError,
  errorText,
  type Outcome,
  type Redactor,
  sha256,
  VERSION,
} from '../common/index.ts';
import type { GitHub } from '../github/index.ts';
import { type Job, writeChangesPatch, storeFolder } from '../session/index.ts';
import { attachStore, removeStoreAt, type TrustedStore } from '../sandbox/index.ts';
import type { ChangesLeft } from '../reporting/index.ts';
import { publishableBy } from './crashed-policy.ts';
import {
  saveCrashedCheckpoint,
  type CheckpointTarget,
  type SavedCheckpoint,
} from './save-checkpoint.ts';
import { surveyCrashedRun, type CrashedRunSurvey } from './survey.ts';

const NOTHING_KEPT: SavedCheckpoint = { kind: 'lost', because: null };

/** What the program that seals knows of the job that died. */
export interface CrashedJob {
  readonly folder: string;
  readonly run: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly because: string;
  /** The checkout that the job worked in; what it left there is kept. */
  readonly root: string;
  readonly warn: (message: string) => void;
  /** Where the policy of the run can be read again. */
  readonly github: Pick<GitHub, 'fileAt'>;
  readonly about: Pick<Job, 'trigger' | 'workflow' | 'repository' | 'headSha'>;
  /** `null` where nothing could go on with the run: no secret to seal its state with, or nowhere to ask for it. */
  readonly keeping: CheckpointTarget | null;
}

export interface ClosedTrail {
  /** As it stood before anything was added. */
  readonly wreck: CrashedRunSurvey;
  readonly head: TrailHead;
  readonly outcome: Outcome;
  /** Calls that were open, with the state that they died in. */
  readonly sealed: readonly {
    readonly call: string;
    readonly tool: string;
    readonly state: string;
  }[];
  /** False where this job had not begun its part: the trail is an earlier job's, and was left as it is. */
  readonly own: boolean;
  readonly left: ChangesLeft | null;
  /** Whether another job can go on with the run. */
  readonly kept: SavedCheckpoint;
}

/**
 * Ends a trail whose process was killed, truthfully: calls that were open are `SEALED` (of one that had begun nobody
 * knows what it did), what was asked is void, and `run.end` says why. A run that had suspended itself stays
 * `awaiting-approval`; a trail that has its end is left as it is; one that had not begun gets a beginning first.
 */
export async function closeCrashedTrail(job: CrashedJob): Promise<ClosedTrail> {
  const { folder, run, clock, redactor } = job;
  // Opening first sets a torn last line aside, so that what is surveyed is whole.
  const trail = await openTrail({ folder, run, clock, redactor });
  try {
    const wreck = await surveyCrashedRun(folder);
    const own = wreck.start === null || isOf(job, wreck.start.workflow);
    if (!own || wreck.outcome !== null) {
      const outcome = wreck.outcome ?? 'error';
      const nothing = { sealed: [], left: null, kept: NOTHING_KEPT };
      return { wreck, head: trail.head(), outcome, own, ...nothing };
    }
    if (wreck.start === null) await begin(trail, job);
    const outcome = wreck.suspended ? 'awaiting-approval' : 'error';
    const sealed = wreck.suspended ? [] : await sealCalls(trail, wreck, job.because);
    const left = wreck.suspended ? null : await keepLeft(trail, wreck, job);
    const kept = await keptOf(trail, wreck, job);
    await end(trail, wreck, { outcome, because: job.because });
    return { wreck, head: trail.head(), outcome, sealed, own, left, kept };
  } finally {
    await trail.close();
    const place = await storePlace(job);
    if (place !== null) removeStoreAt(place);
  }
}

function isOf(job: CrashedJob, workflow: CrashedJob['about']['workflow']): boolean {
  const mine = job.about.workflow;
  if (workflow === null || mine === null) return true;
  return (
    workflow.runId === mine.runId && workflow.attempt === mine.attempt && workflow.job === mine.job
  );
}

/** The process died between making the trail and its first entry: nothing was loaded, and nothing done. */
async function begin(trail: Trail, { about }: CrashedJob): Promise<void> {
  await trail.append({
    type: 'run.start',
    start: 'fresh',
    version: VERSION,
    ...about,
    policy: { source: 'none was loaded', ref: null, sha256: sha256(''), mode: 'none' },
    'gen_ai.provider.name': 'none',
    'gen_ai.request.model': 'none',
    request: '',
    budget: {},
  });
}

async function sealCalls(
  trail: Trail,
  wreck: CrashedRunSurvey,
  because: string,
): Promise<ClosedTrail['sealed']> {
  for (const { approval, call, status } of wreck.approvals.values()) {
    if (status === 'open') await trail.append({ type: 'approval.void', approval, call, because });
  }
  const open = [...wreck.calls].filter(([, { state }]) => TRANSITIONS[state].includes('SEALED'));
  for (const [call] of open)
    await trail.append({ type: 'call.state', call, state: 'SEALED', because });
  return open.map(([call, { tool, state }]) => ({ call, tool, state }));
}

/** A run that named no commit had not looked at the checkout yet: what lies there is not its work. */
async function keepLeft(
  trail: Trail,
  wreck: CrashedRunSurvey,
  job: CrashedJob,
): Promise<ChangesLeft | null> {
  const { root, redactor, warn, github } = job;
  if (wreck.start === null || wreck.start.headSha === null) return null;
  const { headSha: base, policy } = wreck.start;
  try {
    const mayPublish = await publishableBy(policy, { github, root });
    const store = await storeOf(job);
    if (store === null) {
      warn(
        'The changes that were left are not kept: what the checkout was at its start is not there any more.',
      );
      return null;
    }
    return await writeChangesPatch({ store, base, trail, redactor, mayPublish, warn });
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'trail-unwritable') throw error;
    warn(`The changes that were left are not kept: ${await redactor.redact(errorText(error))}`);
    return null;
  }
}

/** The store that the process made which died; `null` where it came to none. */
async function storeOf(job: CrashedJob): Promise<TrustedStore | null> {
  const place = await storePlace(job);
  return place === null ? null : attachStore(place);
}

async function storePlace({ root, folder }: CrashedJob): Promise<string | null> {
  return storeFolder(await realpath(root).catch(() => root), folder);
}

async function keptOf(
  trail: Trail,
  wreck: CrashedRunSurvey,
  job: CrashedJob,
): Promise<SavedCheckpoint> {
  const { keeping, clock } = job;
  if (keeping === null || wreck.suspended || wreck.start === null) return NOTHING_KEPT;
  return await saveCrashedCheckpoint(trail, wreck, { keeping, store: await storeOf(job), clock });
}

async function end(
  trail: Trail,
  wreck: CrashedRunSurvey,
  of: { readonly outcome: Outcome; readonly because: string },
): Promise<void> {
  const calls: Record<string, number> = { total: wreck.calls.size };
  for (const { state } of wreck.calls.values()) calls[state] = (calls[state] ?? 0) + 1;
  await trail.append({
    type: 'run.end',
    outcome: of.outcome,
    summary: of.because,
    count: trail.head().count,
    turns: wreck.turns,
    calls,
    tokens: wreck.tokens,
    costUsd: wreck.isPriced ? wreck.costUsd : null,
  });
}
