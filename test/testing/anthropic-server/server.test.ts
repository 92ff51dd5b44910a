import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/common/index.ts';
import { type AnthropicServer, startAnthropicServer } from './server.ts';
import type { AnthropicServerOptions } from './types.ts';
import { MAX_REQUEST_BYTES } from './checks.ts';
import { parseScript } from '../../../src/model/index.ts';

const HELLO = { blocks: [{ type: 'text', text: 'Hello' }] };
const script = (...turns: Json[]) => parseScript(JSON.stringify({ turns }), 'test');
const text = (role: string, value: string): JsonObject => ({
  role,
  content: [{ type: 'text', text: value }],
});
const call = (id: string): JsonObject => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name: 'fs_read', input: {} }],
});
const result = (id: string): JsonObject => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }],
});
const body = (more: JsonObject = {}): JsonObject => ({
  model: 'claude-sonnet-5-5',
  max_tokens: 100,
  messages: [text('user', 'Hi')],
  ...more,
});

async function withServer(
  options: AnthropicServerOptions,
  use: (server: AnthropicServer) => Promise<void>,
) {
  const server = await startAnthropicServer(options);
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

interface PostOptions {
  readonly headers?: Record<string, string>;
  readonly path?: string;
}

async function post(server: AnthropicServer, sent: JsonObject | string, options: PostOptions = {}) {
  const response = await fetch(`${server.url}${options.path ?? '/v1/messages'}`, {
    method: 'POST',
    headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01', ...options.headers },
    body: typeof sent === 'string' ? sent : JSON.stringify(sent),
  });
  const answer = await response.text();
  return { status: response.status, type: response.headers.get('content-type'), answer };
}

const CACHE = { cache_control: { type: 'ephemeral' } };
const refusals: [string, JsonObject | string, number, RegExp][] = [
  ['a body that is not JSON', '{"model":', 400, /not valid JSON/],
  [
    'half a surrogate pair',
    '{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"\\ud83d"}]}',
    400,
    /not valid JSON/,
  ],
  ['no model', body({ model: null }), 400, /model: Field required/],
  ['an unknown model', body({ model: 'claude-1' }), 404, /not_found_error.*model: claude-1/],
  ['no max_tokens', body({ max_tokens: null }), 400, /max_tokens: Field required/],
  ['no messages', body({ messages: [] }), 400, /at least one message/],
  ['an unknown role', body({ messages: [text('system', 'x')] }), 400, /messages\.0\.role/],
  [
    'an empty message',
    body({ messages: [{ role: 'user', content: [] }] }),
    400,
    /non-empty content/,
  ],
  ['empty text', body({ messages: [text('user', '')] }), 400, /must be non-empty/],
  ['blank text', body({ messages: [text('user', ' \n')] }), 400, /non-whitespace/],
  [
    'a call without its result',
    body({ messages: [text('user', 'Hi'), call('toolu_1'), text('user', 'x')] }),
    400,
    /messages\.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1\./,
  ],
  [
    'a call at the end',
    body({ messages: [text('user', 'Hi'), call('toolu_1')] }),
    400,
    /without `tool_result`/,
  ],
  [
    'a result too late',
    body({
      messages: [
        text('user', 'Hi'),
        call('toolu_1'),
        text('user', 'x'),
        text('assistant', 'y'),
        result('toolu_1'),
      ],
    }),
    400,
    /without `tool_result`/,
  ],
  [
    'a result without its call',
    body({ messages: [text('user', 'Hi'), text('assistant', 'y'), result('toolu_1')] }),
    400,
    /unexpected `tool_use_id`/,
  ],
  [
    'the same call twice',
    body({
      messages: [
        text('user', 'Hi'),
        call('toolu_1'),
        result('toolu_1'),
        call('toolu_1'),
        result('toolu_1'),
      ],
    }),
    400,
    /must be unique/,
  ],
  [
    'a call whose input is no object',
    body({
      messages: [
        text('user', 'Hi'),
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b', input: 'c' }] },
        result('a'),
      ],
    }),
    400,
    /valid dictionary/,
  ],
  [
    'two tools with one name',
    body({
      tools: [
        { name: 'a', input_schema: { type: 'object' } },
        { name: 'a', input_schema: { type: 'object' } },
      ],
    }),
    400,
    /Tool names must be unique/,
  ],
  [
    'a tool with a dot',
    body({ tools: [{ name: 'a.b', input_schema: { type: 'object' } }] }),
    400,
    /should match pattern/,
  ],
  [
    'a tool without an object schema',
    body({ tools: [{ name: 'a', input_schema: {} }] }),
    400,
    /'object'/,
  ],
  [
    'five marks for the cache',
    body({
      system: [1, 2, 3, 4].map((n) => ({ type: 'text', text: String(n), ...CACHE })),
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi', ...CACHE }] }],
    }),
    400,
    /maximum of 4 blocks with cache_control.*Found 5/,
  ],
  ['too large a request', `{"model":"${'x'.repeat(MAX_REQUEST_BYTES)}"}`, 413, /request_too_large/],
];

describe('the local Messages API', () => {
  it.each(refusals)('refuses %s', async (_name, sent, status, words) => {
    await withServer({ script: script(HELLO), models: ['claude-sonnet-5-5'] }, async (server) => {
      const { status: got, answer } = await post(server, sent);
      expect(got).toBe(status);
      expect(JSON.parse(answer).error.message + answer).toMatch(words);
      expect(server.requests.map((one) => one.status)).toEqual([status]);
    });
  });

  it('refuses a missing or wrong key, a missing version and another path', async () => {
    await withServer({ script: script(HELLO), apiKeys: ['right'] }, async (server) => {
      const statusWith = async (headers: Record<string, string>, path?: string) =>
        (await post(server, body(), { headers, ...(path === undefined ? {} : { path }) })).status;
      expect(await statusWith({ 'x-api-key': '' })).toBe(401);
      expect(await statusWith({ 'x-api-key': 'wrong' })).toBe(401);
      expect(await statusWith({ 'x-api-key': '', authorization: 'Bearer right' })).toBe(401);
      expect(await statusWith({ 'x-api-key': 'right', 'anthropic-version': '' })).toBe(400);
      expect(await statusWith({ 'x-api-key': 'right' }, '/v1/complete')).toBe(404);
      expect(await statusWith({ 'x-api-key': 'right' }, '/v1/messages?beta=true')).toBe(200);
    });
  });

  it('streams a reply as the API does, event by event', async () => {
    const blocks = [
      { type: 'opaque', block: { type: 'thinking', thinking: 'Hm', signature: 'sig' } },
      { type: 'text', text: 'Hello' },
      { type: 'tool_use', name: 'fs_read', input: { path: 'a' } },
      { type: 'tool_use', name: 'finish', input: {} },
    ];
    await withServer({ script: script({ blocks }), deltaChars: 100 }, async (server) => {
      const { type, answer } = await post(server, body({ stream: true }));
      expect(type).toContain('text/event-stream');
      const events = answer
        .trim()
        .split('\n\n')
        .map((one) => {
          const [event, data] = one.split('\n');
          const value = JSON.parse(data!.slice('data: '.length));
          expect(event).toBe(`event: ${value.type}`);
          return value;
        });
      expect(events.map((event) => event.delta?.type ?? event.type)).toEqual([
        'message_start',
        'ping',
        'content_block_start',
        'thinking_delta',
        'signature_delta',
        'content_block_stop',
        'content_block_start',
        'text_delta',
        'content_block_stop',
        'content_block_start',
        'input_json_delta',
        'input_json_delta',
        'content_block_stop',
        'content_block_start',
        'input_json_delta',
        'content_block_stop',
        'message_delta',
        'message_stop',
      ]);
      expect(events[0].message).toMatchObject({
        role: 'assistant',
        content: [],
        stop_reason: null,
        usage: { output_tokens: 1 },
      });
      expect(events.at(-2).delta).toEqual({ stop_reason: 'tool_use', stop_sequence: null });
    });
  });

  it('answers in JSON where no stream is asked for', async () => {
    await withServer({ script: script(HELLO) }, async (server) => {
      const { type, answer } = await post(server, body());
      expect(type).toBe('application/json');
      expect(JSON.parse(answer)).toMatchObject({
        type: 'message',
        content: HELLO.blocks,
        stop_reason: 'end_turn',
      });
    });
  });

  it('recognises by the conversation which turn answers, so that a repeated request gets the same one', async () => {
    const turns = ['one', 'two'].map((value) => ({ blocks: [{ type: 'text', text: value }] }));
    await withServer({ script: script(turns[0]!, { blocks: [] }, turns[1]!) }, async (server) => {
      const say = async (...messages: JsonObject[]) => {
        const answer = JSON.parse((await post(server, body({ messages }))).answer);
        return answer.content?.[0]?.text ?? answer.error?.message ?? '';
      };
      const start = [text('user', 'Hi')];
      const later = [...start, text('assistant', 'one'), text('user', 'x')];
      expect(await say(...start)).toBe('one');
      expect(await say(...start)).toBe('one');
      expect(await say(...later)).toBe('');
      expect(await say(...later, text('user', 'Well?'))).toBe('two');
      expect(
        await say(...later, text('user', 'Well?'), text('assistant', 'two'), text('user', 'y')),
      ).toMatch(/no turn 4/);
      expect(await say(...start)).toBe('one');
    });
  });

  it('answers with status 400 what a script does not expect', async () => {
    await withServer({ script: script({ ...HELLO, expect: 'Hello' }) }, async (server) => {
      expect((await post(server, body())).answer).toMatch(/expects a match of \/Hello\//);
    });
  });

  it('counts what a cache would serve by marked prefixes, in bytes and in tokens', async () => {
    const marked = (value: string, isMarked: boolean): JsonObject => ({
      role: 'user',
      content: [{ type: 'text', text: value.repeat(100), ...(isMarked ? CACHE : {}) }],
    });
    const system = [{ type: 'text', text: 'S'.repeat(1000), ...CACHE }];
    await withServer({ script: script(HELLO, HELLO) }, async (server) => {
      await post(server, body({ system, messages: [marked('a', true)] }));
      await post(server, body({ system, messages: [marked('a', false), marked('b', true)] }));
      await post(server, body({ system, messages: [marked('c', true)] }));
      const last = await post(server, body({ messages: [marked('a', true)] }));
      const [first, second, third, fourth] = server.requests.map((one) => one.cache!);
      expect(first).toMatchObject({ servedBytes: 0, writtenBytes: first!.promptBytes });
      expect(second!.servedBytes).toBe(first!.promptBytes);
      expect(third!.servedBytes).toBeGreaterThan(1000);
      expect(third!.servedBytes).toBeLessThan(first!.promptBytes);
      expect(fourth!.servedBytes).toBe(0);
      expect(JSON.parse(last.answer).usage).toMatchObject({
        cache_read_input_tokens: 0,
        cache_creation_input_tokens: Math.ceil(fourth!.promptBytes / 4),
        input_tokens: 0,
      });
    });
  });

  it('keeps no bodies if the option says so', async () => {
    await withServer({ script: script(HELLO), keepBodies: false }, async (server) => {
      await post(server, body());
      expect(server.requests[0]).toMatchObject({ body: undefined, status: 200, method: 'POST' });
      expect(server.requests[0]!.bytes).toBe(JSON.stringify(body()).length);
    });
  });
});
