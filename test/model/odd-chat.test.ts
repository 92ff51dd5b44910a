/** The Chat Completions API as servers really speak it. */
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/common/index.ts';
import type { AssistantBlock, ModelReply } from '../../src/model/index.ts';
import { answered, refusedBy } from './apis.ts';
import { request, user } from './harness.ts';
import { chatText, chunk, type OddAnswer, refuses, sse, withOdd } from './odd-server.ts';

const callPart = (name: string, input: string, more: JsonObject = {}): JsonObject => ({
  type: 'function',
  function: { name, arguments: input },
  ...more,
});
const callsIn = ({ content }: ModelReply) =>
  content.flatMap((block) =>
    block.type === 'tool_use' ? [{ name: block.name, input: block.input }] : [],
  );
const textIn = ({ content }: ModelReply): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('');
const twoReads = [
  { name: 'fs_read', input: { path: 'a' } },
  { name: 'fs_read', input: { path: 'b' } },
];
const conversation = (...blocks: readonly AssistantBlock[]) =>
  answered({
    content: blocks,
    id: '',
    model: '',
    stopReason: 'tool_use',
    usage: {
      inputTokens: 0,
      outputTokens: 0,
      cacheReadInputTokens: 0,
      cacheCreationInputTokens: 0,
    },
    costUsd: null,
  });
const READ: AssistantBlock = { type: 'tool_use', id: 'call_1', name: 'fs_read', input: {} };
const REASONED: AssistantBlock = {
  type: 'opaque',
  block: { type: 'chat_reasoning', reasoning_content: 'I think.' },
};

async function replyTo(answer: OddAnswer): Promise<ModelReply> {
  let reply: ModelReply | undefined;
  await withOdd(
    'openai-compatible',
    () => answer,
    async ({ ask }) => void (reply = await ask()),
  );
  if (reply === undefined) throw new Error('no reply');
  return reply;
}

/** Two calls in pieces; `name` is that of each later piece. */
const byTurns = (more: JsonObject, name: string) => [
  chunk({ tool_calls: [callPart('fs_read', '{"pa', { ...more, id: 'a' })] }),
  chunk({ tool_calls: [callPart('fs_read', '{"path":', { ...more, id: 'b' })] }),
  chunk({ tool_calls: [callPart(name, 'th":"a"}', { ...more, id: 'a' })] }),
  chunk({ tool_calls: [callPart(name, '"b"}', { ...more, id: 'b' })] }),
];

