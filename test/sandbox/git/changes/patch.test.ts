import { cpSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  applyPatch,
  bundleChanges,
  findChanges,
  restoreChanges,
  type TrustedStore,
  workTreePatch,
} from '../../../../src/sandbox/index.ts';
import * as fc from '../../../properties.ts';
import { codeOf, PLAIN_GIT, sh, storeOf, tempFolder } from '../../support.ts';

const BINARY = Buffer.from([0, 1, 2, 255, 254, 0, 10, 13, 10]);

/** Two checkouts of one commit. */
let seed: string;
let base: string;

beforeAll(() => {
  seed = tempFolder();
  base = sh(
    seed,
    `set -e; git init -q --template= -b main repo; cd repo; printf 'a\\nb\\n' > text.txt; printf 'gone\\n' > gone.txt
     printf '#!/bin/sh\\n' > tool.sh; printf 'x' > 'a name.txt'; ln -s text.txt link; ln -s .. up; printf 'ignored/\\n' > .gitignore
     mkdir -p f2 l2/sub x/x; for path in f1 f2/a f2/b l2/sub/a same x/x/x; do echo 1 > $path; done; ln -s f1 l3
     git add -A; git commit -qm base; git clone -q --template= . ../clean; git rev-parse HEAD`,
  );
});

