/** The approval comment of an answer that names none of its ids: a tick, a click, a review, and `/resume`. */
import { describe, expect, test } from 'vitest';
import { findPending, findPendingTarget } from '../../src/checkpoint/index.ts';
import type { IssueComment } from '../../src/github/index.ts';
import { BOB, BOT } from '../approvals/memory-github.ts';

const AT = '2026-01-01T00:00:00Z';

function comment(id: number, body: string, over: Partial<IssueComment> = {}): IssueComment {
  return {
    id,
    nodeId: '',
    author: BOT,
    viaApp: null,
    byOutsider: false,
    body,
    createdAt: AT,
    updatedAt: AT,
    url: '',
    ...over,
  };
}

function approvalComment(
  id: number,
  marker: Readonly<Record<string, unknown>> = {},
  over: Partial<IssueComment> = {},
): IssueComment {
  const json = JSON.stringify({
    v: 1,
    run: 'run-a',
    ids: ['ap-00000000'],
    state: 'suspended',
    workflowRun: 5,
    attempt: 1,
    ...marker,
  });
  return comment(id, `<!-- countersign:approval-request ${json} -->\n\nwords`, over);
}

type Answer = Parameters<typeof findPendingTarget>[0]['answer'];

function target(comments: readonly IssueComment[], answer: Answer) {
  return findPendingTarget({ comments, answer, ownId: BOT.id });
}

function click(id: number): Answer {
  return { kind: 'click', click: { check: { id } } };
}

function tick(id: number): Answer {
  return { kind: 'tick', tick: { comment: id } };
}

describe('an answer without words', () => {
  test('is for the comment whose box was ticked, or whose check run has the button', () => {
    const comments = [approvalComment(1, { check: 31 }), approvalComment(2, { check: 32 })];
    for (const answer of [click(31), tick(1)])
      expect(target(comments, answer)).toMatchObject({ kind: 'suspended', comment: { id: 1 } });
    for (const answer of [click(33), tick(3)])
      expect(target(comments, answer)).toMatchObject({ kind: 'none' });
  });

  test('is for the newest open comment that counts reviews, if it is a review', () => {
    const comments = [
      approvalComment(1, { reviews: true }),
      approvalComment(2, { reviews: true }),
      approvalComment(3, { reviews: true, state: 'closed' }),
      approvalComment(4),
    ];
    expect(target(comments, { kind: 'review' })).toMatchObject({
      kind: 'suspended',
      comment: { id: 2 },
    });
    expect(target(comments.slice(2), { kind: 'review' })).toMatchObject({
      kind: 'none',
      because: 'no open approval comment here counts reviews',
    });
  });

  test('is never for a comment that reports a crashed run: only `/resume` resumes one', () => {
    const crashed = approvalComment(1, { check: 31, ids: [], state: 'crashed' });
    for (const answer of [click(31), tick(1)])
      expect(target([crashed], answer)).toMatchObject({ kind: 'none' });
  });

  test('is never for a comment that somebody else wrote', () => {
    const foreign = approvalComment(1, { check: 31, reviews: true }, { author: BOB });
    const answers: readonly Answer[] = [{ kind: 'review' }, click(31), tick(1)];
    for (const answer of answers) expect(target([foreign], answer)).toMatchObject({ kind: 'none' });
  });
});

describe('`/resume`', () => {
  const crashed = [
    approvalComment(1, { run: 'run-a', ids: [], state: 'crashed' }),
    approvalComment(2, { run: 'run-b', ids: [], state: 'crashed' }),
    approvalComment(3),
  ];
  const find = (body: string, over: Partial<IssueComment> = {}) =>
    findPending({
      comments: crashed,
      answer: comment(99, body, { author: BOB, ...over }),
      ownId: BOT.id,
    });

  test('is for the crashed run that it names, or for the newest', () => {
    expect(find('/resume run-a')).toMatchObject({ kind: 'crashed', comment: { id: 1 } });
    expect(find('/resume')).toMatchObject({ kind: 'crashed', comment: { id: 2 } });
    expect(find('/resume run-c')).toMatchObject({ kind: 'unknown' });
  });

  test.each([
    ['/resume', 'suspended', 'a run crashed and can be resumed; answer the open approval comment'],
    ['/resume run-a', 'waiting', 'run-a crashed and can be resumed; answer the open approval'],
    ['/resume run-b', 'suspended', 'start a new run'],
    ['/resume', 'closed', 'start a new run'],
  ])(
    'is told to answer the approval comment that is open, if one is, and never that its job is alive: %s, %s',
    (body, state, because) => {
      const comments = [approvalComment(3, { state })];
      const answer = comment(99, body, { author: BOB });
      expect(findPending({ comments, answer, ownId: BOT.id })).toMatchObject({
        kind: 'unknown',
        because: expect.stringContaining(because) as string,
      });
    },
  );

  test('does not count in a comment that was edited', () => {
    expect(find('/resume', { updatedAt: '2026-01-01T00:00:01Z' })).toMatchObject({
      kind: 'unknown',
      because: 'it was edited; write a new comment',
    });
  });
});

describe('`/cancel` where no run of this account asks', () => {
  const tracking = comment(1, '<!-- countersign:tracking {} -->\n\nA run.');
  const foreign = { author: { ...BOT, id: 77 } };

  test.each([
    ['is told so', 'unknown', [tracking]],
    [
      'is told so below a closed approval comment',
      'unknown',
      [approvalComment(1, { state: 'closed' })],
    ],
    [
      'is told so below a report of a crashed run',
      'unknown',
      [approvalComment(1, { ids: [], state: 'crashed' })],
    ],
    ['is left to other programs if no run has written here', 'none', [comment(1, 'Hello')]],
    [
      'is left to the other account whose run has written here',
      'none',
      [{ ...tracking, ...foreign }],
    ],
    ['is left to the other account that asks', 'none', [tracking, approvalComment(2, {}, foreign)]],
  ])('%s: %s', (_title, kind, comments) => {
    const answer = comment(99, '/cancel', { author: BOB });
    expect(findPending({ comments, answer, ownId: BOT.id })).toMatchObject({ kind });
  });
});
