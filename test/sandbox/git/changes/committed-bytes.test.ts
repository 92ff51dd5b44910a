import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { applyPatch, committedBytes, workTreePatch } from '../../../../src/sandbox/index.ts';
import { PLAIN_GIT, sh, storeOf, tempFolder } from '../../support.ts';

const ATTRIBUTES = `* text=auto
*.bat text eol=crlf
*.bin -text
*.psd filter=lfs diff=lfs merge=lfs -text
*.u16 text working-tree-encoding=UTF-16LE
`;

/** The checkouts as they were made, and their commits, by their attributes. */
const seeds = new Map<string, { readonly folder: string; readonly base: string }>();

function seedOf(attributes: string): { readonly folder: string; readonly base: string } {
  const folder = tempFolder();
  mkdirSync(join(folder, 'sub'));
  writeFileSync(join(folder, '.gitattributes'), attributes);
  writeFileSync(join(folder, 'sub/.gitattributes'), '*.raw -text\n');
  writeFileSync(join(folder, 'crlf.txt'), 'kept\r\n');
  const base = sh(
    folder,
    `git init -q --template= -b main; git add .gitattributes sub
     git update-index --add --cacheinfo 100644,$(git hash-object -w --no-filters crlf.txt),crlf.txt; git commit -qm base; git rev-parse HEAD`,
  );
  return { folder, base };
}

/** A checkout with attributes, one of them in a folder, and the store that a run opens for it; `more` prints the commit that it makes. */
async function checkout(attributes = ATTRIBUTES, more?: string) {
  const seed = seeds.get(attributes) ?? seedOf(attributes);
  seeds.set(attributes, seed);
  const root = join(tempFolder(), 'repo');
  cpSync(seed.folder, root, { recursive: true, preserveTimestamps: true });
  const base = more === undefined ? seed.base : sh(root, `${more}; git rev-parse HEAD`);
  return { root, base, store: await storeOf(root, PLAIN_GIT) };
}

