import { Dirent, lstatSync, readdir, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';

const MAX_DEPTH = 64;
/** Folders read in parallel. The default is the number of processors, which leaves them idle. */
const FOLDERS_AT_ONCE = 8;
/** The walk stops after this many names. */
export const MAX_NAMES_READ = 1_000_000;

export interface GlobWalk {
  /** Regular files, from the workspace root. */
  readonly files: readonly string[];
  /** The path of one of these with the links of its folder resolved. */
  readonly realPath: (file: string) => string;
  /** False: there were more names than are read. */
  readonly isWhole: boolean;
}

/**
 * The regular files below `folder` that a glob matches, unordered. Links are not followed, except at the start of a pattern or
 * folder and inside the workspace. What cannot be read is left out. Throws the reason of an aborted `signal`. This file reads
 * folders itself: fast-glob walks, and each folder is checked before it is read.
 */
export async function globWalk(
  pattern: string,
  where: {
    /** The workspace root, real. */
    readonly root: string;
    /** From the root, `.` for the root itself. */
    readonly folder: string;
    readonly signal: AbortSignal;
  },
): Promise<GlobWalk> {
  const { root, folder, signal } = where;
  const cwd = realpathSync(join(root, folder));
  const realFolder = remembered((path) => realFolderIn(root, path));
  const wantsModules = `${folder}/${pattern}`.includes('node_modules');
  const reading = checkedReaddir({
    mayRead: (path) => !signal.aborted && realFolder(path) !== null,
    // Excluded where folders are read, which is much cheaper than patterns.
    without: wantsModules ? GIT : GIT_AND_MODULES,
  });
  // Loaded when it is first needed: many runs never search by name.
  const { default: fastGlob } = await import('fast-glob');
  const names = await fastGlob(pattern, {
    cwd,
    dot: true,
    onlyFiles: true,
    followSymbolicLinks: false,
    suppressErrors: true,
    extglob: false,
    deep: MAX_DEPTH,
    concurrency: FOLDERS_AT_ONCE,
    // Only alternatives can match a file twice.
    unique: pattern.includes('{'),
    fs: { readdir: reading.readdir },
  });
  signal.throwIfAborted();
  const placeOf = remembered((below) => realFolder(below === '' ? cwd : `${cwd}/${below}`));
  const isInside = (name: string) => placeOf(folderOf(name)) !== null && !GIT.test(baseOf(name));
  const above = folder === '.' ? '' : `${folder}/`;
  return {
    files: names
      .map((name) => (name.startsWith('./') ? name.slice(2) : name))
      .filter(isInside)
      .map((name) => above + name),
    realPath: (file) => {
      const name = file.slice(above.length);
      return `${placeOf(folderOf(name)) ?? root}/${baseOf(name)}`;
    },
    isWhole: reading.isWhole(),
  };
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

const IN_GIT = /(?:^|\/)\.git(?:\/|$)/i;
const GIT = /^\.git$/i;
const GIT_AND_MODULES = /^(?:\.git|node_modules)$/i;

/** Caches the answers of `ask`. */
function remembered<T>(ask: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    const found = ask(key);
    known.set(key, found);
    return found;
  };
}

/** The path of a folder with links resolved; `null` if it is outside of the workspace or in `.git`. */
function realFolderIn(root: string, folder: string): string | null {
  try {
    const real = realpathSync.native(folder);
    const isBelow = real === root || real.startsWith(root + sep);
    const isGit = [real, folder].some((path) => IN_GIT.test(path.slice(root.length)));
    return isBelow && !isGit && lstatSync(real).isDirectory() ? real : null;
  } catch {
    return null;
  }
}

/**
 * A pattern may start with the name of a link, which the walk must not enter if it leads outside. Names that match `without`
 * are excluded.
 */
function checkedReaddir(only: {
  readonly mayRead: (folder: string) => boolean;
  readonly without: RegExp;
}): { readonly readdir: typeof readdir; readonly isWhole: () => boolean } {
  let names = 0;
  const isKept = (entry: unknown) => !(entry instanceof Dirent && only.without.test(entry.name));
  const checked = new Proxy(readdir, {
    apply: (target, self, args: readonly unknown[]) => {
      const [folder] = args;
      const callback = args.at(-1);
      if (typeof callback !== 'function') return undefined;
      if (typeof folder !== 'string' || names > MAX_NAMES_READ || !only.mayRead(folder)) {
        callback(new Error('not to be read'));
        return undefined;
      }
      const filtered = (error: unknown, entries: unknown): void => {
        if (Array.isArray(entries)) names += entries.length;
        callback(error, Array.isArray(entries) ? entries.filter(isKept) : entries);
      };
      return Reflect.apply(target, self, [...args.slice(0, -1), filtered]);
    },
  });
  return { readdir: checked, isWhole: () => names <= MAX_NAMES_READ };
}
