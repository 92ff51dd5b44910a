import type { Trail } from '../audit/index.ts';
import { counted, defined, errorText } from '../common/index.ts';
import type { GitHub } from '../github/index.ts';
import { createModel } from '../model/index.ts';
import {
  createTally,
  logListener,
  openTracking,
  type RunReport,
  type TrackingComment,
  trackingBody,
} from '../reporting/index.ts';
import { type Job, run, trustedAt } from '../session/index.ts';
import { createBus } from '../tool-calls/index.ts';
import {
  type ActionContext,
  type ActionRequest,
  approvalIssue,
  type LoadedJob,
  type ObservedRun,
  type ActionRunContext,
  type Place,
  choosePlace,
} from './context.ts';
import { STATE } from './inputs/state.ts';
import { reportEarlyFailure } from './outputs/early-failure.ts';
import { reportStep } from './outputs/report-step.ts';
import { approverSetup } from './prepare/approver-setup.ts';
import { suspensionOf } from './prepare/suspension.ts';
import { toolsOnGitHub } from './prepare/tools-on-github.ts';

/** One run from its request to the conclusion of the step: load the job, run it, report it. */
export async function runStep(
  request: ActionRequest,
  context: ActionContext,
  load: (place: Place) => Promise<LoadedJob>,
): Promise<void> {
  const place = choosePlace(context);
  const issue = approvalIssue(context);
  context.runner.saveState(STATE.issue, typeof issue === 'number' ? String(issue) : '');
  const observed = observe(context);
  let report: RunReport;
  let tracking: TrackingComment | null = null;
  try {
    const loaded = await load(place);
    tracking = await track(context, { ...observed, job: loaded.job });
    report = await runJob(context, { ...observed, ...loaded, tracking });
  } catch (error) {
    report = await reportEarlyFailure(request, context, { place, error });
    // Whoever asked looks at the issue, not at the log of a job.
    const job = { run: place.run, requester: request.by.account?.login ?? null, resume: null };
    tracking ??= await track(context, { ...observed, job });
  }
  await reportStep(context, { place, report, tracking, tally: observed.tally });
}

/** Runs a loaded job with all features of a run on GitHub. */
export async function runJob(
  step: ActionRunContext,
  loaded: LoadedJob & ObservedRun & { readonly tracking: TrackingComment | null },
): Promise<RunReport> {
  const { job, commits, tracking, bus, tally, onTrail } = loaded;
  const context = { ...step, github: commentsAfter(tracking?.posted, step.github) };
  const { inputs, clock, redactor, signal, variables: environment, cwd, runner } = context;
  return await run(job, {
    clock,
    redactor,
    bus,
    tally,
    model: loaded.model ?? (await createModel({ ...inputs.modelChoice, environment, cwd, clock })),
    ...defined({ hooks: loaded.hooks }),
    signal,
    environment,
    approvals: await approverSetup(context, loaded),
    extraTools: (options) => toolsOnGitHub(context, { ...options, ...loaded }),
    trustedFiles: trustedAt(context.cachedGithub, commits.trustedRef, commits.trustedSha),
    suspension: suspensionOf(context),
    installation: context.installSandbox(),
    onTrail,
    onAnchor: ({ count, hash }) =>
      runner.info(`Audit trail so far: ${counted(count, 'entry', 'entries')}, head hash ${hash}`),
  });
}

/** Other comments of the run wait until the tracking comment is posted, so that they appear below it. */
function commentsAfter<T extends Pick<GitHub, 'createComment'>>(
  posted: Promise<unknown> | undefined,
  github: T,
): T {
  return {
    ...github,
    createComment: async (issue, body) => {
      await posted;
      return await github.createComment(issue, body);
    },
  };
}

/** The bus of a run, with the listeners that count its calls and write its log. */
export function observe({ runner }: Pick<ActionContext, 'runner'>): ObservedRun {
  const bus = createBus((error) => runner.warning(errorText(error)));
  const tally = createTally();
  bus.on(tally.listen);
  bus.on(
    logListener({
      line: (text) => runner.info(text),
      group: (title) => runner.startGroup(title),
      endGroup: () => runner.endGroup(),
    }),
  );
  let trail: Trail | null = null;
  return {
    bus,
    tally,
    onTrail: (opened) => {
      trail = opened;
    },
    head: () => trail?.head() ?? null,
  };
}

/** Opens the tracking comment of a run; `null` without an issue to comment on, or if the inputs turn it off. */
export async function track(
  context: ActionContext,
  observed: ObservedRun & { readonly job: Pick<Job, 'run' | 'requester' | 'resume'> },
): Promise<TrackingComment | null> {
  const issue = approvalIssue(context);
  const { inputs, environment, github, clock, runner } = context;
  const { job, tally, head } = observed;
  if (inputs.trackingComment === 'off' || issue === null || issue === 'create') return null;
  const tracking = openTracking({
    github,
    issue,
    sticky: inputs.trackingComment === 'sticky' ? await stickyOf(context) : null,
    resumedAs: job.resume === null ? null : ((await context.self())?.id ?? null),
    clock,
    warn: (message) => runner.warning(message),
    onPosted: (id) => runner.saveState(STATE.tracking, String(id)),
    body: () =>
      trackingBody({
        tally,
        run: job.run,
        requester: job.requester,
        jobUrl: environment.jobUrl,
        head: head(),
      }),
  });
  observed.bus.on(tracking.listen);
  return tracking;
}

/** Runs of one job of one workflow share a sticky comment. Without a known account, none can be found as the run's own. */
async function stickyOf({ environment: { workflow, job }, self }: ActionContext) {
  const account = await self();
  return account === null ? null : { key: `${workflow ?? ''} ${job}`, account: account.id };
}
