import { hasArtifacts } from '../../github/index.ts';
import type { Suspension } from '../../session/index.ts';
import type { ActionContext } from '../context.ts';
import type { Inputs } from '../inputs/inputs.ts';

/**
 * How a run of this step is suspended. `null` if it cannot be: there is no secret to encrypt the checkpoint with, no
 * workflow file to resume in, or a server without artifacts.
 */
export function suspensionOf({
  inputs,
  environment: { serverUrl, workflow },
}: Pick<ActionContext, 'inputs' | 'environment'>): Suspension | null {
  if (!hasArtifacts(serverUrl)) return null;
  const secret = checkpointSecret({ ...inputs, ...inputs.modelChoice });
  return secret === null || workflow === null ? null : { secret, workflow };
}

/** Why `suspensionOf` is `null`, as a clause, with what to do about it. */
export function whyNotSuspended({
  serverUrl,
  workflow,
}: Pick<ActionContext['environment'], 'serverUrl' | 'workflow'>): string {
  if (!hasArtifacts(serverUrl)) return 'this server has no artifacts that could keep it';
  return workflow === null
    ? 'no workflow of this repository could resume it'
    : 'no key encrypts its state (set the input `state-key`)';
}

/**
 * The secret that encrypts checkpoints: `state-key`, else the model's key; `null` without one. The token of a job, with which
 * GitHub Models can be called, is another one in the job that resumes.
 */
export function checkpointSecret({
  stateKey,
  anthropicApiKey,
  anthropicAuthToken,
  apiKey,
  githubToken,
}: Pick<Inputs, 'stateKey' | 'githubToken'> &
  Pick<Inputs['modelChoice'], 'anthropicApiKey' | 'anthropicAuthToken' | 'apiKey'>): string | null {
  const key = anthropicApiKey ?? anthropicAuthToken ?? apiKey;
  return stateKey ?? (key === githubToken ? null : key);
}
