// I/O: creates folders.
import { lstat, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf } from './errors.ts';

/**
 * Creates a folder and those above it; what exists already stays as it is. Throws what the system throws. Node's own option
 * `recursive` never ends where the system says of an existing folder that nothing can be created in it because it is not there,
 * as below `/proc`.
 */
export async function createFolder(
  path: string,
  options: { readonly mode?: number } = {},
): Promise<void> {
  const above = dirname(path);
  if (above === path || (await exists(path))) return;
  await createFolder(above, options);
  try {
    await mkdir(path, options);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw error;
  }
}
