import { CountersignError, errorText } from '../common/index.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const STRAYS = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * After the first signal GitHub's runner waits ten seconds before it kills. So long a request to GitHub may still be
 * made, to close the approval comment and the tracking comment.
 */
const CLOSING_MS = 5_000;

export interface Cancel {
  /** Aborted when the process is told to end: by the runner on cancel and time-out, or by Ctrl-C. */
  readonly signal: AbortSignal;
  /** The same, later: for what has to be said when the run is over. */
  readonly late: AbortSignal;
  /** Gives the signals back. */
  readonly off: () => void;
}

/**
 * Listens for the process being told to end. At a terminal a second Ctrl-C ends it at once. What fails outside of every
 * call (a timer or a promise that something in this process left behind) ends the run, too, as an error: else it would end
 * the process, with a trail that says nothing of it.
 */
export function cancelledBySignals(): Cancel {
  const controller = new AbortController();
  const late = new AbortController();
  const onSignal = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted && name === 'SIGINT' && process.stdin.isTTY) process.exit(130);
    const reason = new CountersignError('cancelled', `The run was ended by ${name}.`);
    controller.abort(reason);
    setTimeout(() => late.abort(reason), CLOSING_MS).unref();
  };
  const onStray = (error: unknown): void => {
    const message = `Something failed outside of every call: ${errorText(error)}`;
    controller.abort(new CountersignError('internal', message, { cause: error }));
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  for (const name of STRAYS) process.on(name, onStray);
  return {
    signal: controller.signal,
    late: late.signal,
    off: () => {
      for (const name of SIGNALS) process.off(name, onSignal);
      for (const name of STRAYS) process.off(name, onStray);
    },
  };
}
