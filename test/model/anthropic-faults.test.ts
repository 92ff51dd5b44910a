import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { CountersignError, isJsonObject, type Json } from '../../src/common/index.ts';
import type { SseEvent } from '../../src/testing/index.ts';
import type { Fault } from '../testing/model-server/faults.ts';
import { named } from '../../src/testing/model-server/api.ts';
import type { Message } from '../../src/model/index.ts';
import { MAX_ATTEMPTS, MAX_TOTAL_WAIT_MS } from '../../src/model/failures/retry.ts';
import { CALL, HELLO, request, script, user, withServer } from './harness.ts';

const apiError = (type: string, message: string): Json => ({
  type: 'error',
  error: { type, message },
});
const always = (fault: Fault) => () => fault;
const firstTime =
  (...faults: Fault[]) =>
  ({ index }: { index: number }) =>
    faults[index];

async function errorOf(promise: Promise<unknown>): Promise<CountersignError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CountersignError);
  if (error instanceof CountersignError) return error;
  throw new Error('not an error of the project');
}

const withoutEnd = (events: readonly SseEvent[]) =>
  events.filter((event) => event.event !== 'message_delta');
const reversed = (events: readonly SseEvent[]) => [...events].reverse();
const doubled = (events: readonly SseEvent[]) => [...events.slice(0, 5), ...events];
const unchanged = (events: readonly SseEvent[]) => events;
const cutInInput = (events: readonly SseEvent[]) => {
  const place = events.findIndex((event) => JSON.stringify(event.data).includes('path'));
  return [...events.slice(0, place + 1), ...events.slice(-2)];
};
const unclosed = (events: readonly SseEvent[]) => {
  const place = events.findLastIndex((event) => event.event === 'content_block_stop');
  return events.filter((_event, index) => index !== place);
};
const diskFull = () => Promise.reject(new Error('disk full'));
const editInput =
  (change: (json: string, index: number) => string) => (events: readonly SseEvent[]) => {
    let index = -1;
    return events.map((event): SseEvent => {
      if (!isJsonObject(event.data)) return event;
      const { delta, ...rest } = event.data;
      const piece = isJsonObject(delta) ? delta['partial_json'] : undefined;
      if (typeof piece !== 'string') return event;
      index += 1;
      const changed = { type: 'input_json_delta', partial_json: change(piece, index) };
      return { event: event.event, data: { ...rest, delta: changed } };
    });
  };

