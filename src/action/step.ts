import type { ReceivedClick } from '../approvals/index.ts';
import { errorText, escapeWorkflowCommands } from '../common/index.ts';
import { createBus } from '../tool-calls/index.ts';
import { type GitHub, hasArtifacts } from '../github/index.ts';
import { createModel, type Model } from '../model/index.ts';
import { type Job, patternsOf, run, type Suspension, trustedAt } from '../session/index.ts';
import {
  createTally,
  logListener,
  openTracking,
  type RunReport,
  type TrackingComment,
  trackingBody,
} from '../reporting/index.ts';
import { applyModel } from './resume/apply-model.ts';
import { approverSetup } from './prepare/approver-setup.ts';
import { trustBy } from './prepare/context.ts';
import { type Commits, pinCommits } from './event/pinned-commits.ts';
import { askOn, prepareJob } from './prepare/prepare.ts';
import { STATE } from './inputs/state.ts';
import { reportEarlyFailure } from './outputs/early-failure.ts';
import { tell } from './outputs/report-step.ts';
import {
  type Place,
  placeOf,
  type ActionRequest,
  type ActionContext,
  type ObservedRun,
} from './context.ts';
import { toolsOnGitHub } from './prepare/tools-on-github.ts';

/** A job with the commits that it was made from. */
export interface Prepared {
  readonly job: Job;
  readonly pins: Commits;
}

/** A run on GitHub that begins, from the look-ups to the step's conclusion. */
export async function runStep(request: ActionRequest, context: ActionContext): Promise<void> {
  const place = placeOf(request, context);
  const issue = askOn(request.inputs, request.trigger);
  context.runner.saveState(STATE.issue, typeof issue === 'number' ? String(issue) : '');
  const seen = watch(context);
  let report: RunReport;
  let tracking: TrackingComment | null = null;
  try {
    const prepared = await prepare(request, context, place);
    tracking = track(request, context, { job: prepared.job, ...seen });
    report = await runJob(request, context, { prepared, tracking, ...seen });
  } catch (error) {
    report = await reportEarlyFailure(request, context, { place, error });
  }
  await tell(request, context, { place, report, tracking, tally: seen.tally });
}

/** The run itself, with everything of this step around it. */
export async function runJob(
  request: ActionRequest,
  context: ActionContext,
  of: ObservedRun & {
    readonly prepared: Prepared;
    readonly tracking: TrackingComment | null;
    readonly click?: ReceivedClick | null;
    /** In place of the one that the inputs name. */
    readonly model?: Model;
    /** Of who asked for a run that goes on. */
    readonly requesterId?: number | null;
  },
): Promise<RunReport> {
  const { job, pins } = of.prepared;
  const github = after(of.tracking?.posted, context.github);
  context.redactor.addPatterns(patternsOf(job.policy));
  const suspension = suspensionOf(request);
  return await run(job, {
    clock: context.clock,
    redactor: context.redactor,
    bus: of.bus,
    tally: of.tally,
    model: of.model ?? (await modelOf(request, context)),
    signal: context.signal,
    environment: context.environment,
    ask: await approverSetup({
      inputs: request.inputs,
      trigger: request.trigger,
      github,
      reads: context.reads,
      pins,
      job,
      requesterId: request.decision.by.account?.id ?? of.requesterId ?? null,
      click: of.click ?? null,
      self: context.self,
      clock: context.clock,
      policyUrl: policyUrl(request, pins, job),
      canSuspend: suspension !== null,
    }),
    tools: (at) => toolsOnGitHub(request, { ...context, github }, { ...at, job, pins, seen: of }),
    trusted: trustedAt(context.reads, pins.trustedRef, pins.trustedSha),
    suspension,
    onTrail: (trail) => {
      of.view.trail = trail;
    },
    onAnchor: ({ count, hash }) =>
      context.runner.info(`Trail so far: ${count} entries, head ${hash}`),
  });
}

/** A run's cards and other comments come below its tracking comment, however long that takes. */
function after<T extends Pick<GitHub, 'createComment'>>(
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

/**
 * `null` where a run of this step cannot be suspended: no secret to seal with, no workflow file to come back to, or a
 * server without artifacts to lay the checkpoint down in.
 */
export function suspensionOf({
  inputs,
  step,
}: Pick<ActionRequest, 'inputs' | 'step'>): Suspension | null {
  if (!hasArtifacts(step.serverUrl)) return null;
  const secret = inputs.stateKey ?? inputs.anthropicApiKey;
  return secret === null || step.workflow === null ? null : { secret, workflow: step.workflow };
}

/** The bus, the tally and the log of a run. */
export function watch({ runner }: ActionContext): ObservedRun {
  const bus = createBus((error) => runner.warning(escapeWorkflowCommands(errorText(error))));
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

/** Looks everything up that a run begins with, and puts the work tree on its commit. */
export async function prepare(
  request: ActionRequest,
  context: ActionContext,
  place: Place,
): Promise<Prepared> {
  const { reads } = context;
  const pins = await pinCommits(reads, request.trigger);
  const job = await prepareJob({
    ...request,
    run: place.run,
    github: reads,
    self: context.self,
    redact: async (text) => await context.redactor.redact(text),
    trusts: trustBy(reads),
    pins,
    trailFolder: place.folder,
  });
  return { job, pins };
}

async function modelOf({ inputs }: ActionRequest, { clock, cwd, environment }: ActionContext) {
  if (inputs.mode === 'apply') return applyModel([]);
  return await createModel({
    provider: inputs.provider,
    environment,
    model: inputs.model ?? undefined,
    apiKey: inputs.anthropicApiKey ?? undefined,
    baseUrl: inputs.anthropicBaseUrl ?? undefined,
    cwd,
    clock,
  });
}

/** The tracking comment of a run; `null` where there is no issue, or nobody wants one. */
export function track(
  request: ActionRequest,
  context: ActionContext,
  of: ObservedRun & { readonly job: Job },
): TrackingComment | null {
  const issue = askOn(request.inputs, request.trigger);
  const { trackingComment } = request.inputs;
  if (trackingComment === 'off' || issue === null || issue === 'create') return null;
  const tracking = openTracking({
    github: context.github,
    issue,
    sticky: trackingComment === 'sticky' ? stickyOf(request, context) : null,
    clock: context.clock,
    warn: (message) => context.runner.warning(escapeWorkflowCommands(message)),
    onPosted: (id) => context.runner.saveState(STATE.tracking, String(id)),
    body: () =>
      trackingBody({
        tally: of.tally,
        run: of.job.run,
        requester: of.job.requester,
        jobUrl: request.step.jobUrl,
        head: of.view.trail?.head() ?? null,
      }),
  });
  of.bus.on(tracking.listen);
  return tracking;
}

/** Runs of one job of one workflow share a comment. A token that cannot say who it is finds none as its own. */
function stickyOf({ step }: ActionRequest, { self }: ActionContext) {
  return self === null ? null : { key: `${step.workflow ?? ''} ${step.job}`, login: self.login };
}

function policyUrl({ step }: ActionRequest, pins: Commits, job: Job): string | null {
  if (job.policySource.source.startsWith('built-in')) return null;
  return `${step.serverUrl}/${step.owner}/${step.repo}/blob/${pins.trustedSha}/${job.policySource.source}`;
}
