import {
  type ApprovalMarker,
  claimComment,
  closeApprovalCheck,
  hasMarker,
  readMarker,
  renderClosedComment,
  storedDenial,
} from '../../approvals/index.ts';
import type { TrailHead } from '../../audit/index.ts';
import type { CheckpointState } from '../../checkpoint/index.ts';
import type { GitHub, GitHubChecks, IssueComment } from '../../github/index.ts';
import {
  abandonedBody,
  awaitedComment,
  awaitedCommit,
  endOutcomeCheck,
  trackedRun,
  trackingCommentIn,
  workingJob,
} from '../../reporting/index.ts';
import type { ActionContext, AnswerContext } from '../context.ts';
import { orWarn } from '../inputs/runner.ts';
import { workflowRunOrNull } from './workflow-run.ts';

/** Closes the approval comment of a checkpoint that will not be resumed: it says why, and cannot be answered any more. */
export async function closeSuspendedRequest(options: {
  readonly github: Pick<GitHub, 'updateComment'> &
    Pick<GitHubChecks, 'checkRun' | 'updateCheckRun'>;
  readonly checkpoint: Pick<CheckpointState, 'suspendedRequest' | 'gated' | 'run'>;
  readonly because: string;
  readonly runUrl: string | null;
  readonly head: TrailHead;
}): Promise<void> {
  const { suspendedRequest, gated, run } = options.checkpoint;
  if (suspendedRequest === null) return;
  const body = renderClosedComment({
    run,
    requests: gated.map(({ approval, request }) => {
      const denial = storedDenial(suspendedRequest, approval);
      return {
        approval,
        call: request.id,
        tool: request.name,
        decidedBy: denial === null ? [] : [{ login: denial.by.login, decision: 'deny' }],
        result: denial === null ? 'void, not run' : 'not run',
      };
    }),
    because: `What was asked is void: ${options.because}.`,
    runUrl: options.runUrl,
    head: options.head,
  });
  const { commentId, check } = suspendedRequest;
  const { github, because } = options;
  await closeAsked(github, { commentId, body, check: check?.id ?? null, because });
}

/** Closes an approval comment and removes its buttons, each also if GitHub does not take the other. Rejects with GitHub's error. */
async function closeAsked(
  github: Pick<GitHub, 'updateComment'> & Pick<GitHubChecks, 'checkRun' | 'updateCheckRun'>,
  closed: {
    readonly commentId: number;
    readonly body: string;
    readonly check: number | null;
    readonly because: string;
  },
): Promise<void> {
  try {
    await github.updateComment(closed.commentId, closed.body);
  } finally {
    await closeApprovalCheck(github, closed.check, closed.because);
  }
}

/** A comment of which the marker alone says what it is: of a job that ended without a checkpoint, or of a crashed run. */
export interface MarkedComment {
  readonly comment: IssueComment;
  readonly marker: ApprovalMarker;
}

/** Closes such a comment, with what it had asked for. */
export async function closeMarkedComment(
  github: Pick<GitHub, 'updateComment'> & Pick<GitHubChecks, 'checkRun' | 'updateCheckRun'>,
  { comment, marker }: MarkedComment,
  { because, runUrl }: { readonly because: string; readonly runUrl: string },
): Promise<void> {
  const ids = marker.ids.map((id) => `\`${id}\``).join(', ');
  const asked = ids === '' ? because : `${because} It had asked for ${ids}.`;
  const body = renderClosedComment({ run: marker.run, ids: marker.ids, because: asked, runUrl });
  await closeAsked(github, { commentId: comment.id, body, check: marker.check, because });
}

/**
 * Closes the comment of a run that no job can resume, so that nobody answers it again, and says so where the run is reported. `isClaimed`:
 * another job may have the run. If the tracking comment says that it works, only that job reports the run, unless it has ended.
 */
export async function closeEndedRun(
  context: AnswerContext,
  marked: MarkedComment,
  { because, isClaimed = false }: { readonly because: string; readonly isClaimed?: boolean },
): Promise<void> {
  const { environment, github, runner } = context;
  const end = { because, runUrl: environment.jobUrl };
  await orWarn(runner, 'The approval comment could not be closed', async () => {
    await closeMarkedComment(github, marked, end);
  });
  const { comment, marker } = marked;
  const { run, commit } = marker;
  await orWarn(runner, NOT_UPDATED, async () => {
    const own = await ownComments(context);
    await endReports(context, { own, run, commit, closed: comment.id, because, isClaimed });
  });
}

const NOT_UPDATED = 'The tracking comment could not be updated';
const LOST =
  'The job that worked on this run has ended without a report. Read its log before you start the run again.';
const UNANSWERABLE =
  'The approval comment of this run was deleted or overwritten, so no answer can resume it. Start the run again.';
/** Each costs some requests. */
const LOST_RUNS_MAX = 5;

/**
 * Ends the reports of lost runs on this issue. Nothing else ends them, because later answers find nothing to resume. A run is lost if its
 * tracking comment says that it works, but its job has ended because its machine was lost; or that it waits, but its approval
 * comment is gone. Resolves with the runs whose approval comment is gone.
 */
