import { defined, errorText } from '../common/index.ts';
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
  type Place,
  placeOf,
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
  const place = placeOf(request, context);
  const issue = approvalIssue(request);
  context.runner.saveState(STATE.issue, typeof issue === 'number' ? String(issue) : '');
  const observed = observe(context);
  let report: RunReport;
  let tracking: TrackingComment | null = null;
  try {
    const loaded = await load(place);
    tracking = await track(request, context, { ...observed, job: loaded.job });
    report = await runJob(request, context, { ...observed, ...loaded, tracking });
  } catch (error) {
    report = await reportEarlyFailure(request, context, { place, error });
    // Whoever asked looks at the issue, not at the log of a job.
    const job = { run: place.run, requester: request.by.account?.login ?? null, resume: null };
    tracking ??= await track(request, context, { ...observed, job });
  }
  await reportStep(request, context, { place, report, tracking, tally: observed.tally });
}

/** Runs a loaded job with all features of a run on GitHub. */
export async function runJob(
  request: ActionRequest,
  context: ActionContext,
  loaded: LoadedJob & ObservedRun & { readonly tracking: TrackingComment | null },
): Promise<RunReport> {
  const { job, commits, tracking } = loaded;
  const github = commentsAfter(tracking?.posted, context.github);
  const suspension = suspensionOf(request);
  return await run(job, {
    clock: context.clock,
    redactor: context.redactor,
    bus: loaded.bus,
    tally: loaded.tally,
    model:
      loaded.model ??
      (await createModel({
        ...request.inputs.modelChoice,
        environment: context.variables,
        cwd: context.cwd,
        clock: context.clock,
      })),
    ...defined({ hooks: loaded.hooks }),
    signal: context.signal,
    environment: context.variables,
    approvals: await approverSetup({
      request,
      context: { ...context, github },
      loaded,
      policyUrl: policyUrl(request, loaded),
      canSuspend: suspension !== null,
    }),
    extraTools: (options) =>
      toolsOnGitHub(request, { ...context, github }, { ...options, ...loaded }),
    trustedFiles: trustedAt(context.cachedGithub, commits.trustedRef, commits.trustedSha),
    suspension,
    installation: context.installSandbox(),
    onTrail: (trail) => {
      loaded.view.trail = trail;
    },
    onAnchor: ({ count, hash }) =>
      context.runner.info(`Audit trail so far: ${count} entries, head hash ${hash}`),
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
  const { tally, listen } = createTally();
  bus.on(listen);
  bus.on(
    logListener({
      line: (text) => runner.info(text),
      group: (title) => runner.startGroup(title),
      endGroup: () => runner.endGroup(),
    }),
  );
  return { bus, tally, feed: listen, view: { trail: null } };
}

/** Opens the tracking comment of a run; `null` without an issue to comment on, or if the inputs turn it off. */
export async function track(
  request: ActionRequest,
  context: ActionContext,
  observed: ObservedRun & { readonly job: Pick<Job, 'run' | 'requester' | 'resume'> },
): Promise<TrackingComment | null> {
  const issue = approvalIssue(request);
  const { trackingComment } = request.inputs;
  if (trackingComment === 'off' || issue === null || issue === 'create') return null;
  const tracking = openTracking({
    github: context.github,
    issue,
    sticky: trackingComment === 'sticky' ? await stickyOf(request, context) : null,
    resumedAs: observed.job.resume === null ? null : ((await context.self())?.id ?? null),
    clock: context.clock,
    warn: (message) => context.runner.warning(message),
    onPosted: (id) => context.runner.saveState(STATE.tracking, String(id)),
    body: () =>
      trackingBody({
        tally: observed.tally,
        run: observed.job.run,
        requester: observed.job.requester,
        jobUrl: request.environment.jobUrl,
        head: observed.view.trail?.head() ?? null,
      }),
  });
  observed.bus.on(tracking.listen);
  return tracking;
}

/** Runs of one job of one workflow share a sticky comment. Without a known account, none can be found as the run's own. */
async function stickyOf({ environment }: ActionRequest, context: ActionContext) {
  const self = await context.self();
  const { workflow, job } = environment;
  return self === null ? null : { key: `${workflow ?? ''} ${job}`, account: self.id };
}

function policyUrl({ environment }: ActionRequest, { job, commits }: LoadedJob): string | null {
  const { source } = job.policySource;
  if (source.startsWith('built-in')) return null;
  const { serverUrl, owner, repo } = environment;
  return `${serverUrl}/${owner}/${repo}/blob/${commits.trustedSha}/${source}`;
}
