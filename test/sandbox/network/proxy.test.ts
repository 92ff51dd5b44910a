import { createServer as createHttp, type IncomingMessage, type Server } from 'node:http';
import {
  connect,
  createServer as createNet,
  type Server as NetServer,
  type Socket,
} from 'node:net';
import type { AddressInfo } from 'node:net';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostList } from '../../../src/sandbox/network/hosts.ts';
import {
  LOOPBACK,
  openProxy,
  type Proxy,
  type ProxyOptions,
} from '../../../src/sandbox/network/proxy.ts';
import { tempFolder } from '../support.ts';

/** The proxy as a command can reach it: by its socket, with whatever bytes it likes, and real servers behind. */
const folder = tempFolder();
const seen: { readonly host: string; readonly url: string; readonly body: string }[] = [];
let web: Server;
let other: Server;
let echo: NetServer;
let port = 0;
let otherPort = 0;
let echoPort = 0;
let made = 0;

beforeAll(async () => {
  web = await served('listed');
  other = await served('not listed');
  echo = createNet((socket) => void socket.pipe(socket));
  await new Promise<void>((done) => echo.listen(0, '127.0.0.1', done));
  port = portOf(web);
  otherPort = portOf(other);
  echoPort = portOf(echo);
});
afterAll(() => {
  for (const server of [web, other]) {
    server.closeAllConnections();
    server.close();
  }
  echo.close();
});

