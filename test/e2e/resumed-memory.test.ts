import { expect, test } from 'vitest';
import { pushed } from './example.ts';
import {
  expectEnd,
  finish,
  type TestRepository,
  openRepository,
  statesOf,
  turn,
} from './harness.ts';
import { approvalCommentOn, job, policyOf, say } from './suspended.ts';
import { addJob, addWorkflowRun } from '../testing/github-server/ci.ts';

const POLICY = policyOf('wait: 1s, then: suspend').replace(
  'auto:\n',
  'auto:\n  - github_push_branch\n  - github_rerun_failed\n',
);
const SCHEMA = { type: 'object', required: ['files'] };
const push = (content: string, message: string) =>
  [
    turn('', ['fs_write', { path: 'src/new.txt', content }]),
    turn('', ['github_push_branch', { message, paths: ['src/new.txt'] }]),
  ] as const;
const badly = () => turn('', ['finish', { outcome: 'done', summary: 'Done.', result: {} }]);

/** A workflow run whose only job failed, at its nth attempt. */
function ciFailed({ github }: TestRepository, attempt: number): void {
  addWorkflowRun(github, {
    id: 71,
    workflow: '.github/workflows/ci.yml',
    event: 'push',
    headRepository: 'octo-org/octo-repo',
    completed: true,
    conclusion: 'failure',
    attempt,
  });
  addJob(github, { id: 70 + attempt, run: 71, name: 'test', conclusion: 'failure', log: '' });
}

test.concurrent('the state of tools survives a suspension: pushed branches, rerun jobs, attempts, the to-do list', async () => {
  await using repository = await openRepository({ policy: POLICY });
  ciFailed(repository, 1);
  const turns = [
    ...push('one\n', 'One'),
    turn(
      '',
      ['todo_write', { todos: [{ text: 'ask first', status: 'in_progress' }] }],
      ['github_rerun_failed', { run: 71 }],
    ),
    badly(),
    badly(),
    badly(),
    turn('', ['bash_run', { command: 'true' }]),
    ...push('two\n', 'Two'),
    turn('', ['todo_read', {}], ['github_rerun_failed', { run: 71 }]),
    badly(),
    badly(),
    { ...badly(), expect: 'The result does not match' },
    finish('Never reached.'),
  ];
  const inputs = { 'output-schema': JSON.stringify(SCHEMA) };
  const first = await job(repository, 901, { turns, inputs });
  await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
  ciFailed(repository, 2);
  const event = await say(repository, `/approve ${approvalCommentOn(repository).ids.join(' ')}`);
  const second = await job(repository, 902, { turns, inputs, event, runner: 'second' });
  // The fifth bad result is sent back, the sixth ends the work: as in one job.
  await expectEnd(second, { outcome: 'incomplete', exitCode: 1 });
  expect(second.outputs['turns']).toBe('13');
  const results = second.entries.filter((entry) => entry.type === 'call.state');
  expect(results.filter(({ state }) => state === 'FAILED')).toHaveLength(5);
  expect(await pushed(repository, 'countersign/issue-1', 'src/new.txt')).toBe('two\n');
  expect(statesOf(second, 'c10').at(-1)).toBe('COMPLETED');
  // By then the workflow run failed again: only what is remembered keeps it from a third attempt.
  const reruns = repository.github.log.filter(({ path }) => path.endsWith('/rerun-failed-jobs'));
  expect(reruns).toHaveLength(1);
  const tracking = repository.github
    .commentsOn(repository.issue)
    .findLast(({ body }) => body.includes('ask first'));
  expect(tracking?.body).toContain('ask first');
});
