import type { Outcome } from '../base/index.ts';
import type { Refusal, SettledCall } from '../calls/index.ts';
import { type Finish, finishOf } from '../tools/index.ts';

/** What a run remembers of refusals, for a conclusion that is true. */
export interface Refused {
  readonly call: string;
  readonly tool: string;
  readonly refusal: Refusal;
  /** Over tool and arguments: a later success of the same call makes good for the refusal. */
  readonly key: string;
}

/**
 * The outcome when the model ended of its own accord (promise 9). A call that a person refused, or that nobody
 * approved, was asked for by the work itself: the run is then `denied`, whatever the model says. A call that the policy denied
 * counts only where the model did not finish in words of its own.
 */
export function concluded(finish: Finish | null, refused: readonly Refused[]): Outcome {
  if (refused.some((item) => item.refusal !== 'policy')) return 'denied';
  if (finish !== null) return finish.outcome;
  return refused.length > 0 ? 'denied' : 'done';
}

/** The finish that a turn's calls hold, if one succeeded. */
export function finishIn(calls: readonly SettledCall[]): Finish | null {
  for (const call of calls) {
    const finish = finishOf(call.metadata);
    if (call.state === 'COMPLETED' && finish !== null) return finish;
  }
  return null;
}
