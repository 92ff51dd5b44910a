import {
  closeApprovalCheck,
  readMarker,
  renderClosedComment,
  renderCrashedComment,
} from '../approvals/index.ts';
import type { TrailHead } from '../audit/index.ts';
import { errorText, type Outcome } from '../common/index.ts';
import type { ArtifactStore, Attestor, GitHub, GitHubChecks } from '../github/index.ts';
import {
  attestTrail,
  publishOutcomeCheck,
  writeReportFiles,
  stickyMarkerIn,
  type Published,
  publishTrail,
  trackingMarker,
  withStickyMarker,
} from '../reporting/index.ts';
import {
  brokenSummary,
  describeCallEnd,
  postSummary,
  postTracking,
  type PostReport,
} from './post-summary.ts';
import { removeJournal } from './save-checkpoint.ts';
import { type CrashedJob, type ClosedTrail, closeCrashedTrail } from './close-trail.ts';

const MAX_COMMENTS = 50;

const CRASHED =
  'The main step ended before it could report an outcome: it was killed, ran out of time or memory, or its machine failed.';
const ENDED_UNREPORTED =
  'The run had ended, but the main step crashed before it could report that.';
const NOT_RESUMED =
  'The job ended before it resumed the run. It did nothing; open approval requests can still be answered.';
const SUSPENDED = 'The run was suspended to wait for an answer when its job was terminated.';

/** What the post step works with. It uses GitHub only to inform people; the trail does not depend on it. */
export interface PostStepContext {
  readonly github: GitHub & GitHubChecks;
  readonly environment: Readonly<Record<string, string | undefined>>;
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
  /** The comment that shows the run's progress, if one was posted. */
  readonly trackingComment: number | null;
  readonly warn: (message: string) => void;
  readonly summary: (markdown: string) => Promise<void>;
}

/**
 * Finishes the work of a main step that crashed: closes the trail, saves a checkpoint, writes the report, uploads all of
 * it, closes the approval comments, finishes the tracking comment, and writes the summary. A failure of one does not
 * prevent the others.
 */
export async function finishCrashedRun(
  job: Omit<CrashedJob, 'because' | 'github'>,
  context: PostStepContext,
): Promise<TrailHead> {
  const trail = await closeCrashedTrail({
    ...job,
    github: context.github,
    because: CRASHED,
  }).catch(async (error: unknown) => {
    // A broken trail, or one on a full disk, is uploaded unchanged as evidence.
    await context.summary(brokenSummary(errorText(error), await upload(job, context)));
    throw error;
  });
  if (trail.isOwn) {
    const { environment, warn } = context;
    await writeReportFiles({ folder: job.folder, outcome: trail.outcome, environment, warn });
    await attestTrail(job.folder, context.attestor, context.warn);
  }
  const because = reasonOf(trail);
  await removeJournal(job.folder);
  const published = trail.isOwn ? await upload(job, context) : NOT_OWN;
  const resumable = published.kind === 'uploaded' && (await offerResume(job, context, trail));
  const { jobUrl } = context;
  const report: PostReport = { run: job.run, because, trail, published, resumable, jobUrl };
  await closeOpenRequests({ job, context, trail, because });
  await finishTracking(report, context);
  const summary = postSummary(report);
  await context.summary(summary);
  await publishOutcome(report, context, summary);
  return trail.head;
}

const NOT_OWN: Published = {
  kind: 'kept',
  because: 'it is the audit trail of an earlier job, which uploaded it',
};

/** Posts a comment that says how to resume the run; true if it was posted. */
async function offerResume(
  job: Pick<CrashedJob, 'run' | 'metadata'>,
  context: PostStepContext,
  { checkpoint, head }: ClosedTrail,
): Promise<boolean> {
  const workflowRun = workflowRunOf(job);
  if (checkpoint.kind !== 'kept' || context.issue === null || workflowRun === null) return false;
  const body = renderCrashedComment({ run: job.run, workflowRun, runUrl: context.jobUrl, head });
  try {
    await context.github.createComment(context.issue, body);
    return true;
  } catch (error) {
    context.warn(`The comment that offers to resume the run failed: ${errorText(error)}`);
    return false;
  }
}

