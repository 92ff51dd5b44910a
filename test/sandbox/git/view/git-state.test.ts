import { cpSync, linkSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findGit } from '../../../../src/sandbox/git/read/git-paths.ts';
import { MAX_GIT_NAMES } from '../../../../src/sandbox/git/read/scan-git-folder.ts';
import { gitStateKey } from '../../../../src/sandbox/git/view/git-views.ts';
import { sh, tempFolder } from '../../support.ts';

let seed: string;

beforeAll(() => {
  seed = tempFolder();
  sh(
    seed,
    'git init -q -b main; echo a > a; git add a; git commit -qm a; echo b > a; git commit -qam b',
  );
});

function repository(): string {
  const root = join(tempFolder(), 'repo');
  cpSync(seed, root, { recursive: true, preserveTimestamps: true });
  return root;
}

function keyOf(root: string, maxNames?: number): string {
  const git = findGit(root);
  if (git === null) throw new Error('no git folder');
  return gitStateKey(git, maxNames);
}

describe('the key of the state of a git folder', () => {
  it('is the same while nobody writes, whatever is read', () => {
    const root = repository();
    const before = keyOf(root);
    sh(
      root,
      'git --no-optional-locks status; git log -p; git show HEAD:a; echo c > a; git --no-optional-locks diff',
    );
    expect(keyOf(root)).toBe(before);
  });

  it.each([
    ['a commit', 'echo c > a; git commit -qam c'],
    ['what is staged', 'echo c > a; git add a'],
    ['a branch', 'git branch side'],
    ['a branch in a folder', 'git branch side/deep/er'],
    ['a branch that goes', 'git branch x; echo', 'git branch -q -D x'],
    ['a branch that is moved', 'git branch x; echo', 'git branch -f x HEAD~1'],
    ['another HEAD', 'git checkout -q --detach'],
    ['a blob that stands nowhere', 'echo x | git hash-object -w --stdin'],
    [
      'a second blob in the same folder of objects',
      'mkdir -p .git/objects/58; true',
      'echo x | git hash-object -w --stdin',
    ],
    ['packs', 'git repack -adq'],
    ['packed refs', 'git pack-refs --all'],
    ['a stash', 'echo c > a; git stash -q'],
    ['another stash', 'echo c > a; git stash -q', 'echo d > a; git stash -q'],
    ['what is ignored', 'echo x >> .git/info/exclude'],
    ['alternates', 'mkdir -p .git/objects/info; echo /x > .git/objects/info/alternates'],
    ['the files of a rebase', 'mkdir .git/rebase-apply'],
    ['the configuration', 'git config a.b c'],
  ])('changes with %s', (_, first, second?: string) => {
    const root = repository();
    if (second !== undefined) sh(root, first);
    const before = keyOf(root);
    sh(root, second ?? first);
    expect(keyOf(root)).not.toBe(before);
  });

  it('changes with the branches and the index of a linked work tree', () => {
    const root = repository();
    sh(root, 'git worktree add -q ../linked -b linked');
    const linked = join(root, '..', 'linked');
    const before = keyOf(linked);
    sh(linked, 'echo c > a; git add a');
    const staged = keyOf(linked);
    sh(root, 'git branch other');
    expect(new Set([before, staged, keyOf(linked)]).size).toBe(3);
  });

  it('is never the same twice if the folder has more names than are compared', () => {
    const root = repository();
    expect(keyOf(root, 10)).not.toBe(keyOf(root, 10));
    expect(keyOf(root, 1_000)).toBe(keyOf(root, 1_000));
  });

  it('changes with a blob among 2,000 refs, and compares more than the 60,000 of a clone of every branch', () => {
    const root = repository();
    const folder = join(root, '.git/refs/remotes/origin');
    const main = join(root, '.git/refs/heads/main');
    mkdirSync(folder, { recursive: true });
    expect(MAX_GIT_NAMES).toBeGreaterThan(60_000);
    for (let branch = 0; branch < 2_000; branch += 1) linkSync(main, join(folder, `b${branch}`));
    const before = keyOf(root);
    expect(keyOf(root)).toBe(before);
    sh(root, 'echo x | git hash-object -w --stdin');
    expect(keyOf(root)).not.toBe(before);
  });
});
