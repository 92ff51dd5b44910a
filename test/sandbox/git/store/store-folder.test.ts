import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  attachStore,
  changedFiles,
  removeStore,
  removeStoreAt,
  type TrustedStore,
} from '../../../../src/sandbox/index.ts';
import { requireStore } from '../../../../src/sandbox/git/store/trusted-store.ts';
import { codeOf, sh, storeOf, tempFolder } from '../../support.ts';

const folder = tempFolder();
const root = join(folder, 'app-store');
mkdirSync(root);
sh(root, 'git init -q -b main; echo a > a.txt; git add a.txt; git commit -qm one');

test('the folder of a store replaces nothing else, in particular not the checkout', async () => {
  expect(await codeOf(async () => await requireStore(root, { folder: root }))).toBe(
    'worktree-refused',
  );
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('a\n');
  const other = join(folder, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'index'), 'of somebody');
  expect(await codeOf(async () => await requireStore(root, { folder: other }))).toBe(
    'worktree-refused',
  );
  expect(removeStoreAt(other)).toBe(false);
  expect(readFileSync(join(other, 'index'), 'utf8')).toBe('of somebody');
});

test('an incomplete store is replaced, and removed', async () => {
  const left = join(folder, 'left');
  mkdirSync(join(left, 'store'), { recursive: true });
  writeFileSync(join(left, 'index.lock'), '');
  const store = await requireStore(root, { folder: left });
  expect(existsSync(join(left, 'index.lock'))).toBe(false);
  removeStore(store);
  mkdirSync(join(left, 'store'), { recursive: true });
  expect(removeStoreAt(left)).toBe(true);
  expect(existsSync(left)).toBe(false);
  expect(removeStoreAt(left)).toBe(true);
});

test('a store that could not be made leaves no folder behind', async () => {
  const left = join(folder, 'left-by-none');
  const bubblewrap = Promise.reject(new Error('not installed'));
  bubblewrap.catch(() => undefined);
  await expect(requireStore(root, { folder: left, bubblewrap })).rejects.toThrow('not installed');
  expect(existsSync(left)).toBe(false);
});

/** What a store knows of the start, without what finds programs. */
function startOf(store: TrustedStore): unknown {
  const submodules = store.submodules.map((module) => [module.path, startOf(module.store)]);
  return { ...store, submodules, findBubblewrap: null };
}

test('a later process finds the store with all that it knew of the start, also of submodules', async () => {
  const git = 'git -c protocol.file.allow=always';
  sh(
    folder,
    `for name in inner outer; do git init -q $name; echo a > $name/in; git -C $name add in; git -C $name commit -qm a; done
     cd outer; ${git} submodule --quiet add ../inner lib/inner; git commit -qam inner; cd ..; git init -q -b main up; cd up
     echo '*.log' > .gitignore; echo a > a.txt; git add -A; git commit -qm a; ${git} submodule --quiet add ../outer outer; git commit -qam outer
     cd ..; ${git} clone -q --recurse-submodules up checkout; git -C checkout tag old; echo '*.tmp' >> checkout/.git/info/exclude`,
  );
  const checkout = join(folder, 'checkout');
  const place = join(folder, 'new:est', 'store');
  const store = await requireStore(checkout, { folder: place });
  sh(
    checkout,
    'echo b > a.txt; echo x | tee x.log x.tmp; echo n > new; echo b > outer/in; echo b > outer/lib/inner/in; git commit -qam later',
  );
  expect(store.submodules[0]?.store.submodules.map(({ path }) => path)).toEqual(['lib/inner']);
  const found = attachStore(place)!;
  expect(startOf(found)).toEqual(startOf(store));
  for (const one of [store, found])
    expect((await changedFiles(one)).files).toEqual(['a.txt', 'new', 'outer']);
  removeStore(store);
  expect(attachStore(place)).toBeNull();
});

test('a store that is not whole is not found, and others cannot read it', async () => {
  const place = join(folder, 'partial');
  const store = await requireStore(root, { folder: place });
  expect(attachStore(place)).not.toBeNull();
  expect(statSync(place).mode & 0o777).toBe(0o700);
  const start = join(place, 'start.json');
  const text = readFileSync(start, 'utf8');
  for (const changed of ['', text.slice(0, -1), text.replace('"idBytes":20', '"idBytes":21')]) {
    writeFileSync(start, changed);
    expect(attachStore(place)).toBeNull();
  }
  // A command without a sandbox may have written it: one that names itself is read to an end.
  for (const submodules of [[], [{ path: 'a', folder: place }]]) {
    writeFileSync(start, JSON.stringify({ ...JSON.parse(text), submodules }));
    expect(attachStore(place)).not.toBeNull();
  }
  rmSync(join(place, 'store'), { recursive: true });
  expect(attachStore(place)).toBeNull();
  removeStore(store);
});

test.each(['sha1', 'sha256'])(
  'a store without a commit knows what is staged, by %s',
  async (format) => {
    const staged = join(folder, format);
    sh(
      folder,
      `git init -q --object-format=${format} ${format}; cd ${format}; echo a > a; git add a`,
    );
    const { head, idBytes, known } = await storeOf(staged);
    expect({ head, idBytes }).toEqual({ head: null, idBytes: format === 'sha1' ? 20 : 32 });
    expect(known.get('a')?.sha).toBe(sh(staged, 'git rev-parse :a'));
  },
);

test('of a split index, a store has the shared part that it names, and no other one', async () => {
  const split = join(folder, 'split');
  sh(folder, 'git clone -q app-store split; cd split; git update-index --split-index');
  const [named] = readdirSync(join(split, '.git')).filter((name) => name.startsWith('shared'));
  sh(split, `cp .git/${named} .git/sharedindex.${'a'.repeat(40)}`);
  const { gitDir } = await storeOf(split);
  expect(readdirSync(gitDir).filter((name) => name.startsWith('shared'))).toEqual([named]);
});
