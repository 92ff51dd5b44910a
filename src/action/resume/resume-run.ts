import { rm } from 'node:fs/promises';
import {
  CLAIM,
  claimComment,
  NotResumed,
  readMarker,
  ResumedByOtherJob,
} from '../../approvals/index.ts';
import { CountersignError, errorText, memoize } from '../../common/index.ts';
import type { TrailHead } from '../../audit/index.ts';
import type { RunReport, TrackingComment } from '../../reporting/index.ts';
import {
  type ActionRequest,
  type AnswerContext,
  trailFolderOf,
  type ObservedRun,
  type Place,
  choosePlace,
} from '../context.ts';
import { orWarn } from '../inputs/runner.ts';
import { STATE } from '../inputs/state.ts';
import { reportEarlyFailure } from '../outputs/early-failure.ts';
import { reportStep } from '../outputs/report-step.ts';
import { observe, runJob, track } from '../run-step.ts';
import {
  type ClaimedRun,
  claimSuspendedRun,
  MAX_CLAIMS,
  policyPathOf,
} from './claim-suspended-run.ts';
import {
  findResumableRun,
  isByOwnWorkflowRun,
  READ_BY_SIBLING,
  type ResumableRun,
} from './find-resumable-run.ts';
import { afterClaim, isSameJob } from './find-suspended-run.ts';
import {
  claimCrashedRun,
  closeCrashedRun,
  closeEndedRun,
  closeSuspendedRequest,
  type MarkedComment,
} from './close-request.ts';
import {
  explainCancel,
  explainUncounted,
  replyUnusable,
  replyVoid,
  turnAway,
} from './explain-answer.ts';
import { loadResumedJob, subjectOf } from './load-resumed-job.ts';
import { outsiderBehind } from './outsider-answer.ts';
import { replayEvents } from './replay-events.ts';

/**
 * Resumes the run that an answer is for: finds it, claims its checkpoint, checks it, and continues exactly where it was
 * suspended. Resolves with the reason if there is nothing to do, or with `null` once the step has reported.
 */
export async function resumeRun(context: AnswerContext): Promise<string | null> {
  const { policyPath } = context.inputs;
  const outsider = memoize(async () => await outsiderBehind(context, policyPath));
  let found: string | ResumableRun;
  try {
    found = await findResumableRun(context, outsider);
  } catch (error) {
    context.signal.throwIfAborted();
    const refused = await outsider();
    if (refused !== null) return `The answer does not count: ${refused}.`;
    await replyUnusable(context, errorText(error));
    throw error;
  }
  return typeof found === 'string' ? found : await resume(context, found);
}

/** How the step ends: with a report, or with a reason why it has nothing to report. */
type StepEnd = string | Omit<Parameters<typeof reportStep>[1], 'tally'>;

/** How far this job has come with a run. What ends the step after a failure, or tries once more, reads it. */
interface ResumeProgress {
  /** `null` until this job has its checkpoint. */
  run: ClaimedRun | null;
  tracking: TrackingComment | null;
  /** Whether this job may have claimed the run. A suspended run is claimed by its session, whose failures say so. */
  mayHaveClaimed: boolean;
  /** Whether this job has restored the work tree: nothing that needs an approval has run since. */
  isRestored: boolean;
}

