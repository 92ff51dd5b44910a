import { expect, test } from 'vitest';
import { expectEnd, finish, MAINTAINER, openRepository, turn } from './harness.ts';

const SCHEDULE = { name: 'schedule', payload: { schedule: '0 0 * * *' } };

/** The workflow's own repository is another one than that which the local GitHub serves. */
const CONTROL = { GITHUB_REPOSITORY: 'octo/control', GITHUB_SHA: 'f'.repeat(40) };

test.concurrent('a job of another repository works on this one, under the policy of this one', async () => {
  await using repository = await openRepository();
  const { owner, repo } = repository.github;
  const end = await repository.runStep({
    event: SCHEDULE,
    environment: CONTROL,
    inputs: { repository: `${owner}/${repo}`, prompt: 'Write three.' },
    turns: [
      turn('I write.', ['fs_write', { path: 'src/b.txt', content: 'b\n' }]),
      turn('I try.', ['bash_run', { command: 'rm -rf src' }]),
      finish('Wrote.'),
    ],
  });
  expect(end.outputs['outcome']).toBe('denied');
  const [start] = end.entries;
  expect(start).toMatchObject({
    type: 'run.start',
    repository: `${owner}/${repo}`,
    policy: { source: '.github/countersign.yml' },
  });
  expect(JSON.stringify(start)).not.toContain('ffffffff');
  expect(JSON.stringify(start)).toContain('octo/control/actions/runs/');
});

test.concurrent('approvals are requested on an issue of the target repository, and nothing is suspended', async () => {
  await using repository = await openRepository({
    policy: `version: 1
mode: ask
auto: [kind:readonly]
approvals: { wait: 2s, then: suspend }
sandbox: off
`,
  });
  const { owner, repo } = repository.github;
  const options = {
    event: SCHEDULE,
    environment: CONTROL,
    inputs: {
      repository: `${owner}/${repo}`,
      prompt: 'Write three.',
      'approval-issue': String(repository.issue),
      'state-key': 'a-key-of-sixteen-characters',
    },
    turns: [
      turn('I write.', ['fs_write', { path: 'src/b.txt', content: 'b\n' }]),
      finish('Wrote.'),
    ],
  };
  const alone = await repository.runStep(options);
  expect(alone.outputs['outcome']).toBe('denied');
  repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`, MAINTAINER);
  await expectEnd(await repository.runStep(options), { outcome: 'done', exitCode: 0 });
});

test.concurrent('an event about this repository does not become work on another', async () => {
  await using repository = await openRepository();
  const end = await repository.runStep({
    environment: CONTROL,
    inputs: { repository: `${repository.github.owner}/${repository.github.repo}` },
    turns: [finish('Never.')],
  });
  expect(end.exitCode).toBe(1);
  expect(end.log).toContain('Use it on workflow_dispatch and schedule');
});
