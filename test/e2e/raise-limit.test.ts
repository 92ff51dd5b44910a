/** A run asks to raise its limit: by the same approval comment, to the same people, with the same proof. */
import { expect, test } from 'vitest';
import {
  entriesOf,
  expectEnd,
  finish,
  MAINTAINER,
  REQUESTER,
  openRepository,
  statesOf,
  OUTSIDER,
  turn,
} from './harness.ts';
import {
  approvalCommentOn,
  job,
  onApprovalComment,
  policyOf,
  refusalsIn,
  say,
} from './suspended.ts';
import { nightly } from '../properties.ts';

const READ = turn('I look.', ['fs_read', { path: 'src/a.txt' }]);
const policy = (approvals: string, budget = 'turns: 2') =>
  `${policyOf(approvals)}budget: { ${budget}, onLimit: ask }\n`;
const raised = (end: Parameters<typeof entriesOf>[0]) =>
  entriesOf(end, 'budget').flatMap(({ event, budget, limit }) =>
    event === 'raised' ? [`${budget} ${limit}`] : [],
  );

test.concurrent('a person raises the limit in an approval comment, and the run continues to its end', async () => {
  await using repository = await openRepository({ policy: policy('wait: 20s, then: deny') });
  onApprovalComment(repository, ({ ids }) => {
    const body = `/approve ${ids[0]} --note but hurry`;
    repository.github.comment({ login: MAINTAINER, issue: repository.issue, body });
  });
  const end = await repository.runStep({
    turns: [
      READ,
      READ,
      { ...finish('Read.'), expect: 'raised the limit to 3 turns; 2 are used.*but hurry' },
    ],
  });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(raised(end)).toEqual(['turns 3']);
  expect(statesOf(end, 'c3')).toEqual([
    'PENDING',
    'APPROVAL_REQUIRED',
    'APPROVED',
    'EXECUTING',
    'COMPLETED',
  ]);
  const { body } = approvalCommentOn(repository);
  expect(body).toContain('Requested: 1 more, 3 in total.');
  expect(body).toContain('the policy says');
  expect(body).toContain(`approved by`);
  expect(body).not.toContain('Rule that would allow');
});

nightly.concurrent(
  'who cannot approve a call cannot raise a limit either; a denial ends the run over budget',
  async () => {
    await using repository = await openRepository({ policy: policy('wait: 20s, then: deny') });
    onApprovalComment(repository, ({ ids }) => {
      for (const login of [OUTSIDER, REQUESTER, 'helpful-app[bot]'])
        repository.github.comment({ login, issue: repository.issue, body: `/approve ${ids[0]}` });
      repository.github.comment({
        login: MAINTAINER,
        issue: repository.issue,
        body: `/deny ${ids[0]} too dear`,
      });
    });
    const end = await repository.runStep({ turns: [READ, READ, finish('Never said.')] });
    await expectEnd(end, { outcome: 'over-budget', exitCode: 1 });
    expect(end.outputs['summary']).toContain('The budget of 2 turns is spent');
    expect(end.outputs['summary']).toContain('too dear');
    expect(refusalsIn(end)).toMatch(/permission read[^]*asked for this run[^]*bot/);
    expect(raised(end)).toEqual([]);
    expect(entriesOf(end, 'turn.start')).toHaveLength(2);
    expect(approvalCommentOn(repository).body).toContain('denied by');
  },
);

nightly.concurrent(
  'nobody answers, or nobody can: the run ends over budget at its limit',
  async () => {
    await using repository = await openRepository({ policy: policy('wait: 1s, then: fail') });
    const unanswered = await repository.runStep({ turns: [READ, READ, finish('Never said.')] });
    await expectEnd(unanswered, { outcome: 'over-budget', exitCode: 1 });
    expect(unanswered.outputs['summary']).toContain('Nobody approved within 1 s');
    const payload = {
      schedule: '0 0 * * *',
      repository: { full_name: 'octo-org/octo-repo', default_branch: 'main' },
    };
    const alone = await repository.runStep({
      event: { name: 'schedule', payload },
      inputs: { prompt: 'Look.' },
      turns: [READ, READ, finish('Never said.')],
    });
    await expectEnd(alone, { outcome: 'over-budget', exitCode: 1 });
    expect(entriesOf(alone, 'approval.asked')[0]).toMatchObject({ via: 'nobody' });
  },
);

test.concurrent('suspended at its limit the run waits without cost; a raised limit stays raised, and is used once', async () => {
  await using repository = await openRepository({ policy: policy('wait: 1s, then: suspend') });
  const turns = [READ, READ, READ, finish('Read.')];
  const first = await job(repository, 501, { turns });
  await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
  const [id = ''] = approvalCommentOn(repository).ids;
  const refused = await job(repository, 502, {
    turns,
    event: await say(repository, `/approve ${id}`, { login: OUTSIDER }),
  });
  // An outsider's answer does not touch the run.
  expect(refused.outputs['outcome'], refused.log).toBe('skipped');
  expect(raised(refused)).toEqual([]);

  const approval = await say(repository, `/approve ${id}`);
  const second = await job(repository, 503, { turns, event: approval });
  await expectEnd(second, { outcome: 'awaiting-approval', exitCode: 0 });
  expect(raised(second)).toEqual(['turns 3']);
  expect((await job(repository, 504, { turns, event: approval })).outputs['outcome']).toBe(
    'skipped',
  );

  expect(approvalCommentOn(repository).ids).not.toContain(id);
  const replayed = await job(repository, 505, {
    turns,
    event: await say(repository, `/approve ${id}`),
  });
  expect(replayed.outputs['outcome']).toBe('skipped');

  const last = await job(repository, 506, { turns, event: await say(repository, '/approve all') });
  await expectEnd(last, { outcome: 'done', exitCode: 0 });
  expect(raised(last)).toEqual(['turns 3', 'turns 4']);
});

nightly.concurrent(
  'suspended at its limit, a run that cannot resume ends over budget, with an intact trail',
  async () => {
    await using repository = await openRepository({ policy: policy('wait: 1s, then: suspend') });
    const turns = [READ, READ, finish('Never said.')];
    await job(repository, 521, { turns });
    await repository.runner.commit('main', {
      '.github/countersign.yml': policy('wait: 1s, then: suspend', 'turns: 3'),
    });
    const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
    const end = await job(repository, 522, { turns, event });
    await expectEnd(end, { outcome: 'over-budget', exitCode: 1 });
    expect(end.outputs['summary']).toContain('the policy has changed');
    expect(raised(end)).toEqual([]);
  },
);

nightly.concurrent(
  'two concurrent jobs for one answer at the limit: it is raised once',
  async () => {
    await using repository = await openRepository({
      policy: policy('wait: 1s, then: suspend', 'calls: 2'),
    });
    const turns = [READ, READ, finish('Read.')];
    await job(repository, 511, { turns });
    const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
    const ends = await Promise.all([
      job(repository, 512, { turns, event, runner: 'one' }),
      job(repository, 513, { turns, event, runner: 'two' }),
    ]);
    const outcomes = ends.map(({ outputs }) => outputs['outcome'] ?? '');
    expect(outcomes.toSorted((one, other) => one.localeCompare(other))).toEqual([
      'done',
      'skipped',
    ]);
    expect(ends.flatMap(raised)).toEqual(['calls 3']);
  },
);
