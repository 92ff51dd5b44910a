import { expect, test } from 'vitest';
import { type Hook, withinTime } from '../../../src/tool-calls/index.ts';
import { systemClock } from '../../../src/common/index.ts';
import {
  answering,
  setUpCalls,
  hastyClock,
  looseTool,
  requestOf,
  SECRET,
  type CallSetupOptions,
  runCalls,
} from '../context.ts';

const ASKS = 'version: 1\nmode: ask\n';
const AUTO = 'version: 1\nmode: auto\n';

const facts = (input: { path?: unknown }) => ({
  paths: [{ path: String(input.path), access: 'write' as const }],
});

const add = (letter: string): Hook => ({
  name: letter,
  preToolUse: ({ input }) => ({ input: { path: `${(input as { path: string }).path}${letter}` } }),
  postToolUse: (_, result) => ({
    llmContent: `${result.ok && typeof result.llmContent === 'string' ? result.llmContent : ''}${letter}`,
  }),
});

const move = (path: string): Hook => ({ name: 'move', preToolUse: () => ({ input: { path } }) });

async function withHooks(hooks: readonly Hook[], options: CallSetupOptions = {}) {
  const inputs: unknown[] = [];
  const setup = await setUpCalls({
    policy: AUTO,
    tools: [looseTool('write', (input) => void inputs.push(input), { kind: 'write' })],
    ...options,
    over: { hooks, clock: hastyClock(), ...options.over },
  });
  const { finished } = await runCalls(setup.context, [requestOf('write', { path: 'a' })]);
  const effects = setup
    .entries()
    .flatMap((entry) => (entry.type === 'hook.ran' ? [`${entry.hook}: ${entry.effect}`] : []));
  return { setup, inputs, effects, call: finished[0] };
}

test('a hook makes a verdict stricter', async () => {
  const { call, inputs, effects, setup } = await withHooks([
    { name: 'no', preToolUse: () => ({ decision: 'deny', reason: 'frozen' }) },
  ]);
  expect(call).toMatchObject({ state: 'DENIED', refusal: 'policy' });
  expect(call?.content).toContain('frozen');
  expect(inputs).toEqual([]);
  expect(effects).toEqual(['no: decision deny; reason: frozen']);
  await setup.verified();
});

test('a call, its verdict and what an earlier hook said are on disk before a hook sees the call', async () => {
  const seen: string[][] = [];
  const look = (name: string): Hook => ({
    name,
    preToolUse: () => void seen.push(setup.entries().map(({ type }) => type)),
  });
  const setup = await setUpCalls({
    policy: AUTO,
    tools: [looseTool('write', () => 'written', { kind: 'write' })],
    over: { hooks: [look('first'), look('second')] },
  });
  await runCalls(setup.context, [requestOf('write', { path: 'a' })]);
  const before = ['run.start', 'call.state', 'call.verdict'];
  expect(seen).toEqual([before, [...before, 'hook.ran']]);
});

test.each([
  ['npm test', 'ls', 'reading'],
  ['ls', 'npm test', 'program'],
])(
  'a hook that makes `%s` to `%s` changes the sandbox, too: its profile is that of what runs',
  async (from, to, name) => {
    const profiles: unknown[] = [];
    const setup = await setUpCalls({
      policy: AUTO,
      tools: [
        looseTool('bash_run', (_, { profile }) => void profiles.push(profile?.name), {
          kind: 'execute',
          facts: (input) => ({ command: String(input['command']) }),
        }),
      ],
      over: { hooks: [{ name: 'other', preToolUse: () => ({ input: { command: to } }) }] },
    });
    await runCalls(setup.context, [requestOf('bash_run', { command: from })]);
    expect(profiles).toEqual([name]);
    const verdicts = setup
      .entries()
      .flatMap((entry) => (entry.type === 'call.verdict' ? [entry.profile?.name] : []));
    expect(verdicts.at(-1)).toBe(name);
    expect(verdicts[0]).not.toBe(name);
  },
);

test('a hook never makes a verdict looser', async () => {
  const { call, setup } = await withHooks(
    [{ name: 'yes', preToolUse: () => ({ decision: 'auto' }) }],
    {
      policy: ASKS,
      approver: (trail) => answering(trail, () => 'unanswered'),
    },
  );
  expect(call).toMatchObject({ state: 'DENIED', refusal: 'unanswered' });
  await setup.verified('denied');
});

