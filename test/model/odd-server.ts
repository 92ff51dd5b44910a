/** A server on loopback whose answers a test writes byte for byte, and the model that a provider makes of it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isJsonObject, type Json, type JsonObject } from '../../src/common/index.ts';
import { createModel, type ModelReply, type ModelRequest } from '../../src/model/index.ts';
import type { ProviderName } from '../../src/model/providers/provider.ts';
import type { CreateModelOptions } from '../../src/model/providers/create.ts';
import { fastClock, request } from './harness.ts';

/** The text is sent with status 200 as a stream, an object as the JSON of its status. */
export type OddAnswer =
  | string
  | { readonly status: number; readonly body: Json; readonly headers?: Record<string, string> }
  | ((response: ServerResponse) => void);

export interface Odd {
  /** What the server got, in order. */
  readonly bodies: JsonObject[];
  readonly paths: string[];
  readonly headers: IncomingMessage['headers'][];
  readonly retries: string[];
  readonly slept: readonly number[];
  readonly ask: (asked?: ModelRequest) => Promise<ModelReply>;
}

/** Runs a test against a server of a provider's protocol. `answer` gets each body and its number, from 0. */
export async function withOdd(
  provider: ProviderName,
  answer: (body: JsonObject, index: number) => OddAnswer,
  use: (odd: Odd) => Promise<void>,
  overrides: Partial<CreateModelOptions> & { readonly path?: string } = {},
): Promise<void> {
  const bodies: JsonObject[] = [];
  const paths: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (bytes: Buffer) => void chunks.push(bytes));
    incoming.on('end', () => {
      const body: Json = JSON.parse(Buffer.concat(chunks).toString());
      bodies.push(isJsonObject(body) ? body : {});
      paths.push(incoming.url ?? '');
      headers.push(incoming.headers);
      send(answer(bodies.at(-1) ?? {}, bodies.length - 1), response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { path, ...options } = overrides;
  const base = `http://127.0.0.1:${port}${path ?? (provider.startsWith('openai') ? '/v1' : '')}`;
  const clock = fastClock();
  const retries: string[] = [];
  try {
    const model = await createModel({
      provider,
      model: 'odd-model',
      ...(provider === 'anthropic'
        ? { anthropicApiKey: 'test-key', anthropicBaseUrl: base }
        : { apiKey: 'test-key', baseUrl: base }),
      cwd: '/',
      clock,
      random: () => 0,
      ...options,
    });
    const { signal } = new AbortController();
    const onRetry = ({ because }: { because: string }): void => void retries.push(because);
    const ask: Odd['ask'] = (asked = request()) => model.respond(asked, { signal, onRetry });
    await use({ bodies, paths, headers, retries, slept: clock.slept, ask });
  } finally {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  }
}

function send(answer: OddAnswer, response: ServerResponse): void {
  if (typeof answer === 'function') {
    answer(response);
    return;
  }
  if (typeof answer === 'string') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer);
    return;
  }
  const { status, body, headers } = answer;
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

/** A stream of events without names, closed by `[DONE]`. */
export function sse(...events: readonly Json[]): string {
  return [...events.map((event) => JSON.stringify(event)), '[DONE]']
    .map((data) => `data: ${data}\n\n`)
    .join('');
}

/** A chunk of the Chat Completions API. */
export function chunk(delta: JsonObject, finish: string | null = null): JsonObject {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    model: 'odd',
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
}

/** A whole stream with this text. */
export const chatText = (text: string): string =>
  sse(chunk({ role: 'assistant', content: text }), chunk({}, 'stop'));

/** An error in the form of OpenAI. */
export const refuses = (
  message: string,
  status = 400,
  more: JsonObject = {},
): Exclude<OddAnswer, string | ((response: ServerResponse) => void)> => ({
  status,
  body: { error: { message, type: 'invalid_request_error', param: null, code: null, ...more } },
});