describe('calls in a stream of chunks', () => {
  it.each([
    [
      'without an index and an id, one in each chunk',
      [
        chunk({ tool_calls: [callPart('fs_read', '{"path":"a"}')] }),
        chunk({ tool_calls: [callPart('fs_read', '{"path":"b"}')] }),
      ],
    ],
    [
      'all under index 0 with one id, each whole',
      [
        chunk({ tool_calls: [callPart('fs_read', '{"path":"a"}', { index: 0, id: 'c' })] }),
        chunk({ tool_calls: [callPart('fs_read', '{"path":"b"}', { index: 0, id: 'c' })] }),
      ],
    ],
    [
      'whole in one chunk with the finish reason, as Mistral sends them',
      [
        chunk(
          {
            tool_calls: [
              callPart('fs_read', '{"path":"a"}', { id: 'D681PevKs' }),
              callPart('fs_read', '{"path":"b"}', { id: 'aBcD12345' }),
            ],
          },
          'tool_calls',
        ),
      ],
    ],
    [
      'in pieces of several calls by turns',
      [
        chunk({ tool_calls: [callPart('fs_read', '{"pa', { index: 0, id: 'a' })] }),
        chunk({ tool_calls: [callPart('fs_read', '{"path":', { index: 1, id: 'b' })] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: 'th":"a"}' } }] }),
        chunk({ tool_calls: [{ index: 1, function: { arguments: '"b"}' } }] }),
      ],
    ],
    [
      'in pieces of several calls by turns, with the indices as text',
      [
        chunk({ tool_calls: [callPart('fs_read', '{"pa', { index: '0', id: 'a' })] }),
        chunk({ tool_calls: [callPart('fs_read', '{"path":', { index: '1', id: 'b' })] }),
        chunk({ tool_calls: [{ index: '0', function: { arguments: 'th":"a"}' } }] }),
        chunk({ tool_calls: [{ index: '1', function: { arguments: '"b"}' } }] }),
      ],
    ],
    [
      'with the name and the id repeated in each piece',
      [
        chunk({ tool_calls: [callPart('fs_read', '{"path":', { index: 0, id: 'a' })] }),
        chunk({ tool_calls: [callPart('fs_read', '"a"}', { index: 0, id: 'a' })] }),
        chunk({ tool_calls: [callPart('fs_read', '{"path":', { index: 1, id: 'b' })] }),
        chunk({ tool_calls: [callPart('fs_read', '"b"}', { index: 1, id: 'b' })] }),
      ],
    ],
    ['in pieces by turns, which only their ids tell apart', byTurns({}, '')],
    ['in pieces by turns, which have one index and their ids', byTurns({ index: 0 }, '')],
    [
      'in pieces by turns, which have one index, their names and ids',
      byTurns({ index: 0 }, 'fs_read'),
    ],
    [
      'in pieces by turns, all of them whole once more at the end',
      [
        ...byTurns({}, ''),
        chunk({
          tool_calls: [
            callPart('fs_read', '{"path":"a"}', { id: 'a' }),
            callPart('fs_read', '{"path":"b"}', { id: 'b' }),
          ],
        }),
      ],
    ],
    [
      'in pieces by turns, with an empty one for each at the end',
      [
        ...byTurns({}, ''),
        ...['a', 'b'].map((id) => chunk({ tool_calls: [callPart('', '', { id })] })),
      ],
    ],
  ])('are kept apart: %s', async (_name, chunks) => {
    const reply = await replyTo(sse(...chunks, chunk({}, 'tool_calls')));
    expect(callsIn(reply)).toEqual(twoReads);
  });

  it.each([
    ['the whole call again', '{"path":"a"}'],
    ['white space', '\n'],
  ])('are made once where %s follows under the same index and id', async (_name, again) => {
    const reply = await replyTo(
      sse(
        chunk({ tool_calls: [callPart('fs_read', '{"path":"a"}', { index: 0, id: 'c' })] }),
        chunk({ tool_calls: [callPart('fs_read', again, { index: 0, id: 'c' })] }),
        chunk({}, 'tool_calls'),
      ),
    );
    expect(callsIn(reply)).toEqual([{ name: 'fs_read', input: { path: 'a' } }]);
  });

  it.each([
    ['the empty input of its start', ['{}', '{"path"', ':"a"}'], {}],
    ['a part of it, under an id of its own', ['{"pa', 'th"', ':"a"}'], { id: 'd' }],
  ])('are made once where pieces without a name follow %s', async (_name, pieces, more) => {
    const [first = '', ...rest] = pieces;
    const reply = await replyTo(
      sse(
        chunk({ tool_calls: [callPart('fs_read', first, { index: 0, id: 'c' })] }),
        ...rest.map((piece) =>
          chunk({ tool_calls: [{ index: 0, function: { arguments: piece }, ...more }] }),
        ),
        chunk({}, 'tool_calls'),
      ),
    );
    expect(callsIn(reply)).toEqual([{ name: 'fs_read', input: { path: 'a' } }]);
  });

  it('have a list in place of their arguments passed on, so that it is refused', async () => {
    const call = { index: 0, id: 'c', function: { name: 'fs_list', arguments: ['a'] } };
    const reply = await replyTo(sse(chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')));
    expect(callsIn(reply)).toEqual([{ name: 'fs_list', input: ['a'] }]);
  });

  it('of two tools without an index, an id or arguments are two calls', async () => {
    const reply = await replyTo(
      sse(
        chunk({ tool_calls: [callPart('fs_read', '')] }),
        chunk({ tool_calls: [callPart('finish', '')] }),
        chunk({}, 'stop'),
      ),
    );
    expect(callsIn(reply).map(({ name }) => name)).toEqual(['fs_read', 'finish']);
  });

  it('get ids that every server takes back: Mistral wants nine letters and digits, OpenAI at most 40', async () => {
    const reply = await replyTo(sse(chunk({ tool_calls: [callPart('fs_read', '{}')] }, 'stop')));
    expect(reply.content).toMatchObject([{ id: expect.stringMatching(/^[A-Za-z0-9]{9}$/) }]);
  });

  it.each(['length', 'LENGTH', 'max_tokens', 'MAX_TOKENS'])(
    'that a limit (%s) cut are not made',
    async (reason) => {
      const path = '{"path":"a","content":"half"}';
      const reply = await replyTo(
        sse(chunk({ tool_calls: [callPart('fs_write', path, { id: 'a' })] }), chunk({}, reason)),
      );
      expect([reply.stopReason, callsIn(reply)]).toEqual(['max_tokens', []]);
    },
  );

  it.each(['STOP', 'TOOL_CALLS', 'tool_use', 'end_turn'])('end by %s, too', async (reason) => {
    const reply = await replyTo(
      sse(chunk({ tool_calls: [callPart('fs_read', '{}', { id: 'a' })] }), chunk({}, reason)),
    );
    expect([reply.stopReason, callsIn(reply).length]).toEqual(['tool_use', 1]);
  });
});

