import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  applyPatch,
  bundleChanges,
  findChanges,
  restoreChanges,
  type TrustedStore,
  workTreePatch,
} from '../../../../src/sandbox/index.ts';
import * as fc from '../../../properties.ts';
import { codeOf, sh, storeOf, tempFolder } from '../../support.ts';

const BINARY = Buffer.from([0, 1, 2, 255, 254, 0, 10, 13, 10]);

async function repository(): Promise<{
  readonly root: string;
  readonly base: string;
  readonly store: TrustedStore;
}> {
  const root = join(tempFolder(), 'repo');
  sh('/', `mkdir -p '${root}'`);
  sh(
    root,
    `git init -q -b main; printf 'a\\nb\\n' > text.txt; printf 'gone\\n' > gone.txt; printf '#!/bin/sh\\n' > tool.sh
     printf 'x' > 'a name.txt'; ln -s text.txt link; printf 'ignored/\\n' > .gitignore; git add -A; git commit -qm base`,
  );
  return { root, base: sh(root, 'git rev-parse HEAD'), store: await storeOf(root) };
}

async function patchOf(store: TrustedStore, base: string): Promise<Buffer> {
  const { files } = await workTreePatch(store, { base });
  return Buffer.concat(files.map(({ patch }) => patch));
}

/** The same files, content and mode, by git's own account. */
function treeOf(root: string): string {
  return sh(root, 'git add -A && git write-tree');
}

test('files, folders and links that replaced each other are restored', async () => {
  const { root } = await repository();
  sh(
    root,
    `mkdir -p f2 l2/sub; echo 1 > f1; echo 1 > f2/a; echo 1 > f2/b; echo 1 > l2/sub/a; ln -s f1 l3; echo 1 > same; mkdir -p x/x; echo 1 > x/x/x
     git add -A; git commit -qm more; git clone -q . ../clean`,
  );
  const store = await storeOf(root);
  sh(
    root,
    `rm -r f1 f2 l2 l3 same x; mkdir f1 l3 same; echo 2 > f1/a; echo 2 > f2; ln -s f2 l2; echo 2 > l3/a; echo 1 > same/same; echo 1 > x`,
  );
  const base = sh(root, 'git rev-parse HEAD');
  const clean = join(root, '..', 'clean');
  const paths = await applyPatch(clean, await patchOf(store, base));
  expect(treeOf(clean)).toBe(treeOf(root));
  expect(paths.filter(({ isDeleted }) => isDeleted).map(({ path }) => path)).toEqual([
    'f1',
    'f2/a',
    'f2/b',
    'l2/sub/a',
    'l3',
    'same',
    'x/x/x',
  ]);
});

test('every kind of change is restored byte for byte on a clean checkout', async () => {
  const { root, base, store } = await repository();
  writeFileSync(join(root, 'image.bin'), BINARY);
  sh(
    root,
    `git clone -q . ../clean; printf 'committed\\n' > new.txt; git add -A; git commit -qm work
     printf 'a\\r\\nB' > text.txt; rm gone.txt; chmod +x tool.sh; printf 'y' > 'a name.txt'; rm link; printf 'file now' > link
     mkdir -p deep/er ignored; printf 'umlaut' > 'deep/er/ä".txt'; printf 'no' > ignored/x; ln -s ../text.txt deep/link`,
  );
  const patch = await patchOf(store, base);
  const clean = join(root, '..', 'clean');
  const paths = await applyPatch(clean, patch);
  expect(treeOf(clean)).toBe(treeOf(root));
  expect(paths).toContainEqual({ path: 'image.bin', isDeleted: false });
  expect(paths).toContainEqual({ path: 'gone.txt', isDeleted: true });
  expect(paths.map(({ path }) => path)).not.toContain('ignored/x');
  expect(readFileSync(join(clean, 'image.bin'))).toEqual(BINARY);
});

