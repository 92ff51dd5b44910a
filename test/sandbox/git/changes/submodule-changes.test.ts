/** What becomes of the changes of a run in a repository with a submodule, as git itself sees them. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  applyPatch,
  bundleChanges,
  changedFiles,
  restoreChanges,
  workTreePatch,
} from '../../../../src/sandbox/index.ts';
import { sh, storeOf, tempFolder } from '../../support.ts';

const ALLOW = 'git -c protocol.file.allow=always';

type Options = '' | '--recurse-submodules';

/** Where the repositories were made, and their commit, by the options of the clones. */
const seeds = new Map<Options, { readonly folder: string; readonly base: string }>();

function seedOf(options: Options): { readonly folder: string; readonly base: string } {
  const folder = tempFolder();
  const base = sh(
    folder,
    `export GIT_TEMPLATE_DIR=; git init -q module; cd module; echo in > in; git add -A; git commit -qm m; cd ..
     git init -q -b main up; cd up; echo a > a.txt; ${ALLOW} submodule --quiet add ../module lib/module; git add -A
     git commit -qm base; cd ..; for name in first second; do ${ALLOW} clone -q ${options} up $name; done; git -C up rev-parse HEAD`,
  );
  return { folder, base };
}

/** A clone whose submodule is checked out, or, as actions/checkout leaves it, an empty folder; and a second one. */
async function clones(options: Options) {
  const seed = seeds.get(options) ?? seedOf(options);
  seeds.set(options, seed);
  const home = tempFolder();
  cpSync(seed.folder, home, { recursive: true, preserveTimestamps: true });
  const [first, second] = [join(home, 'first'), join(home, 'second')];
  return { first, second, base: seed.base, store: await storeOf(first) };
}

const TREES = 'git add -A; git write-tree; cd ../second; git add -A; git write-tree';

/** Both clones have the same files by git's own account. */
function expectSame(first: string): void {
  const [one, other] = sh(first, TREES).split('\n');
  expect(one).toMatch(/^[0-9a-f]{40}$/);
  expect(other).toBe(one);
}

test('files in a submodule that was not checked out leave the submodule in the patch as it is', async () => {
  const { first, second, base, store } = await clones('');
  sh(
    first,
    'echo built > lib/module/built; mkdir lib/module/sub; echo b > lib/module/sub/b; echo b > a.txt',
  );
  const { files } = await changedFiles(store);
  expect(files).toEqual(['a.txt', 'lib/module']);
  const patch = await workTreePatch(store, { base });
  expect(patch.files.map(({ path }) => path)).toEqual(['a.txt']);
  expect(patch.leftOut).toEqual([{ path: 'lib/module', because: 'it is a submodule' }]);
  await applyPatch(second, Buffer.concat(patch.files.map((file) => file.patch)));
  expectSame(first);
});

test.each(['', '--recurse-submodules'] as const)(
  'a submodule that was removed is removed in the patch and the checkpoint (%s)',
  async (options) => {
    const { first, second, base, store } = await clones(options);
    sh(first, 'git rm -q -f lib/module; echo b > a.txt');
    const { files } = await changedFiles(store);
    expect(files).toEqual(['.gitmodules', 'a.txt', 'lib/module']);
    const patch = await workTreePatch(store, { base });
    expect(patch.leftOut).toEqual([]);
    expect(patch.files.map(({ path }) => path)).toEqual(files);
    await restoreChanges(second, (await bundleChanges(store, { base }))!);
    const status = 'git status --porcelain --ignore-submodules=none; ls -R';
    expect(sh(second, status)).toBe(sh(first, status));
    sh(second, 'git reset -q --hard');
    await applyPatch(second, Buffer.concat(patch.files.map((file) => file.patch)));
    expectSame(first);
  },
);

test('a submodule whose folder is another one by now counts as changed', async () => {
  const { first, base, store } = await clones('--recurse-submodules');
  sh(first, 'mv lib/module kept; mkdir lib/module; echo b > a.txt');
  const { files } = await changedFiles(store);
  expect(files).toEqual(['a.txt', 'kept/in', 'lib/module']);
  const { leftOut } = await workTreePatch(store, { base });
  expect(leftOut).toEqual([{ path: 'lib/module', because: 'it is a submodule' }]);
});
