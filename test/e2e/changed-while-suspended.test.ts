/** A file that a checkpoint does not keep is missing when the run resumes, so that one of its calls is no longer what people were asked about. */
import { expect, test } from 'vitest';
import { nightly } from '../properties.ts';
import { pushed } from './example.ts';
import {
  type EndedStep,
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  pullOfTopic,
  REQUESTER,
  type TestRepository,
  openRepository,
  statesOf,
  turn,
} from './harness.ts';
import { approvalCommentOn, job, onApprovalComment, say } from './suspended.ts';

const TURNS = [
  turn('', ['fs_write', { path: 'src/ignored.log', content: 'echo run > src/run.txt' }]),
  turn(
    '',
    ['bash_run', { command: 'echo denied > src/denied.txt' }],
    ['bash_run', { command: 'echo same > src/same.txt' }],
    ['bash_run', { command: 'sh src/ignored.log' }],
  ),
  finish('Two commands ran.'),
];

nightly.concurrent(
  'a call that was denied before the run was suspended stays denied, and people are asked anew about the others',
  async () => {
    await using repository = await openRepository({
      policy: `version: 1
mode: ask
auto: [kind:readonly, fs_write(src/**)]
approvals: { wait: 3s, then: suspend }
sandbox: off
`,
      files: { '.gitignore': '*.log\n' },
    });
    onApprovalComment(
      repository,
      async ({ ids }) => void (await say(repository, `/deny ${ids[0]} never`)),
    );
    const first = await job(repository, 901, { turns: TURNS });
    await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
    expect(entriesOf(first, 'approval.decision')).toMatchObject([{ call: 'c2', decision: 'deny' }]);
    const old = approvalCommentOn(repository).ids;

    const approveAll = async (): Promise<void> => void (await say(repository, '/approve all'));
    onApprovalComment(repository, approveAll, 2);
    const event = await say(repository, `/approve ${old[1]} ${old[2]}`);
    const second = await job(repository, 902, { turns: TURNS, event });
    await expectEnd(second, { outcome: 'denied', exitCode: 1 });
    const { ids } = approvalCommentOn(repository);
    expect(ids).toHaveLength(2);
    expect(old).not.toContain(ids[0]);
    expect(statesOf(second, 'c2').at(-1)).toBe('DENIED');
    expect(statesOf(second, 'c3').at(-1)).toBe('COMPLETED');
    await expect(inWorkspace(repository, 'src/denied.txt')).rejects.toThrow('ENOENT');
    expect(await inWorkspace(repository, 'src/same.txt')).toBe('same\n');
  },
);

const PUSHES = `version: 1
mode: ask
auto: [kind:readonly, fs_write(src/**)]
approvals: { wait: 1s, then: suspend }
sandbox: off
`;
const push = (path: string) =>
  turn(
    '',
    ['fs_write', { path, content: 'by the run\n' }],
    ['github_push_branch', { message: `Change ${path}`, paths: [path] }],
  );

test.concurrent('what a resumed run pushes builds on the commit on which it started, so that nothing of later commits is reverted', async () => {
  await using repository = await openRepository({ policy: PUSHES });
  const turns = [
    turn('', ['fs_read', { path: 'src/a.txt' }]),
    push('src/a.txt'),
    finish('Pushed.'),
  ];
  await expectEnd(await job(repository, 911, { turns }), {
    outcome: 'awaiting-approval',
    exitCode: 0,
  });
  await repository.runner.commit('main', { 'src/a.txt': 'by somebody else\n' });
  const event = await say(repository, `/approve ${approvalCommentOn(repository).ids.join(' ')}`);
  const end = await job(repository, 912, { turns, event });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  const branch = end.outputs['branch'] ?? '';
  expect(await pushed(repository, branch, 'src/a.txt')).toBe('by the run\n');
  const parent = await repository.runner.git('rev-parse', 'FETCH_HEAD^');
  expect(parent.trim()).toBe(repository.runner.headSha);
});

/** A run that pushed to its pull request, and was suspended for its second push. */
async function suspendedAfterPush(repository: TestRepository) {
  const headSha = await repository.runner.commit('topic', { 'src/c.txt': 'c\n' });
  const { number } = pullOfTopic(repository, { headSha, author: REQUESTER });
  const turns = [push('src/d.txt'), push('src/e.txt'), finish('Pushed.')];
  await job(repository, 921, { turns, event: repository.ask('/countersign do it', number) });
  const approve = async (runId: number): Promise<EndedStep> => {
    const { ids } = approvalCommentOn(repository, number);
    const event = await say(repository, `/approve ${ids.join(' ')}`, { issue: number });
    return await job(repository, runId, { turns, event });
  };
  await expectEnd(await approve(922), { outcome: 'awaiting-approval', exitCode: 0 });
  expect(await pushed(repository, 'topic', 'src/d.txt')).toBe('by the run\n');
  return { headSha, number, approve };
}

test.concurrent('a run that pushed to its pull request before it was suspended resumes: the new head is its own', async () => {
  await using repository = await openRepository({ policy: PUSHES });
  const { approve } = await suspendedAfterPush(repository);
  await expectEnd(await approve(923), { outcome: 'done', exitCode: 0 });
  expect(await pushed(repository, 'topic', 'src/e.txt')).toBe('by the run\n');
});

test.concurrent('if somebody takes its push back while it resumes, its approval request is void', async () => {
  await using repository = await openRepository({ policy: PUSHES });
  const { headSha, number, approve } = await suspendedAfterPush(repository);
  const takeBack = async (): Promise<void> => {
    const pull = repository.github.state.issues.get(number)?.pull;
    Object.assign(pull ?? {}, { headSha });
  };
  // The job has looked up the head before it looks up the commits of the pull request.
  repository.github.fail({ match: /pulls\/\d+\/commits/, until: takeBack });
  const end = await approve(923);
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expect(end.log).toContain('has a new head');
});

test.concurrent('a run without an issue of its own keeps its branch while it is suspended, and does not close the issue that it asks on', async () => {
  await using testRepository = await openRepository({ policy: PUSHES });
  const headSha = await testRepository.runner.commit('topic', { 'src/c.txt': 'c\n' });
  const { number } = pullOfTopic(testRepository, { headSha, author: REQUESTER });
  const repository = { full_name: 'octo-org/octo-repo', default_branch: 'main' };
  const schedule = { name: 'schedule', payload: { schedule: '0 0 * * *', repository } };
  const turns = [
    turn('', ['fs_write', { path: 'src/d.txt', content: 'by the run\n' }]),
    turn(
      '',
      ['github_push_branch', { message: 'Add it', paths: ['src/d.txt'] }],
      ['github_create_pull_request', { title: 'Add it', body: 'Text.' }],
    ),
    finish('Pushed.'),
  ];
  for (const [index, issue] of [testRepository.issue, number].entries()) {
    const inputs = { prompt: 'Add it.', 'approval-issue': String(issue) };
    const first = await job(testRepository, 931 + index, { turns, inputs, event: schedule });
    await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
    const { body, ids } = approvalCommentOn(testRepository, issue);
    const [branch = ''] = /countersign\/run-\w+/.exec(body) ?? [];
    // The input is not there for an answer.
    const event = await say(testRepository, `/approve ${ids.join(' ')}`, { issue });
    const end = await job(testRepository, 941 + index, { turns, event });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(end.outputs['branch']).toBe(branch);
    expect(testRepository.github.state.issues.get(number + index + 1)?.body).not.toContain(
      'Closes',
    );
  }
});
