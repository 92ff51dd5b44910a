/** Servers that are broken or hostile, for every API, on loopback. */
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/common/index.ts';
import type { ModelReply, ToolUseBlock } from '../../src/model/index.ts';
import type { SseEvent } from '../../src/testing/index.ts';
import type { Fault } from '../testing/model-server/faults.ts';
import { answered, type Api, APIS, type Faults, refusedBy, withApi } from './apis.ts';
import { nightly } from '../properties.ts';
import { CALL, HELLO } from './harness.ts';

const call = (name: string, input: Json): Json => ({ type: 'tool_use', name, input });

/** Every event of the stream, with its JSON rewritten. */
function rewritten(rewrite: (json: string) => string): Faults {
  const edit = (events: readonly SseEvent[]): readonly SseEvent[] =>
    events.map((event) => ({ ...event, data: JSON.parse(rewrite(JSON.stringify(event.data))) }));
  return () => ({ kind: 'edit', edit });
}

/** A stop reason that no API has. */
function endsWith(api: Api, reason: string): Faults {
  return rewritten((json) =>
    api.served === 'responses'
      ? json.replace(
          '"status":"completed","incomplete_details":null',
          '"status":"incomplete","incomplete_details":{"reason":"' + reason + '"}',
        )
      : json.replace(
          /"(stop_reason|finish_reason|finishReason)":"[^"]+"/,
          (_all, key: string) => `"${key}":"${reason}"`,
        ),
  );
}

const callsIn = (reply: ModelReply): ToolUseBlock[] =>
  reply.content.flatMap((block) => (block.type === 'tool_use' ? [block] : []));

const bytesOf = (kind: string, text: string): Faults => {
  return (index) => (index > 0 ? undefined : { kind: 'raw', contentType: kind, body: text });
};

/** The bytes without the second one of the first `ü`. */
const spoilUtf8 = (bytes: Buffer): Buffer => {
  const place = bytes.indexOf(0xc3) + 1;
  return Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + 1)]);
};

const notUtf8: Faults = (index) => (index === 0 ? { kind: 'bytes', edit: spoilUtf8 } : undefined);

/** An error answer of each form that servers send. */
const errorForms = (message: string): readonly Json[] => [
  { type: 'error', error: { type: 'invalid_request_error', message } },
  { error: { message, code: 400 } },
  { error: message },
  { message, object: 'error', type: 'invalid_request_error' },
  { detail: message },
  [{ error: { message, code: 400 } }],
];

