import { expect, test } from 'vitest';
import { nightly } from '../properties.ts';
import { entriesOf, expectEnd, finish, openRepository, statesOf, turn } from './harness.ts';

test.concurrent('with approvals: fail nobody is asked, and the summary lists each call with the rule to add', async () => {
  await using repository = await openRepository();
  const end = await repository.runStep({
    inputs: { approvals: 'fail' },
    turns: [
      turn(
        '',
        ['bash_run', { command: 'npm ci' }],
        ['fs_write', { path: 'docs/a.md', content: 'a' }],
      ),
      {
        ...finish('Needs more.', 'incomplete'),
        expect: ['nobody is asked. The rule'],
      },
    ],
  });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  for (const call of ['c1', 'c2'])
    expect(statesOf(end, call)).toEqual(['PENDING', 'APPROVAL_REQUIRED', 'DENIED']);
  expect(entriesOf(end, 'approval.asked')[0]).toMatchObject({ via: 'nobody', card: null });
  expect(end.summary).toContain('`bash_run(npm ci)`');
  expect(end.summary).toContain('`fs_write(docs/a.md)`');
  expect(repository.approvalComments()).toEqual([]);
  expect(end.log).toContain('add `bash_run(npm ci)` to `auto`');
  expect(end.log).toContain('::error::Countersign ended denied');
});

nightly.concurrent(
  'an event without an issue asks nobody: the call is refused with what it would have needed',
  async () => {
    await using repository = await openRepository();
    const end = await repository.runStep({
      event: { name: 'schedule', payload: { schedule: '0 0 * * *' } },
      inputs: { prompt: 'Do the rounds.' },
      turns: [turn('', ['bash_run', { command: 'npm ci' }]), finish('Could not.', 'incomplete')],
    });
    await expectEnd(end, { outcome: 'denied', exitCode: 1 });
    expect(end.summary).toContain('`bash_run(npm ci)`');
    expect(
      repository.github.log.filter(
        ({ method, path }) => method === 'POST' && path.endsWith('/comments'),
      ),
    ).toEqual([]);
  },
);
