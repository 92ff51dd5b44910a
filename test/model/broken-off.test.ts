/** Connections that break after the stop reason of a reply, and before the end of its stream. */
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/common/index.ts';
import type { ProviderName } from '../../src/model/providers/provider.ts';
import { chunk, type OddAnswer, withOdd } from './odd-server.ts';

const input = '{"path":"a"}';
const events = (...list: readonly Json[]): string =>
  list.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

/** Sends this part of a stream, and breaks the connection. */
function breaksAfter(text: string): OddAnswer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(text, () => setTimeout(() => response.destroy(), 50));
  };
}

const START = {
  type: 'message_start',
  message: { id: 'm', model: 'x', usage: { input_tokens: 9 } },
};
const BLOCK = [
  {
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'tool_use', id: 't', name: 'fs_read', input: {} },
  },
  {
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'input_json_delta', partial_json: input },
  },
] as const;
const CLOSED = { type: 'content_block_stop', index: 0 };
const STOP = { type: 'message_delta', delta: { stop_reason: 'tool_use' } };
const stopWithUsage: JsonObject = { ...STOP, usage: { output_tokens: 7 } };

const part = (json: string) =>
  chunk({ tool_calls: [{ index: 0, id: 't', function: { name: 'fs_read', arguments: json } }] });
const FINISH = chunk({}, 'tool_calls');
const FINISHED_PIECE = {
  ...chunk(
    { tool_calls: [{ index: 0, id: 't', function: { name: 'fs_read', arguments: input } }] },
    'tool_calls',
  ),
  usage: { prompt_tokens: 9, completion_tokens: 3 },
};
const USAGE = { id: 'c', choices: [], usage: { prompt_tokens: 9, completion_tokens: 7 } };

describe('a reply whose connection breaks after its stop reason', () => {
  it.each<[ProviderName, string]>([
    ['anthropic', events(START, ...BLOCK, CLOSED, stopWithUsage)],
    ['openai-compatible', events(part(input), FINISH, USAGE)],
  ])('counts if it is whole, with its usage: %s', async (provider, text) => {
    await withOdd(
      provider,
      () => breaksAfter(text),
      async ({ ask, retries }) => {
        const reply = await ask();
        expect(reply.content).toMatchObject([{ type: 'tool_use', input: { path: 'a' } }]);
        expect(reply.usage).toMatchObject({ inputTokens: 9, outputTokens: 7 });
        expect(retries).toEqual([]);
      },
    );
  });

  it.each<[ProviderName, string, string]>([
    ['anthropic', 'without its usage', events(START, ...BLOCK, CLOSED, STOP)],
    ['anthropic', 'with an open block', events(START, ...BLOCK, stopWithUsage)],
    ['anthropic', 'without a stop reason', events(START, ...BLOCK, CLOSED)],
    ['openai-compatible', 'without its usage', events(part(input), FINISH)],
    ['openai-compatible', 'with half an input', events(part('{"pa'), FINISH, USAGE)],
    ['openai-compatible', 'without a finish reason', events(part(input), USAGE)],
    // Some servers send both with each piece, so that the first of several calls looks like the last.
    [
      'openai-compatible',
      'with the finish reason and the usage in a piece of content',
      events(FINISHED_PIECE),
    ],
  ])('is asked for again: %s, %s', async (provider, _, text) => {
    const whole =
      provider === 'anthropic'
        ? events(START, ...BLOCK, CLOSED, stopWithUsage, { type: 'message_stop' })
        : `${events(part(input), FINISH, USAGE)}data: [DONE]\n\n`;
    await withOdd(
      provider,
      (_body, index) => (index === 0 ? breaksAfter(text) : whole),
      async ({ ask, retries }) => {
        await ask();
        expect(retries).toHaveLength(1);
      },
    );
  });
});
