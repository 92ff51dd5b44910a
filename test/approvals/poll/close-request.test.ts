/** What a run and its audit trail learn of requests that end without an approval. */
import { describe, expect, test } from 'vitest';
import { CountersignError } from '../../../src/common/index.ts';
import { parseCodeOwners } from '../../../src/approvals/answers/codeowners.ts';
import { BOB, CAROL } from '../memory-github.ts';
import { QUIET, requestOf, testContext } from '../context.ts';

const request = requestOf();
const DAY_MS = 86_400_000;
type Over = NonNullable<Parameters<typeof testContext>[0]>;

/** Why one call was not answered, with what somebody said at the second poll. */
async function reasonOf(over: Over, words: string | null = null, asked = request) {
  const { github, trail, approver } = testContext(over);
  github.onPoll = (poll) => void (poll === 2 && words !== null && github.say(BOB, words));
  const [answer] = await approver.ask([asked], QUIET);
  if (answer?.kind !== 'unanswered') throw new Error(`It was ${answer?.kind}.`);
  expect(trail.of('approval.void')).toEqual([
    { type: 'approval.void', approval: asked.id, call: 'c1', because: answer.because },
  ]);
  const { url } = github.approvalComment();
  expect(answer.because).toContain(` It was asked at ${url}.`);
  return answer.because.slice(0, answer.because.indexOf(' It was asked at'));
}

describe('a call that nobody approved in time says', () => {
  test.each([
    [500, '1 s'],
    [59_000, '59 s'],
    [60_000, '1 min'],
    [150_000, '3 min'],
  ])('how long people had, after %i ms: %s', async (waitMs, shown) => {
    expect(await reasonOf({ settings: { waitMs } })).toBe(`Nobody approved within ${shown}.`);
  });

  test('how many approved, and how many had to', async () => {
    const settings = { waitMs: 60_000, count: 3 };
    const because = await reasonOf({ settings }, '/approve all');
    expect(because).toBe('Only 1 of 3 approved within 1 min.');
  });

  test('the same in the approval comment, if somebody approved', async () => {
    const { github, approver } = testContext({ settings: { waitMs: 60_000, count: 3 } });
    github.onPoll = (poll) => void (poll === 2 && github.say(BOB, '/approve all'));
    await approver.ask([requestOf({ needs: { ...requestOf().needs, count: 3 } })], QUIET);
    const { body } = github.approvalComment();
    expect(body).toContain('Countersign: void: `only 1 of 3 approved within 1 min`');
    expect(body).not.toContain('not answered');
  });

  test('whose code owners are missing, once somebody approved', async () => {
    const paths = ['src/a.ts', 'pay/b.ts'];
    const owned = requestOf({ paths });
    const settings = { waitMs: 60_000, from: ['codeowners'] };
    const codeOwners = parseCodeOwners('/src/ @bob\n/pay/ @carol');
    const over = { settings, codeOwners };
    expect(await reasonOf(over, '/approve all', owned)).toBe(
      'No code owner of pay/b.ts approved within 1 min.',
    );
    expect(await reasonOf(over, null, owned)).toBe('Nobody approved within 1 min.');
  });

  test('when it expired, if it did', async () => {
    const settings = { waitMs: 2 * DAY_MS, expireMs: DAY_MS };
    expect(await reasonOf({ settings })).toBe(
      'The approval request expired on 2 Jan 2026, 00:00 UTC.',
    );
  });
});

test('`/cancel` is on record as a denial of each open call, by its comment', async () => {
  const { github, trail, approver } = testContext();
  github.onPoll = (poll) => void (poll === 2 && github.say(CAROL, '/cancel', { id: 501 }));
  const cancelled = await approver.ask([request], QUIET);
  const comment = github.all.get(501);
  const by = { login: 'carol', id: CAROL.id };
  expect(cancelled).toMatchObject([{ kind: 'denied', by, reason: 'The run was cancelled.' }]);
  expect(trail.of('approval.decision')).toEqual([
    {
      type: 'approval.decision',
      approval: request.id,
      call: 'c1',
      decision: 'deny',
      counted: true,
      because: 'the whole run was cancelled',
      by,
      permission: 'admin',
      comment: { id: 501, url: comment?.url, createdAt: comment?.createdAt },
    },
  ]);
  expect(github.approvalComment().body).toContain('denied by `@carol`: `the run was cancelled`');
});

test('a claim that GitHub does not remove is on record, and the run is suspended all the same', async () => {
  const first = testContext({ suspends: true, settings: { waitMs: 0 } });
  const { github, clock } = first;
  await first.approver.ask([request], QUIET);
  const stored = first.approver.suspendedRequest();
  if (stored === null) throw new Error('nothing was suspended');
  const down = new CountersignError('github-unreachable', 'down');
  for (const what of ['updateComment', 'removeReaction']) github.failing.set(what, down);
  const { approver, trail } = testContext({ github, clock, suspends: true });
  expect(await approver.resume(stored, [request], QUIET)).toMatchObject([{ kind: 'suspended' }]);
  expect(trail.of('warning').map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'approval-comment-not-updated: down',
    'claim-not-released: down',
  ]);
});
