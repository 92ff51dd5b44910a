import { CountersignError } from '../common/index.ts';
import type { RunContext } from './job.ts';

/** Ends a run from outside the agent loop. */
export interface Deadline {
  /** Aborted by the runner, by `cancel`, or when the limit of minutes is reached. */
  readonly signal: AbortSignal;
  readonly cancel: (because: string) => void;
  readonly clear: () => void;
}

/** Starts the clock of a run; `msLeft` is the time until the limit of minutes, `null` without such a limit. */
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
