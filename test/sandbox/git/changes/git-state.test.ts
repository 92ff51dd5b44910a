/** What git knows of a work tree beside its files, and what a checkpoint says that it lacks. */
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
import { PLAIN_GIT, sh } from '../../support.ts';

let home: string;
let unchanged: string;
let first: string;
let second: string;
let base: string;
let side: string;
let store: TrustedStore;

function write(path: string, text: string): void {
  writeFileSync(join(first, path), text);
}

/**
 * Branches `side` (a new file) and `conflict` (another line of `file`), on a commit before that of `main`. The second checkout has the
 * second of them, too.
 */
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  home = join(folder, 'home');
  unchanged = join(folder, 'unchanged');
  [base = '', side = ''] = sh(
    folder,
    `set -e; mkdir unchanged; cd unchanged; git init -q --template= -b main first; cd first; mkdir folder
     echo file > file; echo 'in it' > 'folder/in it'; git add -A; git commit -qm before
     git checkout -q -b conflict; echo theirs > file; git commit -qam theirs
     git checkout -q -b side main; echo side > side; git add -A; git commit -qm side
     git checkout -q main; echo ours > file; git commit -qam base
     git clone -q --template= . ../second; git tag -a -m 'first version' v1 side; cd ../second
     git branch -q --no-track conflict origin/conflict; git remote remove origin; git rev-parse HEAD; cd ../first; git rev-parse side`,
  ).split('\n');
  first = join(home, 'first');
  second = join(home, 'second');
});

afterAll(() => rmSync(dirname(home), { recursive: true, force: true }));

beforeEach(async () => {
  cpSync(unchanged, home, { recursive: true, preserveTimestamps: true });
  store = await requireStore(first, PLAIN_GIT);
});

afterEach(() => {
  removeStore(store);
  rmSync(home, { recursive: true, force: true });
});

async function leftOut(): Promise<readonly { path: string; because: string }[]> {
  return (await bundleChanges(store, { base }))?.leftOut ?? [];
}

/** What git says of a checkout, after what `more` prints. */
function described(checkout: string, more = 'true'): string {
  return sh(
    checkout,
    `${more}; git status; git status --porcelain=v2 -uall; git ls-files -v -t -s`,
  );
}

/** Restores the changes in the second checkout, which git then describes with the same words. */
async function carried(more?: string) {
  const changes = (await bundleChanges(store, { base }))!;
  expect(changes.leftOut ?? []).toEqual([]);
  await restoreChanges(second, changes);
  expect(described(second, more)).toBe(described(first, more));
  return changes;
}

/** From there in a third one, too, as a run does that is suspended twice. */
async function carriedTwice(more?: string): Promise<string> {
  const third = join(home, 'third');
  cpSync(second, third, { recursive: true, preserveTimestamps: true });
  const restored = await carried(more);
  const resumed = await requireStore(second, { ...PLAIN_GIT, restored });
  try {
    await restoreChanges(third, (await bundleChanges(resumed, { base }))!);
  } finally {
    removeStore(resumed);
  }
  expect(described(third, more)).toBe(described(first, more));
  return third;
}

test('a run that is suspended twice keeps a merge of a tag, and branches that it created and moved', async () => {
  sh(
    first,
    `git checkout -q -b fix/it; git branch other side; git branch -f conflict main; git pack-refs --all
     git merge -q --no-commit --no-ff v1`,
  );
  const third = await carriedTwice('git rev-parse fix/it other conflict');
  for (const checkout of [second, third])
    expect(sh(checkout, `git commit -q --no-edit; git log -1 --format='%s %P'`)).toBe(
      `Merge tag 'v1' into fix/it ${base} ${side}`,
    );
});

test('a run that is suspended twice keeps the branch that is checked out', async () => {
  sh(first, 'git checkout -q -b other');
  await carriedTwice('git branch --list other');
});

test('a branch without commit stays one, beside staged and other files, also if the run is suspended twice', async () => {
  sh(
    first,
    `git checkout -q --orphan new/start; git rm -q --cached file; echo new > new; git add new; echo other > other`,
  );
  const third = await carriedTwice();
  expect(() => sh(third, 'git rev-parse --verify HEAD')).toThrow('rev-parse');
});

