import { delimiter } from 'node:path';
import { findProgram, pathFolders, runTrusted, type TrustedResult } from '../../sandbox/index.ts';

/** Programs that search text. They get arguments, never a shell, and none of the parent's secrets. */
export interface SearchPrograms {
  /** ripgrep; `null` if it is not installed, and `git grep` searches instead. */
  readonly ripgrep: string | null;
  run(argv: readonly [string, ...string[]], options: SearchOptions): Promise<TrustedResult>;
}

export interface SearchOptions {
  /** Absolute. */
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
}

/**
 * The search programs of this machine, from the parent's PATH without folders of the checkout at `root`, which must not
 * choose its own search program. They get only PATH of the parent's environment. This file starts processes.
 */
export function searchPrograms(parentPath: string | undefined, root: string): SearchPrograms {
  const env = {
    PATH: pathFolders(parentPath, root).join(delimiter),
    LC_ALL: 'C.UTF-8',
    // It searches files without a repository, so that it does not read what a run wrote into `.git`.
    GIT_DIR: '/dev/null/none',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
  };
  return {
    ripgrep: findProgram('rg', { env, cwd: '/' }),
    run: async (argv, options) => await runTrusted({ argv, env, ...options }),
  };
}
