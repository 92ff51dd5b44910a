import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { repositoryGit } from '../../../src/testing/github-server/git.ts';

const folder = mkdtempSync(join(tmpdir(), 'git-source-'));
const [work, bare] = [join(folder, 'work'), join(folder, 'bare.git')];
afterAll(() => rmSync(folder, { recursive: true }));

const git = (where: string, ...words: readonly string[]): string =>
  execFileSync('git', ['-C', where, ...words], { encoding: 'utf8', stdio: 'pipe' }).trim();

function commit(text: string): string {
  writeFileSync(join(work, 'a.txt'), text);
  git(work, 'add', 'a.txt');
  const by = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  git(work, ...by, 'commit', '-qm', text);
  return git(work, 'rev-parse', 'HEAD');
}

git(folder, 'init', '-q', '-b', 'main', 'work');
const first = commit('first');
git(work, 'branch', 'topic/one.two');
git(work, 'branch', 'both');
git(work, 'branch', 'moved');
const second = commit('second');
git(work, '-c', 'user.name=A', '-c', 'user.email=a@example.com', 'tag', '-am', 'A tag', 'both');
git(work, 'tag', 'v1.0');
// A bare clone keeps its branches packed.
git(folder, 'clone', '-q', '--bare', 'work', 'bare.git');
git(bare, 'update-ref', 'refs/heads/moved', second);
git(bare, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/main');

describe.each([
  ['with a work tree', work],
  ['without one', bare],
])('a repository %s', (_, directory) => {
  test.each([
    'main',
    'heads/main',
    'refs/heads/main',
    'topic/one.two',
    'moved',
    'both',
    'heads/both',
    'tags/both',
    'refs/tags/both',
    'v1.0',
    'alias',
    'HEAD',
    first,
    first.slice(0, 12),
    'main~1',
    'none',
    'heads/none',
    'ain',
    'heads/../heads/main',
    'refs/heads/../../HEAD',
    '../bare.git/HEAD',
    '--all',
    '',
  ])('resolves %j as git does', (ref) => {
    let expected: string | null = null;
    try {
      expected = git(directory, 'rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
    } catch {
      // Git finds no commit by this name.
    }
    const source = repositoryGit(directory);
    expect(source.resolve(ref)).toBe(ref.startsWith('-') ? null : expected);
    expect(source.resolve('main')).toBe(second);
  });

  test('sees at once to where a branch is moved, and that it is gone', () => {
    const source = repositoryGit(directory);
    git(directory, 'update-ref', 'refs/heads/passing', first);
    expect(source.resolve('passing')).toBe(first);
    git(directory, 'update-ref', 'refs/heads/passing', second);
    expect(source.resolve('passing')).toBe(second);
    git(directory, 'pack-refs', '--all');
    expect(source.resolve('passing')).toBe(second);
    git(directory, 'update-ref', '-d', 'refs/heads/passing');
    expect(source.resolve('passing')).toBeNull();
  });
});
