import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createRedactor } from '../../src/common/index.ts';
import { startServers } from '../../src/tools/index.ts';
import type { McpTools } from '../../src/tools/mcp/index.ts';
import { call, textOf } from './support.ts';

interface Message {
  readonly id?: number;
  readonly method?: string;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** `null` for a request that is no POST. */
  readonly message: Message | null;
}

const servers: Server[] = [];
const open: McpTools[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const tools of open.splice(0)) await tools.close();
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** The MCP server `far` with the tool `go`, which answers what `behave` does not (false). */
async function startServer(
  behave: (exchange: Exchange) => boolean,
  /** What the policy names, and the step's environment, for a server at this address. */
  reached: (origin: string) => { url: string; environment: Record<string, string> } = (url) => ({
    url,
    environment: {},
  }),
  redactor = createRedactor(),
): Promise<McpTools> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const message: Message | null = request.method === 'POST' ? JSON.parse(body) : null;
    if (behave({ request, response, message })) return;
    if (message === null) response.writeHead(405).end();
    else if (message.id === undefined) response.writeHead(202).end();
    else response.writeHead(200, JSON_TYPE).end(resultOf(message));
  };
  const server = createServer((request, response) => void answer(request, response));
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { url, environment } = reached(`http://127.0.0.1:${port}`);
  const tools = await startServers({ far: { url: `${url}/mcp` } }, async () => ({
    commands: { startInteractive: () => Promise.reject(new Error('not used')) },
    sandboxed: true,
    environment,
    redactor,
  }));
  open.push(tools);
  return tools;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const STREAM_TYPE = { 'content-type': 'text/event-stream' };
const RESULTS = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 's', version: '1' },
  },
  'tools/list': { tools: [{ name: 'go', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'went' }] },
};

function resultOf({ id, method }: Message): string {
  const result = Object.entries(RESULTS).find(([name]) => name === method)?.[1];
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

/** A call fails by itself after two minutes, and a test sooner. */
async function go({ tools, warnings }: McpTools) {
  const [tool] = tools;
  if (tool === undefined) throw new Error(warnings.join(' '));
  return await call(tool, {});
}

const lastEvent = ({ request }: Exchange) => request.headers['last-event-id'];

test('a server is reached through the proxy of the step', async () => {
  const asked: unknown[] = [];
  const tools = await startServer(
    ({ request }) => {
      asked.push(request.url);
      return false;
    },
    (origin) => ({ url: 'http://mcp.example', environment: { HTTP_PROXY: origin } }),
  );
  expect(textOf(await go(tools))).toBe('went');
  expect(new Set(asked)).toEqual(new Set(['http://mcp.example/mcp']));
});

describe('an answer whose stream ended after an event with an id', () => {
  const RESUMED: Record<string, (response: ServerResponse) => void> = {
    'is refused': (response) => void response.writeHead(500).end(),
    'is not offered': (response) => void response.writeHead(405).end(),
    'breaks off': (response) => void response.destroy(),
    'has no body': (response) => void response.writeHead(204).end(),
    'has no events': (response) => void response.writeHead(200, STREAM_TYPE).end(),
  };
  test.each(Object.entries(RESUMED))('fails soon if what resumes it %s', async (_, resume) => {
    const tools = await startServer((exchange) => {
      const { response, message } = exchange;
      if (lastEvent(exchange) !== undefined) resume(response);
      else if (message?.method === 'tools/call')
        response.writeHead(200, STREAM_TYPE).end('id: 7\ndata:\n\n');
      else return false;
      return true;
    });
    const result = await go(tools);
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).toContain('ended its answer before the result');
  });

  test('comes from the stream that resumes it, which may be the third one', async () => {
    let asked: Message = {};
    const tools = await startServer((exchange) => {
      const { response, message } = exchange;
      const last = lastEvent(exchange);
      if (message?.method === 'tools/call') asked = message;
      else if (last === undefined) return false;
      const data = last === '2' ? resultOf(asked) : '';
      const event = `id: ${Number(last ?? 0) + 1}\nretry: 0\ndata: ${data}\n\n`;
      response.writeHead(200, STREAM_TYPE).end(event);
      return true;
    });
    expect(textOf(await go(tools))).toBe('went');
  });
});

