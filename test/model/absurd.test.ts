import { Readable } from 'node:stream';
/** Answers that no Messages API gives, from real servers on loopback. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/common/index.ts';
import { type BrokenReply, totalTokens } from '../../src/model/index.ts';
import { boundedLines, chunksInTime } from '../../src/model/bounded-body.ts';
import { estimateRequestTokens } from '../../src/model/usage.ts';
import type { SseEvent } from '../../src/testing/index.ts';
import * as fc from '../properties.ts';
import { HELLO, CALL, request, script, user, withServer } from './harness.ts';

const MEGABYTE = 1024 * 1024;

const event = (data: Json): string => `data: ${JSON.stringify(data)}\n\n`;

/** A whole reply, with these figures at its start and at its end as they stand in the JSON. */
function stream(options: { start?: string; end?: string; text?: string; input?: string }): string {
  const { start = '{"input_tokens":10,"output_tokens":1}', end = '{"output_tokens":5}' } = options;
  const { text = 'Hi', input } = options;
  const call = { type: 'tool_use', id: 'toolu_1', name: 'fs_read', input: {} };
  return [
    `data: {"type":"message_start","message":{"id":"m","model":"m","usage":${start}}}\n\n`,
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    event({ type: 'content_block_stop', index: 0 }),
    ...(input === undefined
      ? []
      : [
          event({ type: 'content_block_start', index: 1, content_block: call }),
          event({
            type: 'content_block_delta',
            index: 1,
            delta: { type: 'input_json_delta', partial_json: input },
          }),
          event({ type: 'content_block_stop', index: 1 }),
        ]),
    `data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":${end}}\n\n`,
    event({ type: 'message_stop' }),
  ].join('');
}

const raw = (body: string) => ({
  faults: () => ({ kind: 'raw' as const, contentType: 'text/event-stream', body }),
});