describe('text in a stream of chunks', () => {
  it('is read from a list of parts, without the thinking, as Magistral sends it', async () => {
    const reply = await replyTo(
      sse(
        chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }),
        chunk({ content: [{ type: 'text', text: 'Hello ' }] }),
        chunk({ content: 'there.' }),
        chunk({}, 'stop'),
      ),
    );
    expect(textIn(reply)).toBe('Hello there.');
  });

  it('has its usage counted as Groq reports it', async () => {
    const usage = { prompt_tokens: 7, completion_tokens: 5 };
    const reply = await replyTo(
      sse(chunk({ content: 'Hello' }), { ...chunk({}, 'stop'), x_groq: { id: 'r', usage } }),
    );
    expect(reply.usage).toMatchObject({ inputTokens: 7, outputTokens: 5 });
    expect(reply.isEstimate).toBeUndefined();
  });

  it.each([
    ['an empty report', { prompt_tokens: 7, completion_tokens: 5 }, {}],
    [
      'zeros',
      { prompt_tokens: 7, completion_tokens: 5 },
      { prompt_tokens: 0, completion_tokens: 0 },
    ],
    [
      'one of the output alone',
      { prompt_tokens: 7, completion_tokens: 1 },
      { completion_tokens: 5 },
    ],
  ])('has its reported usage counted, although %s follows', async (_name, first, last) => {
    const reply = await replyTo(
      sse({ ...chunk({ content: 'Hello' }), usage: first }, { ...chunk({}, 'stop'), usage: last }),
    );
    expect(reply.usage).toMatchObject({ inputTokens: 7, outputTokens: 5 });
    expect(reply.isEstimate).toBeUndefined();
  });

  it('comes after a first chunk with the results of a filter and no choice, as Azure sends it', async () => {
    const first = { id: '', model: '', choices: [], prompt_filter_results: [{ prompt_index: 0 }] };
    const last = { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } };
    const reply = await replyTo(
      sse(first, chunk({ role: 'assistant', content: '' }), chunk({ content: 'Hi' }, 'stop'), last),
    );
    expect([textIn(reply), reply.usage.inputTokens]).toEqual(['Hi', 3]);
  });

  it('has reasoning once that a server sends under its old and its new name', async () => {
    const pieces = ['I ', 'think.'].map((text) =>
      chunk({ reasoning: text, reasoning_content: text }),
    );
    const reply = await replyTo(sse(...pieces, chunk({ content: 'Hi' }, 'stop')));
    expect(reply.content).toEqual([REASONED, { type: 'text', text: 'Hi' }]);
  });

  it('may have lines that end by CR and LF, comments, and a mark of the byte order', async () => {
    const body = `\uFEFF: OPENROUTER PROCESSING\r\n\r\n${chatText('Hi').replaceAll('\n', '\r\n')}`;
    expect(textIn(await replyTo(body))).toBe('Hi');
  });

  it.each(['text/plain', 'application/octet-stream', 'application/json'])(
    'is a stream by its bytes, whatever type the server names (%s)',
    async (type) => {
      const reply = await replyTo((response) => {
        response.writeHead(200, { 'content-type': type }).end(chatText('Hi'));
      });
      expect(textIn(reply)).toBe('Hi');
    },
  );

  it.each(['text/event-stream', 'text/plain'])(
    'may be one JSON answer that is named %s',
    async (type) => {
      const message = { role: 'assistant', content: 'Hi' };
      const body = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
      const reply = await replyTo((response) => {
        response.writeHead(200, { 'content-type': type }).end(`\n ${body}`);
      });
      expect(textIn(reply)).toBe('Hi');
    },
  );
});

