/** Between SIGTERM and SIGKILL to the whole process group. */
export const KILL_GRACE_MS = 2_000;
/** The longest delay of a Node timer. */
export const MAX_TIMER_MS = 2_147_483_647;

/** Ends a process group by SIGTERM, later by SIGKILL. */
export function processGroupStopper(pid: number | undefined) {
  let timer: NodeJS.Timeout | undefined;
  const send = (signal: NodeJS.Signals): void => {
    if (pid !== undefined) killGroup(pid, signal);
  };
  return {
    terminate: (): void => {
      send('SIGTERM');
      timer ??= setTimeout(() => send('SIGKILL'), KILL_GRACE_MS);
    },
    kill: (): void => send('SIGKILL'),
    cancelTimer: (): void => clearTimeout(timer),
  };
}

/** Signals a process group, or the process alone on systems without groups. Ignores groups that have ended. */
export function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // Nobody is left to get the signal.
  }
}
