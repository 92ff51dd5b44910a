import { expect, test } from 'vitest';
import {
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  REQUESTER,
  openRepository,
  statesOf,
  turn,
} from './harness.ts';
import { approvalCommentOn, job, policyOf, say, SUSPENDING } from './suspended.ts';
import { nightly } from '../properties.ts';

const QUESTION = { question: 'Which colour?', choices: ['red', 'blue'], default: 'red' };
const asks = (input: object, expected: string) => [
  turn('I ask.', ['clarify', input]),
  { ...finish('Asked.'), expect: expected },
];
const WAITING = policyOf('wait: 20s, then: suspend');

nightly.concurrent(
  'a question is answered while the run waits, by the number of a choice, and nobody may approve it',
  async () => {
    await using repository = await openRepository({ policy: WAITING });
    repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
    repository.answerApprovalComments((ids) => `/answer ${ids[0]} 2`);
    const end = await job(repository, 21, { turns: asks(QUESTION, 'The answer: blue') });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    const decisions = entriesOf(end, 'approval.decision');
    expect(decisions.filter(({ counted }) => counted)).toMatchObject([{ note: '2' }]);
    expect(decisions.find(({ counted }) => !counted)?.because).toContain('it is a question');
    expect(statesOf(end, 'c1').at(-1)).toBe('COMPLETED');
  },
);

nightly.concurrent(
  'a question with its own timeout suspends nothing: its default counts, and the approval comment says so',
  async () => {
    await using repository = await openRepository({ policy: WAITING });
    const input = { ...QUESTION, wait_minutes: 0.03 };
    const end = await job(repository, 22, {
      turns: asks(input, 'Continue with your default: red'),
    });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(approvalCommentOn(repository).body).toContain('not answered within 2 s');
    expect(entriesOf(end, 'approval.void')).toHaveLength(1);
  },
);

test.concurrent('an open question is answered days later, in another job', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  const turns = asks(QUESTION, 'The answer: the green one\n\nof course');
  const first = await job(repository, 23, { turns });
  await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
  const [id] = approvalCommentOn(repository).ids;
  const event = await say(repository, `/answer ${id} the green one\n\nof course`);
  const second = await job(repository, 24, { turns, event });
  await expectEnd(second, { outcome: 'done', exitCode: 0 });
  expect(statesOf(second, 'c1').at(-1)).toBe('COMPLETED');
});

nightly.concurrent(
  'an answer by the requester does not count if the policy excludes the requester',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    const turns = asks(QUESTION, 'never');
    await job(repository, 25, { turns });
    const [id] = approvalCommentOn(repository).ids;
    const event = await say(repository, `/answer ${id} mine`, { login: REQUESTER });
    const second = await job(repository, 26, { turns, event });
    expect(second.outputs['outcome']).not.toBe('done');
    expect(statesOf(second, 'c1')).not.toContain('COMPLETED');
  },
);

const PLANNED = SUSPENDING.replace('version: 1', 'version: 1\nplan: required');
const PLAN = [
  turn('', ['fs_write', { path: 'src/early.txt', content: 'early' }]),
  turn('I plan.', ['plan_submit', { plan: 'Write src/new.txt.' }]),
  {
    ...turn('', ['fs_write', { path: 'src/new.txt', content: 'by plan' }]),
    expect: 'The plan is approved. Carry it out. Their note: and nothing else',
  },
  finish('Carried out.'),
];

test.concurrent('a plan is approved by another job than the one that submitted it, and only then is anything written', async () => {
  await using repository = await openRepository({ policy: PLANNED });
  const first = await job(repository, 27, { turns: PLAN });
  await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
  expect(statesOf(first, 'c1')).toEqual(['PENDING', 'DENIED']);
  const event = await say(
    repository,
    `/approve ${approvalCommentOn(repository).ids[0]} --note and nothing else`,
  );
  const second = await job(repository, 28, { turns: PLAN, event });
  await expectEnd(second, { outcome: 'done', exitCode: 0 });
  expect(await inWorkspace(repository, 'src/new.txt')).toBe('by plan');
  await expect(inWorkspace(repository, 'src/early.txt')).rejects.toThrow('ENOENT');
});

nightly.concurrent('after a denied plan the run can only read', async () => {
  await using repository = await openRepository({ policy: PLANNED });
  const turns = [
    ...PLAN.slice(0, 2),
    turn('', ['fs_write', { path: 'src/new.txt', content: 'anyway' }]),
    finish('Denied.'),
  ];
  await job(repository, 29, { turns });
  const event = await say(repository, `/deny ${approvalCommentOn(repository).ids[0]} too much`);
  const second = await job(repository, 30, { turns, event });
  await expectEnd(second, { outcome: 'denied', exitCode: 1 });
  expect(statesOf(second, 'c3')).toEqual(['PENDING', 'DENIED']);
});
