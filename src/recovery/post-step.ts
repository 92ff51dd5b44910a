import { readMarker, renderClosedComment, renderCrashedComment } from '../approvals/index.ts';
import type { TrailHead } from '../audit/index.ts';
import { errorText, type Outcome, type Environment } from '../common/index.ts';
import type { ArtifactStore, Attestor, GitHub, GitHubChecks } from '../github/index.ts';
import { workflowRunOf } from '../session/index.ts';
import {
  announced,
  attestTrail,
  publishOutcomeCheck,
  sendTrace,
  stickyMarkerIn,
  type Published,
  publishTrail,
  trackingCommentIn,
  trackingMarker,
  withStickyMarker,
  withTrailLink,
  writeBesideTrail,
} from '../reporting/index.ts';
import {
  closeLostRequests,
  closeOpenRequests,
  editOwnComment,
  LOST_CHECKPOINT,
  lostEnd,
} from './close-requests.ts';
import {
  brokenSummary,
  brokenTracking,
  isLost,
  postSummary,
  postTracking,
  type PostReport,
} from './post-summary.ts';
import { removeJournal } from './save-checkpoint.ts';
import { type CrashedJob, type ClosedTrail, closeCrashedTrail } from './close-trail.ts';

const CRASHED =
  'The main step ended before it could report an outcome: it was killed, ran out of time or memory, or its machine failed.';
const ENDED_UNREPORTED =
  'The run had ended, but the main step crashed before it could report that.';
const NOT_RESUMED =
  'The job ended before it resumed the run. It did nothing; open approval requests can still be answered.';
const CLAIM_UNKNOWN =
  'The job ended while it claimed the run, and did nothing. Answer again: the run resumes, or a reply says that it cannot.';
/** Why the offer to resume a run is withdrawn. */
const NOT_UPLOADED =
  'The run crashed, and its checkpoint could not be uploaded: it cannot be resumed. The audit trail is on the runner.';
const SUSPENDED = 'The run was suspended to wait for an answer when its job was terminated.';

/**
 * How long each part of the post step may take. A cancelled job gives its post steps five minutes in all: the sum stays
 * below that, so that the last part still comes.
 */
export const POST_LIMITS_MS: PostLimits = {
  policyMs: 15_000,
  sayMs: 45_000,
  uploadMs: 120_000,
  linksMs: 30_000,
};

interface PostLimits {
  /** For reading the policy of the run again. */
  readonly policyMs: number;
  /** For saying what happened, before anything is uploaded. */
  readonly sayMs: number;
  readonly uploadMs: number;
  /** For saying where the audit trail is. */
  readonly linksMs: number;
}

/** What the post step works with. It uses GitHub only to inform people; the trail does not depend on it. */
export interface PostStepContext {
  /** A client of GitHub whose requests all end `limitMs` from now. */
  readonly githubFor: (limitMs: number) => GitHub & GitHubChecks;
  readonly limits: PostLimits;
  readonly environment: Environment;
  readonly store: ArtifactStore;
  /** `null` if the trail is not signed. */
  readonly attestor: Attestor | null;
  readonly jobUrl: string;
  readonly artifact: string;
  readonly retentionDays: number | null;
  /** The issue that gets the comment about a crashed run; `null` for none. */
  readonly issue: number | null;
  /** How the outcome is published as a check run; `null` for none. */
  readonly check: {
    readonly failOn: readonly Outcome[];
    readonly info: (line: string) => void;
  } | null;
  /** The comment that shows the run's progress; `null`: the main step posted none, or was killed before it knew of it. */
  readonly trackingComment: number | null;
  readonly warn: (message: string) => void;
  /** Replaces the job summary. */
  readonly summary: (markdown: string) => Promise<void>;
  /** Called if the upload took too long: it continues until this process ends. */
  readonly onAbandoned: () => void;
}

/** The context with the client for one part of the post step. */
type Speaking = PostStepContext & { readonly github: GitHub & GitHubChecks };
/** The same, with the run's tracking comment. */
type Tracked = Speaking & { readonly tracking: number | null };

/**
 * Finishes the work of a main step that crashed: closes the trail and saves a checkpoint, says what happened, uploads the
 * trail, then says where it is. Each part has its own time, and a failure of one does not prevent the others: a slow
 * upload does not delay any message to people.
 */
