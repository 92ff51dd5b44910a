import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { type Message, STOP_REASONS } from '../../../src/model/index.ts';
import { CALL, HELLO, request, script, sentBody, user, withServer } from '../harness.ts';
import { someOf } from '../../properties.ts';

describe('a reply of the Messages API', () => {
  it('arrives whole: text, calls, stop reason, usage and cost', async () => {
    const usage = {
      inputTokens: 1000,
      outputTokens: 200,
      cacheReadInputTokens: 4000,
      cacheCreationInputTokens: 80,
    };
    await withServer({ script: script({ ...CALL, usage }) }, async ({ ask, model, server }) => {
      const heard: string[] = [];
      const reply = await ask(request(), { onText: (text) => heard.push(text) });
      expect(reply).toMatchObject({
        id: 'msg_s0001',
        model: 'claude-sonnet-5-5',
        stopReason: 'tool_use',
        usage,
        content: [
          { type: 'text', text: 'I look.' },
          {
            type: 'tool_use',
            id: 'toolu_s0001b02',
            name: 'fs_read',
            input: { path: 'src/ü.ts', limit: 10 },
          },
        ],
      });
      expect(heard.join('')).toBe('I look.');
      expect(reply.costUsd).toBeCloseTo((1000 * 2 + 80 * 2.5 + 4000 * 0.1 + 200 * 10) / 1e6, 12);
      expect(model).toMatchObject({
        id: 'claude-sonnet-5-5',
        provider: 'anthropic',
        contextWindow: 1_000_000,
      });
      const { headers, path } = server.requests[0]!;
      expect(path).toBe('/v1/messages');
      expect(headers['content-type']).toBe('application/json');
      expect(headers['authorization']).toBe('Bearer sk-ant-test-key-0000');
    });
  });

  it('is the same however the stream is cut into packets', async () => {
    for (const pieceBytes of someOf([7, 1, 64], 1)) {
      await withServer({ script: script(HELLO), pieceBytes, deltaChars: 3 }, async ({ ask }) => {
        expect((await ask()).content).toEqual(HELLO.blocks);
      });
    }
  });

  it.each([...STOP_REASONS, 'compaction', 'something_new'])(
    'returns the stop reason %s',
    async (stopReason) => {
      await withServer({ script: script({ ...HELLO, stopReason }) }, async ({ ask }) => {
        expect((await ask()).stopReason).toBe(stopReason);
      });
    },
  );

  it('may be empty', async () => {
    await withServer({ script: script({ blocks: [] }) }, async ({ ask }) => {
      expect(await ask()).toMatchObject({ content: [], stopReason: 'end_turn' });
    });
  });

  it('has no cost where the price is not known', async () => {
    await withServer(
      { script: script(HELLO) },
      async ({ ask, model }) => {
        expect((await ask()).costUsd).toBeNull();
        expect(model.contextWindow).toBe(200_000);
      },
      { model: 'my-own-model' },
    );
  });

  it('keeps blocks that it does not read, and sends them back unchanged', async () => {
    const opaque: JsonObject[] = [
      {
        type: 'thinking',
        thinking: 'Let me think about this at some length.',
        signature: 'c2lnbmF0dXJl',
      },
      { type: 'redacted_thinking', data: 'AAAA' },
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: [{ type: 'a', deep: { b: [1] } }],
      },
    ];
    const blocks = [
      ...opaque.map((block) => ({ type: 'opaque', block })),
      { type: 'text', text: 'Done.' },
    ];
    await withServer({ script: script({ blocks }, HELLO) }, async ({ ask, server }) => {
      const reply = await ask();
      expect(reply.content).toEqual(blocks);
      await ask(
        request([user('Hi'), { role: 'assistant', content: reply.content }, user('Go on')]),
      );
      expect(sentBody(server, 1).messages[1]!.content).toEqual([
        ...opaque,
        { type: 'text', text: 'Done.' },
      ]);
    });
  });
});

