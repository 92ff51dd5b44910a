import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeStore, removeStoreAt } from '../../../../src/sandbox/index.ts';
import { requireStore } from '../../../../src/sandbox/git/store/trusted-store.ts';
import { codeOf, sh, tempFolder } from '../../support.ts';

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
});

test('a store that could not be made leaves no folder behind', async () => {
  const left = join(folder, 'left-by-none');
  const bubblewrap = Promise.reject(new Error('not installed'));
  bubblewrap.catch(() => undefined);
  await expect(requireStore(root, { folder: left, bubblewrap })).rejects.toThrow('not installed');
  expect(existsSync(left)).toBe(false);
});
