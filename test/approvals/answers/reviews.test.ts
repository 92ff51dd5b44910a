/** Reviews of the pull request as answers. */
import { expect, test } from 'vitest';
import type { Review } from '../../../src/github/index.ts';
import { QUIET, requestOf, type TestContext, testContext } from '../context.ts';
import { ALICE, BOB, CAROL, MALLORY } from '../memory-github.ts';

const HEAD = 'a'.repeat(40);
const request = requestOf();
const second = requestOf({ call: 'c2', command: 'ls' });

function context(over: Parameters<typeof testContext>[0] = {}): TestContext {
  const { settings, ...rest } = over;
  return testContext({
    pullHeads: () => [HEAD],
    ...rest,
    settings: { reviews: true, ...settings },
  });
}

let next = 9_000;
function review({ github }: TestContext, over: Partial<Review> = {}): Review {
  const id = next++;
  const made: Review = {
    id,
    nodeId: `PRR_${id}`,
    author: BOB,
    state: 'APPROVED',
    body: 'Fine.',
    submittedAt: new Date(github.nowMs).toISOString(),
    commitSha: HEAD,
    byOutsider: false,
    url: `https://github.test/octo/demo/pull/7#pullrequestreview-${id}`,
    ...over,
  };
  github.reviews.push(made);
  return made;
}

function change({ github }: TestContext, id: number, over: Partial<Review>): void {
  const index = github.reviews.findIndex((one) => one.id === id);
  const before = github.reviews[index];
  if (before !== undefined) github.reviews[index] = { ...before, ...over };
}

/** Asks, and does something at each poll. */
async function asking(
  where: TestContext,
  changes: Readonly<Record<number, () => void>>,
  requests = [request],
) {
  where.github.onPoll = (poll) => changes[poll]?.();
  return await where.approver.ask(requests, QUIET);
}

test('an approving review of the head approves every call, and the trail names it', async () => {
  const where = context();
  const answers = await asking(where, { 2: () => review(where, { id: 77 }) }, [request, second]);
  expect(answers).toMatchObject([
    { kind: 'approved', by: [{ login: 'bob', permission: 'write', commentId: null }] },
    { kind: 'approved' },
  ]);
  expect(where.trail.of('approval.decision')).toMatchObject([
    { counted: true, comment: null, review: { id: 77, commit: HEAD } },
    { counted: true, comment: null, review: { id: 77, commit: HEAD } },
  ]);
});

test('a request for changes denies every call, whatever approves it', async () => {
  const where = context();
  const answers = await asking(
    where,
    {
      2: () => {
        where.github.say(CAROL, '/approve all');
        review(where, { state: 'CHANGES_REQUESTED' });
      },
    },
    [request, second],
  );
  expect(answers).toMatchObject([
    { kind: 'denied', by: { login: 'bob' } },
    { kind: 'denied', by: { login: 'bob' } },
  ]);
});

test('reviews and comments by different people count together, by one person once', async () => {
  const settings = { count: 2 };
  const two = context({ settings });
  const answers = await asking(two, {
    2: () => {
      review(two);
      two.github.say(CAROL, '/approve all');
    },
  });
  expect(answers).toMatchObject([{ kind: 'approved' }]);
  const one = context({ settings });
  expect(
    await asking(one, {
      2: () => {
        review(one);
        review(one);
        one.github.say(BOB, '/approve all');
      },
    }),
  ).toMatchObject([{ kind: 'unanswered' }]);
});

test.each([
  `/deny ${request.id}`,
  '/deny all too risky',
  'DENY',
  `Fine.\n\n- deny ${request.id}`,
  '/cancel',
  `/approve ${request.id}`,
  `All but ${second.id}.`,
  `Fine, but /deny ${second.id}`,
  `/approve ${request.id} with\n\`\`\`sh\nnpm test\n\`\`\``,
])('an approving review of two calls that says %j approves nothing', async (body) => {
  const where = context();
  expect(
    await asking(where, { 2: () => review(where, { body }) }, [request, second]),
  ).toMatchObject([{ kind: 'unanswered' }, { kind: 'unanswered' }]);
  expect(where.trail.of('approval.consumed')).toEqual([]);
  expect(where.trail.of('warning')).toMatchObject([
    {
      code: 'answer-not-counted',
      message: expect.stringContaining(
        'by @bob does not count: the review approves every call, and its text says otherwise.',
      ) as string,
    },
  ]);
});

test('an approving review whose text changes the only call approves nothing', async () => {
  const where = context();
  const body = `/approve ${request.id} with\n\`\`\`sh\nnpm test\n\`\`\``;
  expect(await asking(where, { 2: () => review(where, { body }) })).toMatchObject([
    { kind: 'unanswered' },
  ]);
  expect(where.trail.of('approval.consumed')).toEqual([]);
});

test.each(['/approve', '/approve all', `/approve ${request.id} ${second.id}`, 'LGTM'])(
  'an approving review of two calls that says %j approves both',
  async (body) => {
    const where = context();
    expect(
      await asking(where, { 2: () => review(where, { body }) }, [request, second]),
    ).toMatchObject([{ kind: 'approved' }, { kind: 'approved' }]);
  },
);

