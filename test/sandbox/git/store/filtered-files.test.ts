import { expect, test } from 'vitest';
import { join } from 'node:path';
import {
  applyPatch,
  changedFiles,
  checkoutCommit,
  openStore,
  removeStore,
  workTreePatch,
} from '../../../../src/sandbox/index.ts';
import { sh, storeOf, tempFolder } from '../../support.ts';

/** Like Git LFS: the repository has a pointer, the disk the content. Not in the configuration of the checkout. */
const FILTER = [
  `-c filter.lfs.clean='sed s/content/pointer/'`,
  `-c filter.lfs.smudge='sed s/pointer/content/'`,
  '-c filter.lfs.required=true',
].join(' ');

function cloneOf(base: string, name: string): string {
  sh(base, `git ${FILTER} clone -q up ${name}`);
  return join(base, name);
}

function repository(): string {
  const base = tempFolder();
  sh(
    base,
    `git init -q up; cd up; echo '*.bin filter=lfs' > .gitattributes; for i in $(seq 20); do echo "content $i" > $i.bin; done; echo a > a; git ${FILTER} add -A; git commit -qm first; echo b > a; git ${FILTER} commit -qam second`,
  );
  return base;
}

test('files that a filter wrote are unchanged, although git itself could not tell without the filter', async () => {
  const root = cloneOf(repository(), 'here');
  expect(sh(root, 'cat 1.bin; git show HEAD:1.bin')).toBe('content 1\npointer 1');
  const store = await storeOf(root);
  expect((await changedFiles(store)).files).toEqual([]);
  sh(root, 'echo more >> 2.bin; echo c > a');
  expect((await changedFiles(store)).files).toEqual(['2.bin', 'a']);
});

test('a change within the second of the checkout counts, also of a file of the same size', async () => {
  const root = cloneOf(repository(), 'here');
  sh(root, 'echo "CONTENT 1" > 1.bin; echo c > a');
  const store = await storeOf(root);
  expect((await changedFiles(store)).files).toEqual(['1.bin', 'a']);
});

test('a change in place counts, also of the same size and with the time of before', async () => {
  const root = cloneOf(repository(), 'here');
  const store = await storeOf(root);
  expect((await changedFiles(store)).files).toEqual([]);
  sh(root, 'touch -r 1.bin ../before; echo "CONTENT 1" > 1.bin; touch -r ../before 1.bin');
  expect((await changedFiles(store)).files).toEqual(['1.bin']);
});

test('a checkout with such files is moved to another commit, and takes a patch', async () => {
  const base = repository();
  const [root, other] = [cloneOf(base, 'here'), cloneOf(base, 'there')];
  const first = sh(root, 'git rev-parse HEAD~1');
  await checkoutCommit(root, { sha: first, serverUrl: 'https://github.com' });
  expect(sh(root, 'cat a 1.bin')).toBe('a\ncontent 1');
  expect((await changedFiles(await storeOf(root))).files).toEqual([]);
  const store = (await openStore(other))!;
  sh(other, 'echo c > a');
  const { files } = await workTreePatch(store, { base: first });
  removeStore(store);
  expect(files.map(({ path }) => path)).toEqual(['a']);
  expect(await applyPatch(root, Buffer.concat(files.map(({ patch }) => patch)))).toEqual([
    { path: 'a', isDeleted: false },
  ]);
});

test('no time after the start counts as known, also if git cannot write its copy of the index', async () => {
  const root = cloneOf(repository(), 'here');
  const inTime = await storeOf(root);
  sh(root, 'git update-index --split-index; rm .git/sharedindex.*');
  const unwritten = await storeOf(root);
  for (const { knownAt } of [inTime, unwritten])
    expect(knownAt).toBeLessThanOrEqual(BigInt(Date.now()) * 1_000_000n);
  expect((await changedFiles(unwritten)).files).toContain('1.bin');
});
