import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source.ts';

test('properties try the same cases in every run: no test takes fast-check past test/properties.ts', () => {
  const folder = join(ROOT, 'test');
  const past = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== 'properties.ts')
    .filter((file) => /from 'fast-[c]heck'/.test(readFileSync(join(folder, file), 'utf8')));
  expect(past).toEqual([]);
});
