import { expect, test } from 'vitest';
import { failure } from '../../src/tools/index.ts';
import { answering, setUpCalls, looseTool, requestOf, runCalls } from './context.ts';

const POLICY = 'version: 1\nmode: ask\nauto: [free, bad]\n';

function tools(made: string[]) {
  return [
    looseTool('free', ({ n }) => void made.push(`free ${String(n)}`), { kind: 'write' }),
    looseTool('asked', ({ n }) => void made.push(`asked ${String(n)}`), { kind: 'write' }),
    looseTool('bad', () => failure('execution', 'It did not work.'), { kind: 'write' }),
  ];
}

test('after a dependent call that fails, no other call of the turn is made, and nobody is asked', async () => {
  const made: string[] = [];
  const setup = await setUpCalls({
    policy: POLICY,
    tools: tools(made),
    over: { dependent: true },
    approver: { ask: () => Promise.reject(new Error('somebody was asked')) },
  });
  const { finished } = await runCalls(setup.context, [
    requestOf('free', { n: 1 }),
    requestOf('asked', { n: 2 }),
    requestOf('bad', {}),
    requestOf('free', { n: 4 }),
  ]);
  expect(made).toEqual(['free 1']);
  expect(finished.map(({ state }) => state)).toEqual(['COMPLETED', 'FAILED', 'FAILED', 'FAILED']);
  expect(finished.at(-1)?.content).toContain('one before it did not succeed');
});

test('after a dependent call that a person denies, approved ones are not made', async () => {
  const made: string[] = [];
  const setup = await setUpCalls({
    policy: POLICY,
    tools: tools(made),
    over: { dependent: true },
    approver: (trail) => {
      let asked = 0;
      return answering(trail, () => ((asked += 1) === 2 ? { deny: 'no' } : 'approve'));
    },
  });
  const requests = [1, 2, 3, 4].map((n) => requestOf('asked', { n }));
  const { finished } = await runCalls(setup.context, requests);
  expect(made).toEqual(['asked 1']);
  expect(finished.map(({ state }) => state)).toEqual(['COMPLETED', 'DENIED', 'FAILED', 'FAILED']);
  expect(setup.states(requests[2]?.id ?? '')).toEqual(['PENDING', 'APPROVAL_REQUIRED', 'FAILED']);
});

test('after a dependent call that people are asked about again, the others wait for it', async () => {
  const made: string[] = [];
  const setup = await setUpCalls({
    policy: POLICY,
    tools: [
      ...tools(made),
      looseTool('edit', () => void made.push('edit'), {
        kind: 'write',
        facts: () => ({ paths: [{ path: 'a', access: 'write' }] }),
      }),
    ],
    over: { dependent: true },
    approver: (trail) =>
      answering(
        trail,
        () => 'approve',
        () => void setup.files.set('a', 'changed'),
      ),
  });
  const requests = [requestOf('edit', {}), requestOf('asked', { n: 2 })];
  await runCalls(setup.context, requests);
  expect(made).toEqual(['edit', 'asked 2']);
  const voided = setup.entries().filter(({ type }) => type === 'approval.void');
  expect(voided.map((entry) => Reflect.get(entry, 'call'))).toEqual(requests.map(({ id }) => id));
});

test('calls that do not depend on each other are made, whatever happens to the others', async () => {
  const made: string[] = [];
  const setup = await setUpCalls({ policy: POLICY, tools: tools(made) });
  await runCalls(setup.context, [
    requestOf('bad', {}),
    requestOf('asked', { n: 1 }),
    requestOf('free', { n: 2 }),
  ]);
  expect(made).toEqual(['free 2', 'asked 1']);
});