async function served(name: string): Promise<Server> {
  const server = createHttp((request, response) => {
    void bodyOf(request).then((body) => {
      seen.push({ host: request.headers.host ?? '', url: request.url ?? '', body });
      response.setHeader('connection', 'x-hop');
      response.setHeader('x-hop', 'only here');
      response.end(`${name} ${request.method} ${request.url} ${request.headers.host} ${body}`);
      return undefined;
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

function portOf(server: Server | NetServer): number {
  return (server.address() as AddressInfo).port;
}

async function open(more: Partial<ProxyOptions> & { readonly entries?: readonly string[] } = {}) {
  made += 1;
  const socketPath = join(folder, `p${made}`);
  const { entries = [`127.0.0.1:${port}`, `127.0.0.1:${echoPort}`], ...options } = more;
  const proxy = await openProxy({ listenOn: socketPath, hosts: hostList(entries), ...options });
  return { proxy, socketPath };
}

/** Sends bytes as they are and gives what came until the other side ended. */
async function raw(
  socketPath: string,
  text: string,
  options: { readonly halfOpen?: boolean } = {},
): Promise<string> {
  const socket = connect({ path: socketPath, allowHalfOpen: true });
  let got = '';
  socket.on('data', (chunk: Buffer) => (got += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  socket.write(text);
  if (options.halfOpen === true) socket.end();
  await new Promise<void>((done) => void socket.once('end', done).once('close', done));
  socket.destroy();
  return got;
}

const get = (url: string, ...headers: readonly string[]): string =>
  `GET ${url} HTTP/1.1\r\n${['Connection: close', ...headers].join('\r\n')}\r\n\r\n`;

async function answerTo(
  request: string,
  more: Parameters<typeof open>[0] = {},
): Promise<{ readonly text: string; readonly proxy: Proxy }> {
  const { proxy, socketPath } = await open(more);
  const text = await raw(socketPath, request);
  await proxy.close();
  return { text, proxy };
}

const name = (address: string, family = 4) => ({
  resolve: () => Promise.resolve([{ address, family }]),
});
const ask = (host: string, more: Parameters<typeof open>[0]) =>
  answerTo(`CONNECT ${host} HTTP/1.1\r\n\r\n`, more);

const mixed = () =>
  Promise.resolve([
    { address: '93.184.216.34', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]);

describe('where it listens', () => {
  it('is one address of this machine that no other machine reaches', async () => {
    const proxy = await openProxy({ listenOn: LOOPBACK, hosts: hostList([]) });
    const reached = (host: string): Promise<boolean> =>
      new Promise((done) => {
        const socket = connect(proxy.port, host, () => done(true)).on('error', () => done(false));
        socket.unref();
      });
    expect(await reached('127.0.0.1')).toBe(true);
    // A server of all addresses is reached at this one, too.
    expect(await reached('127.0.0.2')).toBe(false);
    await proxy.close();
  });

  it('is a socket that only its user opens, and no port', async () => {
    const { proxy, socketPath } = await open();
    expect(proxy.port).toBe(0);
    expect(statSync(socketPath).mode & 0o777).toBe(0o600);
    await proxy.close();
  });

  it('is closed for connections that have sent a part of a request, too', async () => {
    const { proxy, socketPath } = await open({ limits: { headerMs: 600_000 } });
    const socket = connect(socketPath);
    const closed = new Promise((done) => socket.once('close', done).on('error', () => undefined));
    await new Promise((done) => socket.write(`GET http://127.0.0.1:${port}/ HTTP/1.1\r\n`, done));
    await proxy.close();
    await closed;
  });
});

describe('a plain request', () => {
  it('reaches a listed address and port, and is counted', async () => {
    const { text, proxy } = await answerTo(get(`http://127.0.0.1:${port}/a?b`, 'Host: x'));
    expect(text).toContain('200 OK');
    expect(text).toContain(`listed GET /a?b 127.0.0.1:${port}`);
    expect(proxy.uses()).toEqual([{ to: `127.0.0.1:${port}`, verdict: 'allowed', count: 1 }]);
  });

  it('carries a body by its length or in chunks, and nothing that is about one connection', async () => {
    const head = `POST http://127.0.0.1:${port}/p HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
    const byLength = await answerTo(`${head}Content-Length: 5\r\n\r\nhello`);
    expect(byLength.text).toContain('hello');
    expect(byLength.text).not.toMatch(/only here|x-hop/);
    const chunked = await answerTo(
      `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    );
    expect(chunked.text).toContain('hello');
  });

  it.each([
    'Keep-Alive: 5',
    'Proxy-Authenticate: Basic',
    'Proxy-Authorization: Basic eDp5',
    'Proxy-Connection: keep-alive',
    'TE: trailers',
    'Trailer: X-Sum',
    'Upgrade: h2c',
    'X-Named: by Connection',
  ])('keeps what is about its own connection to itself: %s', async (header) => {
    const headers = Promise.withResolvers<readonly string[]>();
    const server = createHttp((request, response) => {
      headers.resolve(Object.keys(request.headers));
      response.end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = `127.0.0.1:${portOf(server)}`;
    const head = `GET http://${address}/ HTTP/1.1\r\nX-Kept: 1\r\nConnection: close, x-named`;
    await answerTo(`${head}\r\n${header}\r\n\r\n`, { entries: [address] });
    expect(await headers.promise).toEqual(['x-kept', 'host', 'connection']);
    server.close();
  });

  it('goes to port 80 if it names none', async () => {
    const { proxy } = await answerTo(get('http://10.1.2.3/'));
    expect(proxy.uses()).toEqual([{ to: '10.1.2.3:80', verdict: 'refused', count: 1 }]);
  });

  it('says why it brings nothing where no server listens', async () => {
    const server = createNet();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = `127.0.0.1:${portOf(server)}`;
    await new Promise((done) => server.close(done));
    const { text } = await answerTo(`GET http://${address}/ HTTP/1.1\r\n\r\n`, {
      entries: [address],
    });
    expect(text).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
    expect(text).toContain(`${address} could not be reached: connect ECONNREFUSED`);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('goes to the host of the request line, whatever the Host header says', async () => {
    const before = seen.length;
    const { text } = await answerTo(
      get(`http://127.0.0.1:${port}/h`, `Host: 127.0.0.1:${otherPort}`),
    );
    expect(text).toContain(`listed GET /h 127.0.0.1:${port}`);
    expect(seen.slice(before)).toMatchObject([{ host: `127.0.0.1:${port}` }]);
  });

  it.each([
    [
      'goes beyond the maximum of bytes',
      (socket: Socket) => void socket.write('x'.repeat(300_000)),
    ],
    ['is cut off', (socket: Socket) => void socket.write('x', () => socket.resetAndDestroy())],
  ])('ends, and nothing else does, if its answer %s', async (_, send) => {
    const server = createNet((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 900000\r\n\r\n', () => send(socket));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = `127.0.0.1:${portOf(server)}`;
    const { proxy, socketPath } = await open({
      entries: [address],
      limits: { bytes: 100_000 },
    });
    const text = await raw(socketPath, get(`http://${address}/`));
    expect(text.length).toBeLessThan(300_000);
    expect(await raw(socketPath, get('http://10.1.2.3/'))).toContain('403 Forbidden');
    await proxy.close();
    server.close();
  });

  it('ends the connection to the server if the proxy closes', async () => {
    const ended = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const silent = createNet((socket) => {
      socket.once('data', () => asked.resolve());
      socket.on('close', () => ended.resolve()).on('error', () => undefined);
    });
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const address = `127.0.0.1:${portOf(silent)}`;
    const { proxy, socketPath } = await open({ entries: [address] });
    const answer = raw(socketPath, get(`http://${address}/`));
    await asked.promise;
    await proxy.close();
    expect(await answer).toBe('');
    await ended.promise;
    silent.close();
  });

  it('a body of a GET is never read as a second request', async () => {
    const before = seen.length;
    const inner = `GET /smuggled HTTP/1.1\r\nHost: evil\r\n\r\n`;
    for (const framing of [
      `Content-Length: ${inner.length}\r\n\r\n${inner}`,
      `Transfer-Encoding: chunked\r\n\r\n${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`,
      `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
      `Content-Length: 4\r\nContent-Length: 40\r\n\r\n${inner}`,
      `\r\n${inner}`,
    ]) {
      await answerTo(
        `GET http://127.0.0.1:${port}/outer HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${framing}`,
      );
    }
    expect(seen.slice(before).map(({ url }) => url)).not.toContain('/smuggled');
  });
});

it.each([
  ['its length', 'Connection: close, Content-Length', 'content-length: 5', 'GET /'],
  ['its chunks', 'Connection: close', 'transfer-encoding: chunked', '5\r\nGET /\r\n0\r\n\r\n'],
])('a body keeps %s, whatever the request says of its headers', async (_, named, header, sent) => {
  let got = '';
  const server = createNet((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      got += chunk.toString();
      if (got.endsWith(`\r\n\r\n${sent}`))
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = `127.0.0.1:${portOf(server)}`;
  const { proxy, socketPath } = await open({ entries: [address] });
  await raw(socketPath, `GET http://${address}/ HTTP/1.1\r\n${named}\r\n${header}\r\n\r\n${sent}`);
  await proxy.close();
  server.close();
  expect(got).toMatch(/^GET \/ HTTP\/1\.1\r\n/);
  const [head = '', ...body] = got.split('\r\n\r\n');
  expect(head.split('\r\n')).toContain(header);
  expect(body.join('\r\n\r\n')).toBe(sent);
});

describe('a listed server that answers nonsense', () => {
  it('is not waited for if the server offers another protocol instead', async () => {
    const server = createNet((socket) => {
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const to = `127.0.0.1:${portOf(server)}`;
    const { text } = await answerTo(get(`http://${to}/`), { entries: [to] });
    expect(text).toMatch(/^HTTP\/1\.1 502 /);
    server.close();
  });

  it.each([
    ['a GET', 'GET', 'HTTP/1.1 204 No Content\r\nX-Answer: whole\r\n\r\nno body'],
    ['a HEAD', 'HEAD', 'HTTP/1.1 200 OK\r\nX-Answer: whole\r\nContent-Length: 7\r\n\r\nno body'],
  ])('is heard if it sends a body where none belongs, to %s', async (_, method, answer) => {
    const server = createNet((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(answer));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = `127.0.0.1:${portOf(server)}`;
    const request = get(`http://${address}/`).replace('GET', method);
    const { text } = await answerTo(request, { entries: [address] });
    expect(text).toContain('x-answer: whole');
    expect(text).not.toContain('no body');
    server.close();
  });

  it.each(['000', '099'])('brings down nothing but its own answer: status %s', async (status) => {
    const server = createNet((socket) => {
      socket.on('error', () => undefined);
      socket.end(`HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = `127.0.0.1:${portOf(server)}`;
    const { text } = await answerTo(get(`http://${address}/`), { entries: [address] });
    expect(text).toContain('502 Bad Gateway');
    server.close();
  });
});

describe('a host that is not listed is refused before any connection', () => {
  const cases: readonly (readonly [string, () => string])[] = [
    ['another port of a listed address', () => get(`http://127.0.0.1:${otherPort}/`)],
    ['the same address without a port', () => get('http://127.0.0.1/')],
    ['a name that leads to a listed address', () => get(`http://localhost:${port}/`)],
    ['the address spelled as a number', () => get(`http://2130706433:${port}/`)],
    ['the address spelled in hexadecimal', () => get(`http://0x7f.0.0.1:${port}/`)],
    ['the address spelled short', () => get(`http://127.1:${port}/`)],
    ['the address as IPv6', () => get(`http://[::ffff:127.0.0.1]:${port}/`)],
    ['any address', () => get(`http://0.0.0.0:${port}/`)],
    ['user information before the host', () => get(`http://u:p@127.0.0.1:${port}/`)],
    ['the listed host as user information', () => get(`http://127.0.0.1:${port}@evil.example/`)],
    ['a backslash before another host', () => get(`http://127.0.0.1:${port}\\@evil.example/`)],
    ['another scheme', () => get(`https://127.0.0.1:${port}/`)],
    ['ftp', () => get(`ftp://127.0.0.1:${port}/`)],
    ['a request for the proxy itself', () => get('/', `Host: 127.0.0.1:${port}`)],
    ['a path that only looks like an address', () => get(`//127.0.0.1:${port}/`)],
    ['a port beyond all ports', () => get('http://127.0.0.1:99999/')],
    ['a percent sign in the host', () => get(`http://127.0.0.1%00.evil:${port}/`)],
    ['CONNECT to another port', () => `CONNECT 127.0.0.1:${otherPort} HTTP/1.1\r\n\r\n`],
    ['CONNECT without a port', () => 'CONNECT 127.0.0.1 HTTP/1.1\r\n\r\n'],
    ['CONNECT to a name that leads here', () => `CONNECT localhost:${port} HTTP/1.1\r\n\r\n`],
    ['CONNECT with user information', () => `CONNECT u@127.0.0.1:${port} HTTP/1.1\r\n\r\n`],
    ['CONNECT to a whole address', () => `CONNECT http://127.0.0.1:${port}/ HTTP/1.1\r\n\r\n`],
    [
      'CONNECT with another Host header',
      () => `CONNECT evil.example:443 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
    ],
  ];

  it.each(cases)('%s', async (_, request) => {
    const before = seen.length;
    const { text, proxy } = await answerTo(request());
    expect(text).toMatch(/^HTTP\/1\.1 40[03] /);
    expect(text).not.toContain('listed GET');
    expect(seen).toHaveLength(before);
    expect(proxy.uses().map(({ verdict }) => verdict)).toEqual(['refused']);
  });
});

it('a refused tunnel is answered as HTTP, and its connection is closed', async () => {
  const { text } = await answerTo('CONNECT evil.example:443 HTTP/1.1\r\n\r\n');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  expect(head.split('\r\n')).toEqual([
    'HTTP/1.1 403 Forbidden',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]);
  expect(body).toContain('evil.example:443 is refused: the policy (sandbox.network)');
});

describe('names', () => {
  it.each([
    ['127.0.0.1', 4],
    ['10.0.0.1', 4],
    ['169.254.169.254', 4],
    ['192.168.1.1', 4],
    ['::1', 6],
    ['fe80::1', 6],
    ['fd00:ec2::254', 6],
    ['::ffff:127.0.0.1', 6],
  ])('that lead to %s are refused, though they are listed', async (address, family) => {
    for (const entries of [['api.example.com'], ['*'], ['*.example.com']]) {
      const { text, proxy } = await ask('api.example.com:443', {
        entries,
        ...name(address, family),
      });
      expect(text).toContain('403 Forbidden');
      expect(text).toContain('public internet');
      expect(proxy.uses()).toEqual([{ to: 'api.example.com:443', verdict: 'refused', count: 1 }]);
    }
  });

  it('are refused if one of their addresses is not public', async () => {
    const { text } = await ask('api.example.com:443', {
      entries: ['api.example.com'],
      resolve: mixed,
    });
    expect(text).toContain('127.0.0.1, which is not an address of the public internet');
  });

  it('lead into a network of the policy where it lists the address as well', async () => {
    const entries = [`inside.example:${port}`, `127.0.0.1:${port}`];
    const { text } = await answerTo(get(`http://inside.example:${port}/n`), {
      entries,
      ...name('127.0.0.1'),
    });
    expect(text).toContain(`listed GET /n inside.example:${port}`);
  });

  it('are resolved once: what answers differently a moment later changes nothing', async () => {
    let asked = 0;
    const resolve = () => {
      asked += 1;
      return Promise.resolve([{ address: asked === 1 ? '127.0.0.1' : '10.9.9.9', family: 4 }]);
    };
    const entries = [`rebind.example:${port}`, `127.0.0.1:${port}`];
    const { text } = await answerTo(get(`http://rebind.example:${port}/r`), { entries, resolve });
    expect(text).toContain('listed GET /r');
    expect(asked).toBe(1);
  });

  it('that cannot be resolved are reported as such, and counted as allowed by the policy', async () => {
    const { text, proxy } = await ask('api.example.com:443', {
      entries: ['api.example.com'],
      resolve: () => Promise.reject(new Error('getaddrinfo ENOTFOUND')),
    });
    expect(text).toContain('502 Bad Gateway');
    expect(text).toContain('ENOTFOUND');
    expect(proxy.uses()).toEqual([{ to: 'api.example.com:443', verdict: 'allowed', count: 1 }]);
  });
});

describe('a tunnel', () => {
  it('carries bytes both ways, those sent along with the request too, and passes on an end', async () => {
    const { proxy, socketPath } = await open();
    const text = await raw(socketPath, `CONNECT 127.0.0.1:${echoPort} HTTP/1.1\r\n\r\nearly`, {
      halfOpen: true,
    });
    expect(text).toBe('HTTP/1.1 200 Connection Established\r\n\r\nearly');
    await proxy.close();
  });

  it('ends with the way', async () => {
    const { proxy, socketPath } = await open();
    const socket = connect({ path: socketPath });
    socket.write(`CONNECT 127.0.0.1:${echoPort} HTTP/1.1\r\n\r\n`);
    await new Promise((done) => socket.once('data', done));
    const closed = new Promise((done) => socket.once('close', done));
    await proxy.close();
    await closed;
    await expect(raw(socketPath, 'x')).resolves.toBe('');
  });

  it('ends after the maximum of bytes', async () => {
    const { proxy, socketPath } = await open({ limits: { bytes: 100_000 } });
    const head = `CONNECT 127.0.0.1:${echoPort} HTTP/1.1\r\n\r\n`;
    const text = await raw(socketPath, head + 'x'.repeat(300_000));
    expect(text.length).toBeLessThan(200_000);
    const further = await raw(socketPath, `${head}more`);
    expect(further).not.toContain('more');
    await proxy.close();
  });

  it.each([
    ['by a tunnel', 'CONNECT ADDRESS HTTP/1.1\r\n\r\n'],
    ['by a request', 'POST http://ADDRESS/ HTTP/1.1\r\nContent-Length: 300000\r\n\r\n'],
  ])('ends after the maximum of bytes that are only sent: %s', async (_, head) => {
    let received = 0;
    const server = createNet((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', ({ length }) => (received += length));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = `127.0.0.1:${portOf(server)}`;
    const limits = { bytes: 100_000, idleMs: 1_000 };
    const { proxy, socketPath } = await open({ entries: [address], limits });
    await raw(socketPath, head.replace('ADDRESS', address) + 'x'.repeat(300_000));
    await proxy.close();
    server.close();
    expect(received).toBeGreaterThan(0);
    expect(received).toBeLessThan(300_000);
  });

  it('ends after the maximum of bytes that are only received', async () => {
    const server = createNet((socket) => {
      socket.on('error', () => undefined);
      socket.end('x'.repeat(300_000));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = `127.0.0.1:${portOf(server)}`;
    const { proxy, socketPath } = await open({ entries: [address], limits: { bytes: 100_000 } });
    const text = await raw(socketPath, `CONNECT ${address} HTTP/1.1\r\n\r\n`);
    await proxy.close();
    server.close();
    expect(text).toContain('x');
    expect(text.length).toBeLessThan(300_000);
  });

  it('ends after the maximum of idle time', async () => {
    const { proxy, socketPath } = await open({ limits: { idleMs: 200 } });
    const text = await raw(socketPath, `CONNECT 127.0.0.1:${echoPort} HTTP/1.1\r\n\r\n`);
    expect(text).toBe('HTTP/1.1 200 Connection Established\r\n\r\n');
    await proxy.close();
  });
});

describe('bytes that are no request', () => {
  it.each([
    ['garbage', '\u0016\u0003\u0001\u0002\u0000\u0001'],
    ['a head without end', `GET http://x/ HTTP/1.1\r\nX: ${'y'.repeat(60_000)}`],
    ['a line feed in the target', 'GET http://127.0.0.1\n:80/ HTTP/1.1\r\n\r\n'],
    ['SOCKS', '\u0005\u0001\u0000'],
  ])('%s', async (_, bytes) => {
    const { text } = await answerTo(bytes);
    expect(text === '' || text.startsWith('HTTP/1.1 400')).toBe(true);
  });

  it('a request that does not end is ended', async () => {
    const { proxy, socketPath } = await open({ limits: { headerMs: 300 } });
    const text = await raw(socketPath, 'GET http://127.0.0.1/ HTTP/1.1\r\nHost: x\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    await proxy.close();
  });

  it('connections beyond the limit are closed at once', async () => {
    const { proxy, socketPath } = await open({ limits: { connections: 2 } });
    const held: Socket[] = [connect(socketPath), connect(socketPath)];
    await Promise.all(held.map((socket) => new Promise((done) => socket.once('connect', done))));
    expect(await raw(socketPath, get(`http://127.0.0.1:${port}/`))).toBe('');
    for (const socket of held) socket.destroy();
    await proxy.close();
  });

  it('a connection that is reset ends alone', async () => {
    const hosts = hostList([`127.0.0.1:${port}`]);
    const proxy = await openProxy({ listenOn: LOOPBACK, hosts });
    for (const text of ['CONNECT x.example:1 HTTP/1.1\r\n\r\n', get(`http://127.0.0.1:${port}/`)]) {
      const socket = connect(proxy.port, '127.0.0.1');
      await new Promise((done) => socket.write(text, done));
      socket.resetAndDestroy();
    }
    const socket = connect(proxy.port, '127.0.0.1');
    socket.write(get(`http://127.0.0.1:${port}/after`));
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toContain('listed GET /after');
    await proxy.close();
  });

  it('what is counted stays bounded', async () => {
    const { proxy, socketPath } = await open();
    for (let index = 0; index < 60; index += 1)
      await raw(socketPath, `CONNECT h${index}.example:443 HTTP/1.1\r\n\r\n`);
    expect(proxy.uses().length).toBeLessThanOrEqual(42);
    expect(proxy.uses().reduce((sum, { count }) => sum + count, 0)).toBe(60);
    await proxy.close();
  });
});
