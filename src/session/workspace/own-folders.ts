import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { CountersignError } from '../../common/index.ts';
import type { Job } from '../job.ts';

// I/O: where the folders that Countersign writes lie, seen from the checkout, which the agent can change.

/**
 * The folder of the private copy, beside the trail, where the post step finds it. `null` if that lies in the checkout: the
 * copy is then in a temporary folder.
 */
export async function storeFolder(root: string, trailFolder: string): Promise<string | null> {
  const folder = `${trailFolder}-store`;
  const checkout = await realPathOf(root);
  // Commands of the run can make and change links in the checkout, so none of these may lead out of it.
  const places = [folder, join(await realPathOf(dirname(folder)), basename(folder))];
  return places.every((place) => pathBelow(checkout, place) === null) ? folder : null;
}

/** The trail's folder if somebody put it into the checkout, as a path from its root: no tool may change it. */
export async function trailIn(
  { root, trailFolder }: Pick<Job, 'root' | 'trailFolder'>,
  hidden: readonly string[],
): Promise<readonly string[]> {
  const [checkout, trail] = [await realPathOf(root), await realPathOf(trailFolder)];
  const path = pathBelow(checkout, trail);
  return path === null || hidden.some((place) => pathBelow(place, trail) !== null) ? [] : [path];
}

/**
 * Refuses a TMPDIR in the checkout: tools and commands could change the private copy, and what makes the sandbox. Throws
 * `input-invalid`.
 */
export async function refuseTempFolderIn(root: string): Promise<void> {
  const [checkout, temp] = [await realPathOf(root), await realPathOf(tmpdir())];
  if (temp !== checkout && pathBelow(checkout, temp) === null) return;
  throw new CountersignError(
    'input-invalid',
    `The temporary folder ${temp} lies in the checkout, where the agent could change the files that Countersign keeps there.`,
    { fix: 'Set TMPDIR to a folder outside of the checkout.' },
  );
}

/** The path relative to the folder; `null` if it is not below the folder. */
function pathBelow(folder: string, path: string): string | null {
  const below = relative(folder, path);
  return below === '' || below.split(sep)[0] === '..' || isAbsolute(below) ? null : below;
}

/** The real path of what exists of a path, with the rest behind it: whoever opens it reports that it does not exist. */
export async function realPathOf(path: string): Promise<string> {
  const [above, name] = [dirname(path), basename(path)];
  const missing = async (): Promise<string> =>
    above === path ? path : join(await realPathOf(above), name);
  return await realpath(path).catch(missing);
}
