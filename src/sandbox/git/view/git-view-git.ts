import type { GitPaths } from '../read/git-paths.ts';
import { refusedGit, tooLargeGit } from '../read/scan-git-folder.ts';
import { type GitMount, mustRunGit } from '../isolated-git.ts';

/** How git is run for a view of a git folder, always in an empty sandbox: the folder may be anybody's work. */
export interface ViewGit {
  /** On the checkout's git folder, which it can only read. */
  onCheckout(args: readonly string[], more?: GitRunOptions): Promise<Buffer>;
  /** On the view that is being made, and nothing else. */
  onView(args: readonly string[], more?: GitRunOptions): Promise<Buffer>;
  /** Throws `worktree-refused` once the time is over or the work is no longer wanted. */
  checkTime(): void;
}

export interface GitRunOptions {
  readonly stdin?: string | Uint8Array;
  readonly maxOutputBytes?: number;
  readonly mounts?: readonly GitMount[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface ViewGitOptions {
  readonly git: GitPaths;
  readonly bubblewrap: string;
  readonly view: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** Besides the settings of every git of the action; they too win over the folder's own. */
const SETTINGS = settingsInEnvironment([
  ['core.untrackedCache', 'false'],
  ['core.splitIndex', 'false'],
  ['index.sparse', 'false'],
  ['pack.packSizeLimit', '0'],
  ['pack.writeBitmaps', 'false'],
]);

export function gitForView(options: ViewGitOptions): ViewGit {
  const { git, bubblewrap, view, timeoutMs, signal } = options;
  const until = Date.now() + timeoutMs;
  const run = (
    args: readonly string[],
    { stdin, maxOutputBytes, mounts = [], env = {} }: GitRunOptions,
    folder: { env: Readonly<Record<string, string>>; mounts: readonly GitMount[] },
  ): Promise<Buffer> => {
    checkTime();
    return mustRunGit({
      bubblewrap,
      mounts: [...folder.mounts, ...mounts],
      env: { ...SETTINGS, ...folder.env, ...env },
      args,
      timeoutMs: until - Date.now(),
      ...(stdin === undefined ? {} : { stdin }),
      ...(maxOutputBytes === undefined ? {} : { maxOutputBytes }),
      ...(signal === undefined ? {} : { signal }),
    });
  };
  function checkTime(): void {
    if (signal?.aborted === true) throw refusedGit('looking through it was cancelled');
    if (Date.now() >= until) {
      throw tooLargeGit(`looking through it takes longer than ${timeoutMs} ms`);
    }
  }
  return {
    checkTime,
    onCheckout: (args, more = {}) =>
      run(args, more, { env: checkoutEnvironment(git), mounts: readable(git) }),
    onView: (args, more = {}) =>
      run(args, more, {
        env: { GIT_DIR: view, GIT_WORK_TREE: view },
        mounts: [{ path: view, access: 'write' }],
      }),
  };
}

/** Each place by its name here, so that no file of the folder (`commondir`, alternates) names another one. */
function checkoutEnvironment({ own, common }: GitPaths): Record<string, string> {
  return {
    GIT_DIR: own,
    GIT_COMMON_DIR: common,
    GIT_OBJECT_DIRECTORY: `${common}/objects`,
    GIT_INDEX_FILE: `${own}/index`,
    GIT_GRAFT_FILE: '/dev/null',
    GIT_WORK_TREE: own,
  };
}

function readable({ own, common }: GitPaths): readonly GitMount[] {
  return [...new Set([common, own])].map((path) => ({ path, access: 'read' }));
}

function settingsInEnvironment(
  settings: readonly (readonly [string, string])[],
): Record<string, string> {
  const pairs = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return Object.fromEntries([['GIT_CONFIG_COUNT', String(settings.length)], ...pairs]);
}
