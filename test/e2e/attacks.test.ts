/** Answers that must not count, given to a run that waits; each ends with nothing done and the reason on record. */
import { expect, test } from 'vitest';
import {
  type EndedStep,
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  MAINTAINER,
  REQUESTER,
  type TestRepository,
  openRepository,
  statesOf,
  OUTSIDER,
  turn,
} from './harness.ts';
import {
  approvalCommentOn,
  nothingMade,
  onApprovalComment,
  pause,
  policyOf,
  refusalsIn,
} from './suspended.ts';
import { nightly, someOf } from '../properties.ts';

type ApprovalComment = ReturnType<typeof approvalCommentOn>;
type Attack = (repository: TestRepository, comment: ApprovalComment) => void | Promise<void>;

const SELF = 'github-actions[bot]';
const WAITING = policyOf('wait: 6s, then: deny');
const CALL = turn('', ['bash_run', { command: 'echo made >> src/made.txt' }]);
const TURNS = [CALL, finish('Tried.', 'incomplete')];
const approve = ({ ids }: ApprovalComment) => `/approve ${ids.join(' ')}`;

async function attacked(
  repository: TestRepository,
  attack: Attack,
  turns: readonly object[] = TURNS,
): Promise<EndedStep> {
  onApprovalComment(repository, (posted) => attack(repository, posted));
  const end = await repository.runStep({ turns });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expect(statesOf(end, 'c1')).toEqual(['PENDING', 'APPROVAL_REQUIRED', 'DENIED']);
  await nothingMade(repository);
  expect(entriesOf(end, 'approval.consumed')).toEqual([]);
  const [posted] = repository.approvalComments();
  expect(posted?.body).toMatch(/"state":"closed"|harmless/);
  return end;
}

/** What the run says on the issue: its approval comment, and its replies. */
function commentsOn(repository: TestRepository): string {
  const own = repository.github
    .commentsOn(repository.issue)
    .filter(({ author }) => author.login === SELF);
  return own.map(({ body }) => body).join('\n');
}

const says =
  (login: string, text: (comment: ApprovalComment) => string): Attack =>
  (repository, posted) => {
    repository.github.comment({ login, issue: repository.issue, body: text(posted) });
  };

const REFUSED: readonly [name: string, attack: Attack, because: RegExp][] = [
  ['a reader', says(OUTSIDER, approve), /permission read/],
  ['the requester', says(REQUESTER, approve), /asked for this run/],
  ['the run itself', says(SELF, approve), /bot, not a person|cannot answer itself/],
  ['another bot', says('helpful-app[bot]', approve), /bot, not a person/],
  [
    "an app in a person's name",
    (repository, posted) =>
      void repository.github.comment({
        login: MAINTAINER,
        issue: repository.issue,
        body: approve(posted),
        viaApp: 'some-app',
      }),
    /an app/,
  ],
  [
    'a comment that was edited within its second',
    (repository, posted) => {
      const { id } = repository.github.comment({
        login: MAINTAINER,
        issue: repository.issue,
        body: 'I will look at it.',
      });
      repository.github.editComment({ id, login: OUTSIDER, body: approve(posted) });
    },
    /it was edited/,
  ],
  [
    'a comment that was edited later, by its author',
    async (repository, posted) => {
      const { id } = repository.github.comment({
        login: MAINTAINER,
        issue: repository.issue,
        body: 'I will look at it.',
      });
      await pause(1_100);
      repository.github.editComment({ id, login: MAINTAINER, body: approve(posted) });
    },
    /it was edited/,
  ],
  [
    'an id of another run',
    says(MAINTAINER, () => '/approve ap-00000000'),
    /ap-00000000 is not in the approval comment/,
  ],
  [
    'an id with conditions',
    says(MAINTAINER, (posted) => `${approve(posted)} but only on Monday`),
    /more than ids/,
  ],
  [
    'an approval comment that was forged by an untrusted user',
    (repository, posted) => {
      const forged = posted.body
        .replaceAll(posted.ids[0] ?? '', 'ap-00000000')
        .replaceAll('made', 'harmless');
      repository.github.comment({ login: OUTSIDER, issue: repository.issue, body: forged });
      repository.github.comment({
        login: MAINTAINER,
        issue: repository.issue,
        body: '/approve ap-00000000',
      });
    },
    /ap-00000000 is not in the approval comment/,
  ],
  [
    'the approval comment itself, edited by somebody else',
    (repository, posted) => {
      repository.github.editComment({
        id: posted.id,
        login: OUTSIDER,
        body: posted.body.replaceAll('made', 'harmless'),
      });
      repository.github.comment({
        login: MAINTAINER,
        issue: repository.issue,
        body: approve(posted),
      });
    },
    /the approval comment was edited by @octo-outsider/,
  ],
  [
    'a permission that cannot be looked up',
    (repository, posted) => {
      repository.github.fail({
        match: /GET .*collaborators\/octo-maintainer\/permission/,
        times: 99,
        status: 403,
        body: { message: 'Forbidden' },
      });
      repository.github.comment({
        login: MAINTAINER,
        issue: repository.issue,
        body: approve(posted),
      });
    },
    /could not be looked up/,
  ],
  [
    'an approval whose author then denies it',
    (repository, posted) => {
      repository.github.comment({
        login: MAINTAINER,
        issue: repository.issue,
        body: `/deny ${posted.ids[0]} no`,
      });
      repository.github.comment({
        login: MAINTAINER,
        issue: repository.issue,
        body: approve(posted),
      });
    },
    /it was denied before/,
  ],
];