/** Resumes a run. If another job suspends it again meanwhile, it may not have read the answer of this one, which resumes it from there. */
async function resume(context: AnswerContext, found: ResumableRun): Promise<string | null> {
  const { runner } = context;
  // If this job is killed before the run's trail is here, the post step closes a trail of the job's own.
  choosePlace(context);
  runner.saveState(STATE.issue, String(context.trigger.number));
  let resumable = found;
  let isRestored = false;
  for (let attempts = 1; ; attempts += 1) {
    const observed = observe(context);
    const progress: ResumeProgress = {
      run: null,
      tracking: null,
      mayHaveClaimed: false,
      isRestored,
    };
    let end: StepEnd | MarkedComment;
    try {
      end = await claimAndRun(context, resumable, { observed, progress });
    } catch (thrown) {
      const mayTryAgain = attempts < MAX_CLAIMS;
      end = await endAfterFailure(context, resumable, { ...progress, thrown, mayTryAgain });
    }
    if (typeof end === 'string') {
      runner.saveState(STATE.finished, 'true');
      return end;
    }
    if (!('marker' in end)) {
      await reportStep(context, { ...end, tally: observed.tally });
      if (end.report.outcome === 'cancelled') await explainCancel(context, resumable);
      return null;
    }
    resumable = { ...resumable, ...end };
    ({ isRestored } = progress);
  }
}

/** Claims the run, loads its job and runs it, or ends it if what it asks for is void. */
async function claimAndRun(
  context: AnswerContext,
  resumable: ResumableRun,
  { observed, progress }: { readonly observed: ObservedRun; readonly progress: ResumeProgress },
): Promise<StepEnd> {
  const { workflow, crashed, marker } = resumable;
  const run = await claimSuspendedRun(context, resumable);
  if (typeof run === 'string') {
    await closeEndedRun(context, resumable, { because: run });
    throw new CountersignError('checkpoint-refused', run, { fix: 'Start the run again.' });
  }
  progress.run = run;
  const place = choosePlace(context, marker.run);
  const refused = isByOwnWorkflowRun(context, run.marker)
    ? READ_BY_SIBLING
    : await outsiderToOther(context, { resumable, run });
  if (refused !== null) {
    await rm(place.folder, { recursive: true, force: true });
    return refused;
  }
  const { isRestored } = progress;
  const loaded = await loadResumedJob(context, { run, workflow, place, isRestored });
  const isVoid = typeof loaded === 'string';
  progress.isRestored ||= !isVoid;
  progress.mayHaveClaimed = crashed !== null || isVoid;
  const claiming = { ...context, github: claimingClient(context, run) };
  if (crashed !== null) await claimCrashedRun(crashed, claiming);
  if (isVoid) await claimVoid(run, claiming);
  await replayEvents(place.folder, observed.tally.listen);
  const job = isVoid ? { ...run.state, resume: run.state } : loaded.job;
  const tracking = await track(context, { ...observed, job });
  progress.tracking = tracking;
  const report = isVoid
    ? await reportVoid(context, { resumable, run, place, because: loaded, observed })
    : await runJob(
        { ...claiming, ...subjectOf(context, run) },
        { ...observed, ...loaded, tracking },
      );
  return { place, report, tracking };
}

/**
 * The end of a step that could not resume its run: that is said where people answered, and in a trail of its own. The approval comment if
 * another job has suspended the run again, and this one may try once more.
 */
async function endAfterFailure(
  context: AnswerContext,
  resumable: ResumableRun,
  failed: ResumeProgress & { readonly thrown: unknown; readonly mayTryAgain: boolean },
): Promise<StepEnd | MarkedComment> {
  const { thrown, run } = failed;
  let { tracking } = failed;
  if (thrown instanceof NotResumed) {
    await tracking?.finish(null);
    tracking = null;
    // From now on, the post step of a killed job closes a trail of the job's own.
    choosePlace(context);
    // This copy of the audit trail has entries of this job, and the run has another continuation, or can have one.
    const folder = trailFolderOf(context.environment, resumable.marker.run);
    await rm(folder, { recursive: true, force: true });
  }
  const isOthers = thrown instanceof ResumedByOtherJob;
  const other = isOthers ? await otherJob({ resumable, run }, context) : 'abandoned';
  if (other !== 'abandoned') {
    const isAgain = failed.mayTryAgain && other !== 'continued';
    if (isAgain && !isByOwnWorkflowRun(context, other.marker)) return other;
    if (other === 'continued' && resumable.crashed === null)
      await explainUncounted(context, 'closed');
    return errorText(thrown);
  }
  const stopped = isOthers ? ABANDONED : thrown;
  const wasCut = context.signal.aborted && !failed.mayHaveClaimed;
  const error = failureOf(stopped, { wasCut });
  const because = errorText(error);
  await replyUnusable(context, because);
  // What the other job did is unknown here.
  if (error instanceof CountersignError && error.code === 'claim-lost')
    await closeEndedRun(context, resumable, { because, isClaimed: true });
  // Nothing is added to a trail that could not be trusted.
  const place = choosePlace(context);
  const report = await reportEarlyFailure(BY_ANSWER, context, { place, error });
  return { place, report, tracking };
}

