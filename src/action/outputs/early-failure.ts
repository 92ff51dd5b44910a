import {
  CountersignError,
  type ErrorPlace,
  failureText,
  type Outcome,
  outcomeOfAbort,
} from '../../common/index.ts';
import { emptyReport, type RunReport } from '../../reporting/index.ts';
import { runMetadata } from '../prepare/run-metadata.ts';
import { recordEarlyFailure } from './record-early-end.ts';
import type { Place, ActionRequest, ActionContext } from '../context.ts';

type Suspended = NonNullable<Parameters<typeof recordEarlyFailure>[0]['suspended']>;

/** The report of a run that could not start or resume, with a trail of its own that says why. */
export async function reportEarlyFailure(
  request: ActionRequest,
  context: ActionContext,
  options: { readonly place: Place; readonly error: unknown; readonly suspended?: Suspended },
): Promise<RunReport> {
  if (options.error instanceof CountersignError && options.error.code === 'trail-unwritable')
    throw options.error;
  const { trigger, environment, inputs, by } = request;
  const outcome = outcomeOf(context, options.suspended);
  const because = await context.redactor.redact(failureText(options.error));
  const asked = await context.redactor.redact(request.request);
  const model = inputs.modelChoice.model ?? 'default';
  const head = await recordEarlyFailure({
    run: options.place.run,
    folder: options.place.folder,
    clock: context.clock,
    redactor: context.redactor,
    about: runMetadata(environment, trigger),
    request: asked,
    model,
    outcome,
    because,
    warn: (message) => context.runner.warning(message),
    ...(options.suspended === undefined ? {} : { suspended: options.suspended }),
  });
  const { run, folder: trailFolder } = options.place;
  return {
    ...emptyReport({ run, outcome, summary: because, model, trailFolder, head }),
    request: asked,
    requester: by.account?.login ?? null,
    policy: inputs.policyPath,
    problems: await placesIn(options.error, context),
  };
}

/** The errors in files, redacted. */
async function placesIn(
  thrown: unknown,
  { redactor }: Pick<ActionContext, 'redactor'>,
): Promise<readonly ErrorPlace[]> {
  const places: ErrorPlace[] = [];
  for (const place of thrown instanceof CountersignError ? thrown.places : []) {
    places.push({ ...place, message: await redactor.redact(place.message) });
  }
  return places;
}

function outcomeOf(context: ActionContext, suspended: Suspended | undefined): Outcome {
  if (context.signal.aborted) return outcomeOfAbort(context.signal);
  return suspended === undefined ? 'error' : 'denied';
}
