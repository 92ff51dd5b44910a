/** Work trees that are harder to carry than most. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../../../src/common/index.ts';
import {
  bundleChanges,
  removeStore,
  restoreChanges,
  type TrustedStore,
} from '../../../../src/sandbox/index.ts';
import { requireStore } from '../../../../src/sandbox/git/store/trusted-store.ts';
import { nightly } from '../../../properties.ts';
import { git } from './git.ts';

/** Where the repositories lie in each test, since they name each other by their paths, and where they lie as they were made. */
let home: string;
let unchanged: string;
let commit: string;
let first: string;
let second: string;
let base: string;
/** Of the first checkout, from before it changes. */
let store: TrustedStore;

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  home = join(folder, 'home');
  unchanged = join(folder, 'unchanged');
  mkdirSync(home);
  const module = join(home, 'module');
  mkdirSync(module);
  git(module, 'init', '-q', '-b', 'main');
  writeFileSync(join(module, 'inside.txt'), 'inside\n');
  git(module, 'add', '-A');
  git(module, 'commit', '-q', '-m', 'module');
  first = join(home, 'first');
  second = join(home, 'second');
  mkdirSync(join(first, 'folder'), { recursive: true });
  git(first, 'init', '-q', '-b', 'main');
  writeFileSync(
    join(first, '.gitattributes'),
    '* text=auto\n*.u16 working-tree-encoding=UTF-16LE\n',
  );
  writeFileSync(join(first, 'file'), 'file\n');
  writeFileSync(join(first, 'folder', 'in it'), 'in it\n');
  writeFileSync(join(first, 'tool.sh'), '#!/bin/sh\n');
  chmodSync(join(first, 'tool.sh'), 0o755);
  writeFileSync(join(first, 'text.u16'), Buffer.from('text\n', 'utf16le'));
  git(first, 'add', '-A');
  git(first, 'submodule', '--quiet', 'add', module, 'lib/module');
  git(first, 'commit', '-q', '-m', 'base');
  commit = git(first, 'rev-parse', 'HEAD');
  git(home, 'clone', '-q', '--recurse-submodules', first, 'second');
  renameSync(home, unchanged);
});

afterAll(() => rmSync(dirname(home), { recursive: true, force: true }));

beforeEach(async () => {
  execFileSync('cp', ['-a', unchanged, home]);
  base = commit;
  store = await requireStore(first);
});

afterEach(() => {
  removeStore(store);
  rmSync(home, { recursive: true, force: true });
});

/** Every file below a folder but git's own: kind, mode and content, by the bytes of its path. */
function tree(root: string): readonly string[] {
  return below(Buffer.from(root)).toSorted((one, other) => (one < other ? -1 : 1));
}

function below(folder: Buffer, under = ''): readonly string[] {
  return readdirSync(folder, { encoding: 'buffer' }).flatMap((name) => {
    const path = Buffer.concat([folder, Buffer.from('/'), name]);
    const shown = `${under}/${name.toString('latin1')}`;
    const about = lstatSync(path);
    if (name.equals(Buffer.from('.git'))) return [];
    if (about.isDirectory()) return below(path, shown);
    if (about.isSymbolicLink())
      return [`${shown} -> ${readlinkSync(path, { encoding: 'buffer' }).toString('hex')}`];
    const bytes = readFileSync(path);
    return [`${shown} ${(about.mode & 0o111) === 0 ? '-' : 'x'} ${sha256(bytes)}`];
  });
}

async function carried(): Promise<void> {
  const changes = await bundleChanges(store, { base });
  expect(changes).not.toBeNull();
  await restoreChanges(second, changes!);
  expect(tree(second)).toEqual(tree(first));
  const status = ['status', '--porcelain', '-uall', '--ignore-submodules=none'];
  expect(git(second, ...status)).toBe(git(first, ...status));
  expect(git(second, 'rev-parse', 'HEAD')).toBe(git(first, 'rev-parse', 'HEAD'));
}

test('a file becomes a folder, a folder a file, a file a link, and a program a text', async () => {
  rmSync(join(first, 'file'));
  mkdirSync(join(first, 'file'));
  writeFileSync(join(first, 'file', 'below'), 'below\n');
  rmSync(join(first, 'folder'), { recursive: true });
  writeFileSync(join(first, 'folder'), 'no folder\n');
  chmodSync(join(first, 'tool.sh'), 0o644);
  rmSync(join(first, 'text.u16'));
  symlinkSync('nowhere at all', join(first, 'text.u16'));
  await carried();
});

