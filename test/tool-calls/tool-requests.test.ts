import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/common/index.ts';
import type { Hook, RunEvent } from '../../src/tool-calls/index.ts';
import type { ToolContext } from '../../src/tools/index.ts';
import { setUpCalls, looseTool, requestOf, runCalls, SECRET } from './context.ts';

const nested = (depth: number): Json => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as Json;

type Question = Extract<RunEvent, { type: 'tool:request' }>;

/** What a tool gets that asks the program, where a listener handles the question so. */
async function asked(
  listener: ((question: Question) => unknown) | null,
  {
    name = 'colour',
    data = {},
    timeoutMs = 60_000,
    hooks = [],
  }: {
    readonly name?: string;
    readonly data?: Json;
    readonly timeoutMs?: number;
    readonly hooks?: readonly Hook[];
  } = {},
) {
  const setup = await setUpCalls({
    policy: 'version: 1\nmode: auto\n',
    over: { hooks },
    tools: [
      looseTool('probe', async (_, context) => JSON.stringify(await context.request(name, data)), {
        timeoutMs,
      }),
    ],
  });
  setup.context.bus.on((event) => {
    if (event.type === 'tool:request') listener?.(event);
  });
  const { finished } = await runCalls(setup.context, [requestOf('probe', {})]);
  return { setup, call: finished[0] };
}

test('a tool gets the answer of the first listener that responds, at once or by a promise', async () => {
  const answers: boolean[] = [];
  const { call } = await asked(
    (question) => {
      expect(question).toMatchObject({ name: 'colour', data: { of: 'sky' } });
      answers.push(question.respond(Promise.resolve('blue')), question.respond('red'));
    },
    { data: { of: 'sky' } },
  );
  expect(call).toMatchObject({ state: 'COMPLETED', content: '"blue"' });
  expect(answers).toEqual([true, false]);
});

test('what a tool asks is redacted', async () => {
  const { call } = await asked(({ data, respond }) => respond(data), { data: { of: SECRET } });
  expect(JSON.stringify(call?.content)).not.toContain(SECRET);
});

test('a secret in the name of a question reaches nobody', async () => {
  const seen: unknown[] = [];
  const hooks = [hook('nosy', (_, request) => void seen.push(request))];
  const { setup, call } = await asked((question) => seen.push(question), { name: SECRET, hooks });
  expect(call?.state).toBe('FAILED');
  expect(call?.content).toContain('the name has a secret');
  expect(seen).toEqual([]);
  expect(recorded(setup)).toEqual([]);
});

test('a response after the listener returned is too late', async () => {
  const late: Question[] = [];
  const { call } = await asked((question) => late.push(question));
  expect(call?.content).toContain('nobody answers "colour"');
  expect(late[0]?.respond('blue')).toBe(false);
});

test.each<[string, ((question: Question) => unknown) | null, object, string]>([
  ['without a listener', null, {}, 'nobody answers'],
  [
    'whose answer is rejected',
    ({ respond }) => respond(Promise.reject(new Error('no colours'))),
    {},
    'the program failed to answer "colour": no colours',
  ],
  [
    'with an answer that is no JSON',
    ({ respond }) => respond(undefined as never),
    {},
    'is not JSON',
  ],
  ['with a number beyond JSON', ({ respond }) => respond(1n as never), {}, 'is not JSON'],
  ['with a lone surrogate', ({ respond }) => respond('\ud800'), {}, 'is not well-formed'],
  ['with endless nesting', ({ respond }) => respond(nested(300)), {}, 'nested too deeply'],
  ['about endless nesting', ({ respond }) => respond(1), { data: nested(300) }, 'nested too deep'],
  ['with a long answer', ({ respond }) => respond('x'.repeat(20_001)), {}, 'more than 20000'],
  [
    'with a long question',
    ({ respond }) => respond(1),
    { data: 'x'.repeat(20_001) },
    'more than 20000',
  ],
  ...['a b', '', '1a', 'a\nb', '../a', 'a\u0000', 'ä', 'x'.repeat(101), '__proto__', 7, null].map(
    (name): [string, (question: Question) => unknown, object, string] => [
      `named ${JSON.stringify(name)}`,
      ({ respond }) => respond(1),
      { name },
      'is not valid',
    ],
  ),
])('a request %s fails with the reason', async (_, listener, options, because) => {
  const { call } = await asked(listener, options);
  expect(call?.state).toBe('FAILED');
  expect(call?.content).toContain(because);
});

