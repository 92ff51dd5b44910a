import type { GitPaths } from '../read/git-paths.ts';
import { refusedGit, tooLargeGit } from '../read/scan-git-folder.ts';
import { type GitMount, type IsolatedGit, mustRunGit } from '../isolated-git.ts';

/** Git for creating a view, always isolated: the git folder is not trusted. */
export interface ViewGit {
  /** Runs git on the checkout's git folder, read-only. */
  onCheckout(args: readonly string[], more?: GitRunOptions): Promise<Buffer>;
  /** Runs git on the new view only. */
  onView(args: readonly string[], more?: GitRunOptions): Promise<Buffer>;
  /** Throws `worktree-refused` after the time limit or a cancellation. */
  checkTime(): void;
}

type GitRunOptions = Partial<Pick<IsolatedGit, 'stdin' | 'maxOutputBytes' | 'mounts' | 'env'>>;

interface ViewGitOptions {
  readonly git: GitPaths;
  readonly bubblewrap: string;
  readonly view: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export function gitForView(options: ViewGitOptions): ViewGit {
  const { git, bubblewrap, view, timeoutMs, signal } = options;
  const until = Date.now() + timeoutMs;
  function checkTime(): void {
    if (signal?.aborted === true) throw refusedGit('reading it was cancelled');
    if (Date.now() >= until) throw tooLargeGit(`reading it takes longer than ${timeoutMs} ms`);
  }
  const gitOn =
    (env: Readonly<Record<string, string>>, mounts: readonly GitMount[]) =>
    (args: readonly string[], more: GitRunOptions = {}): Promise<Buffer> => {
      checkTime();
      return mustRunGit({
        ...more,
        bubblewrap,
        args,
        mounts: [...mounts, ...(more.mounts ?? [])],
        env: { ...env, ...more.env },
        timeoutMs: until - Date.now(),
        signal,
      });
    };
  const readable = [...new Set([git.common, git.own])];
  return {
    checkTime,
    onCheckout: gitOn(
      checkoutEnvironment(git),
      readable.map((path) => ({ path, access: 'read' })),
    ),
    onView: gitOn({ GIT_DIR: view, GIT_WORK_TREE: view }, [{ path: view, access: 'write' }]),
  };
}

/** Names each folder explicitly, so that no file of the git folder (`commondir`, alternates) leads to another one. */
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
