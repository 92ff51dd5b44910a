/** What the audit trail and the session have of an approval comment that was posted. */
import { describe, expect, test } from 'vitest';
import { CountersignError } from '../../../src/common/index.ts';
import type { ApprovalRequest } from '../../../src/approvals/index.ts';
import { BOB, BOT, CAROL } from '../memory-github.ts';
import { QUIET, requestOf, testContext } from '../context.ts';

const DAY_MS = 86_400_000;
const ASKED_AT = '2026-01-01T00:00:00.000Z';

function needing(call: string, over: Partial<ApprovalRequest['needs']>, paths: string[] | null) {
  const needs = { from: [['write']], count: 1, self: false, expireMs: 7 * DAY_MS, ...over };
  return requestOf({ call, needs, paths });
}

test('the audit trail has who can approve each call until when, and the files of code owners', async () => {
  const { github, trail, approver } = testContext({ settings: { waitMs: 0 } });
  const plain = { ...needing('c1', { count: 2 }, ['a.ts']), plan: 'd'.repeat(64) };
  const byOwners = needing('c2', { from: [['codeowners', '@Bob']], expireMs: DAY_MS }, ['b.ts']);
  const unknown = needing('c3', { from: [['codeowners']] }, null);
  await approver.ask([plain, byOwners, unknown], QUIET);
  const { id, url } = github.approvalComment();
  const expires = '2026-01-08T00:00:00.000Z';
  const once = { count: 1, self: false };
  expect(trail.of('approval.asked')).toEqual([
    {
      type: 'approval.asked',
      card: { commentId: id, url },
      via: 'comment',
      count: 2,
      expires,
      named: [{ login: 'bob', id: BOB.id }],
      requests: [
        {
          approval: plain.id,
          call: 'c1',
          digest: plain.digest,
          plan: plain.plan,
          needs: { from: [['write']], count: 2, self: false, expires },
        },
        {
          approval: byOwners.id,
          call: 'c2',
          digest: byOwners.digest,
          needs: {
            from: [['codeowners', '@Bob']],
            ...once,
            expires: '2026-01-02T00:00:00.000Z',
            files: ['b.ts'],
          },
        },
        {
          approval: unknown.id,
          call: 'c3',
          digest: unknown.digest,
          needs: { from: [['codeowners']], ...once, expires },
        },
      ],
    },
  ]);
});

test('a policy that names nobody leaves no names in the audit trail', async () => {
  const { trail, approver } = testContext({ settings: { waitMs: 0 } });
  await approver.ask([requestOf()], QUIET);
  const [asked] = trail.of('approval.asked');
  expect(asked).not.toHaveProperty('named');
  expect(asked?.expires).toBe(new Date(Date.parse(ASKED_AT) + 7 * DAY_MS).toISOString());
});

test('that GitHub did not say whose the logins of the policy are is on record', async () => {
  const { github, trail, approver } = testContext({ settings: { waitMs: 0, from: ['@bob'] } });
  github.failing.set('accountsOf', new CountersignError('github-unreachable', 'down'));
  await approver.ask([requestOf()], QUIET);
  const warning = { type: 'warning', code: 'approvers-not-looked-up', message: 'down' };
  expect(trail.of('warning')).toEqual([warning]);
});

test('whom a comment that could not be posted would have asked is on record', async () => {
  const { github, trail, approver } = testContext();
  github.failing.set('createComment', new CountersignError('github-refused', 'locked'));
  const asked = [needing('c1', { count: 2 }, []), needing('c2', {}, [])];
  await approver.ask(asked, QUIET);
  expect(trail.of('approval.asked')).toMatchObject([
    { card: null, via: 'nobody', count: 2, requests: [{ call: 'c1' }, { call: 'c2' }] },
  ]);
});

test('an error of the program is no answer', async () => {
  const { github, approver } = testContext();
  const error = new Error('a bug');
  github.createComment = () => Promise.reject(error);
  await expect(approver.ask([requestOf()], QUIET)).rejects.toBe(error);
});

describe('the run’s own account', () => {
  test('is that of the token, too, if that is another one: it approves nothing', async () => {
    const { github, trail, approver } = testContext({ self: CAROL, settings: { waitMs: 5_000 } });
    github.onPoll = (poll) => void (poll === 2 && github.say(CAROL, '/approve all'));
    expect(await approver.ask([requestOf()], QUIET)).toMatchObject([{ kind: 'unanswered' }]);
    expect(trail.decisions()).toMatchObject([expect.stringContaining('does not count')]);
  });

  test.each([
    [null, 'unanswered'],
    [BOT, 'approved'],
  ])('has to be known to distinguish its comments: %o', async (self, kind) => {
    const { github, approver } = testContext({ self });
    github.createComment = async (issue, body) => github.say(null, body, { issue });
    github.onPoll = (poll) => void (poll === 2 && github.say(BOB, '/approve all'));
    const [answer] = await approver.ask([requestOf()], QUIET);
    expect(answer?.kind).toBe(kind);
    if (answer?.kind === 'unanswered')
      expect(answer.because).toContain('does not know which account it writes as');
  });
});
