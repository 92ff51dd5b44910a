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
  leaveCheck,
  writeReportFiles,
  markIn,
  type Published,
  publishTrail,
  trackingMarker,
  withMark,
} from '../reporting/index.ts';
import {
  brokenSummary,
  fateOf,
  postSummary,
  postTracking,
  type ReportedEnd,
} from './markdown-post.ts';
import { removeJournal } from './save-checkpoint.ts';
import { type CrashedJob, type ClosedTrail, closeCrashedTrail } from './close-trail.ts';

const MAX_CARDS = 50;

const KILLED =
  'The main step ended before it could conclude: it was killed, ran out of time or memory, or the machine went away.';
const TOLD_NOTHING = 'The run had ended, but the main step was gone before it could say so.';
const NOT_BEGUN =
  'The job was ended before it went on with the run. It did nothing; what the run waits for can still be answered.';
const SUSPENDED =
  'The run had suspended itself to wait for an answer when its job was ended from outside.';

/** What the post step works with. GitHub is only used to tell people; the trail does not depend on it. */
export interface PostStepContext {
  readonly github: GitHub & GitHubChecks;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly store: ArtifactStore;
  /** `null` where the trail is not to be signed. */
  readonly attestor: Attestor | null;
  readonly jobUrl: string;
  readonly artifact: string;
  readonly retentionDays: number | null;
  /** Where people are told that a killed run can go on; `null` where it is nowhere. */
  readonly issue: number | null;
  /** How the outcome is left as a check run; `null` where none is to be made. */
  readonly check: {
    readonly failOn: readonly Outcome[];
    readonly info: (line: string) => void;
  } | null;
  /** The comment that shows the run's progress, where one was posted. */
  readonly trackingComment: number | null;
  readonly warn: (message: string) => void;
  readonly summary: (markdown: string) => Promise<void>;
}

/**
 * Does what a main step that died could not do any more: ends the trail, uploads it with its report, closes the cards,
 * finishes the tracking comment, and writes the summary. One failing keeps none of the others from being done.
 */
export async function finishCrashedRun(
  job: Omit<CrashedJob, 'because' | 'github'>,
  context: PostStepContext,
): Promise<TrailHead> {
  const sealed = await closeCrashedTrail({ ...job, github: context.github, because: KILLED }).catch(
    async (error: unknown) => {
      // Broken, or on a full disk: it is not written to, and goes up as the evidence that it is.
      await context.summary(brokenSummary(errorText(error), await upload(job, context)));
      throw error;
    },
  );
  if (sealed.own) {
    const { environment, warn } = context;
    await writeReportFiles({ folder: job.folder, outcome: sealed.outcome, environment, warn });
    await attestTrail(job.folder, context.attestor, context.warn);
  }
  const because = reasonOf(sealed);
  await removeJournal(job.folder);
  const published = sealed.own ? await upload(job, context) : notOurs;
  const offered = published.kind === 'uploaded' && (await offer(job, context, sealed));
  const told: ReportedEnd = {
    run: job.run,
    because,
    sealed,
    published,
    offered,
    jobUrl: context.jobUrl,
  };
  await closeCards({ job, context, sealed, because });
  await finishTracking(told, context);
  const summary = postSummary(told);
  await context.summary(summary);
  await leaveOutcome(told, context, summary);
  return sealed.head;
}

const notOurs: Published = {
  kind: 'kept',
  because: 'it is the trail of an earlier job, which uploaded it',
};

/** Tells people how a killed run can go on; true where they were told. */
async function offer(
  job: Pick<CrashedJob, 'run' | 'about'>,
  context: PostStepContext,
  { kept, head }: ClosedTrail,
): Promise<boolean> {
  const workflowRun = workflowRunOf(job);
  if (kept.kind !== 'kept' || context.issue === null || workflowRun === null) return false;
  const body = renderCrashedComment({ run: job.run, workflowRun, runUrl: context.jobUrl, head });
  try {
    await context.github.createComment(context.issue, body);
    return true;
  } catch (error) {
    context.warn(`Nobody could be told that the run can go on: ${errorText(error)}`);
    return false;
  }
}

