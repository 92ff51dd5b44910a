import { createServer, request as send } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { parseScript } from '../../src/model/index.ts';
import { expectEnd, finish, messagesApi, openRepository } from './harness.ts';

/** A proxy on loopback that takes every tunnel to the local server whose name was asked for, and lists them. */
async function startProxy(ports: Readonly<Record<string, number>>) {
  const tunnels: string[] = [];
  // A client asks for a page of another host in full, or for a tunnel to it.
  const proxy = createServer((asked, answer) => {
    const { hostname, pathname, search } = new URL(asked.url ?? '');
    tunnels.push(hostname);
    const { method = 'GET', headers } = asked;
    const to = { host: '127.0.0.1', port: ports[hostname] ?? 0, path: `${pathname}${search}` };
    const inner = send({ ...to, method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    inner.on('error', () => answer.destroy());
    asked.pipe(inner);
  });
  proxy.on('connect', (request, socket) => {
    const [host = ''] = (request.url ?? '').split(':');
    tunnels.push(host);
    const inner = connect(ports[host] ?? 0, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      inner.pipe(socket).pipe(inner);
    });
    inner.on('error', () => socket.destroy());
    socket.on('error', () => inner.destroy());
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const address = proxy.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    tunnels,
    [Symbol.asyncDispose]: async () => {
      proxy.closeAllConnections();
      await new Promise((done) => proxy.close(done));
    },
  };
}

const portOf = (url: string): number => Number(new URL(url).port);

test('behind a proxy, GitHub and the model are reached through it, by names that only the proxy resolves', async () => {
  await using repository = await openRepository({ ownProcesses: true });
  const script = parseScript(JSON.stringify({ turns: [finish('Through.')] }), 'script');
  await using api = await messagesApi({ script });
  const model = api.inputs['anthropic-base-url'] ?? '';
  await using proxy = await startProxy({
    'github.corp.example': portOf(repository.github.url),
    'model.corp.example': portOf(model),
  });
  const end = await repository.runStep({
    inputs: { ...api.inputs, 'anthropic-base-url': 'http://model.corp.example' },
    environment: {
      GITHUB_API_URL: 'http://github.corp.example',
      HTTP_PROXY: proxy.url,
      http_proxy: proxy.url,
      HTTPS_PROXY: proxy.url,
      https_proxy: proxy.url,
      // The artifact service of this test stands on the machine itself.
      NO_PROXY: '127.0.0.1',
      no_proxy: '127.0.0.1',
    },
  });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(new Set(proxy.tunnels)).toEqual(new Set(['github.corp.example', 'model.corp.example']));
});
