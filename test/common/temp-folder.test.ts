import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createTempFolder,
  removeLeftTempFolders,
  removeTempFolder,
} from '../../src/common/index.ts';
import { program } from '../programs.ts';

const MODULE = program('temp-folder');
let temp: string;

beforeEach(() => {
  temp = mkdtempSync(join(tmpdir(), 'temp-folders-'));
  vi.stubEnv('TMPDIR', temp);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(temp, { recursive: true, force: true });
});

/** A folder of a process that is over, with something in it. */
function left(): string {
  const script = `import(${JSON.stringify(MODULE)}).then((m) => console.log(m.createTempFolder()))`;
  const folder = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim();
  mkdirSync(join(folder, 'home/deep'), { recursive: true });
  writeFileSync(join(folder, 'home/deep/file'), 'x');
  return folder;
}

test('what a process left is removed by a later one, and what this process made stays', () => {
  const [own, other] = [createTempFolder(), left()];
  removeLeftTempFolders();
  expect(existsSync(other)).toBe(false);
  expect(existsSync(own)).toBe(true);
});

test('a killed process leaves its folder, which the next one removes', async () => {
  const script = `import(${JSON.stringify(MODULE)}).then((m) => { console.log(m.createTempFolder()); setInterval(() => {}, 1000); })`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  const folder = chunk.toString().trim();
  removeLeftTempFolders();
  expect(existsSync(folder), 'it still runs').toBe(true);
  child.kill('SIGKILL');
  await once(child, 'close');
  removeLeftTempFolders();
  expect(existsSync(folder)).toBe(false);
});

/** As a user whom permissions bind, in the folder: the folders above it may be closed to others. */
function asNobody(folder: string, work: () => void): void {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync('chown', ['-R', '65534', folder]);
  const before = process.cwd();
  process.chdir(folder);
  if (isRoot) process.seteuid?.(65_534);
  try {
    work();
  } finally {
    if (isRoot) process.seteuid?.(0);
    process.chdir(before);
  }
}

test('folders that a program made read-only, as Go does with its modules, are removed', () => {
  const kept = join(temp, 'kept');
  mkdirSync(kept, { mode: 0o500 });
  const home = join(createTempFolder(), 'home');
  mkdirSync(join(home, 'go/pkg/mod'), { recursive: true });
  writeFileSync(join(home, 'go/pkg/mod/a.go'), 'x', { mode: 0o400 });
  symlinkSync(kept, join(home, 'link'));
  chmodSync(join(home, 'go/pkg/mod'), 0o500);
  chmodSync(join(home, 'go'), 0);
  asNobody(join(home, '..'), () => removeTempFolder('home'));
  expect(existsSync(home)).toBe(false);
  expect(statSync(kept).mode & 0o777).toBe(0o500);
});

test('a number that another process has now is no reason to keep it', () => {
  const name = basename(left());
  const taken = name.replace(/^countersign-\d+\./, `countersign-${process.pid}.`);
  renameSync(join(temp, name), join(temp, taken));
  removeLeftTempFolders();
  expect(readdirSync(temp)).toEqual([]);
});

test('what is behind a link stays, as a folder and as an entry of one', () => {
  const kept = join(temp, 'kept');
  mkdirSync(kept);
  writeFileSync(join(kept, 'file'), 'precious');
  const folder = left();
  symlinkSync(kept, join(folder, 'link'));
  const linked = left();
  rmSync(linked, { recursive: true });
  symlinkSync(kept, linked);
  removeLeftTempFolders();
  expect(existsSync(folder)).toBe(false);
  expect(readdirSync(kept)).toEqual(['file']);
  expect(readdirSync(temp).toSorted()).toEqual([basename(linked), 'kept'].toSorted());
});

test.each([
  ['a folder that others may write', (path: string) => chmodSync(path, 0o777)],
  [
    'a file of such a name',
    (path: string) => {
      rmSync(path, { recursive: true });
      writeFileSync(path, 'x', { mode: 0o600 });
    },
  ],
])('%s stays', (_name, change) => {
  const folder = left();
  change(folder);
  removeLeftTempFolders();
  expect(existsSync(folder)).toBe(true);
});

test.each([
  ['of another machine or container', /-[0-9a-f]{6}\./, '-000000.'],
  ['of an older version', /^countersign-.*-/, 'countersign-'],
  ['of a number that is none', /^countersign-\d+\./, 'countersign-99999999999999.'],
])('a folder %s stays', (_name, part, other) => {
  const name = basename(left());
  renameSync(join(temp, name), join(temp, name.replace(part, other)));
  removeLeftTempFolders();
  expect(readdirSync(temp)).toHaveLength(1);
});

test('a folder from before the machine was started again is removed', () => {
  const name = basename(createTempFolder());
  renameSync(join(temp, name), join(temp, name.replace(/\.[0-9a-f]{6}-/, '.000000-')));
  removeLeftTempFolders();
  expect(readdirSync(temp)).toEqual([]);
});

test('without a folder for temporary files nothing is removed, and nothing fails', () => {
  vi.stubEnv('TMPDIR', join(temp, 'missing'));
  expect(removeLeftTempFolders).not.toThrow();
  expect(createTempFolder).toThrow('cannot be written');
});
