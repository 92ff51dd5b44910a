import { changedFiles, headBranch, isShallow } from '../../sandbox/index.ts';
import type { IsVisible } from '../../tools/index.ts';
import type { RunWorkspace } from '../workspace/workspace-sandbox.ts';
import type { Checkout } from './facts.ts';

// I/O: inspects the checkout at the start of a job.

const MAX_ENTRIES = 60;
const MAX_LOOKED_AT = 1_000;

/** The state of the checkout. Omits what cannot be read: no run needs it. */
export async function inspectCheckout(
  workspace: Pick<RunWorkspace, 'files' | 'store'>,
  { base, isVisible }: { readonly base: string | null; readonly isVisible: IsVisible },
): Promise<Checkout> {
  const [changed, top] = await Promise.all([
    changesSince(workspace, base).catch(() => null),
    topEntries(workspace, isVisible).catch(() => ({ names: [], isWhole: true })),
  ]);
  return {
    changedFiles: changed,
    branch: headBranch(workspace.files.root),
    shallow: isShallow(workspace.files.root),
    top: top.names.slice(0, MAX_ENTRIES),
    more: Math.max(0, top.names.length - MAX_ENTRIES),
    isCounted: top.isWhole,
  };
}

async function changesSince(
  workspace: Pick<RunWorkspace, 'store'>,
  base: string | null,
): Promise<number | null> {
  const store = base === null ? null : await workspace.store();
  if (store === null || base === null) return null;
  const { files } = await changedFiles(store, { since: base });
  return files.length;
}

async function topEntries(
  { files }: Pick<RunWorkspace, 'files'>,
  isVisible: IsVisible,
): Promise<{ readonly names: readonly string[]; readonly isWhole: boolean }> {
  const entries = await files.list('.', { limit: MAX_LOOKED_AT });
  const names = entries
    .filter(({ path }) => isVisible({ path, named: '.' }))
    .map(({ path, kind }) => (kind === 'directory' ? `${path}/` : path));
  return { names, isWhole: entries.length < MAX_LOOKED_AT };
}
