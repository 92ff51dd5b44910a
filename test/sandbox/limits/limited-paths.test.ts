import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findLimitedPaths } from '../../../src/sandbox/limits/limited-paths.ts';
import { sh, tempFolder } from '../support.ts';

/** More than the arguments that a call has room for in these frames of the stack. */
const MANY = 20_000;
const FRAMES = 500;

function hiddenPaths(root: string, isHidden: (path: string) => boolean): readonly string[] {
  return findLimitedPaths(root, { isHidden, deniedWrites: null }).hidden.paths;
}

/** Calls `work` where the stack has no more room than `FRAMES` frames of this function took. */
function nearEndOfStack(work: () => void): number {
  let below: number;
  try {
    below = nearEndOfStack(work) + 1;
  } catch {
    return 0;
  }
  if (below === FRAMES) work();
  return below;
}

it('hides a folder of more files than a call has arguments, and their other names', () => {
  const root = tempFolder();
  mkdirSync(join(root, 'data'));
  for (let file = 0; file < MANY; file += 1) writeFileSync(join(root, 'data', `f${file}`), '');
  linkSync(join(root, 'data/f7'), join(root, 'other'));
  let found: unknown;
  nearEndOfStack(() => {
    try {
      found = hiddenPaths(root, (path) => path === 'data');
    } catch (error) {
      found = error;
    }
  });
  expect(found).toEqual(['data', 'other']);
});

it.each(['a', 'z'])(
  'hides a folder with a name that is no text once, and not what is in it again: beside %s',
  (name) => {
    const root = tempFolder();
    sh(root, `mkdir -p data/below; touch data/${name} data/below/${name} data/$'caf\\xe9'`);
    expect(hiddenPaths(root, (path) => path.startsWith('data/'))).toEqual(['data']);
  },
);