test('in mode custom the hook decides what no rule matches', async () => {
  const { call, setup } = await withHooks(
    [{ name: 'yes', preToolUse: () => ({ decision: 'auto' }) }],
    {
      policy: 'version: 1\nmode: custom\n',
    },
  );
  expect(call).toMatchObject({ state: 'COMPLETED' });
  await setup.verified();
});

/** More than an entry of the trail may have. */
const LONG = 'x'.repeat(9_000_000);

async function* generator() {
  yield { decision: 'deny' };
}

test.each<[string, Hook]>([
  ['throws', { name: 'bad', preToolUse: () => Promise.reject(new Error('boom')) }],
  ['throws megabytes', { name: 'bad', preToolUse: () => Promise.reject(new Error(LONG)) }],
  ['never answers', { name: 'bad', preToolUse: () => new Promise(() => undefined) }],
  ['misspells its decision', { name: 'bad', preToolUse: (() => ({ decision: 'allow' })) as never }],
  ['misspells a key', { name: 'bad', preToolUse: (() => ({ descision: 'deny' })) as never }],
  ['is a generator', { name: 'bad', preToolUse: generator as never }],
  [
    'answers with a map',
    { name: 'bad', preToolUse: (() => new Map([['decision', 'deny']])) as never },
  ],
  ['answers with an error', { name: 'bad', preToolUse: (() => new Error('no')) as never }],
  ['answers with a word', { name: 'bad', preToolUse: (() => 'auto') as never }],
])('a hook that %s denies', async (_, hook) => {
  for (const policy of [AUTO, 'version: 1\nmode: custom\n']) {
    const { call, inputs, setup } = await withHooks([hook], { policy });
    expect(call).toMatchObject({ state: 'DENIED', refusal: 'policy' });
    expect(inputs).toEqual([]);
    await setup.verified();
  }
});

test('a changed input is evaluated again, and it is what runs', async () => {
  const hooks = [{ name: 'move', preToolUse: () => ({ input: { path: 'b' } }) }];
  const inputs: unknown[] = [];
  const tools = [looseTool('write', (input) => void inputs.push(input), { kind: 'write', facts })];
  const free = await withHooks(hooks, { tools });
  expect(free.call?.state).toBe('COMPLETED');
  expect(inputs).toEqual([{ path: 'b' }]);
  await free.setup.verified();
  const denied = await withHooks(hooks, {
    tools,
    policy: 'version: 1\nmode: auto\ndeny: ["write(b)"]\n',
  });
  expect(denied.call?.state).toBe('DENIED');
  await denied.setup.verified();
});

test('an input that a hook makes invalid is refused', async () => {
  const { call, setup } = await withHooks([{ name: 'bad', preToolUse: () => ({ input: 'text' }) }]);
  expect(call).toMatchObject({ state: 'DENIED' });
  await setup.verified();
});

test('changing the input in place changes nothing', async () => {
  const hook: Hook = {
    name: 'sly',
    preToolUse: (call) => {
      (call.input as { path: string }).path = 'b';
    },
  };
  const { inputs } = await withHooks([hook]);
  expect(inputs).toEqual([{ path: 'a' }]);
});

test('a ready result takes the place of the effect, after the approval', async () => {
  const hooks = [{ name: 'cache', preToolUse: () => ({ result: 'from the cache' }) }];
  const free = await withHooks(hooks);
  expect(free.call).toMatchObject({ state: 'COMPLETED', content: 'from the cache' });
  expect(free.inputs).toEqual([]);
  await free.setup.verified();
  const gated = await withHooks(hooks, {
    policy: ASKS,
    approver: (trail) => answering(trail, () => ({ deny: '' })),
  });
  expect(gated.call).toMatchObject({ state: 'DENIED', refusal: 'person' });
  await gated.setup.verified('denied');
});

test('several hooks run in order, each on what the one before left', async () => {
  const { inputs, call } = await withHooks([add('b'), add('c')]);
  expect(inputs).toEqual([{ path: 'abc' }]);
  expect(call?.content).toBe('donebc');
});

test('a hook is asked again about an input that a later one made, for its decision alone', async () => {
  const guard: Hook = {
    name: 'guard',
    preToolUse: ({ paths, input }) =>
      paths.some(({ path }) => path === 'infra')
        ? { decision: 'deny', reason: 'It is infra.' }
        : { input: { path: `${(input as { path: string }).path}!` } },
  };
  const tools = [looseTool('write', () => 'done', { kind: 'write', facts })];
  const free = await withHooks([guard, move('b')], { tools });
  expect(free.call?.state).toBe('COMPLETED');
  expect(free.effects).toEqual([
    'guard: input replaced: {"path":"a!"}',
    'move: input replaced: {"path":"b"}',
    'guard: none',
  ]);
  await free.setup.verified();
  const { call, setup } = await withHooks([guard, move('infra')], { tools });
  expect(call).toMatchObject({ state: 'DENIED', refusal: 'policy' });
  expect(call?.content).toContain('It is infra.');
  await setup.verified();
});

