import { createServer, type RequestListener } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { causesOf, createFetch, errorText } from '../../../src/common/index.ts';

/** Serves one test and returns the address of its server. */
async function serve(
  answer: RequestListener,
  onConnect: Parameters<ReturnType<typeof createServer>['on']>[1] = () => undefined,
  host: '127.0.0.1' | '::1' = '127.0.0.1',
): Promise<string> {
  const server = createServer(answer).on('connect', onConnect);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const name = host === '::1' ? '[::1]' : host;
  return typeof address === 'object' && address !== null ? `http://${name}:${address.port}` : '';
}

describe('fetch with the proxy variables of an environment', () => {
  test('is the built-in one without a proxy', () => {
    expect(createFetch({})).toBe(fetch);
    expect(createFetch({ NO_PROXY: '*', HTTPS_PROXY: '' })).toBe(fetch);
  });

  test.each(['HTTP_PROXY', 'http_proxy'])('sends HTTP to the proxy of %s', async (name) => {
    const requests: string[] = [];
    const proxy = await serve((request, response) => {
      requests.push([request.method, request.url, request.headers['x-mine']].join(' '));
      response.end('by proxy');
    });
    const proxied = createFetch({ [name]: proxy });
    const answer = await proxied('http://api.example/v1/messages', { headers: { 'x-mine': '1' } });
    expect(await answer.text()).toBe('by proxy');
    expect(requests).toEqual(['GET http://api.example/v1/messages 1']);
  });

  test('sends HTTPS through a tunnel, without headers for the proxy to read', async () => {
    const requests: string[] = [];
    const proxy = await serve(
      () => undefined,
      (request, socket) => {
        requests.push(`${request.url} ${JSON.stringify(request.headers)}`);
        socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      },
    );
    const proxied = createFetch({ HTTPS_PROXY: proxy });
    const headers = { 'x-api-key': 'sk-ant-secret' };
    await expect(proxied('https://api.example/v1/messages', { headers })).rejects.toMatchObject({
      code: 'input-invalid',
      message: 'The proxy of the variable HTTPS_PROXY refuses the request (403).',
    });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toContain('api.example:443');
    expect(requests[0]).not.toContain('sk-ant-secret');
  });

  test('authenticates to the proxy with the user and password of its address', async () => {
    const headers: unknown[] = [];
    const proxy = await serve((request, response) => {
      headers.push(request.headers['proxy-authorization']);
      response.end('by proxy');
    });
    const address = proxy.replace('http://', 'http://me:hunter2@');
    await (await createFetch({ HTTP_PROXY: address })('http://api.example/')).text();
    expect(headers).toEqual([`Basic ${Buffer.from('me:hunter2').toString('base64')}`]);
  });

  test.each([
    ['a user without a password', 'http://to%3Aken@', 'to:ken:'],
    ['a user with an empty password', 'http://token:@', 'token:'],
  ])('authenticates to the proxy with %s', async (_, start, login) => {
    const logins: unknown[] = [];
    const proxy = await serve(
      (request, response) => {
        logins.push(request.headers['proxy-authorization']);
        response.end('by proxy');
      },
      (request, socket) => {
        logins.push(request.headers['proxy-authorization']);
        socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      },
    );
    const other = await serve((request, response) =>
      response.end(request.headers['proxy-authorization'] ?? 'no login'),
    );
    const address = proxy.replace('http://', start);
    const proxied = createFetch({ HTTP_PROXY: address, HTTPS_PROXY: address });
    await (await proxied('http://api.example/')).text();
    await expect(proxied('https://api.example/')).rejects.toThrow('403');
    const basic = `Basic ${Buffer.from(login).toString('base64')}`;
    expect(logins).toEqual([basic, basic]);
    const mixed = createFetch({ HTTP_PROXY: other, HTTPS_PROXY: address });
    expect(await (await mixed('http://api.example/')).text()).toBe('no login');
  });

  test('an answer 407 without a proxy is named in the error', async () => {
    const url = await serve((_, response) => response.writeHead(407).end());
    const error: unknown = await createFetch({})(url).catch((caught: unknown) => caught);
    const said = 'fetch failed: the server answered 407, as a proxy does that asks for a login';
    expect(errorText(error)).toBe(said);
    const wrapped = new Error('Connection error.', { cause: error });
    expect(causesOf(wrapped).map(errorText)).toEqual(['Connection error.', said]);
  });

  test.each([
    ['HTTP_PROXY', 'http://api.example/'],
    ['HTTPS_PROXY', 'https://api.example/'],
  ])('says that the proxy of %s asks for a login', async (name, address) => {
    const proxy = await serve(
      (_, response) => response.writeHead(407).end(),
      (_, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
    );
    await expect(createFetch({ [name]: proxy })(address)).rejects.toMatchObject({
      code: 'input-invalid',
      message: `The proxy of the variable ${name} asks for a login (407).`,
      fix: expect.stringContaining(`${name}: \${{ secrets.`),
    });
  });

  test('leaves an error of a proxy that may pass to whoever tries again', async () => {
    const proxy = await serve(
      () => undefined,
      (_, socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'),
    );
    await expect(createFetch({ HTTPS_PROXY: proxy })('https://api.example/')).rejects.toThrow(
      'fetch failed',
    );
  });

  test('accepts a proxy without a scheme', async () => {
    const proxy = await serve((_, response) => response.end('by proxy'));
    const proxied = createFetch({ HTTP_PROXY: proxy.replace('http://', '') });
    expect(await (await proxied('http://api.example/')).text()).toBe('by proxy');
  });

  test.each(['api.invalid', 'other.example,.invalid', '*'])(
    'bypasses the proxy for NO_PROXY %s',
    async (noProxy) => {
      const proxy = await serve((_, response) => response.end('by proxy'));
      const proxied = createFetch({ HTTP_PROXY: proxy, no_proxy: noProxy });
      await expect(proxied('http://api.invalid/')).rejects.toThrow('fetch failed');
      if (noProxy !== '*')
        expect(await (await proxied('http://api.example/')).text()).toBe('by proxy');
    },
  );

  // Nothing answers at this address, which RFC 3849 keeps for documentation.
  test.each(['2001:db8::1', 'localhost, 2001:db8:0:0:0:0:0:1', '[2001:db8::1]'])(
    'bypasses the proxy for the IPv6 address in NO_PROXY %s',
    async (noProxy) => {
      const proxy = await serve((_, response) => response.end('by proxy'));
      const proxied = createFetch({ HTTP_PROXY: proxy, NO_PROXY: noProxy });
      const signal = AbortSignal.timeout(500);
      await expect(proxied('http://[2001:db8::1]/', { signal })).rejects.toThrow(
        /fetch failed|timeout/,
      );
      expect(await (await proxied('http://[2001:db8::2]/')).text()).toBe('by proxy');
    },
  );

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1', 'localhost'],
    ['127.0.0.1', 'a.localhost'],
    ['127.0.0.1', '0x7f.1'],
    ['127.0.0.1', '127.8.0.1'],
    ['::1', '[0:0:0:0:0:0:0:1]'],
  ] as const)(
    'sends no request to this machine through the proxy: at %s by %s',
    async (host, name) => {
      const asked: unknown[] = [];
      const proxy = await serve((request, response) => {
        asked.push(request.url);
        response.end('by proxy');
      });
      const server = await serve((_, response) => response.end('direct'), undefined, host);
      const { port } = new URL(server);
      // Whether such a name resolves, and whether another address of loopback is there, is up to the system.
      const answer = await createFetch({ HTTP_PROXY: proxy })(`http://${name}:${port}/`).then(
        async (reply) => await reply.text(),
        () => 'direct',
      );
      expect([answer, asked]).toEqual(['direct', []]);
    },
  );

  test.each(['127.0.0.1.example', 'localhost.example', 'mylocalhost', '128.0.0.1'])(
    'sends requests to %s through the proxy',
    async (name) => {
      const proxy = await serve((_, response) => response.end('by proxy'));
      const answer = await createFetch({ HTTP_PROXY: proxy })(`http://${name}/`);
      expect(await answer.text()).toBe('by proxy');
    },
  );

  test('does not send HTTPS through HTTP_PROXY', async () => {
    const requests: unknown[] = [];
    const proxy = await serve(
      () => undefined,
      (request, socket) => {
        requests.push(request.url);
        socket.end();
      },
    );
    await expect(createFetch({ HTTP_PROXY: proxy })('https://127.0.0.1:9/')).rejects.toThrow(
      'fetch failed',
    );
    expect(requests).toEqual([]);
  });

  test.each([
    ['HTTP_PROXY', 'http://me:hunter2@proxy.example:99999'],
    ['https_proxy', 'http://me:hunter2@proxy.example:99999'],
    ['HTTPS_PROXY', 'socks5://me:hunter2@proxy.example:1080'],
  ])('refuses an invalid %s without showing its password', (name, value) => {
    const create = () => createFetch({ [name]: value });
    expect(create).toThrow(expect.objectContaining({ code: 'input-invalid' }));
    expect(create).toThrow(`${name.toUpperCase()} is not an http:// or https:// address`);
    expect(create).not.toThrow('hunter2');
  });
});
