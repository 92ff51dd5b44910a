import type { HeardClick } from '../approvals/index.ts';
import type { Trail } from '../audit/index.ts';
import { errorText, neutralise } from '../base/index.ts';
import { createBus, type RunBus } from '../calls/index.ts';
import { type GitHub, hasArtifacts } from '../github/index.ts';
import { createModel, type Model } from '../model/index.ts';
import { type Job, patternsOf, type Suspension, trustedAt } from '../run/index.ts';
import { run } from '../run.ts';
import {
  createTally,
  logListener,
  openTracking,
  type RunReport,
  type Tally,
  type TrackingComment,
  trackingBody,
} from '../tell/index.ts';
import { applyModel } from './apply-model.ts';
import { askingOnGitHub } from './asking.ts';
import { trustBy } from './context.ts';
import { type Pins, pin } from './pins.ts';
import { askOn, prepareJob } from './prepare.ts';
import { STATE } from './state.ts';
import { endEarly } from './step-early.ts';
import { tell } from './step-tell.ts';
import { type Place, placeOf, type StepRequest, type StepWorld } from './step-world.ts';
import { toolsOnGitHub } from './tools-on-github.ts';

/** A job with the commits that it was made from. */
export interface Prepared {
  readonly job: Job;
  readonly pins: Pins;
}

/** A run on GitHub that begins, from the look-ups to the step's conclusion. */
export async function runStep(request: StepRequest, world: StepWorld): Promise<void> {
  const place = placeOf(request, world);
  const issue = askOn(request.inputs, request.trigger);
  world.runner.saveState(STATE.issue, typeof issue === 'number' ? String(issue) : '');
  const seen = watch(world);
  let report: RunReport;
  let tracking: TrackingComment | null = null;
  try {
    const prepared = await prepare(request, world, place);
    tracking = track(request, world, { job: prepared.job, ...seen });
    report = await conduct(request, world, { prepared, tracking, ...seen });
  } catch (error) {
    report = await endEarly(request, world, { place, error });
  }
  await tell(request, world, { place, report, tracking, tally: seen.tally });
}

/** What is watched of a run for people. */
export interface Watched {
  readonly bus: RunBus;
  readonly tally: Tally;
  readonly feed: ReturnType<typeof createTally>['listen'];
  readonly view: { trail: Trail | null };
}

/** The run itself, with everything of this step around it. */
export async function conduct(
  request: StepRequest,
  world: StepWorld,
  of: Watched & {
    readonly prepared: Prepared;
    readonly tracking: TrackingComment | null;
    readonly click?: HeardClick | null;
    /** In place of the one that the inputs name. */
    readonly model?: Model;
    /** Of who asked for a run that goes on. */
    readonly requesterId?: number | null;
  },
): Promise<RunReport> {
  const { job, pins } = of.prepared;
  const github = after(of.tracking?.posted, world.github);
  world.redactor.addPatterns(patternsOf(job.policy));
  const suspension = suspensionOf(request);
  return await run(job, {
    clock: world.clock,
    redactor: world.redactor,
    bus: of.bus,
    tally: of.tally,
    model: of.model ?? (await modelOf(request, world)),
    signal: world.signal,
    environment: world.environment,
    ask: await askingOnGitHub({
      inputs: request.inputs,
      trigger: request.trigger,
      github,
      reads: world.reads,
      pins,
      job,
      requesterId: request.decision.by.account?.id ?? of.requesterId ?? null,
      click: of.click ?? null,
      self: world.self,
      clock: world.clock,
      policyUrl: policyUrl(request, pins, job),
      canSuspend: suspension !== null,
    }),
    tools: (at) => toolsOnGitHub(request, { ...world, github }, { ...at, job, pins, seen: of }),
    trusted: trustedAt(world.reads, pins.trustedRef, pins.trustedSha),
    suspension,
    onTrail: (trail) => {
      of.view.trail = trail;
    },
    onAnchor: ({ count, hash }) =>
      world.runner.info(`Trail so far: ${count} entries, head ${hash}`),
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
}: Pick<StepRequest, 'inputs' | 'step'>): Suspension | null {
  if (!hasArtifacts(step.serverUrl)) return null;
  const secret = inputs.stateKey ?? inputs.anthropicApiKey;
  return secret === null || step.workflow === null ? null : { secret, workflow: step.workflow };
}

/** The bus, the tally and the log of a run. */
export function watch({ runner }: StepWorld): Watched {
  const bus = createBus((error) => runner.warning(neutralise(errorText(error))));
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
  request: StepRequest,
  world: StepWorld,
  place: Place,
): Promise<Prepared> {
  const { reads } = world;
  const pins = await pin(reads, request.trigger);
  const job = await prepareJob({
    ...request,
    run: place.run,
    github: reads,
    self: world.self,
    redact: async (text) => await world.redactor.redact(text),
    trusts: trustBy(reads),
    pins,
    trailFolder: place.folder,
  });
  return { job, pins };
}

async function modelOf({ inputs }: StepRequest, { clock, cwd, environment }: StepWorld) {
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
  request: StepRequest,
  world: StepWorld,
  of: Watched & { readonly job: Job },
): TrackingComment | null {
  const issue = askOn(request.inputs, request.trigger);
  const { trackingComment } = request.inputs;
  if (trackingComment === 'off' || issue === null || issue === 'create') return null;
  const tracking = openTracking({
    github: world.github,
    issue,
    sticky: trackingComment === 'sticky' ? stickyOf(request, world) : null,
    clock: world.clock,
    warn: (message) => world.runner.warning(neutralise(message)),
    onPosted: (id) => world.runner.saveState(STATE.tracking, String(id)),
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
function stickyOf({ step }: StepRequest, { self }: StepWorld) {
  return self === null ? null : { key: `${step.workflow ?? ''} ${step.job}`, login: self.login };
}

function policyUrl({ step }: StepRequest, pins: Pins, job: Job): string | null {
  if (job.policySource.source.startsWith('built-in')) return null;
  return `${step.serverUrl}/${step.owner}/${step.repo}/blob/${pins.trustedSha}/${job.policySource.source}`;
}
