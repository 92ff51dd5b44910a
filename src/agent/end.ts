import * as z from 'zod';
import { ZOD_OPTIONS, type JsonObject, memoize, type Outcome } from '../common/index.ts';
import type { Refusal, FinishedCall } from '../tool-calls/index.ts';
import { type Finish, finishOf } from '../tools/index.ts';

/** What a run remembers of refusals, for a conclusion that is true. */
export interface Refused {
  readonly call: string;
  readonly tool: string;
  readonly refusal: Refusal;
  /** Over tool and arguments: a later success of the same call makes good for the refusal. */
  readonly key: string;
}

const passed = memoize(() =>
  z.looseObject({
    refused: z.array(
      z.strictObject({
        call: z.string(),
        tool: z.string(),
        refusal: z.enum(['person', 'unanswered']),
        key: z.string(),
      }),
    ),
  }),
);

/** What was refused to a helper by people, as its parent's call hands it on. */
export function passedOn(refused: readonly Refused[]): JsonObject {
  const byPeople = refused.filter(({ refusal }) => refusal !== 'policy');
  return { refused: byPeople.map((item) => ({ ...item })) };
}

/** What a call hands on of refusals to a helper: they are the run's own, until the same call is made good. */
export function refusedIn(metadata: JsonObject | undefined): readonly Refused[] {
  const parsed = passed().safeParse(metadata, ZOD_OPTIONS);
  return parsed.success ? parsed.data.refused : [];
}

/**
 * The outcome when the model ended of its own accord (promise 9). A call that a person refused, or that nobody
 * approved, was asked for by the work itself: the run is then `denied`, whatever the model says. A call that the policy denied
 * counts only where the model did not finish in words of its own.
 */
export function outcomeOf(finish: Finish | null, refused: readonly Refused[]): Outcome {
  if (refused.some((item) => item.refusal !== 'policy')) return 'denied';
  if (finish !== null) return finish.outcome;
  return refused.length > 0 ? 'denied' : 'done';
}

/** The finish that a turn's calls hold, if one succeeded. */
export function finishIn(calls: readonly FinishedCall[]): Finish | null {
  for (const call of calls) {
    const finish = finishOf(call.metadata);
    if (call.state === 'COMPLETED' && finish !== null) return finish;
  }
  return null;
}
