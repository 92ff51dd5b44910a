/** Tools and hooks of modules in their real processes, under the pipeline of a run: questions, live metadata, changed calls. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Clock, type Json, systemClock } from '../../../src/common/index.ts';
import { loadHooks } from '../../../src/session/toolbox/hooks.ts';
import { startModules } from '../../../src/session/toolbox/modules.ts';
import { trustedFolder } from '../../../src/session/workspace/trusted-files.ts';
import { type Hook, type RunEvent, runCalls } from '../../../src/tool-calls/index.ts';
import { startToolModules, type Tool } from '../../../src/tools/index.ts';
import { setUpCalls, requestOf, SECRET } from '../../tool-calls/context.ts';
import { openModuleSources } from '../module-source.ts';

/** The time of the tool `ask_briefly`, which is over once its question was heard: no other wait is this long. */
const BRIEF_MS = 1_234;

const TOOLS = `export default ({ defineTool, z }) => {
  const make = (name, execute, over = {}) => defineTool({
    name, description: name, kind: 'readonly', input: z.looseObject({}), execute, ...over,
  });
  const circle = {};
  circle.self = circle;
  const odd = { circle, function: () => 1, bigint: 1n, nan: NaN, surrogate: '\\ud800' };
  // The number of the call is not known here: the frame is sent for every one.
  const raw = async (fields) => {
    const fs = await import('node:fs');
    const frames = Array.from({ length: 500 }, (_, at) => {
      const body = Buffer.from(JSON.stringify({ kind: 'event', name: 'metadata', data: { handle: at + 1, fields } }));
      const head = Buffer.alloc(4);
      head.writeUInt32BE(body.length);
      return Buffer.concat([head, body]);
    });
    fs.writeSync(3, Buffer.concat(frames));
    await new Promise(() => {});
  };
  return [
    make('ask', async ({ name, data }, { request }) => JSON.stringify(await request(name, data))),
    make('ask_odd', async ({ what }, { request }) => JSON.stringify(await request('quick', odd[what]))),
    make('ask_long', async (_, { request }) => JSON.stringify(await request('quick', 'x'.repeat(9_000_000)))),
    make('ask_deep', async (_, { request }) => JSON.stringify(await request('quick', JSON.parse('['.repeat(1_000) + ']'.repeat(1_000))))),
    make('ask_briefly', async (_, { request }) => JSON.stringify(await request('never')), { timeoutMs: ${BRIEF_MS} }),
    make('ask_many', async (_, { request }) => {
      const all = await Promise.allSettled(Array.from({ length: 300 }, (_, at) => request('echo', at)));
      const values = all.flatMap((one, at) => (one.status === 'fulfilled' && one.value === at ? [at] : []));
      return String(values.length);
    }),
    make('ask_and_leave', async (_, { request }) => {
      globalThis.kept = request;
      request('never').catch(() => {});
      await request('quick');
      return 'left';
    }),
    make('ask_late', async () => await globalThis.kept('quick').then(String, (error) => error.message)),
    make('ask_and_die', async (_, { request }) => {
      request('never').catch(() => {});
      await request('quick');
      process.exit(3);
    }),
    make('meta', async ({ fields, end }, { setMetadata, request }) => {
      for (const one of fields) setMetadata(one);
      if (end === 'throw') throw new Error('text of a page');
      // Its answer comes after the run has read what was sent before.
      if (end === 'exit') await request('quick').then(() => process.exit(5));
      return { ok: true, llmContent: 'text of a page', metadata: end ?? {} };
    }),
    make('meta_odd', async (_, { setMetadata }) => Object.entries(odd).map(([name, value]) => {
      try { setMetadata(name === 'function' ? value : { value }); return name; } catch { return 'refused'; }
    }).join()),
    make('meta_raw', async () => await raw({ untrustedMarked: true })),
    make('echo', (input) => JSON.stringify(input)),
    make('fail', () => { throw new Error('first words'); }),
    make('put', ({ path }) => 'wrote ' + path, {
      kind: 'write', input: z.object({ path: z.string().min(2), pre: z.any().optional() }),
      facts: ({ path }) => ({ paths: [{ path, access: 'write' }] }),
    }),
  ];
};`;

const HOOKS = `const said = {
  hook: ({ tool }, { data }) => ({ answer: { tool, data } }),
  null: () => ({ answer: null }),
  refuse: () => ({ decision: 'deny', reason: 'Not here.' }),
  throw: () => { throw new Error('broken'); },
  function: () => ({ answer: () => 1 }),
  misspelt: () => ({ anwser: 1 }),
  allow: () => ({ decision: 'auto' }),
  long: () => ({ answer: 'x'.repeat(20_001) }),
  huge: () => ({ answer: 'x'.repeat(9_000_000) }),
  exit: () => process.exit(4),
  leak: () => ({ answer: JSON.stringify(Object.entries(process.env)) }),
};
export default [
  { name: 'desk', on: { tools: ['ask*'] }, toolRequest: (call, request) => said[request.name]?.(call, request) },
  {
    name: 'editor',
    preToolUse: ({ input }) => (input.pre === 'function' ? { update: { path: () => 1 } } : input.pre),
    postToolUse: ({ input }) => input.post,
  },
];`;

