import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unzipInto } from '../../../src/github/artifacts/unzip.ts';
import { zipOf } from '../../zip.ts';

async function unpacked<T>(zip: Buffer, look: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-unpack-'));
  try {
    await unzipInto(zip, { folder, maxBytes: 100_000_000, maxFiles: 4 });
    return await look(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('files come out as they were, folders made', async () => {
  const zip = zipOf([
    { name: 'a.txt', bytes: Buffer.from('one') },
    { name: 'b/c.bin', bytes: Buffer.alloc(100_000, 7) },
    { name: 'e', bytes: Buffer.alloc(0) },
  ]);
  await unpacked(zip, async (folder) => {
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('one');
    expect((await readFile(join(folder, 'b/c.bin'))).equals(Buffer.alloc(100_000, 7))).toBe(true);
    expect((await readdir(folder)).sort()).toEqual(['a.txt', 'b', 'e']);
  });
});

test('a file can be read and written by its owner, and run by nobody', async () => {
  await unpacked(zipOf([{ name: 'a', bytes: Buffer.from('1') }]), async (folder) => {
    expect((await stat(join(folder, 'a'))).mode & 0o777).toBe(0o600);
  });
});

test.runIf(process.platform === 'linux')(
  'a folder in which nobody can write is an error of the system, and no fault of the archive',
  async () => {
    const zip = zipOf([{ name: 'a', bytes: Buffer.from('1') }]);
    await expect(
      unzipInto(zip, { folder: '/sys/kernel', maxBytes: 1, maxFiles: 1 }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^(?:EACCES|EPERM|EROFS)$/) });
  },
);

test('a file that is there already is not replaced', async () => {
  await unpacked(zipOf([{ name: 'a', bytes: Buffer.from('1') }]), async (folder) => {
    const zip = zipOf([{ name: 'a', bytes: Buffer.from('2') }]);
    await expect(unzipInto(zip, { folder, maxBytes: 1, maxFiles: 1 })).rejects.toMatchObject({
      code: 'artifact-refused',
      message: expect.stringContaining('"a": '),
    });
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('1');
  });
});

test.each([
  '../a',
  '/a',
  'a/../../b',
  'a//b',
  './a',
  'a\\b',
  'C:a',
  'a\nb',
  '',
  'x'.repeat(2_000),
  `a/${'ä'.repeat(128)}`,
])('a name that leads elsewhere is refused: %j', async (name) => {
  await expect(
    unpacked(zipOf([{ name, bytes: Buffer.from('x') }]), () => Promise.resolve()),
  ).rejects.toMatchObject({ code: 'artifact-refused' });
});

test('a file that is larger than it says, or an archive that is too large unpacked, is refused', async () => {
  const bomb = zipOf([{ name: 'a', bytes: Buffer.alloc(50_000_000), said: 10 }]);
  await expect(unpacked(bomb, () => Promise.resolve())).rejects.toMatchObject({
    code: 'artifact-refused',
  });
  const large = zipOf([{ name: 'a', bytes: Buffer.from('x'), said: 0xfffffffe }]);
  await expect(unpacked(large, () => Promise.resolve())).rejects.toThrow('more than 100000000');
});

test('a file that is smaller than its directory says, or another one, is refused', async () => {
  for (const other of [{ said: 4 }, { checksum: 1 }]) {
    const zip = zipOf([{ name: 'a', bytes: Buffer.from('one'), ...other }]);
    await expect(unpacked(zip, () => Promise.resolve())).rejects.toMatchObject({
      code: 'artifact-refused',
      message: expect.stringContaining('it differs from its directory entry'),
    });
  }
});

test('a file below another one, and more files than may be, are refused', async () => {
  const below = zipOf([
    { name: 'a', bytes: Buffer.from('1') },
    { name: 'a/b', bytes: Buffer.from('2') },
  ]);
  const many = zipOf(['1', '2', '3', '4', '5'].map((name) => ({ name, bytes: Buffer.from(name) })));
  for (const zip of [below, many]) {
    await expect(unpacked(zip, () => Promise.resolve())).rejects.toMatchObject({
      code: 'artifact-refused',
    });
  }
});

test.each([
  ['in another case', ['audit.jsonl', 'AUDIT.jsonl']],
  ['in another case of its folder', ['blobs/a', 'Blobs/A']],
  ['with accents written otherwise', ['\u00e4', 'a\u0308']],
])('a name that is there twice %s is refused on every system', async (_, names) => {
  const zip = zipOf(names.map((name) => ({ name, bytes: Buffer.from(name) })));
  await expect(unpacked(zip, () => Promise.resolve())).rejects.toThrow('it is there twice');
});

test.each([
  ['after it', ['a', 'a-b', 'a/b']],
  ['before it', ['A/b', 'a']],
])('a file that is also the folder of a file %s is refused by its name', async (_, names) => {
  const zip = zipOf(names.map((name) => ({ name, bytes: Buffer.from(name) })));
  await expect(unpacked(zip, () => Promise.resolve())).rejects.toThrow(
    '"a": it is a file and a folder',
  );
});

test('two files of one name, broken archives and what is no archive are refused', async () => {
  const twice = zipOf([
    { name: 'a', bytes: Buffer.from('1') },
    { name: 'a', bytes: Buffer.from('2') },
  ]);
  await expect(unpacked(twice, () => Promise.resolve())).rejects.toMatchObject({
    code: 'artifact-refused',
    message: expect.stringContaining('"a": it is there twice'),
  });
  for (const zip of [Buffer.alloc(0), Buffer.alloc(100), Buffer.from('PK\u0003\u0004')]) {
    await expect(unpacked(zip, () => Promise.resolve())).rejects.toMatchObject({
      code: 'artifact-refused',
    });
  }
});