test('a result that a hook gives only when it is asked again is not used: the call runs', async () => {
  let asked = 0;
  const late: Hook = {
    name: 'late',
    preToolUse: () => ((asked += 1) === 1 ? {} : { result: 'made up' }),
  };
  const { inputs, effects, setup } = await withHooks([late, move('b')]);
  expect(inputs).toEqual([{ path: 'b' }]);
  expect(effects.at(-1)).toBe('late: none');
  await setup.verified();
});

test('every hook before the last one that changed the input is asked again', async () => {
  const seen: string[] = [];
  const look = (name: string): Hook => ({
    name,
    preToolUse: ({ input }) => void seen.push(`${name} ${(input as { path: string }).path}`),
  });
  const hooks = [look('first'), move('b'), look('second'), move('c'), look('last')];
  const { inputs, setup } = await withHooks(hooks);
  expect(seen).toEqual(['first a', 'second b', 'last c', 'first c', 'second c']);
  expect(inputs).toEqual([{ path: 'c' }]);
  await setup.verified();
});

test("a tool's own hook is asked again about the input that a hook of the run made", async () => {
  const inputs: unknown[] = [];
  const { call, setup } = await withHooks(
    [{ name: 'move', preToolUse: () => ({ input: { path: 'bad' } }) }],
    {
      tools: [
        looseTool('write', (input) => void inputs.push(input), {
          kind: 'write',
          preToolUse: ({ path }) => (path === 'bad' ? { decision: 'deny', reason: 'Bad.' } : {}),
        }),
      ],
    },
  );
  expect(call).toMatchObject({ state: 'DENIED', refusal: 'policy' });
  expect(inputs).toEqual([]);
  await setup.verified();
});

test("a tool's own hooks come first", async () => {
  const order: string[] = [];
  const hook: Hook = {
    name: 'run',
    preToolUse: ({ input }) => void order.push(`run ${JSON.stringify(input)}`),
    postToolUse: () => void order.push('run after'),
  };
  const { call, setup, effects } = await withHooks([hook], {
    tools: [
      looseTool('write', () => 'raw', {
        kind: 'write',
        preToolUse: () => {
          order.push('own');
          return { input: { path: 'own' } };
        },
        postToolUse: (_, result) => ({ llmContent: `own ${JSON.stringify(result.llmContent)}` }),
      }),
    ],
  });
  expect(order).toEqual(['own', 'run {"path":"own"}', 'run after']);
  expect(call?.content).toBe('own "raw"');
  expect(effects[0]).toBe('tool:write: input replaced: {"path":"own"}');
  await setup.verified();
});

test("a tool's own hook cannot loosen either, and denies where it throws", async () => {
  const loose = await withHooks([], {
    policy: ASKS,
    approver: (trail) => answering(trail, () => 'unanswered'),
    tools: [
      looseTool('write', () => 'never', {
        kind: 'write',
        preToolUse: () => ({ decision: 'auto' }),
      }),
    ],
  });
  expect(loose.call?.state).toBe('DENIED');
  const broken = await withHooks([], {
    tools: [
      looseTool('write', () => 'never', {
        kind: 'write',
        preToolUse: () => {
          throw new Error('boom');
        },
      }),
    ],
  });
  expect(broken.call?.state).toBe('DENIED');
});

test.each<[string, Hook]>([
  ['throws', { name: 'bad', postToolUse: () => Promise.reject(new Error('boom')) }],
  ['throws megabytes', { name: 'bad', postToolUse: () => Promise.reject(new Error(LONG)) }],
  ['never answers', { name: 'bad', postToolUse: () => new Promise(() => undefined) }],
  ['answers nonsense', { name: 'bad', postToolUse: (() => ({ llmContent: 5 })) as never }],
])('a post-hook that %s changes nothing, and the trail says so', async (_, hook) => {
  const { call, effects, setup } = await withHooks([hook]);
  expect(call).toMatchObject({ state: 'COMPLETED', content: 'done' });
  expect(effects[0]).toContain('failed');
  await setup.verified();
});

