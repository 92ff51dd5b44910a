import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf, openScratch } from '../../../../src/sandbox/git/store/scratch-repository.ts';
import { codeOf, PLAIN_GIT, sh, storeOf, tempFolder } from '../../support.ts';

const folder = tempFolder();
sh(folder, 'git init -q up; cd up; echo a > a.txt; git add a.txt; git commit -qm one');
// Its objects are only those of the other repository.
sh(folder, 'git clone -q --shared up here');
const store = await storeOf(join(folder, 'here'), PLAIN_GIT);

test('a store has what its repository shares with another one', async () => {
  using scratch = await openScratch(store);
  expect([...(await filesOf(scratch, store.head)).keys()]).toEqual(['a.txt']);
});

test('nothing of a scratch repository stays in the store', async () => {
  const before = readdirSync(store.folder);
  {
    using scratch = await openScratch(store);
    expect(readdirSync(store.folder)).toHaveLength(before.length + 1);
    expect(scratch.folder).toContain(store.folder);
  }
  expect(readdirSync(store.folder)).toEqual(before);
});

test('files that could not be listed are looked for again', async () => {
  using scratch = await openScratch(store);
  const absent = sh(join(folder, 'up'), 'echo b > b.txt; git add b.txt; git write-tree');
  expect(await codeOf(async () => await filesOf(scratch, absent))).toBe('worktree-refused');
  sh(join(folder, 'up'), `cp -rf .git/objects/* ${join(store.gitDir, 'objects')}`);
  expect([...(await filesOf(scratch, absent)).keys()]).toEqual(['a.txt', 'b.txt']);
});
