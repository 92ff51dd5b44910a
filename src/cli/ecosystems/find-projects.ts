// I/O: reads the folders of a repository.
import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ECOSYSTEMS, type Project, type ProjectFolder } from './index.ts';

/** How far below the root folders are searched, and how many of them: a place with more is no checkout. */
const MAX_DEPTH = 2;
const MAX_FOLDERS = 20_000;
const MAX_FILE_BYTES = 1024 * 1024;
/** Folders without projects of their own, as are those that begin with a dot. Their names count: a folder `spec` says how tests are run. */
const SKIPPED: ReadonlySet<string> = new Set(
  (
    'node_modules vendor third_party dist build out target bin obj doc docs example examples sample samples fixtures ' +
    'test tests __tests__ spec scripts'
  ).split(' '),
);
/** Paths that need no quotes in a workflow. */
const PLAIN_PATH = /^[\w./-]*$/;

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
  const folders: ProjectFolder[] = [];
  let level = [''];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    const below: string[] = [];
    for (const path of level.toSorted().slice(0, MAX_FOLDERS - folders.length)) {
      const entries = entriesOf(join(root, path));
      folders.push(folderOf(root, path, new Set(entries.map(({ name }) => name))));
      below.push(
        ...entries.filter(isSearched).map(({ name }) => (path === '' ? name : `${path}/${name}`)),
      );
    }
    level = below;
  }
  return folders;
}

function isSearched(entry: Dirent): boolean {
  const { name } = entry;
  return (
    entry.isDirectory() && PLAIN_PATH.test(name) && !name.startsWith('.') && !SKIPPED.has(name)
  );
}

function folderOf(root: string, path: string, names: ReadonlySet<string>): ProjectFolder {
  return { path, names, text: (name) => (names.has(name) ? textOf(join(root, path, name)) : '') };
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function projectsIn(folder: ProjectFolder, above: readonly Project[]): readonly Project[] {
  const families = new Set(
    above.filter((project) => isBelow(folder, project.folder)).map(familyOf),
  );
  return ECOSYSTEMS.flatMap((ecosystem) => {
    if (families.has(ecosystem.family) || !ecosystem.matches(folder)) return [];
    families.add(ecosystem.family);
    return [{ ecosystem, folder }];
  });
}

function familyOf({ ecosystem }: Project): string {
  return ecosystem.family;
}

function isBelow(folder: ProjectFolder, above: ProjectFolder): boolean {
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
