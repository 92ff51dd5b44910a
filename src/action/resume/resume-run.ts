import { rm } from 'node:fs/promises';
import {
  CLAIM,
  claimComment,
  closeApprovalCheck,
  code,
  markNotCounted,
  NotResumed,
  replyOnce,
  ResumedByOtherJob,
} from '../../approvals/index.ts';
import {
  CountersignError,
  errorText,
  isJsonObject,
  memoize,
  type Outcome,
} from '../../common/index.ts';
import { parseYaml } from '../../policy/index.ts';
import { type Account, atLeast, type IssueComment } from '../../github/index.ts';
import type { TrailHead } from '../../audit/index.ts';
import type { RunReport, TrackingComment } from '../../reporting/index.ts';
import { type ActionRequest, type AnswerContext, type Place, placeOf } from '../context.ts';
import { pinCommits } from '../event/pinned-commits.ts';
import { orWarn } from '../inputs/runner.ts';
import { STATE } from '../inputs/state.ts';
import { reportEarlyFailure } from '../outputs/early-failure.ts';
import { reportStep } from '../outputs/report-step.ts';
import { suspensionOf } from '../prepare/suspension.ts';
import { observe, runJob, track } from '../run-step.ts';
import {
  afterClaim,
  type ClaimedRun,
  claimSuspendedRun,
  endOfRun,
  MAX_CLAIMS,
  policyPathOf,
  type SuspendedRunPointer,
  suspendedRunPointers,
  workflowRunOrNull,
} from './claim-suspended-run.ts';
import {
  claimCrashedRun,
  closeCrashedRun,
  closeMarkedComment,
  closeSuspendedRequest,
  endTracking,
  type MarkedComment,
} from './close-request.ts';
import { loadResumedJob } from './load-resumed-job.ts';
import { NO_REPLY, outsiderBehind, turnAway } from './outsider-answer.ts';
import { replayEvents } from './replay-events.ts';

const MISSING =
  'The job that asked has ended without a checkpoint. Nothing that it asked for was done; start the run again.';

const DELETED =
  'The workflow run that asked was deleted, and the checkpoint with it. Start the run again.';

const DECIDED =
  'What the approval comment asks for was decided before, and GitHub took no update of the comment. Later comments of the run say how it continued.';

const NO_KEY =
  'The answer is for a suspended run, but this step has no state-key (nor a key of the model in its place) to decrypt its checkpoint.';

/** A suspended or crashed run of this workflow, and the secret of its checkpoint. */
interface ResumableRun extends MarkedComment {
  /** The comment that offers to resume a crashed run; `null` for a suspended run. */
  readonly crashed: MarkedComment | null;
  readonly secret: string;
  /** The workflow file of the run. */
  readonly workflow: string;
}

/**
 * Resumes the run that an answer is for: finds it, claims its checkpoint, checks it, and continues exactly where it was
 * suspended. Resolves with the reason if there is nothing to do, or with `null` once the step has reported.
 */
export async function resumeRun(context: AnswerContext): Promise<string | null> {
  const { policyPath } = context.inputs;
  const outsider = memoize(async () => await outsiderBehind(context, policyPath));
  let found: string | ResumableRun;
  try {
    found = await findPendingRun(context, outsider);
  } catch (error) {
    context.signal.throwIfAborted();
    const refused = await outsider();
    if (refused !== null) return `The answer does not count: ${refused}.`;
    await reply(context, errorText(error));
    throw error;
  }
  return typeof found === 'string' ? found : await resume(context, found);
}

