import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWorkspace } from '../../../src/sandbox/index.ts';
import { inspectCheckout } from '../../../src/session/briefing/checkout.ts';

let root: string;
beforeEach(() => void (root = realpathSync(mkdtempSync(join(tmpdir(), 'briefing-')))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function looked(isVisible: (path: string) => boolean = () => true) {
  const files = await openWorkspace(root);
  return await inspectCheckout(
    { files, store: () => Promise.resolve(null) },
    { base: null, isVisible: ({ path }) => isVisible(path) },
  );
}

function put(count: number): void {
  for (let index = 0; index < count; index += 1) writeFileSync(join(root, `file-${index}`), '');
}

test('names of the top folder are counted, and so many are not looked at that the count says at least', async () => {
  put(70);
  expect(await looked()).toMatchObject({ more: 10, isCounted: true });
  put(1_100);
  const many = await looked();
  expect(many.top).toHaveLength(60);
  expect(many).toMatchObject({ more: 940, isCounted: false });
});

test('what may not be read is neither named nor counted', async () => {
  put(70);
  const { top, more } = await looked((path) => path.endsWith('1'));
  expect(top.every((name) => name.endsWith('1'))).toBe(true);
  expect(more).toBe(0);
});

test.each([
  ['HEAD is a folder', 'rm .git/HEAD; mkdir .git/HEAD'],
  ['HEAD is a FIFO', 'rm .git/HEAD; mkfifo .git/HEAD'],
  ['HEAD is a link to itself', 'rm .git/HEAD; ln -s HEAD .git/HEAD'],
  ['HEAD is enormous', 'truncate -s 4G .git/HEAD'],
  ['HEAD is binary', "printf 'ref: refs/heads/\\xff\\xfe\\0x' > .git/HEAD"],
  ['.git is a link to nowhere', 'rm -rf .git; ln -s nowhere .git'],
  ['.git names itself', "rm -rf .git; echo 'gitdir: .git' > .git"],
])('a checkout whose %s is looked at all the same', async (_, spoil) => {
  put(1);
  execFileSync('sh', ['-c', `git init -q; ${spoil}`], { cwd: root });
  expect((await looked()).top).toEqual(['file-0']);
});
