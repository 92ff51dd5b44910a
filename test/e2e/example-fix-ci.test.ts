import { expect, test } from 'vitest';
import { ciFailed, openExample, expectNothingRefused, pullOf, pushed } from './example.ts';
import { entriesOf, expectEnd, finish, REQUESTER, turn } from './harness.ts';

const BROKEN = { 'src/a.js': 'export const one = ;\n' };

test.concurrent('the example fix-ci fixes the branch of a pull request once the push is approved', async () => {
  await using opened = await openExample('fix-ci');
  const { repository } = opened;
  const pull = await pullOf(repository, REQUESTER, BROKEN);
  repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
  const end = await opened.act(
    ciFailed({ ...pull, branch: 'topic' }, repository.github.account(REQUESTER)),
    {
      turns: [
        turn('', ['fs_read', { path: 'src/a.js' }]),
        turn('', ['fs_edit', { path: 'src/a.js', old_string: '= ;', new_string: '= 1;' }]),
        turn('', ['github_push_branch', { message: 'Give it a value', paths: ['src/a.js'] }]),
        finish('It parses again.'),
      ],
    },
  );
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expectNothingRefused(repository);
  expect(await pushed(repository, 'topic', 'src/a.js')).toContain('one = 1;');
  expect(entriesOf(end, 'run.start')[0]).toMatchObject({
    headSha: pull.headSha,
    request: expect.stringContaining('actions/runs/77, on the branch topic') as string,
  });
});

test.concurrent('a failed run of a fork is skipped even if the condition allows it', async () => {
  await using opened = await openExample('fix-ci');
  const { repository } = opened;
  const pull = await pullOf(repository, REQUESTER, BROKEN);
  const event = ciFailed({ ...pull, branch: 'topic' }, repository.github.account(REQUESTER));
  const text = JSON.stringify(event.payload).replace(
    '"head_repository":{"id":7,',
    '"head_repository":{"id":8,',
  );
  const end = await opened.act(
    { name: event.name, payload: JSON.parse(text) as object },
    { turns: [] },
  );
  expect(end.outputs).toMatchObject({
    outcome: 'skipped',
    summary: expect.stringContaining('The workflow run is of') as string,
  });
  expect(end.artifact.size).toBe(0);
});