/** Finds the run that the answer is for, or why there is nothing to resume; whoever answered has been told that, too. */
async function findPendingRun(
  context: AnswerContext,
  outsider: () => Promise<string | null>,
): Promise<ResumableRun | string> {
  const { inputs, environment } = context;
  // Another workflow has a policy of its own.
  const isOwnPolicy = inputs.resumeWorkflows.length === 0;
  const mayCount = async (): Promise<boolean> => !isOwnPolicy || (await outsider()) === null;
  const pointer = await suspendedRunPointers(context, mayCount);
  switch (pointer.kind) {
    case 'nothing':
      if (pointer.over) await removeButtons(context, pointer.because);
      return `This answers an approval request: ${pointer.because}.`;
    case 'closed':
      if (await hasCounted(context, pointer.answer))
        return 'This answers an approval request: the approval comment is closed.';
      await explain(context, pointer);
      return `The comment answers an approval request and does not count: ${pointer.because}.`;
    case 'unknown':
      await explain(context, pointer);
      return `The comment answers an approval request and does not count: ${pointer.because}.`;
    case 'not-counted':
      await explain(context, { ...pointer, answerable: idsIn(pointer) });
      return `The comment answers an approval request and does not count: ${pointer.because}.`;
    case 'gone':
    case 'crashed':
    case 'suspended': {
      const found =
        pointer.kind === 'gone'
          ? await runOfGoneJob(context, pointer)
          : await resumableRun(context, pointer);
      if (typeof found === 'string') return found;
      const isOwn = found.workflow === environment.workflow;
      const refused = pointer.kind !== 'crashed' && isOwn ? await outsider() : null;
      if (refused === null) return found;
      return await turnAway(context, { request: pointer.comment, because: refused });
    }
  }
}

/**
 * The run of a job that has ended although its comment says that it waits: a suspended one, if GitHub took no update of the comment. Otherwise
 * the comment is closed; resolves with what this job says.
 */
async function runOfGoneJob(
  context: AnswerContext,
  pointer: MarkedComment & { readonly kind: 'gone' },
): Promise<ResumableRun | string> {
  const found = await resumableRun(context, pointer);
  if (typeof found === 'string' && found !== NO_KEY) return found;
  const end = typeof found === 'string' ? null : await endOfRun(context, found);
  if (end === 'awaiting-approval') return found;
  const because = end === null ? MISSING : end === 'decided' ? DECIDED : endedText(end);
  return await endMarked(context, pointer, because);
}

function endedText(outcome: Outcome): string {
  return `The run has ended (${outcome}), and GitHub took no update of the approval comment. Its audit trail says what was done.`;
}

/**
 * Tells somebody whose comment counts for nothing why, and how to answer a suspended run, without loading it. People without a role in the
 * repository get a reaction alone: anybody could have any number of replies posted.
 */
async function explain(
  { trigger, github, runner }: AnswerContext,
  {
    answer: comment,
    because,
    mentions,
    denies,
    answerable = null,
  }: {
    readonly answer: Pick<IssueComment, 'id' | 'url' | 'author'>;
    readonly because: string;
    readonly mentions: boolean;
    readonly denies: boolean;
    readonly answerable?: Parameters<typeof replyOnce>[2]['answerable'];
  },
): Promise<void> {
  await orWarn(runner, NO_REPLY, async () => {
    if (mentions || !(await hasRole(github, comment.author))) {
      await markNotCounted(github, comment);
    } else {
      await replyOnce(github, trigger.number, { comment, because, denies, answerable });
    }
  });
}

const VOID = 'what it names is void; the approval comment says why';

/** Tells whoever answered a request that turned out to be void, unless the run counted the comment. */
async function explainVoid(context: AnswerContext): Promise<void> {
  const { answer, trigger } = context;
  const { requestText } = trigger;
  if (answer.kind !== 'comment' || requestText === null) return;
  const { author, url } = requestText;
  const comment = { id: answer.id, author, url: url ?? '' };
  if (await hasCounted(context, comment)) return;
  await explain(context, {
    answer: comment,
    because: VOID,
    mentions: false,
    denies: false,
  });
}

/** What an approval comment asks for. */
function idsIn({ marker }: Pick<MarkedComment, 'marker'>) {
  const questions = marker.questions ?? [];
  return { calls: marker.ids.filter((id) => !questions.includes(id)), questions };
}

