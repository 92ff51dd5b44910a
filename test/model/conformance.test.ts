import { describe, expect, it } from 'vitest';
import { isJsonObject, type Json } from '../../src/common/index.ts';
import {
  CLAUDE_PROVIDERS,
  createModel,
  type Model,
  type ModelReply,
  type ModelRequest,
  PROVIDERS,
} from '../../src/model/index.ts';
import { type ModelServer, startModelServer } from '../../src/testing/index.ts';
import type { Fault } from '../testing/model-server/faults.ts';
import { type FaultyServerOptions, startFaultyServer } from '../testing/model-server/server.ts';
import { answered, type Api, APIS, type Faults, OTHERS, refusedBy, withApi } from './apis.ts';
import { CALL, fastClock, HELLO, request, script, user } from './harness.ts';

const stalled: Faults = () => ({ kind: 'stall', after: 1 });

/** Each event of the stream, with its JSON rewritten. */
function rewritten(rewrite: (json: string) => string): Faults {
  return () => ({
    kind: 'edit',
    edit: (events) =>
      events.map((event) => ({ ...event, data: JSON.parse(rewrite(JSON.stringify(event.data))) })),
  });
}

const USAGE = { inputTokens: 100, outputTokens: 20, cacheReadInputTokens: 40 };
const call = (name: string, input: Json): Json => ({ type: 'tool_use', name, input });

it('is tried with every provider; the clouds of Claude have the API of Anthropic, and tests of their own', () => {
  const tried = APIS.map(({ provider }) => provider);
  expect(
    PROVIDERS.filter((name) => !CLAUDE_PROVIDERS.has(name) && !tried.includes(name)),
    'Add the API of each provider to APIS in test/model/apis.ts, and serve it in src/testing.',
  ).toEqual([]);
});

