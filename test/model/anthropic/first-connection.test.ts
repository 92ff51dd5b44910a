import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { sendRequest } from '../../../src/common/index.ts';
import { agentConnectingTo } from '../../../src/model/anthropic/first-connection.ts';
import { fetchThrough } from '../../../src/model/anthropic/http-fetch.ts';

const MAX_WAIT_MS = 5_000;
const IDLE_MS = 5_000;

interface Listening {
  readonly server: Server;
  readonly port: number;
  /** How many connections there were. */
  readonly connections: () => number;
}

async function listen(server: Server, port = 0): Promise<Listening> {
  let connections = 0;
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : 0;
  return { server, port: bound, connections: () => connections };
}

async function until(holds: () => boolean, maxMs = MAX_WAIT_MS): Promise<void> {
  const endMs = Date.now() + maxMs;
  while (!holds() && Date.now() < endMs) await sleep(5);
}

const answer: RequestListener = (request, response) => void response.end(`got ${request.url}`);

test('the connection is there before the first request, which takes it, and so do those after it', async () => {
  const { port, connections } = await listen(createPlainServer(answer));
  const base = `http://127.0.0.1:${port}`;
  const fetch = fetchThrough({}, base);
  await until(() => connections() === 1);
  expect(connections()).toBe(1);
  for (const path of ['/one', '/two', '/three'])
    expect(await (await fetch(`${base}${path}`)).text()).toBe(`got ${path}`);
  expect(connections()).toBe(1);
});

test('two requests at once get a connection each, and neither is lost', async () => {
  const { port, connections } = await listen(createPlainServer(answer));
  const fetch = fetchThrough({}, `http://127.0.0.1:${port}`);
  const both = await Promise.all(
    ['/a', '/b'].map(async (path) => await (await fetch(`http://127.0.0.1:${port}${path}`)).text()),
  );
  expect(both).toEqual(['got /a', 'got /b']);
  expect(connections()).toBe(2);
});

test('a connection that broke before its request is replaced without a word', async () => {
  const { server, port, connections } = await listen(createPlainServer(answer));
  const fetch = fetchThrough({}, `http://127.0.0.1:${port}`);
  await until(() => connections() === 1);
  server.closeAllConnections();
  await sleep(20);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('got /');
  expect(connections()).toBe(2);
});

test('a connection that the server gave up with an answer to nothing is not taken', async () => {
  const limits = { headersTimeout: 40, requestTimeout: 40, connectionsCheckingInterval: 20 };
  const { server, port, connections } = await listen(createPlainServer(limits, answer));
  const givenUp: unknown[] = [];
  server.on('clientError', (_, socket) => {
    givenUp.push(socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n'));
  });
  const fetch = fetchThrough({}, `http://127.0.0.1:${port}`);
  await until(() => givenUp.length === 1);
  await sleep(20);
  const answered = await fetch(`http://127.0.0.1:${port}/x`, { method: 'POST', body: '{}' });
  expect([answered.status, await answered.text(), connections()]).toEqual([200, 'got /x', 2]);
});

test('a connection that nobody took for as long as an idle one is kept is closed, and not taken', async () => {
  const { server, port, connections } = await listen(createPlainServer(answer));
  let closed = 0;
  server.on('connection', (socket) => socket.on('close', () => (closed += 1)));
  const fetch = fetchThrough({}, `http://127.0.0.1:${port}`);
  await until(() => connections() === 1);
  await until(() => closed === 1, 2 * IDLE_MS);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('got /');
  expect([closed, connections()]).toEqual([1, 2]);
}, 20_000);

test('where nobody listens yet the first request connects for itself, and tells what is wrong', async () => {
  const { server, port } = await listen(createPlainServer(answer));
  await new Promise((resolve) => server.close(resolve));
  const fetch = fetchThrough({}, `http://127.0.0.1:${port}`);
  await sleep(20);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await listen(createPlainServer(answer), port);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('got /');
});

test('another address gets a connection of its own', async () => {
  const [served, other] = [
    await listen(createPlainServer(answer)),
    await listen(createPlainServer(answer)),
  ];
  const agent = await agentConnectingTo(new URL(`http://127.0.0.1:${served.port}`));
  const url = new URL(`http://127.0.0.1:${other.port}/x`);
  const { statusCode } = await sendRequest({ url, method: 'GET', headers: {}, agent });
  expect([statusCode, other.connections()]).toEqual([200, 1]);
});

test('through a proxy nothing is connected to ahead', async () => {
  const { port, connections } = await listen(createPlainServer(answer));
  fetchThrough({ HTTPS_PROXY: 'http://127.0.0.1:9' }, `http://127.0.0.1:${port}`);
  await sleep(50);
  expect(connections()).toBe(0);
});

test('an encrypted connection is begun ahead, names its host, and is refused with an unknown certificate', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const shape = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', keyFile, '-out', certFile, '-days', '2'];
  execFileSync('openssl', ['req', ...shape, ...names, ...files], { stdio: 'ignore' });
  const secure = createSecureServer(
    { key: readFileSync(keyFile), cert: readFileSync(certFile) },
    answer,
  );
  const asked: unknown[] = [];
  secure.on('secureConnection', (socket) => asked.push(socket.servername));
  const { port } = await listen(secure);
  const asking = (extra: Readonly<Record<string, string>>) =>
    execa({ env: { NODE_NO_WARNINGS: '1', ...extra }, reject: false })(process.execPath, [
      '--input-type=module',
      '--eval',
      `const { fetchThrough } = await import('./src/model/anthropic/http-fetch.ts');
       const base = 'https://localhost:${port}';
       const fetch = fetchThrough({}, base);
       await new Promise((resolve) => setTimeout(resolve, 100));
       console.log(await fetch(base + '/x').then((answer) => answer.text(), (error) => error.code));`,
    ]);
  expect((await asking({ NODE_EXTRA_CA_CERTS: certFile })).stdout).toBe('got /x');
  expect(asked).toEqual(['localhost']);
  expect((await asking({})).stdout).toMatch(/SELF_SIGNED/);
});

test.each([
  ['', ''],
  [' at the second address of its name', "{ address: '::1', family: 6 },"],
])('a process that asks nothing of the model ends though it had connected%s', async (_, before) => {
  const { port, connections } = await listen(createPlainServer(answer));
  const { exitCode } = await execa(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import dns from 'node:dns';
       dns.lookup = (name, options, done) =>
         setImmediate(done, null, [${before} { address: '127.0.0.1', family: 4 }]);
       const { fetchThrough } = await import('./src/model/anthropic/http-fetch.ts');
       fetchThrough({}, 'http://api.example:${port}');
       await new Promise((resolve) => setTimeout(resolve, 100));`,
    ],
    { env: { NODE_NO_WARNINGS: '1' }, timeout: MAX_WAIT_MS / 2, reject: false },
  );
  expect([exitCode, connections()]).toEqual([0, 1]);
});
