import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  bundleChanges,
  removeStore,
  restoreChanges,
  type TrustedStore,
} from '../../../../src/sandbox/index.ts';
import { requireStore } from '../../../../src/sandbox/git/store/trusted-store.ts';
import { git } from './git.ts';

let folder: string;
let first: string;
let second: string;
let base: string;
/** Of the first checkout, from before it changes. */
let store: TrustedStore;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  first = join(folder, 'first');
  second = join(folder, 'second');
  mkdirSync(first);
  git(first, 'init', '-q', '-b', 'main');
  writeFileSync(join(first, '.gitattributes'), '* text=auto eol=lf\n*.ptr filter=lfs\n');
  writeFileSync(join(first, '.gitignore'), 'ignored/\n');
  writeFileSync(join(first, 'keep.txt'), 'keep\n');
  writeFileSync(join(first, 'gone.txt'), 'gone\n');
  writeFileSync(join(first, 'old name.txt'), 'same content\n');
  writeFileSync(join(first, 'tool.sh'), '#!/bin/sh\n');
  git(first, 'add', '-A');
  git(first, 'commit', '-q', '-m', 'base');
  base = git(first, 'rev-parse', 'HEAD');
  git(folder, 'clone', '-q', first, 'second');
  store = await requireStore(first);
});

afterEach(() => {
  removeStore(store);
  rmSync(folder, { recursive: true, force: true });
});

function change(): void {
  writeFileSync(join(first, 'crlf.txt'), 'one\r\ntwo\r\n');
  writeFileSync(join(first, 'binary.bin'), Buffer.from([0, 255, 13, 10, 0, 7]));
  writeFileSync(
    join(first, 'model.ptr'),
    'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n',
  );
  chmodSync(join(first, 'tool.sh'), 0o755);
  rmSync(join(first, 'gone.txt'));
  rmSync(join(first, 'old name.txt'));
  mkdirSync(join(first, 'deep', 'er'), { recursive: true });
  writeFileSync(join(first, 'deep', 'er', 'new name ü.txt'), 'same content\n');
  symlinkSync('keep.txt', join(first, 'link'));
  mkdirSync(join(first, 'ignored'));
  writeFileSync(join(first, 'ignored', 'x'), 'x');
}

test('binary, executable, deleted, renamed, untracked, linked and oddly ended files come back to the byte', async () => {
  change();
  const changes = await bundleChanges(store, { base });
  expect(changes).not.toBeNull();
  await restoreChanges(second, changes!);
  const names = ['crlf.txt', 'binary.bin', 'model.ptr', 'deep/er/new name ü.txt', 'keep.txt'];
  for (const name of names) {
    expect(readFileSync(join(second, name))).toEqual(readFileSync(join(first, name)));
  }
  expect(lstatSync(join(second, 'tool.sh')).mode & 0o111).not.toBe(0);
  expect(readlinkSync(join(second, 'link'))).toBe('keep.txt');
  expect(() => lstatSync(join(second, 'gone.txt'))).toThrow('ENOENT');
  expect(() => lstatSync(join(second, 'old name.txt'))).toThrow('ENOENT');
  expect(() => lstatSync(join(second, 'ignored'))).toThrow('ENOENT');
  expect(git(second, 'status', '--porcelain', '-uall')).toBe(
    git(first, 'status', '--porcelain', '-uall'),
  );
  expect(git(second, 'rev-parse', 'HEAD')).toBe(base);
});

test("the run's commits are restored as commits, with uncommitted changes on top", async () => {
  writeFileSync(join(first, 'keep.txt'), 'changed\n');
  git(first, 'commit', '-q', '-a', '-m', 'by the run');
  const made = git(first, 'rev-parse', 'HEAD');
  writeFileSync(join(first, 'more.txt'), 'more\n');
  const changes = await bundleChanges(store, { base });
  await restoreChanges(second, changes!);
  expect(git(second, 'rev-parse', 'HEAD')).toBe(made);
  expect(git(second, 'status', '--porcelain')).toBe('?? more.txt');
});

