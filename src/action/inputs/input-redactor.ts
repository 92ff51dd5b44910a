import type { Environment, PatternedRedactor } from '../../common/index.ts';
import { headerSecrets } from '../../model/index.ts';
import { redactorFor, webhookSecrets } from '../../session/index.ts';
import { SECRET_INPUTS } from './input-names.ts';
import type { Runner } from './runner.ts';

/** A redactor for every secret of a step: those in its inputs, which may be invalid, and those in its environment. */
export function inputRedactor(
  runner: Pick<Runner, 'input'>,
  environment: Environment,
): PatternedRedactor {
  const secrets = SECRET_INPUTS.map((name) => [name, runner.input(name) || null] as const);
  return redactorFor(environment, {
    ...Object.fromEntries(secrets),
    ...headerSecrets(runner.input('extra-headers')),
    ...webhookSecrets(runner.input('notify-webhook') || null),
  });
}
