import { hasArtifacts } from '../../github/index.ts';
import type { Suspension } from '../../session/index.ts';
import type { ActionRequest } from '../context.ts';

/**
 * How a run of this step is suspended. `null` if it cannot be: there is no secret to encrypt the checkpoint with, no
 * workflow file to resume in, or a server without artifacts.
 */
export function suspensionOf({
  inputs,
  environment,
}: Pick<ActionRequest, 'inputs' | 'environment'>): Suspension | null {
  const { serverUrl, workflow } = environment;
  if (!hasArtifacts(serverUrl)) return null;
  const secret = inputs.stateKey ?? inputs.anthropicApiKey;
  return secret === null || workflow === null ? null : { secret, workflow };
}
