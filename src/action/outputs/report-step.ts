import { type RunView, readTrail, viewTrail } from '../../audit/index.ts';
import { type Attestor, createAttestor } from '../../github/index.ts';
import {
  type Annotation,
  announced,
  attestTrail,
  finalBody,
  jobSummary,
  publishOutcomeCheck,
  annotationsOf,
  type Published,
  type RunReport,
  limitAnnotations,
  type Tally,
  type TrackingComment,
  timeline,
} from '../../reporting/index.ts';
import {
  closeLostRequests,
  LOST_CHECKPOINT,
  lostEnd,
  NO_CHECKPOINT,
  RUN_ENDED,
} from '../../recovery/index.ts';
import { outputsOf, uploadTrail, writeOutputs } from './outputs.ts';
import { retentionNotice } from './retention-notice.ts';
import { STATE } from '../inputs/state.ts';
import type { ActionContext, Place } from '../context.ts';

/** Refused calls that the reason of a denied run names. */
const MAX_REASONS = 3;
/** Who decided a call that nobody answered, as the tally has it. */
const NOBODY = 'nobody';

/** A run of a step, as it is reported. */
interface ReportedRun {
  readonly place: Place;
  readonly report: RunReport;
  readonly tally: Tally;
  readonly tracking: TrackingComment | null;
}

/**
 * Ends a step: says the outcome, uploads the trail, says where it is, then sets the step's conclusion. If the job ends
 * during the upload, people have the outcome, and the post step uploads. Once the checkpoint of a suspended run is uploaded,
 * another job may have the run: this one then writes nothing more on GitHub, because its text could replace that of the other.
 */
export async function reportStep(context: ActionContext, run: ReportedRun): Promise<void> {
  const { runner, inputs, github } = context;
  const { place } = run;
  const { failOn, retentionDays } = inputs;
  const { jobUrl } = context.environment;
  const view = await viewOf(place.folder);
  const report = withRetentionNotice(context, run.report, view);
  const remarks = annotationsOf(view ?? { calls: [], starts: [] }, report.problems);
  const reporting = placesToReport(context, { ...run, report }, { view, remarks });
  const warn = (message: string): void => runner.warning(message);
  const isSuspended = report.outcome === 'awaiting-approval';
  const first: Published = isSuspended ? announced(place.artifact, jobUrl) : { kind: 'pending' };
  const firstSummary = await reporting.summarize(first);
  let isSaid = await reporting.finishTracking(first);
  if (isSuspended) await reporting.publishCheck(report, firstSummary);
  await attestTrail(place.folder, attestorOf(context), warn);
  const trail = { folder: place.folder, name: place.artifact, retentionDays };
  const published = await uploadTrail(runner, context.artifacts, trail);
  for (const notice of report.notices ?? []) runner.warning(notice);
  const summary = await reporting.summarize(published);
  const lost = isSuspended && published.kind === 'kept';
  const isHandedOver = isSuspended && !lost;
  if (!isHandedOver) {
    isSaid = await reporting.finishTracking(published);
    const end = { ...report, summary: endReason(report) };
    await reporting.publishCheck(lost ? lostEnd(report.run) : end, summary);
  }
  for (const annotation of limitAnnotations(remarks)) runner.annotate(annotation);
  runner.info(`Audit trail: ${report.head.count} entries, head hash ${report.head.hash}`);
  // Without an approval comment there is none to close.
  if (!isHandedOver && (view === null || approvalUrlsOf(view).size > 0)) {
    const ended = report.outcome === 'error' ? NO_CHECKPOINT : RUN_ENDED;
    const because = lost ? LOST_CHECKPOINT : ended;
    await closeLostRequests({ github, report, because, runUrl: jobUrl, warn });
  }
  // A cancelled job may ask GitHub only for some seconds. What is left to say, its post step says.
  if (isSaid || isHandedOver) runner.saveState(STATE.finished, 'true');
  if (lost) return runner.fail(LOST_CHECKPOINT);
  if (failOn.includes(report.outcome))
    runner.fail(`Countersign ended ${report.outcome}: ${endReason(report)}`);
}

