/**
 * A process that keeps Vitest loaded, since it takes seconds to start. Each run gets a new worker, which loads the sources as they are
 * then. It starts in the folder of the copied project. For each list of test files, or folders of them, that it receives it answers
 * whether the tests passed.
 */
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node';

/** A test that a mutant lets wait for ever counts as failed after this time. The others need seconds, and more on a busy machine. */
const TEST_TIMEOUT_MS = 60_000;

/** How long each file took when all its tests last passed, and how many mutants it killed. */
const durationsMs = new Map<string, number>();
const kills = new Map<string, number>();

/** The files that kill the most in the shortest time begin: most mutants fail many tests, and the first failure ends a run. */
class LikeliestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => msForKill(a) - msForKill(b));
  }
}

function msForKill({ moduleId }: TestSpecification): number {
  return (durationsMs.get(moduleId) ?? 0) / (1 + (kills.get(moduleId) ?? 0));
}

const vitest = await createVitest('test', {
  watch: false,
  bail: 1,
  retry: 0,
  // Files in one worker share what they loaded, and the first failure ends all of them.
  maxWorkers: 1,
  sequence: { sequencer: LikeliestFirst },
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
  reporters: [{}],
});

async function rerun(tests: readonly string[]): Promise<boolean> {
  const files = await vitest.globTestSpecifications([...tests]);
  if (files.length === 0) throw new Error(`${tests.join(', ')} name no test file`);
  const { testModules: known, unhandledErrors } = await vitest.runTestSpecifications(files);
  // Vitest also names the modules of earlier runs, with what they were then.
  const asked = new Set(files.map(({ moduleId }) => moduleId));
  const testModules = known.filter(({ moduleId }) => asked.has(moduleId));
  for (const module of testModules) {
    const { moduleId } = module;
    if (module.state() === 'failed') kills.set(moduleId, (kills.get(moduleId) ?? 0) + 1);
    else if (module.ok()) durationsMs.set(moduleId, module.diagnostic().duration);
  }
  return unhandledErrors.length === 0 && testModules.every((module) => module.ok());
}

process.on('message', (tests: string[]) => {
  void rerun(tests).then((passed) => process.send?.(passed));
});
process.on('disconnect', () => void vitest.close());
