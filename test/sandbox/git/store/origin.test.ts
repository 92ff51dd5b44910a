import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkoutCommit } from '../../../../src/sandbox/index.ts';
import { messageOf } from '../../support.ts';

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
  rmSync(join(checkout, '.git', 'objects', 'pack'), { recursive: true });
  const moved = await checkoutCommit(checkout, { sha: next, serverUrl: 'https://github.com' });
  expect(moved).toEqual({ moved: true });
  expect(git(checkout, 'rev-parse', 'HEAD')).toBe(next);
  expect(git(checkout, 'status', '--porcelain')).toBe('');
});

/** A server that is no git server, and what it was asked for, with which authorization. */
async function listener(): Promise<{
  readonly host: string;
  readonly asked: { readonly path: string; readonly authorization: string | undefined }[];
}> {
  const asked: { path: string; authorization: string | undefined }[] = [];
  const server = createServer(({ url = '', headers: { authorization } }, response) => {
    asked.push({ path: url.slice(0, url.indexOf('/info/refs')), authorization });
    response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
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

const BASIC = `basic ${Buffer.from(`x-access-token:${SECRET}`).toString('base64')}`;

test.each([
  { origin: 'http://HOST/a/b', path: '/a/b' },
  { origin: 'http://user:password@HOST/a/b.git', path: '/a/b.git' },
  { origin: 'git@127.0.0.1:a/b.git', path: '/a/b.git' },
  { origin: 'ssh://git@127.0.0.1:22/a/b', path: '/a/b' },
  { origin: 'http://HOST/a/b', of: { repository: 'c/d' }, path: '/c/d' },
  { origin: 'git@127.0.0.1:a/b.git', of: { repository: 'c/d' }, path: '/c/d' },
])(
  'the token goes to the server that it is for, and to the repository there: $origin, $of',
  async ({ origin, of, path }) => {
    const { checkout, next } = clone();
    const { host, asked } = await listener();
    git(checkout, 'remote', 'set-url', 'origin', origin.replace('HOST', host));
    const options = { sha: next, serverUrl: `http://${host}/`, token: SECRET, ...of };
    await expect(checkoutCommit(checkout, options)).rejects.toThrow('could not be fetched');
    expect(asked[0]).toEqual({ path, authorization: BASIC });
  },
);

test('the token goes to no other server, and no request has one that is not there', async () => {
  const { checkout, next } = clone();
  const { host, asked } = await listener();
  git(checkout, 'remote', 'set-url', 'origin', `http://${host}/a/b`);
  for (const [serverUrl, token] of [
    ['https://github.com', SECRET],
    [`http://${host}`, ''],
    [`http://${host}`, null],
  ] as const)
    await expect(
      checkoutCommit(checkout, { sha: next, serverUrl, repository: 'a/b', token }),
    ).rejects.toThrow('could not be fetched');
  const each = { path: '/a/b', authorization: undefined };
  expect(asked).toEqual([each, each, each]);
});

test('git fetches by HTTP and from folders, and by nothing else', async () => {
  const { checkout, next } = clone();
  for (const [url, isAllowed] of [
    ['https://127.0.0.1:1/a/b', true],
    ['http://127.0.0.1:1/a/b', true],
    ['git://127.0.0.1:1/a/b', false],
    ['ssh://127.0.0.2:1/a/b', false],
    ['127.0.0.2:a/b', false],
  ] as const) {
    git(checkout, 'remote', 'set-url', 'origin', url);
    const message = await messageOf(() =>
      checkoutCommit(checkout, { sha: next, serverUrl: 'https://github.com' }),
    );
    expect(message).toContain(`could not be fetched from ${url}`);
    expect(message.includes('not allowed'), message).toBe(!isAllowed);
  }
});

test('a whole clone is moved with the whole history, of which only what it lacks is fetched', async () => {
  const { origin, checkout, next } = clone();
  rmSync(checkout, { recursive: true });
  git(origin, 'branch', '-q', 'later');
  git(origin, 'reset', '-q', '--hard', 'HEAD~1');
  git(origin, 'clone', '-q', '--single-branch', '--no-local', origin, checkout);
  git(origin, 'tag', 'of-later', 'later');
  const objects = (): number =>
    git(checkout, 'cat-file', '--batch-all-objects', '--batch-check').split('\n').length;
  const before = objects();
  await checkoutCommit(checkout, { sha: next, serverUrl: 'https://github.com' });
  expect(git(checkout, 'rev-list', '--count', 'HEAD')).toBe('2');
  // The commit, its tree and its file.
  expect(objects()).toBe(before + 3);
  expect(git(checkout, 'count-objects', '-v')).toContain(`in-pack: ${before + 3}\n`);
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