test.each<[string, (response: ServerResponse) => void]>([
  ['is an empty batch', (response) => void response.writeHead(200, JSON_TYPE).end('[]')],
  ['says only that the request was taken', (response) => void response.writeHead(202).end()],
])('an answer without the response that %s fails soon', async (_, behave) => {
  const tools = await startServer(({ response, message }) => {
    if (message?.method !== 'tools/call') return false;
    behave(response);
    return true;
  });
  const result = await go(tools);
  expect(result.ok).toBe(false);
  expect(JSON.stringify(result)).toContain('ended its answer before the result');
});

test('a response may come by the stream of what the server says on its own', async () => {
  const streams: ServerResponse[] = [];
  const tools = await startServer(({ request, response, message }) => {
    if (request.method === 'GET') streams.push(response.writeHead(200, STREAM_TYPE));
    else if (message?.method !== 'tools/call') return false;
    else {
      response.writeHead(202).end();
      setTimeout(() => streams[0]?.write(`data: ${resultOf(message)}\n\n`), 1_500);
    }
    return true;
  });
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.write(': open\n\n');
  expect(textOf(await go(tools))).toBe('went');
});

test.each<[string, object, string]>([
  [
    'has a wrong field',
    { jsonrpc: '2.0', result: { content: 'went' } },
    'The answer of the server is invalid: content: Invalid input: expected array, received string.',
  ],
])('an answer that %s fails the call with one sentence', async (_, body, words) => {
  const tools = await startServer(({ response, message }) => {
    if (message?.method !== 'tools/call') return false;
    response.writeHead(200, JSON_TYPE).end(JSON.stringify({ id: message.id, ...body }));
    return true;
  });
  expect(await go(tools)).toMatchObject({ ok: false, llmContent: words });
});

async function failed(behave: (response: ServerResponse, message: Message) => void) {
  const tools = await startServer(({ response, message }) => {
    if (message?.method !== 'tools/call') return false;
    behave(response, message);
    return true;
  });
  return await go(tools);
}

describe('what a server says of a request that failed', () => {
  const REASON = { code: -32_600, message: 'No such tenant' };
  const error = (id: object) => JSON.stringify({ jsonrpc: '2.0', ...id, error: REASON });

  test.each<[string, object]>([
    ['with the id null', { id: null }],
    ['without an id', {}],
  ])('is read from an error %s, which answers its request', async (_, id) => {
    for (const answer of [
      (response: ServerResponse) => response.writeHead(200, JSON_TYPE).end(error(id)),
      (response: ServerResponse) => response.writeHead(200, STREAM_TYPE).end(`data:${error(id)}`),
      (response: ServerResponse) => {
        response.writeHead(200, STREAM_TYPE);
        for (const part of [': open\r', '\n', 'event: message\r\nda', `ta: ${error(id)}\r\n\r\n`])
          response.write(part);
      },
    ]) {
      const result = await failed(answer);
      expect(result).toMatchObject({ ok: false, llmContent: 'MCP error -32600: No such tenant' });
    }
  });

  test('is read from what it answers in place of a message', async () => {
    const words = ['{"error":"No such tenant"}', 'No such tenant', '"No such tenant"'];
    for (const body of words) {
      const result = await failed((response) => response.writeHead(200, JSON_TYPE).end(body));
      const llmContent = `MCP error -32600: The answer of the server is not a message of JSON-RPC 2.0. It is: ${body}`;
      expect(result).toMatchObject({ ok: false, llmContent });
    }
  });

  test('has the data of its error', async () => {
    const data = { field: 'path', why: 'must be absolute' };
    const result = await failed((response, { id }) =>
      response
        .writeHead(200, JSON_TYPE)
        .end(JSON.stringify({ jsonrpc: '2.0', id, error: { ...REASON, data } })),
    );
    const llmContent = `MCP error -32600: No such tenant ${JSON.stringify(data)}`;
    expect(result).toMatchObject({ ok: false, llmContent });
  });

  test('has no part of a secret where it is cut', async () => {
    const secret = 'hunter2-hunter2-hunter2';
    const redactor = createRedactor();
    redactor.addSecret(secret, 'mcp-far');
    for (const status of [200, 500]) {
      const tools = await startServer(
        ({ response, message }) => {
          if (message?.method !== 'tools/call') return false;
          response.writeHead(status, JSON_TYPE).end(`${secret} `.repeat(5_000));
          return true;
        },
        (url) => ({ url, environment: {} }),
        redactor,
      );
      const result = await go(tools);
      expect(result.ok).toBe(false);
      expect(JSON.stringify(result)).not.toMatch(/hunter2/);
    }
  });
});

