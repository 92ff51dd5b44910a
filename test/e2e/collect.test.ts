import { expect, test } from 'vitest';
import { nightly } from '../properties.ts';
import { type TestRepository, openRepository, turn } from './harness.ts';

const RUN = 4711;

async function legs(repository: TestRepository, outcomes: readonly string[]): Promise<void> {
  const event = repository.ask();
  for (const [index, outcome] of outcomes.entries()) {
    await repository.runStep({
      event,
      runId: RUN,
      job: `leg-${index}`,
      inputs: { 'fail-on': 'error' },
      turns: [
        { ...turn('I look.', ['fs_read', { path: 'src/a.txt' }]), costUsd: 0 },
        {
          ...turn('The end.', ['finish', { outcome, summary: `Leg ${index} says @everyone | x.` }]),
          usage: { inputTokens: 100, outputTokens: 10 },
          costUsd: 0.25,
        },
      ],
    });
  }
}

const collect = async (repository: TestRepository, inputs: Readonly<Record<string, string>> = {}) =>
  await repository.runStep({
    event: { name: 'schedule', payload: { schedule: '0 0 * * *' } },
    runId: RUN,
    job: 'collect',
    inputs: { mode: 'collect', ...inputs },
  });

test.concurrent('the trails of a workflow run are verified and summed up', async () => {
  await using repository = await openRepository();
  await legs(repository, ['done', 'done']);
  const end = await collect(repository, { 'expected-trails': '2' });
  expect(end.exitCode).toBe(0);
  expect(end.outputs).toMatchObject({
    outcome: 'done',
    trails: '2',
    verified: '2',
    turns: '4',
    'cost-usd': '0.500000',
  });
  expect(end.summary).toContain('2 of 2 verified');
  // Inside of code, where nobody is mentioned and no cell ends.
  expect(end.summary).toMatch(/\| `[^`]*Leg 0 says @everyone[^`]*` \|$/m);
});

nightly.concurrent('an outcome of fail-on fails the step after the report', async () => {
  await using repository = await openRepository();
  await legs(repository, ['done', 'incomplete']);
  expect(await collect(repository)).toMatchObject({
    exitCode: 1,
    outputs: { outcome: 'incomplete' },
  });
  expect(await collect(repository, { 'fail-on': 'error' })).toMatchObject({ exitCode: 0 });
});

test.concurrent('a trail that was changed, and one that is missing, fail the step whatever fail-on says', async () => {
  await using repository = await openRepository();
  await legs(repository, ['done', 'done']);
  const [first] = repository.github.artifacts.artifacts;
  if (first === undefined) throw new Error('there is an artifact');
  repository.github.artifacts.tamper(first.id, () => Buffer.from('not what was uploaded'));
  const end = await collect(repository, { 'fail-on': 'error', 'expected-trails': '3' });
  expect(end).toMatchObject({ exitCode: 1, outputs: { outcome: 'error', verified: '1' } });
  expect(end.log).toContain('does not verify');
  expect(end.log).toContain('3 audit trails were expected, and 2 were found');
});

nightly.concurrent('a workflow run without a trail is reported', async () => {
  await using repository = await openRepository();
  const end = await collect(repository);
  expect(end).toMatchObject({ exitCode: 0, outputs: { trails: '0', outcome: 'done' } });
  expect(end.summary).toContain('There is no audit trail in this workflow run.');
  expect(await collect(repository, { 'expected-trails': '1' })).toMatchObject({ exitCode: 1 });
});
