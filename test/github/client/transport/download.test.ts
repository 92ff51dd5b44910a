import { expect, onTestFinished, test } from 'vitest';
import { createServer } from 'node:http';
import { createGetWithoutToken } from '../../../../src/github/client/transport/octokit.ts';
import { download } from '../../../../src/github/client/transport/download.ts';
import { errorOf } from '../../context.ts';

/** A storage on loopback that remembers the headers it was asked with. */
async function storage(answers: Record<string, { status: number; to?: string; body?: string }>) {
  const asked: { url: string; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    asked.push({ url, authorization: request.headers.authorization });
    const answer = answers[url] ?? { status: 404 };
    if (answer.status === 0) {
      response.writeHead(200, { 'content-length': 1_000 });
      response.write('begun');
      setImmediate(() => response.destroy());
      return;
    }
    response.writeHead(answer.status, answer.to === undefined ? {} : { location: answer.to });
    response.end(answer.body ?? '');
  });
  const url = await new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`);
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const options = { userAgent: 'test', fetch, requestTimeoutMs: 5_000 };
  return { url, asked, core: { apiUrl: url, getWithoutToken: createGetWithoutToken(options) } };
}

const limits = { doing: 'show the log', maxBytes: 10 };

test('an address is requested unchanged, template characters included, and without a token', async () => {
  const { core, url, asked } = await storage({
    '/a%7Bb%7D?sig=x:y&t=2026': { status: 200, body: 'log' },
  });
  const found = await download(core, `${url}/a%7Bb%7D?sig=x:y&t=2026`, limits);
  expect(found.bytes.toString()).toBe('log');
  expect(asked).toEqual([{ url: '/a%7Bb%7D?sig=x:y&t=2026', authorization: undefined }]);
});

test('redirects on the API’s own origin are followed, three of them', async () => {
  const hops = { '/1': '/2', '/2': '/3', '/3': '/4', '/4': '/5' };
  const answers = Object.fromEntries(
    Object.entries(hops).map(([from, to]) => [from, { status: 302, to }]),
  );
  const { core, url } = await storage({ ...answers, '/5': { status: 200, body: 'end' } });
  expect((await download(core, `${url}/2`, limits)).bytes.toString()).toBe('end');
  expect((await errorOf(download(core, `${url}/1`, limits))).message).toContain('redirects more');
});

test.each([
  ['plain http elsewhere', 'http://localhost:1/x'],
  ['a file', 'file:///etc/passwd'],
  ['a name and a password', 'https://user:secret@example.com/'],
  ['no address', 'http://['],
])('%s is not followed', async (_name, to) => {
  const { core, url, asked } = await storage({ '/': { status: 302, to } });
  const error = await errorOf(download(core, `${url}/`, limits));
  expect(error.code).toBe('github-refused');
  expect(error.message).not.toContain('secret');
  expect(asked).toHaveLength(1);
});

test.each([
  [200, null],
  [404, 'answered 404'],
])('an answer of %d is no redirect, whatever address it names', async (status, because) => {
  const to = { status, to: '/other', body: 'itself' };
  const { core, url, asked } = await storage({ '/': to, '/other': { status: 200, body: 'other' } });
  const found = download(core, `${url}/`, limits);
  if (because === null) expect((await found).bytes.toString()).toBe('itself');
  else expect((await errorOf(found)).message).toContain(because);
  expect(asked).toHaveLength(1);
});

test('exactly the maximum is kept, and one byte more is refused', async () => {
  const [whole, more] = ['0123456789', '0123456789+'];
  const { core, url } = await storage({
    '/whole': { status: 200, body: whole },
    '/more': { status: 200, body: more },
  });
  const found = await download(core, `${url}/whole`, limits);
  expect([found.bytes.toString(), found.omittedBytes]).toEqual([whole, 0]);
  const error = await errorOf(download(core, `${url}/more`, limits));
  expect(error.message).toContain('more than 10 bytes');
});

test('the end of what is too long is kept, up to what is read at all', async () => {
  const body = 'x'.repeat(100_000) + '0123456789';
  const { core, url } = await storage({ '/': { status: 200, body } });
  const found = await download(core, `${url}/`, { ...limits, maxReadBytes: 200_000 });
  expect(found).toMatchObject({ omittedBytes: 100_000 });
  expect(found.bytes.toString()).toBe('0123456789');
  const error = await errorOf(download(core, `${url}/`, limits));
  expect(error.message).toContain('more than 10 bytes');
});

test('a refusal of the storage, a broken body and no answer are errors with words', async () => {
  const { core, url } = await storage({ '/403': { status: 403 }, '/broken': { status: 0 } });
  expect((await errorOf(download(core, `${url}/403`, limits))).message).toContain('answered 403');
  expect((await errorOf(download(core, `${url}/broken`, limits))).code).toBe('github-unreachable');
  const gone = { ...core, apiUrl: 'http://127.0.0.1:1' };
  expect((await errorOf(download(gone, 'http://127.0.0.1:1/', limits))).code).toBe(
    'github-unreachable',
  );
});