test('a file whose place a folder took is deleted, whatever the folder contains', async () => {
  const { root, base, store } = await repository();
  sh(
    root,
    'git clone -q . ../clean; rm gone.txt tool.sh link; mkdir -p gone.txt tool.sh link/ignored',
  );
  sh(root, 'echo x > tool.sh/new; echo x > link/ignored/x');
  const { leftOut, files } = await workTreePatch(store, { base });
  expect(leftOut).toEqual([]);
  expect(files.map(({ path }) => path)).toEqual(['gone.txt', 'link', 'tool.sh', 'tool.sh/new']);
  const clean = join(root, '..', 'clean');
  await applyPatch(clean, await patchOf(store, base));
  expect(treeOf(clean)).toBe(treeOf(root));
  sh(clean, 'git reset -q --hard; git clean -fdxq');
  await restoreChanges(clean, (await bundleChanges(store, { base }))!);
  expect(treeOf(clean)).toBe(treeOf(root));
});

test('a folder in the place of the ignore rules is kept and restored', async () => {
  const { root, base, store } = await repository();
  sh(
    root,
    'git clone -q . ../clean; rm .gitignore; mkdir .gitignore; echo x | tee .gitignore/.gitignore .gitignore/y',
  );
  const clean = join(root, '..', 'clean');
  const changes = await bundleChanges(store, { base });
  await applyPatch(clean, await patchOf(store, base));
  expect(treeOf(clean)).toBe(treeOf(root));
  sh(clean, 'git reset -q --hard; git clean -fdxq');
  await restoreChanges(clean, changes!);
  expect(treeOf(clean)).toBe(treeOf(root));
});

test('git itself takes the patch, as the instructions say', async () => {
  const { root, base, store } = await repository();
  writeFileSync(join(root, 'image.bin'), BINARY);
  sh(root, `git clone -q . ../clean; printf 'c\\n' >> text.txt`);
  writeFileSync(join(root, '..', 'changes.patch'), await patchOf(store, base));
  const clean = join(root, '..', 'clean');
  execFileSync('git', ['apply', join(root, '..', 'changes.patch')], { cwd: clean });
  expect(treeOf(clean)).toBe(treeOf(root));
});

test('whatever text is left comes back as it is, also where it looks like a patch', async () => {
  const { root, base, store } = await repository();
  sh(root, 'git clone -q . ../clean');
  const line = fc.constantFrom(
    'diff --git a/x b/x\n',
    'GIT binary patch\n',
    '--- a\n',
    'x',
    '\r\n',
    '\u0000',
    'ä\n',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
      const text = lines.join('');
      writeFileSync(join(root, 'text.txt'), text);
      writeFileSync(join(root, 'other.txt'), `${text}.`);
      const clean = join(root, '..', 'clean');
      sh(clean, 'git reset -q --hard; git clean -fdq');
      await applyPatch(clean, await patchOf(store, base));
      expect(readFileSync(join(clean, 'text.txt'), 'utf8')).toBe(text);
      expect(readFileSync(join(clean, 'other.txt'), 'utf8')).toBe(`${text}.`);
    }),
    { numRuns: 6 },
  );
}, 60_000);

test('a file above the limit is left out by its name, and the rest is kept', async () => {
  const { root, base, store } = await repository();
  writeFileSync(join(root, 'huge.bin'), '');
  truncateSync(join(root, 'huge.bin'), 11 * 1024 * 1024);
  writeFileSync(join(root, 'small.txt'), 'small');
  const { files, leftOut } = await workTreePatch(store, { base });
  expect(files.map(({ path }) => path)).toEqual(['small.txt']);
  expect(leftOut).toEqual([{ path: 'huge.bin', because: 'it has more than 10485760 bytes' }]);
});

test('a file whose name is not valid UTF-8 is omitted, and listed by the valid part of its name', async () => {
  const { root, base, store } = await repository();
  writeFileSync(Buffer.concat([Buffer.from(`${root}/raw-`), Buffer.from([0xff, 0xfe])]), 'raw');
  writeFileSync(join(root, 'small.txt'), 'small');
  const { files, leftOut } = await workTreePatch(store, { base });
  expect(files.map(({ path }) => path)).toEqual(['small.txt']);
  expect(leftOut).toEqual([{ path: 'raw-\uFFFD\uFFFD', because: 'its name is not valid UTF-8' }]);
});

