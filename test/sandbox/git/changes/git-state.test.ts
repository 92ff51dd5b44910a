/** What git knows of a work tree beside its files, and what a checkpoint says that it lacks. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  bundleChanges,
  removeStore,
  restoreChanges,
  type TrustedStore,
} from '../../../../src/sandbox/index.ts';
import { workTreePatch } from '../../../../src/sandbox/git/changes/patch.ts';
import { requireStore } from '../../../../src/sandbox/git/store/trusted-store.ts';
import { git } from './git.ts';

let home: string;
let unchanged: string;
let first: string;
let second: string;
let base: string;
let store: TrustedStore;

function write(path: string, text: string): void {
  writeFileSync(join(first, path), text);
}

/** Branches `side` (a new file) and `conflict` (another line of `file`), on a commit before that of `main`. */
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  home = join(folder, 'home');
  unchanged = join(folder, 'unchanged');
  first = join(unchanged, 'first');
  mkdirSync(join(first, 'folder'), { recursive: true });
  git(first, 'init', '-q', '-b', 'main');
  write('file', 'file\n');
  write('folder/in it', 'in it\n');
  git(first, 'add', '-A');
  git(first, 'commit', '-q', '-m', 'before');
  git(first, 'checkout', '-q', '-b', 'conflict');
  write('file', 'theirs\n');
  git(first, 'commit', '-q', '-a', '-m', 'theirs');
  git(first, 'checkout', '-q', '-b', 'side', 'main');
  write('side', 'side\n');
  git(first, 'add', '-A');
  git(first, 'commit', '-q', '-m', 'side');
  git(first, 'checkout', '-q', 'main');
  write('file', 'ours\n');
  git(first, 'commit', '-q', '-a', '-m', 'base');
  base = git(first, 'rev-parse', 'HEAD');
  git(unchanged, 'clone', '-q', 'first', 'second');
  git(join(unchanged, 'second'), 'remote', 'remove', 'origin');
  first = join(home, 'first');
  second = join(home, 'second');
});

afterAll(() => rmSync(dirname(home), { recursive: true, force: true }));

beforeEach(async () => {
  execFileSync('cp', ['-a', unchanged, home]);
  store = await requireStore(first);
});

afterEach(() => {
  removeStore(store);
  rmSync(home, { recursive: true, force: true });
});

async function leftOut(): Promise<readonly { path: string; because: string }[]> {
  return (await bundleChanges(store, { base }))?.leftOut ?? [];
}

/** Restores the changes in the second checkout, which git then describes with the same words. */
async function carried(): Promise<void> {
  const changes = await bundleChanges(store, { base });
  expect(changes?.leftOut ?? []).toEqual([]);
  await restoreChanges(second, changes!);
  for (const args of [
    ['status'],
    ['status', '--porcelain=v2', '-uall'],
    ['ls-files', '-v', '-t', '-s'],
  ])
    expect(git(second, ...args)).toBe(git(first, ...args));
}

/** Commits a merge in progress; returns the message and the parents of the commit. */
function concluded(folder: string): string {
  git(folder, 'commit', '-q', '--no-edit');
  return git(folder, 'log', '-1', '--format=%s %P');
}

test('a merge in progress is concluded by a commit with both parents, also where its branch is missing', async () => {
  git(first, 'merge', '-q', '--no-commit', '--no-ff', 'side');
  await carried();
  expect(concluded(second)).toBe(concluded(first));
});

test.each(['merge', 'cherry-pick'])('the conflict of a %s stays one', async (verb) => {
  expect(() => git(first, verb, 'conflict')).toThrow(verb);
  write('other', 'staged\n');
  git(first, 'add', 'other');
  await carried();
  git(second, verb, '--abort');
  expect(git(second, 'status', '--porcelain')).toBe('');
});

test('the index stays as it is if it is split', async () => {
  git(first, 'update-index', '--split-index');
  write('file', 'staged\n');
  write('new', 'new\n');
  git(first, 'add', '-A');
  await carried();
});

test('a path to be added, one that git takes for unchanged, and one that it leaves out stay such', async () => {
  for (const path of ['new', 'file', 'folder/in it']) write(path, 'changed\n');
  git(first, 'add', '-N', 'new');
  git(first, 'update-index', '--assume-unchanged', 'file');
  git(first, 'update-index', '--skip-worktree', 'folder/in it');
  await carried();
});

test('branches that the run created or moved are there, and the one that is checked out is so', async () => {
  git(first, 'checkout', '-q', '-b', 'fix/it');
  await carried();
  git(second, 'checkout', '-q', 'main');
  write('file', 'changed\n');
  git(first, 'commit', '-q', '-a', '-m', 'on the branch');
  git(first, 'branch', '-f', 'side', 'main');
  git(first, 'pack-refs', '--all');
  git(first, 'checkout', '-q', 'main');
  await carried();
  for (const branch of ['fix/it', 'side'])
    expect(git(second, 'rev-parse', branch)).toBe(git(first, 'rev-parse', branch));
});

