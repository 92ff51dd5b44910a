/** What does not fit: neither the limit of a capture nor a full disk may lose a file without a word. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { captureTree } from '../../../../src/sandbox/git/changes/capture-tree.ts';
import { changesSince } from '../../../../src/sandbox/git/changes/changed-paths.ts';
import { openScratch } from '../../../../src/sandbox/git/store/scratch-repository.ts';
import { program } from '../../../programs.ts';
import { messageOf, sh, storeOf, tempFolder } from '../../support.ts';

function repository(): string {
  const root = tempFolder();
  sh(root, "git init -q -b main && printf 'one\\n' > a && git add . && git commit -qm one");
  return root;
}

test('files that together have more bytes than the limit are refused, and not left out', async () => {
  const root = repository();
  const store = await storeOf(root);
  sh(root, 'printf 12345 > b; printf 12345 > c');
  using scratch = await openScratch(store);
  const { paths } = await changesSince(scratch, { base: store.head });
  const capture = { head: store.head, paths };
  const limits = { fileBytes: 5, totalBytes: 10 };
  expect(await captureTree(scratch, { ...capture, limits })).toMatchObject({ leftOut: [] });
  using second = await openScratch(store);
  const tooMuch = { ...capture, limits: { ...limits, totalBytes: 9 } };
  expect(await messageOf(() => captureTree(second, tooMuch))).toBe(
    "The work tree's changes have more bytes than can be saved.",
  );
});

/** Bundles in a process that can write no file of more than 200 KiB, and writes what it has bundled, or its error. */
function bundleWithLimit(root: string): string {
  const script = join(tempFolder(), 'bundle.mjs');
  writeFileSync(
    script,
    `import { bundleChanges, headCommit, openStore, removeStore } from ${JSON.stringify(program('sandbox'))};
     process.on('SIGXFSZ', () => undefined);
     const root = ${JSON.stringify(root)};
     const store = await openStore(root, { bubblewrap: null });
     const bundled = await bundleChanges(store, { base: headCommit(root) }).catch(String);
     removeStore(store);
     process.stdout.write(typeof bundled === 'string' ? bundled : 'bundled');`,
  );
  return execFileSync('bash', ['-c', `ulimit -f 200; exec "$0" "$1"`, process.execPath, script], {
    encoding: 'utf8',
  });
}

test('a file that does not fit on the disk fails the bundle, and is neither cut nor left out', () => {
  const root = repository();
  writeFileSync(join(root, 'large'), Buffer.alloc(300 * 1024, 'x'));
  expect(bundleWithLimit(root)).toContain('EFBIG');
  writeFileSync(join(root, 'large'), Buffer.alloc(100 * 1024, 'x'));
  expect(bundleWithLimit(root)).toBe('bundled');
});
