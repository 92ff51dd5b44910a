import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import {
  absentRedirects,
  findGit,
  removeRedirects,
} from '../../../../src/sandbox/git/read/git-paths.ts';
import { headCommit } from '../../../../src/sandbox/index.ts';
import { messageOf, sh, tempFolder } from '../../support.ts';

test('a submodule is no checkout of its own, and the message does not advise to make one of it', async () => {
  const folder = tempFolder();
  sh(
    folder,
    `git init -q lib; git -C lib commit -q --allow-empty -m one; git init -q app; cd app
     git -c protocol.file.allow=always submodule --quiet add ../lib sub`,
  );
  const root = join(folder, 'app', 'sub');
  expect(await messageOf(() => headCommit(root))).toBe(
    `${root} is not a git checkout of its own: its .git leads elsewhere, as that of a submodule does.`,
  );
  expect(await messageOf(() => headCommit(folder))).toBe(`${folder} is not a git checkout.`);
});

test('what would redirect git is removed from its folder, and nothing from where a link leads', () => {
  const root = tempFolder();
  sh(root, 'git init -q work; git init -q other; echo /x > other/.git/objects/info/alternates');
  const work = join(root, 'work');
  const git = findGit(work);
  if (git === null) throw new Error('no git');
  sh(work, 'rmdir .git/objects/info');
  const absent = absentRedirects(git);
  const removed = (source: string): readonly string[] => {
    sh(work, source);
    return removeRedirects(absent).map((path) => relative(work, path));
  };
  expect(removed('mkdir .git/objects/info; echo /x > .git/objects/info/alternates')).toEqual([
    '.git/objects/info/alternates',
  ]);
  expect(
    removed('rmdir .git/objects/info; ln -s ../../../other/.git/objects/info .git/objects/info'),
  ).toEqual(['.git/objects/info']);
  expect(removed('mv .git/objects .git/o; ln -s ../../other/.git/objects .git/objects')).toEqual(
    [],
  );
  expect(sh(root, 'cat other/.git/objects/info/alternates')).toBe('/x');
});
