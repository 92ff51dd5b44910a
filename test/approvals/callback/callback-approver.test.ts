import { describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../src/common/index.ts';
import { createCallbackApprover } from '../../../src/approvals/index.ts';
import type { ApprovalCallback } from '../../../src/approvals/callback/callback-approver.ts';
import { MemoryTrail, QUIET, requestOf } from '../context.ts';

const request = requestOf();
const two = requestOf({ call: 'c2', needs: { ...request.needs, count: 2 } });
const question = requestOf({ call: 'c3', expects: 'answer' });

/** A clock on which every wait is over at once. */
const OVER: Clock = { ...systemClock, sleep: () => Promise.resolve() };

function program(
  callback: (...asked: Parameters<ApprovalCallback>) => unknown,
  { requester = null as string | null, clock = systemClock } = {},
) {
  const trail = new MemoryTrail();
  const approver = createCallbackApprover({
    callback: callback as ApprovalCallback,
    trail,
    clock,
    waitMs: 600_000,
    requester,
  });
  return { approver, trail };
}

describe('a program that is asked for approvals', () => {
  test('approves, denies with a reason, and answers questions, and each is in the trail', async () => {
    const answers = {
      c1: { decision: 'approve', by: 'ann', note: 'once' },
      c2: { decision: 'deny', by: 'bob', reason: 'not now' },
      c3: { decision: 'answer', by: 'ann', text: 'blue' },
    };
    const { approver, trail } = program(({ call }) => answers[call as 'c1']);
    expect(await approver.ask([request, two, question], QUIET)).toMatchObject([
      { kind: 'approved', by: [{ login: 'ann', permission: 'callback' }], note: 'once' },
      { kind: 'denied', by: { login: 'bob' }, reason: 'not now' },
      { kind: 'approved', note: 'blue' },
    ]);
    expect(trail.of('approval.asked')).toMatchObject([
      { via: 'callback', count: 1, requests: [{ call: 'c1' }, { call: 'c3' }] },
      { via: 'callback', count: 2, requests: [{ call: 'c2' }] },
    ]);
    expect(new Set(trail.decisions())).toEqual(
      new Set(['approve by ann counts', 'deny by bob counts', 'approve by ann counts']),
    );
  });

  test('is asked about all calls of a turn before any of them is answered', async () => {
    const asked: string[] = [];
    const all = Promise.withResolvers<void>();
    const { approver } = program(async ({ call }) => {
      if (asked.push(call) === 2) all.resolve();
      await all.promise;
      return { decision: 'approve', by: 'ann' };
    });
    await approver.ask([request, requestOf({ call: 'c2' })], QUIET);
    expect(asked).toEqual(['c1', 'c2']);
  });

  test.each([
    ['alice', '@alice'],
    ['@Alice', 'alice'],
    ['alice', '＠ａｌｉｃｅ'],
    ['Jos\u00e9', 'Jose\u0301'],
    ['JOSE\u0301', 'jos\u00e9'],
  ])('knows the requester %j by the name %j', async (requester, by) => {
    const { approver } = program(() => ({ decision: 'approve', by }), { requester });
    expect(await approver.ask([request], QUIET)).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('asked for the run') as string },
    ]);
  });

  test('counts one person with two spellings once', async () => {
    for (const by of [
      ['ann', '@Ann'],
      ['Jos\u00e9', 'Jose\u0301'],
    ]) {
      const { approver } = program(() => ({ decision: 'approve', by }));
      expect(await approver.ask([two], QUIET)).toMatchObject([
        { kind: 'unanswered', because: expect.stringContaining('2 people are needed') as string },
      ]);
    }
  });

  test.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /Nobody answered\./],
    ['null', null, /not valid: the answer/],
    ['true', true, /not valid: the answer/],
    ['a text', 'approve', /not valid: the answer/],
    ['an approval by nobody', { decision: 'approve' }, /not valid: by/],
    ['an approval by an empty list', { decision: 'approve', by: [] }, /not valid: by/],
    ['a name of spaces', { decision: 'approve', by: '  ' }, /not valid: by/],
    ['a name with a line break', { decision: 'approve', by: 'ann\nbob' }, /not valid: by/],
    ['a misspelt decision', { decision: 'aprove', by: 'ann' }, /not valid: decision/],
    ['an unknown key', { decision: 'approve', by: 'ann', reson: 'x' }, /not valid/],
    ['an answer without a question', { decision: 'answer', by: 'ann', text: 'x' }, /questions/],
  ])('that answers with %s has not approved', async (_what, answer, because) => {
    const { approver, trail } = program(() => answer);
    expect(await approver.ask([request], QUIET)).toMatchObject([
      { kind: 'unanswered', because: expect.stringMatching(because) as string },
    ]);
    expect(trail.of('approval.decision')).toEqual([]);
    expect(trail.of('approval.void')).toMatchObject([{ call: 'c1' }]);
  });

  test('that approves a question has not answered it', async () => {
    const { approver } = program(() => ({ decision: 'approve', by: 'ann' }));
    expect(await approver.ask([question], QUIET)).toMatchObject([{ kind: 'unanswered' }]);
  });

  test.each([
    ['throws', () => Promise.reject(new Error('The queue is down.'))],
    [
      'throws at once',
      () => {
        throw new Error('The queue is down.');
      },
    ],
  ])('that %s has not approved, and its error is the reason', async (_how, callback) => {
    const { approver } = program(callback);
    expect(await approver.ask([request], QUIET)).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('The queue is down.') as string },
    ]);
  });

  test('that is silent is reported when the wait is over, and a later answer does not count', async () => {
    const late = Promise.withResolvers<unknown>();
    let received: AbortSignal | undefined;
    const { approver, trail } = program(
      (_request, { signal }) => {
        received = signal;
        return late.promise;
      },
      { clock: OVER },
    );
    const answers = await approver.ask([request], QUIET);
    expect(answers).toMatchObject([{ kind: 'unanswered', because: 'Nobody answered in time.' }]);
    expect(received?.aborted).toBe(true);
    late.resolve({ decision: 'approve', by: 'ann' });
    await late.promise;
    expect(trail.of('approval.decision')).toEqual([]);
  });

  test('names as many different people as the policy needs', async () => {
    const once = program(() => ({ decision: 'approve', by: ['ann', 'Ann'] }));
    expect(await once.approver.ask([two], QUIET)).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('2 people are needed') as string },
    ]);
    const both = program(() => ({ decision: 'approve', by: ['ann', 'bob'] }));
    expect(await both.approver.ask([two], QUIET)).toMatchObject([{ kind: 'approved' }]);
    expect(both.trail.decisions()).toEqual(['approve by ann counts', 'approve by bob counts']);
  });

  test('cannot let the requester approve unless the policy says so', async () => {
    const { approver } = program(() => ({ decision: 'approve', by: 'Ann' }), { requester: 'ann' });
    const own = requestOf({ call: 'c2', needs: { ...request.needs, self: true } });
    expect(await approver.ask([request, own], QUIET)).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('asked for the run') as string },
      { kind: 'approved' },
    ]);
  });

  test('that changes its copy of the request changes nothing of what it needs', async () => {
    const asked = requestOf();
    const { approver } = program(
      (copy) => {
        Object.assign(copy.needs, { self: true, count: 0, from: [] });
        return { decision: 'approve', by: 'ann' };
      },
      { requester: 'ann' },
    );
    expect(await approver.ask([asked], QUIET)).toMatchObject([{ kind: 'unanswered' }]);
    expect(asked).toEqual(requestOf());
  });

  test('whose answer throws when it is read has not answered', async () => {
    const { approver } = program(() => ({
      decision: 'approve',
      get by(): string {
        throw new Error('no such field');
      },
    }));
    expect(await approver.ask([request], QUIET)).toMatchObject([
      { kind: 'unanswered', because: 'The program could not ask anybody: no such field.' },
    ]);
  });

  test('decides nothing once the run ends', async () => {
    const ended = new AbortController();
    const { approver, trail } = program(() => {
      ended.abort(new Error('over'));
      return { decision: 'approve', by: 'ann' };
    });
    await expect(approver.ask([request], { signal: ended.signal })).rejects.toThrow('over');
    expect(trail.of('approval.decision')).toEqual([]);
  });
});
