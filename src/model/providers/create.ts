import { type Clock, CountersignError } from '../../common/index.ts';
import { createMessagesModel } from '../anthropic/anthropic.ts';
import { chooseProvider } from './choose-provider.ts';
import { MODEL_INPUTS } from '../anthropic/failures.ts';
import type { Model } from '../model.ts';
import { DEFAULT_MODEL, SCRIPTED_PREFIX } from '../prices.ts';
import type { ProviderName } from './provider.ts';

export interface CreateModelOptions {
  /** A model's name, or `scripted:FILE`. Empty or missing: DEFAULT_MODEL. */
  readonly model?: string | undefined;
  /** Who serves the model; Anthropic where missing. */
  readonly provider?: ProviderName | undefined;
  /** Needed for Anthropic itself; a script and the clouds do without. */
  readonly apiKey?: string | undefined;
  /** Empty or missing: the provider's own address. */
  readonly baseUrl?: string | undefined;
  /** Where the runner's proxy is named, and the clouds' own variables: region, project, resource, login. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Where a script's relative path starts. */
  readonly cwd: string;
  readonly clock: Clock;
  /** For the jitter of waits; from 0 up to 1. */
  readonly random?: () => number;
  /** How long a stream may be silent before the request is made again. */
  readonly stallTimeoutMs?: number;
}

const MODEL_NAME = /^[\x21-\x7e]+$/;

/**
 * The model that the inputs name. Nothing is asked of it yet; the SDK begins to load, and the connection to be made.
 * Throws `input-invalid` naming the input and the YAML to write, and `script-invalid`.
 */
export async function createModel(options: CreateModelOptions): Promise<Model> {
  const model = options.model?.trim() || DEFAULT_MODEL;
  const { clock, cwd } = options;
  if (model.startsWith(SCRIPTED_PREFIX)) {
    const { createScriptedModel } = await import('../scripted/scripted.ts');
    return createScriptedModel({ file: model.slice(SCRIPTED_PREFIX.length), cwd, clock });
  }
  if (!MODEL_NAME.test(model)) {
    throw new CountersignError(
      'input-invalid',
      `The input ${MODEL_INPUTS.model} is ${JSON.stringify(model)}, which is no model's name.`,
      { fix: `Write \`${MODEL_INPUTS.model}: ${DEFAULT_MODEL}\`.` },
    );
  }
  return createMessagesModel({
    model,
    provider: await chooseProvider(options),
    clock,
    ...(options.environment === undefined ? {} : { environment: options.environment }),
    ...(options.random === undefined ? {} : { random: options.random }),
    ...(options.stallTimeoutMs === undefined ? {} : { stallTimeoutMs: options.stallTimeoutMs }),
  });
}
