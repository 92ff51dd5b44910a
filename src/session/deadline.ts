import { CountersignError } from '../common/index.ts';
import type { RunContext } from './job.ts';

/** What ends a run from outside of the loop. */
export interface Deadline {
  /** Aborted by the runner, by `cancel`, or when the minutes are spent. */
  readonly signal: AbortSignal;
  readonly cancel: (because: string) => void;
  readonly clear: () => void;
}

/** The walls of a run that begins now; `msLeft` until the minutes are spent, `null` without that wall. */
export function startDeadline(context: RunContext, msLeft: number | null): Deadline {
  const own = new AbortController();
  const clear = new AbortController();
  const cancel = (because: string): void => own.abort(new CountersignError('cancelled', because));
  if (msLeft !== null) {
    context.clock.sleep(msLeft, clear.signal).then(
      () => cancel('The budget of minutes is spent.'),
      () => undefined,
    );
  }
  return {
    signal: AbortSignal.any([context.signal, own.signal]),
    cancel,
    clear: () => clear.abort(),
  };
}
