/** The Responses API, the Gemini API and the Messages API as servers and gateways really speak them. */
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/common/index.ts';
import type { AssistantBlock, ModelReply } from '../../src/model/index.ts';
import { answered, refusedBy } from './apis.ts';
import { request } from './harness.ts';
import { type OddAnswer, refuses, sse, withOdd } from './odd-server.ts';

const callsIn = ({ content }: ModelReply) =>
  content.flatMap((block) =>
    block.type === 'tool_use' ? [{ name: block.name, input: block.input }] : [],
  );
const textIn = ({ content }: ModelReply): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('');
const READ_A = [{ name: 'fs_read', input: { path: 'a' } }];

/** Begins a reply as JSON, and never ends it. */
function silent(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":"msg_1",');
}

async function replyTo(
  provider: 'openai' | 'gemini' | 'anthropic',
  answer: OddAnswer,
): Promise<ModelReply> {
  let reply: ModelReply | undefined;
  await withOdd(
    provider,
    () => answer,
    async ({ ask }) => void (reply = await ask()),
  );
  if (reply === undefined) throw new Error('no reply');
  return reply;
}

const completed = (output: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  type: 'response.completed',
  response: {
    id: 'resp_1',
    object: 'response',
    model: 'odd',
    status: 'completed',
    output,
    ...more,
  },
});
const functionCall = (more: JsonObject = {}): JsonObject => ({
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'fs_read',
  arguments: '{"path":"a"}',
  status: 'completed',
  ...more,
});
const message = (text: string): JsonObject => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [] }],
});

const done = (output_index: number, item: JsonObject): JsonObject => ({
  type: 'response.output_item.done',
  output_index,
  item,
});
const failed = (code: string, text: string): string =>
  sse({
    type: 'response.failed',
    response: { status: 'failed', error: { code, message: text } },
  });

