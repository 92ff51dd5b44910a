import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isCaseInsensitive } from '../../../src/sandbox/files/workspace.ts';
import { tempFolder } from '../support.ts';

/** A folder in one of its own, beside a link to it or another folder with the name in the other case. */
function folderBeside(name: string, other: 'link' | 'folder' | 'nothing'): string {
  const parent = join(tempFolder(), 'parent');
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  const flipped = join(
    parent,
    name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase(),
  );
  if (other === 'link') symlinkSync(folder, flipped);
  if (other === 'folder') mkdirSync(flipped);
  return folder;
}

test.each(['repo', 'Repo'])('an empty folder %s is tried by its own name', (name) => {
  expect(isCaseInsensitive(folderBeside(name, 'nothing'))).toBe(false);
  expect(isCaseInsensitive(folderBeside(name, 'folder'))).toBe(false);
  // A link stands for a file system on which both names are one folder.
  expect(isCaseInsensitive(folderBeside(name, 'link'))).toBe(true);
});

test('a folder of names without letters is tried by its own name', () => {
  const folder = folderBeside('repo', 'link');
  writeFileSync(join(folder, '1'), '');
  expect(isCaseInsensitive(folder)).toBe(true);
});

test('a folder is tried by the first of its names that has letters', () => {
  const folder = folderBeside('repo', 'link');
  writeFileSync(join(folder, 'name'), '');
  expect(isCaseInsensitive(folder)).toBe(false);
});

test('names that differ in case alone are two names, also if they are one file', () => {
  const folder = folderBeside('repo', 'nothing');
  writeFileSync(join(folder, 'name'), '');
  linkSync(join(folder, 'name'), join(folder, 'NAME'));
  expect(isCaseInsensitive(folder)).toBe(false);
});

test('a root that has no name is not tried', () => {
  const folder = folderBeside('1', 'nothing');
  expect(isCaseInsensitive(folder)).toBe(false);
});