/** The entries about requests of the setup, without what every entry has. */
function recorded(setup: Awaited<ReturnType<typeof setUpCalls>>) {
  return setup.entries().flatMap((entry) => {
    if (entry.type !== 'call.request' && entry.type !== 'call.answer') return [];
    const {
      _schema,
      seq: _seq,
      time: _time,
      run: _run,
      prev: _prev,
      hash: _hash,
      ...about
    } = entry;
    return [about];
  });
}

test('a question is on record before a listener sees it, and the answer before the tool gets it', async () => {
  let atQuestion: readonly unknown[] = [];
  let atAnswer: readonly unknown[] = [];
  const setup = await setUpCalls({
    policy: 'version: 1\nmode: auto\n',
    tools: [
      looseTool('probe', async (_, context) => {
        await context.request('colour', { of: SECRET });
        atAnswer = recorded(setup);
        return 'x';
      }),
    ],
  });
  setup.context.bus.on((event) => {
    if (event.type !== 'tool:request') return;
    atQuestion = recorded(setup);
    event.respond({ key: SECRET });
  });
  const { finished } = await runCalls(setup.context, [requestOf('probe', {})]);
  const call = finished[0]?.request.id ?? '';
  expect(finished[0]?.state).toBe('COMPLETED');
  expect(atQuestion).toEqual([
    { type: 'call.request', call, request: 1, name: 'colour', data: expect.anything() as string },
  ]);
  expect(atAnswer).toEqual([
    ...atQuestion,
    { type: 'call.answer', call, request: 1, by: 'program', answer: expect.anything() as string },
  ]);
  expect(JSON.stringify(atAnswer)).not.toContain(SECRET);
  expect(JSON.stringify(atAnswer)).toContain('[redacted:');
});

test('a secret in an answer reaches the tool only if the policy names it: the answer is redacted', async () => {
  const { call } = await asked(({ respond }) => respond({ key: SECRET }));
  expect(call?.content).toContain('[redacted:');
  const { call: refused } = await asked(({ respond }) =>
    respond(Promise.reject(new Error(SECRET))),
  );
  expect(refused?.content).not.toContain(SECRET);
});

test('a request without an answer is on record with why', async () => {
  const { setup } = await asked(null);
  expect(recorded(setup)).toMatchObject([
    { type: 'call.request', request: 1, data: '{}' },
    {
      type: 'call.answer',
      by: 'nobody',
      because: expect.stringContaining('nobody answers') as string,
    },
  ]);
});

const hook = (name: string, toolRequest: NonNullable<Hook['toolRequest']>, over = {}): Hook => ({
  name,
  toolRequest,
  ...over,
});

describe('a hook', () => {
  test('answers before the program, which sees the question and is too late', async () => {
    const responded: boolean[] = [];
    const { setup, call } = await asked(({ respond }) => responded.push(respond('red')), {
      data: { of: 'sky' },
      hooks: [
        hook('mute', () => undefined),
        hook('first', (about, request) => ({
          answer: { tool: about.tool, request: { ...request } },
        })),
        hook('second', () => ({ answer: 'green' })),
      ],
    });
    expect(call?.content).toBe('{"tool":"probe","request":{"name":"colour","data":{"of":"sky"}}}');
    expect(responded).toEqual([false]);
    expect(recorded(setup)[1]).toMatchObject({ by: 'hook', hook: 'first' });
  });

  test('can answer null, and say nothing by an empty object', async () => {
    const { call } = await asked(({ respond }) => respond('red'), {
      hooks: [hook('nothing', () => ({})), hook('null', () => ({ answer: null }))],
    });
    expect(call?.content).toBe('null');
  });

  test.each<[string, NonNullable<Hook['toolRequest']>, string]>([
    ['refuses', () => ({ decision: 'deny', reason: 'No colours.' }), 'No colours.'],
    [
      'throws',
      () => {
        throw new Error('broken');
      },
      'failed on "colour": broken',
    ],
    ['misspells its answer', () => ({ anwser: 1 }) as never, 'its answer is not valid'],
    ['answers and refuses', () => ({ answer: 1, decision: 'deny' }), 'both an answer'],
    ['answers no object', () => 'blue' as never, 'its answer is not valid'],
  ])('that %s refuses, whatever others answered', async (_, toolRequest, because) => {
    const heard: unknown[] = [];
    const { setup, call } = await asked((question) => heard.push(question.respond('red')), {
      hooks: [hook('nice', () => ({ answer: 'blue' })), hook('strict', toolRequest)],
    });
    expect(call?.state).toBe('FAILED');
    expect(call?.content).toContain(because);
    expect(heard).toEqual([]);
    expect(recorded(setup)[1]).toMatchObject({ by: 'hook', hook: 'strict' });
  });

  test('is asked only about the tools and kinds that it names, and not about a question with a secret', async () => {
    const seen: string[] = [];
    const { call } = await asked(({ respond }) => respond('red'), {
      data: { of: SECRET },
      hooks: [
        hook('other', () => ({ answer: 'blue' }), { on: { tools: ['other_*'] } }),
        hook('writes', () => ({ answer: 'blue' }), { on: { kinds: ['write'] } }),
        hook('reads', (_, { data }) => void seen.push(JSON.stringify(data)), {
          on: { kinds: ['readonly'], tools: ['pro*'] },
        }),
      ],
    });
    expect(call?.content).toBe('"red"');
    expect(seen).toHaveLength(1);
    expect(seen[0]).not.toContain(SECRET);
  });

  test('that answers too much, or what is no JSON, refuses', async () => {
    for (const answer of ['x'.repeat(20_001), nested(5_000)]) {
      const { call } = await asked(null, { hooks: [hook('much', () => ({ answer }))] });
      expect(call?.state).toBe('FAILED');
    }
  });
});