describe('a finish reason of one server', () => {
  it('says that a filter refused: sensitive, of Z.ai', async () => {
    const reply = await replyTo(sse(chunk({ content: 'I' }), chunk({}, 'sensitive')));
    expect(reply.stopReason).toBe('refusal');
  });

  it.each(['network_error', 'abort'])('says that the server failed: %s', async (reason) => {
    await withOdd(
      'openai-compatible',
      (_body, index) => (index === 0 ? sse(chunk({ content: 'H' }, reason)) : chatText('Hi')),
      async ({ ask, retries }) => {
        expect(textIn(await ask())).toBe('Hi');
        expect(retries).toEqual([`finish_reason ${reason}`]);
      },
    );
  });
});

describe('an error within the stream', () => {
  it.each([
    [401, 'model-auth'],
    [402, 'model-billing'],
    [400, 'model-refused-request'],
    ['401', 'model-auth'],
    ['400', 'model-refused-request'],
  ])('with the code %j is not asked again', async (code, expected) => {
    const error = { code, type: 'None', message: 'Provider returned error', metadata: {} };
    await withOdd(
      'openai-compatible',
      () => sse(chunk({ content: 'Hel' }), { ...chunk({ content: '' }, 'error'), error }),
      async ({ ask, bodies }) => {
        expect((await refusedBy(ask())).code).toBe(expected);
        expect(bodies).toHaveLength(1);
      },
    );
  });
});

/** The server refuses the first request that `wrong` finds, and answers any other. */
function refusing(
  wrong: (body: JsonObject) => boolean,
  refusal: Exclude<OddAnswer, string>,
): (body: JsonObject) => OddAnswer {
  return (body) => (wrong(body) ? refusal : chatText('Hi'));
}

const PICTURE = { type: 'base64', media_type: 'image/png', data: 'AAAA' } as const;
const withPicture = request([{ role: 'user', content: [{ type: 'image', source: PICTURE }] }]);
const messagesOf = (body: JsonObject | undefined): Json => body?.['messages'] ?? null;
const has = (text: string) => (body: JsonObject) => JSON.stringify(body).includes(text);