test('the conflict of a merge stays one, and can be aborted', async () => {
  sh(first, 'git merge -q conflict; echo staged > other; git add other');
  const { index } = await carried();
  expect(index?.conflicts).toHaveLength(3);
  expect(sh(second, 'git merge --abort; git status --porcelain')).toBe('');
});

test('the conflict of a cherry-pick stays one in a split index, as do a path to be added, and those that git takes for unchanged or leaves out', async () => {
  sh(
    first,
    `git cherry-pick conflict; echo more > staged; git add staged; git update-index --split-index
     echo new > new; git add -N new; echo side > side; git add side; git update-index --assume-unchanged staged; echo changed > staged
     git update-index --skip-worktree 'folder/in it'; echo changed > 'folder/in it'; ls .git/sharedindex.*`,
  );
  const { index } = await carried();
  expect(index).toMatchObject({
    conflicts: { length: 3 },
    intended: ['new'],
    assumed: ['staged'],
    skipped: ['folder/in it'],
  });
});

test('a checkout with a split index takes the changes of a run', async () => {
  sh(first, 'echo staged > other; git add other; echo changed > file; echo new > new');
  sh(second, 'git update-index --split-index; ls .git/sharedindex.*');
  await carried();
});

test('branches may take the place of one that the run deleted', async () => {
  sh(
    first,
    `git checkout -q -b other; git branch -qD main; git branch main/fix side; git checkout -q -b main/checked-out
     git branch -qD other`,
  );
  await carried('git rev-parse main/fix');
});

test('what names no commit is named, and the rest is saved: a branch without its history, and others on a file', async () => {
  write('new', 'new\n');
  sh(
    first,
    `git rev-parse HEAD:file | tee .git/refs/heads/other > .git/MERGE_HEAD; echo ${'1'.repeat(40)} > .git/refs/heads/broken`,
  );
  const changes = await bundleChanges(store, { base });
  expect(changes?.branches).toBeUndefined();
  const because = 'its commits are incomplete or too large';
  expect(changes?.leftOut).toEqual([
    { path: '.git/MERGE_HEAD', because },
    { path: '.git/refs/heads/broken', because },
    { path: '.git/refs/heads/other', because },
  ]);
  await restoreChanges(second, changes!);
  expect(sh(second, 'git status --porcelain')).toBe('?? new');
});

test('a rebase in progress, the stash, a tag and what a merge put aside are named, as are messages that are no small file', async () => {
  sh(
    first,
    `echo changed > 'folder/in it'; git merge --autostash conflict; cp .git/MERGE_AUTOSTASH ..; git merge --abort; git stash; git tag v2
     git checkout -q conflict; git rebase main; mv ../MERGE_AUTOSTASH .git; echo secret > ../secret
     rm -f .git/MERGE_MSG; ln -s ../../secret .git/MERGE_MSG; mkfifo .git/SQUASH_MSG; head -c 300000 /dev/zero > .git/MERGE_MODE`,
  );
  const changes = await bundleChanges(store, { base });
  expect(changes?.operation ?? {}).not.toHaveProperty('MERGE_MSG');
  const unread = 'it cannot be read, or is too large';
  const unsaved = 'only branches are saved, not tags or the stash';
  expect(changes?.leftOut?.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    {
      path: '.git/MERGE_AUTOSTASH',
      because: 'the changes that `--autostash` puts aside are not saved',
    },
    { path: '.git/MERGE_MODE', because: unread },
    { path: '.git/MERGE_MSG', because: unread },
    { path: '.git/SQUASH_MSG', because: unread },
    { path: '.git/rebase-merge', because: 'a rebase in progress is not saved' },
    { path: '.git/refs/stash', because: unsaved },
    { path: '.git/refs/tags/v2', because: unsaved },
  ]);
});