describe('a request to the Messages API', () => {
  it('carries at most four marks for the cache: system, last tool, the end, and the end before', async () => {
    await withServer({ script: script(CALL, CALL, HELLO) }, async ({ ask, server }) => {
      const messages: Message[] = [user('Hi')];
      const { tools } = request();
      for (let turn = 0; turn < 3; turn += 1) {
        const reply = await ask({ ...request(messages), tools });
        messages.push({ role: 'assistant', content: reply.content });
        for (const block of reply.content) {
          if (block.type !== 'tool_use') continue;
          messages.push({
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: block.id, content: 'ok' }],
          });
        }
      }
      const bodies = [0, 1, 2].map((index) => sentBody(server, index));
      expect(server.requests.map((one) => one.status)).toEqual([200, 200, 200]);
      const marked = bodies.map((body) =>
        body.messages.flatMap((message, index) =>
          message.content.at(-1)?.['cache_control'] === undefined ? [] : [index],
        ),
      );
      expect(marked).toEqual([[0], [0, 2], [2, 4]]);
      for (const body of bodies) {
        expect(body.system).toEqual([
          { type: 'text', text: 'You are careful.', cache_control: { type: 'ephemeral' } },
        ]);
        expect(body.tools?.map((tool) => tool.cache_control !== undefined)).toEqual([false, true]);
        expect(body).toMatchObject({ model: 'claude-sonnet-5-5', max_tokens: 1000, stream: true });
      }
      const [, second, third] = server.requests.map((one) => one.cache!);
      expect(second!.servedBytes).toBe(server.requests[0]!.cache!.promptBytes);
      expect(third!.servedBytes).toBe(second!.servedBytes + second!.writtenBytes);
    });
  });

  it('says what was not JSON in a call as an object, which is all that the API takes', async () => {
    await withServer({ script: script(HELLO, HELLO) }, async ({ ask, server }) => {
      await ask(
        request([
          user('Hi'),
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 'toolu_1', name: 'fs_read', input: '{"path": ' }],
          },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'toolu_1', content: 'not JSON', is_error: true },
            ],
          },
        ]),
      );
      const sent = sentBody(server);
      expect(sent.messages[1]!.content[0]!['input']).toEqual({ unparsed: '{"path": ' });
    });
  });

  it('leaves out what the API would refuse: blank text, empty messages, halves of surrogate pairs', async () => {
    await withServer({ script: script(HELLO) }, async ({ ask, server }) => {
      await ask({
        ...request([
          user('Hi \ud83d there'),
          { role: 'assistant', content: [{ type: 'text', text: ' \n' }] },
          {
            role: 'user',
            content: [
              { type: 'text', text: '' },
              { type: 'text', text: 'Go on 👋' },
            ],
          },
        ]),
        system: '',
        tools: [],
      });
      expect(server.requests[0]!.body).toEqual({
        model: 'claude-sonnet-5-5',
        max_tokens: 1000,
        stream: true,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Hi \ufffd there', cache_control: { type: 'ephemeral' } },
            ],
          },
          {
            role: 'user',
            content: [{ type: 'text', text: 'Go on 👋', cache_control: { type: 'ephemeral' } }],
          },
        ],
      });
    });
  });

  it('carries images, documents and mixed results as they are', async () => {
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'AAAA' },
    } as const;
    const document = {
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: 'BBBB' },
    } as const;
    await withServer({ script: script(HELLO, HELLO) }, async ({ ask, server }) => {
      await ask(
        request([
          { role: 'user', content: [image, document, { type: 'text', text: 'See.' }] },
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 'toolu_1', name: 'fs_read', input: {} }],
          },
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 'toolu_1',
                content: [{ type: 'text', text: 'a' }, image],
              },
            ],
          },
        ]),
      );
      const sent = sentBody(server);
      expect(sent.messages[0]!.content.slice(0, 2)).toEqual([image, document]);
      expect(sent.messages[2]!.content[0]!['content']).toEqual([
        { type: 'text', text: 'a' },
        image,
      ]);
    });
  });

  it('takes the base URL with a slash or /v1 at its end', async () => {
    for (const ending of ['', '/', '/v1', '/v1/', '/v1/messages']) {
      await withServer({ script: script(HELLO) }, async ({ server }) => {
        await withServer({}, async ({ ask }) => void (await ask()), {
          anthropicBaseUrl: server.url + ending,
        });
        expect(server.requests[0]!.path).toBe('/v1/messages');
      });
    }
  });

  it('uses the connection again', async () => {
    const ports = new Set<unknown>();
    const onRequest = (one: { headers: { host?: string | undefined } }) => {
      ports.add(one.headers.host);
      return undefined;
    };
    await withServer({ script: script(HELLO, HELLO, HELLO), onRequest }, async ({ ask }) => {
      await ask();
      await ask(
        request([
          user('Hi'),
          { role: 'assistant', content: [{ type: 'text', text: 'x' }] },
          user('y'),
        ]),
      );
      expect(ports.size).toBe(1);
    });
  });
});
