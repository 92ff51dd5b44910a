import { expect, test } from 'vitest';
import { expectEnd, finish, openRepository } from './harness.ts';

test('two jobs of one matrix, and two steps of one job, upload their trails side by side', async () => {
  await using repository = await openRepository();
  const event = repository.ask();
  const ends = [];
  for (const job of ['agent', 'agent', 'other'])
    ends.push(await repository.runStep({ event, job, turns: [finish(`Done by ${job}.`)] }));
  for (const end of ends) await expectEnd(end, { outcome: 'done', exitCode: 0 });
  const names = repository.github.artifacts.artifacts.map(({ name }) => name);
  expect(new Set(names).size).toBe(3);
  for (const name of names) expect(name).not.toMatch(/[":<>|*?\r\n\\/]/);
});
