import { CountersignError, type Outcome, OUTCOMES, SHA_256 } from '../../common/index.ts';
import { parseBaselineAddress } from '../../policy/index.ts';
import type { InputName } from './input-names.ts';
import { REPOSITORY } from '../../fanout/index.ts';

/** Parsers of input values. Each throws `input-invalid` with what to write instead. */

const OUTPUT_OF_AGENT = "Write the output of the agent's job: ${{ needs.agent.outputs.… }}.";

export function invalidValue(name: InputName, value: string, fix: string): CountersignError {
  return new CountersignError(
    'input-invalid',
    `The input ${name} is invalid: ${JSON.stringify(value)}.`,
    { fix },
  );
}

export function oneOf<const Choice extends string>(
  name: InputName,
  value: string,
  choices: readonly Choice[],
): Choice {
  const chosen = choices.find((choice) => choice === value);
  if (chosen === undefined) throw invalidValue(name, value, `Write one of: ${choices.join(', ')}.`);
  return chosen;
}

/** The values, each of which has to pass the check. */
export function requireEach<V extends string>(
  name: InputName,
  values: readonly V[],
  { isValid, fix }: { readonly isValid: (value: string) => boolean; readonly fix: string },
): readonly V[] {
  const wrong = values.find((value) => !isValid(value));
  if (wrong !== undefined) throw invalidValue(name, wrong, fix);
  return values;
}

/** `null` if the input is not given. An input of separators alone is invalid. */
export function nonEmpty(name: InputName, value: string | null): readonly string[] | null {
  if (value === null) return null;
  const items = listedValues(value);
  if (items.length > 0) return items;
  throw invalidValue(name, value, 'Write names separated by commas or newlines.');
}

/** Globs separated by commas or newlines; a comma within braces separates nothing. `null` if the input is not given. */
export function globs(name: InputName, value: string | null): readonly string[] | null {
  if (nonEmpty(name, value) === null) return null;
  const found = value?.match(/(?:\{(?:[^{}\n]|\{[^{}\n]*\})*\}|[^,\n])+/g) ?? [];
  return found.map((glob) => glob.trim()).filter((glob) => glob !== '');
}

export function listedValues(value: string | null): readonly string[] {
  if (value === null) return [];
  return value
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The outcomes that fail the step. Without the input the default applies, so only `none` means no outcome. */
export function failOn(value: string | null): readonly Outcome[] {
  if (value === null)
    return ['incomplete', 'denied', 'over-budget', 'timed-out', 'cancelled', 'error'];
  if (value === 'none') return [];
  const items = nonEmpty('fail-on', value) ?? [];
  return items.map((item) => oneOf('fail-on', item, OUTCOMES));
}

/** What single values have to be, and what to write instead. */
export const CHECKS = {
  // A workflow step cannot turn the sandbox off, the policy on the trusted branch can.
  required: {
    isValid: (value: string) => value === 'required',
    fix: 'Write required, or leave it out and let the policy decide.',
  },
  repository: { isValid: matches(REPOSITORY), fix: 'Write OWNER/NAME.' },
  word: {
    isValid: matches(/^\S*$/),
    fix: 'Write one word without spaces, such as /countersign.',
  },
  artifact: { isValid: matches(/^[A-Za-z0-9._-]{1,255}$/), fix: OUTPUT_OF_AGENT },
  hash: { isValid: matches(SHA_256), fix: OUTPUT_OF_AGENT },
  workflow: {
    isValid: matches(/^\.github\/workflows\/[^/]+\.ya?ml$/),
    fix: 'Write paths such as .github/workflows/agent.yml.',
  },
  schema: {
    isValid: (value: string) => value.startsWith('{') || isRepositoryPath(value),
    fix: 'Write JSON, or a path from the root of the repository.',
  },
  policy: {
    isValid: isRepositoryPath,
    fix: 'Write a path from the root of the repository, without "..".',
  },
  baseline: {
    isValid: (value: string) => parseBaselineAddress(value) !== null,
    fix: 'Write OWNER/REPO/PATH@REF, such as acme/policies/base.yml@v1.',
  },
  url: {
    isValid: (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
    fix: 'Write an https:// URL.',
  },
} as const;

function matches(form: RegExp): (value: string) => boolean {
  return (value) => form.test(value);
}

function isRepositoryPath(value: string): boolean {
  return !value.split('/').some((part) => part === '..' || part === '' || part === '.');
}
