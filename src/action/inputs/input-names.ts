import { CountersignError, didYouMean, oneLine, type Environment } from '../../common/index.ts';

/** Every input of action.yml, by its name. A test holds this list against action.yml. */
export const INPUT_NAMES = [
  'mode',
  'anthropic-api-key',
  'api-key',
  'github-token',
  'provider',
  'model',
  'anthropic-base-url',
  'base-url',
  'anthropic-auth-token',
  'extra-headers',
  'max-output-tokens',
  'context-window',
  'prompt-cache',
  'prompt',
  'system-prompt',
  'trigger-phrase',
  'allow-actors',
  'run-for',
  'apply-artifact',
  'apply-head',
  'policy',
  'baseline',
  'baseline-token',
  'policy-diff-repositories',
  'approvals',
  'approval-issue',
  'state-key',
  'notify-webhook',
  'resume-workflows',
  'sandbox',
  'sandbox-install',
  'max-turns',
  'max-calls',
  'max-tokens',
  'max-usd',
  'prices',
  'max-minutes',
  'fail-on',
  'tracking-comment',
  'plan-issues',
  'plan-files',
  'plan-repositories',
  'max-jobs',
  'expected-trails',
  'repository',
  'retention-days',
  'attest',
  'check-run',
  'output-schema',
] as const;
export type InputName = (typeof INPUT_NAMES)[number];

const PREFIX = 'INPUT_';
const MAX_SHOWN_CHARS = 60;
/** A shorter name is one letter from too many others: `INPUT_NODE` does not mean `mode`. */
const MIN_MEANT_CHARS = 5;

/**
 * Throws `input-invalid` for an input that is given under a name which is none, but nearly one of `names`: GitHub only warns, and
 * a limit that is misspelt would not hold. Names that are like none are left alone, because programs set such variables, too.
 */
export function refuseMisspeltInputs(
  variables: Environment,
  names: readonly string[] = INPUT_NAMES,
): void {
  const known: ReadonlySet<string> = new Set(INPUT_NAMES);
  const meanable = names.filter((name) => name.length >= MIN_MEANT_CHARS);
  for (const [variable, value = ''] of Object.entries(variables)) {
    if (!variable.startsWith(PREFIX) || value.trim() === '') continue;
    const name = variable.slice(PREFIX.length).toLowerCase();
    const meant = known.has(name) ? '' : didYouMean(name, meanable);
    if (meant === '') continue;
    const message = `There is no input ${oneLine(name, MAX_SHOWN_CHARS)}.${meant}`;
    const given = oneLine(variable, MAX_SHOWN_CHARS);
    const fix = `Correct its name under \`with:\`, or leave it out. If the job sets the environment variable ${given} itself, give that another name.`;
    throw new CountersignError('input-invalid', message, { fix });
  }
}