test('a branch without its history is named, and the rest is saved', async () => {
  write('new', 'new\n');
  writeFileSync(join(first, '.git', 'refs', 'heads', 'broken'), `${'1'.repeat(40)}\n`);
  const changes = await bundleChanges(store, { base });
  expect(changes?.branches).toBeUndefined();
  expect(changes?.leftOut).toEqual([
    { path: '.git/refs/heads/broken', because: 'its commits are incomplete or too large' },
  ]);
  await restoreChanges(second, changes!);
  expect(git(second, 'status', '--porcelain')).toBe('?? new');
});

test('a rebase in progress, the stash and a tag are named', async () => {
  write('file', 'stashed\n');
  git(first, 'stash');
  git(first, 'tag', 'v1');
  git(first, 'checkout', '-q', 'conflict');
  expect(() => git(first, 'rebase', 'main')).toThrow('rebase');
  expect((await leftOut()).map(({ path }) => path).toSorted()).toEqual([
    '.git/rebase-merge',
    '.git/refs/stash',
    '.git/refs/tags/v1',
  ]);
});

test('the changes that a merge put aside are named', async () => {
  write('folder/in it', 'changed\n');
  expect(() => git(first, 'merge', '--autostash', 'conflict')).toThrow('merge');
  expect(await leftOut()).toEqual([
    {
      path: '.git/MERGE_AUTOSTASH',
      because: 'the changes that `--autostash` puts aside are not saved',
    },
  ]);
});

test('what has no content that git can save is named: a FIFO, and the history of a repository in the tree', async () => {
  execFileSync('mkfifo', [join(first, 'pipe')]);
  git(first, 'init', '-q', 'nested');
  expect(await leftOut()).toEqual([
    { path: 'pipe', because: 'it is a FIFO' },
    { path: 'nested/.git', because: 'the history of a repository in the work tree is not saved' },
  ]);
});

test.runIf(process.getuid?.() !== 0)('a file that cannot be read is named', async () => {
  write('secret', 'x');
  chmodSync(join(first, 'secret'), 0);
  expect(await leftOut()).toEqual([
    { path: 'secret', because: expect.stringContaining('EACCES') as string },
  ]);
});

test.each(['git~1', '.git.', '.g\u200cit'])(
  'a name that git refuses (%j) is named, in the checkpoint and in the patch',
  async (name) => {
    write(name, 'x');
    write('new', 'new\n');
    const because = 'git refuses its name';
    expect(await leftOut()).toEqual([{ path: name, because }]);
    const patch = await workTreePatch(store, { base });
    expect(patch.leftOut).toEqual([{ path: name, because }]);
    await restoreChanges(second, (await bundleChanges(store, { base }))!);
    expect(git(second, 'status', '--porcelain')).toBe('?? new');
  },
);

test('a content that git refuses when the run resumes is named before it is suspended', async () => {
  write('.gitmodules', '[submodule "../x"]\n\tpath = x\n\turl = --upload-pack=x\n');
  write('new', 'new\n');
  const changes = await bundleChanges(store, { base });
  expect(changes?.leftOut).toEqual([{ path: '.gitmodules', because: 'git refuses its content' }]);
  await restoreChanges(second, changes!);
  expect(git(second, 'status', '--porcelain')).toBe('?? new');
});

test('a merge of an annotated tag is concluded by a commit with both parents', async () => {
  git(first, 'tag', '-a', '-m', 'first version', 'v1', 'side');
  removeStore(store);
  store = await requireStore(first);
  git(first, 'merge', '-q', '--no-commit', '--no-ff', 'v1');
  await carried();
  git(second, 'commit', '-q', '--no-edit');
  expect(git(second, 'log', '-1', '--format=%s %P')).toBe(
    `Merge tag 'v1' ${base} ${git(first, 'rev-parse', 'side')}`,
  );
});

test('a branch without commit stays one, beside staged and other files', async () => {
  git(first, 'checkout', '-q', '--orphan', 'new/start');
  git(first, 'rm', '-q', '--cached', 'file');
  write('new', 'new\n');
  git(first, 'add', 'new');
  write('other', 'other\n');
  await carried();
  expect(() => git(second, 'rev-parse', '--verify', 'HEAD')).toThrow('rev-parse');
});

test('a reference of HEAD that names no commit is refused, and not taken for a branch without one', async () => {
  writeFileSync(join(first, '.git', 'refs', 'heads', 'main'), 'none\n');
  await expect(bundleChanges(store, { base })).rejects.toThrow('on no commit any more');
});

test('branches may take the place of one that the run deleted', async () => {
  git(first, 'checkout', '-q', '-b', 'other');
  git(first, 'branch', '-D', 'main');
  git(first, 'branch', 'main/fix', 'side');
  git(first, 'checkout', '-q', '-b', 'main/checked-out');
  git(first, 'branch', '-D', 'other');
  await carried();
  expect(git(second, 'rev-parse', 'main/fix')).toBe(git(first, 'rev-parse', 'side'));
});

