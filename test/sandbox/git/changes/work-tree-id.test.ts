import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workTreeId } from '../../../../src/sandbox/index.ts';
import { PLAIN_GIT, sh, storeOf, tempFolder } from '../../support.ts';

async function repository() {
  const root = join(tempFolder(), 'ws');
  mkdirSync(root);
  sh(root, "git init -q -b main && printf 'one\\n' > a && echo /out/ > .gitignore");
  sh(root, 'git add . && git commit -qm one');
  return { root, store: await storeOf(root, PLAIN_GIT) };
}

test('it is the tree of the commit until a file differs, and that tree again once none does', async () => {
  const { root, store } = await repository();
  const first = await workTreeId(store);
  expect(first).toBe(sh(root, 'git rev-parse HEAD^{tree}'));
  writeFileSync(join(root, 'a'), 'two\n');
  const second = await workTreeId(store);
  expect(second).not.toBe(first);
  writeFileSync(join(root, 'a'), 'six\n');
  expect(await workTreeId(store)).not.toBe(second);
  writeFileSync(join(root, 'a'), 'one\n');
  expect(await workTreeId(store)).toBe(first);
});

test('new files, modes and deleted files count; ignored files and commits do not', async () => {
  const { root, store } = await repository();
  const first = await workTreeId(store);
  sh(root, 'mkdir out && echo x > out/x');
  expect(await workTreeId(store)).toBe(first);
  writeFileSync(join(root, 'b'), 'b\n');
  const second = await workTreeId(store);
  sh(root, 'git add . && git commit -qm two');
  expect(await workTreeId(store)).toBe(second);
  sh(root, 'chmod +x b');
  const third = await workTreeId(store);
  sh(root, 'rm b');
  expect(await workTreeId(store)).toBe(first);
  expect(new Set([first, second, third]).size).toBe(3);
});

test('it is unknown if something cannot be read', async () => {
  const { root, store } = await repository();
  sh(root, 'mkfifo pipe');
  expect(await workTreeId(store)).toBeNull();
});
