import { expect, test } from 'vitest';
import { openExample, expectNothingRefused, pushed } from './example.ts';
import { expectEnd, finish, turn } from './harness.ts';

test.concurrent('the example comments works on a comment, asks for the push, and opens the pull request', async () => {
  await using opened = await openExample('comments');
  const { repository } = opened;
  repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
  const end = await opened.act(repository.ask('/countersign make it two'), {
    turns: [
      turn('', ['fs_read', { path: 'src/a.js' }]),
      turn('', ['fs_edit', { path: 'src/a.js', old_string: '1', new_string: '2' }]),
      turn(
        '',
        ['github_push_branch', { message: 'Make it two', paths: ['src/a.js'] }],
        ['github_create_pull_request', { title: 'Make it two', body: 'As asked.' }],
      ),
      finish('It is two.'),
    ],
  });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expectNothingRefused(repository);
  expect(await pushed(repository, `countersign/issue-${repository.issue}`, 'src/a.js')).toContain(
    'one = 2',
  );
  expect(end.outputs['calls-approved']).toBe('2');
});
