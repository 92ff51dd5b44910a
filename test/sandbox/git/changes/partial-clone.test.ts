/** What becomes of the changes of a run in a sparse checkout of a partial clone, as actions/checkout makes it with `sparse-checkout`. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  applyPatch,
  bundleChanges,
  changedFiles,
  checkoutCommit,
  restoreChanges,
  workTreePatch,
} from '../../../../src/sandbox/index.ts';
import { workTreeId } from '../../../../src/sandbox/git/changes/work-tree-id.ts';
import { sh, storeOf, tempFolder } from '../../support.ts';

async function clones(sparse: string) {
  const home = tempFolder();
  sh(
    home,
    `git init -q -b main up; cd up; mkdir in out; echo a > in/a.txt; echo '*.i' > in/.gitignore; echo '*.o' > out/.gitignore;
     echo '*.t text' > out/.gitattributes; echo b > out/b.txt; echo m > in/a.md; echo i > .gitignore; git add -A
     git commit -qm base; git config uploadpack.allowFilter true; git config uploadpack.allowAnySHA1InWant true; cd ..
     for name in first second; do
       git clone -q --filter=blob:none --no-checkout "file://$PWD/up" $name
       (cd $name; git sparse-checkout set ${sparse}; git checkout -q main)
     done`,
  );
  const [first, second] = [join(home, 'first'), join(home, 'second')];
  return { first, second, base: sh(first, 'git rev-parse HEAD'), store: await storeOf(first) };
}

test('changes are listed, kept as a patch and restored without the files that were never fetched', async () => {
  const { first, second, base, store } = await clones('--cone in');
  sh(first, 'echo b > in/a.txt; git add in; echo c > in/a.txt; echo n > in/new; echo x > i');
  expect(await changedFiles(store)).toEqual({ files: ['in/a.txt', 'in/new'], remarks: [] });
  const { files, leftOut } = await workTreePatch(store, { base });
  expect(leftOut).toEqual([]);
  await applyPatch(second, Buffer.concat(files.map(({ patch }) => patch)));
  const written = 'git add -A; git write-tree --missing-ok';
  expect(sh(second, 'git status --porcelain; cat in/a.txt')).toBe('M in/a.txt\n?? in/new\nc');
  expect(await workTreeId(store)).toBe(sh(second, written));
  sh(second, 'git reset -q --hard');
  await restoreChanges(second, (await bundleChanges(store, { base }))!);
  expect(sh(first, 'git status --porcelain')).toBe('MM in/a.txt\n?? in/new');
  expect(sh(second, 'git status --porcelain')).toBe('MM in/a.txt\n?? in/new');
});

test('ignore rules hold beside those that were never fetched', async () => {
  const { first, store } = await clones('--cone out');
  sh(first, 'echo x > out/x.o; echo x > out/x.i');
  expect(await changedFiles(store)).toEqual({ files: ['out/x.i'], remarks: [] });
});

test('the files have an id where files beside them were never fetched', async () => {
  const { first, store } = await clones('--no-cone "*.txt"');
  sh(first, 'echo b > in/a.txt');
  expect(await workTreeId(store)).toBe(sh(first, 'git add -A; git write-tree --missing-ok'));
});

test('a checkout is moved to another commit with all its files, also those that were never fetched', async () => {
  const home = tempFolder();
  sh(
    home,
    `git init -q -b main up; cd up; git config uploadpack.allowFilter true; git config uploadpack.allowAnySHA1InWant true
     for n in old new; do echo $n > a.txt; echo $n > "$n"; git add -A; git commit -qm $n; done
     git checkout -q -b work; echo old > a.txt; echo w > w; git rm -q new; git add -A
     git update-index --add --cacheinfo 160000,${'b'.repeat(40)},module; git commit -qm work; git checkout -q main
     cd ..; git clone -q --filter=blob:none "file://$PWD/up" all
     git clone -q --filter=blob:none --single-branch "file://$PWD/up" one`,
  );
  const sha = sh(join(home, 'up'), 'git rev-parse work');
  for (const name of ['all', 'one']) {
    const root = join(home, name);
    await checkoutCommit(root, { sha, serverUrl: 'https://github.com' });
    expect(sh(root, 'git status --porcelain; ls; cat a.txt w')).toBe(
      'a.txt\nmodule\nold\nw\nold\nw',
    );
  }
});
