import { expect, test } from 'vitest';
import type { SseEvent } from '../../src/testing/index.ts';
import type { Fault } from '../testing/model-server/faults.ts';
import {
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  messagesApi,
  openRepository,
  statesOf,
  turn,
} from './harness.ts';
import { nightly, someOf } from '../properties.ts';

const WRITE = turn('I write.', ['fs_write', { path: 'src/made.txt', content: 'made' }]);
const SCRIPT = { turns: [WRITE, finish('Made.')] } as never;

/** What goes wrong with the first request. */
const first = (fault: Fault) => (request: { readonly index: number }) =>
  request.index === 0 ? fault : undefined;

test.concurrent('the real client works through a stream of the Messages API, with tokens and cost counted', async () => {
  await using repository = await openRepository();
  await using api = await messagesApi({ script: SCRIPT });
  const end = await repository.runStep({ inputs: api.inputs });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(await inWorkspace(repository, 'src/made.txt')).toBe('made');
  expect(Number(end.outputs['tokens'])).toBeGreaterThan(100);
  expect(Number(end.outputs['cost-usd'])).toBeGreaterThan(0);
});

test.concurrent('a missing key is named, with the YAML to write', async () => {
  await using repository = await openRepository();
  const end = await repository.runStep({ inputs: { model: 'claude-sonnet-5-5' } });
  await expectEnd(end, { outcome: 'error', exitCode: 1 });
  expect(end.outputs['summary']).toContain('No API key is set.');
  expect(end.outputs['summary']).toContain('secrets.ANTHROPIC_API_KEY');
});

test.concurrent('a wrong key is not tried again, and is not shown', async () => {
  await using repository = await openRepository();
  await using api = await messagesApi({ script: SCRIPT, apiKeys: ['another'] });
  const end = await repository.runStep({ inputs: api.inputs });
  await expectEnd(end, { outcome: 'error', exitCode: 1 });
  expect(api.requests).toHaveLength(1);
  expect(end.outputs['summary']).toContain('The key of anthropic-api-key is not accepted');
  expect(end.log.replace(/^::add-mask::.*$/gm, '')).not.toContain(api.inputs['anthropic-api-key']);
});

nightly.concurrent('an unknown model is named', async () => {
  await using repository = await openRepository();
  await using api = await messagesApi({ script: SCRIPT, models: ['another'] });
  const end = await repository.runStep({ inputs: api.inputs });
  await expectEnd(end, { outcome: 'error', exitCode: 1 });
  expect(end.outputs['summary']).toContain('The model claude-sonnet-5-5 does not exist');
});

const PASSING: readonly (readonly [string, Fault])[] = [
  [
    '429 with retry-after',
    {
      kind: 'status',
      status: 429,
      headers: { 'retry-after': '1' },
      body: { type: 'error', error: { type: 'rate_limit_error', message: 'slow down' } },
    },
  ],
  [
    '529',
    {
      kind: 'status',
      status: 529,
      headers: { 'retry-after': '0' },
      body: { type: 'error', error: { type: 'overloaded_error', message: 'busy' } },
    },
  ],
  ['502 with a page', { kind: 'status', status: 502, body: '<html>bad gateway</html>' }],
  ['a lost connection', { kind: 'reset' }],
  ['a stream cut in a tool input', { kind: 'cut', after: 'in-tool-use' }],
  ['a stream broken in a tool input', { kind: 'cut', after: 'in-tool-use', how: 'reset' }],
  [
    'an overload in the stream',
    { kind: 'error-event', after: 3, type: 'overloaded_error', message: 'busy' },
  ],
];

test.concurrent.each(someOf(PASSING, 1))(
  '%s is tried again, and nothing of the broken reply runs',
  async (_name, fault) => {
    await using repository = await openRepository();
    await using api = await messagesApi({ script: SCRIPT, faults: first(fault) });
    const end = await repository.runStep({ inputs: api.inputs });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(api.requests).toHaveLength(3);
    expect(entriesOf(end, 'model.retry')).toHaveLength(1);
    expect(statesOf(end, 'c1')).toEqual(['PENDING', 'APPROVED', 'EXECUTING', 'COMPLETED']);
    expect(statesOf(end, 'c3')).toEqual([]);
  },
);

