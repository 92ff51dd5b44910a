import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source.ts';

/** What a test measures time with. `bench/` compares times, as ratios in one run; a busy machine would fail a test. */
const MEASURES =
  /performance\.[n]ow|\.[c]puUsage\(|\.[h]rtime|durationMs\)\.[t]oBeLess|Date\.now\(\) -/;

test('no test asserts how long something took', () => {
  const folder = join(ROOT, 'test');
  const timed = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => MEASURES.test(readFileSync(join(folder, file), 'utf8')));
  expect(timed).toEqual([]);
});