describe.each(APIS)('$provider', (api) => {
  it('gives a reply with its text, calls, stop reason and usage', async () => {
    const first = { ...CALL, usage: USAGE };
    await withApi(api, { turns: [first, HELLO] }, async ({ ask }) => {
      const reply = await ask();
      expect(reply.stopReason).toBe('tool_use');
      expect(reply.usage).toMatchObject({ ...USAGE, cacheCreationInputTokens: 0 });
      expect(reply.content).toMatchObject([
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', name: 'fs_read', input: { path: 'src/ü.ts', deep: { a: [1, 2] } } },
      ]);
      const last = await ask(answered(reply));
      expect(last).toMatchObject({ stopReason: 'end_turn', content: HELLO.blocks });
    });
  });

  it('gives several calls of one reply ids of their own, and takes all their results', async () => {
    const both = { blocks: [call('fs_read', { path: 'a' }), call('fs_read', { path: 'b' })] };
    await withApi(api, { turns: [both, { ...HELLO, expect: 'read fs_read' }] }, async ({ ask }) => {
      const reply = await ask();
      const ids = reply.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
      expect(new Set(ids).size).toBe(2);
      expect((await ask(answered(reply))).stopReason).toBe('end_turn');
    });
  });

  it('streams its text as it comes', async () => {
    await withApi(api, { turns: [HELLO] }, async ({ model }) => {
      const seen: string[] = [];
      const { signal } = new AbortController();
      await model.respond(request(), { signal, onText: (text) => void seen.push(text) });
      expect(seen.length).toBeGreaterThan(1);
      expect(seen.join('')).toBe(HELLO.blocks[0]?.text);
    });
  });

  it('leaves out the last call of a reply that a limit truncated', async () => {
    const blocks = [
      { type: 'text', text: 'I write.' },
      call('fs_read', { path: 'a' }),
      call('fs_write', { path: 'b' }),
    ];
    await withApi(api, { turns: [{ blocks, stopReason: 'max_tokens' }] }, async ({ ask }) => {
      const reply = await ask();
      expect(reply.stopReason).toBe('max_tokens');
      expect(JSON.stringify(reply.content)).not.toContain('fs_write');
      expect(JSON.stringify(reply.content)).toContain('fs_read');
    });
  });

  it('says that a reply was refused', async () => {
    const turn = { blocks: [{ type: 'text', text: 'No.' }], stopReason: 'refusal' };
    await withApi(api, { turns: [turn] }, async ({ ask }) => {
      expect((await ask()).stopReason).toBe('refusal');
    });
  });

  it.each([1, 2])(
    'asks again when the stream ends after %i events, and never returns the part',
    async (after) => {
      const faults: Faults = (index) => (index < 2 ? { kind: 'cut', after } : undefined);
      await withApi(api, { turns: [CALL], faults }, async ({ ask, retries }) => {
        expect((await ask()).content).toHaveLength(2);
        expect(retries).toHaveLength(2);
      });
    },
  );

  it.each(['reset', 'stall'] as const)('asks again after a %s in the stream', async (kind) => {
    const fault: Fault =
      kind === 'stall' ? { kind, after: 2 } : { kind: 'cut', after: 2, how: 'reset' };
    const faults: Faults = (index) => (index === 0 ? fault : undefined);
    await withApi(api, { turns: [CALL], faults }, async ({ ask, retries }) => {
      expect((await ask()).content).toHaveLength(2);
      expect(retries).toHaveLength(1);
    });
  });

  it.each([408, 429, 500, 502, 503])('asks again after status %i', async (status) => {
    const body = { error: { message: 'Later.', type: 'x' } };
    const faults: Faults = (index) => (index === 0 ? { kind: 'status', status, body } : undefined);
    await withApi(api, { turns: [HELLO], faults }, async ({ ask, retries }) => {
      expect((await ask()).stopReason).toBe('end_turn');
      expect(retries).toEqual([expect.stringContaining(String(status))]);
    });
  });

  it('names the input of its key when the key is wrong, without showing it', async () => {
    await withApi(api, { turns: [HELLO], key: 'wrong-key-0123' }, async ({ ask }) => {
      const error = await refusedBy(ask());
      expect(error.code).toBe('model-auth');
      expect(`${error.message} ${error.fix}`).toContain(
        api.served === null ? 'anthropic-api-key' : 'api-key',
      );
      expect(`${error.message} ${error.fix}`).not.toContain('wrong-key-0123');
    });
  });

  it('does not follow a redirect with its key', async () => {
    const headers = { location: 'http://127.0.0.1:9/' };
    const faults: Faults = () => ({ kind: 'status', status: 307, headers });
    await withApi(api, { turns: [HELLO], faults }, async ({ ask }) => {
      const error = await refusedBy(ask());
      expect(error.code).toBe('model-unreachable');
      expect(error.message).toContain('redirects');
    });
  });

  it('stops at once when the run is cancelled, with the reason of the signal', async () => {
    await withApi(api, { turns: [HELLO], faults: stalled }, async ({ ask }) => {
      const stop = new AbortController();
      const asking = ask(request(), stop.signal);
      stop.abort(new Error('cancelled by a person'));
      await expect(asking).rejects.toThrow('cancelled by a person');
    });
  });

  it('sends pictures in the results of calls, each to the call that asked', async () => {
    const turns = [{ blocks: [call('fs_read', { path: 'a.png' })] }, HELLO];
    await withApi(api, { turns }, async ({ ask, bodies }) => {
      const reply = await ask();
      const asked = answered(reply);
      const last = asked.messages.at(-1);
      const [result] = last?.role === 'user' ? last.content : [];
      if (result?.type !== 'tool_result') throw new Error('no result');
      const source = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } as const;
      const content = [
        { type: 'text', text: 'A picture:' } as const,
        { type: 'image', source } as const,
      ];
      const messages = [
        ...asked.messages.slice(0, -1),
        { role: 'user', content: [{ ...result, content }] } as const,
      ];
      expect((await ask({ ...asked, messages })).stopReason).toBe('end_turn');
      expect(JSON.stringify(bodies().at(-1))).toContain('iVBORw0KGgo=');
    });
  });
});

describe.each(OTHERS)('the conversation of $provider', (api) => {
  it('has valid names for tools of servers whose names are longer than the API allows', async () => {
    const name = `mcp__${'server'.repeat(8)}__${'tool'.repeat(8)}`;
    const asked: ModelRequest = {
      ...request(),
      tools: [{ name, description: 'Long.', input_schema: { type: 'object', properties: {} } }],
    };
    const sent = await sentToolName(api, asked);
    expect(sent.length).toBeLessThanOrEqual(64);
    await withApi(api, { turns: [{ blocks: [call(sent, {})] }] }, async ({ ask }) => {
      expect((await ask(asked)).content).toMatchObject([{ type: 'tool_use', name }]);
    });
  });

  it('leaves out what another API keeps between turns', async () => {
    const asked = request([
      user('Hi'),
      {
        role: 'assistant',
        content: [
          { type: 'opaque', block: { type: 'thinking', thinking: 'Hm.', signature: 'secret-sig' } },
          { type: 'text', text: 'Hello.' },
        ],
      },
      user('And?'),
    ]);
    await withApi(api, { turns: [HELLO, HELLO] }, async ({ ask, bodies }) => {
      await ask(asked);
      expect(JSON.stringify(bodies()[0])).not.toContain('secret-sig');
    });
  });

  it('passes text that is not JSON on as a text, so that the call is refused by its form', async () => {
    if (api.served === 'gemini') return;
    const faults = rewritten((json) => json.replaceAll('\\"path\\"', '\\"path'));
    const turns = [{ blocks: [call('fs_read', { path: 'a' })] }];
    await withApi(api, { turns, faults }, async ({ ask }) => {
      const [block] = (await ask()).content;
      expect(block).toMatchObject({ type: 'tool_use', input: expect.any(String) });
    });
  });
});

