import { expect, test } from 'vitest';
import { nightly } from '../properties.ts';
import { entriesOf, expectEnd, finish, POLICY, openRepository, statesOf, turn } from './harness.ts';

const READ = turn('I look.', ['fs_read', { path: 'src/a.txt' }]);
const usage = { inputTokens: 900, outputTokens: 100 };

test.concurrent('turns: the run ends over budget with what it said last', async () => {
  await using repository = await openRepository();
  const end = await repository.runStep({
    inputs: { 'max-turns': '2' },
    turns: [READ, READ, finish('Never said.')],
  });
  await expectEnd(end, { outcome: 'over-budget', exitCode: 1 });
  const summary = "The budget of 2 turns is spent (2 used). The agent's last words: I look.";
  expect(end.outputs['summary']).toContain(summary);
  expect(entriesOf(end, 'turn.start')).toHaveLength(2);
});

nightly.concurrent('calls: a call beyond the budget does not run', async () => {
  await using repository = await openRepository();
  const many = turn(
    '',
    ...Array.from({ length: 4 }, () => ['fs_read', { path: 'src/a.txt' }] as const),
  );
  const end = await repository.runStep({
    inputs: { 'max-calls': '2' },
    turns: [many, finish('Never said.')],
  });
  await expectEnd(end, { outcome: 'over-budget', exitCode: 1 });
  const ran = ['c1', 'c2', 'c3', 'c4'].filter((call) => statesOf(end, call).includes('EXECUTING'));
  expect(ran).toHaveLength(2);
});

nightly.concurrent(
  'tokens: the model gets a warning near the limit, and the run ends at it',
  async () => {
    await using repository = await openRepository();
    const end = await repository.runStep({
      inputs: { 'max-tokens': '2400' },
      turns: [
        { ...READ, usage },
        { ...READ, usage },
        { ...READ, usage, expect: 'Budget: .*tokens' },
        finish('Never said.'),
      ],
    });
    await expectEnd(end, { outcome: 'over-budget', exitCode: 1 });
    expect(entriesOf(end, 'budget').map(({ event, budget }) => `${budget} ${event}`)).toEqual([
      'tokens near',
      'tokens spent',
    ]);
  },
);

nightly.concurrent('money: the run ends at the limit', async () => {
  await using repository = await openRepository();
  const end = await repository.runStep({
    inputs: { 'max-usd': '0.10' },
    turns: [{ ...READ, costUsd: 0.11 }, finish('Never said.')],
  });
  await expectEnd(end, { outcome: 'over-budget', exitCode: 1 });
  expect(end.outputs['cost-usd']).toBe('0.110000');
});

test.concurrent('minutes: a running command ends with the run', async () => {
  await using repository = await openRepository({
    policy: POLICY.replace('auto:\n', 'auto:\n  - bash_run(sleep *)\n'),
  });
  const end = await repository.runStep({
    inputs: { 'max-minutes': '0.03' },
    turns: [turn('', ['bash_run', { command: 'sleep 600' }])],
  });
  await expectEnd(end, { outcome: 'timed-out', exitCode: 1 });
  expect(end.outputs['summary']).toContain('The budget of minutes is spent');
});

test.concurrent('an input cannot widen what the policy allows', async () => {
  await using repository = await openRepository({ policy: `${POLICY}budget: { turns: 1 }\n` });
  const end = await repository.runStep({
    inputs: { 'max-turns': '50' },
    turns: [READ, finish('Never said.')],
  });
  await expectEnd(end, { outcome: 'over-budget', exitCode: 1 });
});

nightly.concurrent('limits of the policy count by tool', async () => {
  await using repository = await openRepository({ policy: `${POLICY}limits: { fs_read: 1 }\n` });
  const end = await repository.runStep({
    turns: [READ, READ, { ...finish('Half.', 'incomplete'), expect: 'may run 1 time' }],
  });
  await expectEnd(end, { outcome: 'incomplete', exitCode: 1 });
  expect(statesOf(end, 'c2')).toEqual(['PENDING', 'FAILED']);
});

nightly.concurrent('fail-on decides which outcomes fail the step', async () => {
  await using repository = await openRepository();
  const end = await repository.runStep({
    inputs: { 'fail-on': 'error' },
    turns: [finish('Half.', 'incomplete')],
  });
  await expectEnd(end, { outcome: 'incomplete', exitCode: 0 });
});
