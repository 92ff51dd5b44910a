import { errorText, oneLine } from '../base/index.ts';
import { changedFiles } from '../sandbox/index.ts';
import type { Ground } from './ground.ts';
import type { RunWorld } from './job.ts';

const MAX_NAMED = 10;
const MAX_LIST_CHARS = 1_000;

/**
 * The files that differ from the pinned commit, what the run committed among them, redacted. Where that
 * cannot be told there is a warning, which does not change how the run ended.
 */
export async function changesIn(
  ground: Ground | null,
  world: Pick<RunWorld, 'bus' | 'redactor'>,
  since: string | null,
): Promise<readonly string[]> {
  if (ground === null) return [];
  try {
    const store = await ground.store();
    if (store === null) return [];
    const { files, remarks } = await changedFiles(store, since === null ? {} : { since });
    if (remarks.length > 0)
      world.bus.emit({ type: 'warning', message: await told(remarks, world) });
    return await Promise.all(files.map((file) => world.redactor.redact(file)));
  } catch (error) {
    const message = await world.redactor.redact(errorText(error));
    world.bus.emit({ type: 'warning', message: `What changed cannot be told: ${message}` });
    return [];
  }
}

/** What lies in the checkout and is neither file nor link goes into no patch and no checkpoint; people are told of it. */
async function told(
  remarks: readonly { readonly path: string; readonly because: string }[],
  { redactor }: Pick<RunWorld, 'redactor'>,
): Promise<string> {
  const named = remarks.slice(0, MAX_NAMED).map(({ path, because }) => `${path} (${because})`);
  const more = remarks.length > MAX_NAMED ? ` and ${remarks.length - MAX_NAMED} more` : '';
  const list = oneLine(await redactor.redact(named.join(', ')), MAX_LIST_CHARS);
  return `Left in the checkout, read by nobody and kept nowhere: ${list}${more}.`;
}
