import type { NameFilter } from '../commands/words/name-filter.ts';
import type { PathResolver } from '../model/facts.ts';
import type { PathGlob } from './glob.ts';
import { canBeSameName } from './overlap.ts';
import { coversName, matchesName } from './wildcard.ts';

/** In larger folders it is not looked for. */
const MAX_NAMES = 500;
/** Where nothing is known of folders, `*.tfvars` is the form of a file's name. */
const FILE_FORM = /\*\.\w+\/?$/;

/** A search through a folder, from the workspace root. */
interface Search {
  readonly folder: string;
  readonly names: NameFilter;
  readonly pathResolver: PathResolver;
}

/** Whether a search that is narrowed by names certainly reads nothing that a rule for paths is about. */
export function isLeftOut(glob: PathGlob, { folder, names, pathResolver }: Search): boolean {
  if (/[[\]{}\\?]/.test(glob.source)) return false;
  // A rule that ends in a name has a slash behind it.
  const parts = glob.source.replace(/^\.\//, '').replace(/\/$/, '').split('/');
  const name = parts.at(-1) ?? '';
  const { only, notFiles = [], notFolders = [] } = names;
  // Searches compare names with case, so there the folder may have another spelling.
  const comparesCase = !pathResolver.caseInsensitive;
  if (comparesCase && leavesFolder(parts.slice(0, -1), folder, notFolders)) return true;
  const isOther =
    only?.every((pattern) => !canBeSameName(pattern.toLowerCase(), name.toLowerCase())) === true;
  const isSkipped =
    comparesCase && name !== '**' && notFiles.some((each) => coversName(each, name));
  return (isOther || isSkipped) && hasNoFolder(glob, folder, pathResolver);
}

/** Whether all that the rule is about lies in a folder below the searched one that the search leaves out. */
function leavesFolder(
  folders: readonly string[],
  searched: string,
  left: readonly string[],
): boolean {
  const isLeft = (name: string): boolean => left.some((each) => matchesName(name, each));
  // The folders of the searched one itself are not left out.
  if (searched.split('/').some((name) => isLeft(name))) return false;
  return folders.some((name) => !name.includes('*') && isLeft(name));
}

/** A rule for a name is about what is below a folder of that name, too: `*.tfvars` about `x.tfvars/a.tf`. */
function hasNoFolder(glob: PathGlob, searched: string, pathResolver: PathResolver): boolean {
  const { root, caseInsensitive } = pathResolver;
  if (pathResolver.list === undefined) return FILE_FORM.test(glob.source);
  const folders = [searched === '.' ? '' : searched];
  for (let seen = 0; folders.length > 0; ) {
    const folder = folders.pop() ?? '';
    const names = pathResolver.list(folder === '' ? root : `${root}/${folder}`);
    if (names === null) return false;
    if (names.length > 0 && folder !== '' && glob.matches(folder, caseInsensitive)) return false;
    for (const name of names) {
      seen += 1;
      if (seen > MAX_NAMES) return false;
      // Git's own folder has built-in rules.
      if (name !== '.git') folders.push(folder === '' ? name : `${folder}/${name}`);
    }
  }
  return true;
}

/** Whether a file of one of these names, which a rule for paths is about, is below a folder, or may be. */
export function mayHoldFile(
  glob: PathGlob,
  {
    folder,
    names,
    pathResolver,
  }: {
    readonly folder: string;
    readonly names: readonly string[];
    readonly pathResolver: PathResolver;
  },
): boolean {
  if (names.length === 0) return false;
  const { root, caseInsensitive } = pathResolver;
  if (pathResolver.list === undefined) return true;
  const base = glob.base === '.' ? '' : glob.base;
  const places = [folder === '.' || base.startsWith(`${folder}/`) ? base : folder];
  for (let seen = 0; places.length > 0; seen += 1) {
    if (seen > MAX_NAMES) return true;
    const place = places.pop() ?? '';
    const inside = pathResolver.list(place === '' ? root : `${root}/${place}`);
    if (inside === null) return true;
    places.push(...inside.map((name) => (place === '' ? name : `${place}/${name}`)));
    const file = place.slice(place.lastIndexOf('/') + 1).toLowerCase();
    const isNamed = names.some((name) => matchesName(file, name));
    if (isNamed && glob.matches(place, caseInsensitive)) return true;
  }
  return false;
}