test('what git cannot save is named, and the rest is saved: a FIFO, the history of a repository in the tree, names and a content that git refuses', async () => {
  const names = ['git~1', '.git.', '.g\u200cit'];
  for (const name of names) write(name, 'x');
  write('.gitmodules', '[submodule "../x"]\n\tpath = x\n\turl = --upload-pack=x\n');
  write('new', 'new\n');
  sh(first, 'mkfifo pipe; git init -q nested');
  const changes = await bundleChanges(store, { base });
  const because = 'git refuses its name';
  const fifo = { path: 'pipe', because: 'it is a FIFO' };
  const refused = names.map((path) => ({ path, because }));
  expect(changes?.leftOut).toHaveLength(names.length + 3);
  expect(changes?.leftOut).toEqual(
    expect.arrayContaining([
      { path: '.gitmodules', because: 'git refuses its content' },
      { path: 'nested/.git', because: 'the history of a repository in the work tree is not saved' },
      fifo,
      ...refused,
    ]),
  );
  const patch = await workTreePatch(store, { base });
  expect(patch.leftOut).toHaveLength(names.length + 1);
  expect(patch.leftOut).toEqual(expect.arrayContaining([fifo, ...refused]));
  await restoreChanges(second, changes!);
  expect(sh(second, 'git status --porcelain')).toBe('?? new');
});

test.runIf(process.getuid?.() !== 0)('a file that cannot be read is named', async () => {
  write('secret', 'x');
  chmodSync(join(first, 'secret'), 0);
  expect(await leftOut()).toEqual([
    { path: 'secret', because: expect.stringContaining('EACCES') as string },
  ]);
});

test('a reference of HEAD that names no commit is refused, and not taken for a branch without one', async () => {
  writeFileSync(join(first, '.git', 'refs', 'heads', 'main'), 'none\n');
  await expect(bundleChanges(store, { base })).rejects.toThrow('on no commit any more');
});

test('paths to be added whose files are gone, or are a folder, a FIFO or a link by now, do not hinder the resumption', async () => {
  sh(
    first,
    `mkdir below; for path in new folder-now fifo link below/new; do echo new > $path; git add -N $path; done
     rm -r new folder-now fifo link below; mkdir folder-now; mkfifo fifo; ln -s folder link; echo other > other`,
  );
  await restoreChanges(second, (await bundleChanges(store, { base }))!);
  expect(sh(second, 'git status --porcelain')).toContain('?? other');
});

test('the branches of the run are saved beside thousands of others, of which a hundred are the most', async () => {
  const fetched = Array.from({ length: 3_000 }, (_, count) => `refs/heads/fetched-${count}`);
  const lines = [...fetched, 'refs/heads/side'].map((name) => `${base} ${name}\n`).toSorted();
  writeFileSync(
    join(first, '.git', 'packed-refs'),
    `# pack-refs with: peeled fully-peeled sorted \n${lines.join('')}`,
  );
  removeStore(store);
  store = await requireStore(first, PLAIN_GIT);
  const own = ['fetched-7', ...Array.from({ length: 101 }, (_, count) => `own-${count}`)];
  for (const name of own) writeFileSync(join(first, '.git', 'refs', 'heads', name), `${side}\n`);
  const changes = await bundleChanges(store, { base });
  expect(changes?.branches).toHaveLength(100);
  expect(changes?.branches?.[0]?.name).toBe('fetched-7');
  const because = 'only the first 100 branches of the run are saved';
  expect(changes?.leftOut?.map((one) => one.because)).toEqual([because, because]);
});

test('nothing is saved or named of a checkout with fetched tags and branches, as actions/checkout makes it', async () => {
  const runner = join(home, 'runner');
  sh(
    home,
    `git init -q runner; cd runner; git remote add origin "file://$PWD/../first"
     git fetch -q --depth=1 origin '+refs/heads/*:refs/remotes/origin/*' '+refs/tags/*:refs/tags/*'
     git checkout -q --force -B main refs/remotes/origin/main`,
  );
  const fresh = await requireStore(runner, PLAIN_GIT);
  try {
    expect(await bundleChanges(fresh, { base })).toBeNull();
  } finally {
    removeStore(fresh);
  }
});
