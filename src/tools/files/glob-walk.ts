import { Dirent, lstatSync, readdir, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';

const MAX_DEPTH = 64;
/** Folders read side by side: by default as many as there are processors, which leaves them waiting. */
const FOLDERS_AT_ONCE = 8;
/** No folder is read after as many names. */
export const MAX_NAMES_READ = 1_000_000;

/** A regular file that a glob names. */
export interface FoundFile {
  /** From the workspace root. */
  readonly path: string;
  /** Where it lies, its folder's links followed. */
  readonly real: string;
}

interface Found {
  readonly files: readonly FoundFile[];
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
): Promise<Found> {
  const { root, folder, signal } = where;
  const cwd = realpathSync(join(root, folder));
  const realFolder = folderCheck(root);
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
  const files: FoundFile[] = [];
  for (const named of names) {
    const below = named.startsWith('./') ? named.slice(2) : named;
    const cut = below.lastIndexOf('/');
    const real = realFolder(cut === -1 ? cwd : `${cwd}/${below.slice(0, cut)}`);
    const name = below.slice(cut + 1);
    if (real === null || GIT.test(name)) continue;
    files.push({ path: folder === '.' ? below : `${folder}/${below}`, real: `${real}/${name}` });
  }
  return { files, isWhole: reading.isWhole() };
}

const IN_GIT = /(?:^|\/)\.git(?:\/|$)/i;
const GIT = /^\.git$/i;
const GIT_AND_MODULES = /^(?:\.git|node_modules)$/i;

/**
 * Where a folder really lies, links followed, or `null` where that is not in the workspace or in `.git`. Each folder is
 * asked of the disk once a search.
 */
function folderCheck(root: string): (folder: string) => string | null {
  const known = new Map<string, string | null>();
  return (folder) => {
    const answer = known.get(folder);
    if (answer !== undefined) return answer;
    const found = realFolderIn(root, folder);
    known.set(folder, found);
    return found;
  };
}

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
