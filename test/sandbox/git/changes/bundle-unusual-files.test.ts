/** Work trees that are harder to carry than most. */
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../../../src/common/index.ts';
import {
  bundleChanges,
  removeStore,
  restoreChanges,
  type TrustedStore,
} from '../../../../src/sandbox/index.ts';
import { requireStore } from '../../../../src/sandbox/git/store/trusted-store.ts';
import { nightly } from '../../../properties.ts';
import { git } from './git.ts';
import { PLAIN_GIT, sh } from '../../support.ts';

/** Where the repositories lie in each test, since they name each other by their paths, and where they lie as they were made. */
let home: string;
let unchanged: string;
let commits: { readonly plain: string; readonly module: string };
let first: string;
let second: string;
let base: string;
/** Of the first checkout, from before it changes. */
let store: TrustedStore;

/** Two checkouts of a repository, and two with a submodule besides. */
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  home = join(folder, 'home');
  unchanged = join(folder, 'unchanged');
  const [plain = '', module = ''] = sh(
    folder,
    `set -e; export GIT_TEMPLATE_DIR=; mkdir home; cd home; git init -q -b main module; cd module; echo inside > inside.txt; git add -A
     git commit -qm module; cd ..; git init -q -b main plain/first; cd plain/first
     printf '* text=auto\\n*.u16 working-tree-encoding=UTF-16LE\\n' > .gitattributes; mkdir folder; echo file > file
     echo 'in it' > 'folder/in it'; echo '#!/bin/sh' > tool.sh; chmod +x tool.sh; printf 't\\0e\\0x\\0t\\0\\n\\0' > text.u16
     git add -A; git commit -qm base; git rev-parse HEAD; git clone -q . ../second
     mkdir ../../module-in; cd ../../module-in; git clone -q ../plain/first first; cd first
     git -c protocol.file.allow=always submodule --quiet add "$PWD/../../module" lib/module; git commit -qm module; git rev-parse HEAD
     git -c protocol.file.allow=always clone -q --recurse-submodules "$PWD" ../second`,
  ).split('\n');
  commits = { plain, module };
  renameSync(home, unchanged);
});

afterAll(() => rmSync(dirname(home), { recursive: true, force: true }));

/** Makes the two checkouts, and the store of the first. */
async function checkouts(kind: 'plain' | 'module' = 'plain'): Promise<void> {
  cpSync(unchanged, home, { recursive: true, preserveTimestamps: true });
  const pair = kind === 'plain' ? 'plain' : 'module-in';
  [first, second] = [join(home, pair, 'first'), join(home, pair, 'second')];
  base = commits[kind];
  store = await requireStore(first, kind === 'plain' ? PLAIN_GIT : {});
}

afterEach(() => {
  removeStore(store);
  rmSync(home, { recursive: true, force: true });
});

/** Every file below a folder but git's own: kind, mode and content, by the bytes of its path. */
function tree(root: string): readonly string[] {
  return below(Buffer.from(root)).toSorted((one, other) => (one < other ? -1 : 1));
}

function below(folder: Buffer, under = ''): readonly string[] {
  return readdirSync(folder, { encoding: 'buffer' }).flatMap((name) => {
    const path = Buffer.concat([folder, Buffer.from('/'), name]);
    const shown = `${under}/${name.toString('latin1')}`;
    const about = lstatSync(path);
    if (name.equals(Buffer.from('.git'))) return [];
    if (about.isDirectory()) return below(path, shown);
    if (about.isSymbolicLink())
      return [`${shown} -> ${readlinkSync(path, { encoding: 'buffer' }).toString('hex')}`];
    const bytes = readFileSync(path);
    return [`${shown} ${(about.mode & 0o111) === 0 ? '-' : 'x'} ${sha256(bytes)}`];
  });
}

const STATE = 'git status --porcelain -uall --ignore-submodules=none; git rev-parse HEAD';

/** `more` prints what else has to be the same. */
async function carried(more = 'true'): Promise<void> {
  const changes = await bundleChanges(store, { base });
  expect(changes).not.toBeNull();
  await restoreChanges(second, changes!);
  expect(tree(second)).toEqual(tree(first));
  const state = `${STATE}; ${more}`;
  expect(sh(second, state)).toBe(sh(first, state));
}

