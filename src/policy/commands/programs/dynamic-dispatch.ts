import type { PathResolver } from '../../model/facts.ts';
import type { Reach, State } from '../walk/state.ts';

/** Whether the names mean what was found, too, where the command that is given them stands. */
export function meansTheSame({ listedIn }: Reach, { folders }: State): boolean {
  if (listedIn === undefined) return true;
  return listedIn !== null && folders?.every((folder) => listedIn.includes(folder)) === true;
}

/** Whether the text of a substitution, taken as one word, can be another name than one of those found. */
export function joinsNames(reach: Reach, pathResolver: PathResolver): boolean {
  return (
    reach.joined === true &&
    (reach.onOneLine === true || becomesOther(reach, 'lines', pathResolver))
  );
}

/**
 * Whether names of files that are handed on as text, by words or by whole lines, can become other names than those that
 * were found: `src/a .npmrc` is two words. Where there are no files to look at, or too many, it is not known and not said.
 */
export function becomesOther(
  reach: Reach,
  by: 'words' | 'lines',
  pathResolver: PathResolver,
): boolean {
  if (reach.clean) return false;
  if (by === 'words' && reach.splits === true) return true;
  return reach.roots.some((root) => pathResolver.namesBelow?.(root)?.[by] === true);
}
