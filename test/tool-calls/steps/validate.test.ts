/** What listeners and the model read of the input of a call. */
import { expect, test } from 'vitest';
import type { Json } from '../../../src/common/index.ts';
import { setUpCalls, looseTool, requestOf, runCalls, SECRET } from '../context.ts';

async function madeWith(input: Json) {
  const setup = await setUpCalls({ tools: [looseTool('look', () => 'done')] });
  const { finished } = await runCalls(setup.context, [requestOf('look', input)]);
  const start = setup.events.find(({ type }) => type === 'tool:start');
  const preview = start?.type === 'tool:start' ? start.snapshot.inputPreview : null;
  return { preview, message: finished[0]?.error?.message };
}

/** An object that has this many characters as JSON. */
function objectOf(length: number): Json {
  return { a: 'x'.repeat(length - '{"a":""}'.length) };
}

test('listeners see the first 200 characters of an input, without secrets', async () => {
  const whole = JSON.stringify(objectOf(200));
  expect((await madeWith(objectOf(200))).preview).toBe(whole);
  const long = JSON.stringify(objectOf(201));
  expect((await madeWith(objectOf(201))).preview).toBe(`${long.slice(0, 200)}…`);
  const padded = { a: `${'x'.repeat(200 - SECRET.length)}${SECRET}` };
  expect((await madeWith(padded)).preview).not.toContain(SECRET.slice(0, 8));
});

test.each<[string, Json, string]>([
  ['null', null, 'This one was null.'],
  ['a list', ['a', 1], 'This one was ["a",1].'],
  ['text', '{"a": tru', 'This one was text that is not valid JSON'],
  ['a long list', ['x'.repeat(300)], `This one was ["${'x'.repeat(198)}.`],
])(
  'a model that gave %s as input reads what it gave, in 200 characters',
  async (_, input, said) => {
    expect((await madeWith(input)).message).toContain(said);
  },
);
