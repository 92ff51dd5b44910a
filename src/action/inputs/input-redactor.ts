import type { Environment, PatternedRedactor } from '../../common/index.ts';
import { headerSecrets } from '../../model/index.ts';
import { redactorFor, webhookSecrets } from '../../session/index.ts';
import type { InputName } from './input-names.ts';

/** The inputs whose whole value is a secret. */
export const SECRET_INPUTS = [
  'anthropic-api-key',
  'api-key',
  'anthropic-auth-token',
  'github-token',
  'state-key',
  'baseline-token',
] as const satisfies readonly InputName[];

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