async function repository(): Promise<{
  readonly root: string;
  readonly clean: string;
  readonly store: TrustedStore;
}> {
  const home = tempFolder();
  cpSync(seed, home, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  const root = join(home, 'repo');
  return { root, clean: join(home, 'clean'), store: await storeOf(root, PLAIN_GIT) };
}

async function patchOf(store: TrustedStore): Promise<Buffer> {
  const { files } = await workTreePatch(store, { base });
  return Buffer.concat(files.map(({ patch }) => patch));
}

/** Both checkouts have the same files, content and mode, by git's own account. */
function expectSame(root: string): void {
  const [tree, other] = sh(
    root,
    'git add -A; git write-tree; cd ../clean; git add -A; git write-tree',
  ).split('\n');
  expect(tree).toMatch(/^[0-9a-f]{40}$/);
  expect(other).toBe(tree);
}

test('every kind of change is restored byte for byte on a clean checkout, also by git itself', async () => {
  const { root, clean, store } = await repository();
  writeFileSync(join(root, 'image.bin'), BINARY);
  sh(
    root,
    `printf 'committed\\n' > new.txt; git add new.txt; git commit -qm work
     printf 'a\\r\\nB' > text.txt; rm gone.txt; chmod +x tool.sh; printf 'y' > 'a name.txt'; rm link; printf 'file now' > link
     mkdir -p deep/er ignored; printf 'umlaut' > 'deep/er/ä".txt'; printf 'no' > ignored/x; ln -s ../text.txt deep/link
     rm -r f1 f2 l2 l3 same x; mkdir f1 l3 same; echo 2 > f1/a; echo 2 > f2; ln -s f2 l2; echo 2 > l3/a; echo 1 > same/same; echo 1 > x`,
  );
  const patch = await patchOf(store);
  const paths = await applyPatch(clean, patch);
  expectSame(root);
  const pathsOf = (wanted: boolean) =>
    paths.filter(({ isDeleted }) => isDeleted === wanted).map(({ path }) => path);
  expect(pathsOf(true)).toEqual([
    'f1',
    'f2/a',
    'f2/b',
    'gone.txt',
    'l2/sub/a',
    'l3',
    'same',
    'x/x/x',
  ]);
  expect(pathsOf(false)).toContain('image.bin');
  expect(pathsOf(false)).not.toContain('ignored/x');
  expect(readFileSync(join(clean, 'image.bin'))).toEqual(BINARY);
  writeFileSync(join(root, '..', 'changes.patch'), patch);
  sh(clean, 'git reset -q --hard; git clean -fdxq; git apply ../changes.patch 2>/dev/null');
  expectSame(root);
});

test('a file whose place a folder took is deleted, whatever the folder contains', async () => {
  const { root, clean, store } = await repository();
  sh(
    root,
    `rm gone.txt tool.sh link; mkdir -p gone.txt tool.sh link/ignored; echo x > tool.sh/new; echo x > link/ignored/x`,
  );
  const { leftOut, files } = await workTreePatch(store, { base });
  expect(leftOut).toEqual([]);
  expect(files.map(({ path }) => path)).toEqual(['gone.txt', 'link', 'tool.sh', 'tool.sh/new']);
  await applyPatch(clean, Buffer.concat(files.map(({ patch }) => patch)));
  expectSame(root);
  sh(clean, 'git reset -q --hard; git clean -fdxq');
  await restoreChanges(clean, (await bundleChanges(store, { base }))!);
  expectSame(root);
});

test('a folder in the place of the ignore rules is kept and restored', async () => {
  const { root, clean, store } = await repository();
  sh(root, 'rm .gitignore; mkdir .gitignore; echo x | tee .gitignore/.gitignore .gitignore/y');
  const changes = await bundleChanges(store, { base });
  await applyPatch(clean, await patchOf(store));
  expectSame(root);
  sh(clean, 'git reset -q --hard; git clean -fdxq');
  await restoreChanges(clean, changes!);
  expectSame(root);
});

test('whatever text is left comes back as it is, also where it looks like a patch', async () => {
  const { root, clean, store } = await repository();
  const line = fc.constantFrom(
    'diff --git a/x b/x\n',
    'GIT binary patch\n',
    '--- a\n',
    'x',
    '\r\n',
    '\u0000',
    'ä\n',
  );
  const texts = fc.array(fc.array(line, { maxLength: 8 }), { minLength: 8, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(texts, async (all) => {
      const files = all.map((lines, index) => {
        const path = index === 0 ? 'text.txt' : `other-${index}.txt`;
        return { path, text: `${lines.join('')}${index % 2 === 0 ? '' : '.'}` };
      });
      for (const { path, text } of files) writeFileSync(join(root, path), text);
      sh(clean, 'git reset -q --hard; git clean -fdq');
      await applyPatch(clean, await patchOf(store));
      for (const { path, text } of files)
        expect(readFileSync(join(clean, path), 'utf8')).toBe(text);
    }),
    { numRuns: 2 },
  );
}, 60_000);

test('a clean work tree has no patch; a large file, and one whose name is not valid UTF-8, are left out by their names', async () => {
  const { root, store } = await repository();
  expect(await workTreePatch(store, { base })).toEqual({ files: [], leftOut: [] });
  writeFileSync(join(root, 'huge.bin'), '');
  truncateSync(join(root, 'huge.bin'), 11 * 1024 * 1024);
  writeFileSync(Buffer.concat([Buffer.from(`${root}/raw-`), Buffer.from([0xff, 0xfe])]), 'raw');
  writeFileSync(join(root, 'small.txt'), 'small');
  const { files, leftOut } = await workTreePatch(store, { base });
  expect(files.map(({ path }) => path)).toEqual(['small.txt']);
  expect(leftOut).toEqual([
    { path: 'raw-\uFFFD\uFFFD', because: 'its name is not valid UTF-8' },
    { path: 'huge.bin', because: 'it has more than 10485760 bytes' },
  ]);
});

test('each part of a patch is of the path that it changes, whatever the names look like', async () => {
  const { root, store } = await repository();
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
  const { root, store } = await repository();
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
  const { root, store } = await repository();
  sh(
    root,
    `printf '%s\\n' 'text.txt -diff' 'b.txt binary' 'c.txt diff=own filter=own eol=crlf' > .gitattributes
     git config diff.own.textconv 'touch ../ran; cat'; git config diff.own.command 'touch ../ran'
     git config filter.own.clean 'touch ../ran; cat'; git config filter.own.smudge 'touch ../ran; cat'
     mkdir -p .git/info; cp .gitattributes .git/info/attributes; printf 'a\\nshown\\n' > text.txt; printf 'shown\\n' | tee b.txt > c.txt
     git add .gitattributes`,
  );
  const ran = existsSync(join(root, '..', 'ran'));
  const { files } = await workTreePatch(store, { base });
  const texts = files.filter(({ path }) => /^(?:text|b|c)\.txt$/.test(path));
  expect(texts.map(({ patch }) => patch.includes('\n+shown\n'))).toEqual([true, true, true]);
  expect(files.some(({ binary }) => binary)).toBe(false);
  expect([ran, existsSync(join(root, '..', 'ran'))]).toEqual([false, false]);
});

test('a patch that leads out of the tree, into .git or through a link is refused as a whole', async () => {
  const { root, clean } = await repository();
  for (const [from, to] of [
    ['a/../../out.txt', '../../out.txt'],
    ['.git/hooks/post-checkout', '.git/hooks/post-checkout'],
    ['up/x.txt', 'up/x.txt'],
  ] as const) {
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
    expect(await codeOf(() => applyPatch(clean, Buffer.from(patch))), to).toBe('worktree-refused');
  }
  expect(
    sh(clean, 'git status --porcelain; ls .. .git/hooks/post-checkout 2>/dev/null; true'),
  ).toBe('..:\nclean\nrepo');
  expect(existsSync(join(root, '..', '..', 'out.txt'))).toBe(false);
});
