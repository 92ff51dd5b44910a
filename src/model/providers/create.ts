import { type Clock, CountersignError, type Environment } from '../../common/index.ts';
import { createApiModel } from '../api-model.ts';
import { MODEL_INPUTS } from '../failures.ts';
import type { Model } from '../model.ts';
import { DEFAULT_MODEL, type Price, SCRIPTED_PREFIX } from '../prices.ts';
import { createScriptedModel } from '../scripted/scripted.ts';
import { chooseProvider } from './choose-provider.ts';
import type { ProviderName } from './provider.ts';

export interface CreateModelOptions {
  /** A model's name, or `scripted:FILE`. Absent or empty: DEFAULT_MODEL. */
  readonly model?: string | undefined;
  /** Who serves the model. Absent: Anthropic. */
  readonly provider?: ProviderName | undefined;
  /** Required for Anthropic itself; not used for a script, Bedrock and Vertex AI. */
  readonly anthropicApiKey?: string | undefined;
  /** Absent or empty: the provider's own address. */
  readonly anthropicBaseUrl?: string | undefined;
  /** The key for providers of other models than Claude. */
  readonly apiKey?: string | undefined;
  /** The address of such a provider. Absent or empty: its own. */
  readonly baseUrl?: string | undefined;
  /** The variables that may name a proxy, and those of the clouds: region, project, resource, login. */
  readonly environment?: Environment;
  /** The folder that a script's relative path starts from. */
  readonly cwd: string;
  readonly clock: Clock;
  /** For the jitter of waits; from 0 up to 1. */
  readonly random?: () => number;
  /** What the model costs; for a script, its turns say that. Absent: as the price table says. */
  readonly price?: Price | undefined;
  /** How long a stream may be silent before the request is sent again. */
  readonly stallTimeoutMs?: number;
}

const MODEL_NAME = /^[\x21-\x7e]+$/;

/** Creates the model that the inputs name. Throws `input-invalid` naming the input and the YAML to write, and `script-invalid`. */
export async function createModel(options: CreateModelOptions): Promise<Model> {
  const model = options.model?.trim() || DEFAULT_MODEL;
  const { clock, cwd } = options;
  if (model.startsWith(SCRIPTED_PREFIX)) {
    return createScriptedModel({ file: model.slice(SCRIPTED_PREFIX.length), cwd, clock });
  }
  if (!MODEL_NAME.test(model)) {
    throw new CountersignError(
      'input-invalid',
      `The input ${MODEL_INPUTS.model} is ${JSON.stringify(model)}, which is not a model's name.`,
      { fix: `Write \`${MODEL_INPUTS.model}: ${DEFAULT_MODEL}\`.` },
    );
  }
  return createApiModel({
    model,
    provider: chooseProvider(options),
    clock,
    ...(options.environment === undefined ? {} : { environment: options.environment }),
    ...(options.random === undefined ? {} : { random: options.random }),
    ...(options.price === undefined ? {} : { price: options.price }),
    ...(options.stallTimeoutMs === undefined ? {} : { stallTimeoutMs: options.stallTimeoutMs }),
  });
}