describe.each(APIS)('a hostile server of $provider', (api) => {
  it.each(['constructor', '__proto__', 'toString', 'other_end', 'Unknown'])(
    'that ends a reply by %s gets its last call not run',
    async (reason) => {
      const blocks = [call('fs_read', { path: 'a' }), call('fs_write', { path: 'b' })];
      await withApi(
        api,
        { turns: [{ blocks }], faults: endsWith(api, reason) },
        async ({ ask }) => {
          const reply = await ask();
          expect(reply.stopReason).toBe(api.served === 'gemini' ? reason.toLowerCase() : reason);
          expect(callsIn(reply).map(({ name }) => name)).toEqual(['fs_read']);
        },
      );
    },
  );

  it('cannot fill the trail by ids and names, nor by halves of surrogate pairs', async () => {
    const long = `${'x'.repeat(100_000)}\\ud800`;
    const faults = rewritten((json) =>
      json.replaceAll(
        /"(id|model|modelVersion|responseId|call_id|name)":"[^"]*"/g,
        (_all, key: string) => `"${key}":"${long}"`,
      ),
    );
    const turns = [{ blocks: [call('fs_read', { path: 'a' })] }];
    await withApi(api, { turns, faults }, async ({ ask }) => {
      const reply = await ask();
      const names = callsIn(reply).flatMap(({ id, name }) => [id, name]);
      expect(names).toHaveLength(2);
      for (const text of [reply.id, reply.model, ...names]) {
        expect(text.length).toBeLessThanOrEqual(text === names[0] ? 32_000 : 1_000);
        expect(text.isWellFormed()).toBe(true);
      }
    });
  });

  it('that gives a call the id of an earlier turn gets results that can be distinguished', async () => {
    const faults = rewritten((json) =>
      json.replaceAll(/"(id|call_id)":"toolu_[^"]*"/g, (_all, key: string) => `"${key}":"call_0"`),
    );
    await withApi(api, { turns: [CALL, CALL, HELLO], faults }, async ({ ask }) => {
      const first = await ask();
      const again = answered(first);
      const second = await ask(again);
      expect(callsIn(second)[0]?.id).not.toBe(callsIn(first)[0]?.id);
      expect((await ask(answered(second, again.messages))).stopReason).toBe('end_turn');
    });
  });

  it('that cuts a stream at any byte gives the whole reply or none', async () => {
    let bytes = 1;
    for (let length = 0; length < bytes; length += 73) {
      const edit = (sent: Buffer): Buffer => {
        bytes = sent.byteLength;
        return sent.subarray(0, length);
      };
      const faults: Faults = (index) => (index === 0 ? { kind: 'bytes', edit } : undefined);
      await withApi(api, { turns: [CALL], faults }, async ({ ask }) => {
        expect((await ask()).content).toMatchObject(CALL.blocks);
      });
    }
  });

  it('whose bytes are not UTF-8 is asked again', async () => {
    await withApi(api, { turns: [CALL], faults: notUtf8 }, async ({ ask, retries }) => {
      expect((await ask()).content).toMatchObject(CALL.blocks);
      expect(retries).toHaveLength(1);
    });
  });

  it('cannot bring its key, a line or a command of the log into a message by the type of an error', async () => {
    const key = 'key-0123456789abcdef';
    const type = `x\n::error::${key}`;
    const body = { type: 'error', error: { type, code: type, status: type, message: 'No.' } };
    const faults: Faults = () => ({ kind: 'status', status: 418, body });
    await withApi(api, { turns: [HELLO], faults, key }, async ({ ask }) => {
      const { message } = await refusedBy(ask());
      expect(message).toContain('418');
      expect(message).not.toContain(key);
      expect(message).not.toContain('\n');
    });
  });

  it('has its message read in every form of an error', async () => {
    const message = 'This model has a maximum context length of 4096 tokens: 5000 were sent.';
    for (const body of errorForms(message)) {
      const faults: Faults = () => ({ kind: 'status', status: 400, body });
      await withApi(api, { turns: [HELLO], faults }, async ({ ask }) => {
        const error = await refusedBy(ask());
        expect([error.code, error.message]).toEqual([
          'model-context',
          expect.stringContaining('4096'),
        ]);
      });
    }
  });

  it('that does not know the model is not reported as a wrong address', async () => {
    const messages = [
      'The model `test-model` does not exist.',
      "model 'test-model' not found, try pulling it first",
      'test-model is not a valid model ID',
      'Invalid model name passed in model=test-model. Call `/v1/models` to view available models.',
    ];
    for (const message of messages) {
      for (const [status, body] of [
        [404, { error: { message, type: 'x' } }],
        [400, { detail: message }],
      ] as const) {
        const faults: Faults = () => ({ kind: 'status', status, body });
        await withApi(api, { turns: [HELLO], faults }, async ({ ask }) => {
          expect((await refusedBy(ask())).code).toBe('model-unknown');
        });
      }
    }
  });

  it('that fails for good, in whatever form, is not reported as a wrong address', async () => {
    const headers = { 'x-should-retry': 'false' };
    for (const body of [{}, '<html>Bad gateway</html>', { error: { message: 'Broken' } }]) {
      const faults: Faults = () => ({ kind: 'status', status: 502, body, headers });
      await withApi(api, { turns: [HELLO], faults }, async ({ ask, retries }) => {
        expect((await refusedBy(ask())).code).toBe('model-unavailable');
        expect(retries).toEqual([]);
      });
    }
  });

  it('that sends an error in place of a stream has cost nothing, and is asked again', async () => {
    const error = {
      error: { message: 'Provider returned error', code: 502, type: 'overloaded_error' },
    };
    const body = `data: ${JSON.stringify(api.served === null ? { type: 'error', ...error } : api.served === 'responses' ? { type: 'error', ...error } : error)}\n\n`;
    const faults = bytesOf('text/event-stream', body);
    await withApi(api, { turns: [HELLO], faults }, async ({ ask, retries, broken }) => {
      expect((await ask()).stopReason).toBe('end_turn');
      expect(retries).toEqual([expect.stringContaining('Provider returned error')]);
      expect(broken).toEqual([]);
    });
  });

  it('whose error says that the account has no money is not asked again', async () => {
    const body: JsonObject = { error: { message: 'Insufficient credits', type: 'billing_error' } };
    let requests = 0;
    const faults: Faults = (): Fault => {
      requests += 1;
      return { kind: 'status', status: 402, body };
    };
    await withApi(api, { turns: [HELLO], faults }, async ({ ask }) => {
      expect((await refusedBy(ask())).code).toBe('model-billing');
      expect(requests).toBe(1);
    });
  });
});

