import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFolder } from '../../src/common/index.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'create-folder-'));
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

test('a folder is created with those above it, also by several callers at once', async () => {
  const path = join(root, 'a', 'b', 'c');
  await Promise.all(['', 'd', 'e'].map((name) => createFolder(join(path, name), { mode: 0o700 })));
  for (const folder of [join(root, 'a'), path, join(path, 'd')])
    expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a file in the way is an error, and stays', async () => {
  const file = join(root, 'file');
  writeFileSync(file, 'x');
  await expect(createFolder(join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  expect(statSync(file).isFile()).toBe(true);
});

test.skipIf(!existsSync('/proc/self'))('a folder below /proc is an error', async () => {
  for (const path of ['/proc/x', '/proc/self/x/y/z'])
    await expect(createFolder(path)).rejects.toMatchObject({ code: 'ENOENT' });
});
