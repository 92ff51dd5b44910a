import { existsSync, globSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SecondTryReporter } from './scripts/second-try-reporter.ts';

/**
 * Each of these gets a process of its own: the SDK of artifacts reads the address of the API once, when it is loaded, and others
 * set variables of the process for whatever they start.
 */
const ALONE = [
  'test/action/faults/faults.test.ts',
  'test/action/resume/resume-run.test.ts',
  'test/cli/audit-url.test.ts',
  'test/github/artifacts/artifact.test.ts',
  'test/sandbox/escape.test.ts',
  'test/sandbox/exec/processes/run-process.test.ts',
];

for (const file of ALONE) if (!existsSync(file)) throw new Error(`vitest.config.ts names ${file}`);

/** Where `npm test` wants the counts. */
const report = process.env['COUNTERSIGN_TEST_REPORT'];
const json = (outputFile: string): ['json', object] => ['json', { outputFile }];
/**
 * What runs on Windows: the code that starts no process of a repository. There is no sandbox for Windows, and the other tests make files
 * with modes and links, and start commands of a POSIX shell.
 */
const ON_WINDOWS = [
  'test/audit/{verify,view}/**/*.test.ts',
  'test/checkpoint/**/*.test.ts',
  'test/common/**/*.test.ts',
  'test/github/events/**/*.test.ts',
  'test/model/**/*.test.ts',
  'test/policy/**/*.test.ts',
];
for (const glob of ON_WINDOWS)
  if (globSync(glob).length === 0) throw new Error(`vitest.config.ts names ${glob}`);
const isWindows = process.platform === 'win32';

/**
 * The folders of `test/` in their order; all others follow. End-to-end tests wait the longest: they begin first, so that none of them is
 * left alone at the end. To start a process takes longer the more memory a worker has in use, and a worker keeps the modules that it
 * loaded: tests that start many processes come before those that start none.
 */
const ORDER = ['e2e', 'sandbox', 'action', 'session', 'cli', 'recovery', 'tools'];

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
  const place = ORDER.findIndex((folder) => moduleId.includes(`/test/${folder}/`));
  return place === -1 ? ORDER.length + 1 : place + 1;
}

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine fails a test now and then: it is tried once more, and named at the end. Every night none is.
    retry: process.env['COUNTERSIGN_PROPERTY_TIMES'] === undefined ? 1 : 0,
    reporters: [
      'default',
      new SecondTryReporter(),
      ...(report === undefined ? [] : [json(report)]),
    ],
    pool: 'forks',
    // Node runs the sources as it runs those of scripts/: Vite would transform each of them first, and no test needs what it adds.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: 'test/temporary-folder.ts',
    unstubEnvs: true,
    sequence: { sequencer: LongestFirst },
    // More than two cores have: many tests wait for the processes that they started. Each worker loads and compiles the modules anew,
    // which takes it five seconds of processor time.
    maxWorkers: 4,
    // Each end-to-end test of a file that runs beside others has a step process of its own, which is slow at first.
    maxConcurrency: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          globalSetup: ['test/build-host.ts', 'test/e2e/templates-setup.ts'],
          include: isWindows ? ON_WINDOWS : ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ALONE],
          // A worker keeps the modules that it loaded: tests of the next files do not load them again.
          isolate: false,
        },
      },
      ...(isWindows ? [] : [{ extends: true as const, test: { name: 'alone', include: ALONE } }]),
    ],
  },
});