const SILENT: readonly [name: string, over: Partial<Review>][] = [
  ['of an older head', { commitSha: 'b'.repeat(40) }],
  ['of an unknown head', { commitSha: null }],
  ['that only comments', { state: 'COMMENTED' }],
  ['that was dismissed', { state: 'DISMISSED' }],
  ['that is not submitted', { state: 'PENDING' }],
  ['in a state that GitHub may have one day', { state: 'APPROVED_WITH_REMARKS' }],
  ['from before the request', { submittedAt: '2025-12-31T23:59:59Z' }],
  ['in the second of the request', { submittedAt: '2026-01-01T00:00:00Z' }],
  ['without a time', { submittedAt: '' }],
];

test.each(SILENT)('a review %s says nothing', async (_name, over) => {
  const where = context();
  expect(await asking(where, { 2: () => review(where, over) })).toMatchObject([
    { kind: 'unanswered' },
  ]);
  expect(where.trail.of('approval.decision')).toEqual([]);
});

const REFUSED: readonly [
  name: string,
  over: Partial<Review>,
  because: string,
  options?: Parameters<typeof testContext>[0],
][] = [
  ['a reader', { author: MALLORY }, 'permission read'],
  ['the requester', { author: ALICE }, 'asked for this run'],
  [
    'the requester under another name',
    { author: { ...CAROL, login: 'someone' } },
    'asked for this run',
    { requester: CAROL },
  ],
  ['the author of the pull request', {}, 'wrote this pull request', { pullAuthor: BOB }],
  ['an author of its commits', {}, 'wrote commits', { commitAuthors: [BOB] }],
  ['a bot', { author: { login: 'x[bot]', id: 9, type: 'Bot' } }, 'a bot'],
  ['an account that is gone', { author: null }, 'no longer exists'],
];

test.each(REFUSED)(
  'an approving review by %s does not count',
  async (_name, over, because, more) => {
    const where = context(more);
    where.github.permissions.set('someone', 'admin');
    expect(await asking(where, { 2: () => review(where, over) })).toMatchObject([
      { kind: 'unanswered' },
    ]);
    expect(where.trail.decisions()).toMatchObject([expect.stringContaining(because)]);
    expect(where.github.replies()).toEqual([]);
  },
);

test('a review that is hidden approves nothing, and still denies', async () => {
  for (const [state, kind] of [
    ['APPROVED', 'unanswered'],
    ['CHANGES_REQUESTED', 'denied'],
  ] as const) {
    const where = context();
    const hide = () => void where.github.hidden.add(review(where, { state }).id);
    expect(await asking(where, { 2: hide })).toMatchObject([{ kind }]);
    if (kind === 'unanswered')
      expect(where.trail.decisions().at(-1)).toContain('it was hidden; write a new');
  }
});

test('a review without a node id counts', async () => {
  const where = context();
  expect(await asking(where, { 2: () => review(where, { nodeId: '' }) })).toMatchObject([
    { kind: 'approved' },
  ]);
});

test('a review that is dismissed or hidden, or whose author loses the permission, before the last check no longer counts', async () => {
  for (const undo of [
    (where: TestContext, id: number) => void where.github.hidden.add(id),
    (where: TestContext, id: number) => change(where, id, { state: 'DISMISSED' }),
    (where: TestContext) => where.github.permissions.set('bob', 'read'),
  ]) {
    const where = context({ settings: { count: 2 } });
    let id = 0;
    const answers = await asking(where, {
      2: () => {
        ({ id } = review(where));
      },
      4: () => {
        undo(where, id);
        where.github.say(CAROL, '/approve all');
      },
    });
    expect(answers).toMatchObject([{ kind: 'unanswered' }]);
  }
});

test('a denial by review stays when the review is dismissed', async () => {
  const where = context();
  const answers = await asking(
    where,
    {
      2: () => review(where, { id: 78, state: 'CHANGES_REQUESTED' }),
      3: () => change(where, 78, { state: 'DISMISSED' }),
    },
    [request, requestOf({ call: 'c3', command: 'pwd', expects: 'answer' })],
  );
  expect(answers[0]).toMatchObject({ kind: 'denied', by: { login: 'bob' } });
});

test('a question is left to `/answer`, and a review about nothing else says nothing', async () => {
  const where = context();
  const question = requestOf({ call: 'c3', command: 'pwd', expects: 'answer' });
  const answers = await asking(where, { 2: () => review(where, { state: 'CHANGES_REQUESTED' }) }, [
    question,
  ]);
  expect(answers).toMatchObject([{ kind: 'unanswered' }]);
  expect(where.trail.of('approval.decision')).toEqual([]);
});

test('nobody reads reviews unless the policy says so, and on an issue there are none', async () => {
  for (const off of [context({ settings: { reviews: false } }), context({ pullHeads: () => [] })]) {
    Object.assign(off.github, {
      pullReviews: () => {
        throw new Error('not asked for');
      },
    });
    expect(await asking(off, {})).toMatchObject([{ kind: 'unanswered' }]);
    expect(off.github.approvalComment().body).not.toContain('"reviews"');
  }
});

test('a suspended request keeps a denial by review, and counts an approval that came since', async () => {
  const where = context({ suspends: true, settings: { waitMs: 3_000 } });
  const requests = [request, second];
  await asking(where, {}, requests);
  const stored = where.approver.suspendedRequest();
  if (stored === null) throw new Error('not suspended');
  where.github.onPoll = () => {};
  where.github.nowMs += 5_000;
  review(where);
  expect(await where.approver.resume(stored, requests, QUIET)).toMatchObject([
    { kind: 'approved' },
    { kind: 'approved' },
  ]);
});