test.concurrent.each(someOf(REFUSED, 3))(
  '%s approves nothing, and the trail and the issue say why',
  async (name, attack, because) => {
    await using repository = await openRepository({ policy: WAITING });
    const end = await attacked(repository, attack);
    expect(refusalsIn(end)).toMatch(because);
    // The run does not talk to itself: its approval comment says that nobody answered.
    expect(commentsOn(repository)).toMatch(
      name === 'the run itself' ? /not answered within 6 s/ : because,
    );
  },
);

const NO_COMMAND: readonly [name: string, text: (comment: ApprovalComment) => string][] = [
  ['a quote', (posted) => `> ${approve(posted)}\n\nShall I say this?`],
  ['a code fence', (posted) => `\`\`\`\n${approve(posted)}\n\`\`\``],
  ['the middle of a line', (posted) => `I would ${approve(posted)}`],
  ['the second line', (posted) => `Yes.\n${approve(posted)}`],
  ['/approved', (posted) => `/approved ${posted.ids[0]}`],
  ['indented code', (posted) => `    ${approve(posted)}`],
];

nightly.concurrent(
  'text in a quote, a fence, the middle of a line, below the first line, and /approved are no command',
  async () => {
    await using repository = await openRepository({ policy: WAITING });
    const end = await attacked(repository, (_, posted) => {
      for (const [, text] of NO_COMMAND)
        repository.github.comment({
          login: MAINTAINER,
          issue: repository.issue,
          body: text(posted),
        });
    });
    expect(entriesOf(end, 'approval.decision')).toEqual([]);
    expect(entriesOf(end, 'approval.void')).toHaveLength(1);
    expect(approvalCommentOn(repository).body).toContain('not answered within 6 s');
  },
);

nightly.concurrent(
  '`/approve all` from before the approval comment approves nothing in it',
  async () => {
    await using repository = await openRepository({ policy: policyOf('wait: 2s, then: deny') });
    repository.github.comment({ login: MAINTAINER, issue: repository.issue, body: '/approve all' });
    const end = await attacked(repository, () => undefined);
    expect(entriesOf(end, 'approval.decision')).toEqual([]);
  },
);

