import { expect, test } from 'vitest';
import {
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  messagesApi,
  openRepository,
  statesOf,
  turn,
} from './harness.ts';
import { approvalCommentOn, job, say, SUSPENDING } from './suspended.ts';

const MAKE = ['bash_run', { command: 'echo made > src/made.txt' }] as const;
const SCRIPT = {
  turns: [
    turn('', ['task_run', { task: 'make it' }]),
    { ...turn('I make the call myself.', MAKE), expect: '"success": false' },
    { ...finish('The file is made.'), expect: 'exit code 0' },
  ],
  subagents: [
    { when: 'Task: make it', turns: [turn('', MAKE), finish('Not approved.', 'incomplete')] },
  ],
};

test('if nobody answers a subagent, its approval comment is closed, and its parent asks and is suspended', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await using api = await messagesApi({ script: SCRIPT as never });
  const first = await job(repository, 31, { inputs: api.inputs });
  await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
  expect(statesOf(first, 'c2')).toEqual(['PENDING', 'APPROVAL_REQUIRED', 'DENIED']);
  expect(statesOf(first, 'c1').at(-1)).toBe('COMPLETED');
  const [helpers, parents] = repository.approvalComments();
  expect(helpers?.body).toContain('not answered within 1 s');
  expect(helpers?.body).not.toContain('The run is suspended');
  expect(parents?.body).toContain('The run is suspended');
  expect(entriesOf(first, 'approval.void')).toHaveLength(1);
  const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
  const second = await job(repository, 32, { inputs: api.inputs, event });
  await expectEnd(second, { outcome: 'done', exitCode: 0 });
  expect(await inWorkspace(repository, 'src/made.txt')).toBe('made\n');
});
