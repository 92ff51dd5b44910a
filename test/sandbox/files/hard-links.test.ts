import { linkSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allNamesInside } from '../../../src/sandbox/files/hard-links.ts';

/** A workspace with the file `file`, in a folder that has more. */
async function workspaceIn(): Promise<{ readonly above: string; readonly root: string }> {
  const above = await mkdtemp(join(tmpdir(), 'hard-links-'));
  onTestFinished(() => rm(above, { recursive: true, force: true }));
  const root = join(above, 'workspace');
  mkdirSync(join(root, 'folder'), { recursive: true });
  mkdirSync(join(root, '.git'));
  writeFileSync(join(root, 'file'), 'content');
  return { above, root };
}

const isInside = async (root: string): Promise<boolean> =>
  await allNamesInside(root, lstatSync(join(root, 'file')));

test('a file is inside if each of its names is, however deep', async () => {
  const { above, root } = await workspaceIn();
  linkSync(join(root, 'file'), join(root, 'folder', 'other'));
  expect(await isInside(root)).toBe(true);
  linkSync(join(root, 'file'), join(above, 'outside'));
  expect(await isInside(root)).toBe(false);
});

test('a name in the folder of git is outside: no tool can read it there', async () => {
  const { root } = await workspaceIn();
  linkSync(join(root, 'file'), join(root, '.git', 'object'));
  expect(await isInside(root)).toBe(false);
});

test('a file whose names are not found among the first 20,000 counts as outside', async () => {
  const { root } = await workspaceIn();
  mkdirSync(join(root, 'folder', 'below'));
  linkSync(join(root, 'file'), join(root, 'folder', 'below', 'other'));
  expect(await isInside(root)).toBe(true);
  // The names of a folder are read before those of the folders in it.
  for (let index = 0; index < 20_000; index += 1)
    writeFileSync(join(root, 'folder', String(index)), '');
  expect(await isInside(root)).toBe(false);
});
