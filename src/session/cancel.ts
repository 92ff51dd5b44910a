import { CountersignError, errorText } from '../common/index.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const STRAYS = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * After the first signal, GitHub's runner waits ten seconds before it kills the process. Requests to GitHub may take
 * this long, to close the approval comment and the tracking comment.
 */
const CLOSING_MS = 5_000;

interface Cancel {
  /** Aborted when the process should end: the runner cancels the job or it times out, or a person presses Ctrl-C. */
  readonly signal: AbortSignal;
  /** Aborted some seconds later, so that the run can still report its end. */
  readonly late: AbortSignal;
  /** Removes the signal handlers. */
  readonly off: () => void;
}

/**
 * Handles the signals that end the process. At a terminal, a second Ctrl-C ends it at once. An uncaught error (from a
 * timer or an unhandled promise in this process) also ends the run: otherwise the process would exit without recording
 * it in the audit trail.
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
