import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startGitHub } from '../openapi/github.ts';
import { createGitHub, isProxied } from '../../src/github/index.ts';
import { fastClock } from './context.ts';

test('a client behind a proxy asks the proxy, with the token for GitHub alone', async () => {
  const server = await startGitHub();
  const tunnels: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    tunnels.push(`${request.url} ${request.headers.authorization ?? 'no token'}`);
    const inner = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      inner.pipe(socket).pipe(inner);
    });
    inner.on('error', () => socket.destroy());
    socket.on('error', () => inner.destroy());
  });
  const proxyUrl = await new Promise<string>((resolve) => {
    proxy.listen(0, '127.0.0.1', () => {
      const address = proxy.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    });
  });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    proxy.closeAllConnections();
    proxy.close();
    await server.close();
  });
  const apiUrl = 'http://github.example';
  const env = {
    http_proxy: proxyUrl,
    https_proxy: proxyUrl,
    no_proxy: '',
    NO_PROXY: '',
    GITHUB_API_URL: apiUrl,
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const github = createGitHub({
    token: server.token,
    apiUrl,
    owner: 'octo-org',
    repo: 'octo-repo',
    clock: fastClock(),
    proxied: isProxied(env, apiUrl),
  });
  expect(await github.defaultBranch()).toBe('main');
  expect(tunnels).toEqual(['github.example:80 no token']);
  server.workflowRun({
    id: 71,
    workflow: '.github/workflows/ci.yml',
    event: 'push',
    headRepository: 'octo-org/octo-repo',
    completed: true,
  });
  server.job({ id: 501, run: 71, name: 'test', conclusion: 'failure', log: 'the log' });
  const location = `${apiUrl}/_storage/logs/501?sig=at%3Aonce`;
  server.fail({ match: /jobs\/501\/logs/, status: 302, headers: { location } });
  expect(await github.jobLog(501)).toMatchObject({ text: 'the log' });
  const stored = server.log.filter(({ path }) => path.startsWith('/_storage/'));
  expect(stored).toMatchObject([{ authorized: false, status: 200 }]);
  expect(new Set(tunnels)).toEqual(new Set(['github.example:80 no token']));
});

test.each([
  [{}, 'https://api.github.com', false],
  [{ HTTPS_PROXY: '' }, 'https://api.github.com', false],
  [{ HTTPS_PROXY: 'http://p:3128' }, 'https://api.github.com', true],
  [{ https_proxy: 'http://p:3128' }, 'https://api.github.com', true],
  [{ http_proxy: 'http://p:3128' }, 'https://api.github.com', false],
])('%j for %s: %s', (env, url, expected) => {
  expect(isProxied(env, url)).toBe(expected);
});