const root = realpathSync(mkdtempSync(join(tmpdir(), 'module-requests-')));
const started: { close(): Promise<void> }[] = [];
let tools: readonly Tool[] = [];
let hooks: readonly Hook[] = [];

beforeAll(async () => {
  mkdirSync(join(root, 'own'));
  writeFileSync(join(root, 'own/tools.mjs'), TOOLS);
  writeFileSync(join(root, 'own/hooks.mjs'), HOOKS);
  const sources = await openModuleSources();
  started.push(sources);
  const source = sources.sourceOf(trustedFolder(root));
  const own = await startModules(
    source,
    { key: 'tools.modules', patterns: ['own/tools.mjs'] },
    startToolModules,
  );
  const loaded = await loadHooks(['own/hooks.mjs'], source);
  started.unshift(own, loaded);
  tools = own.items;
  hooks = loaded.items;
});
afterAll(async () => {
  for (const one of started) await one.close();
  rmSync(root, { recursive: true, force: true });
});

type Question = Extract<RunEvent, { type: 'tool:request' }>;

/** A program that answers `quick`, `echo` and `secret`, promises an answer to `never`, and nothing else. */
function program({ name, data, respond }: Question): unknown {
  if (name === 'quick') return respond('now');
  if (name === 'echo') return respond(Promise.resolve(data));
  if (name === 'secret') return respond({ key: SECRET });
  if (name === 'never') return respond(new Promise(() => undefined));
  if (name === 'odd') return respond((() => 1) as never);
  if (name === 'long') return respond('x'.repeat(20_001));
  if (name === 'fails') return respond(Promise.reject(new Error(`no ${SECRET}`)));
  return undefined;
}

async function called(name: string, input: Json = {}, policy = 'mode: auto') {
  const heard = Promise.withResolvers<void>();
  const clock: Clock = {
    ...systemClock,
    sleep: async (ms, signal) =>
      ms === BRIEF_MS ? await heard.promise : await systemClock.sleep(ms, signal),
  };
  const setup = await setUpCalls({
    policy: `version: 1\n${policy}\n`,
    tools,
    over: { hooks, clock },
  });
  const metadata: Json[] = [];
  setup.context.bus.on((event) => {
    if (event.type === 'tool:metadata') metadata.push(event.metadata);
    if (event.type !== 'tool:request') return;
    program(event);
    heard.resolve();
  });
  const { finished } = await runCalls(setup.context, [requestOf(name, input)]);
  const answers = setup.entries().flatMap((one) => (one.type === 'call.answer' ? [one] : []));
  const asked = setup.entries().flatMap((one) => (one.type === 'call.request' ? [one] : []));
  const ran = setup.entries().flatMap((one) => (one.type === 'hook.ran' ? [one] : []));
  return { setup, call: finished[0], metadata, asked, answers, ran };
}

const isText = (content: unknown, part: string) =>
  typeof content === 'string' && content.includes(part);