test('a file becomes a folder, a folder a file, a file a link, a program a text; names are no text; git would convert contents', async () => {
  await checkouts();
  for (const checkout of [first, second])
    appendFileSync(join(checkout, '.git', 'config'), '[core]\n\tautocrlf = true\n');
  rmSync(join(first, 'file'));
  mkdirSync(join(first, 'file'));
  writeFileSync(join(first, 'file', 'below'), 'below\n');
  rmSync(join(first, 'folder'), { recursive: true });
  writeFileSync(join(first, 'folder'), 'no folder\n');
  chmodSync(join(first, 'tool.sh'), 0o644);
  rmSync(join(first, 'text.u16'));
  symlinkSync('nowhere at all', join(first, 'text.u16'));
  for (const name of ['line\nfeed', '"quoted"', 'back\\slash', ' blank ', '-n', 'tab\there', 'ü ✓'])
    writeFileSync(join(first, name), name);
  writeFileSync(Buffer.concat([Buffer.from(`${first}/raw-`), Buffer.from([0xff, 0xe9])]), 'raw');
  symlinkSync(Buffer.from([0xff, 0xfe]), join(first, 'link'));
  writeFileSync(join(first, 'crlf.txt'), 'one\r\ntwo\r\n');
  writeFileSync(join(first, 'mixed.txt'), 'one\r\ntwo\n');
  writeFileSync(join(first, 'new.u16'), Buffer.from('\uFEFFother\r\n', 'utf16le'));
  await carried();
});

test('a folder with the name of a file of git (.gitattributes, .gitmodules), and a line of attributes that is too long, which git ignores', async () => {
  await checkouts();
  const usual = readFileSync(join(first, '.gitattributes'), 'utf8');
  for (const path of ['.gitattributes', 'text.u16']) rmSync(join(first, path));
  for (const folder of ['.gitattributes', 'new/.gitattributes', 'new/.gitmodules']) {
    mkdirSync(join(first, folder), { recursive: true });
    writeFileSync(join(first, folder, 'in it'), 'in it\n');
  }
  mkdirSync(join(first, 'long'));
  writeFileSync(
    join(first, 'long', '.gitattributes'),
    `${usual}*.txt ${'a'.repeat(2_100)}\n*.md text\n`,
  );
  await carried();
});

test('staged changes are staged again, on the same branch', async () => {
  await checkouts();
  sh(
    first,
    `git checkout -q -b fix/it; echo committed > file; git commit -qam work; echo staged > file; echo 'staged, new' > new.txt
     git add -A; git rm -q --cached tool.sh; echo 'and changed again' > file`,
  );
  await carried('git diff --cached; git log --format=%H; git branch --show-current');
  expect(readFileSync(join(second, '.git', 'HEAD'), 'utf8')).toBe('ref: refs/heads/fix/it\n');
});

nightly('the branch is the same where a tag has its name', async () => {
  await checkouts();
  git(first, 'checkout', '-q', '-b', 'same');
  git(first, 'tag', 'same');
  writeFileSync(join(first, 'file'), 'changed\n');
  await carried();
  expect(git(second, 'symbolic-ref', 'HEAD')).toBe('refs/heads/same');
});

nightly('a checkout whose commits have long ids', async () => {
  await checkouts();
  for (const folder of [first, second]) rmSync(folder, { recursive: true });
  mkdirSync(first);
  git(first, 'init', '-q', '-b', 'main', '--object-format=sha256');
  for (const name of ['stays', 'goes']) writeFileSync(join(first, name), `${name}\n`);
  git(first, 'add', '-A');
  git(first, 'commit', '-q', '-m', 'base');
  git(dirname(first), 'clone', '-q', first, 'second');
  base = git(first, 'rev-parse', 'HEAD');
  removeStore(store);
  store = await requireStore(first);
  rmSync(join(first, 'goes'));
  writeFileSync(join(first, 'comes'), 'comes\n');
  await carried();
});

