import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restrictedBelow } from '../../../../src/sandbox/linux/mounts/restricted-paths.ts';
import { tempFolder } from '../../support.ts';

test('what only its owner or a group may read is found, at any depth, and a folder as a whole', () => {
  const top = tempFolder();
  const at = (path: string): string => join(top, path);
  for (const folder of ['app/open', 'app/closed', 'listed'])
    mkdirSync(at(folder), { recursive: true });
  for (const [file, mode] of [
    ['app/open/settings', 0o644],
    ['app/open/password', 0o600],
    ['app/closed/settings', 0o644],
    ['group', 0o640],
  ] as const) {
    writeFileSync(at(file), 'x');
    chmodSync(at(file), mode);
  }
  chmodSync(at('app/closed'), 0o750);
  // Others may list it, but open nothing in it.
  chmodSync(at('listed'), 0o754);
  symlinkSync('app/open/password', at('link'));
  const expected = ['app/closed', 'app/open/password', 'group', 'listed'].map(at);
  expect([...restrictedBelow(top)].sort()).toEqual(expected);
});
