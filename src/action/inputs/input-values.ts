import { CountersignError, type Outcome, OUTCOMES } from '../../common/index.ts';
import { parseBaselineAddress } from '../../policy/index.ts';
import type { InputName } from './input-names.ts';
import { REPOSITORY } from '../../fanout/index.ts';

/** Parsers of input values. Each throws `input-invalid` with what to write instead. */

export function invalid(name: InputName, value: string, fix: string): CountersignError {
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
  if (chosen === undefined) throw invalid(name, value, `Write one of: ${choices.join(', ')}.`);
  return chosen;
}

/** Inputs only tighten: a workflow step cannot turn the sandbox off, the policy on the trusted branch can. */
export function onlyRequired(value: string): true {
  if (value !== 'required') {
    throw invalid('sandbox', value, 'Write required, or leave it out and let the policy decide.');
  }
  return true;
}

/** `null` if the input is not given. An input of separators alone is invalid. */
export function nonEmpty(name: InputName, value: string | null): readonly string[] | null {
  if (value === null) return null;
  const items = list(value);
  if (items.length > 0) return items;
  throw invalid(name, value, 'Write names separated by commas or newlines.');
}

/** Globs separated by commas or newlines; a comma within braces separates nothing. `null` if the input is not given. */
export function globs(name: InputName, value: string | null): readonly string[] | null {
  if (nonEmpty(name, value) === null) return null;
  const found = value?.match(/(?:\{(?:[^{}\n]|\{[^{}\n]*\})*\}|[^,\n])+/g) ?? [];
  return found.map((glob) => glob.trim()).filter((glob) => glob !== '');
}

export function repository(value: string | null): string | null {
  if (value === null || REPOSITORY.test(value)) return value;
  throw invalid('repository', value, 'Write OWNER/NAME.');
}

export function repositories(values: readonly string[] | null): readonly string[] | null {
  for (const value of values ?? [])
    if (!REPOSITORY.test(value))
      throw invalid('policy-diff-repositories', value, 'Write OWNER/NAME.');
  return values;
}

export function list(value: string | null): readonly string[] {
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

export function phrase(value: string): string {
  if (/\s/.test(value)) {
    throw invalid('trigger-phrase', value, 'Write one word without spaces, such as /countersign.');
  }
  return value;
}

/** The required form of another job's output. */
export function shaped(name: InputName, value: string | null, form: RegExp): string | null {
  if (value === null || form.test(value)) return value;
  throw invalid(name, value, "Write the output of the agent's job: ${{ needs.agent.outputs.… }}.");
}

export function workflowFile(value: string): string {
  if (!/^\.github\/workflows\/[^/]+\.ya?ml$/.test(value)) {
    throw invalid('resume-workflows', value, 'Write paths such as .github/workflows/agent.yml.');
  }
  return value;
}

export function outputSchema(value: string | null): string | null {
  if (value === null || value.startsWith('{') || isRepositoryPath(value)) return value;
  throw invalid('output-schema', value, 'Write JSON, or a path from the root of the repository.');
}

function isRepositoryPath(value: string): boolean {
  const parts = value.split('/');
  return (
    !value.startsWith('/') && !parts.some((part) => part === '..' || part === '' || part === '.')
  );
}

export function policyPath(value: string): string {
  if (!isRepositoryPath(value)) {
    throw invalid('policy', value, 'Write a path from the root of the repository, without "..".');
  }
  return value;
}

/** Addresses of baselines. None of them is left out because it cannot be read. */
export function baselines(value: string | null): readonly string[] {
  const addresses = nonEmpty('baseline', value) ?? [];
  for (const address of addresses) {
    if (parseBaselineAddress(address) === null)
      throw invalid(
        'baseline',
        address,
        'Write OWNER/REPO/PATH@REF, such as acme/policies/base.yml@v1.',
      );
  }
  return addresses;
}

export function baseUrl(name: InputName, value: string | null): string | null {
  if (value === null) return null;
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw invalid(name, value, 'Write an https:// URL.');
  }
  return value;
}
