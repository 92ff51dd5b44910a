import type { CheckpointState } from '../../checkpoint/index.ts';
import { errorText, type Redactor } from '../../common/index.ts';
import { bundleChanges, type LeftOut, type TrustedStore } from '../../sandbox/index.ts';
import { namedPaths } from '../workspace/changes.ts';

/** The changes of the work tree in a checkpoint. */
export type SavedWorkTree = Pick<CheckpointState, 'workTree' | 'workTreeMissing'>;

/**
 * Bundles the changes of the work tree since `base`. Where that fails, the checkpoint has none of them and says why:
 * without its files a run can still resume. `mustHave` says which errors are thrown instead.
 */
export async function savedWorkTree(
  store: TrustedStore,
  options: {
    readonly base: string;
    readonly redactor: Redactor;
    readonly mustHave?: (error: unknown) => boolean;
  },
): Promise<SavedWorkTree> {
  const { base, redactor, mustHave = () => false } = options;
  try {
    return { workTree: await bundleChanges(store, { base }) };
  } catch (error) {
    if (mustHave(error)) throw error;
    return { workTree: null, workTreeMissing: redactor.redact(errorText(error)) };
  }
}

/** What the changes of a work tree lack, also in its submodules; paths from the root. */
export function leftOutOf(workTree: CheckpointState['workTree']): readonly LeftOut[] {
  if (workTree === null) return [];
  const inside = (workTree.submodules ?? []).flatMap(({ path, changes }) =>
    leftOutOf(changes).map((one) => ({ ...one, path: `${path}/${one.path}` })),
  );
  return [...(workTree.leftOut ?? []), ...inside];
}

export function missingNotice(because: string): string {
  return `The changes of files are not in the checkpoint: ${because}`;
}

/** What people have to know about the files in a checkpoint, as sentences; empty if it has all of them. */
export function checkpointNotices(saved: SavedWorkTree, redactor: Redactor): readonly string[] {
  if (saved.workTreeMissing !== undefined) return [missingNotice(saved.workTreeMissing)];
  const leftOut = leftOutOf(saved.workTree);
  if (leftOut.length === 0) return [];
  return [`The checkpoint does not contain ${namedPaths(leftOut, redactor)}.`];
}
