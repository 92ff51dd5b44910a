import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { leanFetch } from '../../../src/github/client/lean-fetch.ts';
import { Unsent } from '../../../src/github/client/unsent.ts';

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

test('a request carries method, headers and text, and brings status, headers and body', async () => {
  const url = await serve((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      response.writeHead(201, { 'X-More': 'yes', 'content-encoding': 'gzip' });
      const said = [request.method, request.headers['x-mine'], Buffer.concat(parts).toString()];
      response.end(gzipSync(JSON.stringify(said)));
    });
  });
  const answer = await leanFetch(url, {
    method: 'POST',
    headers: { 'x-mine': '1' },
    body: 'grüße',
  });
  expect([answer.status, answer.headers.get('x-more')]).toEqual([201, 'yes']);
  expect(JSON.parse(await answer.text())).toEqual(['POST', '1', 'grüße']);
});

test.each(['DELETE', 'PATCH', 'PUT'])('a %s carries its text, too', async (method) => {
  const url = await serve((request, response) => {
    request.pipe(response);
  });
  expect(await (await leanFetch(url, { method, body: '["grüße"]' })).text()).toBe('["grüße"]');
});

test('bytes come as they are', async () => {
  const url = await serve((_request, response) => response.end(Buffer.from([0, 255, 7])));
  const bytes = await (await leanFetch(url, {})).arrayBuffer();
  expect([...new Uint8Array(bytes)]).toEqual([0, 255, 7]);
});

test('a redirect is followed without the token to another place, unless it is to be judged first', async () => {
  const seen: (string | undefined)[] = [];
  const elsewhere = await serve((request, response) => {
    seen.push(request.headers.authorization);
    response.end('there');
  });
  const url = await serve((_request, response) => {
    response.writeHead(302, { location: elsewhere }).end();
  });
  const headers = { authorization: 'token of-this-place' };
  expect(await (await leanFetch(url, { headers })).text()).toBe('there');
  expect(seen).toEqual([undefined]);
  const kept = await leanFetch(url, { headers, redirect: 'manual' });
  expect([kept.status, kept.headers.get('location')]).toEqual([302, elsewhere]);
});

test('what breaks the connection, or the reason of the signal, is why it rejects', async () => {
  await expect(leanFetch('http://127.0.0.1:1', {})).rejects.toThrow(/ECONNREFUSED/);
  const url = await serve(() => undefined);
  const reason = new Error('SIGTERM');
  const stop = new AbortController();
  const asked = leanFetch(url, { signal: stop.signal });
  stop.abort(reason);
  await expect(asked).rejects.toBe(reason);
});

test('an answer that breaks off is no shorter answer', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    setTimeout(() => response.destroy(), 20);
  });
  await expect((await leanFetch(url, {})).text()).rejects.toThrow(/aborted|terminated/);
});

test('requests are unsent until each of them is on its way or has failed', async () => {
  const unsent = new Unsent();
  await unsent.none();
  const told: string[] = [];
  const [first, second] = [unsent.begin(), unsent.begin()];
  const all = unsent.none().then(() => told.push('all'));
  first();
  first();
  await Promise.resolve();
  expect(told).toEqual([]);
  second();
  await all;
  expect(told).toEqual(['all']);
});