/** Whether a job counted the comment, which then has its 👍. What cannot be read counts as counted: nobody is told anything false. */
async function hasCounted(
  { github, runner, self }: AnswerContext,
  comment: Pick<IssueComment, 'id'>,
): Promise<boolean> {
  const account = await self();
  if (account === null) return true;
  try {
    return await github.hasReacted(comment.id, '+1', account.id);
  } catch (error) {
    runner.warning(`${NO_REPLY}: ${errorText(error)}`);
    return true;
  }
}

async function hasRole(
  github: Pick<AnswerContext['github'], 'permissionOf'>,
  author: Account | null,
): Promise<boolean> {
  return author !== null && atLeast(await github.permissionOf(author), 'triage');
}

const READ_BY_SIBLING = 'Another job of this workflow run has read the answer.';

/**
 * Whether a job of this workflow run suspended the run. Such jobs, as of a matrix, have one event, and so one answer; and their artifacts
 * of one run would have one name.
 */
function isByOwnWorkflowRun(
  { environment: { runId, attempt } }: AnswerContext,
  marker: ResumableRun['marker'],
): boolean {
  return String(marker.workflowRun) === runId && String(marker.attempt ?? 1) === attempt;
}

/** The run that this step may resume, or why it may not. */
async function resumableRun(
  context: AnswerContext,
  pointer: Extract<SuspendedRunPointer, { kind: 'crashed' | 'suspended' | 'gone' }>,
): Promise<ResumableRun | string> {
  const { inputs, environment, answer } = context;
  const { marker, comment } = pointer;
  if (isByOwnWorkflowRun(context, marker)) return READ_BY_SIBLING;
  const crashed = pointer.kind === 'crashed' ? pointer : null;
  const mayResume = answer.kind === 'comment' && answer.mayResume;
  if (crashed !== null && !mayResume) return 'The comment was changed since the event.';
  const origin =
    marker.workflowRun === null ? 'unknown' : await workflowRunOrNull(context, marker.workflowRun);
  if (origin === null) return await endMarked(context, pointer, DELETED);
  const workflow = origin === 'unknown' ? null : origin.workflow;
  // Other workflows of the repository see the same comment, and resume their own runs.
  const served = [environment.workflow, ...inputs.resumeWorkflows];
  if (workflow !== null && !served.includes(workflow))
    return `The approval request is by a run of ${workflow}.`;
  if (marker.job !== undefined && marker.job !== environment.job) {
    // Another job of this workflow sees the same comment, too.
    if (workflow !== environment.workflow || !(await hasJob(context, marker.job)))
      await explainJob(context, marker.job);
    return `The approval request is by the job ${marker.job}.`;
  }
  const suspension = suspensionOf(context);
  if (suspension === null) return NO_KEY;
  return { marker, comment, crashed, ...suspension, workflow: workflow ?? suspension.workflow };
}

/** Says why no job can resume a run: to whoever answered, in its comment, and in its tracking comment. Resolves with the reason. */
async function endMarked(
  context: AnswerContext,
  marked: MarkedComment,
  because: string,
): Promise<string> {
  await reply(context, because);
  const { jobUrl: runUrl } = context.environment;
  await closeMarkedComment(context.github, marked, { because, runUrl });
  await endTrackingOf(context, marked, because);
  return because;
}

/** Whether this workflow still has a job with this id, by its file. True if that cannot be read. */
async function hasJob(
  { cachedGithub: github, trigger, environment: { workflow } }: AnswerContext,
  job: string,
): Promise<boolean> {
  if (workflow === null) return true;
  try {
    const { trustedSha } = await pinCommits(github, trigger);
    const file = await github.fileAt(trustedSha, workflow);
    const parsed = parseYaml(file?.text ?? '');
    const root = parsed.ok ? parsed.located?.value : undefined;
    const jobs = isJsonObject(root) ? root['jobs'] : undefined;
    return !isJsonObject(jobs) || job in jobs;
  } catch {
    return true;
  }
}

/** Tells people with a role in the repository that no job resumes the run. */
async function explainJob(context: AnswerContext, job: string): Promise<void> {
  const author = context.trigger.requestText?.author ?? null;
  if (!(await hasRole(context.github, author))) return;
  const own = context.environment.job;
  await reply(
    context,
    `only a job with the id ${job} can resume the run, and this one has the id ${own}. Name the job so again, or start the run again.`,
  );
}

