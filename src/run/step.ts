import { join } from 'node:path';
import type { Trail } from '../audit/index.ts';
import {
  type Clock,
  CountersignError,
  errorText,
  neutralise,
  newRunId,
  type StreamingRedactor,
} from '../base/index.ts';
import { createBus, type RunBus } from '../calls/index.ts';
import {
  type Account,
  artifactName,
  createArtifactStore,
  type GitHub,
  type Starter,
  type Trigger,
} from '../github/index.ts';
import { createModel } from '../model/index.ts';
import { run } from '../run.ts';
import { askingOnGitHub } from './asking.ts';
import { trustBy } from './context.ts';
import { recordEarlyEnd } from './early-end.ts';
import type { StepEnvironment } from './environment.ts';
import type { Inputs } from './inputs.ts';
import type { Job } from './job.ts';
import { logListener } from './log.ts';
import { finalBody, jobSummary, trackingBody } from './markdown.ts';
import { outputsOf, writeOutputs } from './outputs.ts';
import { askOn, type Pins, pin, prepareJob } from './prepare.ts';
import { publishTrail } from './publish.ts';
import type { Published, RunReport } from './report.ts';
import { fails, type Runner } from './runner.ts';
import { patternsOf } from './secrets.ts';
import { STATE } from './state.ts';
import { createTally, type Tally } from './tally.ts';
import { openTracking, type TrackingComment } from './tracking.ts';

/** What the event came to. */
export interface StepRequest {
  readonly inputs: Inputs;
  readonly step: StepEnvironment;
  readonly trigger: Trigger;
  readonly decision: { readonly request: string; readonly by: Starter };
}

export interface StepWorld {
  readonly runner: Runner;
  readonly signal: AbortSignal;
  readonly redactor: StreamingRedactor;
  readonly github: GitHub;
  readonly self: Account | null;
  readonly clock: Clock;
}

/** Where a run of this step keeps its trail, and under which name it is uploaded. */
interface Place {
  readonly run: string;
  readonly folder: string;
  readonly artifact: string;
}

/** A run on GitHub, from the look-ups to the step's conclusion. */
export async function runStep(request: StepRequest, world: StepWorld): Promise<void> {
  const place = placeOf(request, world);
  const { bus, tally } = watch(world);
  let report: RunReport;
  let tracking: TrackingComment | null = null;
  try {
    const { job, pins } = await prepare(request, world, place);
    world.redactor.addPatterns(patternsOf(job.policy));
    const view: { trail: Trail | null } = { trail: null };
    tracking = await track(request, world, { job, tally, bus, view });
    report = await run(job, {
      clock: world.clock,
      redactor: world.redactor,
      bus,
      tally,
      model: await modelOf(request, world),
      signal: world.signal,
      environment: process.env,
      ask: await askingOnGitHub({
        inputs: request.inputs,
        trigger: request.trigger,
        github: world.github,
        pins,
        job,
        self: world.self,
        clock: world.clock,
        policyUrl: policyUrl(request, pins, job),
        canSuspend: false,
      }),
      tools: [],
      suspension: null,
      onTrail: (trail) => {
        view.trail = trail;
      },
    });
  } catch (error) {
    report = await earlyEnd(request, world, { place, error, tally });
  }
  await tell(request, world, { place, report, tally, tracking });
}

function placeOf({ inputs, step }: StepRequest, { runner }: StepWorld): Place {
  const id = newRunId();
  const folder = join(step.tempFolder, 'countersign', id);
  const artifact = artifactName({
    what: 'trail',
    workflowRunId: step.runId,
    attempt: step.attempt,
    job: step.job,
    run: id,
  });
  runner.saveState(STATE.run, id);
  runner.saveState(STATE.folder, folder);
  runner.saveState(STATE.artifact, artifact);
  runner.saveState(STATE.retentionDays, String(inputs.retentionDays ?? ''));
  return { run: id, folder, artifact };
}

function watch({ runner }: StepWorld): { readonly bus: RunBus; readonly tally: Tally } {
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
  return { bus, tally };
}

async function prepare(
  request: StepRequest,
  world: StepWorld,
  place: Place,
): Promise<{ readonly job: Job; readonly pins: Pins }> {
  const { github } = world;
  const pins = await pin(github, request.trigger);
  const job = await prepareJob({
    ...request,
    run: place.run,
    github,
    trusts: trustBy(github),
    pins,
    trailFolder: place.folder,
  });
  return { job, pins };
}

