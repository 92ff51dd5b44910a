import type { PolicyWorld } from './facts.ts';
import { lintPolicy } from './lint.ts';
import { parsePolicy } from './parse-policy.ts';
import type { Policy } from './policy.ts';
import { type ExampleResult, failedTests, runPolicyTests } from './policy-tests.ts';
import type { PolicyProblem } from './problems.ts';

export interface LoadOptions {
  /** How messages call the file. */
  readonly file: string;
  /** Names of the tools that exist; without them names are not checked. */
  readonly knownTools?: readonly string[];
  /** The world that the policy's `tests` are judged in; one without symlinks where absent. */
  readonly world?: PolicyWorld;
}

export type LoadResult =
  | { readonly ok: true; readonly policy: Policy; readonly warnings: readonly PolicyProblem[] }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/**
 * Loads a policy file: YAML, schema, rules compiled once, its own `tests` (one that fails is an error), and lints as
 * warnings. Give it the bytes as they were read: `policy.sha256` is over them. A missing file is not its business
 * (`builtinPolicy` is for that); an empty one is an error. Never throws.
 */
export function loadPolicy(text: string | Uint8Array, options: LoadOptions): LoadResult {
  const parsed = parsePolicy(text, { file: options.file });
  if (!parsed.ok) return parsed;
  const problems = failedTests(parsed.policy, options.world);
  if (problems.length > 0) return { ok: false, problems };
  const { policy } = parsed;
  const lintOptions = options.knownTools === undefined ? {} : { knownTools: options.knownTools };
  let warnings: readonly PolicyProblem[] | null = null;
  return {
    ok: true,
    policy,
    // Comparing the rules with each other takes longer than loading them, and a run does not need it to start.
    get warnings() {
      warnings ??= lintPolicy(policy, lintOptions);
      return warnings;
    },
  };
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
  if (!result.ok) return { ok: false, errors: result.problems.toSorted(byPlace), warnings: [] };
  return { ok: true, errors: [], warnings: result.warnings.toSorted(byPlace) };
}

/**
 * Every example of the policy's `tests` with the verdict that it gets, failed ones included. Not `ok` only where the
 * policy could not be read at all.
 */
export function testPolicy(
  text: string | Uint8Array,
  options: LoadOptions,
):
  | { readonly ok: true; readonly results: readonly ExampleResult[] }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] } {
  const parsed = parsePolicy(text, { file: options.file });
  return parsed.ok ? { ok: true, results: runPolicyTests(parsed.policy, options.world) } : parsed;
}

function byPlace(left: PolicyProblem, right: PolicyProblem): number {
  return left.line - right.line || left.column - right.column;
}
