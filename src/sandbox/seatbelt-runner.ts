import type { RunnerOptions } from './create.ts';
import type { RunnerParts } from './runner.ts';
import { type Tried, without } from './tried.ts';

export async function trySeatbelt(_options: RunnerOptions, _bare: RunnerParts): Promise<Tried> {
  return without('commands run without a sandbox on darwin');
}
