import type { CheckpointState } from '../../checkpoint/index.ts';
import { errorText, type Redactor } from '../../common/index.ts';
import { bundleChanges, type TrustedStore } from '../../sandbox/index.ts';

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
