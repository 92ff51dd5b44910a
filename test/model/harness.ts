import * as z from 'zod';
import type { Clock, Json } from '../../src/common/index.ts';
import { type AnthropicServer, startAnthropicServer } from '../testing/anthropic-server/server.ts';
import type { AnthropicServerOptions } from '../testing/anthropic-server/types.ts';
import {
  createModel,
  type Message,
  type Model,
  type ModelReply,
  type ModelRequest,
  type ModelRetry,
  parseScript,
  type RespondOptions,
  type Script,
} from '../../src/model/index.ts';

/** A clock whose sleeps take no time; the wall clock moves by what was slept. */
export function fastClock(start = new Date('2026-05-04T12:00:00Z')): Clock & { slept: number[] } {
  const slept: number[] = [];
  let now = start.getTime();
  return {
    slept,
    now: () => new Date(now),
    monotonicMs: () => now,
    sleep: (ms, signal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
}

export function script(...turns: Json[]): Script {
  return parseScript(JSON.stringify({ turns }), 'test');
}

export const HELLO = {
  blocks: [{ type: 'text', text: 'Hello there, this is a reply of some length. 👋' }],
};
export const CALL = {
  blocks: [
    { type: 'text', text: 'I look.' },
    {
      type: 'tool_use',
      name: 'fs_read',
      input: { path: 'src/ü.ts', limit: 10, deep: { a: [1, 2] } },
    },
  ],
};

export const user = (text: string): Message => ({
  role: 'user',
  content: [{ type: 'text', text }],
});

export function request(messages: readonly Message[] = [user('Hi')]): ModelRequest {
  return {
    system: 'You are careful.',
    tools: [
      { name: 'fs_read', description: 'Reads.', input_schema: { type: 'object', properties: {} } },
      { name: 'finish', description: 'Ends.', input_schema: { type: 'object', properties: {} } },
    ],
    messages,
    maxTokens: 1000,
  };
}

export interface Setup {
  readonly server: AnthropicServer;
  readonly model: Model;
  readonly clock: ReturnType<typeof fastClock>;
  readonly retries: ModelRetry[];
  readonly ask: (asked?: ModelRequest, options?: Partial<RespondOptions>) => Promise<ModelReply>;
}

/** A server, the real client pointed at it, and a clock that does not wait. */
export async function withServer(
  options: AnthropicServerOptions,
  use: (setup: Setup) => Promise<void>,
  overrides: {
    model?: string;
    stallTimeoutMs?: number;
    anthropicBaseUrl?: string;
    anthropicApiKey?: string;
  } = {},
): Promise<void> {
  const server = await startAnthropicServer(options);
  const clock = fastClock();
  const retries: ModelRetry[] = [];
  try {
    const model = await createModel({
      model: 'claude-sonnet-5-5',
      anthropicApiKey: 'sk-ant-test-key-0000',
      anthropicBaseUrl: server.url,
      cwd: '/',
      clock,
      random: () => 0,
      ...overrides,
    });
    const ask: Setup['ask'] = (asked = request(), more = {}) =>
      model.respond(asked, {
        signal: new AbortController().signal,
        onRetry: (retry) => void retries.push(retry),
        ...more,
      });
    await use({ server, model, clock, retries, ask });
  } finally {
    await server.close();
  }
}

const sent = z.looseObject({
  system: z.json().optional(),
  tools: z.array(z.looseObject({ cache_control: z.json().optional() })).optional(),
  messages: z.array(z.looseObject({ content: z.array(z.record(z.string(), z.json())) })),
});

/** The body of the n-th request that a server got. */
export function sentBody(server: AnthropicServer, index = 0): z.infer<typeof sent> {
  return sent.parse(server.requests[index]?.body);
}
