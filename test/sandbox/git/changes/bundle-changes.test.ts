import {
  chmodSync,
  cpSync,
  existsSync,
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
import { deflateSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  bundleChanges,
  removeStore,
  restoreChanges,
  type TrustedStore,
} from '../../../../src/sandbox/index.ts';
import { requireStore } from '../../../../src/sandbox/git/store/trusted-store.ts';
import { sh, tempFolder } from '../../support.ts';

/** The two checkouts as they are made. */
let seed: string;
let folder: string;
let first: string;
let second: string;
let base: string;
/** Of the first checkout, from before it changes. */
let store: TrustedStore;

beforeAll(() => {
  seed = tempFolder();
  base = sh(
    seed,
    `set -e; git init -q --template= -b main first; cd first; printf '* text=auto eol=lf\\n*.ptr filter=lfs\\n' > .gitattributes
     echo ignored/ > .gitignore; echo keep > keep.txt; echo gone > gone.txt; echo 'same content' > 'old name.txt'; echo '#!/bin/sh' > tool.sh
     git add -A; git commit -qm base; git clone -q --template= . ../second; git rev-parse HEAD`,
  );
});

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  first = join(folder, 'first');
  second = join(folder, 'second');
  cpSync(seed, folder, { recursive: true, preserveTimestamps: true });
  store = await requireStore(first);
});

afterEach(() => {
  removeStore(store);
  rmSync(folder, { recursive: true, force: true });
});

const STATUS = 'git status --porcelain -uall';

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

test('a clean tree has no changes; binary, executable, deleted, renamed, untracked, linked and oddly ended files come back to the byte', async () => {
  expect(await bundleChanges(store, { base })).toBeNull();
  change();
  const before = sh(first, STATUS);
  const changes = await bundleChanges(store, { base });
  expect(sh(first, `${STATUS}; git for-each-ref refs/countersign`)).toBe(before);
  expect(changes).not.toBeNull();
  await restoreChanges(second, changes!);
  const names = ['crlf.txt', 'binary.bin', 'model.ptr', 'deep/er/new name ü.txt', 'keep.txt'];
  for (const name of names) {
    expect(readFileSync(join(second, name))).toEqual(readFileSync(join(first, name)));
  }
  expect(lstatSync(join(second, 'tool.sh')).mode & 0o111).not.toBe(0);
  expect(readlinkSync(join(second, 'link'))).toBe('keep.txt');
  for (const name of ['gone.txt', 'old name.txt', 'ignored'])
    expect(existsSync(join(second, name)), name).toBe(false);
  expect(sh(second, `${STATUS}; git rev-parse HEAD`)).toBe(`${before}\n${base}`);
});

test("the run's commits are restored as commits, with uncommitted changes on top", async () => {
  const made = sh(
    first,
    'echo changed > keep.txt; git commit -qam work; git rev-parse HEAD; echo more > more.txt',
  );
  const changes = await bundleChanges(store, { base });
  await restoreChanges(second, changes!);
  expect(sh(second, 'git rev-parse HEAD; git status --porcelain')).toBe(`${made}\n?? more.txt`);
});

test('commits that unpack to more than a checkpoint holds are refused by their size, before they are unpacked', async () => {
  // Its name, and what follows its header, are not those of a file of this size: both are only seen when it is unpacked.
  const large = 'ab'.repeat(20);
  mkdirSync(join(first, '.git', 'objects', 'ab'), { recursive: true });
  writeFileSync(
    join(first, '.git', 'objects', 'ab', large.slice(2)),
    deflateSync('blob 537000000\0'),
  );
  sh(first, `git update-index --add --cacheinfo 100644,${large},large.bin; git commit -qm large`);
  await expect(bundleChanges(store, { base })).rejects.toMatchObject({
    code: 'worktree-refused',
    message: expect.stringMatching(/^The run's commits hold 53\d{7} bytes;/) as string,
  });
});

test('commits with more than 1 GiB of new objects are refused, before git reads them', async () => {
  sh(
    first,
    `mkdir -p .git/objects/ab; truncate -s 1073741825 .git/objects/ab/${'ab'.repeat(19)}; git commit -q --allow-empty -m work`,
  );
  await expect(bundleChanges(store, { base })).rejects.toThrow(
    "more than 100000 files or 1073741824 bytes to git's objects",
  );
});

test('what a step makes before the run, in both jobs, does not hinder the resumption, and a file of the run replaces a folder of it, or a folder a file', async () => {
  for (const checkout of [first, second]) {
    writeFileSync(join(checkout, 'report.txt'), `built in ${checkout}\n`);
    mkdirSync(join(checkout, 'downloaded'));
    writeFileSync(join(checkout, 'downloaded', 'tool'), 'tool\n');
    writeFileSync(join(checkout, 'keep.txt'), `${checkout}\n`);
  }
  change();
  writeFileSync(join(first, 'out'), 'a file\n');
  mkdirSync(join(second, 'out'));
  writeFileSync(join(second, 'out', 'one'), 'one\n');
  mkdirSync(join(first, 'made', 'more'), { recursive: true });
  writeFileSync(join(first, 'made', 'more', 'one'), 'one\n');
  writeFileSync(join(second, 'made'), 'a file\n');
  await restoreChanges(second, (await bundleChanges(store, { base }))!);
  expect(sh(second, STATUS)).toBe(sh(first, STATUS));
  for (const name of ['report.txt', 'keep.txt', 'out', 'made/more/one'])
    expect(readFileSync(join(second, name), 'utf8')).toBe(readFileSync(join(first, name), 'utf8'));
});

test('a new file of such a step stays if the run made git ignore it', async () => {
  for (const checkout of [first, second]) {
    mkdirSync(join(checkout, 'packages'));
    writeFileSync(join(checkout, 'packages', 'one'), 'one\n');
  }
  writeFileSync(join(first, '.gitignore'), 'packages\n');
  await restoreChanges(second, (await bundleChanges(store, { base }))!);
  expect(sh(second, STATUS)).toBe(sh(first, STATUS));
  expect(readFileSync(join(second, 'packages', 'one'), 'utf8')).toBe('one\n');
});

test('a changed file of the commit that is not in the checkpoint is named, and nothing is restored; a bundle that lacks the commit is refused, and a name that no branch can have', async () => {
  writeFileSync(join(first, 'new.txt'), 'new\n');
  for (const name of ['keep.txt', 'other.txt']) writeFileSync(join(second, name), 'mine\n');
  const changes = (await bundleChanges(store, { base }))!;
  await expect(restoreChanges(second, changes)).rejects.toMatchObject({
    code: 'worktree-refused',
    message: `The work tree is not clean on ${base}. It differs in keep.txt.`,
  });
  expect(sh(second, 'git status --porcelain; git checkout -q -- .')).toBe(
    'M keep.txt\n?? other.txt',
  );
  for (const branch of ['../../x', 'a..b', 'x.lock', ''])
    await expect(restoreChanges(second, { ...changes, branch })).rejects.toMatchObject({
      code: 'worktree-refused',
      message: `${JSON.stringify(branch)} is no name of a branch.`,
    });
  const wrong = { ...changes, commit: 'f'.repeat(40) };
  await expect(restoreChanges(second, wrong)).rejects.toMatchObject({
    code: 'worktree-refused',
    message: 'The bundle does not contain all commits.',
  });
});
