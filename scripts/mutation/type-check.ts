/** Whether the compiler accepts a copied project: a change that it refuses needs no test. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export function passesTypeCheck(folder: string): boolean {
  const program = join(folder, 'node_modules/.bin/tsc');
  // A dropped call may leave a name unused, which says nothing of what the call did.
  const unused = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
  const again = ['--incremental', '--tsBuildInfoFile', join(folder, 'build/types')];
  const { error, status } = spawnSync(program, ['-p', 'tsconfig.json', ...unused, ...again], {
    cwd: folder,
    stdio: 'ignore',
  });
  if (error !== undefined) throw error;
  return status === 0;
}
