import { Dirent, lstatSync, readdir, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';

const MAX_DEPTH = 64;
/** Folders read side by side: by default as many as there are processors, which leaves them waiting. */
const FOLDERS_AT_ONCE = 8;
/** No folder is read after as many names. */
export const MAX_NAMES_READ = 1_000_000;

export interface GlobWalk {
  /** Regular files, from the workspace root. */
  readonly files: readonly string[];
  /** Where one of these lies, its folder's links followed. */
  readonly realPath: (file: string) => string;
  /** False: there were more names than are read. */
  readonly isWhole: boolean;
}

/**
 * The regular files below `folder` that a glob names, in no order. No link is followed on the way; a pattern or a folder
 * that begins with one leads where it leads within the workspace. What cannot be read is left out. Throws what `signal`
 * is aborted with. This file reads folders itself: fast-glob walks, and each folder is checked before it is read.
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
    // Left out where folders are read, which is a fraction of the work that patterns for it would be.
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
    // Only alternatives lead to a file twice.
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

/** The answers of `ask`, each asked for once. */
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

/** Where a folder really lies, links followed, or `null` where that is not in the workspace or in `.git`. */
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
 * A pattern may begin with the name of a link; the walk must not enter it where it leads out. Names that match `without`
 * are not found.
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