async function sentToolName(api: Api, asked: ModelRequest): Promise<string> {
  let found = '';
  await withApi(api, { turns: [HELLO] }, async ({ ask, bodies }) => {
    await ask(asked);
    found = /mcp__\w+/.exec(JSON.stringify(bodies()[0]))?.[0] ?? '';
  });
  return found;
}

const KEPT = {
  openai: { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'kept-abc' },
  'openai-compatible': { type: 'chat_reasoning', reasoning_content: 'kept-abc' },
  gemini: { type: 'gemini_signature', fields: { thoughtSignature: 'kept-abc' } },
} as const;

describe('reasoning that a provider needs back', () => {
  it.each([
    ['gemini-3-pro', 'skip_thought_signature_validator'],
    ['gemini-2.5-pro', null],
  ])('is said to be missing to %s, for a call of another model', async (model, signature) => {
    const server = await startModelServer({ api: 'gemini', script: script(CALL, HELLO) });
    try {
      const options = {
        provider: 'gemini',
        model,
        apiKey: 'test-key',
        baseUrl: server.url,
      } as const;
      const gemini = await createModel({ ...options, cwd: '/', clock: fastClock() });
      await respond(gemini, answered(await respond(gemini)));
      const sent = JSON.stringify(server.requests[1]?.body);
      expect(sent.includes(`"thoughtSignature":"${signature}"`)).toBe(signature !== null);
    } finally {
      await server.close();
    }
  });

  it.each(['openai', 'openai-compatible', 'gemini'] as const)(
    'goes back to %s',
    async (provider) => {
      const api = APIS.find((known) => known.provider === provider);
      if (api === undefined) throw new Error('unknown');
      const blocks = [{ type: 'opaque', block: KEPT[provider] }, call('fs_read', { path: 'a' })];
      await withApi(api, { turns: [{ blocks }, HELLO] }, async ({ ask, bodies }) => {
        const reply = await ask();
        await ask(answered(reply));
        expect(JSON.stringify(bodies()[0])).not.toContain('kept-abc');
        expect(JSON.stringify(bodies()[1])).toContain('kept-abc');
      });
    },
  );
});

/** What the body of a request holds under a key, anywhere. */
function valueUnder(body: Json, key: string): Json | undefined {
  return isJsonObject(body) ? body[key] : undefined;
}

async function withChat(
  options: Pick<FaultyServerOptions, 'apiKey'> &
    Partial<Pick<FaultyServerOptions, 'faults'>> & { readonly turns: readonly Json[] },
  use: (model: Model, server: ModelServer) => Promise<void>,
): Promise<void> {
  const server = await startFaultyServer({
    faults: () => undefined,
    ...options,
    api: 'chat',
    script: script(...options.turns),
  });
  try {
    const model = await createModel({
      provider: 'openai-compatible',
      model: 'local',
      baseUrl: `${server.url}/v1`,
      cwd: '/',
      clock: fastClock(),
      random: () => 0,
      ...(options.apiKey === null ? {} : { apiKey: 'test-key' }),
    });
    await use(model, server);
  } finally {
    await server.close();
  }
}

const respond = async (model: Model, asked = request()): Promise<ModelReply> =>
  model.respond(asked, { signal: new AbortController().signal });

const noPictures = (_index: number, body: Json): Fault | undefined =>
  JSON.stringify(body).includes('image_url')
    ? {
        kind: 'status',
        status: 400,
        body: { error: 'image_url is not supported by this model' },
      }
    : undefined;

const failsInStream = (index: number): Fault | undefined =>
  index > 0
    ? undefined
    : {
        kind: 'edit',
        edit: (events) => [
          ...events.slice(0, 2),
          { event: '', data: { error: { code: 502, message: 'Provider returned error' } } },
        ],
      };

