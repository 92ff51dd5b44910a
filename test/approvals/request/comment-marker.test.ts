import { describe, expect, test } from 'vitest';
import {
  type ApprovalMarker,
  jobFields,
  markerLine,
  mayHaveBeenOpen,
  notOnlyReason,
  readMarker,
} from '../../../src/approvals/request/comment-marker.ts';
import type { IssueComment } from '../../../src/github/index.ts';
import { BOB } from '../memory-github.ts';

const MARKER: ApprovalMarker = {
  v: 1,
  run: 'run-a',
  ids: ['ap-00000000'],
  state: 'waiting',
  workflowRun: 5,
  attempt: 1,
  check: null,
};
const ANSWERED = '2026-01-01T00:05:00Z';

function commentOf(over: Partial<IssueComment>): IssueComment {
  return {
    id: 1,
    nodeId: 'IC_1',
    author: BOB,
    viaApp: null,
    byOutsider: false,
    body: '',
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    url: '',
    ...over,
  };
}

function asking(over: Partial<ApprovalMarker>, comment: Partial<IssueComment> = {}): IssueComment {
  return commentOf({ body: markerLine({ ...MARKER, ...over }), ...comment });
}

const ANSWER = commentOf({ id: 9, body: '/approve', createdAt: ANSWERED });
const CLOSED = { state: 'closed' } as const;
const CRASHED = { state: 'crashed' } as const;

describe('an approval comment beside an answer', () => {
  test.each<[string, IssueComment, boolean]>([
    ['waits', asking({}), true],
    ['is suspended', asking({ state: 'suspended' }), true],
    ['was closed after it', asking(CLOSED, { updatedAt: '2026-01-01T00:05:01Z' }), true],
    ['was closed in its second', asking(CLOSED, { updatedAt: ANSWERED }), true],
    ['was closed before it', asking(CLOSED, { updatedAt: '2026-01-01T00:04:59Z' }), false],
    ['crashed before it', asking(CRASHED, { updatedAt: '2026-01-01T00:04:59Z' }), false],
    ['was closed at a time that is none', asking(CLOSED, { updatedAt: '' }), true],
    ['was written after it', asking({}, { id: 10 }), false],
    ['asks for nothing', asking({ ids: [] }), false],
    ['is no approval comment', commentOf({}), false],
  ])('that %s', (_what, comment, wasOpen) => {
    expect(mayHaveBeenOpen(comment, ANSWER)).toBe(wasOpen);
    const reason = notOnlyReason({ calls: 1, others: [commentOf({}), comment], answer: ANSWER });
    expect(reason === null).toBe(!wasOpen);
  });

  test.each([0, 2])('an answer that names no call answers no comment with %i calls', (calls) => {
    expect(notOnlyReason({ calls, others: [], answer: ANSWER })).toContain(`${calls} calls`);
  });
});

test('a marker is read only with exactly its prefix and its end, and within its size', () => {
  const line = markerLine(MARKER);
  const padding = ' '.repeat(8_001 - line.length);
  const read = [line, line.replace('{', `${padding.slice(1)}{`), `${line}\r\nmore`].map(readMarker);
  expect(read).toEqual([MARKER, MARKER, MARKER]);
  for (const body of [
    line.replace('request', 'REQUEST'),
    line.replace(' -->', ' --]'),
    ` ${line}`,
    `${line} `,
    line.replace('{', `${padding}{`),
    line.replace('"waiting"', '"open"'),
    line.replace('}', ',"more":1}'),
    line.replace('}', ',"commit":"main"}'),
  ])
    expect(readMarker(body), body.trim()).toBeNull();
});

test('the job of a marker has no id that GitHub would not take as one', () => {
  expect(jobFields({ id: 5, attempt: 2, job: 'build' })).toEqual({
    workflowRun: 5,
    attempt: 2,
    job: 'build',
  });
  for (const job of ['', 'a b', '1a', 'a-->', 'a'.repeat(101)])
    expect(jobFields({ id: 5, attempt: 2, job })).toEqual({ workflowRun: 5, attempt: 2 });
  expect(jobFields(undefined)).toEqual({ workflowRun: null, attempt: null });
});
