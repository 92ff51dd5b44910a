import { orNull } from '../../../common/index.ts';

/** Between SIGTERM and SIGKILL to the whole process group. */
export const KILL_GRACE_MS = 2_000;

/** Signals a process group. Ignores one that has ended. */
export function killGroup(pid: number, signal: NodeJS.Signals): void {
  orNull(() => process.kill(-pid, signal));
}