/** Resumes a run. If another job suspends it again meanwhile, it may not have read the answer of this one, which resumes it from there. */
async function resume(context: AnswerContext, found: ResumableRun): Promise<string | null> {
  let next: Attempt = { resumable: found, isRestored: false, isLast: false };
  for (let attempts = 1; ; attempts += 1) {
    const end = await resumeOnce(context, { ...next, isLast: attempts >= MAX_CLAIMS });
    if (end === null || typeof end === 'string') return end;
    next = end;
  }
}

/** One attempt of a job to resume a run. */
interface Attempt {
  readonly resumable: ResumableRun;
  /** Whether an earlier attempt restored the work tree. */
  readonly isRestored: boolean;
  readonly isLast: boolean;
}

/** Resolves as `resumeRun` does, or with the next attempt. */
async function resumeOnce(
  context: AnswerContext,
  attempt: Attempt,
): Promise<string | null | Attempt> {
  const { resumable } = attempt;
  const { runner } = context;
  // If this job is killed before the run's trail is here, the post step closes a trail of the job's own.
  let place = placeOf(context);
  runner.saveState(STATE.issue, String(context.trigger.number));
  const observed = observe(context);
  let tracking: TrackingComment | null = null;
  let report: RunReport;
  let run: ClaimedRun | null = null;
  let mayHaveRun = false;
  let { isRestored } = attempt;
  try {
    const claimed = await claimSuspendedRun(context, resumable);
    if (typeof claimed === 'string') throw await closeLost(context, resumable, claimed);
    run = claimed;
    place = placeOf(context, resumable.marker.run);
    const { workflow, crashed } = resumable;
    const refused = isByOwnWorkflowRun(context, run.marker)
      ? READ_BY_SIBLING
      : await outsiderToOther(context, { resumable, run });
    if (refused !== null) {
      await rm(place.folder, { recursive: true, force: true });
      runner.saveState(STATE.finished, 'true');
      return refused;
    }
    const loaded = await loadResumedJob(context, { run, workflow, place, isRestored });
    isRestored ||= typeof loaded !== 'string';
    // A suspended run is claimed by its session, whose failures say whether this job had it.
    mayHaveRun = crashed !== null || typeof loaded === 'string';
    const claiming = { ...context, github: savingClaim(context) };
    if (crashed !== null) await claimCrashedRun(crashed, claiming);
    const isVoid = typeof loaded === 'string';
    if (isVoid) await claimVoid(run, claiming);
    await replayEvents(place.folder, observed.feed);
    const job = isVoid ? { ...run.state, resume: run.state } : loaded.job;
    tracking = await track(context, { ...observed, job });
    report = isVoid
      ? await reportVoid(context, { resumable, run, place, because: loaded })
      : await runJob(claiming, {
          ...observed,
          ...loaded,
          tracking,
          onVoid: () => explainVoid(context),
        });
  } catch (thrown) {
    if (thrown instanceof NotResumed) {
      await tracking?.finish(null);
      tracking = null;
      // This copy of the audit trail has entries of this job, and the run has another continuation, or can have one.
      await rm(place.folder, { recursive: true, force: true });
    }
    const claimed = { resumable, run };
    const other = thrown instanceof ResumedByOtherJob ? await otherJob(claimed, context) : null;
    if (other !== null && other !== 'abandoned') {
      const mayRetry = !attempt.isLast && typeof other !== 'string';
      if (mayRetry && !isByOwnWorkflowRun(context, other.marker))
        return { ...attempt, resumable: { ...resumable, ...other }, isRestored };
      runner.saveState(STATE.finished, 'true');
      return errorText(thrown);
    }
    const stopped = other === null ? thrown : ABANDONED;
    const error = failureOf(stopped, { wasCut: context.signal.aborted && !mayHaveRun });
    const because = errorText(error);
    await reply(context, because);
    if (error instanceof CountersignError && error.code === 'claim-lost' && run !== null) {
      await closeVoid(context, { resumable, run, because, head: null });
      await endTrackingOf(context, resumable, because);
    }
    // Nothing is added to a trail that could not be trusted: the refusal gets a trail of its own.
    place = placeOf(context);
    report = await reportEarlyFailure(BY_ANSWER, context, { place, error });
  }
  await reportStep(context, { place, report, tracking, tally: observed.tally });
  return null;
}

