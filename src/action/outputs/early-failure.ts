import { join } from 'node:path';
import { openTrail } from '../../audit/index.ts';
import {
  type Clock,
  CountersignError,
  type Environment,
  errorText,
  escapeWorkflowCommands,
  failureText,
  newRunId,
  type Outcome,
  outcomeOfAbort,
  systemClock,
} from '../../common/index.ts';
import { artifactName, createArtifactStore } from '../../github/index.ts';
import {
  emptyReport,
  jobSummary,
  type RunReport,
  writeBesideTrail,
} from '../../reporting/index.ts';
import { type Job, startWithoutPolicy } from '../../session/index.ts';
import type { ActionRequest, Place, ActionRunContext } from '../context.ts';
import { readActionEnvironment } from '../inputs/environment.ts';
import type { Runner } from '../inputs/runner.ts';
import { jobMetadata, runMetadata } from '../prepare/run-metadata.ts';
import { outputsOf, uploadTrail, writeOutputs } from './outputs.ts';

/** A suspended run that cannot resume: how it ends, its commit, its policy's digest, and the void calls. */
interface Suspended {
  readonly outcome: 'denied' | 'over-budget';
  readonly headSha: string;
  readonly policySha256: string;
  readonly voided: readonly { readonly approval: string; readonly call: string }[];
}

/** The report of a run that could not start or resume, with a trail of its own that says why. Throws `error` itself if it is `trail-unwritable`. */
export async function reportEarlyFailure(
  request: ActionRequest,
  context: ActionRunContext,
  {
    place,
    error,
    suspended,
  }: { readonly place: Place; readonly error: unknown; readonly suspended?: Suspended },
): Promise<RunReport> {
  if (error instanceof CountersignError && error.code === 'trail-unwritable') throw error;
  const { trigger, environment, inputs, redactor, signal } = context;
  const outcome = suspended?.outcome ?? 'error';
  const asked = redactor.redact(request.request);
  const report = await recordEarlyEnd({
    ...context,
    ...place,
    about: {
      ...runMetadata(environment, trigger),
      ...(suspended === undefined ? {} : { headSha: suspended.headSha }),
    },
    request: asked,
    model: inputs.modelChoice.model ?? 'default',
    outcome: signal.aborted ? outcomeOfAbort(signal) : outcome,
    because: redactor.redact(failureText(error)),
    suspended,
  });
  const places = error instanceof CountersignError ? error.places : [];
  return {
    ...report,
    request: asked,
    requester: request.by.account?.login ?? null,
    policy: inputs.policyPath,
    problems: places.map((one) => ({ ...one, message: redactor.redact(one.message) })),
  };
}

interface Failure {
  readonly runner: Runner;
  readonly environment: Environment;
  readonly outcome: 'error' | 'cancelled';
  readonly error: unknown;
}

/**
 * Ends a step that failed before it had a job: an invalid input, an invalid event, or GitHub unreachable. Like every
 * step it leaves an outcome, a summary and a trail with the reason, as far as the runner's variables are readable.
 * Never throws.
 */
export async function reportStartupFailure(failure: Failure): Promise<void> {
  const { runner, error } = failure;
  const redactor = runner.redactor();
  const because = redactor.redact(failureText(error));
  runner.output('outcome', failure.outcome);
  runner.output('summary', escapeWorkflowCommands(because));
  try {
    await leaveTrail(failure, because);
  } catch (cause) {
    runner.warning(`No audit trail could be written: ${redactor.redact(errorText(cause))}`);
  }
  runner.fail(because);
}

async function leaveTrail(
  { runner, environment, outcome }: Failure,
  because: string,
): Promise<void> {
  const step = readActionEnvironment(environment);
  const { owner, repo, tempFolder } = step;
  const run = newRunId();
  const folder = join(tempFolder, 'countersign', run);
  const report = await recordEarlyEnd({
    runner,
    clock: systemClock,
    run,
    folder,
    outcome,
    because,
    about: jobMetadata(step),
    request: '',
    model: runner.input('model') || 'default',
  });
  const token = runner.input('github-token');
  const store = createArtifactStore({ environment, owner, repo, token });
  const trail = { folder, name: artifactName(step, run), retentionDays: null };
  const published = await uploadTrail(runner, store, trail);
  writeOutputs(runner, outputsOf(report, published));
  await runner.summary(jobSummary(report, { published, approvalUrls: new Map(), picture: '' }));
}

/**
 * Writes the trail of a run that could not start or resume: the policy is invalid, a commit cannot be checked out, an
 * approval request is void. It records who requested what, and why nothing was done.
 */
async function recordEarlyEnd(end: {
  readonly run: string;
  readonly folder: string;
  readonly clock: Clock;
  readonly runner: Pick<Runner, 'redactor' | 'warning'>;
  readonly about: Pick<Job, 'trigger' | 'workflow' | 'repository' | 'headSha'>;
  readonly request: string;
  readonly model: string;
  readonly outcome: Outcome;
  readonly because: string;
  readonly suspended?: Suspended | undefined;
}): Promise<RunReport> {
  const { run, folder, clock, runner, model, outcome, because, suspended } = end;
  const trail = await openTrail({ folder, run, clock, redactor: runner.redactor() });
  try {
    const start = suspended === undefined ? 'fresh' : 'resumed';
    const { about, request } = end;
    const { policySha256 } = suspended ?? {};
    await trail.append(startWithoutPolicy(about, { start, model, request, policySha256 }));
    for (const { approval, call } of suspended?.voided ?? []) {
      await trail.append({ type: 'approval.void', approval, call, because });
      await trail.append({ type: 'call.state', call, state: 'DENIED', because });
    }
    const head = await trail.append({
      type: 'run.end',
      outcome,
      summary: because,
      count: trail.head().count,
      turns: 0,
      calls: {},
      tokens: 0,
      costUsd: 0,
    });
    return emptyReport({ run, outcome, summary: because, model, trailFolder: folder, head });
  } finally {
    await trail.close();
    await writeBesideTrail(folder, (message) => runner.warning(message));
  }
}
