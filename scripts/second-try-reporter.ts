import { relative } from 'node:path';
import type { Reporter, TestCase } from 'vitest/node';

/** Names, at the end of a run, the tests that passed only at their second try: each has a race to find. */
export class SecondTryReporter implements Reporter {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true)
      this.#names.push(`${relative('.', test.module.moduleId)} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.#names.length === 0) return;
    console.log(`\nPassed only at the second try:\n${this.#names.join('\n')}`);
  }
}
