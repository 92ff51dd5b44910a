/** Answers while requests to GitHub fail for a time: whatever fails when, a denial counts, and nothing else approves. */
import * as fc from '../../properties.ts';
import { describe, expect, test } from 'vitest';
import { CountersignError } from '../../../src/common/index.ts';
import { QUIET, requestOf, testContext, type TestContext } from '../context.ts';
import { BOB, CAROL } from '../memory-github.ts';

const one = requestOf();
const two = requestOf({ call: 'c2', command: 'ls' });
const POLLS = 12;
const HOUR_MS = 3_600_000;
const REQUESTS = ['comments', 'threadState', 'permissionOf', 'updateComment', 'react', 'comment'];
const CODES = ['github-unreachable', 'github-limit', 'input-invalid'] as const;

const poll = fc.integer({ min: 1, max: 6 });
const situations = fc.record({
  /** The requests that fail from each poll to the next. */
  faults: fc.array(fc.subarray(REQUESTS, { maxLength: 2 }), { minLength: POLLS, maxLength: POLLS }),
  code: fc.constantFrom(...CODES),
  deniedAt: poll,
  approvedAt: fc.record({ one: poll, two: poll }),
  waitMs: fc.integer({ min: 1_000, max: 8_000 }),
  boxes: fc.boolean(),
});

describe('whatever requests fail for a time', () => {
  test.each(['deny', 'suspend', 'fail'] as const)(
    'a call that somebody denied is not approved, also if the run is resumed: %s',
    async (then) => {
      const property = fc.asyncProperty(situations, async (given) => {
        const { faults, code, deniedAt, approvedAt, waitMs, boxes } = given;
        const settings = { then, waitMs, boxes };
        const context = testContext({ settings });
        const { github, clock } = context;
        let isDenied = false;
        github.onPoll = (count) => {
          github.failing.clear();
          for (const name of faults[(count - 1) % POLLS] ?? [])
            github.failing.set(name, new CountersignError(code, 'not now'));
          if (count === approvedAt.one) github.say(CAROL, `/approve ${one.id}`);
          if (count === approvedAt.two) github.say(CAROL, `/approve ${two.id}`);
          if (count !== deniedAt) return;
          github.say(BOB, `/deny ${one.id} no`);
          isDenied = true;
        };
        let [answer] = await context.approver.ask([one, two], QUIET);
        const stored = context.approver.suspendedRequest();
        if (stored !== null) {
          github.failing.clear();
          github.onPoll = () => undefined;
          const again = testContext({ github, clock, settings });
          [answer] = await again.approver.resume(stored, [one, two], QUIET);
        }
        if (isDenied) expect(answer?.kind).not.toBe('approved');
      });
      await fc.assert(property, { numRuns: 120 });
    },
  );
});

test('ten jobs that wait for six hours need 600 GraphQL requests in the first hour and 150 in each later one', async () => {
  const context = testContext({ settings: { waitMs: 6 * HOUR_MS, expireMs: 24 * HOUR_MS } });
  const { github, clock } = context;
  const startMs = clock.monotonicMs();
  const perHour = [0, 0, 0, 0, 0, 0];
  const threadState = github.threadState.bind(github);
  github.threadState = async (issue, nodeIds) => {
    const hour = Math.floor((clock.monotonicMs() - startMs) / HOUR_MS);
    // The check at the end of the wait is in a seventh hour.
    if (hour < perHour.length) perHour[hour] = (perHour[hour] ?? 0) + 1;
    return await threadState(issue, nodeIds);
  };
  await context.approver.ask([one], QUIET);
  const [first = 0, ...later] = perHour;
  expect(first).toBeLessThanOrEqual(60);
  expect(Math.max(...later)).toBeLessThanOrEqual(15);
  // A closed issue is noticed within five minutes.
  expect(Math.min(...later)).toBeGreaterThanOrEqual(11);
});

/** Collects the signals that end requests to the GitHub of a test. */
function endsOfRequests({ github }: TestContext): readonly AbortSignal[] {
  const ends: AbortSignal[] = [];
  const within = (end: AbortSignal) => {
    ends.push(end);
    return github;
  };
  Object.assign(github, { within });
  return ends;
}

test('a wait of months is longer than a timer can be, and ends no request early', async () => {
  const days = 24 * HOUR_MS;
  const context = testContext({ settings: { waitMs: 60 * days, expireMs: 90 * days } });
  const { github } = context;
  const ends = endsOfRequests(context);
  // A timer that is too long ends after a millisecond.
  github.onPoll = async (count) => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    if (count === 2) github.say(BOB, '/approve all');
  };
  expect(await context.approver.ask([one], QUIET)).toMatchObject([{ kind: 'approved' }]);
  expect(ends.map(({ aborted }) => aborted)).toEqual([false, false]);
});

test('a job that does not wait ends no request, however long GitHub takes to answer', async () => {
  const context = testContext({ settings: { waitMs: 0, then: 'suspend' } });
  const ends = endsOfRequests(context);
  expect(await context.approver.ask([one], QUIET)).toMatchObject([{ kind: 'suspended' }]);
  expect(ends).toEqual([]);
});
