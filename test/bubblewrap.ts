/** Whether this machine has a bubblewrap that starts: some refuse user namespaces, and others have none. */
import { spawnSync } from 'node:child_process';

export const BUBBLEWRAP_WORKS =
  spawnSync('bwrap', ['--unshare-user', '--ro-bind', '/', '/', 'true']).status === 0;