function reasonOf(sealed: ClosedTrail): string {
  if (!sealed.own) return NOT_BEGUN;
  if (sealed.wreck.outcome !== null) return TOLD_NOTHING;
  return sealed.wreck.suspended ? SUSPENDED : KILLED;
}

async function upload(
  job: Pick<CrashedJob, 'folder'>,
  context: PostStepContext,
): Promise<Published> {
  const { artifact: name, retentionDays } = context;
  const published = await publishTrail(context.store, { folder: job.folder, name, retentionDays });
  if (published.kind === 'kept') context.warn(`The trail was not uploaded: ${published.because}`);
  return published;
}

/** Cards that still offer an answer which nobody would read. */
async function closeCards(of: {
  readonly job: Pick<CrashedJob, 'run' | 'about'>;
  readonly context: PostStepContext;
  readonly sealed: ClosedTrail;
  readonly because: string;
}): Promise<void> {
  const { sealed, context } = of;
  if (sealed.outcome === 'awaiting-approval') return;
  const asked = [...sealed.wreck.approvals.values()];
  const waiting = asked.flatMap(({ card, status }) =>
    status === 'open' && card !== null ? [card] : [],
  );
  for (const card of [...new Set(waiting)].slice(0, MAX_CARDS)) {
    const requests = asked
      .filter((one) => one.card === card)
      .map(({ approval, call, decidedBy }) => {
        const known = sealed.wreck.calls.get(call);
        return {
          approval,
          call,
          tool: known?.tool ?? '',
          decidedBy,
          result: fateOf(known?.state ?? ''),
        };
      });
    const body = (): string =>
      renderClosedComment({
        run: of.job.run,
        workflowRun: workflowRunOf(of.job),
        requests,
        because: of.because,
        runUrl: context.jobUrl,
        head: sealed.head,
      });
    await edit(context, {
      id: card,
      body,
      what: 'card',
      isIt: (text) => readMarker(text)?.run === of.job.run,
      also: (text) =>
        closeApprovalCheck(context.github, readMarker(text)?.check ?? null, of.because),
    });
  }
}

function workflowRunOf({
  about,
}: Pick<CrashedJob, 'about'>): { readonly id: number; readonly attempt: number } | null {
  const id = Number(about.workflow?.runId);
  const attempt = Number(about.workflow?.attempt);
  return Number.isSafeInteger(id) && Number.isSafeInteger(attempt) && id > 0 && attempt > 0
    ? { id, attempt }
    : null;
}

async function finishTracking(told: ReportedEnd, context: PostStepContext): Promise<void> {
  const { trackingComment: id } = context;
  if (id === null) return;
  const isIt = (text: string): boolean => text.startsWith(trackingMarker(told.run));
  const body = (before: string): string => withMark(postTracking(told), markIn(before));
  await edit(context, { id, body, what: 'tracking comment', isIt });
}

/** The check run of the run: that of a run of several jobs still says how the job before ended. */
async function leaveOutcome(
  { run, sealed, because, jobUrl }: ReportedEnd,
  { github, check }: PostStepContext,
  summary: string,
): Promise<void> {
  if (check === null || !sealed.own) return;
  const end = { run, outcome: sealed.outcome, summary: because };
  const headSha = sealed.wreck.start?.headSha ?? null;
  await leaveCheck({ github, ...check, end, headSha, jobUrl, summary, remarks: [] });
}

/** Only a comment that is what the run itself put there is written over. */
async function edit(
  { github, warn }: PostStepContext,
  of: {
    readonly id: number;
    /** From what stands there. */
    readonly body: (before: string) => string;
    readonly what: string;
    readonly isIt: (body: string) => boolean;
    /** What else is to be done about what the comment said before. */
    readonly also?: (body: string) => Promise<void>;
  },
): Promise<void> {
  try {
    const comment = await github.comment(of.id);
    if (comment === null || !of.isIt(comment.body)) return;
    await github.updateComment(of.id, of.body(comment.body));
    await of.also?.(comment.body);
  } catch (error) {
    warn(`The ${of.what} could not be finished: ${errorText(error)}`);
  }
}
