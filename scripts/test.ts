/**
 * The whole test command: the tests, and beside them type check, lint, format, and `dist/` built anew and compared with what is there.
 * Its last line counts: every test of vitest, and each of the other steps as one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { differences } from './compare-folders.ts';
import { stepBeside, TOOLS } from './steps.ts';

/** Not `dist/` itself: tests start it meanwhile. */
const BUILT = 'build/dist';
const LINTED = ['src', 'test', 'scripts', 'bench', 'eval', 'vitest.config.ts'];

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

const count: Count = { passed: 0, failed: 0, skipped: 0 };

function check(held: boolean): void {
  if (held) count.passed += 1;
  else count.failed += 1;
}

const vitestReport = z.looseObject({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
});

async function runTests(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-report-'));
  const file = join(folder, 'report.json');
  const vitest = spawn(process.execPath, [TOOLS.vitest, 'run'], {
    stdio: 'inherit',
    env: { ...process.env, COUNTERSIGN_TEST_REPORT: file },
  });
  await once(vitest, 'close');
  const report = existsSync(file)
    ? vitestReport.parse(JSON.parse(readFileSync(file, 'utf8')))
    : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
  rmSync(folder, { recursive: true, force: true });
  count.passed += report.numPassedTests;
  count.failed += report.numFailedTests;
  count.skipped += report.numPendingTests;
  // An error outside of the tests fails the run without a failed test.
  if (vitest.exitCode !== 0 && report.numFailedTests === 0) count.failed += 1;
}

async function distIsBuilt(): Promise<boolean> {
  if (!(await stepBeside('build', process.execPath, ['scripts/build.ts', BUILT]))) return false;
  const changed = differences('dist', BUILT);
  if (changed.length === 0) return true;
  console.error('dist/ is not what the sources give; commit what npm run build makes of it:');
  console.error(changed.join('\n'));
  return false;
}

async function tool(title: string, args: readonly string[]): Promise<boolean> {
  return await stepBeside(title, process.execPath, args);
}

/** One after the other, so that the tests keep a core. */
async function runChecks(): Promise<void> {
  // One pass over the types does both (`.oxlintrc.json`).
  check(await tool('type check and lint', [TOOLS.oxlint, '--deny-warnings', ...LINTED]));
  check(await tool('format', [TOOLS.biome, 'format', '.']));
  if (process.platform === 'win32') {
    console.log('\n== build: skipped, since paths of Windows would get into the bundle');
    count.skipped += 1;
  } else check(await distIsBuilt());
}

await Promise.all([runChecks(), runTests()]);
const skipped = count.skipped === 0 ? '' : `, ${count.skipped} skipped`;
console.log(`\n${count.passed} passed, ${count.failed} failed${skipped}`);
process.exitCode = count.failed === 0 ? 0 : 1;