describe('a question of a tool in its own process', () => {
  test('reaches the program, and its answer the tool', async () => {
    const { call, asked, answers } = await called('ask', { name: 'echo', data: { a: [1, 'ä'] } });
    expect(call?.content).toBe('{"a":[1,"ä"]}');
    expect(asked).toMatchObject([{ request: 1, name: 'echo', data: '{"a":[1,"ä"]}' }]);
    expect(answers).toMatchObject([{ request: 1, by: 'program', answer: '{"a":[1,"ä"]}' }]);
  });

  test('has no secret in it, nor has the answer or why there is none', async () => {
    const question = await called('ask', { name: 'echo', data: { key: SECRET } });
    expect(question.call?.content).toContain('[redacted:');
    const answer = await called('ask', { name: 'secret' });
    expect(answer.call?.content).toContain('[redacted:');
    const failed = await called('ask', { name: 'fails' });
    expect(failed.call?.content).toContain('the program failed to answer "fails": no [redacted:');
    const all = [question, answer, failed].map(({ setup, call }) => [
      call?.content,
      setup.entries(),
    ]);
    expect(JSON.stringify(all)).not.toContain(SECRET);
  });

  const refused: readonly (readonly [string, Json, string])[] = [
    ['ask', { name: 'nobody' }, 'nobody answers "nobody"'],
    ['ask', { name: 'odd' }, 'the answer is not JSON'],
    ['ask', { name: 'long' }, 'more than 20000'],
    ['ask', { name: 'echo', data: 'x'.repeat(20_001) }, 'more than 20000'],
    ['ask_long', {}, 'the message cannot be sent: it has'],
    ['ask_deep', {}, 'the message cannot be sent: it is nested'],
    ['ask_odd', { what: 'circle' }, 'circular'],
    ['ask_odd', { what: 'function' }, 'is a function'],
    ['ask_odd', { what: 'bigint' }, 'is a bigint'],
    ['ask_odd', { what: 'nan' }, 'is not a finite number'],
    ['ask_odd', { what: 'surrogate' }, 'not well-formed'],
    ...['', 'a b', '../x', 'a\n::error::b', 'ü', '__proto__', 'x'.repeat(101)].map(
      (name): readonly [string, Json, string] => ['ask', { name }, 'is not valid'],
    ),
    ['ask', { name: 7 }, 'name'],
  ];
  test('that cannot be answered fails with the reason, and the process continues', async () => {
    const ends = await Promise.all(
      refused.map(async ([name, input, because]) => {
        const { call } = await called(name, input);
        return [call?.state, isText(call?.content, because) ? because : call?.content];
      }),
    );
    expect(ends).toEqual(refused.map(([, , because]) => ['FAILED', because]));
    expect((await called('ask', { name: 'quick' })).call?.content).toBe('"now"');
  });

  test('that nobody answers ends when the time of its call is over', async () => {
    const { call, answers } = await called('ask_briefly');
    expect(call).toMatchObject({ state: 'FAILED', error: { type: 'timeout' } });
    expect(answers).toMatchObject([{ by: 'nobody' }]);
  });

  test('is one of a hundred at most, each with its own answer', async () => {
    const { call, asked, answers } = await called('ask_many');
    expect(call?.content).toBe('100');
    expect([asked.length, answers.length]).toEqual([100, 100]);
  });

  test('ends with its call, which cannot ask afterwards, not even beside another call', async () => {
    const { call, answers } = await called('ask_and_leave');
    expect(call).toMatchObject({ state: 'COMPLETED', content: 'left' });
    expect(answers).toMatchObject([
      { request: 2, by: 'program' },
      { request: 1, by: 'nobody' },
    ]);
    const late = await called('ask_late');
    expect(late.call?.content).toContain('does not execute (any more)');
    expect(late.asked).toEqual([]);
  });

  test('of a process that crashes is closed in the trail, and the next call has a new process', async () => {
    const { call, answers } = await called('ask_and_die');
    expect(call?.state).toBe('FAILED');
    expect(call?.content).toContain('exit code 3');
    expect(answers.at(-1)).toMatchObject({ request: 1, by: 'nobody' });
    expect((await called('ask', { name: 'quick' })).call?.content).toBe('"now"');
  });
});