test('each part of a patch is of the path that it changes, whatever the names look like', async () => {
  const { root, base, store } = await repository();
  const names = [
    'x b/x',
    ' b',
    'a "b" b',
    'tab\there',
    'line\nfeed',
    'back\\slash',
    '\\101',
    'ä ö',
    '"',
    'a/ b/a/x',
  ];
  for (const name of names) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), `in ${JSON.stringify(name)}\n`);
  }
  sh(root, `rm link; printf 'file now' > link; rm gone.txt; ln -s text.txt gone.txt`);
  const { files } = await workTreePatch(store, { base });
  const found = new Map(files.map(({ path, patch }) => [path, patch.toString()]));
  for (const name of names) expect(found.get(name)).toContain(`+in ${JSON.stringify(name)}\n`);
  const count = (wanted: string): number => files.filter(({ path }) => path === wanted).length;
  expect([files.length, count('link'), count('gone.txt')]).toEqual([names.length + 4, 2, 2]);
});

test('what was found once is enough for a patch, which then has the content of now', async () => {
  const { root, base, store } = await repository();
  sh(
    root,
    `printf 'c\\n' >> text.txt; printf 'new' > new.txt; rm gone.txt; mkdir ignored; touch ignored/x`,
  );
  const found = await findChanges(store, base);
  expect(await workTreePatch(store, { base, found })).toEqual(await workTreePatch(store, { base }));
  sh(root, `printf 'later\\n' > new.txt; printf 'new' > unseen.txt`);
  const { files } = await workTreePatch(store, { base, found });
  expect(files.map(({ path }) => path)).toEqual(['gone.txt', 'new.txt', 'text.txt']);
  expect(files[1]?.patch.toString()).toContain('+later\n');
});

test("attributes of the run do not hide a file's text, convert it, or start a program", async () => {
  const { root, base, store } = await repository();
  sh(
    root,
    `printf '%s\\n' 'text.txt -diff' 'b.txt binary' 'c.txt diff=own filter=own eol=crlf' > .gitattributes
     git config diff.own.textconv 'touch ../ran; cat'; git config diff.own.command 'touch ../ran'
     git config filter.own.clean 'touch ../ran; cat'; git config filter.own.smudge 'touch ../ran; cat'
     cp .gitattributes .git/info/attributes; printf 'a\\nshown\\n' > text.txt; printf 'shown\\n' | tee b.txt > c.txt
     git add .gitattributes`,
  );
  const ran = existsSync(join(root, '..', 'ran'));
  const { files } = await workTreePatch(store, { base });
  const texts = files.filter(({ path }) => /^(?:text|b|c)\.txt$/.test(path));
  expect(texts.map(({ patch }) => patch.includes('\n+shown\n'))).toEqual([true, true, true]);
  expect(files.some(({ binary }) => binary)).toBe(false);
  expect([ran, existsSync(join(root, '..', 'ran'))]).toEqual([false, false]);
});

test('a clean work tree has no patch', async () => {
  const { base, store } = await repository();
  expect(await workTreePatch(store, { base })).toEqual({ files: [], leftOut: [] });
});

test.each([
  ['out of the tree', 'a/../../out.txt', '../../out.txt'],
  ['into .git', '.git/hooks/post-checkout', '.git/hooks/post-checkout'],
  ['through a link', 'deep/x.txt', 'deep/x.txt'],
])('a patch that leads %s is refused as a whole', async (_name, from, to) => {
  const { root } = await repository();
  sh(root, 'ln -s /tmp deep; git add -A; git commit -qm link');
  const patch = [
    'diff --git a/ok.txt b/ok.txt',
    'new file mode 100644',
    '--- /dev/null',
    '+++ b/ok.txt',
    '@@ -0,0 +1 @@',
    '+ok',
    `diff --git a/${from} b/${to}`,
    'new file mode 100644',
    '--- /dev/null',
    `+++ b/${to}`,
    '@@ -0,0 +1 @@',
    '+bad',
    '',
  ].join('\n');
  expect(await codeOf(() => applyPatch(root, Buffer.from(patch)))).toBe('worktree-refused');
  expect(sh(root, 'git status --porcelain')).toBe('');
});
