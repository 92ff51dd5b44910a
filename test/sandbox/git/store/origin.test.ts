import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkoutCommit } from '../../../../src/sandbox/index.ts';

const SECRET = 'ghs_tokenOfTheJob0123456789';
const AUTHOR = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', [...AUTHOR, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/** A repository with two commits, and a shallow clone of it that is on the first. */
function clone(): { readonly origin: string; readonly checkout: string; readonly next: string } {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-origin-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const origin = join(folder, 'origin');
  git(folder, 'init', '-q', '-b', 'main', origin);
  git(origin, 'commit', '-q', '--allow-empty', '-m', 'one');
  git(folder, 'clone', '-q', '--depth=1', `file://${origin}`, 'checkout');
  writeFileSync(join(origin, 'a.txt'), 'a');
  git(origin, 'add', '.');
  git(origin, 'commit', '-q', '-m', 'two');
  return { origin, checkout: join(folder, 'checkout'), next: git(origin, 'rev-parse', 'HEAD') };
}

test('a repository in which nothing was ever checked out is moved to the commit', async () => {
  const { origin, checkout, next } = clone();
  rmSync(checkout, { recursive: true });
  git(origin, 'init', '-q', checkout);
  git(checkout, 'remote', 'add', 'origin', `file://${origin}`);
  const moved = await checkoutCommit(checkout, { sha: next, serverUrl: 'https://github.com' });
  expect(moved).toEqual({ moved: true });
  expect(git(checkout, 'rev-parse', 'HEAD')).toBe(next);
  expect(git(checkout, 'status', '--porcelain')).toBe('');
});

/** A server that is no git server, and what it was asked with. */
async function listener(): Promise<{ readonly url: string; readonly authorized: boolean[] }> {
  const authorized: boolean[] = [];
  const server = createServer((request, response) => {
    authorized.push(request.headers.authorization !== undefined);
    response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, authorized };
}

test('a commit is fetched from an origin that is a folder, by its address or its path', async () => {
  for (const spelled of ['file', 'absolute', 'relative']) {
    const { origin, checkout, next } = clone();
    const url =
      { file: `file://${origin}`, absolute: origin, relative: '../origin' }[spelled] ?? '';
    git(checkout, 'remote', 'set-url', 'origin', url);
    const moved = await checkoutCommit(checkout, {
      sha: next,
      serverUrl: 'https://github.com',
      token: SECRET,
    });
    expect(moved).toEqual({ moved: true });
    expect(git(checkout, 'rev-parse', 'HEAD')).toBe(next);
  }
});

test('the token goes to the server that it is for, and to no other origin', async () => {
  const { checkout, next } = clone();
  for (const own of [true, false]) {
    const { url, authorized } = await listener();
    git(checkout, 'remote', 'set-url', 'origin', `${url}/a/b`);
    const options = { sha: next, serverUrl: own ? url : 'https://github.com', token: SECRET };
    await expect(checkoutCommit(checkout, options)).rejects.toThrow('could not be fetched');
    expect(authorized.length).toBeGreaterThan(0);
    expect(authorized.every((one) => one === own)).toBe(true);
  }
});

test('an origin that names a program runs nothing', async () => {
  const { checkout, next } = clone();
  const mark = join(checkout, 'ran');
  for (const url of [`ext::sh -c touch% ${mark}`, '']) {
    git(checkout, 'config', 'remote.origin.url', url);
    await expect(
      checkoutCommit(checkout, { sha: next, serverUrl: 'https://github.com' }),
    ).rejects.toThrow('cannot be fetched from');
  }
  expect(git(checkout, 'status', '--porcelain')).toBe('');
});
