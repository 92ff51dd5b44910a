import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleChanges, restoreChanges } from '../../../../src/sandbox/index.ts';
import { filesOf, openScratch } from '../../../../src/sandbox/git/store/scratch-repository.ts';
import { codeOf, PLAIN_GIT, sh, storeOf, tempFolder } from '../../support.ts';

const folder = tempFolder();
sh(folder, 'git init -q up; cd up; echo a > a.txt; git add a.txt; git commit -qm one');
// Its objects are only those of the other repository.
sh(folder, 'git clone -q --shared up here');
const store = await storeOf(join(folder, 'here'), PLAIN_GIT);

test.each([
  ['at its path', join(folder, 'up', '.git', 'objects')],
  [
    'at a path relative to its objects, after a comment and an empty line',
    '# shared\n\n../../../up/.git/objects',
  ],
  ['through a repository that names both', '../../../middle/.git/objects'],
])('a store has what its repository shares with another one %s', async (_, alternates) => {
  const places = `${join(folder, 'up', '.git', 'objects')}\n../../../here/.git/objects\n`;
  mkdirSync(join(folder, 'middle', '.git', 'objects', 'info'), { recursive: true });
  writeFileSync(join(folder, 'middle', '.git', 'objects', 'info', 'alternates'), places);
  writeFileSync(join(folder, 'here', '.git', 'objects', 'info', 'alternates'), `${alternates}\n`);
  const shared = await storeOf(join(folder, 'here'), PLAIN_GIT);
  using scratch = await openScratch(shared);
  expect([...(await filesOf(scratch, shared.head)).keys()]).toEqual(['a.txt']);
});

test('of packs, a store has the objects and their index, and nothing that would be used in their place', async () => {
  const packed = join(folder, 'packed');
  sh(folder, 'git clone -q --no-local up packed; git -C packed repack -adq --write-bitmap-index');
  sh(packed, 'git multi-pack-index write; touch .git/objects/pack/tmp_pack_x');
  const { gitDir, head } = await storeOf(packed, PLAIN_GIT);
  const names = readdirSync(join(gitDir, 'objects', 'pack')).map((name) => extname(name));
  expect(names.toSorted()).toEqual(['.idx', '.pack']);
  expect(sh(gitDir, `git --git-dir=. cat-file -t ${head}`)).toBe('commit');
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

test('in a shallow clone, a merge of another branch whose history is not there is kept', async () => {
  const home = tempFolder();
  sh(
    home,
    `git init -q -b main up; cd up; for i in 1 2; do echo $i > a; git add a; git commit -qm $i; done
     git checkout -qb other HEAD~1; for i in 3 4; do echo $i > b; git add b; git commit -qm $i; done; git checkout -q main
     cd ..; git clone -q --depth=1 --no-single-branch "file://$PWD/up" here; git clone -q --depth=1 --no-single-branch "file://$PWD/up" there`,
  );
  const [here, there] = [join(home, 'here'), join(home, 'there')];
  const shallow = await storeOf(here, PLAIN_GIT);
  sh(here, 'git merge -q -X ours --allow-unrelated-histories -m both origin/other');
  const bundle = await bundleChanges(shallow, { base: sh(here, 'git rev-parse main^1') });
  await restoreChanges(there, bundle!);
  expect(sh(there, 'git log -1 --format=%s; cat a b; git status --porcelain')).toBe('both\n2\n4');
});