const isOutOfTurn = (body: JsonObject): boolean =>
  /"role":"(?:tool|user)"[^{}]*\},\{"role":"user"/.test(JSON.stringify(messagesOf(body)));
const isPartlyReasoned = (body: JsonObject): boolean =>
  JSON.stringify(body).split('"reasoning_content"').length < 3;

/** A completion that is not streamed. */
function wholeChat(finish_reason: string): OddAnswer {
  const message = { role: 'assistant', content: 'Hi' };
  const choices = [{ index: 0, message, finish_reason }];
  return { status: 200, body: { id: 'x', object: 'chat.completion', model: 'odd', choices } };
}

it('a whole completion that says that the server failed is asked for again', async () => {
  await withOdd(
    'openai-compatible',
    (_body, index) => wholeChat(index === 0 ? 'error' : 'stop'),
    async ({ ask, retries }) => {
      expect((await ask()).content).toEqual([{ type: 'text', text: 'Hi' }]);
      expect(retries).toEqual(['finish_reason error']);
    },
  );
});

describe('what a server lacks is found by its refusal', () => {
  it.each([
    [
      'a report of usage, in the form of FastAPI',
      'stream_options',
      {
        status: 422,
        body: {
          detail: [
            {
              type: 'extra_forbidden',
              loc: ['body', 'stream_options'],
              msg: 'Extra inputs are not permitted',
            },
          ],
        },
      },
    ],
    [
      'the role of the system',
      '"role":"system"',
      refuses("Unsupported value: 'messages[0].role' does not support 'system' with this model."),
    ],
    [
      'the role of the system, by its template',
      '"role":"system"',
      refuses('System role not supported', 500),
    ],
    [
      'streams for this organization',
      '"stream":true',
      refuses('Your organization must be verified to stream this model.', 400, {
        param: 'stream',
        code: 'unsupported_value',
      }),
    ],
  ])('%s', async (_name, key, refusal) => {
    const whole = {
      status: 200,
      body: { choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] },
    };
    await withOdd(
      'openai-compatible',
      (body) => (has(key)(body) ? refusal : has('"stream":true')(body) ? chatText('Hi') : whole),
      async ({ ask, bodies }) => {
        expect(textIn(await ask())).toBe('Hi');
        expect(textIn(await ask())).toBe('Hi');
        expect(bodies).toHaveLength(3);
        expect(JSON.stringify(bodies[1])).toContain('You are careful.');
      },
    );
  });

  it.each([
    [500, 'image input is not supported - hint: you may need to provide the mmproj'],
    [400, 'At most 0 image(s) may be provided in one prompt.'],
    [400, 'messages[1].content must be a string'],
    [422, 'unknown variant `image_url`, expected `text` at line 1 column 2'],
    [404, 'No endpoints found that support image input'],
    [400, 'Invalid content type. image_url is only supported by certain models.'],
    [400, "Invalid type for 'messages[1].content': expected a string, but got an array instead."],
    [400, 'Model does not support images. Please use a model that does.'],
  ])('pictures (%i: %s)', async (status, message) => {
    await withOdd(
      'openai-compatible',
      refusing(has('image_url'), refuses(message, status)),
      async ({ ask, bodies }) => {
        expect(textIn(await ask(withPicture))).toBe('Hi');
        expect(bodies).toHaveLength(2);
      },
    );
  });

  it.each([
    "Invalid 'messages[1].content[0].image_url'. Expected a base64-encoded data URL with an image MIME type.",
    'The image is not valid.',
    'You uploaded an unsupported image.',
  ])('but not pictures, where one is broken: %s', async (message) => {
    await withOdd(
      'openai-compatible',
      refusing(has('image_url'), refuses(message)),
      async ({ ask, bodies }) => {
        expect((await refusedBy(ask(withPicture))).code).toBe('model-refused-request');
        expect(bodies).toHaveLength(1);
      },
    );
  });

  it.each([
    ['max_tokens is too large: 1000. This model supports at most 512 completion tokens', 512],
    ['Invalid max_tokens value, the valid range of max_tokens is [1, 512]', 512],
    ['`max_tokens` must be less than or equal to `512`', 512],
    ['max_tokens: 1000 > 512, which is the maximum allowed number of output tokens for x', 512],
    ['Try again with a maximum tokens value that is lower than 512. (max_tokens)', 511],
    [
      'maxOutputTokens is 1000 but the supported range is from 1 (inclusive) to 512 (exclusive)',
      511,
    ],
  ])('so long replies: %s', async (message, limit) => {
    await withOdd(
      'openai-compatible',
      refusing((body) => Number(body['max_tokens']) > limit, refuses(message)),
      async ({ ask, bodies }) => {
        await ask();
        await ask();
        expect(bodies.map((body) => body['max_tokens'])).toEqual([1000, limit, limit]);
      },
    );
  });

  it.each([
    "Unsupported parameter: 'max_tokens' is not supported with o4-mini-2025-04-16. Use 'max_completion_tokens' instead.",
    'max_tokens is replaced by max_completion_tokens since 2024-08-01.',
  ])('but no date or name of a model is a limit of replies: %s', async (message) => {
    await withOdd(
      'openai-compatible',
      refusing(has('"max_tokens"'), refuses(message)),
      async ({ ask, bodies }) => {
        await ask({ ...request(), maxTokens: 16_000 });
        const sent = bodies.map((body) => [body['max_tokens'], body['max_completion_tokens']]);
        expect(sent).toEqual([
          [16_000, undefined],
          [undefined, 16_000],
        ]);
      },
    );
  });

  it.each([
    "'max_tokens' or 'max_completion_tokens' is too large: 16000. This model's maximum context length is 8192 tokens and your request has 3000 input tokens (16000 > 8192 - 3000).",
    "This model's maximum context length is 8192 tokens. However, you requested 19000 tokens (3000 in the messages, 16000 in the completion). Please reduce the length of the messages or completion.",
    "This endpoint's maximum context length is 8192 tokens. However, you requested about 19000 tokens (2000 of text input, 1000 of tool input, 16000 in the output).",
    'input length and `max_tokens` exceed context limit: 3000 + 16000 > 8192, decrease input length or `max_tokens` and try again',
    "Requested token count exceeds the model's maximum context length of 8192 tokens. You requested a total of 19000 tokens: 3000 tokens from the input messages and 16000 tokens for the completion.",
  ])('room for the reply beside this conversation: %s', async (message) => {
    await withOdd(
      'openai-compatible',
      refusing((body) => Number(body['max_tokens']) > 5192, refuses(message)),
      async ({ ask, bodies }) => {
        await ask({ ...request(), maxTokens: 16_000 });
        await ask({ ...request(), maxTokens: 16_000 });
        // The next conversation may leave more room.
        const asked = bodies.map((body) => body['max_tokens']);
        expect(asked).toEqual([16_000, 5192, 16_000, 5192]);
      },
    );
  });

  it('a limit that falls with each request is not followed for ever', async () => {
    await withOdd(
      'openai-compatible',
      (body) => refuses(`max_tokens must be at most ${Number(body['max_tokens']) - 1}`),
      async ({ ask, bodies }) => {
        expect((await refusedBy(ask())).code).toBe('model-refused-request');
        expect(bodies.length).toBeLessThan(20);
      },
    );
  });

  it('room for hardly any reply is too long a conversation', async () => {
    const message =
      "This model's maximum context length is 8192 tokens. However, you requested 24100 tokens (8100 in the messages, 16000 in the completion).";
    await withOdd(
      'openai-compatible',
      () => refuses(message),
      async ({ ask, bodies }) => {
        const error = await refusedBy(ask({ ...request(), maxTokens: 16_000 }));
        expect([error.code, bodies.length]).toEqual(['model-context', 1]);
      },
    );
  });

  it.each([
    "property 'reasoning_content' is unsupported, did you mean 'content'?",
    'Please remove the `reasoning_content` from your message',
    'reasoning_content: Extra inputs are not permitted',
  ])('reasoning that comes back: %s', async (message) => {
    await withOdd(
      'openai-compatible',
      refusing(has('reasoning_content'), refuses(message)),
      async ({ ask, bodies }) => {
        await ask(conversation(REASONED, READ));
        expect(bodies).toHaveLength(2);
      },
    );
  });

  it.each([
    'Missing `reasoning_content` field in the assistant message at message index 2.',
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2',
    'The `reasoning_content` in the thinking mode must be passed back to the API.',
  ])('a conversation without the reasoning of earlier turns: %s', async (message) => {
    const first = conversation(REASONED, READ);
    const unreasoned: AssistantBlock = { ...READ, id: 'call_2' };
    const second = answered(
      {
        content: [unreasoned],
        id: '',
        model: '',
        stopReason: 'tool_use',
        usage: {
          inputTokens: 0,
          outputTokens: 0,
          cacheReadInputTokens: 0,
          cacheCreationInputTokens: 0,
        },
        costUsd: null,
      },
      [...first.messages, user('Go on.')],
    );
    await withOdd(
      'openai-compatible',
      refusing(isPartlyReasoned, refuses(message)),
      async ({ ask, bodies }) => {
        await ask(second);
        expect(bodies).toHaveLength(2);
        expect(JSON.stringify(bodies[1])).toContain('"reasoning_content":"I think."');
      },
    );
  });

  it.each([
    "Unexpected role 'user' after role 'tool'",
    'Conversation roles must alternate user/assistant/user/assistant/...',
    'After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.',
  ])('a word of the user after a result: %s', async (message) => {
    const results = conversation(READ);
    const asked = request([...results.messages, user('Two turns left.')]);
    await withOdd(
      'openai-compatible',
      refusing(isOutOfTurn, refuses(message)),
      async ({ ask, bodies }) => {
        await ask(asked);
        expect(bodies).toHaveLength(2);
        expect(JSON.stringify(bodies[1])).toContain('Two turns left.');
      },
    );
  });
});