export async function endLostRuns(context: AnswerContext): Promise<readonly string[]> {
  const unanswered: string[] = [];
  await orWarn(context.runner, NOT_UPDATED, async () => {
    const own = await ownComments(context);
    const unfinished = own.filter(
      ({ body }) => workingJob(body) !== null || awaitedComment(body) !== null,
    );
    const runs = new Set(unfinished.flatMap(({ body }) => trackedRun(body) ?? []));
    const unanswerable = [...runs].filter((run) => !own.some(({ body }) => isOpenFor(run, body)));
    for (const run of unanswerable.slice(-LOST_RUNS_MAX)) {
      const tracking = trackingCommentIn(own, run, await context.self());
      const awaited = awaitedComment(tracking?.body ?? '');
      if (tracking !== null && awaited !== null && !(await isGone(context, tracking, awaited)))
        continue;
      if (awaited !== null) unanswered.push(run);
      const asked = own.map(({ body }) => readMarker(body)).filter((marker) => marker?.run === run);
      const commit =
        asked.findLast((marker) => marker?.commit !== undefined)?.commit ??
        awaitedCommit(tracking?.body ?? '');
      const because = awaited === null ? LOST : UNANSWERABLE;
      await endReports(context, { own, run, commit, closed: null, because, isClaimed: true });
    }
  });
  return unanswered;
}

/**
 * Whether a tracking comment still says that its run waits, and its approval comment, which may be on another issue, is none any more.
 * Rejects with GitHub's error.
 */
async function isGone(
  { github }: AnswerContext,
  tracking: Pick<IssueComment, 'id'>,
  awaited: number,
): Promise<boolean> {
  const asked = await github.comment(awaited);
  if (asked !== null && hasMarker(asked.body)) return false;
  // A job that has the run may have written its report meanwhile.
  const now = await github.comment(tracking.id);
  return now !== null && awaitedComment(now.body) === awaited;
}

/** A run that no job can resume. */
interface EndedRun {
  /** The comments of the token's account. */
  readonly own: readonly IssueComment[];
  readonly run: string;
  /** The commit of its check run; `undefined` if it is not known. */
  readonly commit: string | undefined;
  /** The comment that was closed for that; `null` for none. */
  readonly closed: number | null;
  readonly because: string;
  readonly isClaimed: boolean;
}

/**
 * Says in the tracking comment and the check run of a run why no job can resume it any more. One that shows another end stays, and so do
 * those of a run with another comment that is not closed: its answer resumes the run.
 */
async function endReports(context: AnswerContext, ended: EndedRun): Promise<void> {
  const { environment, github, inputs, self, runner } = context;
  const { own, run, commit, closed, because, isClaimed } = ended;
  if (own.some(({ id, body }) => id !== closed && isOpenFor(run, body))) return;
  const found = trackingCommentIn(own, run, await self());
  const working = found === null || !isClaimed ? null : workingJob(found.body);
  if (found !== null && working !== null && !(await isLost(context, found, working))) return;
  const jobUrl = working?.url ?? environment.jobUrl;
  if (inputs.checkRun && commit !== undefined) {
    const info = (line: string): void => runner.info(line);
    await endOutcomeCheck({ github, run, headSha: commit, because, jobUrl, info });
  }
  const body = found === null ? null : abandonedBody(found.body, { because, jobUrl });
  if (found !== null && body !== null) await github.updateComment(found.id, body);
}

/**
 * Whether a job has ended, and its tracking comment still says that it works. False for a workflow run that is not here: that of a
 * transferred issue is in another repository. Rejects with GitHub's error.
 */
async function isLost(
  context: AnswerContext,
  tracking: Pick<IssueComment, 'id'>,
  { workflowRun }: NonNullable<ReturnType<typeof workingJob>>,
): Promise<boolean> {
  const run = await workflowRunOrNull(context, workflowRun);
  if (run?.status !== 'completed') return false;
  // It may have written its end after the comment was read.
  const now = await context.github.comment(tracking.id);
  return now !== null && workingJob(now.body)?.workflowRun === workflowRun;
}

async function ownComments({
  github,
  self,
  trigger,
}: AnswerContext): Promise<readonly IssueComment[]> {
  const account = await self();
  const { comments } = await github.comments(trigger.number);
  return comments.filter(({ author }) => author !== null && author.id === account?.id);
}

/** Whether a comment waits for an answer to a run, or offers to resume it. */
function isOpenFor(run: string, body: string): boolean {
  const marker = readMarker(body);
  return marker?.run === run && marker.state !== 'closed';
}

/** Updates the comment of a crashed run, which offers to resume it, with the run's end. */
export async function closeCrashedRun(
  crashed: MarkedComment,
  { environment, github, runner }: ActionContext,
  because: string,
): Promise<void> {
  await orWarn(runner, 'The comment of the crashed run could not be closed', async () => {
    await closeMarkedComment(github, crashed, { because, runUrl: environment.jobUrl });
  });
}

/**
 * Claims a crashed run for this job by a reaction on its comment, and closes the comment. The command gets its 👍 before the
 * comment is closed: a job that reads the command later finds no crashed run, and the 👍 says why. Rejects as `claimComment` does.
 */
export async function claimCrashedRun(
  crashed: MarkedComment,
  context: AnswerContext,
): Promise<void> {
  const { answer, github, runner } = context;
  await claimComment(github, { commentId: crashed.comment.id });
  if (answer.kind === 'comment')
    await orWarn(runner, 'The command could not be acknowledged', async () => {
      await github.react(answer.id, '+1');
    });
  await closeCrashedRun(crashed, context, 'The run resumes in the job below.');
}

/** Removes buttons that lead nowhere, so that nobody clicks them again. */
export async function removeButtons(
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