describe('an answer that another attempt may fix', () => {
  it.each([408, 409, 424, 429, 498, 500, 502, 503, 504, 529])(
    '%i is tried again',
    async (status) => {
      const fault: Fault = { kind: 'status', status, body: apiError('some_error', 'Not now') };
      await withServer(
        { script: script(HELLO), faults: firstTime(fault, fault) },
        async ({ ask, retries, clock }) => {
          expect((await ask()).content).toEqual(HELLO.blocks);
          expect(retries).toEqual([
            { attempt: 1, because: `${status} some_error: Not now`, delayMs: 1000 },
            { attempt: 2, because: `${status} some_error: Not now`, delayMs: 2000 },
          ]);
          expect(clock.slept).toEqual([1000, 2000]);
        },
      );
    },
  );

  it.each([
    [{ 'retry-after-ms': '1234', 'retry-after': '9' }, 1234],
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Mon, 04 May 2026 12:00:30 GMT' }, 30_000],
    // No wait at all would use up every attempt within moments.
    [{ 'retry-after': 'Mon, 04 May 2026 11:00:00 GMT' }, 1000],
    [{ 'retry-after': '0' }, 1000],
    [{ 'retry-after-ms': '0', 'retry-after': '9' }, 9000],
    [{ 'retry-after': 'soon' }, 1000],
    [{ 'retry-after': '-5' }, 1000],
    [{ 'retry-after': '9'.repeat(400) }, 1000],
    [{ 'retry-after': '9'.repeat(308) }, 1000],
    [{ 'retry-after-ms': '9'.repeat(400) }, 1000],
  ] as [Record<string, string>, number][])(
    'the wait is what %j asks for',
    async (headers, delayMs) => {
      const fault: Fault = {
        kind: 'status',
        status: 429,
        body: apiError('rate_limit_error', 'Slow'),
        headers,
      };
      await withServer(
        { script: script(HELLO), faults: firstTime(fault) },
        async ({ ask, retries }) => {
          await ask();
          expect(retries.map((retry) => retry.delayMs)).toEqual([delayMs]);
        },
      );
    },
  );

  it('ends after a bounded number of attempts, and says so', async () => {
    const faults = always({
      kind: 'status',
      status: 529,
      body: {
        type: 'error',
        error: { details: null, type: 'overloaded_error', message: 'Overloaded' },
      },
    });
    await withServer({ script: script(HELLO), faults }, async ({ ask, server, clock }) => {
      const error = await errorOf(ask());
      expect(error.code).toBe('model-unavailable');
      expect(error.message).toContain('529 overloaded_error: Overloaded');
      expect(server.requests).toHaveLength(MAX_ATTEMPTS);
      expect(clock.slept).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000]);
    });
  });

  it('is not waited for longer than the limit', async () => {
    const faults = always({
      kind: 'status',
      status: 429,
      body: apiError('rate_limit_error', 'Slow'),
      headers: { 'retry-after': '3600' },
    });
    await withServer({ script: script(HELLO), faults }, async ({ ask, server, clock }) => {
      const error = await errorOf(ask());
      expect(error.message).toContain(
        `3600 s, and the limit for all waits is ${MAX_TOTAL_WAIT_MS / 1000} s`,
      );
      expect(server.requests).toHaveLength(1);
      expect(clock.slept).toEqual([]);
    });
  });

  it('x-should-retry says otherwise', async () => {
    const no: Fault = {
      kind: 'status',
      status: 500,
      body: apiError('api_error', 'Broken'),
      headers: { 'x-should-retry': 'false' },
    };
    await withServer({ script: script(HELLO), faults: always(no) }, async ({ ask, server }) => {
      expect((await errorOf(ask())).code).toBe('model-unavailable');
      expect(server.requests).toHaveLength(1);
    });
    const yes: Fault = {
      kind: 'status',
      status: 400,
      body: apiError('invalid_request_error', 'Odd'),
      headers: { 'x-should-retry': 'true' },
    };
    await withServer(
      { script: script(HELLO), faults: firstTime(yes) },
      async ({ ask, retries }) => {
        await ask();
        expect(retries).toHaveLength(1);
      },
    );
  });

  it('may be a connection that breaks, before or within the stream', async () => {
    const faults = firstTime({ kind: 'reset' }, { kind: 'cut', after: 4, how: 'reset' });
    await withServer({ script: script(HELLO), faults }, async ({ ask, retries }) => {
      expect((await ask()).content).toEqual(HELLO.blocks);
      expect(retries.map((retry) => retry.because.split(':')[0])).toEqual([
        'no answer',
        'the stream broke',
      ]);
    });
  });

  it('may be a server that is not there', async () => {
    await withServer({}, async ({ server, ask }) => {
      await server.close();
      const error = await errorOf(ask());
      expect(error.code).toBe('model-unreachable');
      expect(error.message).toContain('ECONNREFUSED');
    });
  });

  it('is not made when the record of it fails', async () => {
    const faults = always({ kind: 'status', status: 500, body: '' });
    await withServer({ script: script(HELLO), faults }, async ({ ask, server }) => {
      await expect(ask(request(), { onRetry: diskFull })).rejects.toThrow('disk full');
      expect(server.requests).toHaveLength(1);
    });
  });
});