test('commits that unpack to more than a checkpoint holds are refused by their size, before they are unpacked', async () => {
  const large = execFileSync(
    'sh',
    ['-c', 'head -c 537000000 /dev/zero | git -c core.compression=1 hash-object -w --stdin'],
    { cwd: first, encoding: 'utf8' },
  );
  git(first, 'update-index', '--add', '--cacheinfo', `100644,${large.trim()},large.bin`);
  git(first, 'commit', '-q', '-m', 'large');
  await expect(bundleChanges(store, { base })).rejects.toMatchObject({
    code: 'worktree-refused',
    message: expect.stringMatching(/^The run's commits hold 53\d{7} bytes;/) as string,
  });
});

test('a clean tree has no changes', async () => {
  expect(await bundleChanges(store, { base })).toBeNull();
});

test('the checkout itself is not changed by being bundled', async () => {
  change();
  const before = git(first, 'status', '--porcelain', '-uall');
  await bundleChanges(store, { base });
  expect(git(first, 'status', '--porcelain', '-uall')).toBe(before);
  expect(git(first, 'for-each-ref', 'refs/countersign')).toBe('');
});

test('what a step makes before the run, in both jobs, does not hinder the resumption', async () => {
  for (const checkout of [first, second]) {
    writeFileSync(join(checkout, 'report.txt'), `built in ${checkout}\n`);
    mkdirSync(join(checkout, 'downloaded'));
    writeFileSync(join(checkout, 'downloaded', 'tool'), 'tool\n');
    writeFileSync(join(checkout, 'keep.txt'), `${checkout}\n`);
  }
  change();
  await restoreChanges(second, (await bundleChanges(store, { base }))!);
  expect(git(second, 'status', '--porcelain', '-uall')).toBe(
    git(first, 'status', '--porcelain', '-uall'),
  );
  for (const name of ['report.txt', 'keep.txt'])
    expect(readFileSync(join(second, name), 'utf8')).toBe(readFileSync(join(first, name), 'utf8'));
});

test('a new file of such a step stays if the run made git ignore it', async () => {
  for (const checkout of [first, second]) {
    mkdirSync(join(checkout, 'packages'));
    writeFileSync(join(checkout, 'packages', 'one'), 'one\n');
  }
  writeFileSync(join(first, '.gitignore'), 'packages\n');
  await restoreChanges(second, (await bundleChanges(store, { base }))!);
  expect(git(second, 'status', '--porcelain')).toBe(git(first, 'status', '--porcelain'));
  expect(readFileSync(join(second, 'packages', 'one'), 'utf8')).toBe('one\n');
});

test('a file of the run replaces a folder of such a step', async () => {
  writeFileSync(join(first, 'out'), 'a file\n');
  mkdirSync(join(second, 'out'));
  writeFileSync(join(second, 'out', 'one'), 'one\n');
  await restoreChanges(second, (await bundleChanges(store, { base }))!);
  expect(readFileSync(join(second, 'out'), 'utf8')).toBe('a file\n');
});

test('a folder of the run replaces a file of such a step', async () => {
  mkdirSync(join(first, 'out', 'more'), { recursive: true });
  writeFileSync(join(first, 'out', 'more', 'one'), 'one\n');
  writeFileSync(join(second, 'out'), 'a file\n');
  await restoreChanges(second, (await bundleChanges(store, { base }))!);
  expect(readFileSync(join(second, 'out', 'more', 'one'), 'utf8')).toBe('one\n');
});

test('a changed file of the commit that is not in the checkpoint is named, and nothing is restored', async () => {
  writeFileSync(join(first, 'new.txt'), 'new\n');
  for (const name of ['keep.txt', 'other.txt']) writeFileSync(join(second, name), 'mine\n');
  await expect(
    restoreChanges(second, (await bundleChanges(store, { base }))!),
  ).rejects.toMatchObject({
    code: 'worktree-refused',
    message: `The work tree is not clean on ${base}. It differs in keep.txt.`,
  });
  expect(git(second, 'status', '--porcelain')).toBe('M keep.txt\n?? other.txt');
});

test('a tree that is not clean on the base is refused, and so is a bundle that lacks the commit', async () => {
  change();
  const changes = await bundleChanges(store, { base });
  writeFileSync(join(second, 'keep.txt'), 'mine\n');
  await expect(restoreChanges(second, changes!)).rejects.toMatchObject({
    code: 'worktree-refused',
  });
  git(second, 'checkout', '-q', '--', '.');
  const wrong = { ...changes!, commit: 'f'.repeat(40) };
  await expect(restoreChanges(second, wrong)).rejects.toMatchObject({ code: 'worktree-refused' });
});
