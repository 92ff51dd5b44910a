import { deadGates, lintPolicy, unknownNames } from '../tooling/lint.ts';
import { deniedRequirements, failedTests } from '../tooling/policy-tests.ts';
import { parsePolicy, type ParseOptions } from './parse-policy.ts';
import type { Policy } from '../model/policy.ts';
import type { PolicyProblem } from '../model/problems.ts';
import { unknownToolProblems } from './unknown-tools.ts';

interface LoadOptions extends ParseOptions {
  /** Names of the tools that exist (`BUILTIN_TOOLS`); without them names are not checked. */
  readonly knownTools?: readonly string[];
}

type LoadResult =
  | {
      readonly ok: true;
      readonly policy: Policy;
      /** Calculates the lints. */
      readonly warnings: () => readonly PolicyProblem[];
    }
  | {
      readonly ok: false;
      readonly problems: readonly PolicyProblem[];
      /** Calculates those of the lints that the errors cannot make wrong. */
      readonly warnings: () => readonly PolicyProblem[];
    };

/**
 * Loads a policy file: YAML, schema, compiled rules, and its own `tests`, of which a failed one is an error. Pass the
 * bytes as they were read: `policy.sha256` is over them. For a missing file there is `builtinPolicy`; an empty file is
 * an error. Never throws.
 */
export function loadPolicy(text: string | Uint8Array, options: LoadOptions): LoadResult {
  const parsed = parsePolicy(text, options);
  const { knownTools } = options;
  const policy = parsed.ok ? parsed.policy : parsed.rest;
  const problems = parsed.ok ? [] : [...parsed.problems];
  if (policy !== undefined) {
    if (knownTools !== undefined)
      problems.push(...unknownToolProblems(policy.layers[0], knownTools));
    problems.push(...deadGates(policy.layers[0]));
    problems.push(...deniedRequirements(policy));
    problems.push(...failedTests(policy, { isComplete: parsed.ok }));
  }
  problems.sort(byPlace);
  if (policy === undefined) return { ok: false, problems, warnings: () => [] };
  const [layer] = policy.layers;
  if (problems.length > 0)
    return { ok: false, problems, warnings: () => unknownNames(layer, options) };
  return { ok: true, policy, warnings: () => lintPolicy(layer, options) };
}

/** Everything that `policy check` shows: errors and warnings in the order of the file. */
export function checkPolicy(
  text: string | Uint8Array,
  options: LoadOptions,
): {
  readonly ok: boolean;
  readonly errors: readonly PolicyProblem[];
  readonly warnings: readonly PolicyProblem[];
} {
  const result = loadPolicy(text, options);
  const errors = result.ok ? [] : result.problems;
  return { ok: result.ok, errors, warnings: result.warnings().toSorted(byPlace) };
}

function byPlace(left: PolicyProblem, right: PolicyProblem): number {
  return left.line - right.line || left.column - right.column;
}