test('an attribute file with a line that is too long for git, which ignores that line', async () => {
  const usual = readFileSync(join(first, '.gitattributes'), 'utf8');
  const long = `${usual}*.txt ${'a'.repeat(2_100)}\n*.md text\n`;
  writeFileSync(join(first, '.gitattributes'), long);
  mkdirSync(join(first, 'new'));
  writeFileSync(join(first, 'new', '.gitattributes'), long);
  await carried();
});

test('a folder with the name of a file of git: .gitattributes, .gitmodules', async () => {
  for (const path of ['.gitattributes', 'text.u16']) rmSync(join(first, path));
  for (const folder of ['.gitattributes', 'new/.gitattributes', 'new/.gitmodules']) {
    mkdirSync(join(first, folder), { recursive: true });
    writeFileSync(join(first, folder, 'in it'), 'in it\n');
  }
  await carried();
});

test('names with a line feed, quotes, a backslash, blanks and no valid text', async () => {
  for (const name of ['line\nfeed', '"quoted"', 'back\\slash', ' blank ', '-n', 'tab\there', 'ü ✓'])
    writeFileSync(join(first, name), name);
  writeFileSync(Buffer.concat([Buffer.from(`${first}/raw-`), Buffer.from([0xff, 0xe9])]), 'raw');
  symlinkSync(Buffer.from([0xff, 0xfe]), join(first, 'link'));
  await carried();
});

test('contents that git would convert: CRLF, another encoding, a byte-order mark', async () => {
  git(first, 'config', 'core.autocrlf', 'true');
  git(second, 'config', 'core.autocrlf', 'true');
  writeFileSync(join(first, 'crlf.txt'), 'one\r\ntwo\r\n');
  writeFileSync(join(first, 'mixed.txt'), 'one\r\ntwo\n');
  writeFileSync(join(first, 'text.u16'), Buffer.from('\uFEFFother\r\n', 'utf16le'));
  await carried();
});

test('staged changes are staged again, on the same branch', async () => {
  git(first, 'checkout', '-q', '-b', 'fix/it');
  writeFileSync(join(first, 'file'), 'committed\n');
  git(first, 'commit', '-q', '-a', '-m', 'on the branch');
  writeFileSync(join(first, 'file'), 'staged\n');
  writeFileSync(join(first, 'new.txt'), 'staged, new\n');
  git(first, 'add', '-A');
  git(first, 'rm', '-q', '--cached', 'tool.sh');
  writeFileSync(join(first, 'file'), 'and changed again\n');
  await carried();
  expect(git(second, 'branch', '--show-current')).toBe('fix/it');
  expect(git(second, 'diff', '--cached')).toBe(git(first, 'diff', '--cached'));
  expect(git(second, 'log', '--format=%H')).toBe(git(first, 'log', '--format=%H'));
});

nightly('the branch is the same where a tag has its name', async () => {
  git(first, 'checkout', '-q', '-b', 'same');
  git(first, 'tag', 'same');
  writeFileSync(join(first, 'file'), 'changed\n');
  await carried();
  expect(git(second, 'symbolic-ref', 'HEAD')).toBe('refs/heads/same');
});

nightly('a checkout whose commits have long ids', async () => {
  for (const folder of [first, second]) rmSync(folder, { recursive: true });
  mkdirSync(first);
  git(first, 'init', '-q', '-b', 'main', '--object-format=sha256');
  for (const name of ['stays', 'goes']) writeFileSync(join(first, name), `${name}\n`);
  git(first, 'add', '-A');
  git(first, 'commit', '-q', '-m', 'base');
  git(home, 'clone', '-q', first, 'second');
  base = git(first, 'rev-parse', 'HEAD');
  removeStore(store);
  store = await requireStore(first);
  rmSync(join(first, 'goes'));
  writeFileSync(join(first, 'comes'), 'comes\n');
  await carried();
});

test('a submodule: its changed and new files, its commits, and its other commit', async () => {
  const module = join(first, 'lib', 'module');
  writeFileSync(join(module, 'inside.txt'), 'committed\n');
  git(module, 'commit', '-q', '-a', '-m', 'in the module');
  writeFileSync(join(module, 'inside.txt'), 'changed\n');
  writeFileSync(join(module, 'new.txt'), 'new\n');
  await carried();
  const other = join(second, 'lib', 'module');
  expect(git(other, 'rev-parse', 'HEAD')).toBe(git(module, 'rev-parse', 'HEAD'));
  expect(git(other, 'status', '--porcelain')).toBe(git(module, 'status', '--porcelain'));
});

