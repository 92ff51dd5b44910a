import type { Redactor } from '../../base/index.ts';
import type { PathFact } from '../../policy/index.ts';
import type { Workspace } from '../../sandbox/index.ts';
import type { OwnFacts } from '../define.ts';
import type { ReadLedger } from './ledger.ts';
import type { SearchPrograms } from './programs.ts';

/** The world of the file tools. */
export interface FileWorld {
  readonly workspace: Workspace;
  readonly reads: ReadLedger;
  readonly search: SearchPrograms;
  /**
   * Secrets go before text is cut: half a secret matches nothing. Absent: nothing is removed here.
   */
  readonly redactor?: Pick<Redactor, 'redact'>;
  /**
   * False for a path that `fs_glob` and `fs_grep` must not tell of, such as one the policy denies.
   * Absent: all may be told.
   */
  readonly mayTell?: (path: string) => boolean;
}

export const MAX_PATH_CHARS = 4096;

/** The facts of a call that touches these paths, each told from the workspace root. */
export function pathFacts(
  workspace: Workspace,
  access: PathFact['access'],
  paths: readonly string[],
): OwnFacts {
  const named = new Set(paths.map((path) => workspace.relative(path)));
  return { paths: [...named].map((path) => ({ path, access })) };
}
