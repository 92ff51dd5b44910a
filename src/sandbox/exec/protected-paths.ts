import { mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { CountersignError } from '../../common/index.ts';
import { kindOf } from '../git/read/git-paths.ts';
import { lexicalParts, splitPath } from '../files/lexical-path.ts';

/** Paths of the workspace that commands cannot write, whether they exist yet or not. This file does I/O. */

/**
 * The protected paths, and the folders above them, which must not be renamed away; a folder above stands before what lies in
 * it. What does not exist is held by an empty folder in its place, which git does not see. Throws `sandbox-missing` for a link.
 */
export function protectedMountPoints(
  root: string,
  protect: readonly string[],
): { readonly above: readonly string[]; readonly targets: readonly string[] } {
  const above = new Set<string>();
  const targets = new Set<string>();
  for (const path of [...protect].sort()) {
    const parts = splitPath(path);
    const folders = parts.slice(0, -1).map((_, index) => join(root, ...parts.slice(0, index + 1)));
    for (const folder of folders) {
      ensureMountPoint(folder);
      above.add(folder);
    }
    const target = join(root, ...parts);
    ensureMountPoint(target);
    targets.add(target);
  }
  return { above: [...above].filter((path) => !targets.has(path)), targets: [...targets] };
}

function ensureMountPoint(path: string): void {
  if (kindOf(path) === 'absent') mkdirSync(path);
  refuseLink(path);
}

/** Mounting on a link would open and cover what it leads to, and leave the link itself free to be replaced. */
function refuseLink(path: string): void {
  const kind = kindOf(path);
  if (kind !== 'link' && kind !== 'other') return;
  throw new CountersignError(
    'sandbox-missing',
    `The protected path ${path} is a symbolic link or no plain file.`,
    {
      fix: 'Protect the file that it leads to instead.',
    },
  );
}

/** Removes the empty folders that stood in for protected paths which do not exist. */
export function removePlaceholders(root: string, placeholders: readonly string[]): void {
  for (const path of [...placeholders].sort((a, b) => b.length - a.length)) {
    try {
      const folder = join(root, path);
      if (kindOf(folder) === 'folder' && readdirSync(folder).length === 0) rmdirSync(folder);
    } catch {
      // Somebody put it to use.
    }
  }
}

/** The protected paths, and the folders above them, that do not exist now. */
export function placeholdersFor(root: string, protect: readonly string[]): string[] {
  const all = protect.flatMap((path) => {
    const parts = splitPath(path);
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  });
  return [...new Set(all)].filter((path) => kindOf(join(root, path)) === 'absent');
}

/** Paths as they were listed, each made relative to the root and judged by the lexical config. */
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
  const opens = named.some((path) => path === '.github' || path.startsWith('.github/'));
  return relativePaths(root, [...(opens ? [] : ['.github']), ...protect]);
}
