/** An approval comment in a checkpoint: what another job has of it. */
import { describe, expect, test } from 'vitest';
import {
  type ReceivedClick,
  storedDenial,
  type SuspendedRequest,
  suspendedRequestSchema,
} from '../../../src/approvals/index.ts';
import { MemoryChecks } from '../memory-checks.ts';
import { BOB, CAROL } from '../memory-github.ts';
import { QUIET, requestOf, testContext, type TestContext } from '../context.ts';

const request = requestOf();
const other = requestOf({ call: 'c2', command: 'npm publish' });
const question = requestOf({ call: 'c3', expects: 'answer' });
const HEAD = 'a'.repeat(40);
const AT = '2026-01-01T00:05:00Z';
type Over = NonNullable<Parameters<typeof testContext>[0]>;

/** The request as another job reads it from the checkpoint. */
function storedBy({ approver }: TestContext): SuspendedRequest {
  const suspended = approver.suspendedRequest();
  if (suspended === null) throw new Error('nothing was suspended');
  return suspendedRequestSchema.parse(JSON.parse(JSON.stringify(suspended)));
}

/** A request that a job suspended, after what happened at its second poll. */
async function suspendedWith(
  act: (where: TestContext) => void,
  { asked = [request, other], ...over }: Over & { asked?: readonly (typeof request)[] } = {},
) {
  const settings = { waitMs: 3_000, ...over.settings };
  const where = testContext({ suspends: true, ...over, settings });
  where.github.onPoll = (poll) => void (poll === 2 && act(where));
  await where.approver.ask(asked, QUIET);
  where.github.onPoll = () => {};
  return { where, stored: storedBy(where) };
}

/** The next job of a run. */
function nextJob({ options }: TestContext): TestContext {
  return testContext({ ...options, suspends: true });
}

describe('a denial that a job read before it suspended the run', () => {
  test('by a comment is in the checkpoint with its link', async () => {
    const { where, stored } = await suspendedWith(({ github }) => {
      github.say(BOB, `/deny ${other.id} too risky`, { id: 501 });
    });
    const url = where.github.all.get(501)?.url;
    const by = { login: 'bob', id: 2, permission: 'write', commentId: 501, commentUrl: url };
    expect(storedDenial(stored, other.id)).toMatchObject({ by, reason: 'too risky' });
    expect(storedDenial(stored, request.id)).toBeNull();
  });

  test('by a review stays, though GitHub has the review no longer', async () => {
    const asked = [request, question];
    const url = 'https://github.test/octo/demo/pull/7#pullrequestreview-77';
    const { where, stored } = await suspendedWith(
      ({ github }) =>
        void github.reviews.push({
          id: 77,
          author: BOB,
          state: 'CHANGES_REQUESTED',
          body: '',
          submittedAt: new Date(github.nowMs + 1_000).toISOString(),
          nodeId: '',
          commitSha: HEAD,
          byOutsider: false,
          url,
        }),
      { asked, pullHeads: () => [HEAD], settings: { reviews: true } },
    );
    expect(stored.denials).toMatchObject([{ comment: null, review: { id: 77, url } }]);
    const by = { login: 'bob', id: 2, commentId: null, commentUrl: null };
    expect(storedDenial(stored, request.id)).toMatchObject({ by });
    where.github.reviews.length = 0;
    where.github.say(CAROL, `/approve ${request.id}\n/answer ${question.id} blue`);
    expect(await nextJob(where).approver.resume(stored, asked, QUIET)).toMatchObject([
      { kind: 'denied', by },
      { kind: 'approved', note: 'blue' },
    ]);
  });
});

describe('a click on a button', () => {
  const checks = new MemoryChecks();
  const buttons = { checks, headSha: HEAD };
  const clickOn = ({ check }: SuspendedRequest, decision: 'approve' | 'deny'): ReceivedClick => ({
    decision,
    code: check?.code ?? '',
    check: checks.state,
    issue: 7,
    by: BOB,
    at: AT,
  });

  test('that denied a call stays for the jobs after the one that has its event', async () => {
    const needs = { from: [['admin']], count: 1, self: false, expireMs: 86_400_000 };
    const asked = [request, requestOf({ call: 'c4', command: 'deploy', needs })];
    const { where, stored } = await suspendedWith(() => undefined, { asked, buttons });
    const first = nextJob(where);
    // Who clicked may answer one of the two calls.
    const click = clickOn(stored, 'deny');
    await first.approver.resume(stored, asked, { ...QUIET, click });
    const later = storedBy(first);
    expect(later.clicks).toEqual([]);
    expect(later.denials).toMatchObject([
      { approval: request.id, author: BOB, at: AT, comment: null },
    ]);
    where.github.say(CAROL, '/approve all');
    expect(await nextJob(where).approver.resume(later, asked, QUIET)).toMatchObject([
      { kind: 'denied', by: { login: 'bob', commentId: null } },
      { kind: 'approved', by: [{ login: 'carol' }] },
    ]);
  });

  test('that approved is counted again, beside those who approve later', async () => {
    const settings = { count: 2, waitMs: 0 };
    const asked = [request];
    const { where, stored } = await suspendedWith(() => undefined, { asked, buttons, settings });
    const first = nextJob(where);
    const click = clickOn(stored, 'approve');
    await first.approver.resume(stored, asked, { ...QUIET, click });
    const later = storedBy(first);
    expect(later.clicks).toEqual([{ by: BOB, at: AT }]);
    where.github.say(CAROL, '/approve all');
    expect(await nextJob(where).approver.resume(later, asked, QUIET)).toMatchObject([
      { kind: 'approved', by: [{ login: 'carol' }, { login: 'bob' }] },
    ]);
  });
});

describe('a checkpoint of an earlier version', () => {
  test('does not say when people were asked: its request can be answered until it expires', async () => {
    const { where, stored } = await suspendedWith(() => undefined);
    const { asked: _asked, ...earlier } = stored;
    where.github.say(CAROL, '/approve all');
    const asked = [request, other];
    where.github.nowMs = Date.parse(stored.expires) - 1;
    const atLast = nextJob(where);
    // Time stands still, so that the last moment is not over while the job looks.
    expect(await atLast.approver.resume(earlier, asked, QUIET)).toMatchObject([
      { kind: 'approved' },
      { kind: 'approved' },
    ]);
  });

  test('names nobody, has no button and no box, and no reply was given', () => {
    const { named, clicks, ticks, repliedTo, repliedTicks, check } = suspendedRequestSchema.parse({
      issue: 7,
      commentId: 100,
      url: '',
      createdAt: AT,
      expires: AT,
      own: [BOB],
      bodies: [],
      replied: [],
      denials: [],
    });
    expect({ named, check }).toEqual({ named: null, check: null });
    expect([clicks, ticks, repliedTo, repliedTicks]).toEqual([[], [], [], []]);
  });
});
