import {
  CountersignError,
  type ErrorPlace,
  errorText,
  neutralise,
  type Outcome,
  outcomeOfAbort,
} from '../base/index.ts';
import { nothingDone, type RunReport } from '../tell/index.ts';
import { aboutRun } from './about.ts';
import { recordEarlyEnd } from './early-end.ts';
import type { Place, StepRequest, StepWorld } from './step-world.ts';

type Suspended = NonNullable<Parameters<typeof recordEarlyEnd>[0]['suspended']>;

/** The report of a run that could not begin, or go on, with a trail of its own that says why. */
export async function endEarly(
  request: StepRequest,
  world: StepWorld,
  of: { readonly place: Place; readonly error: unknown; readonly suspended?: Suspended },
): Promise<RunReport> {
  if (of.error instanceof CountersignError && of.error.code === 'trail-unwritable') throw of.error;
  const { trigger, step, inputs, decision } = request;
  const outcome = outcomeOf(world, of.suspended);
  const because = await world.redactor.redact(errorText(of.error));
  const asked = await world.redactor.redact(decision.request);
  const model = inputs.model ?? 'default';
  const head = await recordEarlyEnd({
    run: of.place.run,
    folder: of.place.folder,
    clock: world.clock,
    redactor: world.redactor,
    about: aboutRun(step, trigger),
    request: asked,
    model,
    outcome,
    because,
    warn: (message) => world.runner.warning(neutralise(message)),
    ...(of.suspended === undefined ? {} : { suspended: of.suspended }),
  });
  const { run, folder: trailFolder } = of.place;
  return {
    ...nothingDone({ run, outcome, summary: because, model, trailFolder, head }),
    request: asked,
    requester: decision.by.account?.login ?? null,
    policy: inputs.policyPath,
    problems: await placesIn(of.error, world),
  };
}

/** Where files are wrong, in words that hold no secret. */
async function placesIn(
  thrown: unknown,
  { redactor }: Pick<StepWorld, 'redactor'>,
): Promise<readonly ErrorPlace[]> {
  const places: ErrorPlace[] = [];
  for (const place of thrown instanceof CountersignError ? thrown.places : []) {
    places.push({ ...place, message: await redactor.redact(place.message) });
  }
  return places;
}

function outcomeOf(world: StepWorld, suspended: Suspended | undefined): Outcome {
  if (world.signal.aborted) return outcomeOfAbort(world.signal);
  return suspended === undefined ? 'error' : 'denied';
}
