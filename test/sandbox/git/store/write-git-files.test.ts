import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireGit } from '../../../../src/sandbox/git/read/git-paths.ts';
import { gitRoots } from '../../../../src/sandbox/git/read/refs.ts';
import { putRef } from '../../../../src/sandbox/git/store/write-git-files.ts';
import { sh, tempFolder } from '../../support.ts';

test('a branch takes the place of those whose names git does not allow beside it', async () => {
  const folder = tempFolder();
  sh(folder, 'git init -q -b main here; cd here; git commit -q --allow-empty -m one');
  const root = join(folder, 'here');
  sh(root, 'git branch a/b; git branch a/c; git branch x; git branch y');
  const head = sh(root, 'git rev-parse HEAD');
  for (const name of ['a', 'x/z'])
    await putRef(gitRoots(requireGit(root)), `refs/heads/${name}`, head);
  expect(sh(root, "git branch --format '%(refname:short)'").split('\n')).toEqual([
    'a',
    'main',
    'x/z',
    'y',
  ]);
});

test('a link where a new file of git is prepared is not followed', async () => {
  const folder = tempFolder();
  sh(folder, 'git init -q -b main here; cd here; git commit -q --allow-empty -m one');
  const [root, other] = [join(folder, 'here'), join(folder, 'other')];
  writeFileSync(other, 'of somebody');
  symlinkSync(other, join(root, '.git', 'refs', 'heads', 'new.countersign'));
  const head = sh(root, 'git rev-parse HEAD');
  await putRef(gitRoots(requireGit(root)), 'refs/heads/new', head);
  expect(readFileSync(other, 'utf8')).toBe('of somebody');
  expect(sh(root, 'git rev-parse new; ls .git/refs/heads')).toBe(`${head}\nmain\nnew`);
});
