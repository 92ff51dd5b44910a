import { errorText, oneLine } from '../../common/index.ts';
import { changedFiles } from '../../sandbox/index.ts';
import type { RunWorkspace } from './workspace-sandbox.ts';
import type { RunContext } from '../job.ts';

const MAX_NAMED = 10;
const MAX_LIST_CHARS = 1_000;

/**
 * The files that differ from the pinned commit, including those that the run committed, redacted. If git cannot list
 * them, there is a warning, and the outcome stays.
 */
export async function changesIn(
  workspace: RunWorkspace | null,
  context: Pick<RunContext, 'bus' | 'redactor'>,
  since: string | null,
): Promise<readonly string[]> {
  if (workspace === null) return [];
  try {
    const store = await workspace.store();
    if (store === null) return [];
    const { files, remarks } = await changedFiles(store, since === null ? {} : { since });
    if (remarks.length > 0)
      context.bus.emit({ type: 'warning', message: await reportChanges(remarks, context) });
    return await Promise.all(files.map((file) => context.redactor.redact(file)));
  } catch (error) {
    const message = await context.redactor.redact(errorText(error));
    context.bus.emit({ type: 'warning', message: `The changes cannot be listed: ${message}` });
    return [];
  }
}

/** Entries that are neither file nor symlink go into no patch and no checkpoint; a warning lists them. */
async function reportChanges(
  remarks: readonly { readonly path: string; readonly because: string }[],
  { redactor }: Pick<RunContext, 'redactor'>,
): Promise<string> {
  const named = remarks.slice(0, MAX_NAMED).map(({ path, because }) => `${path} (${because})`);
  const more = remarks.length > MAX_NAMED ? ` and ${remarks.length - MAX_NAMED} more` : '';
  const list = oneLine(await redactor.redact(named.join(', ')), MAX_LIST_CHARS);
  return `Left in the checkout, read by nobody and kept nowhere: ${list}${more}.`;
}