export async function finishCrashedRun(
  job: Omit<CrashedJob, 'because' | 'github'>,
  context: PostStepContext,
): Promise<TrailHead> {
  const { githubFor, limits, jobUrl } = context;
  let trail: ClosedTrail;
  try {
    const github = githubFor(limits.policyMs);
    trail = await closeCrashedTrail({ ...job, github, because: CRASHED });
  } catch (error) {
    await reportBrokenTrail(job, context, errorText(error));
    throw error;
  }
  const because = reasonOf(trail);
  const published = firstPublished(trail, context);
  const { run, folder: trailFolder } = job;
  const workflowRun = workflowRunOf(job.metadata.workflow);
  const facts = { run, trailFolder, workflowRun, jobUrl };
  const report: PostReport = { ...facts, because, trail, published, canResume: false };
  const first = { ...context, github: githubFor(limits.sayMs) };
  // A comment of a run that this job had no part in says what an earlier job wrote.
  const tracking = trail.isOwn ? await findTracking(run, first) : context.trackingComment;
  const offer = await say({ ...first, tracking }, report);
  await removeJournal(job.folder);
  if (!trail.isOwn) return trail.head;
  await writeBesideTrail(job.folder, context.warn);
  await attestTrail(job.folder, context.attestor, context.warn);
  const uploaded = await upload(job, context);
  const end = { ...report, published: uploaded, canResume: offer !== null };
  await sayWhere({ ...context, github: githubFor(limits.linksMs), tracking }, end, offer);
  if (trail.outcome !== 'awaiting-approval')
    await sendTrace(job.folder, context.environment, context.warn);
  return trail.head;
}

/** Once the checkpoint of a suspended run is uploaded, another job may have the run: what is said of it is said before. */
function firstPublished(
  { isOwn, outcome }: ClosedTrail,
  { artifact, jobUrl }: Pick<PostStepContext, 'artifact' | 'jobUrl'>,
): Published {
  if (!isOwn) return NOT_OWN;
  return outcome === 'awaiting-approval' ? announced(artifact, jobUrl) : { kind: 'pending' };
}

const NOT_OWN: Published = {
  kind: 'kept',
  because: 'it is the audit trail of an earlier job, which uploaded it',
};

/** Says what happened, everywhere. Returns the comment that offers to resume the run; `null` if there is none. */
async function say(context: Tracked, report: PostReport): Promise<number | null> {
  const { trail, because } = report;
  const canResume = trail.checkpoint.kind === 'kept' && context.issue !== null;
  await finishTracking({ ...report, canResume }, context);
  const offer = await offerResume(context, report);
  await context.summary(postSummary({ ...report, canResume: offer !== null }));
  if (trail.outcome !== 'awaiting-approval') {
    await closeOpenRequests(trail.survey, context, { ...commentFacts(report), because });
  }
  await publishOutcome(report, context);
  return offer;
}

/**
 * Says where the audit trail is, or why it was not uploaded; without it, withdraws the offer to resume the run. Of a suspended run,
 * which another job may have by now, nothing is changed on GitHub.
 */
async function sayWhere(context: Tracked, report: PostReport, offer: number | null): Promise<void> {
  const { run, trailFolder, trail, published, jobUrl: runUrl } = report;
  await context.summary(postSummary(report));
  if (trail.outcome === 'awaiting-approval' && published.kind === 'uploaded') return;
  await finishTracking(report, context);
  if (published.kind === 'kept') {
    if (offer !== null) await withdrawOffer(context, report, offer);
    if (trail.outcome === 'awaiting-approval') {
      const { github, warn } = context;
      const lost = { run, trailFolder, head: trail.head };
      await closeLostRequests({ github, report: lost, because: LOST_CHECKPOINT, runUrl, warn });
    }
  }
  await publishOutcome(report, context);
}

/** A trail that is broken, or on a full disk, is uploaded unchanged as evidence. */
async function reportBrokenTrail(
  job: Pick<CrashedJob, 'run' | 'folder' | 'clock'>,
  context: PostStepContext,
  because: string,
): Promise<void> {
  const { run } = job;
  const { githubFor, limits, jobUrl } = context;
  const broken = { run, because, jobUrl };
  const pending: Published = { kind: 'pending' };
  await context.summary(brokenSummary(because, pending));
  const first = { ...context, github: githubFor(limits.sayMs) };
  const tracking = await findTracking(run, first);
  await updateTracking(
    run,
    { ...first, tracking },
    replaced(brokenTracking({ ...broken, published: pending })),
  );
  const published = await upload(job, context);
  await context.summary(brokenSummary(because, published));
  const last = { ...context, github: githubFor(limits.linksMs) };
  await updateTracking(
    run,
    { ...last, tracking },
    replaced(brokenTracking({ ...broken, published })),
  );
}

