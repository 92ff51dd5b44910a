import { errorText } from '../base/index.ts';
import { changedFiles } from '../sandbox/index.ts';
import type { Ground } from './ground.ts';
import type { RunWorld } from './job.ts';

/**
 * The files that differ from the pinned commit, what the run committed among them, redacted. A run may have broken the very git that
 * would tell: that is a warning, and does not change how the run ended.
 */
export async function changesIn(
  ground: Ground | null,
  world: Pick<RunWorld, 'bus' | 'redactor'>,
  since: string | null,
): Promise<readonly string[]> {
  if (ground === null) return [];
  try {
    const files = await changedFiles(ground.workspace.root, since === null ? {} : { since });
    return await Promise.all(files.map((file) => world.redactor.redact(file)));
  } catch (error) {
    const message = await world.redactor.redact(errorText(error));
    world.bus.emit({ type: 'warning', message: `What changed cannot be told: ${message}` });
    return [];
  }
}
