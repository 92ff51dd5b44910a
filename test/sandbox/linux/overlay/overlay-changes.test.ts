import { expect, test } from 'vitest';
import { join } from 'node:path';
import { copyOverlayChanges } from '../../../../src/sandbox/linux/overlay/overlay-changes.ts';
import { sh, tempFolder } from '../../support.ts';

/** Copies to a workspace what a command wrote, each made by a script, and returns what the workspace then has. */
function copied(
  workspace: string,
  command: string,
  options: { readonly paths: readonly string[]; readonly maxBytes?: number },
) {
  const base = tempFolder();
  sh(base, 'mkdir root upper');
  const [root, upper] = [join(base, 'root'), join(base, 'upper')];
  sh(root, workspace);
  sh(upper, command);
  const changes = copyOverlayChanges({
    overlay: { upper, merged: upper },
    root,
    refuse: (path) => path.endsWith('.env'),
    ...options,
  });
  // What cannot be written cannot be removed after the test.
  sh(upper, 'chmod -R u+w .');
  const closed = sh(root, 'find . ! -perm -u=w');
  return {
    ...changes,
    closed,
    links: sh(root, "find . -type l -printf '%p %l\\n' | sort"),
    has: sh(root, 'find . -type f -exec cat {} + -o -name ".c*" | sort'),
  };
}

test.each([
  ['a folder, in which a file cannot be kept', 'echo a > a', 'mkdir a; mkfifo a/in', 'a'],
  [
    'a folder and a file, one of which cannot be kept',
    'echo a > a; mkdir b; echo b > b/.env',
    'mkdir a; echo x > a/x; echo x > b',
    'a\nb',
  ],
  ['a file, beside which one cannot be kept', 'mkdir b; echo b > b/x', 'echo x > b; mkfifo a', 'b'],
])('nothing is deleted for %s', (_, workspace, command, has) => {
  const changes = copied(workspace, command, { paths: ['a', 'b'] });
  expect(changes).toMatchObject({ has, kept: [] });
  expect(changes.refused).toContain('a');
});

test('a folder that nobody may write is kept with what is in it, and its owner may write it', () => {
  const command = 'mkdir -p a b/in; echo a > a/x; echo b > b/in/x; chmod 555 a b b/in';
  const changes = copied('echo x > a', command, { paths: ['a', 'b/in'] });
  expect(changes).toMatchObject({ refused: [], has: 'a\nb', closed: '' });
});

test('each file counts once, whether it replaces a folder or its path is listed twice', () => {
  const paths = ['b', 'b/x', 'a', 'a', 'c'];
  const command = 'echo 1234567 > a; mkdir b c; echo 1234567 > b/x; echo 1234567 > c/x';
  const changes = copied('mkdir a; echo x > a/x; echo x > c', command, { paths, maxBytes: 24 });
  expect(changes).toMatchObject({ refused: [], has: '1234567\n1234567\n1234567' });
  expect([...changes.kept].sort()).toEqual(['a', 'b', 'b/x', 'c', 'c/x']);
  expect(copied('true', command, { paths, maxBytes: 23 }).refused).toEqual(['c/x']);
});

test('a link is kept as a link, wherever it leads, and a FIFO is not kept', () => {
  const changes = copied('echo x > b', 'ln -s /etc a; ln -s none b; mkfifo c', {
    paths: ['a', 'b', 'c'],
  });
  expect(changes).toMatchObject({
    links: './a /etc\n./b none',
    has: '',
    kept: ['a', 'b'],
    refused: ['c'],
  });
});

test.each([
  ['a file in place of a folder', 'mkdir -p in/a; echo a > in/a/x', 'mkdir in; echo b > in/a'],
  ['a folder in place of a file', 'mkdir in; echo a > in/a', 'mkdir -p in/a; echo b > in/a/x'],
])('%s is kept in the folder that it is in', (_, workspace, command) => {
  for (const path of ['in', 'in/a'])
    expect(copied(workspace, command, { paths: [path] })).toMatchObject({ has: 'b', refused: [] });
});

test.each(['a/.git', 'a/b/.GIT', '.git'])('a git folder is not kept, wherever it is: %s', (git) => {
  const changes = copied('true', `mkdir -p ${git} a; echo a > a/x; echo b > ${git}/config`, {
    paths: ['a', '.git'],
  });
  expect(changes).toMatchObject({ has: 'a', refused: [git] });
});

test('nothing is kept outside of the workspace, nor in a folder that is refused', () => {
  const command = 'echo a > ../outside; mkdir x.env; echo b > x.env/b';
  const changes = copied('true', command, { paths: ['../outside', 'x.env/b'] });
  expect(changes).toMatchObject({ has: '', kept: [], refused: ['x.env/b'] });
});