describe('a stream that goes wrong', () => {
  it.each([0, 1, 4])(
    'an error event after %i events is tried again, and nothing of it is kept',
    async (after) => {
      const fault: Fault = {
        kind: 'error-event',
        after,
        type: 'overloaded_error',
        message: 'Overloaded',
      };
      await withServer(
        { script: script(CALL), faults: firstTime(fault) },
        async ({ ask, retries }) => {
          expect((await ask()).content).toHaveLength(2);
          expect(retries[0]!.because).toBe('overloaded_error: Overloaded');
        },
      );
    },
  );

  it('an error event that stays is not tried again', async () => {
    const fault: Fault = {
      kind: 'error-event',
      after: 3,
      type: 'authentication_error',
      message: 'revoked',
    };
    await withServer({ script: script(CALL), faults: always(fault) }, async ({ ask, server }) => {
      expect((await errorOf(ask())).code).toBe('model-auth');
      expect(server.requests).toHaveLength(1);
    });
  });

  it('a stream cut anywhere before its stop reason is never a reply', async () => {
    const events = 3 + 3 + 6;
    for (let after = 0; after < events; after += 1) {
      const faults = firstTime({ kind: 'cut', after });
      await withServer(
        { script: script(CALL, HELLO), faults, deltaChars: 1000 },
        async ({ ask, retries, server }) => {
          const reply = await ask();
          expect(reply.content).toHaveLength(2);
          expect(retries.map((retry) => retry.because)).toEqual(
            server.requests.length === 1 ? [] : ['the stream ended before message_stop'],
          );
        },
      );
    }
  });

  it('a stream cut at any byte gives the whole reply or none', async () => {
    let body = '';
    await withServer({ script: script(CALL) }, async ({ server }) => {
      const headers = { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' };
      const asked = {
        model: 'm',
        max_tokens: 9,
        stream: true,
        messages: [{ role: 'user', content: 'Hi' }],
      };
      const sent = { method: 'POST', headers, body: JSON.stringify(asked) };
      body = await (await fetch(`${server.url}/v1/messages`, sent)).text();
    });
    const end = body.indexOf('{"type":"message_stop"}');
    let length = 0;
    const faults = ({ index }: { index: number }): Fault => {
      const text = index === 0 ? body.slice(0, length) : body;
      return { kind: 'raw', contentType: 'text/event-stream', body: text };
    };
    for (length = 0; length <= body.length; length += 37) {
      await withServer({ faults }, async ({ ask, retries }) => {
        expect((await ask()).content).toMatchObject(CALL.blocks);
        if (length < end) expect(retries).toHaveLength(1);
      });
    }
  });

  it("a stream cut within a tool's input never gives that tool", async () => {
    await withServer(
      { script: script(CALL), faults: always({ kind: 'cut', after: 'in-tool-use' }) },
      async ({ ask, server }) => {
        expect((await errorOf(ask())).code).toBe('model-unavailable');
        expect(server.requests).toHaveLength(MAX_ATTEMPTS);
      },
    );
  });

  it('a silent stream is given up and tried again', async () => {
    const faults = firstTime({ kind: 'stall', after: 4 });
    await withServer(
      { script: script(HELLO), faults },
      async ({ ask, retries }) => {
        expect((await ask()).content).toEqual(HELLO.blocks);
        expect(retries[0]!.because).toBe('the stream was silent for 0.2 s');
      },
      { stallTimeoutMs: 200 },
    );
  });

  it('a stream that stays open after message_stop is a reply all the same', async () => {
    await withServer(
      { script: script(HELLO), faults: always({ kind: 'stall', after: 1000 }) },
      async ({ ask, retries }) => {
        expect((await ask()).content).toEqual(HELLO.blocks);
        expect(retries).toEqual([]);
      },
    );
  });

  it('pings, unknown events and unknown deltas are passed over', async () => {
    await withServer(
      { script: script(CALL), faults: always({ kind: 'edit', edit: withNoise }) },
      async ({ ask, retries }) => {
        expect((await ask()).content).toMatchObject(CALL.blocks);
        expect(retries).toEqual([]);
      },
    );
  });

  it('a stop reason of null at the end counts as cut', async () => {
    await withServer(
      { script: script(HELLO), faults: firstTime({ kind: 'edit', edit: withoutEnd }) },
      async ({ ask, retries }) => {
        await ask();
        expect(retries[0]!.because).toContain('without a stop reason');
      },
    );
  });

  it('an event that is not JSON, or out of order, counts as broken', async () => {
    await withServer(
      {
        script: script(HELLO),
        faults: firstTime(
          { kind: 'edit', edit: reversed },
          { kind: 'edit', edit: doubled },
          {
            kind: 'raw',
            contentType: 'text/event-stream',
            body: 'event: message_start\ndata: {"type":\n\n',
          },
        ),
      },
      async ({ ask, retries }) => {
        await ask();
        expect(retries.map((retry) => retry.because.startsWith('the stream is broken'))).toEqual([
          true,
          true,
          true,
        ]);
      },
    );
  });

  it('two calls with one id get ids by which their results can be distinguished', async () => {
    const use = { type: 'tool_use', name: 'fs_read', input: {}, id: 'a' };
    await withServer({ script: script({ blocks: [use, use] }) }, async ({ ask, retries }) => {
      const { content } = await ask();
      expect(content).toMatchObject([{ id: 'a' }, { id: expect.stringMatching(/^own\w{6}$/) }]);
      expect(retries).toEqual([]);
    });
  });

  it('events without names are read by their data', async () => {
    const stream = [
      {
        type: 'message_start',
        message: { id: 'msg_1', model: 'm', usage: { input_tokens: 17, output_tokens: 1 } },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } },
      { type: 'message_stop' },
    ];
    const body = stream.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join('');
    await withServer(
      { faults: always({ kind: 'raw', contentType: 'text/event-stream', body }) },
      async ({ ask }) => {
        expect(await ask()).toMatchObject({
          content: [{ type: 'text', text: 'Hello' }],
          usage: { inputTokens: 17, outputTokens: 5 },
        });
      },
    );
  });
});

