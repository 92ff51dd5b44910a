import { firstNames } from '../../../common/index.ts';
import { denialText, type WriteDenial } from '../../../policy/index.ts';

/** What the output of a command says about paths that a rule denies to write. Pure. */
const MAX_NAMED = 5;

/** The first paths of a list, with the number of the others. */
export function firstPaths(paths: readonly string[]): string {
  return firstNames(paths, MAX_NAMED);
}

/** For writes that were refused, with the rule of each path. */
export function deniedNote(denied: ReadonlyMap<string, WriteDenial>): string {
  return `lets no command write ${byRule(denied)}. A deny rule wins, also over an approval`;
}

/** For a command that met a read-only path which is none of those that it names. */
export function writablePlacesNote({
  writable,
  protect,
  denied,
}: {
  /** Paths from the root; `.` is the whole workspace. */
  readonly writable: readonly string[];
  readonly protect: readonly string[];
  readonly denied: ReadonlyMap<string, WriteDenial>;
}): string {
  const places = writable.includes('.') ? 'the workspace' : firstPaths(writable);
  const closed = [
    ...(protect.length === 0 ? [] : [firstPaths(protect)]),
    ...(denied.size === 0 ? [] : [byRule(denied)]),
  ];
  const except = closed.length === 0 ? '' : `, except for ${closed.join('; ')}`;
  return `lets this command write only ${places} and /tmp${except}. An approval does not change this`;
}

/** For folders that are read-only as a whole, because a mount for each denied file would be too many. */
export function groupedNote(folders: readonly string[]): string {
  return `makes all of ${firstPaths(folders)} read-only for commands: the policy denies to write too many files there`;
}

/** For exceptions that are read-only, because a mount for each would be too many. */
export function exceptionsNote(left: number): string {
  return `also keeps ${left} exceptions of deny rules read-only for commands: there are too many. fs_write and fs_edit can write them`;
}

/** For folders that are mount points, because something in them is read-only. */
export function mountPointNote(folders: readonly string[]): string {
  return (
    `cannot rename or remove ${firstPaths(folders)}, nor rename or link anything into or out of it: the policy denies to write ` +
    'something in it. Copy the file and delete the old one instead (mv does so)'
  );
}

/** Whether an output has the last name of a path as a word. A command that can write nothing may name anything. */
export function mentionsName(output: string, path: string): boolean {
  return mentionsInFull(output, path.split('/').at(-1) ?? path);
}

/** Whether an output has a path as a word. */
export function mentionsInFull(output: string, path: string): boolean {
  if (path === '.') return true;
  for (let offset = output.indexOf(path); offset !== -1; offset = output.indexOf(path, offset + 1))
    if (!isInWord(output[offset - 1]) && !isInWord(output[offset + path.length])) return true;
  return false;
}

function isInWord(character: string | undefined): boolean {
  return character !== undefined && /[\w-]/.test(character);
}

/** For writes that the sandbox could not refuse. */
export function writtenNote(written: ReadonlyMap<string, WriteDenial>): string {
  return (
    `cannot protect a path before it exists, nor a symbolic link: while this command ran, it or something beside it wrote ` +
    `${byRule(written)}. The policy denies to write it, so no later call can change or remove a new file there either: say in ` +
    'your answer what was written'
  );
}

function byRule(denied: ReadonlyMap<string, WriteDenial>): string {
  const groups = Map.groupBy(denied, ([, rule]) => denialText(rule));
  return [...groups]
    .map(([rule, paths]) => `${firstPaths(paths.map(([path]) => placeName(path)))} (${rule})`)
    .join('; ');
}

function placeName(path: string): string {
  return path === '.' ? 'the workspace' : path;
}
