// I/O: reads the folders of a repository.
import { lstatSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import fastGlob from 'fast-glob';
import { ECOSYSTEMS, type Project, type ProjectFolder } from './index.ts';

/** The entries of the root, and of folders up to two levels below. */
const SEARCHED = ['*', '*/*', '*/*/*'];
const MAX_FILE_BYTES = 1024 * 1024;
/** Folders without projects of their own. Their names count: a folder `spec` says how tests are run. */
const SKIPPED = (
  '.* node_modules vendor third_party dist build out target bin obj doc docs example examples sample samples fixtures ' +
  'test tests __tests__ spec scripts'
)
  .split(' ')
  .flatMap((name) => [`**/${name}/*`, `**/${name}/*/**`]);
/**
 * Paths that mean the same as a YAML value, a glob, and a word in double quotes of a shell. No name in them begins like an option, or
 * begins or ends with a blank.
 */
const PLAIN_PATH =
  /^(?:(?:^|\/)[\p{L}\p{N}_.@](?:[\p{L}\p{M}\p{N}_.@+ -]*[\p{L}\p{M}\p{N}_.@+-])?)*$/u;

/**
 * The projects of a repository: those of its root, and those two levels below whose ecosystem no folder above has. Links
 * are not followed; what cannot be read is not there.
 */
export function findProjects(root: string): readonly Project[] {
  const found: Project[] = [];
  for (const folder of foldersOf(root)) found.push(...projectsIn(folder, found));
  return found;
}

/** The folders that are searched, the outer ones first. */
function foldersOf(root: string): readonly ProjectFolder[] {
  const entries = fastGlob.sync(SEARCHED, {
    cwd: root,
    ignore: SKIPPED,
    dot: true,
    onlyFiles: false,
    followSymbolicLinks: false,
    suppressErrors: true,
  });
  const folders: readonly ProjectFolder[] = [
    ...Map.groupBy(entries, (entry) => posix.dirname(entry)),
  ]
    .map(([folder, paths]) => ({ path: folder === '.' ? '' : folder, paths }))
    .filter(({ path }) => PLAIN_PATH.test(path))
    .sort(
      (one, other) => depthOf(one.path) - depthOf(other.path) || (one.path < other.path ? -1 : 1),
    )
    .map(({ path, paths }) => {
      const names = new Set(paths.map((entry) => posix.basename(entry)));
      return {
        path,
        names,
        text: (name) => (names.has(name) ? textOf(join(root, path, name)) : ''),
        below: () => folders.filter((other) => isBelow(other, { path })),
      };
    });
  return folders;
}

function depthOf(path: string): number {
  return path === '' ? 0 : path.split('/').length;
}

function projectsIn(folder: ProjectFolder, above: readonly Project[]): readonly Project[] {
  const families = new Set(
    above
      .filter((project) => isBelow(folder, project.folder))
      .map(({ ecosystem }) => ecosystem.family),
  );
  return ECOSYSTEMS.flatMap((ecosystem) => {
    if (families.has(ecosystem.family) || !ecosystem.matches(folder)) return [];
    families.add(ecosystem.family);
    return [{ ecosystem, folder }];
  });
}

function isBelow(folder: ProjectFolder, above: Pick<ProjectFolder, 'path'>): boolean {
  return above.path === '' || folder.path.startsWith(`${above.path}/`);
}

function textOf(file: string): string {
  try {
    const about = lstatSync(file);
    return about.isFile() && about.size <= MAX_FILE_BYTES ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}
