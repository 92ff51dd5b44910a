import { createServer, type RequestListener } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchThrough, httpFetch } from '../../../src/model/anthropic/http-fetch.ts';

/** A server for one test; its address. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
}

describe('requests to the Messages API', () => {
  test('carry method, headers and bytes, and bring status, headers and body', async () => {
    const url = await serve((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method, headers } = request;
        response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'x-more': 'yes' });
        const body = Buffer.concat(parts).toString('utf8');
        response.end(JSON.stringify([method, headers['x-mine'], headers['accept-encoding'], body]));
      });
    });
    const body = Buffer.from('grüße');
    const answer = await httpFetch(url, { method: 'POST', headers: { 'X-Mine': '1' }, body });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-more')).toBe('yes');
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await answer.json()).toEqual(['POST', '1', 'identity', 'grüße']);
  });

  test('are told to be on their way before they are answered', async () => {
    const sent = Promise.withResolvers<void>();
    const url = await serve((_, response) => void sent.promise.then(() => response.end('ok')));
    const answer = await httpFetch(url, {}, { onSent: sent.resolve });
    expect(await answer.text()).toBe('ok');
  });

  test('keep their connection for the next one', async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('ok');
    });
    for (let at = 0; at < 3; at += 1) expect(await (await httpFetch(url)).text()).toBe('ok');
    expect(ports.size).toBe(1);
  });

  test('follow no redirect, which would carry the key to another host', async () => {
    const asked: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    const answer = await httpFetch(`${url}/first`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/elsewhere']);
    expect(asked).toEqual(['/first']);
  });

  test('end with their signal, before an answer and in the middle of one', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/half') response.write('half');
    });
    const before = AbortSignal.timeout(20);
    await expect(httpFetch(`${url}/never`, { signal: before })).rejects.toThrow(/abort/i);
    const stop = new AbortController();
    const answer = await httpFetch(`${url}/half`, { signal: stop.signal });
    setTimeout(() => stop.abort(), 20);
    await expect(answer.text()).rejects.toThrow(/abort/i);
  });

  test('are rejected where nobody listens, where the answer breaks off, and where it is compressed', async () => {
    await expect(httpFetch('http://127.0.0.1:9/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const url = await serve((request, response) => {
      if (request.url === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end('x');
      else response.writeHead(200, { 'content-length': 9 }).write('half', () => response.destroy());
    });
    await expect(httpFetch(`${url}/gzip`)).rejects.toThrow('compressed (gzip)');
    const broken = await httpFetch(url);
    await expect(broken.text()).rejects.toThrow('aborted');
  });

  test('take an answer without a body', async () => {
    const url = await serve((_, response) => void response.writeHead(204).end());
    const answer = await httpFetch(url);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
  });
});

describe('requests through the proxy of a runner', () => {
  test.each(['HTTP_PROXY', 'http_proxy'])('go to the proxy that %s names, whole', async (name) => {
    const asked: string[] = [];
    const proxy = await serve((request, response) => {
      asked.push([request.method, request.url, request.headers['x-mine']].join(' '));
      response.end('by proxy');
    });
    const fetch = fetchThrough({ [name]: proxy });
    const answer = await fetch('http://api.example/v1/messages', { headers: { 'x-mine': '1' } });
    expect(await answer.text()).toBe('by proxy');
    expect(asked).toEqual(['GET http://api.example/v1/messages 1']);
  });

  test('ask the proxy for a tunnel where the address is encrypted, and tell it nothing else', async () => {
    const asked: string[] = [];
    const proxy = createServer().on('connect', (request, socket) => {
      asked.push(`${request.url} ${JSON.stringify(request.headers)}`);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void proxy.close());
    const address = proxy.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const fetch = fetchThrough({ HTTPS_PROXY: `http://127.0.0.1:${port}` });
    const headers = { 'x-api-key': 'sk-ant-secret' };
    await expect(fetch('https://api.example/v1/messages', { headers })).rejects.toThrow(
      /403|proxy/i,
    );
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('api.example:443');
    expect(asked[0]).not.toContain('sk-ant-secret');
  });

  test('go to a proxy that is named without a scheme, and not past it', async () => {
    const proxy = await serve((_, response) => response.end('by proxy'));
    const fetch = fetchThrough({ HTTP_PROXY: proxy.replace('http://', '') });
    expect(await (await fetch('http://api.example/')).text()).toBe('by proxy');
  });

  test.each([
    ['HTTP_PROXY', 'http://me:hunter2@proxy.example:99999'],
    ['https_proxy', 'http://me:hunter2@proxy.example:99999'],
    ['HTTPS_PROXY', 'socks5://me:hunter2@proxy.example:1080'],
  ])(
    'are not made where %s names no proxy, which is told at once and without its password',
    (name, value) => {
      const making = () => fetchThrough({ [name]: value });
      expect(making).toThrow(expect.objectContaining({ code: 'input-invalid' }));
      expect(making).toThrow(`${name.toUpperCase()} is no http:// or https:// address`);
      expect(making).not.toThrow('hunter2');
    },
  );

  test('pass by it where NO_PROXY says so, and where there is none', async () => {
    const url = await serve((_, response) => response.end('direct'));
    const fetch = fetchThrough({ HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' });
    expect(await (await fetch(url)).text()).toBe('direct');
    expect(fetchThrough({ NO_PROXY: '*', HTTPS_PROXY: '' })).toBe(httpFetch);
  });
});
