import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restrictedBelow } from '../../../../src/sandbox/linux/mounts/restricted-paths.ts';
import { tempFolder } from '../../support.ts';

/** Whatever the mask of this process is. */
function folderOfAll(path: string): void {
  mkdirSync(path);
  chmodSync(path, 0o755);
}

test('what only its owner or a group may read is found, at any depth, and a folder as a whole', () => {
  const top = tempFolder();
  const pathOf = (path: string): string => join(top, path);
  for (const folder of ['app', 'app/open', 'app/closed', 'listed']) folderOfAll(pathOf(folder));
  for (const [file, mode] of [
    ['app/open/settings', 0o644],
    ['app/open/password', 0o600],
    ['app/closed/settings', 0o644],
    ['group', 0o640],
  ] as const) {
    writeFileSync(pathOf(file), 'x');
    chmodSync(pathOf(file), mode);
  }
  // Its owner may open what is in it by name, but not list it.
  chmodSync(pathOf('app/closed'), 0o310);
  // Others may list it, but open nothing in it.
  chmodSync(pathOf('listed'), 0o754);
  symlinkSync('app/open/password', pathOf('link'));
  const expected = ['app/closed', 'app/open/password', 'group', 'listed'].map(pathOf);
  const found = [...restrictedBelow(top)].sort();
  // It must be listed to be removed.
  chmodSync(pathOf('app/closed'), 0o700);
  expect(found).toEqual(expected);
});

test('of more files than mounts, the folder with most of them is found as a whole', () => {
  const top = tempFolder();
  for (const folder of ['many', 'many/in']) folderOfAll(join(top, folder));
  const names = ['own', ...Array.from({ length: 100 }, (_, index) => `many/in/${index}`)];
  for (const name of names) writeFileSync(join(top, name), 'x', { mode: 0o600 });
  expect(restrictedBelow(top)).toEqual([join(top, 'many/in'), join(top, 'own')]);
});
