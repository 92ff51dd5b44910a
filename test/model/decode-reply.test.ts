import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/common/index.ts';
import type { ProviderName } from '../../src/model/providers/provider.ts';
import { chunk, refuses, sse, withOdd } from './odd-server.ts';

const STREAMING = ['anthropic', 'openai', 'openai-compatible', 'gemini'] as const;

/** The errors of requests whose answer is always the same, and how often they were sent. */
async function refusal(provider: ProviderName, answer: string, status?: number) {
  let message = '';
  let requests = 0;
  await withOdd(
    provider,
    () =>
      status === undefined ? answer : { ...refuses(answer, status), body: { detail: answer } },
    async ({ ask, bodies }) => {
      message = await ask().then(
        () => 'a reply',
        (error: unknown) => String(error),
      );
      requests = bodies.length;
    },
  );
  return { message, requests };
}

describe.each(STREAMING)(
  'a stream of %s that ends after an event that the API does not have',
  (provider) => {
    test.each<[string, Json]>([
      ['vLLM', { object: 'error', message: 'The engine is gone', type: 'X', code: 500 }],
      ['FastAPI', { detail: 'The engine is gone' }],
      ['Databricks', { error_code: 'INTERNAL', message: 'The engine is gone' }],
      ['GraphQL', { errors: [{ message: 'The engine is gone' }] }],
    ])(
      'failed for the reason that the event names, as %s writes it, and is asked again',
      async (_, event) => {
        const { message, requests } = await refusal(provider, sse(event));
        expect(message).toContain('The engine is gone');
        expect(requests).toBe(8);
      },
    );

    test('is too long a conversation if the event says so, and asked once', async () => {
      const { message, requests } = await refusal(provider, sse({ message: 'prompt is too long' }));
      expect(message).toContain('does not fit into odd-model');
      expect(requests).toBe(1);
    });

    test('shows the event if it names no reason', async () => {
      const { message } = await refusal(provider, sse({ hello: 'world' }));
      expect(message).toContain('and its last event was {"hello":"world"}');
    });
  },
);

test('an unknown event in a reply that is complete changes nothing', async () => {
  const odd = { message: 'a note', detail: 'of a gateway' };
  const answer = sse(odd, chunk({ content: 'Hello' }), odd, chunk({}, 'stop'), odd);
  await withOdd(
    'openai-compatible',
    () => answer,
    async ({ ask }) => {
      expect(await ask()).toMatchObject({ content: [{ type: 'text', text: 'Hello' }] });
    },
  );
});

test('an error whose place is nested without end is read like any other', async () => {
  const place = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const body = `{"detail":[{"loc":["body",${place},"model"],"msg":"is wrong"}]}`;
  const answer = (response: ServerResponse): void =>
    void response.writeHead(400, { 'content-type': 'application/json' }).end(body);
  await withOdd(
    'openai-compatible',
    () => answer,
    async ({ ask }) => await expect(ask()).rejects.toThrow('400: body.model: is wrong'),
  );
});

const TOOL = { id: 'call_1', type: 'function' };
const message = (content: Json) => ({
  status: 200,
  body: { type: 'message', id: 'm', model: 'x', stop_reason: 'tool_use', content },
});

describe('the input of a call', () => {
  test.each<[string, Json, Json]>([
    ['null', 'null', {}],
    ['JSON in JSON', JSON.stringify('{"path":"a"}'), { path: 'a' }],
    ['a text in JSON', '"a"', 'a'],
    ['a number', '7', 7],
  ])('that is %s', async (_, written, input) => {
    const call = { ...TOOL, function: { name: 'fs_read', arguments: written } };
    const answer = sse(chunk({ tool_calls: [call] }), chunk({}, 'tool_calls'));
    await withOdd(
      'openai-compatible',
      () => answer,
      async ({ ask }) => {
        expect((await ask()).content).toMatchObject([{ type: 'tool_use', input }]);
      },
    );
  });

  test.each<[ProviderName, Json]>([
    [
      'gemini',
      {
        candidates: [
          {
            content: { parts: [{ functionCall: { name: 'fs_read', args: '{"path":"a"}' } }] },
            finishReason: 'STOP',
          },
        ],
      },
    ],
    [
      'openai',
      {
        type: 'response.completed',
        response: {
          status: 'completed',
          output: [{ type: 'function_call', name: 'fs_read', arguments: { path: 'a' } }],
        },
      },
    ],
  ])('in the other form, text or object, is the same one: %s', async (provider, event) => {
    await withOdd(
      provider,
      () => sse(event),
      async ({ ask }) => {
        const { content, usage, isEstimate } = await ask();
        expect(content).toMatchObject([{ type: 'tool_use', input: { path: 'a' } }]);
        expect(isEstimate).toBe(true);
        expect(usage.outputTokens).toBeGreaterThan(0);
      },
    );
  });

  test('that Gemini could not read is asked for again, with its words in the message', async () => {
    const finishReason = 'MALFORMED_FUNCTION_CALL';
    const event = { candidates: [{ finishReason, finishMessage: 'print(x)' }] };
    const { message: words, requests } = await refusal('gemini', sse(event));
    expect(words).toContain('finishReason MALFORMED_FUNCTION_CALL: print(x)');
    expect(requests).toBe(8);
  });

  test('that a gateway writes as text where the Messages API has an object is that object', async () => {
    const call = { type: 'tool_use', id: 't', name: 'fs_read', input: '{"path":"a"}' };
    await withOdd(
      'anthropic',
      () => message([call]),
      async ({ ask }) => {
        expect((await ask()).content).toMatchObject([{ type: 'tool_use', input: { path: 'a' } }]);
      },
    );
  });
});

test('a whole message may have its text in place of a list of blocks', async () => {
  await withOdd(
    'anthropic',
    () => message('Hello'),
    async ({ ask }) => expect((await ask()).content).toEqual([{ type: 'text', text: 'Hello' }]),
  );
});

test('an address that takes no POST is reported as a wrong address', async () => {
  const { message: words } = await refusal('openai-compatible', 'Method Not Allowed', 405);
  expect(words).toContain('does not answer as the Chat Completions API does');
});
