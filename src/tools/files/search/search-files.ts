import { posix } from 'node:path';
import type { FileWalk } from '../../../sandbox/index.ts';
import type { FileToolContext } from '../context.ts';
import { IGNORE_FILE, type IgnoreRules, isIgnored, parseIgnoreRules } from './ignore-rules.ts';

const MAX_IGNORE_BYTES = 1_000_000;
/** Comparing names with rules blocks the run, and the author of a checkout may write any number of both. */
const MAX_IGNORING_MS = 5_000;
const MODULES = 'node_modules';
/** For a search that found nothing and left something out. */
export const IGNORED_NOTE =
  '[Files that git ignores, and node_modules, were left out; name their folder as path to search it.]';

/** The files of a search, and whether it left some out. */
interface SearchedFiles extends FileWalk {
  /** Whether something was left out that git ignores, or that is in `node_modules`. */
  hasIgnored(): boolean;
  /** False: the rules of git took so long that they were not applied to all names. */
  isFiltered(): boolean;
}

/** For a search whose result has files that git ignores. */
export const UNFILTERED_NOTE =
  '[The rules of .gitignore took too long, so files that git ignores were not all left out; name a path.]';

/**
 * The files at and below `path`, without those that git ignores (by `.gitignore` alone) and without `node_modules`, unless
 * `path` is such a place. `namesModules` lets `node_modules` in.
 */
export async function searchedFiles(
  { workspace, wholeWorkspace = workspace }: Pick<FileToolContext, 'workspace' | 'wholeWorkspace'>,
  search: {
    readonly path: string;
    readonly namesModules: boolean;
    /** Absent: five seconds. */
    readonly maxIgnoringMs?: number;
  },
): Promise<SearchedFiles> {
  const { path } = search;
  let leftMs = search.maxIgnoringMs ?? MAX_IGNORING_MS;
  const timed = <T>(work: () => T): T => {
    const startedMs = performance.now();
    const done = work();
    leftMs -= performance.now() - startedMs;
    return done;
  };
  const outer = await outerRules(wholeWorkspace, path);
  const skipsModules = !search.namesModules && !path.split('/').includes(MODULES);
  const rulesOf = new Map<string, readonly IgnoreRules[]>();
  let ignored = 0;
  const walk = workspace.walk(path, (folder) => {
    const text = leftMs > 0 ? folder.text(IGNORE_FILE, MAX_IGNORE_BYTES) : null;
    const above = rulesOf.get(posix.dirname(folder.path)) ?? outer;
    const rules =
      text === null ? above : timed(() => [...above, parseIgnoreRules(folder.path, text)]);
    rulesOf.set(folder.path, rules);
    return (name, isFolder) => {
      const entry = { path: folder.path === '.' ? name : `${folder.path}/${name}`, isFolder };
      const isLeftOut =
        (skipsModules && name === MODULES) || (leftMs > 0 && timed(() => isIgnored(rules, entry)));
      if (isLeftOut) ignored += 1;
      return !isLeftOut;
    };
  });
  return { ...walk, hasIgnored: () => ignored > 0, isFiltered: () => leftMs > 0 };
}

/** Lets the rest of the run continue during a long search. Throws the reason of an aborted `signal`. */
export async function pause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => void setImmediate(resolve));
  signal.throwIfAborted();
}

/** The rules of the folders above `path`; none if `path` is itself ignored, because a call that names it means it. */
async function outerRules(
  workspace: FileToolContext['workspace'],
  path: string,
): Promise<readonly IgnoreRules[]> {
  if (path === '.') return [];
  const rules: IgnoreRules[] = [];
  const parts = path.split('/');
  for (const [depth] of parts.entries()) {
    const folder = parts.slice(0, depth).join('/') || '.';
    const file = folder === '.' ? IGNORE_FILE : `${folder}/${IGNORE_FILE}`;
    const bytes = await workspace.read(file, { maxBytes: MAX_IGNORE_BYTES }).catch(() => null);
    if (bytes !== null) rules.push(parseIgnoreRules(folder, bytes.toString()));
    const below = parts.slice(0, depth + 1).join('/');
    if (isIgnored(rules, { path: below, isFolder: true })) return [];
  }
  return rules;
}