describe('a call that the server could not read', () => {
  it.each([
    refuses(
      "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
      400,
      { code: 'tool_use_failed', failed_generation: '<function=fs_read>' },
    ),
    refuses(
      "Tool call validation failed: attempted to call tool 'x' which was not in request.tools",
      400,
    ),
  ])('is asked for again', async (refusal) => {
    await withOdd(
      'openai-compatible',
      (_body, index) => (index === 0 ? refusal : chatText('Hi')),
      async ({ ask, retries }) => {
        expect(textIn(await ask())).toBe('Hi');
        expect(retries).toHaveLength(1);
      },
    );
  });
});

describe('a request that a filter refused', () => {
  it.each([
    refuses(
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      400,
      { code: 'content_filter' },
    ),
    refuses(
      'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
      400,
      { code: 'invalid_prompt' },
    ),
    {
      status: 403,
      body: {
        error: {
          code: 403,
          message: 'x requires moderation on OpenAI. Your input was flagged for "violence".',
        },
      },
    },
  ])('is a reply that refuses, so that a fall-back is asked', async (refusal) => {
    await withOdd(
      'openai-compatible',
      () => refusal,
      async ({ ask, bodies }) => {
        const reply = await ask();
        expect([reply.stopReason, callsIn(reply), bodies.length]).toEqual(['refusal', [], 1]);
      },
    );
  });
});

