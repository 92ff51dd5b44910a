/**
 * The whole test command: type check, lint, tests, and `dist/` rebuilt and compared with what is committed.
 * Its last line counts: every test of vitest, and each of the other steps as one.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { output, step } from './steps.ts';

const BIN = 'node_modules/.bin';

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

function runTests(): void {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-report-'));
  const file = join(folder, 'report.json');
  const passed = step('tests', `${BIN}/vitest`, [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = vitestReport.parse(JSON.parse(readFileSync(file, 'utf8')));
  rmSync(folder, { recursive: true, force: true });
  count.passed += report.numPassedTests;
  count.failed += report.numFailedTests;
  count.skipped += report.numPendingTests;
  if (!passed && count.failed === 0) count.failed += 1;
}

function distIsBuilt(): boolean {
  if (!step('dist rebuilt', process.execPath, ['scripts/build.ts'])) return false;
  const changed = output('git', ['status', '--porcelain', '--', 'dist']);
  if (changed === '') return true;
  console.error(`dist/ is not what the sources give; commit the rebuilt one:\n${changed}`);
  return false;
}

check(step('type check', `${BIN}/tsc`, ['-p', 'tsconfig.json']));
check(
  step('lint', `${BIN}/oxlint`, [
    '--type-aware',
    '--deny-warnings',
    'src',
    'test',
    'scripts',
    'bench',
  ]),
);
check(step('format', `${BIN}/biome`, ['format', '.']));
check(distIsBuilt());
runTests();
const skipped = count.skipped === 0 ? '' : `, ${count.skipped} skipped`;
console.log(`\n${count.passed} passed, ${count.failed} failed${skipped}`);
process.exitCode = count.failed === 0 ? 0 : 1;
