import { CountersignError } from '../base/index.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * A signal that is aborted when the process is told to end: by the runner on cancel and time-out, or by Ctrl-C. A
 * second one ends the process at once. `off` gives the signals back.
 */
export function cancelledBySignals(): { readonly signal: AbortSignal; readonly off: () => void } {
  const controller = new AbortController();
  const onSignal = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted && name === 'SIGINT' && process.stdin.isTTY) process.exit(130);
    controller.abort(new CountersignError('cancelled', `The run was ended by ${name}.`));
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    signal: controller.signal,
    off: () => {
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
}