describe('a hook module with toolRequest', () => {
  test('answers in a run without a program, and is named in the trail', async () => {
    const { call, answers } = await called('ask', { name: 'hook', data: { key: SECRET } });
    expect(call?.content).toMatch(/^\{"tool":"ask","data":\{"key":"\[redacted:/);
    expect(answers).toMatchObject([{ by: 'hook', hook: 'own/hooks.mjs:desk' }]);
    expect((await called('ask', { name: 'null' })).call?.content).toBe('null');
  });

  test.each([
    ['refuse', 'refused "refuse": Not here.'],
    ['throw', 'failed on "throw": broken'],
    ['function', 'which JSON does not have'],
    ['misspelt', 'its answer is not valid'],
    ['allow', 'its answer is not valid'],
    ['long', 'more than 20000'],
    ['huge', 'the answer cannot be sent'],
    ['exit', "process of the repository's hooks ended"],
  ])('refuses if it does %s', async (name, because) => {
    const { call, answers } = await called('ask', { name });
    expect(call?.state).toBe('FAILED');
    expect(call?.content).toContain(because);
    expect(answers).toMatchObject([{ by: 'hook', hook: 'own/hooks.mjs:desk' }]);
  });

  test('has no secret of the run to answer with', async () => {
    const { call } = await called('ask', { name: 'leak' });
    expect(call?.state).toBe('COMPLETED');
    expect(call?.content).not.toContain('TOKEN');
  });
});

describe('metadata that a tool in its own process sets', () => {
  test('is seen at once, redacted, and stays if the tool throws or names no source', async () => {
    const fields = [
      { page: 1, key: SECRET },
      { page: 2, untrustedSource: 'https://a.test' },
    ];
    for (const end of [null, 'throw', { untrustedSource: null, page: 3 }]) {
      const { call, metadata, setup } = await called('meta', { fields, end });
      expect(metadata).toMatchObject([{ page: 1 }, { page: 2, untrustedSource: 'https://a.test' }]);
      expect(JSON.stringify(metadata)).not.toContain(SECRET);
      expect(call?.metadata).toMatchObject({ untrustedSource: 'https://a.test' });
      expect(setup.untrusted).toMatchObject([{ source: 'https://a.test' }]);
    }
  });

  test('counts if the process crashes', async () => {
    const fields = [{ untrustedSource: 'https://a.test' }];
    const { call, setup } = await called('meta', { fields, end: 'exit' });
    expect(call).toMatchObject({ state: 'FAILED', metadata: fields[0] });
    expect(setup.untrusted).toMatchObject([{ source: 'https://a.test' }]);
  });

  test.each<[string, Json]>([
    ['a list', [1]],
    ['a text', 'x'],
    ['too much', { text: 'x'.repeat(10_000) }],
    ['a source that is no text', { untrustedSource: false }],
    ['the marks of its text', { untrustedMarked: true }],
  ])('is refused where it is %s', async (_, fields) => {
    const { call } = await called('meta', { fields: [{ ok: 1 }, fields] });
    expect(call).toMatchObject({ state: 'FAILED', metadata: { ok: 1 } });
    expect(call?.content).toContain('The metadata of the call is refused');
  });

  test('is refused where JSON does not have it', async () => {
    expect((await called('meta_odd')).call?.content).toBe('refused,refused,refused,nan,refused');
  });
});

describe('a hook module that changes calls', () => {
  test.each<[string, Json, Json]>([
    [
      'an update',
      { a: 1, b: 2, pre: { update: { b: 3 } } },
      { a: 1, b: 3, pre: { update: { b: 3 } } },
    ],
    ['a replacement', { a: 1, pre: { replace: { c: 4 } } }, { c: 4 }],
    ['an input', { a: 1, pre: { input: { c: 5 } } }, { c: 5 }],
    ['an update of nothing', { a: 1, pre: { update: {} } }, { a: 1, pre: { update: {} } }],
  ])('gives the tool %s', async (_, input, expected) => {
    const { call, ran } = await called('echo', input);
    expect(call?.state).toBe('COMPLETED');
    expect(JSON.parse(JSON.stringify(call?.content))).toBe(JSON.stringify(expected));
    expect(ran[0]).toMatchObject({ phase: 'preToolUse', effect: /^input (updated|replaced): / });
  });

  test.each<[string, Json, string]>([
    [
      'moves a path past a rule',
      { path: 'ok.txt', pre: { update: { path: 'no/a.txt' } } },
      'forbids it',
    ],
    [
      'gives an input that the tool refuses',
      { path: 'ok.txt', pre: { update: { path: '' } } },
      'not valid',
    ],
    ['replaces it by null', { path: 'ok.txt', pre: { replace: null } }, 'not valid'],
    ['has two forms', { path: 'ok.txt', pre: { update: {}, replace: {} } }, 'more than one of'],
    ['updates with a list', { path: 'ok.txt', pre: { update: [1] } }, 'its answer is not valid'],
    ['updates with a function', { path: 'ok.txt', pre: 'function' }, 'which JSON does not have'],
    ['misspells it', { path: 'ok.txt', pre: { updates: {} } }, 'its answer is not valid'],
  ])('that %s denies the call', async (_, input, because) => {
    const { call } = await called('put', input, 'mode: auto\ndeny: ["put(no/**)"]');
    expect(call?.state).toBe('DENIED');
    expect(call?.content).toContain(because);
  });

  test.each<[string, string, Json, string, string]>([
    ['an update', 'echo', { update: { llmContent: 'new' } }, 'COMPLETED', 'new'],
    ['a replacement', 'echo', { replace: { ok: true, llmContent: 'new' } }, 'COMPLETED', 'new'],
    ['a failure', 'echo', { replace: { ok: false, error: { message: 'bad' } } }, 'FAILED', 'bad'],
    [
      'another failure',
      'fail',
      { update: { errorMessage: 'later words' } },
      'FAILED',
      'later words',
    ],
    ['no success', 'fail', { replace: { ok: true, llmContent: 'fine' } }, 'FAILED', 'first words'],
    ['no error of a success', 'echo', { update: { errorMessage: 'x' } }, 'COMPLETED', '"post"'],
    ['nothing unknown', 'echo', { update: { metadata: {} } }, 'COMPLETED', '"post"'],
    ['nothing by two forms', 'echo', { update: {}, llmContent: 'x' }, 'COMPLETED', '"post"'],
  ])('makes %s of a result', async (_, name, post, state, content) => {
    const { call } = await called(name, { post });
    expect(call?.state).toBe(state);
    expect(call?.content).toContain(content);
  });
});

// The last: its process is not used again.
test('a process that sends other metadata than it may is not used again', async () => {
  const { call } = await called('meta_raw');
  expect(call?.state).toBe('FAILED');
  expect(call?.metadata).toBeUndefined();
  expect((await called('echo')).call?.content).toContain('it sent other metadata than it may');
});
