import { errorText, oneLine } from '../../common/index.ts';
import { findChanges, type FoundChanges, listChanges } from '../../sandbox/index.ts';
import type { RunWorkspace } from './workspace-sandbox.ts';
import type { RunContext } from '../job.ts';

const MAX_NAMED = 10;
const MAX_LIST_CHARS = 1_000;

interface RunChanges {
  /** Redacted. */
  readonly files: readonly string[];
  /** For the patch; `null` without a list. */
  readonly found: FoundChanges | null;
}

const NO_CHANGES: RunChanges = { files: [], found: null };

/**
 * The files that differ from the pinned commit, including those that the run committed. If git cannot list them, there is
 * a warning, and the outcome stays.
 */
export async function changesIn(
  workspace: RunWorkspace | null,
  context: Pick<RunContext, 'bus' | 'redactor'>,
  since: string | null,
): Promise<RunChanges> {
  if (workspace === null) return NO_CHANGES;
  try {
    const store = await workspace.store();
    if (store === null) return NO_CHANGES;
    const found = await findChanges(store, since ?? store.head);
    const { files, remarks } = listChanges(found);
    // Entries that are neither file nor symlink go into no patch and no checkpoint.
    if (remarks.length > 0) {
      const named = namedPaths(remarks, context.redactor);
      const message = `Left in the checkout, read by nobody and kept nowhere: ${named}.`;
      context.bus.emit({ type: 'warning', message });
    }
    return { files: files.map((file) => context.redactor.redact(file)), found };
  } catch (error) {
    const message = context.redactor.redact(errorText(error));
    context.bus.emit({ type: 'warning', message: `The changes cannot be listed: ${message}` });
    return NO_CHANGES;
  }
}

/** The first paths, each with its reason, on one line and redacted. */
export function namedPaths(
  paths: readonly { readonly path: string; readonly because: string }[],
  redactor: Pick<RunContext['redactor'], 'redact'>,
): string {
  const named = paths.slice(0, MAX_NAMED).map(({ path, because }) => `${path} (${because})`);
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : '';
  return oneLine(redactor.redact(named.join(', ')), MAX_LIST_CHARS) + more;
}
