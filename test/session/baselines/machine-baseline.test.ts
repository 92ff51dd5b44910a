import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { machineBaselines, readMachineBaseline } from '../../../src/session/index.ts';

const ME = process.getuid?.() ?? 0;
const IS_ROOT = ME === 0;
const NOBODY = 65_534;

/** A folder of this user that only this user can write, in the sticky folder for temporary files. */
async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'countersign-machine-'));
  onTestFinished(async () => await rm(path, { recursive: true, force: true }));
  return path;
}

async function fileIn(path: string): Promise<string> {
  const file = join(path, 'policy.yml');
  await writeFile(file, 'version: 1\nmode: defer\n', { mode: 0o644 });
  return file;
}

const read = async (address: string, owner = ME): Promise<string> => {
  const { text } = await readMachineBaseline({ address, namedBy: 'a test' }, { owner });
  return Buffer.from(text).toString('utf8');
};

describe('the baselines of a machine', () => {
  test('are none without the file and the variable', async () => {
    const file = join(await folder(), 'none', 'policy.yml');
    expect(await machineBaselines({}, { file })).toEqual([]);
  });

  test('the file counts whatever the variable says: a variable only adds one', async () => {
    const file = await fileIn(await folder());
    const other = await fileIn(await folder());
    const found = await machineBaselines({ COUNTERSIGN_BASELINE: other }, { file });
    expect(found.map(({ address }) => address)).toEqual([file, other]);
    expect(await machineBaselines({ COUNTERSIGN_BASELINE: '' }, { file })).toHaveLength(1);
  });

  test('a variable with a relative path ends the run', async () => {
    await expect(machineBaselines({ COUNTERSIGN_BASELINE: 'policy.yml' })).rejects.toThrow(
      /COUNTERSIGN_BASELINE is "policy.yml", which is not an absolute path/,
    );
  });
});

describe('a baseline of a machine is read', () => {
  test('if its owner alone can write it and its folders', async () => {
    expect(await read(await fileIn(await folder()))).toContain('mode: defer');
  });

  test.each([
    ['others can write it', 0o666],
    ['a group can write it', 0o664],
  ])('not if %s', async (_what, mode) => {
    const file = await fileIn(await folder());
    await chmod(file, mode);
    await expect(read(file)).rejects.toThrow(/can be written by others than its owner/);
  });

  test('not if others can write a folder on the way', async () => {
    const outer = await folder();
    await mkdir(join(outer, 'inner'));
    const file = await fileIn(join(outer, 'inner'));
    await chmod(outer, 0o777);
    await expect(read(file)).rejects.toThrow(`${outer} can be written by others`);
  });

  test('not through a link in a folder that others can write', async () => {
    const file = await fileIn(await folder());
    const open = await folder();
    await symlink(file, join(open, 'link.yml'));
    expect(await read(join(open, 'link.yml'))).toContain('defer');
    await chmod(open, 0o777);
    await expect(read(join(open, 'link.yml'))).rejects.toThrow(/can be written by others/);
  });

  test('not if it does not exist, is a folder, or belongs to somebody else', async () => {
    const path = await folder();
    await expect(read(join(path, 'none.yml'))).rejects.toMatchObject({ code: 'policy-unreadable' });
    await expect(read(path)).rejects.toThrow(/is not a file/);
    if (!IS_ROOT) {
      await expect(read(await fileIn(path), 0)).rejects.toThrow(/belongs to the user/);
      return;
    }
    const file = await fileIn(path);
    await chown(file, NOBODY, NOBODY);
    await expect(read(file)).rejects.toThrow(/belongs to the user 65534, not to root/);
    await chown(path, NOBODY, NOBODY);
    await chown(file, 0, 0);
    await expect(read(file)).rejects.toThrow(/belongs to the user 65534, not to root/);
  });
});