/** What the function gives for files, as text. */
async function committed(
  { base, store }: Awaited<ReturnType<typeof checkout>>,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<Record<string, string>> {
  const paths = Object.keys(files);
  const given = paths.map((path) => ({ path, bytes: Buffer.from(files[path] ?? '') }));
  const bytes = await committedBytes(store, base, given, 'refused');
  return Object.fromEntries(paths.map((path, index) => [path, String(bytes[index])]));
}

const SAMPLES: Readonly<Record<string, string | Buffer>> = {
  'run.bat': 'a\r\nb\r\n',
  'new.txt': 'a\r\nb',
  'crlf.txt': 'kept\r\nmore\r\n',
  'a.bin': 'a\r\nb',
  'sub/deep/a.raw': 'a\r\nb',
  'sub/a.txt': 'a\r\n',
  'text.u16': Buffer.from('a\r\nb', 'utf16le'),
  "-odd 'name\n.txt": 'a\r\n',
  'nul.txt': 'a\0\r\n',
};

test('line endings and encodings are those that git commits', async () => {
  const repository = await checkout();
  const found = await committed(repository, SAMPLES);
  expect(found).toMatchObject({
    'run.bat': 'a\nb\n',
    'new.txt': 'a\nb',
    'crlf.txt': 'kept\r\nmore\r\n',
    'a.bin': 'a\r\nb',
    'sub/deep/a.raw': 'a\r\nb',
    'sub/a.txt': 'a\n',
    'text.u16': 'a\nb',
    'nul.txt': 'a\0\r\n',
  });
  const { root } = repository;
  for (const [path, bytes] of Object.entries(SAMPLES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  }
  const listed = sh(root, 'git add -A 2>/dev/null; git ls-files -s -z').split('\0');
  const ids = new Map(
    listed.map((line) => [line.slice(line.indexOf('\t') + 1), line.split(' ')[1]]),
  );
  for (const path of Object.keys(SAMPLES)) {
    const blob = Buffer.from(found[path] ?? '');
    const id = createHash('sha1').update(`blob ${blob.length}\0`).update(blob).digest('hex');
    expect(ids.get(path), path).toBe(id);
  }
});

test('without attributes the bytes are those of the file', async () => {
  const repository = await checkout('');
  expect(await committed(repository, { 'a.txt': 'a\r\n', 'sub/b.txt': '\0' })).toEqual({
    'a.txt': 'a\r\n',
    'sub/b.txt': '\0',
  });
  expect(await committedBytes(repository.store, repository.base, [], 'refused')).toEqual([]);
});

test('the attributes are those of the commit, not those of the work tree', async () => {
  const repository = await checkout();
  writeFileSync(join(repository.root, '.gitattributes'), '* -text\n');
  expect(await committed(repository, { 'a.txt': 'a\r\n' })).toEqual({ 'a.txt': 'a\n' });
});

test('attributes that the same commit deletes convert nothing, in a commit and in a patch', async () => {
  const repository = await checkout('*.txt text\n');
  const { root, base, store } = repository;
  writeFileSync(join(root, 'new.txt'), 'a\r\n');
  sh(root, 'rm .gitattributes crlf.txt');
  const file = { path: 'new.txt', bytes: Buffer.from('a\r\n') };
  expect(await committedBytes(store, base, [file], 'refused')).toEqual([Buffer.from('a\n')]);
  const deleted = ['.gitattributes', 'crlf.txt'];
  expect(await committedBytes(store, base, [file], 'refused', deleted)).toEqual([file.bytes]);
  const { files } = await workTreePatch(store, { base });
  const patch = Buffer.concat(files.map((one) => one.patch));
  const blob = sh(root, 'git add -A; git rev-parse :new.txt');
  expect(String(patch)).toContain(`index ${'0'.repeat(40)}..${blob}`);
});

test('attributes in a folder with letters of another language convert nothing once they are deleted', async () => {
  const { base, store } = await checkout(
    '',
    `mkdir dé; printf '*.txt text\\n' > dé/.gitattributes; git add dé; git commit -qm folder`,
  );
  const file = { path: 'dé/new.txt', bytes: Buffer.from('a\r\n') };
  expect(await committedBytes(store, base, [file], 'refused')).toEqual([Buffer.from('a\n')]);
  const deleted = ['dé/.gitattributes'];
  expect(await committedBytes(store, base, [file], 'refused', deleted)).toEqual([file.bytes]);
});

test('an attribute that is unset is no filter', async () => {
  const repository = await checkout('*.txt -filter\n');
  expect(await committed(repository, { 'a.txt': 'a\n' })).toEqual({ 'a.txt': 'a\n' });
});

test('a file that a filter such as Git LFS would store is refused by its name', async () => {
  const repository = await checkout();
  const attempt = () => committed(repository, { 'a.txt': 'a', 'art/cover.psd': 'x' });
  await expect(attempt()).rejects.toMatchObject({
    code: 'file-refused',
    message: expect.stringContaining('art/cover.psd through the filter "lfs"') as string,
  });
  const { store, base } = repository;
  const file = { path: 'art/cover.psd', bytes: Buffer.from('x\r\n') };
  expect(await committedBytes(store, base, [file], 'as-is')).toEqual([file.bytes]);
});

test('a file in a submodule, which it would replace, is refused by its name', async () => {
  const repository = await checkout(
    ATTRIBUTES,
    'git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),lib/module; git commit -qm m',
  );
  const attempt = () => committed(repository, { 'a.txt': 'a', 'lib/module/sub/x.txt': 'x' });
  await expect(attempt()).rejects.toMatchObject({
    code: 'file-refused',
    message: expect.stringContaining('sub/x.txt is in the submodule lib/module') as string,
  });
});

test('a file that cannot be converted into its encoding is refused, or left out of the patch, by its name', async () => {
  const repository = await checkout(
    '*.u16 text working-tree-encoding=UTF-16\n*.odd working-tree-encoding=odd\n',
  );
  const { root, base, store } = repository;
  const files = { 'a.txt': 'a\n', 'plain.u16': 'no mark\n', 'x.odd': 'x' };
  const attempt = () => committed(repository, files);
  await expect(attempt()).rejects.toMatchObject({
    code: 'file-refused',
    message: 'Git cannot convert plain.u16 into the encoding that its attributes name.',
  });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  writeFileSync(join(root, 'good.u16'), Buffer.from('\uFEFFa', 'utf16le'));
  const patch = await workTreePatch(store, { base });
  expect(patch.leftOut.map(({ path }) => path)).toEqual(['plain.u16', 'x.odd']);
  expect(patch.files.map(({ path }) => path)).toEqual(['a.txt', 'good.u16']);
});

test('attributes that a link replaced convert nothing in a patch', async () => {
  const { root, base, store } = await checkout('*.txt text\n');
  writeFileSync(join(root, 'new.txt'), 'a\r\n');
  const made = sh(
    root,
    'git clone -q . ../clean; ln -sf sub/.gitattributes .gitattributes; git add -A; git write-tree',
  );
  const { files } = await workTreePatch(store, { base });
  const patch = Buffer.concat(files.map((one) => one.patch));
  const clean = join(root, '../clean');
  await applyPatch(clean, patch);
  expect(sh(clean, 'git add -A; git write-tree')).toBe(made);
  expect(readFileSync(join(clean, 'new.txt'), 'utf8')).toBe('a\r\n');
});

test('a folder with attributes that a file replaced has none', async () => {
  const repository = await checkout();
  expect(await committed(repository, { sub: 'a\r\n' })).toEqual({ sub: 'a\n' });
});

test('an attribute file that a folder replaced converts nothing, also if only a file in that folder is named', async () => {
  const repository = await checkout();
  const files = { '.gitattributes/a': 'a\r\n', 'b.txt': 'b\r\n' };
  expect(await committed(repository, files)).toEqual(files);
});

test('a patch has the lines that changed, and gives a checkout the line endings that it had', async () => {
  const { root, base, store } = await checkout('*.bat text eol=crlf\n');
  const head = sh(
    root,
    `printf 'a\\r\\nb\\r\\n' > run.bat; git add -A 2>/dev/null; git commit -qm bat; git clone -q . ../clean; git rev-parse HEAD`,
  );
  expect(base).not.toBe(head);
  // In the sandbox: git reads attributes in a folder of the scratch repository.
  const later = await storeOf(root);
  writeFileSync(join(root, 'run.bat'), 'a\r\nnew\r\nb\r\n');
  const { files } = await workTreePatch(later, { base: head });
  expect(files.map(({ patch }) => String(patch)).join('')).toMatch(/@@\n a\n\+new\n b\n$/);
  const clean = join(root, '../clean');
  await applyPatch(clean, Buffer.concat(files.map(({ patch }) => patch)));
  expect(readFileSync(join(clean, 'run.bat'), 'utf8')).toBe('a\r\nnew\r\nb\r\n');
  expect((await workTreePatch(store, { base })).files.map(({ path }) => path)).toEqual(['run.bat']);
});