describe('an account', () => {
  it.each([
    refuses('Insufficient Balance', 402),
    refuses('Your account is suspended, please check your plan and billing details', 429, {
      type: 'exceeded_current_quota_error',
    }),
    refuses('Insufficient balance or no resource package. Please recharge.', 429),
  ])('without money is not asked again', async (refusal) => {
    await withOdd(
      'openai-compatible',
      () => refusal,
      async ({ ask, bodies }) => {
        expect((await refusedBy(ask())).code).toBe('model-billing');
        expect(bodies).toHaveLength(1);
      },
    );
  });

  it.each([
    ['Rate limit reached for odd-model. Please try again in 7.66s.', 7_660],
    ['Rate limit reached. Please try again in 1m26.4s. Visit the console.', 86_400],
    ['Please try again in 20ms.', 20],
    ['Rate limit exceeded. Try again in 1 minute.', 60_000],
    ['Requests have exceeded the rate limit. Please retry after 26 seconds.', 26_000],
    ['Rate limit exceeded. Please wait 48 seconds before retrying.', 48_000],
    ['Rate limit exceeded. Please try again in the morning.', 1_000],
  ])('that is too fast waits as long as the text says: %s', async (message, waitMs) => {
    await withOdd(
      'openai-compatible',
      (_body, index) => (index === 0 ? refuses(message, 429) : chatText('Hi')),
      async ({ ask, slept }) => {
        await ask();
        expect(slept).toEqual([waitMs]);
      },
    );
  });
});

it('a server that asks for hardly any wait, again and again, does not use up all attempts', async () => {
  const busy = { ...refuses('busy', 429), headers: { 'retry-after-ms': '5' } };
  await withOdd(
    'openai-compatible',
    (_body, index) => (index < 4 ? busy : chatText('Hi')),
    async ({ ask, slept }) => {
      await ask();
      expect(slept).toEqual([5, 2_000, 4_000, 8_000]);
    },
  );
});

describe('a model that is not there', () => {
  it.each([
    [404, 'No endpoints found for odd-model.'],
    [400, 'Model Not Exist'],
    [400, 'Unavailable model: odd-model'],
    [
      404,
      'No models loaded. Please load a model in the developer page or use the `lms load` command.',
    ],
    [404, 'Unable to access model odd-model. Please visit https://api.together.ai/models'],
    [400, "The requested model 'odd-model' is not supported by any provider you have enabled."],
  ])('is reported as that (%i: %s)', async (status, message) => {
    await withOdd(
      'openai-compatible',
      () => refuses(message, status),
      async ({ ask }) => {
        expect((await refusedBy(ask())).code).toBe('model-unknown');
      },
    );
  });

  it.each([
    [
      404,
      'No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs',
    ],
    [400, 'registry.ollama.ai/library/gemma:2b does not support tools'],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [500, 'tools param requires --jinja flag'],
  ])('is not the word for one without tools (%i: %s)', async (status, message) => {
    await withOdd(
      'openai-compatible',
      () => refuses(message, status),
      async ({ ask, bodies }) => {
        const error = await refusedBy(ask());
        expect(error.code).toBe('model-refused-request');
        expect(`${error.message} ${error.fix}`).toContain('call tools');
        expect(bodies).toHaveLength(1);
      },
    );
  });
});

describe('a conversation that is too long', () => {
  it('is reported as that, if only the error of the server behind OpenRouter says so', async () => {
    const raw = '{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum"}}';
    const error = { code: 400, message: 'Provider returned error', metadata: { raw } };
    await withOdd(
      'openai-compatible',
      () => ({ status: 400, body: { error } }),
      async ({ ask }) => expect((await refusedBy(ask())).code).toBe('model-context'),
    );
  });

  it.each([
    [
      429,
      'Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Requested 45000. The input or output tokens must be reduced in order to run successfully.',
    ],
    [400, "This model's maximum prompt length is 131072 but the request contains 200000 tokens."],
    [400, "The input (12345 tokens) is longer than the model's context length (8192 tokens)."],
    [
      422,
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000 `inputs` tokens and 16 `max_new_tokens`',
    ],
    [400, 'prompt too long; exceeded max context length by 123 tokens'],
    [
      400,
      'The number of tokens to keep from the initial prompt is greater than the context length.',
    ],
    [
      400,
      'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
    ],
    [
      400,
      "You passed 99073 input tokens and requested 32000 output tokens. However, the model's context length is only 131072 tokens, resulting in a maximum input length of 99072 tokens. Please reduce the length of the input prompt.",
    ],
    [400, 'Please reduce the length of the messages or completion.'],
    [400, 'Invalid request: Your request exceeded model token limit: 131072 (requested: 140000)'],
    [400, 'Prompt exceeds max length'],
    [400, 'invalid params, context window exceeds limit (2013)'],
    [400, 'prompt token count of 128500 exceeds the limit of 128000'],
    [400, 'Input length 140000 exceeds the maximum allowed input length of 131072 tokens.'],
    [400, 'InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]'],
    [
      400,
      'The estimated number of input and maximum output tokens (40000) exceeded this model context window limit (24000).',
    ],
    [422, 'Input validation error: `inputs` must have less than 4096 tokens. Given: 5000'],
    [400, 'Prompt has 9000 tokens, but the configured context size is 4096 tokens'],
    [500, 'Context size has been exceeded.'],
  ])('is reported as that, and asked once (%i: %s)', async (status, message) => {
    await withOdd(
      'openai-compatible',
      () => refuses(message, status),
      async ({ ask, bodies }) => {
        expect((await refusedBy(ask())).code).toBe('model-context');
        expect(bodies).toHaveLength(1);
      },
    );
  });
});