async function modelOf({ inputs }: StepRequest, { clock }: StepWorld) {
  return await createModel({
    model: inputs.model ?? undefined,
    apiKey: inputs.anthropicApiKey ?? undefined,
    baseUrl: inputs.anthropicBaseUrl ?? undefined,
    cwd: process.cwd(),
    clock,
  });
}

async function track(
  request: StepRequest,
  world: StepWorld,
  of: {
    readonly job: Job;
    readonly tally: Tally;
    readonly bus: RunBus;
    readonly view: { readonly trail: Trail | null };
  },
): Promise<TrackingComment | null> {
  const issue = askOn(request.inputs, request.trigger);
  if (!request.inputs.trackingComment || issue === null) return null;
  const tracking = await openTracking({
    github: world.github,
    issue,
    clock: world.clock,
    warn: (message) => world.runner.warning(neutralise(message)),
    body: () =>
      trackingBody({
        tally: of.tally,
        run: of.job.run,
        requester: of.job.requester,
        jobUrl: request.step.jobUrl,
        head: of.view.trail?.head().hash ?? '',
      }),
  });
  if (tracking !== null) of.bus.on(tracking.listen);
  return tracking;
}

async function earlyEnd(
  request: StepRequest,
  world: StepWorld,
  of: { readonly place: Place; readonly error: unknown; readonly tally: Tally },
): Promise<RunReport> {
  if (of.error instanceof CountersignError && of.error.code === 'trail-unwritable') throw of.error;
  const { trigger, step, inputs, decision } = request;
  const outcome = world.signal.aborted ? 'cancelled' : 'error';
  const because = await world.redactor.redact(errorText(of.error));
  const asked = await world.redactor.redact(decision.request);
  const actor = trigger.actor;
  const head = await recordEarlyEnd({
    run: of.place.run,
    folder: of.place.folder,
    clock: world.clock,
    redactor: world.redactor,
    about: {
      repository: `${step.owner}/${step.repo}`,
      headSha: trigger.headSha,
      trigger: {
        event: trigger.event,
        actor: actor === null ? null : { login: actor.login, id: actor.id },
        number: trigger.number,
        url: trigger.url,
      },
      workflow: { runId: step.runId, attempt: step.attempt, job: step.job, url: step.jobUrl },
    },
    request: asked,
    model: inputs.model ?? 'default',
    outcome,
    because,
  });
  return {
    run: of.place.run,
    outcome,
    summary: because,
    request: asked,
    requester: decision.by.account?.login ?? null,
    model: inputs.model ?? 'default',
    policy: inputs.policyPath,
    sandbox: 'not started',
    turns: 0,
    tokens: 0,
    costUsd: 0,
    counts: of.tally.counts(),
    calls: [],
    pendingApprovals: [],
    trailFolder: of.place.folder,
    head,
    changedFiles: [],
  };
}

async function tell(
  request: StepRequest,
  world: StepWorld,
  of: {
    readonly place: Place;
    readonly report: RunReport;
    readonly tally: Tally;
    readonly tracking: TrackingComment | null;
  },
): Promise<void> {
  const { runner, clock } = world;
  const { step, inputs } = request;
  const { report, place } = of;
  const published: Published = await publishTrail(
    createArtifactStore({
      env: process.env,
      owner: step.owner,
      repo: step.repo,
      token: inputs.githubToken ?? '',
      clock,
    }),
    { folder: place.folder, name: place.artifact, retentionDays: inputs.retentionDays },
  );
  runner.saveState(STATE.finished, 'true');
  if (published.kind === 'kept') runner.warning(neutralise(`The trail was not uploaded: ${published.because}`));
  writeOutputs(runner, outputsOf(report, published));
  await runner.summary(jobSummary(report, published));
  await of.tracking?.finish(finalBody({ report, published, tally: of.tally, jobUrl: step.jobUrl }));
  runner.info(`Trail: ${report.head.count} entries, head ${report.head.hash}`);
  if (fails(report.outcome, inputs.failOn)) {
    runner.fail(neutralise(`Countersign ended ${report.outcome}: ${report.summary}`));
  }
}

function policyUrl({ step }: StepRequest, pins: Pins, job: Job): string | null {
  if (job.policySource.source.startsWith('built-in')) return null;
  return `${step.serverUrl}/${step.owner}/${step.repo}/blob/${pins.trustedSha}/${job.policySource.source}`;
}