/** A server of one answer, and the number of requests that it got. */
async function withAnswer(
  answer: (response: ServerResponse) => void,
  use: (baseUrl: string, count: () => number) => Promise<void>,
): Promise<void> {
  let requests = 0;
  const server = createServer((incoming, response) => {
    requests += 1;
    incoming.resume();
    response.on('error', () => undefined);
    answer(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  try {
    await use(`http://127.0.0.1:${port}`, () => requests);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function failureOf(baseUrl: string): Promise<Error> {
  let thrown: unknown = null;
  await withServer(
    {},
    async ({ ask }) => {
      thrown = await ask().catch((error: unknown) => error);
    },
    { anthropicBaseUrl: baseUrl },
  );
  if (thrown instanceof Error) return thrown;
  throw new Error('The request did not fail.');
}

const firstReset = ({ index }: { readonly index: number }) =>
  index === 0 ? { kind: 'reset' as const } : undefined;

const stalls = () => ({ kind: 'stall' as const, after: 4 });

const cuts = () => ({ kind: 'cut' as const, after: 4 });

const longHeaders = (response: ServerResponse): void => {
  response.writeHead(200, { 'x-long': 'x'.repeat(200_000) }).end('{}');
};

const bomb = (response: ServerResponse): void => {
  response.writeHead(400, { 'content-type': 'text/plain', 'content-encoding': 'gzip' });
  response.end(gzipSync(Buffer.alloc(200 * MEGABYTE), { level: 1 }));
};

const inStart = (events: readonly SseEvent[]): readonly SseEvent[] =>
  events.flatMap((one) => {
    const text = JSON.stringify(one.data);
    if (text.includes('input_json_delta')) return [];
    const data = text.replace('"input":{}', '"input":{"a":"\\ud800"}');
    return [{ ...one, data: JSON.parse(data) as never }];
  });

describe('figures of usage', () => {
  test.each([
    ['1e308', 'is no count of tokens'],
    ['1e999', 'is infinite'],
    ['-5', 'is negative'],
    ['"7"', 'is a text'],
    ['null', 'is none'],
    ['2000000000', 'is more than any model can'],
  ])('%s %s: it is passed over, and the tokens are estimated', async (figure) => {
    const usage = `{"input_tokens":${figure},"output_tokens":${figure}}`;
    await withServer(raw(stream({ start: usage, end: usage })), async ({ ask }) => {
      const reply = await ask();
      expect(reply.isEstimate).toBe(true);
      expect(reply.usage.inputTokens).toBeGreaterThan(10);
      expect(reply.usage.outputTokens).toBe(1);
      expect(Number.isFinite(reply.costUsd)).toBe(true);
    });
  });

  test('a fraction is rounded up, and is no estimate', async () => {
    const start = '{"input_tokens":10.2,"output_tokens":1}';
    await withServer(raw(stream({ start, end: '{"output_tokens":4.5}' })), async ({ ask }) => {
      const reply = await ask();
      expect(reply.usage).toMatchObject({ inputTokens: 11, outputTokens: 5 });
      expect(reply.isEstimate).toBeUndefined();
    });
  });

  test('whatever a server reports, the counts are whole, finite and not negative', async () => {
    const figure = fc.oneof(
      fc.double().map((value) => JSON.stringify(value)),
      fc.constantFrom('1e400', '-1e400', 'null', '"x"', '[]', '{}', 'true', '0', '-0'),
    );
    const usage = fc
      .tuple(figure, figure, figure)
      .map(
        ([a, b, c]) => `{"input_tokens":${a},"output_tokens":${b},"cache_read_input_tokens":${c}}`,
      );
    await fc.assert(
      fc.asyncProperty(usage, usage, async (start, end) => {
        await withServer(raw(stream({ start, end })), async ({ ask }) => {
          const reply = await ask();
          const { webSearches: _, ...counts } = reply.usage;
          for (const count of Object.values(counts)) {
            expect(Number.isSafeInteger(count)).toBe(true);
            expect(count).toBeGreaterThanOrEqual(0);
          }
          expect(reply.usage.outputTokens).toBeGreaterThan(0);
        });
      }),
      { numRuns: 20 },
    );
  });
});

describe('an API that reports no usage', () => {
  test.each([
    ['leaves the figures out', '{}', '{}'],
    ['reports zeros', '{"input_tokens":0,"output_tokens":0}', '{"output_tokens":0}'],
  ])('%s: input and output are estimated from their bytes', async (_name, start, end) => {
    const text = 'word '.repeat(1_000);
    await withServer(raw(stream({ start, end, text })), async ({ ask, server }) => {
      const reply = await ask(request([user('x'.repeat(35_000))]));
      expect(reply.isEstimate).toBe(true);
      expect(reply.usage.inputTokens).toBeGreaterThan(10_000);
      expect(reply.usage.inputTokens).toBeLessThan(server.requests[0]?.bytes ?? 0);
      expect(reply.usage.outputTokens).toBeGreaterThanOrEqual(1_250);
    });
  });

  test('a picture counts as one, not by its bytes', () => {
    const data = 'A'.repeat(4 * MEGABYTE);
    const source = { type: 'base64', media_type: 'image/png', data };
    const body = JSON.stringify({ messages: [{ content: [{ type: 'image', source }] }] });
    const tokens = estimateRequestTokens(body);
    expect(tokens).toBeGreaterThan(1_600);
    expect(tokens).toBeLessThan(2_000);
  });
});

describe('a reply that breaks off', () => {
  const broken: BrokenReply[] = [];
  const onBroken = (one: BrokenReply): void => void broken.push(one);

  test.each<[string, object]>([
    ['ends', { kind: 'cut', after: 'in-tool-use' }],
    ['is reset', { kind: 'cut', after: 'in-tool-use', how: 'reset' }],
    [
      'has an error event',
      { kind: 'error-event', after: 4, type: 'overloaded_error', message: 'x' },
    ],
  ])('and %s has cost its input and what came of it', async (_name, fault) => {
    broken.length = 0;
    const faults = ({ index }: { readonly index: number }) =>
      index === 0 ? (fault as never) : undefined;
    await withServer({ script: script(CALL), faults }, async ({ ask }) => {
      const reply = await ask(request(), { onBroken });
      expect(broken).toHaveLength(1);
      expect(broken[0]).toMatchObject({ attempt: 1, isEstimate: true });
      const { usage, costUsd } = broken[0]!;
      expect(totalTokens(usage)).toBeGreaterThan(0);
      expect(usage.outputTokens).toBeGreaterThan(0);
      expect(costUsd).toBeGreaterThan(0);
      expect(reply.isEstimate).toBeUndefined();
    });
  });

  test('before it began has cost nothing', async () => {
    broken.length = 0;
    await withServer({ script: script(HELLO), faults: firstReset }, async ({ ask, retries }) => {
      await ask(request(), { onBroken });
      expect(retries).toHaveLength(1);
      expect(broken).toEqual([]);
    });
  });

  test('because the run was ended is counted, too', async () => {
    broken.length = 0;
    await withServer({ script: script(HELLO), faults: stalls }, async ({ ask }) => {
      const stop = new AbortController();
      const reason = new Error('enough');
      const onText = (): void => stop.abort(reason);
      await expect(ask(request(), { signal: stop.signal, onText, onBroken })).rejects.toBe(reason);
      expect(broken).toHaveLength(1);
    });
  });

  test('ends the request if the caller says so', async () => {
    await withServer({ script: script(HELLO), faults: cuts }, async ({ ask, server }) => {
      const full = new Error('the budget is spent');
      const stop = (): never => {
        throw full;
      };
      await expect(ask(request(), { onBroken: stop })).rejects.toBe(full);
      expect(server.requests).toHaveLength(1);
    });
  });
});

describe('sizes', () => {
  test('a text of 20 MB is a reply', async () => {
    const text = 'x'.repeat(20 * MEGABYTE);
    await withServer(raw(stream({ text })), async ({ ask }) => {
      expect((await ask()).content).toEqual([{ type: 'text', text }]);
    });
  }, 60_000);

  test('a line without an end is an error, before it fills the memory', async () => {
    const chunk = new Uint8Array(8 * MEGABYTE);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(chunk);
      },
    });
    const read = Readable.from(boundedLines(endless)).toArray();
    await expect(read).rejects.toThrow('an event has no end');
    expect(sent).toBeLessThan(32);
  });

  test('that is only comments is in time as long as it is asked to be', async () => {
    const comments = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.from(': wait\n')),
    });
    let chunks = 0;
    const isInTime = (): boolean => {
      chunks += 1;
      return chunks < 5;
    };
    const inTime = chunksInTime(new Response(comments), isInTime);
    // No chunk, and no end of an event, follows the last one in time.
    const read: Uint8Array[] = [];
    const reading = (async () => {
      for await (const chunk of boundedLines(inTime)) read.push(chunk);
    })();
    await expect(reading).rejects.toThrow('has no end');
    expect(read).toHaveLength(4);
    expect(chunks).toBe(5);
  });

  test.each([
    ['of 50 MB', 50],
    ['without an end', Number.POSITIVE_INFINITY],
  ])('of an error body %s, only the beginning is read', async (_name, megabytes) => {
    let sent = 0;
    const answer = (response: ServerResponse): void => {
      response.writeHead(400, { 'content-type': 'text/plain' });
      const more = (): void => {
        if (response.destroyed) return;
        sent += 1;
        if (sent > megabytes) response.end();
        else response.write(Buffer.alloc(MEGABYTE, 'x'), more);
      };
      more();
    };
    await withAnswer(answer, async (baseUrl, count) => {
      const error = await failureOf(baseUrl);
      expect(error.message.length).toBeLessThan(1_000);
      expect(count()).toBe(1);
      expect(sent).toBeLessThan(40);
    });
  });

  test('an error body that stays open says what came of it', async () => {
    const message = JSON.stringify({
      type: 'error',
      error: { type: 'invalid_request_error', message: 'Your credit balance is too low' },
    });
    const answer = (response: ServerResponse): void => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.write(message + ' '.repeat(100_000));
    };
    await withAnswer(answer, async (baseUrl) => {
      expect((await failureOf(baseUrl)).message).toContain('cannot pay');
    });
  });

  test('headers beyond the limit of HTTP are no answer, and the request ends', async () => {
    await withAnswer(longHeaders, async (baseUrl, count) => {
      expect((await failureOf(baseUrl)).message).toContain('gave no reply in');
      expect(count()).toBeLessThanOrEqual(8);
    });
  });
});