/** A whole reply, as each API answers without a stream. */
const WHOLE = {
  anthropic: {
    type: 'message',
    id: 'm',
    model: 'm',
    content: [
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'toolu_1', name: 'fs_read', input: { path: 'a' } },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 10, output_tokens: 5 },
  },
  openai: {
    object: 'response',
    id: 'm',
    model: 'm',
    status: 'completed',
    output: [
      { type: 'message', content: [{ type: 'output_text', text: 'I look.' }] },
      { type: 'function_call', call_id: 'c', name: 'fs_read', arguments: '{"path":"a"}' },
    ],
    usage: { input_tokens: 10, output_tokens: 5 },
  },
  'openai-compatible': {
    id: 'm',
    model: 'm',
    choices: [
      {
        finish_reason: 'tool_calls',
        message: {
          content: 'I look.',
          tool_calls: [{ id: 'c', function: { name: 'fs_read', arguments: '{"path":"a"}' } }],
        },
      },
    ],
    usage: { prompt_tokens: 10, completion_tokens: 5 },
  },
  gemini: {
    responseId: 'm',
    modelVersion: 'm',
    candidates: [
      {
        finishReason: 'STOP',
        content: {
          parts: [{ text: 'I look.' }, { functionCall: { name: 'fs_read', args: { path: 'a' } } }],
        },
      },
    ],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5 },
  },
} as const;

describe.each(APIS)('an answer of $provider without a stream', (api) => {
  const whole = JSON.stringify(Object.entries(WHOLE).find(([name]) => name === api.provider)?.[1]);

  it.each(['application/json', 'application/json; charset=utf-8', 'text/event-stream'])(
    'is a reply as %s',
    async (contentType) => {
      const isStream = contentType === 'text/event-stream';
      const body = isStream ? `data: ${whole}\n\n` : whole;
      const faults: Faults = () => ({ kind: 'raw', contentType, body });
      await withApi(api, { turns: [HELLO], faults }, async ({ ask }) => {
        const reply = await ask();
        expect(reply).toMatchObject({
          stopReason: 'tool_use',
          content: [
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', name: 'fs_read', input: { path: 'a' } },
          ],
          usage: { inputTokens: 10, outputTokens: 5 },
        });
        expect(reply.isEstimate).toBeUndefined();
      });
    },
  );

  it('is a reply as the only event of a stream, without an empty line after it', async () => {
    const faults = bytesOf('text/event-stream', `data: ${whole}`);
    await withApi(api, { turns: [HELLO], faults }, async ({ ask, retries }) => {
      expect((await ask()).stopReason).toBe('tool_use');
      expect(retries).toEqual([]);
    });
  });

  it.each(['application/json', 'text/event-stream'])(
    'whose call has an input that is nested without end is a reply with a call that no tool takes, as %s',
    async (contentType) => {
      const deep = `{"path":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
      const nested = whole.replace(/\{"path":"a"\}|"\{\\"path\\":\\"a\\"\}"/, deep);
      const body = contentType === 'text/event-stream' ? `data: ${nested}\n\n` : nested;
      const faults: Faults = () => ({ kind: 'raw', contentType, body });
      await withApi(api, { turns: [HELLO], faults }, async ({ ask, retries }) => {
        const [deepest] = callsIn(await ask());
        expect(deepest).toMatchObject({ name: 'fs_read', input: '[nested too deeply]' });
        expect(retries).toEqual([]);
      });
    },
  );

  it('that is cut at any byte is none', async () => {
    for (let length = 0; length < whole.length; length += 23) {
      const body = whole.slice(0, length);
      const faults: Faults = () => ({ kind: 'raw', contentType: 'application/json', body });
      await withApi(api, { turns: [HELLO], faults }, async ({ ask }) => {
        expect((await refusedBy(ask())).code).toBe('model-unreachable');
      });
    }
  });

  it('with an error in it is that error', async () => {
    const error = { type: 'error', error: { type: 'billing_error', message: 'No credit.' } };
    const faults: Faults = () => ({
      kind: 'raw',
      contentType: 'application/json',
      body: JSON.stringify(error),
    });
    await withApi(api, { turns: [HELLO], faults }, async ({ ask }) => {
      expect((await refusedBy(ask())).code).toBe('model-billing');
    });
  });

  // The one limit of all of them.
  (api === APIS[0] ? it : nightly)('that has no end is not read for ever', async () => {
    const body = `{"a":"${'x'.repeat(34_000_000)}"}`;
    const faults: Faults = () => ({ kind: 'raw', contentType: 'application/json', body });
    await withApi(api, { turns: [HELLO], faults }, async ({ ask }) => {
      expect((await refusedBy(ask())).code).toBe('model-unreachable');
    });
  });
});