/** A client that claims the run from its newest checkpoint alone, and saves for the post step whether this job has claimed it. */
function claimingClient(context: AnswerContext, run: ClaimedRun): AnswerContext['github'] {
  const { github, runner } = context;
  return {
    ...github,
    react: async (commentId, reaction) => {
      if (reaction !== CLAIM) return await github.react(commentId, reaction);
      runner.saveState(STATE.claimed, 'unknown');
      const claim = await github.react(commentId, reaction);
      if (claim.created) await releaseIfOutdated(context, run, { commentId, claim: claim.id });
      if (claim.isLost !== true) runner.saveState(STATE.claimed, String(claim.created));
      return claim;
    },
  };
}

/**
 * Removes a claim from a comment that names a later checkpoint by now, and throws: another job suspended the run again, and the next one
 * has removed that job's claim to add its own. Throws, too, if the comment cannot be read.
 */
async function releaseIfOutdated(
  { github, runner }: AnswerContext,
  run: ClaimedRun,
  { commentId, claim }: { readonly commentId: number; readonly claim: number },
): Promise<void> {
  // What this job asks later has no checkpoint yet.
  if (commentId !== run.state.suspendedRequest?.commentId) return;
  try {
    const marker = readMarker((await github.comment(commentId))?.body ?? '');
    if (marker !== null && marker.run === run.marker.run && !isSameJob(marker, run.marker))
      throw new ResumedByOtherJob();
  } catch (error) {
    await orWarn(runner, 'The claim of the approval comment could not be removed', async () => {
      await github.removeReaction(commentId, claim);
      runner.saveState(STATE.claimed, 'false');
    });
    throw error;
  }
}

/**
 * Turns an outsider away from a run of another workflow, whose policy only its audit trail names; resolves with what the job says.
 * `null`: no outsider, or a run of this workflow, which was not even downloaded for one.
 */
async function outsiderToOther(
  context: AnswerContext,
  { resumable, run }: Pick<VoidRun, 'resumable' | 'run'>,
): Promise<string | null> {
  const { suspendedRequest } = run.state;
  const isOwn = resumable.workflow === context.environment.workflow;
  if (isOwn || resumable.crashed !== null || suspendedRequest === null) return null;
  const refused = await outsiderBehind(context, policyPathOf(run, context.inputs));
  const request = { id: suspendedRequest.commentId };
  return refused === null ? null : await turnAway(context, { request, because: refused });
}

/** What another job does with the run that it claimed before this one. */
async function otherJob(
  { resumable, run }: { readonly resumable: ResumableRun; readonly run: ClaimedRun | null },
  context: AnswerContext,
): ReturnType<typeof afterClaim> {
  const commentId = resumable.crashed?.comment.id ?? run?.state.suspendedRequest?.commentId;
  if (commentId === undefined) return 'continued';
  return await afterClaim(commentId, { claimed: run?.marker ?? resumable.marker, context });
}

/** No job can resume the run, and people have to know. The other job may have ended, or GitHub took no update of its approval comment. */
const ABANDONED = new CountersignError(
  'claim-lost',
  'Another job claimed this run, and the approval comment does not say how it continued, so no answer to it can resume the run any more.',
  {
    fix: 'See the later comments and that job; if it did nothing of what was approved, start the run again.',
  },
);

