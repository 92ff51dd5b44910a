import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from './command.ts';
import { tempFolder, trailOf } from './trails.ts';

const hasProc = existsSync('/proc/self');
const hasZero = existsSync('/dev/zero');

test.skipIf(!hasProc)(
  'no command waits for a folder that cannot be created below /proc',
  async () => {
    const { folder } = await trailOf();
    const archive = join(await tempFolder(), 'archive');
    await cli(['audit', 'collect', folder, '--archive', archive]);
    for (const args of [
      ['demo', '--out', '/proc/x/y'],
      ['audit', 'collect', folder, '--archive', '/proc/x'],
      ['audit', 'parquet', '/proc/x/y', '--archive', archive],
      ['audit', 'site', '/proc/x/y', '--archive', archive],
    ])
      expect(await cli(args)).toEqual({
        code: 2,
        out: '',
        err: expect.stringMatching(
          /\/proc\/x.*(?:no such file|cannot be (?:used|written))/,
        ) as string,
      });
  },
);

test.skipIf(!hasZero).each([
  [['policy', 'check', '/dev/zero'], 1, 'out'],
  [['policy', 'explain', '--command', 'ls', '--policy', '/dev/zero'], 2, 'err'],
  [['policy', 'explain', '--command', 'ls', '--baseline', '/dev/zero'], 2, 'err'],
  [['run', 'Go', '--model', 'scripted:x', '--output-schema', '/dev/zero'], 2, 'err'],
] as const)('a file that never ends is too large: %j', async (args, code, stream) => {
  const ended = await cli(args, { cwd: await tempFolder() });
  expect(ended).toMatchObject({
    code,
    [stream]: expect.stringMatching(/has more than \d+/) as string,
  });
});

test('an empty value is refused, because it would mean the current folder, or nothing', async () => {
  const cwd = await tempFolder();
  for (const args of [
    ['audit', 'collect', cwd, '--archive', ''],
    ['audit', 'verify', cwd, '--run', ''],
    ['policy', 'diff', 'a', 'b', '--trail', ''],
    ['init', '--recipe', 'comments', '--yes', '--dir='],
    ['run', 'Go', '--baseline', 'a.yml', '--baseline', ''],
  ])
    expect(await cli(args, { cwd })).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^The value of --\w+ <\w+> is empty\. Write it/) as string,
    });
  expect(await readdir(cwd)).toEqual([]);
});

test('an option with one value is refused if it is given twice, and its default is no value', async () => {
  const { folder } = await trailOf();
  for (const [args, option] of [
    [['audit', 'verify', folder, '--run', 'a', '--run', 'b'], '--run <id>'],
    [['audit', 'export', folder, '--format', 'otlp', '--format=csv'], '--format <name>'],
  ] as const)
    expect(await cli(args)).toEqual({
      code: 2,
      out: '',
      err: `${option} is given twice. Write it once. (input-invalid)\n`,
    });
  expect(await cli(['audit', 'show', folder, '--json', '--json'])).toMatchObject({ code: 0 });
});

test('an empty argument is refused, because it would mean the current folder', async () => {
  const { folder } = await trailOf();
  for (const args of [
    ['audit', 'verify', ''],
    ['audit', 'show', ''],
    ['audit', 'diff', folder, ''],
    ['audit', 'collect', folder, '', '--archive', join(folder, 'archive')],
    ['policy', 'check', ''],
    ['policy', 'replay', ''],
  ])
    expect(await cli(args, { cwd: folder })).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(
        /^An argument of (?:audit|policy) \w+ is empty\. Write it/,
      ) as string,
    });
  expect(existsSync(join(folder, 'archive'))).toBe(false);
});

test('a folder in place of a file is named as what it is', async () => {
  const folder = await tempFolder();
  for (const option of ['--baseline', '--output-schema', '--policy']) {
    const { code, err } = await cli(['run', 'Go', '--model', 'scripted:x', option, folder]);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining(`${folder} cannot be read: it is a folder.`) as string,
    });
  }
});

test('a demo refuses a file, and a folder with something in it', async () => {
  const folder = await tempFolder();
  const file = join(folder, 'a b é.txt');
  await writeFile(file, 'x');
  expect((await cli(['demo', '--out', folder])).err).toContain('the folder is not empty');
  const { code, err } = await cli(['demo', '--out', file]);
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringMatching(
      /a b é\.txt cannot be used: a file stands where a folder should be/,
    ) as string,
  });
});

test('a folder of git itself is no checkout', async () => {
  const folder = await tempFolder();
  execFileSync('git', ['init', '--quiet', '--bare', folder]);
  for (const args of [
    ['run', 'Go', '--model', 'scripted:x', '--workspace', folder],
    ['tools', 'call', 'fs_list', '--workspace', folder],
    ['doctor', '--workspace', folder],
    ['init', '--recipe', 'comments', '--yes', '--dir', folder],
  ])
    expect(await cli(args)).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^--\w+ .* is a folder of git itself/) as string,
    });
});

test('a demo without git says so', async () => {
  const out = await tempFolder();
  expect(await cli(['demo', '--out', out], { env: { PATH: '/none' } })).toEqual({
    code: 2,
    out: '',
    err: 'The demo needs git, which is not installed. Install git, and add its folder to PATH. (input-invalid)\n',
  });
});
