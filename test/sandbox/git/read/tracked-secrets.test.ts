import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { trackedSecrets } from '../../../../src/sandbox/git/read/tracked-files.ts';

const SECRETS = ['.env', 'a/b/c/server.pem', 'config/credentials.json'];
const FILES = [...SECRETS, 'README.md', 'a/b/c/server.ts', `${'long/'.repeat(40)}x.ts`, 'é/key.ts'];

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), 'countersign-tracked-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function git(...args: string[]): void {
  const { status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}

function commit(...options: string[]): void {
  git('init', '-q', ...options);
  for (const file of FILES) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), file);
  }
  git('add', '-f', '-A');
}

const expected = SECRETS.map((name) =>
  expect.stringMatching(new RegExp(`/${name.replaceAll('.', '\\.')}$`)),
);

test.each(['2', '3', '4'])('tracked secrets are found in an index of version %s', (version) => {
  commit();
  git('update-index', '--index-version', version);
  if (version === '3') git('update-index', '--skip-worktree', 'a/b/c/server.ts');
  expect(trackedSecrets(root)).toEqual(expected);
});

test('those of a repository with longer hashes, too', () => {
  commit('--object-format=sha256');
  expect(trackedSecrets(root)).toEqual(expected);
});

test('a file that is gone from the work tree is still tracked, one that was never added is not', () => {
  commit();
  rmSync(join(root, '.env'));
  writeFileSync(join(root, '.env.local'), 'x');
  expect(trackedSecrets(root)).toEqual(expected);
});

test('without an index, or with one that cannot be read, there are none', () => {
  expect(trackedSecrets(root)).toEqual([]);
  git('init', '-q');
  expect(trackedSecrets(root)).toEqual([]);
  for (const text of [
    'DIRC',
    'DIRC\0\0\0\u0002\0\0\uffff\uffff',
    'no index at all, but long enough',
  ]) {
    writeFileSync(join(root, '.git', 'index'), text);
    expect(trackedSecrets(root)).toEqual([]);
    appendFileSync(join(root, '.git', 'index'), '\0'.repeat(200));
    expect(trackedSecrets(root)).toEqual([]);
  }
});