const gzip = (status: number, type: string, body: string) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': type, 'content-encoding': 'gzip' });
  response.end(gzipSync(body));
};

describe('a gzip answer', () => {
  test('is read, as a stream and as an error', async () => {
    await withAnswer(
      gzip(200, 'text/event-stream', stream({ text: 'packed' })),
      async (baseUrl) => {
        await withServer(
          {},
          async ({ ask }) => expect((await ask()).content).toMatchObject([{ text: 'packed' }]),
          { anthropicBaseUrl: baseUrl },
        );
      },
    );
    const body = JSON.stringify({
      type: 'error',
      error: { type: 'authentication_error', message: 'no' },
    });
    await withAnswer(gzip(401, 'application/json', body), async (baseUrl, count) => {
      expect((await failureOf(baseUrl)).message).toContain('is not accepted');
      expect(count()).toBe(1);
    });
  });

  test('of an error of gigabytes is cut', async () => {
    await withAnswer(bomb, async (baseUrl) => {
      expect((await failureOf(baseUrl)).message.length).toBeLessThan(1_000);
    });
  });
});

describe('the input of a call', () => {
  test('that has a number beyond all numbers can be recorded: it becomes a text', async () => {
    const input = '{"path":"a","limit":1e400,"deep":[-1e999]}';
    await withServer(raw(stream({ input })), async ({ ask }) => {
      expect((await ask()).content.at(-1)).toMatchObject({
        input: { path: 'a', limit: 'Infinity', deep: ['-Infinity'] },
      });
    });
  });

  test('that stands in the start of its block is made safe, too', async () => {
    await withServer(
      { script: script(CALL), faults: () => ({ kind: 'edit', edit: inStart }) },
      async ({ ask }) => {
        expect((await ask()).content.at(-1)).toMatchObject({ input: { a: '\ufffd' } });
      },
    );
  });

  test('with a name of a megabyte has a short one', async () => {
    const call = { type: 'tool_use', name: 'x'.repeat(MEGABYTE), input: {} };
    await withServer({ script: script({ blocks: [call] }) }, async ({ ask }) => {
      expect(JSON.stringify((await ask()).content).length).toBeLessThan(2_000);
    });
  });
});
