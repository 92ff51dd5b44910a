import type { Environment, PatternedRedactor } from '../../common/index.ts';
import { headerSecrets } from '../../model/index.ts';
import { redactorFor, webhookSecrets } from '../../session/index.ts';
import { type InputName, SECRET_INPUTS } from './input-names.ts';

/** A redactor for every secret of a step: those in its inputs, which may be invalid, and those in its environment. */
export function inputRedactor(
  input: (name: InputName) => string,
  environment: Environment,
): PatternedRedactor {
  const secrets = SECRET_INPUTS.map((name) => [name, input(name) || null] as const);
  return redactorFor(environment, {
    ...Object.fromEntries(secrets),
    ...headerSecrets(input('extra-headers')),
    ...webhookSecrets(input('notify-webhook') || null),
  });
}