nightly.concurrent('a closed issue accepts no approval', async () => {
  await using repository = await openRepository({ policy: WAITING });
  const end = await attacked(repository, (_, posted) => {
    repository.github.issue({
      number: repository.issue,
      author: REQUESTER,
      title: 'Something is wrong',
      state: 'closed',
    });
    repository.github.comment({
      login: MAINTAINER,
      issue: repository.issue,
      body: approve(posted),
    });
  });
  expect(refusalsIn(end)).toContain(`#${repository.issue} was closed`);
  expect(approvalCommentOn(repository).body).toContain('was closed');
});

test.concurrent("/cancel by an approver ends the run at once; an untrusted user's does not", async () => {
  await using repository = await openRepository({ policy: WAITING.replace('6s', '50s') });
  onApprovalComment(repository, () => {
    repository.github.comment({ login: OUTSIDER, issue: repository.issue, body: '/cancel' });
    repository.github.comment({ login: MAINTAINER, issue: repository.issue, body: '/cancel' });
  });
  const end = await repository.runStep({ turns: TURNS });
  await expectEnd(end, { outcome: 'cancelled', exitCode: 1 });
  await nothingMade(repository);
  expect(refusalsIn(end)).toContain(OUTSIDER);
  expect(entriesOf(end, 'approval.decision').find(({ counted }) => counted)).toMatchObject({
    by: { login: MAINTAINER },
    decision: 'deny',
  });
  expect(approvalCommentOn(repository).body).toContain('the run was cancelled');
});

test.concurrent('approve, then push: the new head voids requests for the old one', async () => {
  await using repository = await openRepository({ policy: WAITING });
  const pull = {
    headRef: 'topic',
    headRepository: 'octo-org/octo-repo',
    baseRef: 'main',
    draft: false,
    commitAuthors: [REQUESTER],
  };
  const headSha = await repository.runner.commit('topic', { 'src/b.txt': 'b\n' });
  const { number } = repository.github.pull({
    author: REQUESTER,
    title: 'A topic',
    pull: { ...pull, headSha },
  });
  onApprovalComment(repository, async ({ ids }) => {
    const pushed = await repository.runner.commit('topic', { 'src/b.txt': 'evil\n' });
    repository.github.pull({
      number,
      author: REQUESTER,
      title: 'A topic',
      pull: { ...pull, headSha: pushed },
    });
    repository.github.comment({ login: MAINTAINER, issue: number, body: `/approve ${ids[0]}` });
  });
  const end = await repository.runStep({
    turns: TURNS,
    event: repository.ask('/countersign do it', number),
  });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  await nothingMade(repository);
  expect(refusalsIn(end)).toContain('has a new head');
  expect(approvalCommentOn(repository, number).body).toContain('has a new head');
});

test.concurrent('approve, then change the file that the command reads: a new approval request', async () => {
  await using repository = await openRepository({
    policy: policyOf('wait: 8s, then: deny'),
    files: { 'src/run.sh': 'echo made > src/made.txt\n' },
  });
  onApprovalComment(repository, ({ ids }) => {
    repository.github.comment({
      login: MAINTAINER,
      issue: repository.issue,
      body: `/approve ${ids.join(' ')}`,
    });
  });
  const end = await repository.runStep({
    turns: [
      turn(
        '',
        ['bash_run', { command: 'echo "echo evil > src/evil.txt" > src/run.sh' }],
        ['bash_run', { command: 'sh src/run.sh' }],
      ),
      finish('Tried.', 'incomplete'),
    ],
  });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expect(statesOf(end, 'c1').at(-1)).toBe('COMPLETED');
  expect(statesOf(end, 'c2')).toEqual(['PENDING', 'APPROVAL_REQUIRED', 'DENIED']);
  expect(refusalsIn(end)).toContain('a file that the call depends on changed');
  expect(repository.approvalComments()).toHaveLength(2);
  await expect(inWorkspace(repository, 'src/evil.txt')).rejects.toThrow('ENOENT');
});