/** Closes the comment of a run whose checkpoint is gone, so that nobody answers it again. Returns the error for this job. */
async function closeLost(
  context: AnswerContext,
  resumable: ResumableRun,
  because: string,
): Promise<CountersignError> {
  const { environment, github, runner } = context;
  const end = { because, runUrl: environment.jobUrl };
  await orWarn(runner, 'The approval comment could not be closed', async () => {
    await closeMarkedComment(github, resumable, end);
  });
  await endTrackingOf(context, resumable, because);
  return new CountersignError('checkpoint-refused', because, { fix: 'Start the run again.' });
}

/** Says in the tracking comment of a run why no job can resume it any more. */
async function endTrackingOf(
  context: AnswerContext,
  marked: MarkedComment,
  because: string,
): Promise<void> {
  const { environment, runner } = context;
  await orWarn(runner, 'The tracking comment could not be updated', async () => {
    await endTracking(context, marked, { because, jobUrl: environment.jobUrl });
  });
}

/** A client that saves for the post step whether this job has claimed the run. */
function savingClaim({ github, runner }: AnswerContext): AnswerContext['github'] {
  return {
    ...github,
    react: async (commentId, reaction) => {
      if (reaction !== CLAIM) return await github.react(commentId, reaction);
      runner.saveState(STATE.claimed, 'unknown');
      const claim = await github.react(commentId, reaction);
      if (claim.isLost !== true) runner.saveState(STATE.claimed, String(claim.created));
      return claim;
    },
  };
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

/** No job can resume the run, and people have to know. */
const ABANDONED = new CountersignError(
  'claim-lost',
  'Another job claimed this run and has not continued it, so no answer can resume it any more.',
  { fix: 'See whether that job still runs; if it does not, start the run again.' },
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
  voided: VoidRun & { readonly place: Place },
): Promise<RunReport> {
  const { because, place } = voided;
  const { state } = voided.run;
  await reply(context, because);
  const report = await reportEarlyFailure(BY_ANSWER, context, {
    place,
    error: new CountersignError('checkpoint-refused', `What was asked is void: ${because}.`),
    suspended: {
      outcome: voided.run.isAtLimit ? 'over-budget' : 'denied',
      policySha256: state.policySha256,
      voided: state.gated.map(({ approval, request }) => ({ approval, call: request.id })),
    },
  });
  await closeVoid(context, { ...voided, head: report.head });
  return report;
}

/** Closes the approval comment of a run that nobody can resume, or the comment of a crashed one. */
async function closeVoid(
  context: AnswerContext,
  voided: VoidRun & { readonly head: TrailHead | null },
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

/** Removes buttons that lead nowhere, so that nobody clicks them again. */
async function removeButtons(
  { answer, github, runner }: AnswerContext,
  because: string,
): Promise<void> {
  if (answer.kind !== 'click') return;
  const { id } = answer.click.check;
  await orWarn(runner, 'The check run could not be closed', async () => {
    const check = await github.checkRun(id);
    // A decided check run has no buttons any more.
    if (check?.conclusion !== 'action_required') return;
    await closeApprovalCheck(github, id, `The click had no effect: ${because}.`);
  });
}

async function reply(
  { trigger, github, redactor, runner }: AnswerContext,
  because: string,
): Promise<void> {
  await orWarn(runner, NO_REPLY, async () => {
    const text = redactor.redact(because);
    await github.createComment(
      trigger.number,
      `<!-- countersign:reply -->\nThe answer could not be used: ${code(text)}`,
    );
  });
}