test.each([
  ['deleted', () => {}],
  ['now a folder', () => mkdirSync(join(first, 'new'))],
  ['now a FIFO', () => execFileSync('mkfifo', [join(first, 'new')])],
  ['now a link', () => symlinkSync('folder', join(first, 'new'))],
])('a path to be added whose file is %s does not hinder the resumption', async (_, replace) => {
  mkdirSync(join(first, 'below'));
  for (const path of ['new', 'below/new']) write(path, 'new\n');
  git(first, 'add', '-N', 'new', 'below/new');
  for (const path of ['new', 'below']) rmSync(join(first, path), { recursive: true });
  replace();
  write('other', 'other\n');
  await restoreChanges(second, (await bundleChanges(store, { base }))!);
  expect(git(second, 'status', '--porcelain')).toContain('?? other');
});

test.each(['refs/heads/other', 'MERGE_HEAD'])(
  'what names no commit (%s) is named, and the rest is saved',
  async (name) => {
    writeFileSync(join(first, '.git', name), `${git(first, 'rev-parse', 'HEAD:file')}\n`);
    write('new', 'new\n');
    const changes = await bundleChanges(store, { base });
    expect(changes?.leftOut).toEqual([
      { path: `.git/${name}`, because: 'its commits are incomplete or too large' },
    ]);
    await restoreChanges(second, changes!);
    expect(git(second, 'status', '--porcelain')).toBe('?? new');
  },
);

test.each([
  ['a link', (path: string) => symlinkSync(join(home, 'secret'), path)],
  ['a FIFO', (path: string) => execFileSync('mkfifo', [path])],
  ['a large file', (path: string) => writeFileSync(path, 'x'.repeat(300_000))],
])('a message of a merge that is %s is named, and not read', async (_, make) => {
  writeFileSync(join(home, 'secret'), 'secret');
  make(join(first, '.git', 'MERGE_MSG'));
  expect(await bundleChanges(store, { base })).toMatchObject({
    leftOut: [{ path: '.git/MERGE_MSG', because: 'it cannot be read, or is too large' }],
  });
});

test('the branches of the run are saved beside thousands of others, of which a hundred are the most', async () => {
  for (let count = 0; count < 3_000; count += 1)
    writeFileSync(join(first, '.git', 'refs', 'heads', `fetched-${count}`), `${base}\n`);
  git(first, 'pack-refs', '--all');
  removeStore(store);
  store = await requireStore(first);
  git(first, 'branch', '-f', 'fetched-7', 'side');
  for (let count = 0; count < 101; count += 1) git(first, 'branch', `own-${count}`, 'side');
  const changes = await bundleChanges(store, { base });
  expect(changes?.branches).toHaveLength(100);
  expect(changes?.branches?.[0]?.name).toBe('fetched-7');
  const because = 'only the first 100 branches of the run are saved';
  expect(changes?.leftOut?.map((one) => one.because)).toEqual([because, because]);
});

test('nothing is saved or named of a checkout with fetched tags and branches, as actions/checkout makes it', async () => {
  const runner = join(home, 'runner');
  git(first, 'tag', '-a', '-m', 'first version', 'v1', 'side');
  git(home, 'init', '-q', runner);
  git(runner, 'remote', 'add', 'origin', `file://${first}`);
  const refs = ['+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*'];
  git(runner, 'fetch', '-q', '--depth=1', 'origin', ...refs);
  git(runner, 'checkout', '-q', '--force', '-B', 'main', 'refs/remotes/origin/main');
  const fresh = await requireStore(runner);
  try {
    expect(await bundleChanges(fresh, { base })).toBeNull();
  } finally {
    removeStore(fresh);
  }
});

/** Restores the changes in the second checkout, and from there in a third one, as a run does that is suspended twice. */
async function carriedTwice(): Promise<string> {
  const third = join(home, 'third');
  execFileSync('cp', ['-a', second, third]);
  const restored = (await bundleChanges(store, { base }))!;
  await restoreChanges(second, restored);
  const resumed = await requireStore(second, { restored });
  try {
    await restoreChanges(third, (await bundleChanges(resumed, { base }))!);
  } finally {
    removeStore(resumed);
  }
  return third;
}

test.each([
  ['branches', () => git(first, 'branch', 'other', 'side')],
  ['the branch that is checked out', () => git(first, 'checkout', '-q', '-b', 'other')],
  ['a branch without commit', () => git(first, 'checkout', '-q', '--orphan', 'other')],
  ['a merge', () => git(first, 'merge', '-q', '--no-commit', '--no-ff', 'side')],
])('a run that is suspended twice keeps %s', async (_, change) => {
  change();
  const third = await carriedTwice();
  for (const args of [['status'], ['ls-files', '-v', '-t', '-s'], ['branch', '--list', 'other']])
    expect(git(third, ...args)).toBe(git(first, ...args));
});
