import { join } from 'node:path';
import type { Redactor } from '../../common/index.ts';
import type { PathFact } from '../../policy/index.ts';
import type { Workspace } from '../../sandbox/index.ts';
import type { DeclaredFacts } from '../define/build-tool.ts';
import type { EvaluatedPlaces } from '../define/tool.ts';
import type { ReadRecord } from './read-record.ts';

/** What the file tools need of the run. */
export interface FileToolContext {
  readonly workspace: Workspace;
  readonly reads: ReadRecord;
  /**
   * Removes secrets before text is cut: half a secret matches nothing. Absent: nothing is removed here.
   */
  readonly redactor?: Pick<Redactor, 'redact'>;
  /**
   * Hides paths from the results of `fs_glob`, `fs_grep` and `fs_list`. Called once for each call. Absent: nothing is hidden.
   */
  readonly isVisible?: (() => Promise<IsVisible>) | undefined;
  /** Where links led the paths of the call when the policy evaluated it. Absent outside of a call, or without a verdict. */
  readonly places?: ReadonlyMap<string, string>;
  /**
   * `workspace` without the limit to evaluated places, for what a call looks at beside its paths: ignore files, and names of
   * neighbours, which `isVisible` filters. Absent: `workspace` has no limit.
   */
  readonly wholeWorkspace?: Workspace;
}

/** A path that a search or list found. */
interface FoundPath {
  /** From the workspace root, like `named`. */
  readonly path: string;
  /** The path that the call named. */
  readonly named: string;
  /** The absolute path with links resolved, if the search knows it. Absent: it is looked up. */
  readonly real?: string | undefined;
  /** Where `named` was when the policy evaluated the call, absolute. Absent: it is looked up. */
  readonly namedReal?: string | undefined;
}

/** False hides a path from listings: `fs_read` of it is denied or needs approval. */
export type IsVisible = (found: FoundPath) => boolean;

export const MAX_PATH_CHARS = 4096;

/** The context of a call, in which the workspace opens only what the policy evaluated. */
export function contextOf(context: FileToolContext, { places }: EvaluatedPlaces): FileToolContext {
  const { workspace } = context;
  if (places === undefined) return context;
  return {
    ...context,
    workspace: workspace.asEvaluated(places),
    wholeWorkspace: workspace,
    places,
  };
}

/** A filter for the paths that a search of `named` finds. */
export async function visibilityFilter(
  { isVisible: filter, places, workspace }: FileToolContext,
  named: string,
): Promise<(path: string, real?: string) => boolean> {
  const isVisible = await filter?.();
  if (isVisible === undefined) return () => true;
  const namedReal =
    places === undefined ? undefined : join(workspace.root, places.get(named) ?? named);
  return (path, real) => isVisible({ path, named, real, namedReal });
}

/** A path as a line of a result. */
export function pathLine(path: string): string {
  return path.replaceAll('\n', '\\n');
}

/** The facts of a call that touches these paths, from the workspace root. */
export function pathFacts(
  workspace: Workspace,
  access: PathFact['access'],
  paths: readonly string[],
): DeclaredFacts {
  const named = new Set(paths.map((path) => workspace.relative(path)));
  return { paths: [...named].map((path) => ({ path, access })) };
}
