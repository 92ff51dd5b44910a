import type { PathResolver } from '../../model/facts.ts';

/**
 * What is known of words that are file names found at run time, such as those that `find` prints for `xargs`. The words
 * themselves are unknown; the places that they come from are not.
 */
export interface FileNames {
  /** The files and folders (absolute) that contain whatever the words will name. */
  readonly roots: readonly string[];
  /** No word begins with `-`. */
  readonly dashless: boolean;
  /** No word names `.env*`, `.npmrc` or anything in `.git`. */
  readonly ordinary: boolean;
  /** With `ordinary`: each word fits one of these patterns. Absent: it has a suffix that source files have. */
  readonly patterns?: readonly string[];
  /** Below its root, no part of a name begins with a dot. */
  readonly visible?: true;
  /** No word names anything in git's own folder. */
  readonly withoutGit?: true;
  /** No word names a symlink, which could lead anywhere. */
  readonly regular: boolean;
  /** Unquoted, each value is still exactly one word: never split, never a wildcard, never an option. */
  readonly clean: boolean;
  /** The folders in which relative names were found; in another folder they name other files. Absent: absolute names. */
  readonly listedIn?: readonly string[] | null;
  /** What ends each printed name. A reader that expects another terminator joins names. Absent: not printed. */
  readonly terminator?: 'newline' | 'nul';
  /** One line contains several names. */
  readonly onOneLine?: true;
  /** The names are the text of a substitution: as one word, it is all of them together. */
  readonly joined?: true;
  /** A name contains blanks or wildcards. Unquoted, it becomes words that may name other files. */
  readonly splits?: true;
}

/** The path in a home folder that a word spells (`~/.ssh/id_rsa`); `null` for any other names. */
export function homePath({ roots, terminator, listedIn: found }: FileNames): string | null {
  const [root = ''] = roots;
  const isSpelled = terminator === undefined && found === undefined && roots.length === 1;
  return isSpelled && root.startsWith('/~') ? root.slice(1) : null;
}

/** The folders that the shell may be in; `null` if unknown. */
interface Location {
  readonly folders: readonly string[] | null;
}

/** `listedIn` for these names, if they were found by a command that runs here. */
export function listedIn(
  names: readonly string[],
  { folders }: Location,
): Pick<FileNames, 'listedIn'> {
  const absolute = names.length > 0 && names.every((name) => name.startsWith('/'));
  return absolute ? {} : { listedIn: folders };
}

/** Whether the names mean the same files for a command that runs here. */
export function meanTheSame(fileNames: FileNames, { folders }: Location): boolean {
  const { listedIn: found } = fileNames;
  if (found === undefined) return true;
  return found !== null && folders?.every((folder) => found.includes(folder)) === true;
}

/** Whether the text of a substitution, taken as one word, can be another name than those that were found. */
export function mayJoin(fileNames: FileNames, pathResolver: PathResolver): boolean {
  if (fileNames.joined !== true) return false;
  return fileNames.onOneLine === true || mayChange(fileNames, 'lines', pathResolver);
}

/**
 * Whether names can become other names when they are passed on as text, split into words or lines: `src/a .npmrc` is
 * two words. `true` if there are too many to know, `false` if the resolver has no files.
 */
export function mayChange(
  fileNames: FileNames,
  by: 'words' | 'lines',
  pathResolver: PathResolver,
): boolean {
  if (fileNames.clean) return false;
  if (by === 'words' && fileNames.splits === true) return true;
  return fileNames.roots.some((root) => {
    const below = pathResolver.namesBelow?.(root);
    return below === null || below?.[by] === true;
  });
}
