import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  applyPatch,
  bundleChanges,
  changedFiles,
  restoreChanges,
  workTreePatch,
} from '../../../../src/sandbox/index.ts';
import { PLAIN_GIT, sh, storeOf, tempFolder } from '../../support.ts';

/** Two clones with these settings, both changed by `script` before a run starts. */
async function clones(settings: string, script = 'true') {
  const home = tempFolder();
  const base = sh(
    home,
    `git init -q -b main up; cd up; echo a > a.txt; echo run > run; chmod +x run; ln -s a.txt link; ln -s a.txt other
     git add -A; git commit -qm base; cd ..; for name in first second; do git clone -q ${settings} up $name; (cd $name; ${script}); done; git -C up rev-parse HEAD`,
  );
  const [first, second] = [join(home, 'first'), join(home, 'second')];
  return { first, second, base, store: await storeOf(first, PLAIN_GIT) };
}

async function bothWays({ first, second, base, store }: Awaited<ReturnType<typeof clones>>) {
  const { files } = await changedFiles(store);
  const patch = await workTreePatch(store, { base });
  await applyPatch(second, Buffer.concat(patch.files.map((file) => file.patch)));
  const tree = 'git add -A; git write-tree';
  const [one, other] = sh(
    first,
    `cp -r . ../copy; cd ../copy; ${tree}; cd ../second; ${tree}`,
  ).split('\n');
  expect(one).toMatch(/^[0-9a-f]{40}$/);
  expect(other).toBe(one);
  sh(second, 'git reset -q --hard');
  await restoreChanges(second, (await bundleChanges(store, { base }))!);
  const status = 'git status --porcelain';
  expect(sh(second, status)).toBe(sh(first, status));
  return files;
}

test('on a disk without executable bits and links, files keep the modes that they have in the commit, and a link is a file with its target', async () => {
  const repository = await clones(
    '-c core.fileMode=false -c core.symlinks=false',
    'chmod a+x *.txt',
  );
  expect((await changedFiles(repository.store)).files).toEqual([]);
  sh(
    repository.first,
    'echo b > a.txt; echo b > run; chmod -x run; echo b > new; chmod +x new; printf run > link',
  );
  expect(await bothWays(repository)).toEqual(['a.txt', 'link', 'new', 'run']);
  const link = join(repository.second, 'link');
  expect([lstatSync(link).isFile(), readFileSync(link, 'utf8')]).toEqual([true, 'run']);
});

test('only the bit of the owner counts', async () => {
  const repository = await clones('');
  sh(repository.first, 'chmod 654 a.txt; chmod 655 run');
  expect(await bothWays(repository)).toEqual(['run']);
});
