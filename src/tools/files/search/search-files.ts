import { posix } from 'node:path';
import type { FileWalk } from '../../../sandbox/index.ts';
import type { FileToolContext } from '../context.ts';
import { IGNORE_FILE, type IgnoreRules, isIgnored, parseIgnoreRules } from './ignore-rules.ts';

const MAX_IGNORE_BYTES = 1_000_000;
/** Comparing names with rules blocks the run, and the author of a checkout may write any number of both. */
const MAX_IGNORING_MS = 5_000;
const MODULES = 'node_modules';
const INCOMPLETE_NOTE = '[there are too many files; name a path]';
const IGNORED_NOTE =
  '[Files that git ignores, and node_modules, were left out; name their folder as path to search it.]';

const UNFILTERED_NOTE =
  '[The rules of .gitignore took too long, so files that git ignores were not all left out; name a path.]';

interface SearchedFiles extends Pick<FileWalk, 'files'> {
  /** What a search has to say of the files that were left out, or not. `isEmpty`: it found nothing. */
  notes(isEmpty: boolean): readonly string[];
}

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
  return {
    files: walk.files,
    notes: (isEmpty) => [
      ...(walk.isWhole() ? [] : [INCOMPLETE_NOTE]),
      ...(isEmpty && ignored > 0 ? [IGNORED_NOTE] : []),
      ...(leftMs > 0 ? [] : [UNFILTERED_NOTE]),
    ],
  };
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