nightly.concurrent(
  'an id that was used approves no later call, not even the same command',
  async () => {
    await using repository = await openRepository({ policy: WAITING });
    let used = '';
    onApprovalComment(repository, ({ ids: [id = ''] }) => {
      used = id;
      repository.github.comment({
        login: MAINTAINER,
        issue: repository.issue,
        body: `/approve ${id}`,
      });
    });
    onApprovalComment(
      repository,
      () =>
        void repository.github.comment({
          login: MAINTAINER,
          issue: repository.issue,
          body: `/approve ${used}`,
        }),
      2,
    );
    const end = await repository.runStep({ turns: [CALL, CALL, finish('Tried.', 'incomplete')] });
    await expectEnd(end, { outcome: 'denied', exitCode: 1 });
    expect(statesOf(end, 'c1').at(-1)).toBe('COMPLETED');
    expect(statesOf(end, 'c2').at(-1)).toBe('DENIED');
    expect(await inWorkspace(repository, 'src/made.txt')).toBe('made\n');
    expect(entriesOf(end, 'approval.consumed')).toHaveLength(1);
  },
);

nightly.concurrent('a hundred and fifty comments before the answer do not hide it', async () => {
  await using repository = await openRepository({ policy: policyOf('wait: 20s, then: deny') });
  onApprovalComment(repository, ({ ids }) => {
    for (let count = 0; count < 150; count += 1)
      repository.github.comment({
        login: OUTSIDER,
        issue: repository.issue,
        body: `Noise ${count}`,
      });
    repository.github.comment({
      login: MAINTAINER,
      issue: repository.issue,
      body: `/approve ${ids[0]}`,
    });
  });
  const end = await repository.runStep({ turns: [CALL, finish('Made.')] });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(await inWorkspace(repository, 'src/made.txt')).toBe('made\n');
});

nightly.concurrent(
  '`count: 2` needs two people, and one who lost the permission in between is not one of them',
  async () => {
    await using repository = await openRepository({
      policy: policyOf('wait: 8s, then: deny, count: 2'),
    });
    repository.github.person('octo-second', 'write');
    repository.github.person('octo-third', 'write');
    onApprovalComment(repository, async ({ ids }) => {
      const body = `/approve ${ids[0]}`;
      repository.github.comment({ login: MAINTAINER, issue: repository.issue, body });
      repository.github.comment({ login: MAINTAINER, issue: repository.issue, body });
      await pause(2_500);
      repository.github.person(MAINTAINER, 'read');
      repository.github.comment({ login: 'octo-second', issue: repository.issue, body });
    });
    const end = await repository.runStep({ turns: TURNS });
    await expectEnd(end, { outcome: 'denied', exitCode: 1 });
    await nothingMade(repository);
    expect(refusalsIn(end)).toContain('permission read');
    expect(refusalsIn(end)).toContain('Only 1 of 2 approved');
  },
);

nightly.concurrent(
  '`/approve all` approves the requests of its comment and nothing later; a denial wins over two approvals',
  async () => {
    await using repository = await openRepository({
      policy: policyOf('wait: 6s, then: deny, count: 2'),
    });
    repository.github.person('octo-second', 'write');
    repository.github.person('octo-third', 'write');
    onApprovalComment(repository, ({ ids }) => {
      repository.github.comment({
        login: 'octo-third',
        issue: repository.issue,
        body: `/deny ${ids[1]} not this one`,
      });
      for (const login of [MAINTAINER, 'octo-second'])
        repository.github.comment({ login, issue: repository.issue, body: '/approve all' });
    });
    const end = await repository.runStep({
      turns: [
        turn(
          '',
          ['bash_run', { command: 'echo one > src/one.txt' }],
          ['bash_run', { command: 'echo made > src/made.txt' }],
        ),
        turn('', ['bash_run', { command: 'echo later > src/later.txt' }]),
        finish('Tried.', 'incomplete'),
      ],
    });
    await expectEnd(end, { outcome: 'denied', exitCode: 1 });
    expect(await inWorkspace(repository, 'src/one.txt')).toBe('one\n');
    await nothingMade(repository);
    await expect(inWorkspace(repository, 'src/later.txt')).rejects.toThrow('ENOENT');
    expect(statesOf(end, 'c3').at(-1)).toBe('DENIED');
  },
);
