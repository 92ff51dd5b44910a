import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Each of these gets a process of its own: the SDK of artifacts reads the address of the API once, when it is loaded, and others
 * set variables of the process for whatever they start.
 */
const ALONE = [
  'test/action/faults/faults.test.ts',
  'test/action/apply/changes-artifact.test.ts',
  'test/cli/audit-url.test.ts',
  'test/github/artifacts/artifact.test.ts',
  'test/sandbox/escape.test.ts',
  'test/sandbox/exec/run-process.test.ts',
];

for (const file of ALONE) if (!existsSync(file)) throw new Error(`vitest.config.ts names ${file}`);

/** End-to-end tests wait the longest: they begin first, so that none of them is left alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted
      .map((file, index) => ({ file, index, rank: rankOf(file) }))
      .sort((a, b) => a.rank - b.rank || a.index - b.index)
      .map(({ file }) => file);
  }
}

/** Files of one project stay together, so that their workers are used again. */
function rankOf({ project, moduleId }: TestSpecification): number {
  if (project.name === 'alone') return 0;
  return moduleId.includes('/test/e2e/') ? 1 : 2;
}

export default defineConfig({
  // The examples import the package by its name; dist/ may be older than the sources.
  resolve: { alias: { 'countersign/sdk': join(import.meta.dirname, 'test/sdk/published.ts') } },
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A time-out says that the machine was busy as often as that the code hangs: only that is tried once more, and reported as such.
    retry: { count: 1, condition: /timed[- ]?out/i },
    pool: 'forks',
    globalSetup: 'test/temporary-folder.ts',
    unstubEnvs: true,
    sequence: { sequencer: LongestFirst },
    // More than two cores have: many tests wait for the processes that they started.
    maxWorkers: 5,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          globalSetup: ['test/build-host.ts', 'test/e2e/templates-setup.ts'],
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ALONE],
          // A worker keeps the modules that it loaded: tests of the next files do not load them again.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
});
