import { isJsonObject, type Outcome } from '../../common/index.ts';
import { CLAIM, linesInstead, namedIds, parseAnswer, readMarker } from '../../approvals/index.ts';
import { hasArtifacts } from '../../github/index.ts';
import { parseYaml } from '../../policy/index.ts';
import type { AnswerContext } from '../context.ts';
import { orWarn } from '../inputs/runner.ts';
import { pinCommits } from '../event/pinned-commits.ts';
import { suspensionOf } from '../prepare/suspension.ts';
import { endOfRun } from './claim-suspended-run.ts';
import { closeEndedRun, endLostRuns, type MarkedComment, removeButtons } from './close-request.ts';
import {
  explain,
  explainJob,
  explainUncounted,
  hasCounted,
  askedIds,
  replyUnusable,
  turnAway,
} from './explain-answer.ts';
import { findSuspendedRun, type SuspendedRunPointer } from './find-suspended-run.ts';
import { workflowRunOrNull } from './workflow-run.ts';

const MISSING =
  'The job that asked has ended without a checkpoint. Nothing that the approval comment asks for was done; start the run again.';

const MISSING_AFTER_CLAIM =
  'The job that asked has ended without a checkpoint, and GitHub has no audit trail of it. It may have run what was approved: read its log before you start the run again.';

const DELETED =
  'The workflow run that asked is not in this repository: it was deleted, and the checkpoint with it, or the issue was transferred. Start the run again.';

export const READ_BY_SIBLING = 'Another job of this workflow run has read the answer.';

const DECIDED =
  'What the approval comment asks for was decided before, and GitHub took no update of the comment. Later comments of the run say how it continued.';

const NO_KEY =
  'The answer is for a suspended run, but this step has no state-key (nor a key of the model in its place) to decrypt its checkpoint.';

/** A suspended or crashed run of this workflow, and the secret of its checkpoint. */
export interface ResumableRun extends MarkedComment {
  /** The comment that offers to resume a crashed run; `null` for a suspended run. */
  readonly crashed: MarkedComment | null;
  readonly secret: string;
  /** The workflow file of the run. */
  readonly workflow: string;
}

/** Finds the run that the answer is for, or why there is nothing to resume; whoever answered has been told that, too. */
export async function findResumableRun(
  context: AnswerContext,
  outsider: () => Promise<string | null>,
): Promise<ResumableRun | string> {
  const { inputs, environment } = context;
  // Another workflow has a policy of its own.
  const isOwnPolicy = inputs.resumeWorkflows.length === 0;
  const mayCount = async (): Promise<boolean> => !isOwnPolicy || (await outsider()) === null;
  const pointer = await findSuspendedRun(context, mayCount);
  switch (pointer.kind) {
    case 'nothing':
      if (pointer.over) {
        await removeButtons(context, pointer.because);
        await explainGone(context);
      }
      return `This answers an approval request: ${pointer.because}.`;
    case 'closed':
    case 'unknown':
    case 'not-counted':
      if (pointer.kind !== 'not-counted' && (await hasCounted(context, pointer.answer)))
        return 'Another job has counted the comment.';
      await endLostRuns(context);
      await explain(
        context,
        pointer.kind === 'not-counted'
          ? { ...pointer, lines: linesInstead(askedIds(pointer), pointer.denies) }
          : pointer,
      );
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
 * Tells whoever answered without an id that the approval comment of a run is gone, and ends the run's reports. Where none is gone, the comment
 * may be a command of another program, or for a run of another account, and gets nothing.
 */
async function explainGone(context: AnswerContext): Promise<void> {
  const { answer, github, runner, self, trigger } = context;
  const { text = '', url = null, author = null } = trigger.requestText ?? {};
  const parsed = parseAnswer(text);
  if (answer.kind !== 'comment' || parsed.kind !== 'commands') return;
  if (parsed.commands.some((command) => namedIds(command).length > 0)) return;
  await orWarn(runner, 'The answer could not be explained', async () => {
    const account = await self();
    const { comments } = await github.comments(trigger.number);
    const isForeign = comments.some(
      (one) => one.author?.id !== account?.id && readMarker(one.body) !== null,
    );
    const runs = isForeign ? [] : await endLostRuns(context);
    if (runs.length === 0) return;
    const because = `the approval comment of ${runs.join(', ')} was deleted or overwritten, so nobody can answer it; start the run again`;
    const given = { id: answer.id, url: url ?? '', author };
    await explain(context, { answer: given, because, mentions: false });
  });
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
  const mayHaveTrail = hasArtifacts(context.environment.serverUrl);
  const end = mayHaveTrail ? await endOfRun(context, pointer) : null;
  if (end === 'awaiting-approval') return found;
  const because = end === null ? await missingText(context, pointer) : endText(end);
  return await endMarked(context, pointer, because);
}

/** What is known of a job without an audit trail: a call that people approved runs only after the claim of their approval comment. */
async function missingText(
  { github, self }: AnswerContext,
  { comment }: MarkedComment,
): Promise<string> {
  const account = await self();
  if (account === null) return MISSING_AFTER_CLAIM;
  const isClaimed = await github.hasReacted(comment.id, CLAIM, account.id).catch(() => true);
  return isClaimed ? MISSING_AFTER_CLAIM : MISSING;
}

function endText(outcome: Outcome | 'decided'): string {
  if (outcome === 'decided') return DECIDED;
  return `The run has ended (${outcome}), and GitHub took no update of the approval comment. Its audit trail says what was done.`;
}

/**
 * Whether a job of this workflow run suspended the run. Such jobs, as of a matrix, have one event, and so one answer; and their artifacts
 * of one run would have one name.
 */
export function isByOwnWorkflowRun(
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
  if (crashed !== null && !mayResume) {
    await explainUncounted(context, 'edited');
    return 'The comment was changed since the event.';
  }
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

/** Says why no job can resume a run: to whoever answered, in its comment, and where it is reported. Resolves with the reason. */
async function endMarked(
  context: AnswerContext,
  marked: MarkedComment,
  because: string,
): Promise<string> {
  await replyUnusable(context, because);
  await closeEndedRun(context, marked, { because });
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
    return !isJsonObject(jobs) || Object.hasOwn(jobs, job);
  } catch {
    return true;
  }
}
