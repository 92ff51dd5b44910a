import type { Environment, PatternedRedactor } from '../../common/index.ts';
import { headerSecrets } from '../../model/index.ts';
import { redactorFor, webhookSecrets } from '../../session/index.ts';
import {
  type InputName,
  INPUT_NAMES,
  type PartlySecretInput,
  SECRET_INPUTS,
} from './input-names.ts';

type Secrets = Readonly<Record<string, string | null>>;

/** What is secret in the value of an input of which only a part is. */
const PARTS: Readonly<Record<PartlySecretInput, (value: string | null) => Secrets>> = {
  'extra-headers': headerSecrets,
  'notify-webhook': webhookSecrets,
};

/** Every secret in the inputs of a step, which may be invalid; `null` where an input is empty. */
export function inputSecrets(input: (name: InputName) => string): Secrets {
  const whole = SECRET_INPUTS.map((name) => [name, input(name) || null] as const);
  const parts = INPUT_NAMES.filter(isPartlySecret).map((name) => PARTS[name](input(name) || null));
  return Object.fromEntries([...whole, ...parts.flatMap((part) => Object.entries(part))]);
}

/** A redactor for every secret of a step: those in its inputs, which may be invalid, and those in its environment. */
export function inputRedactor(
  input: (name: InputName) => string,
  environment: Environment,
): PatternedRedactor {
  return redactorFor(environment, inputSecrets(input));
}

function isPartlySecret(name: InputName): name is PartlySecretInput {
  return Object.hasOwn(PARTS, name);
}