test('a commit that records another commit of a submodule is restored, and the submodule with it', async () => {
  const module = join(first, 'lib', 'module');
  writeFileSync(join(module, 'inside.txt'), 'committed\n');
  git(module, 'commit', '-q', '-a', '-m', 'in the module');
  git(first, 'commit', '-q', '-a', '-m', 'another commit of the module');
  await carried();
  const other = join(second, 'lib', 'module');
  expect(git(other, 'rev-parse', 'HEAD')).toBe(git(module, 'rev-parse', 'HEAD'));
});

test('nothing is staged of a file that is only to be added', async () => {
  writeFileSync(join(first, 'to add'), 'new\n');
  git(first, 'add', '-N', 'to add');
  expect((await bundleChanges(store, { base }))?.staged).toBeUndefined();
});

test('rules that the run wrote into a new folder apply to the files of that folder', async () => {
  const made = join(first, 'made');
  mkdirSync(made);
  writeFileSync(join(made, '.gitignore'), '*.log\n');
  writeFileSync(join(made, 'a.log'), 'x');
  writeFileSync(join(made, 'a.txt'), 'x');
  await restoreChanges(second, (await bundleChanges(store, { base }))!);
  expect(readdirSync(join(second, 'made')).toSorted()).toEqual(['.gitignore', 'a.txt']);
});

nightly('a submodule that nobody touched stays as it is, checked out or not', async () => {
  git(second, 'submodule', '--quiet', 'deinit', '--all');
  writeFileSync(join(first, 'file'), 'changed\n');
  await restoreChanges(second, (await bundleChanges(store, { base }))!);
  expect(readFileSync(join(second, 'file'), 'utf8')).toBe('changed\n');
  expect(existsSync(join(second, 'lib', 'module', 'inside.txt'))).toBe(false);
});

nightly(
  'a changed submodule that is not checked out when the run resumes is refused with what to write',
  async () => {
    writeFileSync(join(first, 'lib', 'module', 'inside.txt'), 'changed\n');
    const changes = await bundleChanges(store, { base });
    git(second, 'submodule', '--quiet', 'deinit', '--all');
    await expect(restoreChanges(second, changes!)).rejects.toMatchObject({
      code: 'worktree-refused',
      fix: expect.stringContaining('submodules: true'),
    });
  },
);

nightly(
  'a submodule whose git folder a command moved brings its files, and nothing from elsewhere',
  async () => {
    const elsewhere = join(home, 'elsewhere');
    git(home, 'clone', '-q', join(home, 'module'), 'elsewhere');
    const module = join(first, 'lib', 'module');
    writeFileSync(join(module, '.git'), `gitdir: ${elsewhere}/.git\n`);
    writeFileSync(join(module, 'inside.txt'), 'changed\n');
    await restoreChanges(second, (await bundleChanges(store, { base }))!);
    expect(readFileSync(join(second, 'lib', 'module', 'inside.txt'), 'utf8')).toBe('changed\n');
    expect(git(elsewhere, 'for-each-ref', 'refs/countersign')).toBe('');
  },
);

test('a repository that lies untracked in the tree brings its files, without its history', async () => {
  const nested = join(first, 'nested');
  mkdirSync(join(nested, 'deep'), { recursive: true });
  git(nested, 'init', '-q');
  writeFileSync(join(nested, 'deep', 'a.txt'), 'a\n');
  git(nested, 'add', '-A');
  git(nested, 'commit', '-q', '-m', 'nested');
  const changes = await bundleChanges(store, { base });
  await restoreChanges(second, changes!);
  expect(tree(second)).toEqual(tree(first));
  expect(existsSync(join(second, 'nested', '.git'))).toBe(false);
});

test('ignored files and empty folders are left out', async () => {
  writeFileSync(join(first, '.gitignore'), 'ignored\n');
  writeFileSync(join(first, 'ignored'), 'x');
  mkdirSync(join(first, 'empty'));
  await restoreChanges(second, (await bundleChanges(store, { base }))!);
  expect(existsSync(join(second, 'ignored'))).toBe(false);
  expect(existsSync(join(second, 'empty'))).toBe(false);
});

nightly(
  'a file of seventy megabytes comes back, and more files than a checkpoint holds are refused',
  async () => {
    writeFileSync(join(first, 'big.bin'), Buffer.alloc(70 * 1024 * 1024, 'abc'));
    await carried();
    mkdirSync(join(first, 'many'));
    for (let count = 0; count <= 20_000; count += 1)
      writeFileSync(join(first, 'many', String(count)), '');
    await expect(bundleChanges(store, { base })).rejects.toMatchObject({
      code: 'worktree-refused',
    });
  },
);