describe('the Responses API', () => {
  it('is read where the arguments of a call come only as done, and the last event has no output', async () => {
    const reply = await replyTo(
      'openai',
      sse(
        { type: 'response.created', response: { status: 'in_progress' } },
        {
          type: 'response.output_item.added',
          output_index: 1,
          item: functionCall({ arguments: '', status: 'in_progress' }),
        },
        { type: 'response.output_text.delta', output_index: 0, delta: 'I ' },
        { type: 'response.output_text.delta', output_index: 0, delta: 'read.' },
        {
          type: 'response.function_call_arguments.done',
          output_index: 1,
          arguments: '{"path":"a"}',
        },
        { type: 'response.something.new', output_index: 7 },
        completed([]),
      ),
    );
    expect([textIn(reply), callsIn(reply), reply.stopReason]).toEqual([
      'I read.',
      READ_A,
      'tool_use',
    ]);
  });

  it('is read where the arguments of a call come in pieces alone', async () => {
    const reply = await replyTo(
      'openai',
      sse(
        {
          type: 'response.output_item.added',
          output_index: 0,
          item: functionCall({ arguments: '' }),
        },
        { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"path"' },
        { type: 'response.function_call_arguments.delta', output_index: 0, delta: ':"a"}' },
        completed([]),
      ),
    );
    expect(callsIn(reply)).toEqual(READ_A);
  });

  it('has items in the order of their index, whatever the order of their events', async () => {
    const reply = await replyTo(
      'openai',
      sse(done(1, functionCall()), done(0, message('First.')), completed([])),
    );
    expect(reply.content.map(({ type }) => type)).toEqual(['text', 'tool_use']);
  });

  it.each([
    ['no id', [functionCall({ call_id: '' })], 1],
    ['one id', [functionCall(), functionCall({ id: 'fc_2' })], 2],
  ])('keeps calls with %s apart', async (_name, output, count) => {
    const reply = await replyTo('openai', sse(completed(output)));
    const ids = reply.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    expect([ids.includes(''), new Set(ids).size]).toEqual([false, count]);
  });

  it.each(['max_output_tokens', 'content_filter', ''])(
    'never makes the call of a reply that is incomplete (%s)',
    async (reason) => {
      const response = {
        id: 'r',
        status: 'incomplete',
        incomplete_details: reason === '' ? null : { reason },
        output: [message('Half'), functionCall()],
      };
      const reply = await replyTo('openai', sse({ type: 'response.incomplete', response }));
      expect(callsIn(reply).length === 0 || reply.stopReason === 'refusal').toBe(true);
      expect(textIn(reply)).toBe('Half');
    },
  );

  it('never makes a call that has no end of its own in a response that is incomplete, whatever follows it', async () => {
    const pieces = [
      { type: 'response.output_item.added', output_index: 0, item: functionCall() },
      { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"path":"a"}' },
      { type: 'response.output_text.delta', output_index: 1, delta: 'Half' },
    ];
    const response = { id: 'r', status: 'incomplete', output: [] };
    const reply = await replyTo(
      'openai',
      sse(...pieces, { type: 'response.incomplete', response }),
    );
    expect([callsIn(reply), textIn(reply), reply.stopReason]).toEqual([[], 'Half', 'max_tokens']);
  });

  it('does not end the work with a call that is not complete', async () => {
    const cut = functionCall({ status: 'incomplete', arguments: '{"pa' });
    const reply = await replyTo('openai', sse(completed([message('I read.'), cut])));
    expect([callsIn(reply), reply.stopReason]).toEqual([[], 'tool_use']);
  });

  it('has a refusal that came in pieces alone', async () => {
    const refused = { type: 'response.refusal.delta', output_index: 0, delta: 'I cannot.' };
    const reply = await replyTo('openai', sse(refused, completed([])));
    expect([textIn(reply), reply.stopReason]).toEqual(['I cannot.', 'refusal']);
  });

  it('asks again after a response that failed, and takes its refusal as one', async () => {
    await withOdd(
      'openai',
      (_body, index) =>
        index === 0
          ? failed('server_error', 'An error occurred.')
          : failed('invalid_prompt', 'Invalid prompt: your prompt was flagged.'),
      async ({ ask, bodies }) => {
        expect([(await ask()).stopReason, bodies.length]).toEqual(['refusal', 2]);
      },
    );
  });

  it.each([
    [failed('rate_limit_exceeded', 'Rate limit reached. Please try again in 7.66s.'), 7_660],
    [
      sse({ type: 'error', code: 'rate_limit_exceeded', message: 'Please try again in 12s.' }),
      12_000,
    ],
    [failed('server_error', 'The answer failed. Please try again in 7.66s.'), 1_000],
  ])(
    'waits as long as an error within the stream says that it is too fast',
    async (answer, waitMs) => {
      await withOdd(
        'openai',
        (_body, index) => (index === 0 ? answer : sse(completed([message('Hi')]))),
        async ({ ask, slept }) => {
          await ask();
          expect(slept).toEqual([waitMs]);
        },
      );
    },
  );

  it('gives up reasoning that the server cannot decrypt any more', async () => {
    const reasoned: AssistantBlock[] = [
      { type: 'opaque', block: { type: 'reasoning', id: 'rs_1', encrypted_content: 'kept-abc' } },
      { type: 'tool_use', id: 'call_1', name: 'fs_read', input: {} },
    ];
    const before = answered({
      ...(await replyTo('openai', sse(completed([])))),
      content: reasoned,
    });
    await withOdd(
      'openai',
      (body) =>
        JSON.stringify(body).includes('kept-abc')
          ? refuses('The encrypted content kept-abc could not be verified.', 400, {
              code: 'invalid_encrypted_content',
            })
          : sse(completed([message('Hi')])),
      async ({ ask, bodies }) => {
        expect(textIn(await ask(before))).toBe('Hi');
        expect(bodies).toHaveLength(2);
      },
    );
  });

  it('is asked without a stream where the organization may have none', async () => {
    const whole = { status: 200, body: completed([message('Hi')])['response'] ?? null };
    await withOdd(
      'openai',
      (body) =>
        body['stream'] === true
          ? refuses('Your organization must be verified to stream this model.')
          : whole,
      async ({ ask }) => expect(textIn(await ask())).toBe('Hi'),
    );
  });
});

const candidate = (parts: readonly Json[], finishReason?: string): JsonObject => ({
  candidates: [
    { content: { role: 'model', parts }, ...(finishReason === undefined ? {} : { finishReason }) },
  ],
  modelVersion: 'odd',
});
const gemini = (...events: readonly JsonObject[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join('');

describe('the Gemini API', () => {
  it('keeps parallel calls without ids apart', async () => {
    const call = { functionCall: { name: 'fs_read', args: { path: 'a' } } };
    const reply = await replyTo('gemini', gemini(candidate([call, call], 'STOP')));
    const ids = reply.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    expect([reply.stopReason, new Set(ids).size]).toEqual(['tool_use', 2]);
  });

  it('keeps parallel calls with one id apart', async () => {
    const call = { functionCall: { id: 'x', name: 'fs_read', args: { path: 'a' } } };
    const reply = await replyTo('gemini', gemini(candidate([call, call], 'STOP')));
    const ids = reply.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    expect(new Set(ids).size).toBe(2);
  });

  it.each(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL'])(
    'is asked again after %s, of which nothing is used',
    async (reason) => {
      await withOdd(
        'gemini',
        (_body, index) =>
          index === 0
            ? gemini({ candidates: [{ finishReason: reason, finishMessage: 'print(x)' }] })
            : gemini(candidate([{ text: 'Hi' }], 'STOP')),
        async ({ ask, bodies }) => {
          expect([textIn(await ask()), bodies.length]).toEqual(['Hi', 2]);
        },
      );
    },
  );

  it.each(['SAFETY', 'RECITATION', 'PROHIBITED_CONTENT', 'IMAGE_SAFETY'])(
    'refuses by %s without a candidate of content',
    async (finishReason) => {
      const reply = await replyTo('gemini', gemini({ candidates: [{ finishReason, index: 0 }] }));
      expect([reply.stopReason, reply.content]).toEqual(['refusal', []]);
    },
  );

  it('waits as long as the error says, where no header says it', async () => {
    const error = {
      code: 429,
      status: 'RESOURCE_EXHAUSTED',
      message: 'Quota exceeded.',
      details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '17.5s' }],
    };
    await withOdd(
      'gemini',
      (_body, index) =>
        index === 0
          ? { status: 429, body: { error } }
          : gemini(candidate([{ text: 'Hi' }], 'STOP')),
      async ({ ask, slept }) => {
        await ask();
        expect(slept).toEqual([17_500]);
      },
    );
  });

  it('has its reported usage counted, although a later event reports none', async () => {
    const usageMetadata = { promptTokenCount: 7, candidatesTokenCount: 5 };
    const events = [
      { ...candidate([{ text: 'Hi' }]), usageMetadata },
      { ...candidate([], 'STOP'), usageMetadata: {} },
    ];
    const { usage, isEstimate } = await replyTo('gemini', gemini(...events));
    expect([usage.inputTokens, usage.outputTokens, isEstimate]).toEqual([7, 5, undefined]);
  });

  it('is read as the list that a gateway without its query answers with', async () => {
    const body = [candidate([{ text: 'H' }]), candidate([{ text: 'i' }], 'STOP')];
    expect(textIn(await replyTo('gemini', { status: 200, body }))).toBe('Hi');
  });

  it('is not asked for JSON, which a gateway might give in place of a stream', async () => {
    await withOdd(
      'gemini',
      () => gemini(candidate([{ text: 'Hi' }], 'STOP')),
      async ({ ask, headers }) => {
        await ask();
        expect(headers[0]?.accept).toBe('*/*');
      },
    );
  });

  it('gets the instructions in the first message where a model takes none', async () => {
    const error = {
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: 'Developer instruction is not enabled for models/gemma-3-27b-it',
    };
    await withOdd(
      'gemini',
      (body) =>
        body['systemInstruction'] === undefined
          ? gemini(candidate([{ text: 'Hi' }], 'STOP'))
          : { status: 400, body: { error } },
      async ({ ask, bodies }) => {
        await ask();
        expect(JSON.stringify(bodies[1]?.['contents'])).toContain('You are careful.');
      },
    );
  });

  it('says that a key is wrong with the status of a wrong request', async () => {
    const error = {
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: 'API key expired. Please renew the API key.',
      details: [{ reason: 'API_KEY_INVALID' }],
    };
    await withOdd(
      'gemini',
      () => ({ status: 400, body: { error } }),
      async ({ ask }) => expect((await refusedBy(ask())).code).toBe('model-auth'),
    );
    // The same server answers by a list where it speaks Chat Completions.
    await withOdd(
      'openai-compatible',
      () => ({ status: 400, body: [{ error }] }),
      async ({ ask }) => expect((await refusedBy(ask())).code).toBe('model-auth'),
    );
  });

  it('may be a model without calls, which is said', async () => {
    const error = {
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: 'Function calling is not enabled for models/gemma-3-27b-it',
    };
    await withOdd(
      'gemini',
      () => ({ status: 400, body: { error } }),
      async ({ ask }) => expect((await refusedBy(ask())).message).toContain('cannot call tools'),
    );
  });

  it.each(['', '/', '/v1beta'])('is at the address with %j', async (path) => {
    await withOdd(
      'gemini',
      () => gemini(candidate([{ text: 'Hi' }], 'STOP')),
      async ({ ask, paths }) => {
        await ask();
        expect(paths[0]).toBe('/v1beta/models/odd-model:streamGenerateContent?alt=sse');
      },
      { path },
    );
  });
});

const started: JsonObject = {
  type: 'message_start',
  message: { id: 'msg_1', model: 'odd', usage: { input_tokens: 3, output_tokens: 1 } },
};
const ended = (stop_reason: string): readonly JsonObject[] => [
  { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 4 } },
  { type: 'message_stop' },
];
const toolUse: JsonObject = {
  type: 'content_block_start',
  index: 0,
  content_block: { type: 'tool_use', id: 'toolu_1', name: 'fs_read', input: {} },
};
const inputPiece = (partial_json: string): JsonObject => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'input_json_delta', partial_json },
});
const thought = (index: number): JsonObject => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'thinking_delta', thinking: 'Hm.' },
});

