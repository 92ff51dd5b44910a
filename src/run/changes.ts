import { errorText } from '../base/index.ts';
import { changedFiles } from '../sandbox/index.ts';
import type { Ground } from './ground.ts';
import type { RunWorld } from './job.ts';

/**
 * The files of the work tree that differ from the pinned commit, redacted. A run may have broken the very git that
 * would tell: that is a warning, and does not change how the run ended.
 */
export async function changesIn(
  ground: Ground | null,
  world: Pick<RunWorld, 'bus' | 'redactor'>,
): Promise<readonly string[]> {
  if (ground === null) return [];
  try {
    const files = await changedFiles(ground.workspace.root);
    return await Promise.all(files.map((file) => world.redactor.redact(file)));
  } catch (error) {
    const message = await world.redactor.redact(errorText(error));
    world.bus.emit({ type: 'warning', message: `What changed cannot be told: ${message}` });
    return [];
  }
}
