import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { statementAt, verifyAt } from '../../../src/audit/index.ts';
import { zipOf } from '../../zip.ts';
import { chainEvents } from '../chained.ts';
import { tempFolder } from '../trails.ts';
import { oneJob } from '../vectors/runs.ts';

async function folderOfRun(): Promise<string> {
  const folder = await tempFolder();
  const lines = chainEvents(oneJob().events).map((line) => `${line}\n`);
  await writeFile(join(folder, 'audit.jsonl'), lines.join(''));
  return folder;
}

test('a folder without blobs is broken, also if there is a file in place of the folder of blobs', async () => {
  const folder = await folderOfRun();
  const missing = { kind: 'broken', code: 'blob-missing' };
  expect(await verifyAt(folder)).toMatchObject(missing);
  await writeFile(join(folder, 'blobs'), 'no folder');
  expect(await verifyAt(folder)).toMatchObject(missing);
});

test('a statement is derived from the entries, whatever statement lies beside them', async () => {
  const folder = await folderOfRun();
  await mkdir(join(folder, 'blobs'));
  for (const [name, bytes] of oneJob().files) await writeFile(join(folder, name), bytes);
  await writeFile(join(folder, 'audit.intoto.json'), '{}');
  expect(await verifyAt(folder)).toMatchObject({ kind: 'broken', code: 'statement-mismatch' });
  const { verdict, statement } = await statementAt(folder);
  expect(verdict).toMatchObject({ kind: 'intact', root: null, warnings: [] });
  expect(statement?.predicate.trail.count).toBe(oneJob().events.length);
  expect(await statementAt(join(folder, 'audit.jsonl'))).toMatchObject({ statement });
  await rm(join(folder, 'changes.patch'));
  expect(await statementAt(folder)).toMatchObject({
    verdict: { kind: 'broken', code: 'file-missing' },
    statement: null,
  });
});

/** A socket, which `open(2)` refuses. */
async function listenAt(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => void server.close());
}

test.skipIf(process.platform === 'win32')(
  'a socket in place of a file is no file, and the trail is not unreadable',
  async () => {
    const folder = await folderOfRun();
    const { files } = oneJob();
    await mkdir(join(folder, 'blobs'));
    for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
    expect(await verifyAt(folder)).toMatchObject({ kind: 'intact' });
    await listenAt(join(folder, 'audit.intoto.json'));
    expect(await verifyAt(folder)).toMatchObject({ kind: 'intact' });
    await rm(join(folder, 'changes.patch'));
    await listenAt(join(folder, 'changes.patch'));
    expect(await verifyAt(folder)).toMatchObject({ kind: 'broken', code: 'file-missing' });
  },
);

test('a folder of downloaded artifacts is unreadable, and the message names those with a trail', async () => {
  const folder = await tempFolder();
  const fix = 'Name a folder that contains audit.jsonl';
  expect(await verifyAt(folder)).toEqual({
    kind: 'unreadable',
    because: expect.stringContaining(`there is no such file or folder. ${fix}`),
  });
  for (const name of ['run-1', 'run-2']) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'audit.jsonl'), 'x');
  }
  await mkdir(join(folder, 'notes'));
  expect(await verifyAt(folder)).toEqual({
    kind: 'unreadable',
    because: expect.stringContaining(
      `there is no such file or folder, but in run-1 and run-2. ${fix}`,
    ),
  });
});

test('a zip archive is unreadable, not broken: nobody changed it', async () => {
  const folder = await tempFolder();
  const zip = join(folder, 'trail.zip');
  await writeFile(zip, zipOf([{ name: 'audit.jsonl', bytes: Buffer.from('x') }]));
  const because = `The audit trail ${zip} cannot be read: it is a zip archive, to be unpacked first.`;
  expect(await verifyAt(zip)).toEqual({
    kind: 'unreadable',
    because: expect.stringContaining(because),
  });
  const trail = join(folder, 'named-as-a-trail');
  await mkdir(trail);
  await writeFile(join(trail, 'audit.jsonl'), 'PK');
  expect(await verifyAt(trail)).toMatchObject({ kind: 'unreadable' });
});
