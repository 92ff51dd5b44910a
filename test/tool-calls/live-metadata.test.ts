import { expect, test } from 'vitest';
import type { RunEvent } from '../../src/tool-calls/index.ts';
import { failure, type ToolContext, type ToolResult } from '../../src/tools/index.ts';
import { setUpCalls, looseTool, requestOf, runCalls, SECRET } from './context.ts';

/** Runs one call of a tool with this body, and collects what listeners hear and a hook sees of its result. */
async function metadataOf(
  body: (context: ToolContext) => ToolResult | string | Promise<ToolResult | string>,
) {
  const events: RunEvent[] = [];
  const results: ToolResult[] = [];
  const setup = await setUpCalls({
    policy: 'version: 1\nmode: auto\n',
    tools: [looseTool('probe', async (_, context) => await body(context))],
    over: { hooks: [{ name: 'watch', postToolUse: (_, result) => void results.push(result) }] },
  });
  setup.context.bus.on((event) => events.push(event));
  const { finished } = await runCalls(setup.context, [requestOf('probe', {})]);
  const live = events.flatMap((one) => (one.type === 'tool:metadata' ? [one.metadata] : []));
  return { setup, call: finished[0], live, events, result: results[0] };
}

test('listeners see each change before the end of the call, and the result has all of it', async () => {
  const { live, events, call, result } = await metadataOf((context) => {
    context.setMetadata({ page: 1, of: 3 });
    context.setMetadata({ page: 2 });
    return { ok: true, llmContent: 'read', metadata: { of: 4, done: true } };
  });
  expect(live).toEqual([
    { page: 1, of: 3 },
    { page: 2, of: 3 },
  ]);
  expect(result?.metadata).toEqual({ page: 2, of: 4, done: true });
  expect(call?.metadata).toEqual({ page: 2, of: 4, done: true });
  const names = events.map(({ type }) => type);
  expect(names.lastIndexOf('tool:metadata')).toBeLessThan(names.indexOf('tool:end'));
});

test('what people see is redacted', async () => {
  const { live } = await metadataOf((context) => {
    context.setMetadata({ token: SECRET, nested: [SECRET] });
    return 'x';
  });
  expect(live).toHaveLength(1);
  expect(JSON.stringify(live)).not.toContain(SECRET);
});

test('a call that fails keeps its metadata', async () => {
  const { call } = await metadataOf((context) => {
    context.setMetadata({ page: 7 });
    throw new Error('lost');
  });
  expect(call).toMatchObject({ state: 'FAILED', metadata: { page: 7 } });
});

test.each<[string, (context: ToolContext) => ToolResult | string]>([
  ['that says nothing', () => 'text of the page'],
  ['of another text', () => ({ ok: true, llmContent: 'x', metadata: { untrustedSource: null } })],
  ['that fails', () => failure('execution', 'text of the page')],
  [
    'that throws',
    () => {
      throw new Error('text of the page');
    },
  ],
])('a source named while the call runs marks a result %s as untrusted', async (_, end) => {
  const { setup, call } = await metadataOf((context) => {
    context.setMetadata({ untrustedSource: 'https://a.test', untrustedAuthor: 'eve' });
    return end(context);
  });
  expect(call?.metadata).toMatchObject({ untrustedSource: 'https://a.test' });
  expect(setup.untrusted).toEqual([
    expect.objectContaining({ source: 'https://a.test', author: 'eve' }),
  ]);
});

test.each<[string, unknown]>([
  ['a list', [1]],
  ['a text', 'x'],
  ['nothing', undefined],
  ['a function', () => 1],
  [
    'a circle',
    Object.assign(
      {},
      {
        get self(): unknown {
          return this;
        },
      },
    ),
  ],
  ['more than 10,000 characters', { text: 'x'.repeat(10_000) }],
  ['a lone surrogate', { text: '\ud800' }],
  ['endless nesting', JSON.parse(`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`)],
  ['a source that is no text', { untrustedSource: null }],
  ['a source without text', { untrustedSource: '' }],
  ['that its text needs no marks', { untrustedMarked: true }],
])('%s is refused, and what was set before stays', async (_, given) => {
  let refused = '';
  const { call, live } = await metadataOf((context) => {
    context.setMetadata({ untrustedSource: 'page' });
    try {
      context.setMetadata(given as never);
    } catch (error) {
      refused = String(error);
    }
    return 'x';
  });
  expect(refused).toContain('The metadata of the call is refused');
  expect(call?.metadata).toEqual({ untrustedSource: 'page' });
  expect(live).toEqual([{ untrustedSource: 'page' }]);
});

test('a thousand changes are the most, and those after the call count for nothing', async () => {
  let left: ToolContext | null = null;
  const { call, live, events } = await metadataOf((context) => {
    left = context;
    for (let count = 0; count < 1_000; count += 1) context.setMetadata({ count });
    context.setMetadata({ count: 'more' });
    return 'never';
  });
  expect(call).toMatchObject({ state: 'FAILED', metadata: { count: 999 } });
  expect(call?.content).toContain('at most 1000 times');
  expect(live).toHaveLength(1_000);
  const before = events.length;
  (left as ToolContext | null)?.setMetadata({ late: true });
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toHaveLength(before);
});

test('what a listener changes in an event, and the tool in its object, changes nothing else', async () => {
  const fields = { page: 1, list: [1] };
  const { call } = await metadataOf((context) => {
    context.setMetadata(fields);
    fields.list.push(2);
    return 'x';
  });
  expect(call?.metadata).toEqual({ page: 1, list: [1] });
});