describe('a gateway of the Messages API', () => {
  const hi = sse(
    started,
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Hi' } },
    { type: 'content_block_stop', index: 0 },
    ...ended('end_turn'),
  );

  it('may leave out the start of a text', async () => {
    const delta = { type: 'text_delta', text: 'Hi' };
    const reply = await replyTo(
      'anthropic',
      sse(started, { type: 'content_block_delta', index: 0, delta }, ...ended('end_turn')),
    );
    expect(textIn(reply)).toBe('Hi');
  });

  it.each([
    ['no index', undefined],
    ['an index that is text', '0'],
  ])('may give blocks %s', async (_, index) => {
    const events = hi.replaceAll('"index":0', '"index":"0"');
    const given = index === undefined ? events.replaceAll('"index":"0",', '') : events;
    expect(textIn(await replyTo('anthropic', given))).toBe('Hi');
  });

  it('may repeat the start of its message, but not begin another one', async () => {
    const isBegun = hi.replace('data: ', `data: ${JSON.stringify(started)}\n\ndata: `);
    expect(textIn(await replyTo('anthropic', isBegun))).toBe('Hi');
    await withOdd(
      'anthropic',
      (_body, index) => (index === 0 ? isBegun.replace('msg_1', 'msg_2') : hi),
      async ({ ask, retries }) => {
        await ask();
        expect(retries).toEqual(['the stream is broken: a second message started']);
      },
    );
  });

  const stop = { type: 'content_block_stop', index: 0 };

  it('may end a block that never began', async () => {
    const neverBegun = { ...stop, index: 5 };
    const call = [toolUse, inputPiece('{"path":"a"}'), neverBegun, stop];
    const reply = await replyTo('anthropic', sse(started, ...call, ...ended('tool_use')));
    expect(reply.content).toMatchObject([{ type: 'tool_use', input: { path: 'a' } }]);
  });

  it('may write thoughts into a block that has ended, is a call, or never began, and none is kept', async () => {
    const reply = await replyTo(
      'anthropic',
      sse(
        started,
        toolUse,
        thought(0),
        inputPiece('{"path":"a"}'),
        stop,
        thought(0),
        thought(5),
        ...ended('tool_use'),
      ),
    );
    expect(reply.content).toEqual([
      expect.objectContaining({ type: 'tool_use', input: { path: 'a' } }),
    ]);
  });

  it('may write thoughts into one that has ended, which stays as it was signed', async () => {
    const content_block = { type: 'thinking', thinking: '', signature: '' };
    const start = { type: 'content_block_start', index: 0, content_block };
    const delta = { type: 'signature_delta', signature: 'c2lnbmVk' };
    const signed = { type: 'content_block_delta', index: 0, delta };
    const reply = await replyTo(
      'anthropic',
      sse(started, start, thought(0), signed, stop, thought(0), signed, ...ended('end_turn')),
    );
    const block = { type: 'thinking', thinking: 'Hm.', signature: 'c2lnbmVk' };
    expect(reply.content).toEqual([{ type: 'opaque', block }]);
  });

  it('that writes a part of an input into a text is asked again, since no call has it', async () => {
    const text = { type: 'content_block_start', index: 0, content_block: { type: 'text' } };
    const call = { ...toolUse, index: 1 };
    const lost = [text, inputPiece('{"path":"a"}'), stop, call, { ...stop, index: 1 }];
    await withOdd(
      'anthropic',
      (_body, index) => (index === 0 ? sse(started, ...lost, ...ended('tool_use')) : hi),
      async ({ ask, retries }) => {
        expect(textIn(await ask())).toBe('Hi');
        expect(retries).toEqual(['the stream is broken: a part of an input belongs to no call']);
      },
    );
  });

  it('may send the empty input of a call before its real one', async () => {
    const reply = await replyTo(
      'anthropic',
      sse(
        started,
        toolUse,
        inputPiece('{}'),
        inputPiece('{"path":"a"}'),
        { type: 'content_block_stop', index: 0 },
        ...ended('tool_use'),
      ),
    );
    expect(reply.content).toMatchObject([{ type: 'tool_use', input: { path: 'a' } }]);
  });

  it('has its error read if it is only a text', async () => {
    await withOdd(
      'anthropic',
      (_body, index) => (index === 0 ? sse(started, { error: 'upstream failed' }) : hi),
      async ({ ask, retries }) => {
        await ask();
        expect(retries).toEqual(['upstream failed']);
      },
    );
  });

  it.each(['tool_use', 'max_tokens'])(
    'gets a call without a stop not made, although its input is whole (%s)',
    async (reason) => {
      const reply = await replyTo(
        'anthropic',
        sse(started, toolUse, inputPiece('{"path":"a"}'), ...ended(reason)),
      );
      expect(callsIn(reply)).toEqual([]);
    },
  );

  it('is asked for so many tokens as it says that it gives', async () => {
    await withOdd(
      'anthropic',
      (body) =>
        Number(body['max_tokens']) > 8192
          ? refuses(
              'max_tokens: 16000 > 8192, which is the maximum allowed number of output tokens for x',
            )
          : hi,
      async ({ ask, bodies }) => {
        await ask({ ...request(), maxTokens: 16_000 });
        expect(bodies.map((body) => body['max_tokens'])).toEqual([16_000, 8192]);
      },
    );
  });

  it('that begins a reply as JSON and falls silent is asked again, and said to be silent', async () => {
    await withOdd(
      'anthropic',
      (_body, index) => (index === 0 ? silent : hi),
      async ({ ask, retries }) => {
        await ask();
        expect(retries).toEqual(['the stream was silent for 0.1 s']);
      },
      { stallTimeoutMs: 100 },
    );
  });

  it('that refuses breakpoints of a cache is asked without them', async () => {
    await withOdd(
      'anthropic',
      (body) =>
        JSON.stringify(body).includes('cache_control')
          ? refuses('system.0.cache_control: Extra inputs are not permitted')
          : hi,
      async ({ ask, bodies }) => {
        expect(textIn(await ask())).toBe('Hi');
        expect(bodies).toHaveLength(2);
      },
    );
  });

  it('whose filter blocks the reply is a model that refuses', async () => {
    const reply = await replyTo('anthropic', refuses('Output blocked by content filtering policy'));
    expect(reply.stopReason).toBe('refusal');
  });
});