test('a stream whose lines end by a carriage return alone is read as it arrives', async () => {
  const tools = await startServer(({ response, message }) => {
    if (message?.method !== 'tools/call') return false;
    response.writeHead(200, STREAM_TYPE).write(`data: ${resultOf(message)}\r\r: more\r`);
    return true;
  });
  expect(textOf(await go(tools))).toBe('went');
});

test('a call is sent once to a server without sessions, whatever it answers', async () => {
  for (const status of [404, 400]) {
    let calls = 0;
    const tools = await startServer(({ response, message }) => {
      if (message?.method !== 'tools/call') return false;
      calls += 1;
      response.writeHead(status).end('There is no session of parliament on that day.');
      return true;
    });
    expect((await go(tools)).ok).toBe(false);
    expect(calls).toBe(1);
  }
});

test('a call is sent once to a server with sessions that refuses it for another reason', async () => {
  for (const status of [400, 401, 403, 500]) {
    let calls = 0;
    const tools = await startServer(({ response, message }) => {
      response.setHeader('mcp-session-id', 'one');
      if (message?.method !== 'tools/call') return false;
      calls += 1;
      response.writeHead(status).end('The day is unknown.');
      return true;
    });
    expect((await go(tools)).ok).toBe(false);
    expect(calls).toBe(1);
  }
});

test('an answer without an empty line after its last event is understood', async () => {
  const tools = await startServer(({ response, message }) => {
    if (message?.method !== 'tools/call') return false;
    response.writeHead(200, STREAM_TYPE).end(`data: ${resultOf(message)}`);
    return true;
  });
  expect(textOf(await go(tools))).toBe('went');
});

test('a server that is not ready at first is asked again, one that refuses is not', async () => {
  for (const [status, asked, names] of [
    [503, 2, ['mcp__far__go']],
    [429, 2, ['mcp__far__go']],
    [401, 1, []],
  ] as const) {
    let initializations = 0;
    const tools = await startServer(({ response, message }) => {
      if (message?.method !== 'initialize') return false;
      initializations += 1;
      if (initializations > 1) return false;
      response.writeHead(status).end('Not now.');
      return true;
    });
    expect(tools.tools.map(({ name }) => name)).toEqual(names);
    expect(initializations).toBe(asked);
  }
});

test('an answer that begins with a mark of the byte order is read', async () => {
  const tools = await startServer(({ response, message }) => {
    if (message?.id === undefined) return false;
    response.writeHead(200, JSON_TYPE).end(`\uFEFF${resultOf(message)}`);
    return true;
  });
  expect(tools.warnings).toEqual([]);
  expect(tools.tools.map(({ name }) => name)).toEqual(['mcp__far__go']);
});