/** The reply as it would be were the tool's input cut by the limit of tokens. */
function cutByLimit(events: readonly SseEvent[]): readonly SseEvent[] {
  let pieces = 0;
  return events
    .filter(({ data }) => {
      if (!JSON.stringify(data).includes('input_json_delta')) return true;
      pieces += 1;
      return pieces <= 2;
    })
    .map((event) => ({
      ...event,
      data: JSON.parse(
        JSON.stringify(event.data).replace(
          '"stop_reason":"tool_use"',
          '"stop_reason":"max_tokens"',
        ),
      ) as never,
    }));
}

function brokenJson(events: readonly SseEvent[]): readonly SseEvent[] {
  return events.map((event) => ({
    ...event,
    data: JSON.parse(JSON.stringify(event.data).replaceAll('\\"path\\"', '\\"path')) as never,
  }));
}

test.concurrent.each(
  someOf<[string, typeof brokenJson]>(
    [
      ['half a tool input, cut by max_tokens', cutByLimit],
      ['a tool input that is no JSON', brokenJson],
    ],
    1,
  ),
)('%s never runs, and the model can continue', async (_name, edit) => {
  await using repository = await openRepository();
  await using api = await messagesApi({
    onRequest: ({ index }) =>
      (index === 0 ? WRITE : finish('Nothing was made.', 'incomplete')) as never,
    faults: first({ kind: 'edit', edit }),
  });
  const end = await repository.runStep({ inputs: api.inputs });
  await expectEnd(end, { outcome: 'incomplete', exitCode: 1 });
  await expect(inWorkspace(repository, 'src/made.txt')).rejects.toThrow('ENOENT');
  expect(
    end.entries.filter(
      (entry) =>
        entry.type === 'call.state' &&
        entry['gen_ai.tool.name'] === 'fs_write' &&
        entry.state === 'EXECUTING',
    ),
  ).toEqual([]);
});

const STOPS: readonly (readonly [string, string, number])[] = [
  ['refusal', 'incomplete', 1],
  ['model_context_window_exceeded', 'incomplete', 1],
  ['something_new', 'incomplete', 1],
];

test.concurrent.each(someOf(STOPS, 1))(
  'a reply that stops for %s ends %s',
  async (stopReason, outcome, exitCode) => {
    await using repository = await openRepository();
    const end = await repository.runStep({ turns: [{ ...turn('I stop.'), stopReason }] });
    await expectEnd(end, { outcome, exitCode });
  },
);

nightly.concurrent('pause_turn is continued, and calls of a refusal do not run', async () => {
  await using repository = await openRepository();
  const end = await repository.runStep({
    turns: [
      { ...turn('Wait.'), stopReason: 'pause_turn' },
      { ...WRITE, stopReason: 'refusal' },
    ],
  });
  await expectEnd(end, { outcome: 'incomplete', exitCode: 1 });
  await expect(inWorkspace(repository, 'src/made.txt')).rejects.toThrow('ENOENT');
});

nightly.concurrent(
  'unknown tools and bad arguments are results that the model can act on',
  async () => {
    await using repository = await openRepository();
    const end = await repository.runStep({
      turns: [
        turn(
          '',
          ['fs_raed', { path: 'a' }],
          ['fs_read', { pth: 'a' }],
          ['fs_read', 'not an object'],
          ['bash_run', null],
        ),
        { ...finish('Nothing.', 'incomplete'), expect: ['fs_read', 'path'] },
      ],
    });
    await expectEnd(end, { outcome: 'incomplete', exitCode: 1 });
    for (const call of ['c1', 'c2', 'c3', 'c4'])
      expect(statesOf(end, call)).toEqual(['PENDING', 'FAILED']);
  },
);
