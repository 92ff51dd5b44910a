import { orNull } from '../../../common/index.ts';

/** Between SIGTERM and SIGKILL to the whole process group. */
export const KILL_GRACE_MS = 2_000;
/** The longest delay of a Node timer. */
export const MAX_TIMER_MS = 2_147_483_647;

/** Signals a process group. Ignores one that has ended. */
export function killGroup(pid: number, signal: NodeJS.Signals): void {
  orNull(() => process.kill(-pid, signal));
}