describe('figures of usage', () => {
  it('that a gateway repeats as 0 stay as they were reported', async () => {
    const body = [
      '{"type":"message_start","message":{"id":"m","model":"m","usage":{"input_tokens":1200,"cache_read_input_tokens":900,"output_tokens":1}}}',
      '{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"input_tokens":0,"cache_read_input_tokens":0,"output_tokens":5}}',
      '{"type":"message_stop"}',
    ];
    const stream = body.map((data) => `data: ${data}\n\n`).join('');
    await withServer(
      { faults: always({ kind: 'raw', contentType: 'text/event-stream', body: stream }) },
      async ({ ask }) => {
        const { usage, isEstimate } = await ask();
        expect([usage.inputTokens, usage.cacheReadInputTokens, usage.outputTokens]).toEqual([
          1200, 900, 5,
        ]);
        expect(isEstimate).toBeUndefined();
      },
    );
  });

  it('that are no numbers of tokens are passed over', async () => {
    const figures = '{"input_tokens":1e999,"output_tokens":-1,"cache_read_input_tokens":"7"}';
    const body = [
      `{"type":"message_start","message":{"id":"m","model":"m","usage":${figures}}}`,
      '{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":5}}',
      '{"type":"message_stop"}',
    ];
    const stream = body.map((data) => `data: ${data}\n\n`).join('');
    await withServer(
      { faults: always({ kind: 'raw', contentType: 'Text/Event-Stream', body: stream }) },
      async ({ ask }) => {
        const { usage, isEstimate } = await ask();
        expect(usage).toMatchObject({ outputTokens: 5, cacheReadInputTokens: 0 });
        expect(usage.inputTokens).toBeGreaterThan(0);
        expect(isEstimate).toBe(true);
      },
    );
  });
});

