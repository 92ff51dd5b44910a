import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type CommandProxy, commandNetwork } from '../../../src/sandbox/network/index.ts';
import { tempFolder } from '../support.ts';

const folder = tempFolder();
const networkIn = (place: string) =>
  commandNetwork({ entries: ['api.example.com'], folder: place, node: process.execPath });
/** The files that the sandbox of a command gets, by their places outside and inside. */
const filesOf = ({ mounts }: CommandProxy) =>
  mounts.map((mount) => {
    if (mount.kind !== 'read') throw new Error(`${mount.kind} is not only for reading`);
    return mount;
  });

it('each command gets a proxy of its own, and the files that lead to it', async () => {
  const network = networkIn(join(folder, 'short'));
  const [first, second] = [await network.open(), await network.open()];
  const sources = [first, second].map((proxy) => filesOf(proxy).map(({ from }) => from));
  expect(sources.flat().filter((path) => !existsSync(path))).toEqual([]);
  expect(sources[0]?.slice(0, 2)).toEqual(sources[1]?.slice(0, 2));
  expect(sources[0]?.[2]).not.toBe(sources[1]?.[2]);
  // The command's arguments follow; those before them name what is mounted, by its place inside.
  const inside = filesOf(first).map(({ to }) => to);
  expect(first.prefix(false)).toEqual([...inside, expect.stringMatching(/^\d+$/), 'none']);
  expect(first.prefix(true).at(-1)).toBe('channel');
  expect(network.environment['HTTPS_PROXY']).toBe(`http://127.0.0.1:${first.prefix(true)[3]}`);
  expect(readFileSync(sources[0]?.[1] ?? '', 'utf8')).toContain('createServer');
  await Promise.all([first.close(), second.close()]);
  expect(existsSync(sources[0]?.[2] ?? '')).toBe(false);
});

it('nobody but its user enters the folder of its sockets', () => {
  const place = join(folder, 'deeper', 'private');
  networkIn(place);
  expect(statSync(place).mode & 0o077).toBe(0);
});

it('a folder whose path is too long for a socket is refused with what helps', async () => {
  const limit = 107;
  const longest = join(folder, 'x'.repeat(limit - folder.length - 3));
  const fits = await networkIn(longest).open();
  expect(Buffer.byteLength(filesOf(fits)[2]?.from ?? '')).toBe(limit);
  await fits.close();
  await expect(networkIn(`${longest}y`).open()).rejects.toThrow('Set TMPDIR to a shorter folder');
});
