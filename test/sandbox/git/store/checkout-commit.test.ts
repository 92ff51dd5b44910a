import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkoutCommit } from '../../../../src/sandbox/index.ts';
import { messageOf, sh, tempFolder } from '../../support.ts';

const serverUrl = 'https://github.com';
/** Six files of two commits, and no origin. */
const COMMITS =
  'git init -q; for i in 1 2; do for f in a b c d e f; do echo $i > $f; done; git add .; git commit -qm $i; done';

test('a commit that the checkout has is checked out without an origin', async () => {
  const root = tempFolder();
  sh(root, COMMITS);
  const sha = sh(root, 'git rev-parse HEAD~1');
  expect(await checkoutCommit(root, { sha, serverUrl })).toEqual({ moved: true });
  expect(sh(root, 'git rev-parse HEAD; cat a; git status --porcelain')).toBe(`${sha}\n1`);
});

test('a refusal names five of the changed files', async () => {
  const root = tempFolder();
  sh(root, `${COMMITS}; for f in a b c d e f; do echo 3 > $f; done`);
  const sha = sh(root, 'git rev-parse HEAD~1');
  expect(await messageOf(() => checkoutCommit(root, { sha, serverUrl }))).toContain(
    '(a, b, c, d, e)',
  );
});

test('a shallow checkout that lacks the commits between is whole for git afterwards', async () => {
  const home = tempFolder();
  sh(home, `mkdir up; cd up; ${COMMITS}; cd ..; git clone -q --depth=1 "file://$PWD/up" here`);
  sh(join(home, 'up'), 'for i in 3 4; do echo $i > a; git commit -qam $i; done');
  const sha = sh(join(home, 'up'), 'git rev-parse HEAD');
  const here = join(home, 'here');
  await checkoutCommit(here, { sha, serverUrl });
  expect(sh(here, 'git log --format=%s; git fsck 2>&1')).toBe('4');
});
