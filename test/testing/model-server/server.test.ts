import { expect, test } from 'vitest';
import { createModel, type ModelReply, type ModelRequest } from '../../../src/model/index.ts';
import { startModelServer } from '../../../src/testing/index.ts';
import { answered, refusedBy } from '../../model/apis.ts';
import { CALL, fastClock, HELLO, request, script, user } from '../../model/harness.ts';

type Ask = (asked?: ModelRequest) => Promise<ModelReply>;

async function withMessages(key: string, use: (ask: Ask) => Promise<void>): Promise<void> {
  const turns = script(CALL, { ...HELLO, expect: 'read fs_read' });
  const server = await startModelServer({ api: 'messages', script: turns });
  try {
    const model = await createModel({
      model: 'claude-sonnet-5-5',
      anthropicApiKey: key,
      anthropicBaseUrl: server.url,
      cwd: '/',
      clock: fastClock(),
    });
    const { signal } = new AbortController();
    await use((asked = request()) => model.respond(asked, { signal }));
  } finally {
    await server.close();
  }
}

test('the Messages API of the demo plays a script, whose turns look at the results of calls', async () => {
  await withMessages('test-key', async (ask) => {
    const reply = await ask();
    expect(reply.stopReason).toBe('tool_use');
    expect((await ask(answered(reply))).content).toEqual(HELLO.blocks);
  });
});

test('the Messages API of the demo refuses another key, and a call without its result', async () => {
  await withMessages('wrong', async (ask) => {
    expect((await refusedBy(ask())).code).toBe('model-auth');
  });
  await withMessages('test-key', async (ask) => {
    const { content } = await ask();
    const unanswered = request([user('Hi'), { role: 'assistant', content }, user('x')]);
    expect((await refusedBy(ask(unanswered))).message).toContain('ids were found without');
  });
});

test('the Messages API of the demo counts tokens, so that no run has to estimate them', async () => {
  await withMessages('test-key', async (ask) => {
    const reply = await ask();
    expect(reply.isEstimate).toBeUndefined();
    expect(reply.usage.inputTokens).toBeGreaterThan(0);
  });
});
