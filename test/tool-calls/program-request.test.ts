import { expect, test } from 'vitest';
import type { RunEvent } from '../../src/tool-calls/index.ts';
import { requestOfProgram } from '../../src/tool-calls/program-request.ts';
import { callScene, looseTool, requestOf, runCalls, SECRET } from './context.ts';

type Question = Extract<RunEvent, { type: 'tool:request' }>;

/** What a tool gets that asks the program, where a listener handles the question so. */
async function asked(
  listener: ((question: Question) => unknown) | null,
  { name = 'colour', data = {}, timeoutMs = 60_000 } = {},
) {
  const scene = await callScene({
    policy: 'version: 1\nmode: auto\n',
    tools: [
      looseTool('probe', async (_, context) => JSON.stringify(await context.request(name, data)), {
        timeoutMs,
      }),
    ],
  });
  scene.context.bus.on((event) => {
    if (event.type === 'tool:request') listener?.(event);
  });
  const { finished } = await runCalls(scene.context, [requestOf('probe', {})]);
  return { scene, call: finished[0] };
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
  ['with a long answer', ({ respond }) => respond('x'.repeat(20_001)), {}, 'more than 20000'],
  [
    'with a long question',
    ({ respond }) => respond(1),
    { data: 'x'.repeat(20_001) },
    'more than 20000',
  ],
  ['of a name that is not valid', ({ respond }) => respond(1), { name: 'a b' }, 'is not valid'],
])('a request %s fails with the reason', async (_, listener, options, because) => {
  const { call } = await asked(listener, options);
  expect(call?.state).toBe('FAILED');
  expect(call?.content).toContain(because);
});

test('a request ends with its call, and a call makes a hundred at most', async () => {
  const scene = await callScene({});
  const stop = new AbortController();
  scene.context.bus.on((event) => {
    if (event.type !== 'tool:request') return;
    if (event.name === 'slow') {
      event.respond(new Promise(() => undefined));
      stop.abort();
    } else event.respond(1);
  });
  const call = { request: requestOf('probe', {}) };
  const slow = requestOfProgram(scene.context, call, stop.signal)('slow');
  await expect(slow).rejects.toThrow('did not come before the call ended');
  const many = requestOfProgram(scene.context, call, new AbortController().signal);
  for (let count = 0; count < 100; count += 1) expect(await many('quick')).toBe(1);
  await expect(many('quick')).rejects.toThrow('at most 100');
});
