// I/O: reads the folders of a repository.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ECOSYSTEMS, type Project, type ProjectFolder } from './index.ts';

const MAX_DEPTH = 2;
const MAX_ENTRIES = 2_000;
const MAX_FILE_BYTES = 1024 * 1024;
/** Folders without projects of their own. */
const SKIPPED =
  /^(?:\..*|node_modules|vendor|third_party|dist|build|out|target|bin|obj|docs?|examples?|samples?|fixtures|tests?|__tests__|spec|scripts)$/;
/** Names that can stand in a workflow without quotes. */
const PLAIN_NAME = /^[\w.-]+$/;

/**
 * The projects of a repository: those of its root, and those two levels below whose ecosystem no folder above has. Links
 * are not followed; what cannot be read is not there.
 */
export function findProjects(root: string): readonly Project[] {
  const found: Project[] = [];
  let folders = [''];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    const read = folders.map((path) => readFolder(root, path));
    found.push(...read.flatMap(({ folder }) => projectsIn(folder, found)));
    folders = read.flatMap(({ below }) => below);
  }
  return found;
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

function readFolder(
  root: string,
  path: string,
): { readonly folder: ProjectFolder; readonly below: readonly string[] } {
  const place = join(root, path);
  const entries = entriesOf(place);
  const files = new Map(entries.map((entry) => [entry.name, entry.isFile()]));
  return {
    folder: {
      path,
      names: new Set(files.keys()),
      text: (name) => (files.get(name) === true ? textOf(join(place, name)) : ''),
    },
    below: entries
      .filter((entry) => entry.isDirectory() && isSearched(entry.name))
      .map(({ name }) => (path === '' ? name : `${path}/${name}`))
      .sort(),
  };
}

function isSearched(name: string): boolean {
  return PLAIN_NAME.test(name) && !SKIPPED.test(name);
}

function entriesOf(place: string) {
  try {
    return readdirSync(place, { withFileTypes: true }).slice(0, MAX_ENTRIES);
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    const about = lstatSync(file);
    return about.isFile() && about.size <= MAX_FILE_BYTES ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}
