/**
 * Runs the tests of which a usual run leaves cases out: all cases of each table, and properties with cases that no run tried before,
 * as many times more of them as the first argument says (10 without it).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { step, TOOLS } from './steps.ts';

process.env['COUNTERSIGN_PROPERTY_TIMES'] = process.argv[2] ?? '10';
const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join('test', file))
  .filter((file) => readFileSync(file, 'utf8').includes("properties.ts'"));
const held = step('nightly', process.execPath, [
  TOOLS.vitest,
  'run',
  '--testTimeout=3600000',
  ...files,
]);
process.exitCode = held ? 0 : 1;
