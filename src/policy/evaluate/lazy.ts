import type { lintPolicy as lint } from '../tooling/lint.ts';
import type { failedTests as failed } from '../tooling/policy-tests.ts';

// What judges takes a tenth of a start to load, and there is nothing to judge before the model has answered once.

/** See `judging.ts`, which is loaded for the first call. Rejects where that fails: then no call may be made. */
export async function importEvaluator(): Promise<typeof import('./evaluator.ts')> {
  return await import('./evaluator.ts');
}

/** See `policy-tests.ts`, which is loaded where a policy has tests. */
export async function failedTests(
  ...of: Parameters<typeof failed>
): Promise<ReturnType<typeof failed>> {
  const [policy] = of;
  if (policy.tests.length === 0) return [];
  const tests = await import('../tooling/policy-tests.ts');
  return tests.failedTests(...of);
}

/** See `lint.ts`, which is loaded for whoever wants to be warned: a run does not. */
export async function lintPolicy(...of: Parameters<typeof lint>): Promise<ReturnType<typeof lint>> {
  const lints = await import('../tooling/lint.ts');
  return lints.lintPolicy(...of);
}
