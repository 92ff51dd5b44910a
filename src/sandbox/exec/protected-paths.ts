import { mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CountersignError, errnoOf } from '../../common/index.ts';
import { kindOf } from '../git/read/git-paths.ts';
import { leadingPaths, lexicalParts } from '../files/lexical-path.ts';
import { lstatOrNull } from '../files/regular-file.ts';

/** Paths of the workspace that commands cannot write, whether they exist yet or not. This file does I/O. */

/**
 * The mount points of the protected paths, and of their parent folders, which must not be renamed either; parents come
 * first. A missing path gets an empty folder as a placeholder, which git ignores; one that nobody can create is left out. Throws
 * `sandbox-missing` for a link.
 */
export function protectedMountPoints(
  root: string,
  protect: readonly string[],
): { readonly parents: readonly string[]; readonly targets: readonly string[] } {
  const parents = new Set<string>();
  const targets = new Set<string>();
  for (const path of [...protect].sort()) {
    const mountPoints = leadingPaths(path).map((leading) => join(root, leading));
    for (const [index, mountPoint] of mountPoints.entries()) {
      if (!hasMountPoint(mountPoint)) break;
      (index === mountPoints.length - 1 ? targets : parents).add(mountPoint);
    }
  }
  return { parents: [...parents].filter((path) => !targets.has(path)), targets: [...targets] };
}

/**
 * Creates a missing mount point; false if nobody can. Refuses a link: a mount on it would cover its target, and commands could still
 * replace the link.
 */
function hasMountPoint(path: string): boolean {
  if (kindOf(path) === 'absent' && !isCreated(path)) return false;
  const kind = kindOf(path);
  if (kind !== 'link' && kind !== 'other') return true;
  throw new CountersignError(
    'sandbox-missing',
    `The protected path ${path} is a symbolic link or not a regular file.`,
    { fix: 'Protect the target of the link instead.' },
  );
}

/** Creates a folder; false on a read-only file system, and in another user's folder that this one cannot write. */
function isCreated(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    const code = errnoOf(error);
    const isForeign = lstatOrNull(dirname(folder))?.uid !== process.geteuid?.();
    if (code === 'EROFS' || (code === 'EACCES' && isForeign)) return false;
    throw error;
  }
}

/**
 * Returns a function that removes the placeholders of the protected paths, and of their parent folders, that do not exist
 * yet: those that are still empty folders by then, and that no other run uses.
 */
export function placeholderRemover(
  root: string,
  protect: readonly string[],
  isUsed: (folder: string) => boolean = () => false,
): () => void {
  const missing = [...new Set(protect.flatMap(leadingPaths))]
    .map((path) => join(root, path))
    .filter((path) => kindOf(path) === 'absent')
    .sort((a, b) => b.length - a.length);
  return () => {
    for (const folder of missing) {
      try {
        if (kindOf(folder) !== 'folder' || readdirSync(folder).length > 0) continue;
        if (!isUsed(folder)) rmdirSync(folder);
      } catch {
        // It is no longer an empty folder.
      }
    }
  };
}

/** Makes listed paths relative to the root, after the lexical checks of `lexicalParts`. */
function relativePaths(root: string, listed: readonly string[]): string[] {
  const workspace = { root, aliases: [], caseInsensitive: false, hidden: [] };
  const paths = listed
    .map((path) => lexicalParts(workspace, path).join('/'))
    .filter((path) => path !== '');
  return [...new Set(paths)];
}

interface WriteRules {
  readonly write?: readonly string[];
  readonly protect?: readonly string[];
}

/** The folders that commands may write; `.` is the whole workspace. */
export function writablePaths(root: string, write: readonly string[]): string[] {
  const named = relativePaths(root, write);
  return write.some((path) => path === '.' || path === './' || path === root)
    ? ['.', ...named]
    : named;
}

/** The paths that commands must not write: the listed ones, and `.github` unless the policy lists a path in it as writable. */
export function protectedPathsOf(
  root: string,
  { write = ['.'], protect = [] }: WriteRules,
): string[] {
  const named = writablePaths(root, write);
  const listsGithub = named.some((path) => path === '.github' || path.startsWith('.github/'));
  return relativePaths(root, [...(listsGithub ? [] : ['.github']), ...protect]);
}