describe('the input of a tool call', () => {
  it('is {} where the model wrote nothing', async () => {
    await withServer(
      { script: script({ blocks: [{ type: 'tool_use', name: 'finish', input: {} }] }) },
      async ({ ask }) => {
        expect((await ask()).content).toMatchObject([
          { type: 'tool_use', name: 'finish', input: {} },
        ]);
      },
    );
  });

  it('is the text itself where that is not JSON', async () => {
    const edit = editInput((json, index) => (index === 1 ? json.replace('"', "'") : json));
    await withServer(
      { script: script(CALL), deltaChars: 1000, faults: always({ kind: 'edit', edit }) },
      async ({ ask, retries }) => {
        const [, call] = (await ask()).content;
        const input: unknown = expect.stringMatching(/^\{'path":/);
        expect(call).toMatchObject({ type: 'tool_use', name: 'fs_read', input });
        expect(retries).toEqual([]);
      },
    );
  });

  it.each([
    ['keys that are not text', '{"\\ud800":1}', { '\ufffd': 1 }],
    [
      'lists in lists without end',
      `{"deep":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      '[nested too deeply]',
    ],
  ])('can be written and sent back with %s', async (_what, odd, input) => {
    const edit = editInput((_, index) => (index === 0 ? odd : ''));
    await withServer(
      { script: script(CALL, HELLO), faults: firstTime({ kind: 'edit', edit }) },
      async ({ ask }) => {
        const { content } = await ask();
        const [, call] = content;
        expect(call).toMatchObject({ input });
        if (call?.type !== 'tool_use') throw new Error('no call');
        const answer: Message = {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: call.id, content: 'No.' }],
        };
        await ask(request([user('Hi'), { role: 'assistant', content }, answer]));
      },
    );
  });

  it.each(['fs.read', 'functions.bash run', 'é'.repeat(200), ' '])(
    'can be sent back though no tool can have its name: %s',
    async (name) => {
      const call = { type: 'tool_use', name, input: {} };
      await withServer({ script: script({ blocks: [call] }, HELLO) }, async ({ ask }) => {
        const { content } = await ask();
        expect(content).toMatchObject([{ name }]);
        const id = content[0]?.type === 'tool_use' ? content[0].id : '';
        const answer: Message = {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: id, content: 'No.', is_error: true }],
        };
        const next = await ask(request([user('Hi'), { role: 'assistant', content }, answer]));
        expect(next.content).toMatchObject([{ type: 'text' }]);
      });
    },
  );

  it.each(['max_tokens', 'model_context_window_exceeded'])(
    'is not run when it was cut by %s',
    async (stopReason) => {
      const closedButHalf = editInput((json, index) => (index > 1 ? '' : json));
      const closedButEmpty = editInput(() => '');
      for (const edit of [cutInInput, closedButHalf, closedButEmpty, unchanged]) {
        await withServer(
          { script: script({ ...CALL, stopReason }), faults: always({ kind: 'edit', edit }) },
          async ({ ask, retries }) => {
            expect(await ask()).toMatchObject({
              content: [{ type: 'text', text: 'I look.' }],
              stopReason,
            });
            expect(retries).toEqual([]);
          },
        );
      }
    },
  );

  it('of an earlier call stays when a later one was cut', async () => {
    const first = { type: 'tool_use', name: 'fs_read', input: { path: 'a' } };
    const turn = { blocks: [first, { ...first, input: { path: 'b' } }], stopReason: 'max_tokens' };
    await withServer({ script: script(turn) }, async ({ ask }) => {
      expect((await ask()).content).toMatchObject([first]);
    });
  });

  it('is not run when its block was never closed, whatever the stop reason', async () => {
    await withServer(
      { script: script(CALL), faults: always({ kind: 'edit', edit: unclosed }) },
      async ({ ask }) => {
        expect((await ask()).content).toEqual([{ type: 'text', text: 'I look.' }]);
      },
    );
  });
});

describe('an answer that stays', () => {
  const cases: [string, number, Json, string, RegExp][] = [
    [
      'a wrong key',
      401,
      apiError('authentication_error', 'invalid x-api-key sk-ant-test-key-0000'),
      'model-auth',
      /anthropic-api-key.*is not accepted/,
    ],
    [
      'a key without permission',
      403,
      apiError('permission_error', 'Your API key does not have permission'),
      'model-auth',
      /may not use claude-sonnet-5-5/,
    ],
    [
      'a model that does not exist',
      404,
      apiError('not_found_error', 'model: claude-sonnet-5-5'),
      'model-unknown',
      /The model claude-sonnet-5-5 does not exist/,
    ],
    [
      'an address without the API',
      404,
      '<html><body>Not here</body></html>',
      'model-unreachable',
      /does not answer as the Messages API does.*HTML page/,
    ],
    [
      'no credit',
      400,
      apiError(
        'invalid_request_error',
        'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
      ),
      'model-billing',
      /cannot pay/,
    ],
    ['a billing error', 402, apiError('billing_error', 'Pay'), 'model-billing', /cannot pay/],
    [
      'a prompt too long',
      400,
      apiError('invalid_request_error', 'prompt is too long: 205351 tokens > 200000 maximum'),
      'model-context',
      /205351 tokens/,
    ],
    [
      'input and output together too long',
      400,
      apiError(
        'invalid_request_error',
        'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000',
      ),
      'model-context',
      /190000/,
    ],
    [
      'a request too large',
      413,
      { error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } },
      'model-context',
      /413 request_too_large/,
    ],
    [
      'anything else',
      400,
      apiError('invalid_request_error', 'max_tokens: too large'),
      'model-refused-request',
      /max_tokens: too large/,
    ],
    ['a proxy that refuses', 400, '<html>Bad gateway config</html>', 'model-unreachable', /base/],
  ];
  it.each(cases)('%s is reported in words, once', async (_name, status, body, code, words) => {
    await withServer(
      { faults: always({ kind: 'status', status, body }) },
      async ({ ask, server, retries }) => {
        const error = await errorOf(ask());
        expect(error.code).toBe(code);
        expect(`${error.message} ${error.fix ?? ''}`).toMatch(words);
        expect(`${error.message} ${error.fix ?? ''}`).not.toContain('sk-ant-test-key-0000');
        expect(server.requests).toHaveLength(1);
        expect(retries).toEqual([]);
      },
    );
  });

  it('is an HTML page with status 200', async () => {
    await withServer(
      {
        faults: always({
          kind: 'raw',
          contentType: 'text/html',
          body: '<!doctype html><p>Sign in</p>',
        }),
      },
      async ({ ask, server }) => {
        const error = await errorOf(ask());
        expect(error.code).toBe('model-unreachable');
        expect(error.fix).toContain('anthropic-base-url');
        expect(server.requests).toHaveLength(1);
      },
    );
  });

  it('is JSON with status 200, or a page without an end', async () => {
    const faults = always({
      kind: 'raw',
      contentType: 'application/json',
      body: '{"error":"no such tenant"}',
    });
    await withServer({ faults }, async ({ ask }) => {
      expect((await errorOf(ask())).message).toContain('no such tenant');
    });
    const endless = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<html><p>Loading');
    });
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
    const address = endless.address();
    const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    try {
      await withServer(
        {},
        async ({ ask }) => {
          expect((await errorOf(ask())).code).toBe('model-unreachable');
        },
        { anthropicBaseUrl: baseUrl },
      );
    } finally {
      endless.closeAllConnections();
      endless.close();
    }
  });

  it('is a redirect: the key does not go to another host', async () => {
    await withServer({ script: script(HELLO) }, async ({ server: other }) => {
      const headers = { location: `${other.url}/v1/messages` };
      for (const status of [301, 307, 308]) {
        await withServer(
          { faults: always({ kind: 'status', status, body: '', headers }) },
          async ({ ask }) => {
            const error = await errorOf(ask());
            expect(error.code).toBe('model-unreachable');
            expect(error.message).toContain('redirects requests');
          },
        );
      }
      expect(other.requests).toEqual([]);
    });
  });

  it('does not carry organisation ids, control characters or workflow commands on a line of their own', async () => {
    const org = '00000000-1111-2222-3333-444444444444';
    const message = `Limit of 30,000 tokens (org: ${org}, model: claude-opus-4-6)\n::set-output name=x::y\u0007 organization org_abcdefgh123`;
    await withServer(
      {
        script: script(HELLO),
        faults: firstTime({
          kind: 'status',
          status: 429,
          body: apiError('rate_limit_error', message),
        }),
      },
      async ({ ask, retries }) => {
        await ask();
        const { because } = retries[0]!;
        expect(because).toBe(
          '429 rate_limit_error: Limit of 30,000 tokens (model: claude-opus-4-6) ::set-output name=x::y organization [id]',
        );
      },
    );
  });
});

describe('an abort', () => {
  it("ends a request that has no answer yet, a stream and a wait with the signal's own reason", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const silentUrl = `http://127.0.0.1:${port}`;
    const reason = new CountersignError('cancelled', 'The job was cancelled.');
    try {
      await withServer(
        {},
        async ({ ask }) => {
          const controller = new AbortController();
          setTimeout(() => controller.abort(reason), 50);
          await expect(ask(request(), { signal: controller.signal })).rejects.toBe(reason);
        },
        { anthropicBaseUrl: silentUrl },
      );
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
    await withServer(
      { script: script(HELLO), faults: always({ kind: 'stall', after: 4 }) },
      async ({ ask, retries }) => {
        const controller = new AbortController();
        const onText = () => controller.abort(reason);
        await expect(ask(request(), { signal: controller.signal, onText })).rejects.toBe(reason);
        expect(retries).toEqual([]);
      },
    );
    await withServer(
      { script: script(HELLO), faults: always({ kind: 'status', status: 500, body: '' }) },
      async ({ ask }) => {
        const controller = new AbortController();
        const onRetry = () => controller.abort(reason);
        await expect(ask(request(), { signal: controller.signal, onRetry })).rejects.toBe(reason);
      },
    );
  });

  it('before the request sends nothing', async () => {
    await withServer({ script: script(HELLO) }, async ({ ask, server }) => {
      await expect(ask(request([user('x')]), { signal: AbortSignal.abort('no') })).rejects.toBe(
        'no',
      );
      expect(server.requests).toEqual([]);
    });
  });
});

/**
 * The events with pings, unknown events and unknown deltas in between, all of which a client must
 * pass over.
 */
function withNoise(events: readonly SseEvent[]): SseEvent[] {
  return events.flatMap((event) => {
    const index = isJsonObject(event.data) ? (event.data['index'] ?? 0) : 0;
    const noise = [named({ type: 'ping' }), named({ type: 'weather_report', sky: 'clear' })];
    const isInside = event.event === 'content_block_start';
    const delta = { type: 'mood_delta', mood: 'fine' };
    const odd = isInside ? [named({ type: 'content_block_delta', index, delta })] : [];
    return [event, ...noise, ...odd];
  });
}