const IN_MODULE = 'cd lib/module; git rev-parse HEAD; git status --porcelain';

test('a submodule: its changed and new files, its commits, and its other commit', async () => {
  await checkouts('module');
  sh(
    first,
    `cd lib/module; echo committed > inside.txt; git commit -qam 'in the module'; echo changed > inside.txt; echo new > new.txt`,
  );
  await carried(IN_MODULE);
});

test('a commit that records another commit of a submodule is restored, and the submodule with it', async () => {
  await checkouts('module');
  sh(
    first,
    `cd lib/module; echo committed > inside.txt; git commit -qam 'in the module'; cd ../..; git commit -qam 'another commit'`,
  );
  await carried(IN_MODULE);
});

nightly('a submodule that nobody touched stays as it is, checked out or not', async () => {
  await checkouts('module');
  git(second, 'submodule', '--quiet', 'deinit', '--all');
  writeFileSync(join(first, 'file'), 'changed\n');
  await restoreChanges(second, (await bundleChanges(store, { base }))!);
  expect(readFileSync(join(second, 'file'), 'utf8')).toBe('changed\n');
  expect(existsSync(join(second, 'lib', 'module', 'inside.txt'))).toBe(false);
});

nightly(
  'a changed submodule that is not checked out when the run resumes is refused with what to write',
  async () => {
    await checkouts('module');
    writeFileSync(join(first, 'lib', 'module', 'inside.txt'), 'changed\n');
    const changes = await bundleChanges(store, { base });
    git(second, 'submodule', '--quiet', 'deinit', '--all');
    await expect(restoreChanges(second, changes!)).rejects.toMatchObject({
      code: 'worktree-refused',
      fix: expect.stringContaining('submodules: true'),
    });
  },
);

nightly(
  'a submodule whose git folder a command moved brings its files, and nothing from elsewhere',
  async () => {
    await checkouts('module');
    const elsewhere = join(home, 'elsewhere');
    git(home, 'clone', '-q', join(home, 'module'), 'elsewhere');
    const module = join(first, 'lib', 'module');
    writeFileSync(join(module, '.git'), `gitdir: ${elsewhere}/.git\n`);
    writeFileSync(join(module, 'inside.txt'), 'changed\n');
    await restoreChanges(second, (await bundleChanges(store, { base }))!);
    expect(readFileSync(join(second, 'lib', 'module', 'inside.txt'), 'utf8')).toBe('changed\n');
    expect(git(elsewhere, 'for-each-ref', 'refs/countersign')).toBe('');
  },
);

test('a repository that lies untracked in the tree brings its files without its history; ignored files and empty folders are left out', async () => {
  await checkouts();
  sh(
    first,
    `mkdir -p nested/deep made empty; echo a > nested/deep/a.txt; (cd nested; git init -q; git add -A; git commit -qm nested)
     echo '*.log' > made/.gitignore; echo x | tee made/a.log > made/a.txt; echo ignored > .gitignore; echo x > ignored
     echo new > 'to add'; git add -N 'to add'`,
  );
  const changes = await bundleChanges(store, { base });
  // Nothing is staged of a file that is only to be added.
  expect(changes?.staged).toBeUndefined();
  await restoreChanges(second, changes!);
  for (const path of ['made/a.log', 'ignored', 'empty']) {
    expect(existsSync(join(second, path)), path).toBe(false);
    rmSync(join(first, path), { recursive: true });
  }
  expect(tree(second)).toEqual(tree(first));
  expect(existsSync(join(second, 'nested', '.git'))).toBe(false);
});

nightly(
  'a file of seventy megabytes comes back, and more files than a checkpoint holds are refused',
  async () => {
    await checkouts();
    writeFileSync(join(first, 'big.bin'), Buffer.alloc(70 * 1024 * 1024, 'abc'));
    await carried();
    mkdirSync(join(first, 'many'));
    for (let count = 0; count <= 20_000; count += 1)
      writeFileSync(join(first, 'many', String(count)), '');
    await expect(bundleChanges(store, { base })).rejects.toMatchObject({
      code: 'worktree-refused',
    });
  },
);
