import { expect, test } from 'vitest';
import {
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  MAINTAINER,
  openRepository,
  statesOf,
  turn,
} from './harness.ts';

test.concurrent('a call that a person denies does not run; the model learns why, and the step fails', async () => {
  await using repository = await openRepository();
  repository.answerApprovalComments(([id = '']) => `/deny ${id} we never do that here`);
  const end = await repository.runStep({
    turns: [
      turn('', ['bash_run', { command: 'touch src/made.txt' }]),
      {
        ...finish('All is well.'),
        expect: [`@${MAINTAINER} denied this call: we never do that here`],
      },
    ],
  });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  await expect(inWorkspace(repository, 'src/made.txt')).rejects.toThrow('ENOENT');
  expect(statesOf(end, 'c1')).toEqual(['PENDING', 'APPROVAL_REQUIRED', 'DENIED']);
  expect(entriesOf(end, 'approval.decision')[0]).toMatchObject({
    decision: 'deny',
    by: { login: MAINTAINER },
  });
  expect(repository.approvalComments()[0]?.body).toContain('we never do that here');
  expect(end.outputs).toMatchObject({ 'calls-denied': '1', 'calls-approved': '0' });
  // Somebody said no: the summary does not teach how to get around them.
  expect(end.summary).not.toContain('to allow it');
});

test.concurrent('a call that the policy denies does not run, even with an approval', async () => {
  await using repository = await openRepository({
    policy:
      'version: 1\nauto: [kind:readonly]\ndeny:\n  - rule: bash_run(touch *)\n    reason: Nothing is touched.\nsandbox: off\n',
  });
  const end = await repository.runStep({
    turns: [
      turn('', ['bash_run', { command: 'touch src/made.txt' }]),
      {
        ...turn('I leave it.'),
        expect: ['rule "bash_run\\(touch \\*\\)" on line 4', 'Nothing is touched'],
      },
    ],
  });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expect(statesOf(end, 'c1')).toEqual(['PENDING', 'DENIED']);
  expect(repository.approvalComments()).toEqual([]);
  const verdict = entriesOf(end, 'call.verdict')[0];
  expect(verdict).toMatchObject({ verdict: 'deny', rule: 'bash_run(touch *)', line: 4 });
  await expect(inWorkspace(repository, 'src/made.txt')).rejects.toThrow('ENOENT');
});
