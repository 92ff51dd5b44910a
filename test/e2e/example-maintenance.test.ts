import { expect, test } from 'vitest';
import { example } from '../examples/example.ts';
import { nightly } from '../properties.ts';
import { openExample, expectNothingRefused, pushed } from './example.ts';
import { expectEnd, finish, MAINTAINER, OUTSIDER, turn } from './harness.ts';
import { approvalCommentOn, say } from './suspended.ts';
import { addWorkflowRun } from '../testing/github-server/ci.ts';

const SCHEDULE = { name: 'schedule', payload: { schedule: '17 4 * * 1' } };
const TURNS = [
  turn('', ['fs_read', { path: 'src/a.js' }]),
  turn('', ['fs_edit', { path: 'src/a.js', old_string: '1', new_string: '2' }]),
  turn(
    '',
    ['github_push_branch', { branch: 'countersign/tidy', message: 'Tidy', paths: ['src/a.js'] }],
    ['github_create_pull_request', { branch: 'countersign/tidy', title: 'Tidy', body: 'Tidied.' }],
  ),
  finish('One thing tidied.'),
];

test.concurrent('the example maintenance asks on an issue, is suspended, and the example resume resumes it', async () => {
  await using opened = await openExample('maintenance', {
    policy: (text) => `${text}approvals: { wait: 1s, then: suspend }\n`,
  });
  const { repository, one } = opened;
  addWorkflowRun(repository.github, {
    id: 1,
    workflow: one.path,
    event: 'schedule',
    headRepository: 'octo-org/octo-repo',
    completed: true,
  });
  const first = await opened.act(SCHEDULE, { turns: TURNS, runId: 1 });
  await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
  const issue = repository.issue + 1;
  const { ids } = approvalCommentOn(repository, issue);
  const words = `/approve ${ids.join(' ')}`;
  for (const runId of [3, 4]) {
    const outside = await say(repository, words, { issue, login: OUTSIDER });
    const end = await opened.act(outside, {
      workflow: example('resume'),
      runId,
      runner: `r${runId}`,
    });
    expect(end.outputs, end.log).toMatchObject({
      outcome: 'skipped',
      summary: expect.stringContaining('The answer does not count: its author has') as string,
    });
    expect([end.artifact.size, end.entries.length]).toEqual([0, 0]);
  }
  const replies = repository.github
    .commentsOn(issue)
    .filter(({ body }) => body.includes('did not count'));
  expect(replies).toHaveLength(1);
  const answer = await say(repository, words, { issue, login: MAINTAINER });
  const second = await opened.act(answer, {
    workflow: example('resume'),
    turns: TURNS,
    runId: 2,
    runner: 'other',
  });
  await expectEnd(second, { outcome: 'done', exitCode: 0 });
  expectNothingRefused(repository);
  expect(await pushed(repository, 'countersign/tidy', 'src/a.js')).toContain('one = 2');
});

nightly.concurrent(
  'a run of a workflow that resume-workflows does not name is not resumed',
  async () => {
    await using opened = await openExample('maintenance', {
      policy: (text) => `${text}approvals: { wait: 1s, then: suspend }\n`,
    });
    const { repository } = opened;
    addWorkflowRun(repository.github, {
      id: 1,
      workflow: '.github/workflows/somebody-elses.yml',
      event: 'schedule',
      headRepository: 'octo-org/octo-repo',
      completed: true,
    });
    await opened.act(SCHEDULE, { turns: TURNS, runId: 1 });
    const issue = repository.issue + 1;
    const answer = await say(
      repository,
      `/approve ${approvalCommentOn(repository, issue).ids.join(' ')}`,
      {
        issue,
      },
    );
    const end = await opened.act(answer, {
      workflow: example('resume'),
      turns: TURNS,
      runId: 2,
      runner: 'b',
    });
    expect(end.outputs).toMatchObject({
      outcome: 'skipped',
      summary: expect.stringContaining('somebody-elses.yml') as string,
    });
  },
);