describe('the address of a server', () => {
  it.each(['/v1', '/v1/', '/v1/chat/completions'])('is understood as %s', async (path) => {
    await withOdd(
      'openai-compatible',
      () => chatText('Hi'),
      async ({ ask, paths }) => {
        await ask();
        expect(paths).toEqual(['/v1/chat/completions']);
      },
      { path },
    );
  });

  it('may have the version of the API that Azure asks for, and nothing else', async () => {
    const path = '/openai/deployments/my-gpt?api-version=2024-10-21';
    await withOdd(
      'openai-compatible',
      () => chatText('Hi'),
      async ({ ask, paths }) => {
        await ask();
        expect(paths).toEqual([
          '/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21',
        ]);
      },
      { path },
    );
    const secret = withOdd(
      'openai-compatible',
      () => chatText('Hi'),
      async () => undefined,
      { path: '/v1?key=abc' },
    );
    expect((await refusedBy(secret)).code).toBe('input-invalid');
  });

  it('without its version is reported with what to write', async () => {
    await withOdd(
      'openai-compatible',
      () => ({ status: 404, body: '404 page not found' }),
      async ({ ask }) => {
        const { code, fix, message } = await refusedBy(ask());
        expect([code, fix]).toEqual(['model-unreachable', expect.stringContaining('/v1')]);
        expect(message).toContain('404: 404 page not found');
      },
      { path: '' },
    );
  });
});

const extrasIn = (body: JsonObject | undefined) =>
  JSON.stringify(body?.['messages'] ?? null).match(/"extra_content":\{[^}]*\}\}/g);

describe('what comes with a call', () => {
  const signed = { google: { thought_signature: 'c2lnbmVk' } };
  const reply = sse(
    chunk({
      tool_calls: [
        callPart('fs_read', '{"path":"a"}', { index: 0, id: 'a', extra_content: signed }),
        callPart('fs_read', '{"path":"b"}', { index: 1, id: 'b' }),
      ],
    }),
    chunk({}, 'tool_calls'),
  );

  it('goes back with that call, as the models of Gemini ask, while its result is answered', async () => {
    await withOdd(
      'openai-compatible',
      () => reply,
      async ({ ask, bodies }) => {
        const first = await ask();
        expect(callsIn(first)).toEqual(twoReads);
        const next = answered(first);
        await ask(next);
        expect(extrasIn(bodies[1])).toEqual([`"extra_content":${JSON.stringify(signed)}`]);
        await ask({ ...next, messages: [...next.messages, user('Thanks. Again.')] });
        expect(extrasIn(bodies[2])).toBeNull();
      },
    );
  });

  it('is left out for a server that does not know it', async () => {
    await withOdd(
      'openai-compatible',
      (body) =>
        extrasIn(body) === null
          ? reply
          : refuses("Unknown parameter: 'messages[2].tool_calls[0].extra_content'."),
      async ({ ask, bodies }) => {
        await ask(answered(await ask()));
        expect(bodies.map(extrasIn)).toEqual([null, expect.anything(), null]);
      },
    );
  });

  it('goes back in a long id, into which LiteLLM puts it', async () => {
    const id = `call_1__thought__${'A'.repeat(5_000)}`;
    await withOdd(
      'openai-compatible',
      () =>
        sse(chunk({ tool_calls: [callPart('fs_read', '{}', { id })] }), chunk({}, 'tool_calls')),
      async ({ ask, bodies }) => {
        await ask(answered(await ask()));
        expect(JSON.stringify(bodies[1]).split(id)).toHaveLength(3);
      },
    );
  });
});
