/** A file that a checkpoint does not keep is missing when the run resumes, so that one of its calls is no longer what people were asked about. */
import { expect, test } from 'vitest';
import { entriesOf, expectEnd, finish, inWorkspace, scene, statesOf, turn } from './harness.ts';
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

test.concurrent('a call that was denied before the run was suspended stays denied, and people are asked anew about the others', async () => {
  await using at = await scene({
    policy: `version: 1
mode: ask
auto: [kind:readonly, fs_write(src/**)]
approvals: { wait: 3s, then: suspend }
sandbox: off
`,
    files: { '.gitignore': '*.log\n' },
  });
  onApprovalComment(at, async ({ ids }) => void (await say(at, `/deny ${ids[0]} never`)));
  const first = await job(at, 901, { turns: TURNS });
  await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
  expect(entriesOf(first, 'approval.decision')).toMatchObject([{ call: 'c2', decision: 'deny' }]);
  const old = approvalCommentOn(at).ids;

  const approveAll = async (): Promise<void> => void (await say(at, '/approve all'));
  onApprovalComment(at, approveAll, 2);
  const event = await say(at, `/approve ${old[1]} ${old[2]}`);
  const second = await job(at, 902, { turns: TURNS, event });
  await expectEnd(second, { outcome: 'denied', exitCode: 1 });
  const { ids } = approvalCommentOn(at);
  expect(ids).toHaveLength(2);
  expect(old).not.toContain(ids[0]);
  expect(statesOf(second, 'c2').at(-1)).toBe('DENIED');
  expect(statesOf(second, 'c3').at(-1)).toBe('COMPLETED');
  await expect(inWorkspace(at, 'src/denied.txt')).rejects.toThrow('ENOENT');
  expect(await inWorkspace(at, 'src/same.txt')).toBe('same\n');
});