/** The report of a suspended run, with a warning if its checkpoint is not kept as long as an answer may take. */
function withRetentionNotice(
  { inputs, environment, clock }: ActionContext,
  report: RunReport,
  view: RunView | null,
): RunReport {
  if (report.outcome !== 'awaiting-approval') return report;
  const notice = retentionNotice({
    asked: (view?.calls ?? []).flatMap(({ asked }) => asked),
    pendingApprovals: report.pendingApprovals,
    inputDays: inputs.retentionDays,
    repositoryDays: environment.retentionDays,
    nowMs: clock.now().getTime(),
  });
  return notice === null ? report : { ...report, notices: [...(report.notices ?? []), notice] };
}

/** Where a step reports its run: outputs and job summary, tracking comment, check run. Each can be written again. */
function placesToReport(
  { runner, inputs, github, environment: { jobUrl } }: ActionContext,
  { report, tally, tracking }: ReportedRun,
  { view, remarks }: { readonly view: RunView | null; readonly remarks: readonly Annotation[] },
) {
  const approvalUrls = approvalUrlsOf(view);
  const picture = view === null ? '' : timeline(view);
  // A run whose trail cannot be read may have earlier jobs.
  let isResumed = view === null || view.starts.length > 1;
  const commit = view?.starts.at(-1)?.headSha ?? null;
  return {
    /** Resolves with the summary. */
    summarize: async (published: Published): Promise<string> => {
      writeOutputs(runner, outputsOf(report, published));
      const summary = jobSummary(report, { published, approvalUrls, picture });
      await runner.summary(summary);
      return summary;
    },
    /** Resolves with whether the comment says so; without a comment there is nothing to say. */
    finishTracking: async (published: Published): Promise<boolean> => {
      if (tracking === null) return true;
      return await tracking.finish(
        finalBody({ report, published, approvalUrls, tally, jobUrl, commit }),
      );
    },
    publishCheck: async (
      end: Pick<RunReport, 'run' | 'outcome' | 'summary'>,
      summary: string,
    ): Promise<void> => {
      if (!inputs.checkRun) return;
      await publishOutcomeCheck({
        github,
        info: (line) => runner.info(line),
        end,
        failOn: inputs.failOn,
        headSha: commit,
        isResumed,
        jobUrl,
        summary,
        remarks,
      });
      isResumed = true;
    },
  };
}

function attestorOf({ inputs, environment, variables, redactor }: ActionContext): Attestor | null {
  if (!inputs.attest) return null;
  const { owner, repo, apiUrl } = environment;
  const token = inputs.githubToken ?? '';
  return createAttestor({ token, apiUrl, owner, repo, redactor, environment: variables });
}

/** The run's report from its trail; `null` if the trail is unreadable, which must not stop the report. */
async function viewOf(folder: string): Promise<RunView | null> {
  try {
    return await viewTrail(readTrail(folder));
  } catch {
    return null;
  }
}

/** The approval comment of each request that was asked by one. */
function approvalUrlsOf(view: RunView | null): ReadonlyMap<string, string> {
  const asked = (view?.calls ?? []).flatMap((call) => call.asked);
  return new Map(
    asked.flatMap(({ card, requests }) =>
      card === null ? [] : requests.map(({ approval }) => [approval, card.url] as const),
    ),
  );
}

/** Why a run did not end well. The agent's own summary of a denied run may claim anything: what was refused comes first. */
function endReason({ outcome, calls, summary }: RunReport): string {
  const refused = calls.filter(({ state, usedDefault }) => state === 'DENIED' && !usedDefault);
  if (outcome !== 'denied' || refused.length === 0) return summary;
  const shown = refused.slice(0, MAX_REASONS).map(({ tool, verdict, decidedBy, isApproved }) => {
    if (verdict === 'deny') return `${tool} (the policy denies it)`;
    // What is void was decided by nobody and may have been approved. The summary says why.
    if (decidedBy === null) return tool;
    if (isApproved === true) return `${tool} (its approval did not count)`;
    return `${tool} (${decidedBy === NOBODY ? 'nobody approved it' : `refused by ${decidedBy}`})`;
  });
  const more = refused.length > shown.length ? `, and ${refused.length - shown.length} more` : '';
  return `not run: ${shown.join(', ')}${more}. The run says: ${summary}`;
}
