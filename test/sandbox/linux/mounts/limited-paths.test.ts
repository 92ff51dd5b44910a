import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findLimitedPaths } from '../../../../src/sandbox/linux/mounts/limited-paths.ts';
import { tempFolder } from '../../support.ts';

/** More than the arguments that a call of a function can have. */
const MANY = 200_000;

it('hides a folder of more files than a call has arguments, and their other names', () => {
  const root = tempFolder();
  mkdirSync(join(root, 'data'));
  for (let file = 0; file < MANY; file += 1) writeFileSync(join(root, 'data', `f${file}`), '');
  linkSync(join(root, 'data/f7'), join(root, 'other'));
  const { hidden } = findLimitedPaths(root, {
    isHidden: (path) => path === 'data',
    deniedWrites: null,
  });
  expect(hidden.paths).toEqual(['data', 'other']);
});