describe('the schema of a tool that has no properties, or lists without items', () => {
  const input_schema: JsonObject = {
    type: 'object',
    not: { required: ['x', 'y'] },
    properties: {
      one: { type: ['array', 'null'], default: [{ type: 'array' }] },
      items: { type: 'object', additionalProperties: { anyOf: [{ type: 'array' }] } },
      typed: { type: 'array', items: { type: 'string' } },
      chosen: { if: { required: ['a'] }, then: { contains: { type: 'array' } } },
    },
  };
  const sent = {
    type: 'object',
    properties: {
      one: { type: ['array', 'null'], items: {}, default: [{ type: 'array' }] },
      items: { type: 'object', additionalProperties: { anyOf: [{ type: 'array', items: {} }] } },
      typed: { type: 'array', items: { type: 'string' } },
      chosen: { if: { required: ['a'] }, then: { contains: { type: 'array', items: {} } } },
    },
  };
  const tools = [
    { name: 'plain', description: 'No input.', input_schema: { type: 'object' } },
    { name: 'lists', description: 'Lists.', input_schema },
  ];

  it.each([
    ['openai', 'parameters'],
    ['openai-compatible', 'parameters'],
    ['gemini', 'parametersJsonSchema'],
  ] as const)('says so to %s, which refuses it otherwise', async (provider, key) => {
    await withOdd(
      provider,
      () => ({ status: 400, body: { error: { message: 'no' } } }),
      async ({ ask, bodies }) => {
        await refusedBy(ask({ ...request(), tools }));
        const schemas: Json[] = [];
        JSON.stringify(bodies[0], (name, value: Json) => {
          if (name === key) schemas.push(value);
          return value;
        });
        expect(schemas).toEqual([{ type: 'object', properties: {} }, sent]);
      },
    );
  });
});
