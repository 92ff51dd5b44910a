/**
 * A process that keeps Vitest loaded, since most of the time of a run goes into loading it and the files that did not change.
 * It starts in the folder of the copied project. For each `Rerun` that it receives it answers whether the tests passed.
 */
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node';

export interface Rerun {
  /** The files that changed since the last run, as absolute paths. */
  readonly changed: readonly string[];
  /** Test files, or folders of them. */
  readonly tests: readonly string[];
}

/** A test that a mutant lets wait for ever counts as failed after this time. */
const TEST_TIMEOUT_MS = 30_000;

/** How long each file took when it was last run to its end. */
const durationsMs = new Map<string, number>();

/** Most mutants fail many tests: the shortest files begin, so that the first failure is soon there. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => durationOf(a) - durationOf(b));
  }
}

function durationOf({ moduleId }: TestSpecification): number {
  return durationsMs.get(moduleId) ?? 0;
}

const vitest = await createVitest('test', {
  watch: false,
  bail: 1,
  retry: 0,
  // Files in one worker share what they loaded, and the first failure ends all of them.
  maxWorkers: 1,
  sequence: { sequencer: ShortestFirst },
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
  reporters: [{}],
});

async function rerun({ changed, tests }: Rerun): Promise<boolean> {
  for (const file of changed) vitest.invalidateFile(file);
  const files = await vitest.globTestSpecifications([...tests]);
  if (files.length === 0) throw new Error(`${tests.join(', ')} name no test file`);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files);
  for (const module of testModules)
    if (module.ok()) durationsMs.set(module.moduleId, module.diagnostic().duration);
  return unhandledErrors.length === 0 && testModules.every((module) => module.ok());
}

process.on('message', (message: Rerun) => {
  void rerun(message).then((passed) => process.send?.(passed));
});
process.on('disconnect', () => void vitest.close());