test('the stream of what a server says on its own is opened once', async () => {
  let opened = 0;
  const tools = await startServer(({ request, response }) => {
    if (request.method !== 'GET') return false;
    opened += 1;
    response.writeHead(200, STREAM_TYPE).end('retry: 0\n\n');
    return true;
  });
  await new Promise((done) => setTimeout(done, 500));
  expect((await go(tools)).ok).toBe(true);
  expect(opened).toBe(1);
});

test('of the requests that a server sends at once, few are answered at once, and its result is read', async () => {
  const held: ServerResponse[] = [];
  const tools = await startServer(({ response, message }) => {
    if (message?.method === undefined && message?.id !== undefined) held.push(response);
    else if (message?.method === 'tools/call') {
      const pings = Array.from(
        { length: 2_000 },
        (_, id) => `data: {"jsonrpc":"2.0","id":${id},"method":"ping"}\n\n`,
      );
      response.writeHead(200, STREAM_TYPE).end(`${pings.join('')}data: ${resultOf(message)}\n\n`);
    } else return false;
    return true;
  });
  expect(textOf(await go(tools))).toBe('went');
  await vi.waitFor(() => expect(held).toHaveLength(100), { timeout: 4_000 });
  for (const response of held.splice(0)) response.writeHead(202).end();
  await new Promise((done) => setTimeout(done, 100));
  expect((await go(tools)).ok).toBe(true);
  await vi.waitFor(() => expect(held).toHaveLength(100), { timeout: 4_000 });
});

test.each([
  ['the stream of its answer', 'POST'],
  ['the stream of what it says on its own', 'GET'],
])('a server that names a pause of weeks in %s is asked again soon', async (_, method) => {
  const tools = await startServer((exchange) => {
    const { response, message, request } = exchange;
    const isCall = message?.method === 'tools/call';
    const isOwn = request.method === 'GET' && lastEvent(exchange) === undefined;
    if (!isCall && !isOwn) return false;
    const pause = request.method === method ? 'retry: 2000000000\r' : '';
    response.writeHead(200, STREAM_TYPE).end(`id: ${isCall ? 7 : 1}\r${pause}\ndata:\n\n`);
    return true;
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isOver = false;
  const result = go(tools).finally(() => (isOver = true));
  await vi.waitUntil(
    () => {
      vi.advanceTimersByTime(500);
      return isOver;
    },
    { timeout: 4_000 },
  );
  expect((await result).ok).toBe(false);
});

test.each([
  [404, 'Session not found'],
  [400, 'Bad Request: No valid session ID provided'],
  [400, 'Bad Request: Server not initialized'],
  [401, 'Unauthorized: Session not found'],
])('a session that the server has forgotten (%d, %s) is begun anew', async (status, error) => {
  const known = new Set<string>();
  const ended: unknown[] = [];
  let begun = 0;
  const tools = await startServer(({ request, response, message }) => {
    const session = String(request.headers['mcp-session-id']);
    if (message?.method === 'initialize') {
      known.add(`session-${(begun += 1)}`);
      response.setHeader('mcp-session-id', `session-${begun}`);
      return false;
    }
    if (request.method === 'DELETE') ended.push(session);
    if (known.has(session)) return false;
    response.writeHead(status).end(error);
    return true;
  });
  known.clear();
  const [first, second] = await Promise.all([go(tools), go(tools)]);
  expect([textOf(first), textOf(second)]).toEqual(['went', 'went']);
  expect(begun).toBe(2);
  await tools.close();
  expect(ended).toContain('session-2');
});

test('a server that does not answer the second message of the handshake is left out', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'hrtime'] });
  const tools = await startServer(({ message }) => {
    if (message?.method !== 'notifications/initialized') return false;
    vi.advanceTimersByTime(20_000);
    return true;
  });
  expect(tools.warnings).toEqual([
    'The MCP server far is left out: The server took longer than 20 s.',
  ]);
});
