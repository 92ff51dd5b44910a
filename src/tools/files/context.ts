import type { Redactor } from '../../common/index.ts';
import type { PathFact } from '../../policy/index.ts';
import type { Workspace } from '../../sandbox/index.ts';
import type { DeclaredFacts } from '../define/base-definition.ts';
import type { ReadRecord } from './read-record.ts';
import type { SearchPrograms } from './programs.ts';

/** The world of the file tools. */
export interface FileToolContext {
  readonly workspace: Workspace;
  readonly reads: ReadRecord;
  readonly search: SearchPrograms;
  /**
   * Secrets go before text is cut: half a secret matches nothing. Absent: nothing is removed here.
   */
  readonly redactor?: Pick<Redactor, 'redact'>;
  /**
   * What `fs_glob`, `fs_grep` and `fs_list` may tell of by the way, asked for by each call of them. Absent: everything.
   */
  readonly mayTell?: () => Promise<IsVisible>;
}

/** A path that a search or list came across. */
export interface FoundPath {
  /** From the workspace root, as `named` is. */
  readonly path: string;
  /** The place that the call named. */
  readonly named: string;
  /** Where it really lies, absolute, where the search has found that out by itself. Absent: it is looked up. */
  readonly real?: string;
}

/** False for a path that is not to be told of by the way, such as one that the policy denies or asks about. */
export type IsVisible = (found: FoundPath) => boolean;

export const MAX_PATH_CHARS = 4096;

/** Whether a path that a search of `named` came across may be told. */
export async function visibilityFilter(
  context: Pick<FileToolContext, 'mayTell'>,
  named: string,
): Promise<(path: string, real?: string) => boolean> {
  const mayTell = await context.mayTell?.();
  if (mayTell === undefined) return () => true;
  return (path, real) => mayTell({ path, named, ...(real === undefined ? {} : { real }) });
}

/** The facts of a call that touches these paths, each told from the workspace root. */
export function pathFacts(
  workspace: Workspace,
  access: PathFact['access'],
  paths: readonly string[],
): DeclaredFacts {
  const named = new Set(paths.map((path) => workspace.relative(path)));
  return { paths: [...named].map((path) => ({ path, access })) };
}
