import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readText } from '../../src/cli/read-text.ts';
import { cli } from './command.ts';
import { tempFolder } from './trails.ts';

const io = (cwd: string) => ({ cwd, stdin: () => Promise.resolve('from standard input') });
const LIMIT = { maxBytes: 10, fix: 'Name another file.' };

test('a file is read up to its limit, and - is standard input', async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, 'a'), 'ä'.repeat(5));
  await writeFile(join(folder, 'b'), 'x'.repeat(11));
  expect(await readText('a', io(folder), LIMIT)).toBe('äääää');
  expect(await readText('-', io(folder), LIMIT)).toBe('from standard input');
  await expect(readText('b', io(folder), LIMIT)).rejects.toMatchObject({
    code: 'file-refused',
    message: `${join(folder, 'b')} has more than 10 bytes.`,
    fix: LIMIT.fix,
  });
});

test.each(['policy import --from claude-code', 'audit check-proof'])(
  '%s says why a file cannot be read',
  async (command) => {
    const folder = await tempFolder();
    for (const [name, why] of [
      ['none', 'there is no such file or folder'],
      ['.', 'it is a folder'],
    ] as const) {
      const { code, err } = await cli([...command.split(' '), name], { cwd: folder });
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringContaining(`cannot be read: ${why}`) as string,
      });
    }
  },
);

test.skipIf(!existsSync('/dev/zero'))('a file without an end is refused', async () => {
  for (const command of ['policy import --from claude-code', 'audit check-proof']) {
    const { code, err } = await cli([...command.split(' '), '/dev/zero']);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(/^\/dev\/zero has more than \d+ bytes\./) as string,
    });
  }
});
