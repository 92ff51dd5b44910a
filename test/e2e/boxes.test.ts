/** Ticked boxes in the approval comment, to a job that waits and to a suspended run. */
import { expect, test } from 'vitest';
import {
  entriesOf,
  expectEnd,
  type Event,
  finish,
  inWorkspace,
  MAINTAINER,
  REQUESTER,
  type TestRepository,
  openRepository,
  turn,
} from './harness.ts';
import {
  approvalCommentOn,
  job,
  nothingMade,
  onApprovalComment,
  policyOf,
  refusalsIn,
  say,
} from './suspended.ts';
import { nightly } from '../properties.ts';

const SUSPENDING = policyOf('wait: 1s, then: suspend, boxes: true');
const TWO = [
  turn(
    'Two.',
    ['bash_run', { command: 'echo one >> src/one.txt' }],
    ['bash_run', { command: 'echo two >> src/two.txt' }],
  ),
  finish('Both.'),
];

/** Somebody ticks the box of a call, and edits the text beside it; the event of that edit. */
function tick(
  repository: TestRepository,
  login: string,
  { nth = 0, more = '' }: { readonly nth?: number; readonly more?: string } = {},
): Event {
  const { id, body, ids } = approvalCommentOn(repository);
  const box = `approve ${ids[nth]}`;
  repository.github.editComment({
    id,
    login,
    body: body.replace(`- [ ] ${box}`, `- [x] ${box}`) + more,
  });
  return { name: 'issue_comment', payload: repository.github.commentEvent(id, 'edited') };
}

function decisionsIn(end: Parameters<typeof entriesOf>[0]) {
  return entriesOf(end, 'approval.decision').map(({ by, counted }) => [by.login, counted]);
}

nightly.concurrent('a job that waits takes a tick for the answer of whoever ticked', async () => {
  await using repository = await openRepository({
    policy: policyOf('wait: 60s, then: deny, boxes: true'),
  });
  repository.github.person('octo-second', 'write');
  onApprovalComment(repository, () => {
    tick(repository, REQUESTER);
    tick(repository, 'octo-second', { nth: 1 });
  });
  // The run empties the box of the requester, whose tick does not count.
  const { promise: emptied, resolve } = Promise.withResolvers<void>();
  repository.github.onComment(({ body }, what) => {
    if (what === 'updated' && body.includes('approved by `@octo-second`')) resolve();
  });
  const running = job(repository, 701, { turns: TWO });
  await emptied;
  expect(approvalCommentOn(repository).body).toContain(
    `- [ ] approve ${approvalCommentOn(repository).ids[0]}`,
  );
  tick(repository, MAINTAINER);
  const end = await running;
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(decisionsIn(end)).toEqual([
    [REQUESTER, false],
    ['octo-second', true],
    [MAINTAINER, true],
  ]);
  expect(entriesOf(end, 'approval.decision')[2]).toMatchObject({
    comment: null,
    edit: { comment: approvalCommentOn(repository).id },
  });
  expect(
    repository.github
      .commentsOn(repository.issue)
      .filter(({ body }) => body.includes('did not count the tick')),
  ).toHaveLength(1);
});

test.concurrent('a tick resumes a suspended run for its sender, one call after the other', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 711, { turns: TWO });
  const first = await job(repository, 712, { turns: TWO, event: tick(repository, MAINTAINER) });
  expect(first.outputs['outcome']).toBe('awaiting-approval');
  const second = await job(repository, 713, {
    turns: TWO,
    event: tick(repository, MAINTAINER, { nth: 1 }),
  });
  await expectEnd(second, { outcome: 'done', exitCode: 0 });
  expect(await inWorkspace(repository, 'src/one.txt')).toBe('one\n');
  expect(await inWorkspace(repository, 'src/two.txt')).toBe('two\n');
});

test.concurrent('the requester ticks in vain, and an edit of the text beside the box makes the request void', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 721);
  const refused = await job(repository, 722, { event: tick(repository, REQUESTER) });
  expect(refused.outputs['outcome']).toBe('awaiting-approval');
  expect(refusalsIn(refused)).toMatch(/asked for this run/);
  const skipped = await job(repository, 723, {
    event: tick(repository, MAINTAINER, { more: '\nmore' }),
  });
  expect(skipped.outputs['outcome']).toBe('skipped');
  const { id } = approvalCommentOn(repository);
  const event = repository.ask('/approve', repository.issue, MAINTAINER);
  const end = await job(repository, 724, { event });
  expect(refusalsIn(end)).toMatch(/the approval comment was edited by @octo-maintainer/);
  expect(decisionsIn(end).filter(([, counted]) => counted === true)).toEqual([]);
  expect(approvalCommentOn(repository).id).toBeGreaterThanOrEqual(id);
  await nothingMade(repository);
});

nightly.concurrent(
  'without the history the event says who ticked, and nobody else counts but who comments',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    repository.github.state.showsEdits = false;
    await job(repository, 731, { turns: TWO });
    const first = await job(repository, 732, { turns: TWO, event: tick(repository, MAINTAINER) });
    expect(first.outputs['outcome']).toBe('awaiting-approval');
    expect(decisionsIn(first)).toEqual([[MAINTAINER, true]]);
    tick(repository, MAINTAINER, { nth: 1 });
    const [one = '', two = ''] = approvalCommentOn(repository).ids;
    const answered = await job(repository, 733, {
      turns: TWO,
      event: await say(repository, `/approve ${one}`),
    });
    expect(answered.outputs['outcome']).toBe('awaiting-approval');
    const words = repository.github
      .commentsOn(repository.issue)
      .filter(({ body }) => body.includes('by whom'));
    expect(words).toMatchObject([{ body: expect.stringContaining(two) }]);
    const end = await job(repository, 734, {
      turns: TWO,
      event: await say(repository, `/approve ${two}`),
    });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
  },
);