describe('a server like OpenAI', () => {
  it('needs no key if it asks for none, and gets no header for one', async () => {
    await withChat({ apiKey: null, turns: [HELLO] }, async (model, server) => {
      await respond(model);
      expect(server.requests[0]?.headers.authorization).toBeUndefined();
    });
  });

  it.each([
    ['stream_options', 'Unrecognized request argument supplied: stream_options', 'stream_options'],
    [
      'max_tokens',
      "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
      'max_tokens',
    ],
  ])('that does not know %s is asked without it from then on', async (_name, message, key) => {
    const faults = (_index: number, body: Json): Fault | undefined =>
      valueUnder(body, key) === undefined
        ? undefined
        : {
            kind: 'status',
            status: 400,
            body: { error: { message, type: 'invalid_request_error' } },
          };
    await withChat({ faults, turns: [HELLO] }, async (model, server) => {
      await respond(model);
      await respond(model);
      expect(server.requests.map(({ status }) => status)).toEqual([400, 200, 200]);
    });
  });

  it('that takes no pictures gets a word in their place', async () => {
    await withChat({ faults: noPictures, turns: [HELLO] }, async (model, server) => {
      const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' } as const;
      const asked = request([{ role: 'user', content: [{ type: 'image', source }] }]);
      expect((await respond(model, asked)).stopReason).toBe('end_turn');
      expect(JSON.stringify(server.requests[1]?.body)).toContain('does not take');
    });
  });

  it.each([
    ['the last call has no id', ''],
    ['every call has the same id', 'call_1'],
  ])('is understood when %s', async (_name, id) => {
    const faults = rewritten((json) => json.replaceAll(/"id":"toolu_[^"]*"/g, `"id":"${id}"`));
    const blocks = [call('fs_read', { path: 'a' }), call('fs_read', { path: 'b' })];
    await withChat({ faults, turns: [{ blocks }] }, async (model) => {
      const reply = await respond(model);
      const calls = reply.content.flatMap((block) => (block.type === 'tool_use' ? [block] : []));
      expect(calls.map(({ input }) => input)).toEqual([{ path: 'a' }, { path: 'b' }]);
      expect(new Set(calls.map((block) => block.id)).size).toBe(2);
    });
  });

  it('that sends all calls under index 0 is understood by their ids', async () => {
    const faults = rewritten((json) => json.replaceAll('{"index":1,', '{"index":0,'));
    const blocks = [call('fs_read', { path: 'a' }), call('fs_glob', { pattern: 'b' })];
    await withChat({ faults, turns: [{ blocks }] }, async (model) => {
      expect((await respond(model)).content).toMatchObject([
        { name: 'fs_read', input: { path: 'a' } },
        { name: 'fs_glob', input: { pattern: 'b' } },
      ]);
    });
  });

  it('that has no money left for the account is not asked again', async () => {
    const error = {
      message: 'You exceeded your current quota',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    };
    const faults = (): Fault => ({ kind: 'status', status: 429, body: { error } });
    await withChat({ faults, turns: [HELLO] }, async (model, server) => {
      expect((await refusedBy(respond(model))).code).toBe('model-billing');
      expect(server.requests).toHaveLength(1);
    });
  });

  it('of Google that takes no pictures gets a word in their place', async () => {
    const error = {
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: 'Image input modality is not enabled for models/gemma-3-1b-it',
    };
    let requests = 0;
    const faults: Faults = () => {
      requests += 1;
      return requests === 1 ? { kind: 'status', status: 400, body: { error } } : undefined;
    };
    const api = APIS.find(({ served }) => served === 'gemini');
    if (api === undefined) throw new Error('unknown');
    await withApi(api, { turns: [HELLO], faults }, async ({ ask, bodies }) => {
      const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' } as const;
      await ask(request([{ role: 'user', content: [{ type: 'image', source }] }]));
      expect(JSON.stringify(bodies()[1])).toContain('does not take');
    });
  });

  it('that finds the conversation too long says so as the others do', async () => {
    const message = "This model's maximum context length is 128000 tokens.";
    const error = { message, type: 'invalid_request_error', code: 'context_length_exceeded' };
    const faults = (): Fault => ({ kind: 'status', status: 400, body: { error } });
    await withChat({ faults, turns: [HELLO] }, async (model) => {
      expect((await refusedBy(respond(model))).code).toBe('model-context');
    });
  });

  it('that reports no usage has its output estimated by what the model wrote', async () => {
    const faults = rewritten((json) =>
      json.replace(/"usage":\{[^{}]*(\{[^{}]*\})?\}/, '"usage":null'),
    );
    await withChat({ faults, turns: [HELLO] }, async (model) => {
      const { usage, isEstimate } = await respond(model);
      expect(isEstimate).toBe(true);
      expect(usage.outputTokens).toBeGreaterThan(5);
      expect(usage.outputTokens).toBeLessThan(20);
    });
  });

  it('that fails in the middle of a stream is asked again', async () => {
    await withChat({ faults: failsInStream, turns: [HELLO] }, async (model, server) => {
      expect((await respond(model)).stopReason).toBe('end_turn');
      expect(server.requests).toHaveLength(2);
    });
  });
});