/** Posts a comment that says how to resume the run, and returns its id; `null` if it was not posted. */
async function offerResume(context: Speaking, report: PostReport): Promise<number | null> {
  const { workflowRun } = report;
  const { checkpoint } = report.trail;
  if (checkpoint.kind !== 'kept' || context.issue === null || workflowRun === null) return null;
  const { notices } = checkpoint;
  const body = renderCrashedComment({ ...commentFacts(report), workflowRun, notices });
  try {
    return (await context.github.createComment(context.issue, body)).id;
  } catch (error) {
    context.warn(`The comment that offers to resume the run failed: ${errorText(error)}`);
    return null;
  }
}

/** Closes the offer to resume a run whose checkpoint no other job can download. */
async function withdrawOffer(context: Speaking, report: PostReport, offer: number): Promise<void> {
  const body = renderClosedComment({ ...commentFacts(report), because: NOT_UPLOADED });
  await editOwnComment(context, {
    id: offer,
    body: () => body,
    name: 'comment that offers to resume the run',
    isOwn: (text) => readMarker(text)?.state === 'crashed',
  });
}

function reasonOf(trail: ClosedTrail): string {
  if (!trail.isOwn) return trail.isClaimUnknown ? CLAIM_UNKNOWN : NOT_RESUMED;
  if (trail.survey.outcome !== null) return ENDED_UNREPORTED;
  return trail.survey.suspended ? SUSPENDED : CRASHED;
}

async function upload(
  { folder, clock }: Pick<CrashedJob, 'folder' | 'clock'>,
  context: PostStepContext,
): Promise<Published> {
  const { artifact: name, retentionDays, limits } = context;
  const limitMs = limits.uploadMs;
  const trail = { folder, name, retentionDays, clock, limitMs, mayHaveBegun: true as const };
  const published = await publishTrail(context.store, trail);
  if (published.kind !== 'kept') return published;
  context.warn(`The audit trail was not uploaded: ${published.because}`);
  if (published.isAbandoned === true) context.onAbandoned();
  return published;
}

/** What every comment about the end of the run names. */
function commentFacts({ run, workflowRun, trail, jobUrl }: PostReport) {
  return { run, workflowRun, runUrl: jobUrl, head: trail.head };
}

/**
 * Writes the end of the run into its tracking comment. Words that the main step left there itself stay, unless they ask for
 * answers in vain.
 */
async function finishTracking(report: PostReport, context: Tracked): Promise<void> {
  const body = postTracking(report);
  await updateTracking(report.run, context, (before) =>
    report.because === ENDED_UNREPORTED && !isLost(report)
      ? (withTrailLink(before, { published: report.published, head: report.trail.head }) ??
        replaced(body)(before))
      : replaced(body)(before),
  );
}

/** The new body in place of the current one, whose sticky marker stays. */
const replaced =
  (body: string) =>
  (before: string): string =>
    withStickyMarker(body, stickyMarkerIn(before));

async function updateTracking(
  run: string,
  { tracking: id, ...context }: Tracked,
  body: (before: string) => string,
): Promise<void> {
  if (id === null) return;
  await editOwnComment(context, {
    id,
    body,
    name: 'tracking comment',
    isOwn: (text) => text.startsWith(trackingMarker(run)),
  });
}

/** The run's tracking comment: the one that the main step knew, or the newest by the run's account; `null` if there is none. */
async function findTracking(
  run: string,
  { github, trackingComment, issue, warn }: Speaking,
): Promise<number | null> {
  if (trackingComment !== null || issue === null) return trackingComment;
  try {
    const self = await github.self();
    if (self === null) return null;
    const { comments } = await github.comments(issue);
    return trackingCommentIn(comments, run, self)?.id ?? null;
  } catch (error) {
    warn(`The tracking comment could not be found: ${errorText(error)}`);
    return null;
  }
}

/** Publishes the outcome as a check run, unless the trail is an earlier job's, which has published it. */
async function publishOutcome(report: PostReport, { github, check }: Speaking): Promise<void> {
  const { run, trail, because, jobUrl } = report;
  if (check === null || !trail.isOwn) return;
  const end = isLost(report) ? lostEnd(run) : { run, outcome: trail.outcome, summary: because };
  const headSha = trail.survey.start?.headSha ?? null;
  const text = { summary: postSummary(report), remarks: [] };
  await publishOutcomeCheck({ github, ...check, isResumed: true, end, headSha, jobUrl, ...text });
}