function reasonOf(trail: ClosedTrail): string {
  if (!trail.isOwn) return NOT_RESUMED;
  if (trail.survey.outcome !== null) return ENDED_UNREPORTED;
  return trail.survey.suspended ? SUSPENDED : CRASHED;
}

async function upload(
  job: Pick<CrashedJob, 'folder'>,
  context: PostStepContext,
): Promise<Published> {
  const { artifact: name, retentionDays } = context;
  const published = await publishTrail(context.store, { folder: job.folder, name, retentionDays });
  if (published.kind === 'kept')
    context.warn(`The audit trail was not uploaded: ${published.because}`);
  return published;
}

/** Closes approval comments that still ask for an answer which no job would read. */
async function closeOpenRequests({
  job,
  context,
  trail,
  because,
}: {
  readonly job: Pick<CrashedJob, 'run' | 'metadata'>;
  readonly context: PostStepContext;
  readonly trail: ClosedTrail;
  readonly because: string;
}): Promise<void> {
  if (trail.outcome === 'awaiting-approval') return;
  const { approvals, calls } = trail.survey;
  const asked = [...approvals.values()];
  const open = asked.flatMap(({ commentId, status }) =>
    status === 'open' && commentId !== null ? [commentId] : [],
  );
  for (const id of [...new Set(open)].slice(0, MAX_COMMENTS)) {
    const requests = asked
      .filter(({ commentId }) => commentId === id)
      .map(({ approval, call, decidedBy }) => {
        const { tool = '', state = '' } = calls.get(call) ?? {};
        return { approval, call, tool, decidedBy, result: describeCallEnd(state) };
      });
    const body = renderClosedComment({
      run: job.run,
      workflowRun: workflowRunOf(job),
      requests,
      because,
      runUrl: context.jobUrl,
      head: trail.head,
    });
    await editOwnComment(context, {
      id,
      body: () => body,
      name: 'approval comment',
      isOwn: (text) => readMarker(text)?.run === job.run,
      afterwards: (text) =>
        closeApprovalCheck(context.github, readMarker(text)?.check ?? null, because),
    });
  }
}

function workflowRunOf({
  metadata,
}: Pick<CrashedJob, 'metadata'>): { readonly id: number; readonly attempt: number } | null {
  const id = Number(metadata.workflow?.runId);
  const attempt = Number(metadata.workflow?.attempt);
  return Number.isSafeInteger(id) && Number.isSafeInteger(attempt) && id > 0 && attempt > 0
    ? { id, attempt }
    : null;
}

async function finishTracking(report: PostReport, context: PostStepContext): Promise<void> {
  const { trackingComment: id } = context;
  if (id === null) return;
  await editOwnComment(context, {
    id,
    body: (before) => withStickyMarker(postTracking(report), stickyMarkerIn(before)),
    name: 'tracking comment',
    isOwn: (text) => text.startsWith(trackingMarker(report.run)),
  });
}

/** Publishes the outcome as a check run, unless the trail is an earlier job's, which has published it. */
async function publishOutcome(
  { run, trail, because, jobUrl }: PostReport,
  { github, check }: PostStepContext,
  summary: string,
): Promise<void> {
  if (check === null || !trail.isOwn) return;
  const end = { run, outcome: trail.outcome, summary: because };
  const headSha = trail.survey.start?.headSha ?? null;
  const isResumed = true;
  await publishOutcomeCheck({
    github,
    ...check,
    isResumed,
    end,
    headSha,
    jobUrl,
    summary,
    remarks: [],
  });
}

/** Updates a comment only if its body is one that the run wrote. */
async function editOwnComment(
  { github, warn }: PostStepContext,
  comment: {
    readonly id: number;
    /** The new body, from the current one. */
    readonly body: (before: string) => string;
    readonly name: string;
    readonly isOwn: (body: string) => boolean;
    /** Further work, with the body from before the update. */
    readonly afterwards?: (body: string) => Promise<void>;
  },
): Promise<void> {
  try {
    const current = await github.comment(comment.id);
    if (current === null || !comment.isOwn(current.body)) return;
    await github.updateComment(comment.id, comment.body(current.body));
    await comment.afterwards?.(current.body);
  } catch (error) {
    warn(`The ${comment.name} could not be updated: ${errorText(error)}`);
  }
}