/** Runs one call of a tool with this body; nobody ever answers a question named `never`. */
async function ran(
  body: (context: ToolContext) => Promise<string>,
  { hooks = [], onAsked }: { readonly hooks?: readonly Hook[]; readonly onAsked?: () => void } = {},
) {
  const setup = await setUpCalls({
    policy: 'version: 1\nmode: auto\n',
    over: { hooks },
    tools: [looseTool('probe', async (_, context) => await body(context))],
  });
  setup.context.bus.on((event) => {
    if (event.type !== 'tool:request') return;
    onAsked?.();
    if (event.name === 'stop') setup.cancel.abort();
    event.respond(event.name === 'quick' ? 1 : new Promise(() => undefined));
  });
  const { finished } = await runCalls(setup.context, [requestOf('probe', {})]);
  return { setup, call: finished[0] };
}

describe('the end of a call', () => {
  test('ends a question that nobody answers, and the trail says so before the call ends', async () => {
    let left: Promise<unknown> = Promise.resolve();
    const { setup, call } = await ran(async (context) => {
      left = context.request('never').catch(String);
      await context.request('quick');
      return 'done';
    });
    expect(call?.state).toBe('COMPLETED');
    expect(await left).toContain('did not come before the call ended');
    expect(recorded(setup)).toMatchObject([
      { type: 'call.request', request: 1 },
      { type: 'call.request', request: 2 },
      { type: 'call.answer', request: 2, answer: '1' },
      { type: 'call.answer', request: 1, by: 'nobody' },
    ]);
  });

  test('of a question that a hook still thinks about is known to nobody after that', async () => {
    const thought = Promise.withResolvers<undefined>();
    const isAsked = Promise.withResolvers<undefined>();
    const others: string[] = [];
    const { setup } = await ran(
      async (context) => {
        // Nobody waits for it, which is no error of the program.
        void context.request('never');
        await isAsked.promise;
        return 'done';
      },
      {
        hooks: [
          hook('slow', async () => {
            isAsked.resolve(undefined);
            await thought.promise;
          }),
          hook('next', () => void others.push('hook')),
        ],
        onAsked: () => others.push('listener'),
      },
    );
    thought.resolve(undefined);
    await new Promise((resolve) => setImmediate(resolve));
    expect(others).toEqual([]);
    expect(recorded(setup)).toMatchObject([{ request: 1 }, { request: 1, by: 'nobody' }]);
  });

  test('is the end of its questions: later ones are refused, and reach nobody', async () => {
    let kept: ToolContext | null = null;
    const { setup } = await ran((context) => {
      kept = context;
      return Promise.resolve('done');
    });
    const late = (kept as ToolContext | null)?.request('quick');
    await expect(late).rejects.toThrow('the call has ended');
    expect(recorded(setup)).toEqual([]);
  });

  test('comes when the run is cancelled by who was asked', async () => {
    const { setup, call } = await ran(async (context) =>
      JSON.stringify(await context.request('stop')),
    );
    expect(call).toMatchObject({ state: 'FAILED', error: { type: 'cancelled' } });
    expect(recorded(setup)[1]).toMatchObject({ by: 'nobody' });
  });

  test('a call makes a hundred requests at most, also at once', async () => {
    const { setup, call } = await ran(async (context) => {
      const all = await Promise.allSettled(
        Array.from({ length: 150 }, async () => await context.request('quick')),
      );
      return JSON.stringify(all.map(({ status }) => status === 'fulfilled'));
    });
    expect(JSON.stringify(call?.content).match(/true/g)).toHaveLength(100);
    expect(recorded(setup)).toHaveLength(200);
  });
});
