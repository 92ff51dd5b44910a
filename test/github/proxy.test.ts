import { createServer, request as send } from 'node:http';
import { createRedactor } from '../../src/common/index.ts';
import { expect, onTestFinished, test } from 'vitest';
import { startGitHub } from '../openapi/github.ts';
import { createGitHub } from '../../src/github/index.ts';
import { fastClock } from './context.ts';
import { addJob, addWorkflowRun } from '../testing/github-server/ci.ts';

test.each(['http_proxy', 'HTTP_PROXY'])(
  'a client with %s sends everything through the proxy, and the token only to GitHub',
  async (variable) => {
    const server = await startGitHub();
    const hosts: (string | undefined)[] = [];
    const proxy = createServer((request, response) => {
      const { host, pathname, search } = new URL(request.url ?? '');
      hosts.push(host);
      const { method, headers } = request;
      request.pipe(
        send(`${server.url}${pathname}${search}`, { method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(response);
        }),
      );
    });
    const proxyUrl = await listening(proxy);
    onTestFinished(() => server.close());
    const apiUrl = 'http://github.example';
    const github = createGitHub({
      redactor: createRedactor(),
      token: server.token,
      apiUrl,
      owner: 'octo-org',
      repo: 'octo-repo',
      clock: fastClock(),
      environment: { [variable]: proxyUrl },
    });
    expect(await github.defaultBranch()).toBe('main');
    expect(hosts).toEqual(['github.example']);
    addWorkflowRun(server, {
      id: 71,
      workflow: '.github/workflows/ci.yml',
      event: 'push',
      headRepository: 'octo-org/octo-repo',
      completed: true,
    });
    addJob(server, { id: 501, run: 71, name: 'test', conclusion: 'failure', log: 'the log' });
    const location = `${apiUrl}/_storage/logs/501?sig=at%3Aonce`;
    server.fail({ match: /jobs\/501\/logs/, status: 302, headers: { location } });
    expect(await github.jobLog(501)).toMatchObject({ text: 'the log' });
    const stored = server.log.filter(({ path }) => path.startsWith('/_storage/'));
    expect(stored).toMatchObject([{ authorized: false, status: 200 }]);
    expect(new Set(hosts)).toEqual(new Set(['github.example']));
  },
);

test('a proxy that asks for a login is asked once, and the error names its variable', async () => {
  let asked = 0;
  const proxy = createServer((_, response) => {
    asked += 1;
    response.writeHead(407).end();
  });
  const url = await listening(proxy);
  const github = createGitHub({
    redactor: createRedactor(),
    token: 'ghs_a-token',
    apiUrl: 'http://github.example',
    owner: 'octo-org',
    repo: 'octo-repo',
    clock: fastClock(),
    environment: { HTTP_PROXY: url },
  });
  const refusal = { code: 'input-invalid', message: expect.stringContaining('HTTP_PROXY') };
  await expect(github.defaultBranch()).rejects.toMatchObject(refusal);
  expect(asked).toBe(1);
});

async function listening(proxy: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}
