import { readFileSync } from 'node:fs';
import { orNull } from '../../../common/index.ts';
import { processIds } from '../../exec/processes/leftover-processes.ts';
import { hasMountAt } from './mount-table.ts';

/**
 * Whether a process of this machine has a mount at a path, such as a sandboxed command of another run. Whoever removes the folder
 * below such a mount removes the mount, too: the kernel keeps only those of the own mount namespace (rmdir(2), `EBUSY`). Processes
 * of other users, whose tables cannot be read, do not count, nor do those of a system without `/proc`. I/O.
 */
export function isMountedElsewhere(path: string): boolean {
  return processIds()
    .map((pid) => orNull(() => readFileSync(`/proc/${pid}/mountinfo`, 'utf8')))
    .some((table) => table !== null && hasMountAt(table, path));
}
