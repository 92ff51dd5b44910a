import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createHttpClient } from '../../../src/model/providers/http-client.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

interface Posting {
  readonly post: (signal?: AbortSignal) => Promise<Response>;
  readonly addresses: readonly (string | undefined)[];
  readonly agents: readonly (string | undefined)[];
}

/** Posts to a server on loopback with a time-out of 200 ms. */
async function withServer(answer: Answer, use: (posting: Posting) => Promise<void>): Promise<void> {
  const addresses: (string | undefined)[] = [];
  const agents: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    addresses.push(request.url);
    agents.push(request.headers['user-agent']);
    answer(request.resume(), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const client = createHttpClient(
    {
      baseUrl: `http://127.0.0.1:${port}/v1?api-version=1`,
      headers: { authorization: 'Bearer k' },
    },
    {
      maxRetries: 0,
      timeout: 200,
      logLevel: 'off',
      openTelemetry: false,
      fetch,
      fetchOptions: { redirect: 'manual' },
    },
  );
  const post: Posting['post'] = (signal = new AbortController().signal) =>
    client.post('/responses', { body: '{}', headers: {}, stream: true, signal }).asResponse();
  try {
    await use({ post, addresses, agents });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const slowly: Answer = (_request, response) => {
  response.write('a');
  setTimeout(() => response.write('b'), 400);
};
const moved: Answer = (_request, response) => {
  response.writeHead(307, { location: '/elsewhere' }).end('Moved');
};

test('an answer that does not begin in time is an error', async () => {
  await withServer(
    () => undefined,
    async ({ post }) => {
      await expect(post()).rejects.toThrow('Request timed out.');
    },
  );
});

test('an answer that began in time may last longer, and ends with the signal', async () => {
  await withServer(slowly, async ({ post }) => {
    const stop = new AbortController();
    const reader = (await post(stop.signal)).body?.getReader();
    const texts = [await reader?.read(), await reader?.read()];
    expect(texts.map((read) => new TextDecoder().decode(read?.value))).toEqual(['a', 'b']);
    stop.abort(new Error('the run was ended'));
    await expect(reader?.read()).rejects.toThrow('the run was ended');
  });
});

test('the query of the address comes after the path, and a redirect is an error and not followed', async () => {
  await withServer(moved, async ({ post, addresses }) => {
    await expect(post()).rejects.toMatchObject({ status: 307, message: '307 Moved' });
    expect(addresses).toEqual(['/v1/responses?api-version=1']);
  });
});

test('a request says which program sends it', async () => {
  await withServer(
    (_request, response) => response.end('{}'),
    async ({ post, agents }) => {
      await post();
      expect(agents).toEqual(['countersign']);
    },
  );
});
