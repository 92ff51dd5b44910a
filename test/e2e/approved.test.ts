import { expect, test } from 'vitest';
import { nightly } from '../properties.ts';
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

test.concurrent('a call that needs approval runs after /approve, exactly as it was asked', async () => {
  await using repository = await openRepository();
  repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
  const end = await repository.runStep({
    turns: [
      turn(
        'I ask.',
        ['bash_run', { command: 'echo made > src/made.txt' }],
        ['fs_read', { path: 'src/a.txt' }],
      ),
      { ...finish('The file is made.'), expect: 'two' },
    ],
  });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(await inWorkspace(repository, 'src/made.txt')).toBe('made\n');
  expect(statesOf(end, 'c1')).toEqual([
    'PENDING',
    'APPROVAL_REQUIRED',
    'APPROVED',
    'EXECUTING',
    'COMPLETED',
  ]);
  expect(end.outputs).toMatchObject({
    'calls-approved': '1',
    'calls-denied': '0',
    'pending-approvals': '',
  });

  const [posted, ...others] = repository.approvalComments();
  expect(others).toEqual([]);
  expect(posted?.body).toContain('echo made > src/made.txt');
  expect(posted?.body).toContain(MAINTAINER);
  expect(posted?.body).toContain('### Countersign: approved by');
  const [decision] = entriesOf(end, 'approval.decision');
  expect(decision).toMatchObject({
    decision: 'approve',
    counted: true,
    permission: 'maintain',
    by: { login: MAINTAINER },
  });
  expect(entriesOf(end, 'approval.consumed')).toHaveLength(1);
  const answer = repository.github
    .commentsOn(repository.issue)
    .find((comment) => comment.body.startsWith('/approve'));
  expect(repository.github.reactionsOn(answer?.id ?? 0)).toEqual([
    { login: 'github-actions[bot]', content: '+1' },
  ]);
});

nightly.concurrent(
  'the requester, an untrusted user, and quoted text approve nothing',
  async () => {
    await using repository = await openRepository({
      policy:
        'version: 1\nauto: [kind:readonly]\nrequireApproval: [bash_run]\napprovals: { wait: 4s, then: deny }\nsandbox: off\n',
    });
    repository.answerApprovalComments(([id = '']) => `/approve ${id}`, 'octo-requester');
    repository.answerApprovalComments(([id = '']) => `/approve ${id}`, 'octo-outsider');
    repository.answerApprovalComments(([id = '']) => `> /approve ${id}\n\nShould we?`);
    const end = await repository.runStep({
      turns: [
        turn('', ['bash_run', { command: 'echo made > src/made.txt' }]),
        finish('Tried.', 'incomplete'),
      ],
    });
    await expectEnd(end, { outcome: 'denied', exitCode: 1 });
    expect(end.log).toContain(
      '::error::Countersign ended denied: not run: bash_run (nobody approved it). The run says: Tried.',
    );
    expect(statesOf(end, 'c1').at(-1)).toBe('DENIED');
    await expect(inWorkspace(repository, 'src/made.txt')).rejects.toThrow('ENOENT');
    expect(entriesOf(end, 'approval.decision').filter((entry) => entry.counted)).toEqual([]);
  },
);
