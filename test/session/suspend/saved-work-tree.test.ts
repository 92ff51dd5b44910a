import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRedactor } from '../../../src/common/index.ts';
import { isGitFailure, removeStore, type TrustedStore } from '../../../src/sandbox/index.ts';
import { requireStore } from '../../../src/sandbox/git/store/trusted-store.ts';
import { checkpointNotices, savedWorkTree } from '../../../src/session/index.ts';

const redactor = createRedactor();
const mustHave = (error: unknown): boolean => !isGitFailure(error);
let folder: string;
let store: TrustedStore;
let base: string;

function git(...args: string[]): string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' }).trim();
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'saved-work-tree-'));
  git('init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'a.txt'), 'a\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  base = git('rev-parse', 'HEAD');
  store = await requireStore(folder);
  writeFileSync(join(folder, 'b.txt'), 'b\n');
});

afterEach(() => {
  removeStore(store);
  rmSync(folder, { recursive: true, force: true });
});

test('a git that takes too long costs the changes of files, and not the checkpoint', async () => {
  const saved = await savedWorkTree({ ...store, gitTimeoutMs: 1 }, { base, redactor });
  expect(saved.workTree).toBeNull();
  expect(saved.workTreeMissing).toContain('took too long and was ended');
});

test('in time, the changes are there and nothing is missing', async () => {
  const saved = await savedWorkTree(store, { base, redactor });
  expect(saved.workTree?.base).toBe(base);
  expect(saved.workTreeMissing).toBeUndefined();
});

test('what is no failure of git itself can be an error of the caller', async () => {
  const slow = { ...store, gitTimeoutMs: 1 };
  expect((await savedWorkTree(slow, { base, redactor, mustHave })).workTree).toBeNull();
  const invalid = savedWorkTree(store, { base: 'no commit', redactor, mustHave });
  await expect(invalid).rejects.toThrow('not a full commit id');
});

test('people learn what a checkpoint lacks, without the secrets in its names, and nothing if it has all', async () => {
  const whole = await savedWorkTree(store, { base, redactor });
  expect(checkpointNotices(whole, redactor)).toEqual([]);
  execFileSync('mkfifo', [join(folder, 'ghp_0123456789abcdefghijABCDEFGHIJ012345')]);
  const [notice = ''] = checkpointNotices(await savedWorkTree(store, { base, redactor }), redactor);
  expect(notice).toMatch(/^The checkpoint does not contain .* \(it is a FIFO\)\.$/u);
  expect(notice).not.toContain('ghp_0123456789');
});
