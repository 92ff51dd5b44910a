import { CountersignError, didYouMean, oneLine, type Environment } from '../../common/index.ts';

/**
 * Whether the value of an input is a secret. What is secret is masked in the log and redacted. `partly`: `input-redactor.ts` finds what
 * is secret in the value.
 */
type InputSecrecy = 'public' | 'secret' | 'partly';

/** Every input of action.yml by its name, in that order. A test holds this list against action.yml. */
export const INPUTS = {
  mode: 'public',
  'anthropic-api-key': 'secret',
  'api-key': 'secret',
  'github-token': 'secret',
  provider: 'public',
  model: 'public',
  'anthropic-base-url': 'public',
  'base-url': 'public',
  'anthropic-auth-token': 'secret',
  'extra-headers': 'partly',
  'max-output-tokens': 'public',
  'context-window': 'public',
  'prompt-cache': 'public',
  prompt: 'public',
  'system-prompt': 'public',
  'trigger-phrase': 'public',
  'allow-actors': 'public',
  'run-for': 'public',
  'apply-artifact': 'public',
  'apply-head': 'public',
  policy: 'public',
  baseline: 'public',
  'baseline-token': 'secret',
  'policy-diff-repositories': 'public',
  approvals: 'public',
  'approval-issue': 'public',
  'state-key': 'secret',
  'notify-webhook': 'partly',
  'resume-workflows': 'public',
  sandbox: 'public',
  'sandbox-install': 'public',
  'max-turns': 'public',
  'max-calls': 'public',
  'max-tokens': 'public',
  'max-usd': 'public',
  prices: 'public',
  'max-minutes': 'public',
  'fail-on': 'public',
  'tracking-comment': 'public',
  'plan-issues': 'public',
  'plan-files': 'public',
  'plan-repositories': 'public',
  'max-jobs': 'public',
  'expected-trails': 'public',
  repository: 'public',
  'retention-days': 'public',
  attest: 'public',
  'check-run': 'public',
  'output-schema': 'public',
} as const satisfies Readonly<Record<string, InputSecrecy>>;
export type InputName = keyof typeof INPUTS;
export type PartlySecretInput = {
  [Name in InputName]: (typeof INPUTS)[Name] extends 'partly' ? Name : never;
}[InputName];

export const INPUT_NAMES: readonly InputName[] = Object.keys(INPUTS).filter(isInputName);

/** The inputs whose whole value is a secret. */
export const SECRET_INPUTS: readonly InputName[] = INPUT_NAMES.filter(
  (name) => INPUTS[name] === 'secret',
);

/** The inputs whose value is no secret and contains none. */
export const PUBLIC_INPUTS: ReadonlySet<string> = new Set(
  INPUT_NAMES.filter((name) => INPUTS[name] === 'public'),
);

function isInputName(name: string): name is InputName {
  return Object.hasOwn(INPUTS, name);
}

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
