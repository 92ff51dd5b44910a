import { invalidInput } from '../../common/index.ts';
import { type ApiModelOptions, createApiModel } from '../api-model.ts';
import { MODEL_INPUTS } from '../failures/failures.ts';
import type { Model } from '../model.ts';
import {
  DEFAULT_MODEL,
  givenPrice,
  PRICES_EXAMPLE,
  type Prices,
  SCRIPTED_PREFIX,
} from '../prices.ts';
import { createScriptedModel } from '../scripted/scripted.ts';
import { chooseProvider, type ProviderChoice } from './choose-provider.ts';

export interface CreateModelOptions
  extends ProviderChoice,
    Omit<ApiModelOptions, 'model' | 'provider' | 'clock' | 'environment' | 'price' | 'fallback'> {
  /** A model's name, several as fall-backs (`a, b`), or `scripted:FILE`. Absent or empty: DEFAULT_MODEL. */
  readonly model?: string | null | undefined;
  /** The folder that a script's relative path starts from. */
  readonly cwd: string;
  /** What the models cost; for a script, its turns say that. Absent: as the price table says. */
  readonly prices?: Prices | null | undefined;
}

const MODEL_NAME = /^[\x21-\x7e]+$/;
const MAX_MODELS = 5;

/**
 * Creates the model that the inputs name, with its fall-backs: all at the one provider, address and login that the inputs
 * name. Throws `input-invalid` with what to write, and `script-invalid`.
 */
export async function createModel(options: CreateModelOptions): Promise<Model> {
  const model = options.model?.trim() || DEFAULT_MODEL;
  const prices = options.prices ?? null;
  if (model.startsWith(SCRIPTED_PREFIX))
    return await createScriptedModel(model.slice(SCRIPTED_PREFIX.length), options);
  const names = modelNames(model);
  requireOwnPrices(prices, names);
  const provider = chooseProvider(options);
  const createFrom = ([name = '', ...others]: readonly string[]): Model =>
    createApiModel({
      ...options,
      model: name,
      provider,
      price: givenPrice(prices, name),
      fallback: others.length === 0 ? undefined : createFrom(others),
    });
  return createFrom(names);
}

/** The models of the input, the first one first. */
function modelNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !MODEL_NAME.test(name) || name.startsWith(SCRIPTED_PREFIX));
  if (wrong !== undefined && names.length === 1) throw invalidModel(text, "is not a model's name");
  if (wrong !== undefined)
    throw invalidModel(text, `names ${JSON.stringify(wrong)}, which is not a model's name`);
  if (new Set(names).size < names.length) throw invalidModel(text, 'names a model twice');
  if (names.length > MAX_MODELS) throw invalidModel(text, `names more than ${MAX_MODELS} models`);
  return names;
}

function invalidModel(text: string, problem: string): Error {
  return invalidInput(
    `The model ${JSON.stringify(text)} ${problem}.`,
    `Write \`${MODEL_INPUTS.model}: ${DEFAULT_MODEL}\`, or several names as fall-backs: \`${MODEL_INPUTS.model}: a, b\`.`,
  );
}

/** A price that would be counted for another model than it is meant for is refused. */
function requireOwnPrices(prices: Prices | null, names: readonly string[]): void {
  if (prices === null) return;
  const fix = `Write a line \`MODEL: ${PRICES_EXAMPLE}\` for each of: ${names.join(', ')}.`;
  if (prices.only !== null && names.length > 1)
    throw invalidInput('`prices` names no model, and `model` names several.', fix);
  const other = [...prices.byModel.keys()].find((name) => !names.includes(name));
  if (other !== undefined)
    throw invalidInput(`\`prices\` names ${other}, which \`model\` does not.`, fix);
}