test('what a post-hook puts in place is redacted, and people see it too', async () => {
  const hook: Hook = { name: 'swap', postToolUse: () => ({ llmContent: `new ${SECRET}` }) };
  const { call, setup } = await withHooks([hook], {
    tools: [
      looseTool('write', () => ({
        ok: true as const,
        llmContent: 'old',
        displayContent: 'old for people',
      })),
    ],
  });
  expect(call?.content).toMatch(/^new \[redacted/);
  const shown = setup.events.find((event) => event.type === 'tool:end');
  expect(shown).toMatchObject({ display: call?.content });
});

test('a hook sees the paths that a command names', async () => {
  const reported: unknown[] = [];
  await withHooks([{ name: 'paths', preToolUse: ({ paths }) => void reported.push(...paths) }], {
    tools: [
      looseTool('write', () => 'x', {
        kind: 'execute',
        facts: () => ({ command: 'cat src/a.ts > out.txt' }),
      }),
    ],
  });
  expect(reported).toContainEqual({ path: 'src/a.ts', access: 'read' });
  expect(reported).toContainEqual({ path: 'out.txt', access: 'write' });
});

/** The path that a call would change, and what it would write there. */
const twoFields = async (hook: Hook, policy = AUTO) => {
  const inputs: unknown[] = [];
  const setup = await setUpCalls({
    policy,
    tools: [looseTool('write', (input) => void inputs.push(input), { kind: 'write', facts })],
    over: { hooks: [hook], clock: hastyClock() },
  });
  const { finished } = await runCalls(setup.context, [
    requestOf('write', { path: 'a', text: 'old' }),
  ]);
  const effects = setup
    .entries()
    .flatMap((entry) => (entry.type === 'hook.ran' ? [entry.effect] : []));
  return { setup, inputs, effects, call: finished[0] };
};

test('update changes the fields that it names, and replace the whole input', async () => {
  const updated = await twoFields({
    name: 'h',
    preToolUse: () => ({ update: { text: 'new', more: 1 } }),
  });
  expect(updated.inputs).toEqual([{ path: 'a', text: 'new', more: 1 }]);
  expect(updated.effects).toEqual(['input updated: {"more":1,"text":"new"}']);
  await updated.setup.verified();
  const replaced = await twoFields({
    name: 'h',
    preToolUse: () => ({ replace: { path: 'b' } }),
  });
  expect(replaced.inputs).toEqual([{ path: 'b' }]);
  expect(replaced.effects).toEqual(['input replaced: {"path":"b"}']);
  await replaced.setup.verified();
});

test('what a hook puts into an input is recorded without secrets, and not without end', async () => {
  const { effects, inputs, setup } = await twoFields({
    name: 'h',
    preToolUse: () => ({ update: { text: SECRET, more: 'x'.repeat(100_000) } }),
  });
  expect(inputs).toMatchObject([{ text: SECRET }]);
  expect(effects[0]).not.toContain(SECRET);
  expect(effects[0]?.length).toBeLessThan(3_000);
  await setup.verified();
});

test.each(['update', 'replace'])('what a hook changes with %s is evaluated again', async (form) => {
  const { call, inputs, setup } = await twoFields(
    { name: 'h', preToolUse: () => ({ [form]: { path: 'secret' } }) },
    'version: 1\nmode: auto\ndeny: ["write(secret)"]\n',
  );
  expect(call?.state).toBe('DENIED');
  expect(inputs).toEqual([]);
  await setup.verified();
});

test.each<[string, unknown]>([
  ['two forms at once', { update: { text: 'x' }, replace: { path: 'b' } }],
  ['update and input', { update: { text: 'x' }, input: { path: 'b' } }],
  ['an update that is no object', { update: 'text' }],
  ['an update that is a list', { update: ['x'] }],
  ['an update with a function', { update: { text: () => 'x' } }],
  ['a replacement that is null', { replace: null }],
  ['an input that is null', { input: null }],
  ['a replacement that is a list', { replace: [] }],
])('%s denies', async (_, answer) => {
  const { call, inputs, setup } = await twoFields({
    name: 'h',
    preToolUse: (() => answer) as never,
  });
  expect(call?.state).toBe('DENIED');
  expect(inputs).toEqual([]);
  await setup.verified();
});

const FAILED = {
  ok: false as const,
  error: { type: 'not_found' as const, message: 'gone', recommendations: ['look'] },
  metadata: { untrustedSource: 'https://example.com' },
};

async function after(answer: unknown, result?: unknown) {
  return await withHooks([{ name: 'h', postToolUse: (() => answer) as never }], {
    tools: [looseTool('write', () => (result ?? 'done') as never, { kind: 'write' })],
  });
}

test('update changes fields of the result, and replace the whole', async () => {
  const shown = await after({ update: { displayContent: 'for people' } });
  expect(shown.call?.content).toBe('done');
  expect(shown.setup.events.find(({ type }) => type === 'tool:end')).toMatchObject({
    display: 'for people',
  });
  expect(shown.effects).toEqual(['h: result updated: displayContent']);
  await shown.setup.verified();
  const advised = await after({ update: { recommendations: ['read first'] } }, FAILED);
  expect(advised.call).toMatchObject({
    state: 'FAILED',
    error: { type: 'not_found', message: 'gone', recommendations: ['read first'] },
  });
  const whole = await after({ replace: { ok: true, llmContent: 'else' } });
  expect(whole.call).toMatchObject({ state: 'COMPLETED', content: 'else' });
  expect(whole.effects).toEqual(['h: result replaced']);
  await whole.setup.verified();
});

test('a post-hook makes a failure of a success, and the metadata stays', async () => {
  const { call, setup } = await after(
    { replace: { ok: false, error: { message: 'not like this' } } },
    { ok: true, llmContent: 'done', metadata: { untrustedSource: 'https://example.com' } },
  );
  expect(call).toMatchObject({
    state: 'FAILED',
    error: { type: 'execution', message: 'not like this' },
    metadata: { untrustedSource: 'https://example.com' },
  });
  await setup.verified();
});

test.each<[string, unknown, unknown]>([
  ['makes a success of a failure', { replace: { ok: true, llmContent: 'fine' } }, FAILED],
  [
    'makes a success of a failure without metadata',
    { replace: { ok: true, llmContent: 'fine' } },
    { ok: false, error: FAILED.error },
  ],
  ['updates the error of a success', { update: { errorMessage: 'x' } }, 'done'],
  ['updates what a failure does not have', { update: { displayContent: 'x' } }, FAILED],
  ['changes metadata', { update: { metadata: {} } }, FAILED],
  ['replaces metadata', { replace: { ok: false, error: { message: 'x' }, metadata: {} } }, FAILED],
  ['has two forms', { llmContent: 'x', update: { llmContent: 'y' } }, 'done'],
])('a post-hook that %s changes nothing', async (_, answer, result) => {
  const before = await after(undefined, result);
  expect(before.effects).toEqual(['h: none']);
  const { call, effects, setup } = await after(answer, result);
  expect(call).toMatchObject({ state: before.call?.state, content: before.call?.content });
  expect(effects[0]).toMatch(/^h: failed: its answer is not valid/);
  await setup.verified();
});

test('a post-hook that fails is one warning of the run, with its reason; the trail has each failure', async () => {
  const hook: Hook = {
    name: 'mask-names',
    postToolUse: ({ input }) => {
      throw new Error(`${(input as { path: string }).path} cannot be masked: ${SECRET}.`);
    },
  };
  const setup = await setUpCalls({
    policy: AUTO,
    tools: [looseTool('write', () => 'done', { kind: 'write' })],
    over: { hooks: [hook, { ...hook, name: 'other' }] },
  });
  await runCalls(setup.context, [requestOf('write', { path: 'a' })]);
  await runCalls(setup.context, [requestOf('write', { path: 'b' }, { id: 'c2' })]);
  const warnings = setup
    .entries()
    .flatMap((entry) => (entry.type === 'warning' ? [[entry.code, entry.message]] : []));
  const meaning = 'The model gets the result as it was before this hook';
  expect(warnings).toEqual([
    [
      'hook-failed',
      expect.stringMatching(
        /^The hook mask-names failed in postToolUse: a cannot be masked: (?!sup3r)/,
      ),
    ],
    ['hook-failed', expect.stringMatching(new RegExp(`[^.]\\. ${meaning}`))],
  ]);
  expect(setup.events.filter(({ type }) => type === 'warning')).toHaveLength(2);
  expect(setup.entries().filter(({ type }) => type === 'hook.ran')).toHaveLength(4);
  await setup.verified();
});

test('the limit of a hook keeps no timer once the hook has answered or thrown', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const clock = {
    ...systemClock,
    sleep: async (ms: number, signal?: AbortSignal) => {
      signals.push(signal);
      await systemClock.sleep(ms, signal);
    },
  };
  expect(await withinTime({ clock }, Promise.resolve(1))).toBe(1);
  await expect(withinTime({ clock }, Promise.reject(new Error('No.')))).rejects.toThrow('No.');
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
});