/**
 * Why a job did not resume a run, and that another one may: unless the run is over, or nobody knows who has it. `wasCut`: the job was
 * ended before it claimed the run, unless it was the run's own audit trail that failed.
 */
function failureOf(thrown: unknown, { wasCut }: { readonly wasCut: boolean }): unknown {
  const error = thrown instanceof NotResumed ? thrown.cause : thrown;
  const known = error instanceof CountersignError ? error.code : 'internal';
  const isBefore = thrown instanceof NotResumed || (wasCut && known !== 'trail-unwritable');
  if (known === 'claim-lost' || !isBefore) return error;
  return new CountersignError(known, `This job did not resume the run: ${errorText(error)}`, {
    fix: 'The run still waits: answer again.',
    cause: error,
  });
}

/** The checkpoint says who requested the run, and what. */
const BY_ANSWER: ActionRequest = {
  request: 'An answer to an approval request.',
  by: { account: null, permission: null, because: '' },
};

/** Of several jobs, one says that a run is void. Another one may also have resumed it, which then changed what is void here. */
async function claimVoid(
  { state: { suspendedRequest } }: ClaimedRun,
  { github }: AnswerContext,
): Promise<void> {
  if (suspendedRequest !== null) await claimComment(github, suspendedRequest);
}

/** A claimed run that cannot continue. */
interface VoidRun {
  readonly resumable: ResumableRun;
  readonly run: ClaimedRun;
  readonly because: string;
}

/**
 * Ends a run whose approval requests are void: denies its calls in the trail, and says why where people asked. A run that stands at
 * a limit, which nobody can raise any more, ends over budget.
 */
async function reportVoid(
  context: AnswerContext,
  voided: VoidRun & { readonly place: Place; readonly observed: ObservedRun },
): Promise<RunReport> {
  const { because, place, observed, run } = voided;
  const { state } = run;
  await replyVoid(context, because);
  const about = { ...context, ...subjectOf(context, run) };
  const error = new CountersignError('checkpoint-refused', `What was asked is void: ${because}.`);
  const report = await reportEarlyFailure(BY_ANSWER, about, {
    place,
    error,
    suspended: {
      outcome: run.isAtLimit ? 'over-budget' : 'denied',
      headSha: state.headSha,
      policySha256: state.policySha256,
      voided: state.gated.map(({ approval, request }) => ({ approval, call: request.id })),
    },
  });
  await closeVoid(context, { ...voided, head: report.head });
  for (const { request } of state.gated) {
    const { id: call, name: tool, turn, parent } = request;
    const snapshot = { call, turn, parent, tool, inputPreview: '', state: 'DENIED' as const };
    observed.tally.listen({ type: 'state_changed', snapshot });
    const message = context.redactor.redact(error.message);
    observed.tally.listen({ type: 'tool:error', snapshot, message });
  }
  const { tally } = observed;
  const { turns, costUsd, isEstimate, pushed } = tally;
  return {
    ...report,
    request: context.redactor.redact(state.request),
    requester: state.requester,
    turns,
    costUsd,
    isEstimate,
    pushed,
    tokens: state.used.tokens,
    counts: tally.counts(),
    calls: [...tally.calls.values()],
  };
}

/** Closes the approval comment of a run that nobody can resume, or the comment of a crashed one. */
async function closeVoid(
  context: AnswerContext,
  voided: VoidRun & { readonly head: TrailHead },
): Promise<void> {
  const { github, redactor, runner } = context;
  const { resumable, run, head } = voided;
  const { jobUrl: runUrl } = context.environment;
  await orWarn(runner, 'The approval comment could not be closed', async () => {
    const because = redactor.redact(voided.because);
    if (resumable.crashed !== null) await closeCrashedRun(resumable.crashed, context, because);
    else await closeSuspendedRequest({ github, checkpoint: run.state, because, runUrl, head });
  });
}
