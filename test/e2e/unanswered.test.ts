import { expect, test } from 'vitest';
import {
  POLICY,
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  openRepository,
  statesOf,
  turn,
} from './harness.ts';

test.concurrent('a missing approval is a denial in the approval comment, for the model and in the outcome', async () => {
  await using repository = await openRepository({
    policy: POLICY.replace('wait: 20s', 'wait: 2s'),
  });
  const end = await repository.runStep({
    turns: [
      turn('', ['bash_run', { command: 'touch src/made.txt' }]),
      { ...finish('Could not.', 'incomplete'), expect: 'Nobody approved within 2 s' },
    ],
  });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expect(statesOf(end, 'c1')).toEqual(['PENDING', 'APPROVAL_REQUIRED', 'DENIED']);
  expect(entriesOf(end, 'approval.void')).toHaveLength(1);
  expect(repository.approvalComments()[0]?.body).toContain('not answered within 2 s');
  expect(end.summary).toContain('to `auto` to allow it');
  expect(end.summary).toContain('bash_run(touch src/made.txt)');
  await expect(inWorkspace(repository, 'src/made.txt')).rejects.toThrow('ENOENT');
});
