/** What a resumed run does about the approval comment that its checkpoint left open. */
import { describe, expect, test } from 'vitest';
import { resumingApprover } from '../../../src/action/resume/resuming-approver.ts';
import type { ApprovalRequest } from '../../../src/approvals/index.ts';
import { CountersignError } from '../../../src/common/index.ts';
import { MemoryTrail, requestOf } from '../../approvals/context.ts';
import { MemoryGitHub } from '../../approvals/memory-github.ts';

type Resumed = Parameters<typeof resumingApprover>[1];

const TICK = { id: 'ap-00000000', comment: 7 } as NonNullable<Resumed['tick']>;
const APPROVAL_CHECK = {
  url: '',
  app: { id: 5, slug: 'signer' },
  headSha: '',
  externalId: 'countersign:approval:5',
  conclusion: 'action_required',
};
const OUT_OF_MINUTES = new Error('the run is out of minutes');

/** A run that was suspended while it asked for `asked`, and an approver that only lists what it is told to do. */
async function suspendedWith(asked: readonly ApprovalRequest[], denials: readonly object[] = []) {
  const github = new MemoryGitHub();
  const trail = new MemoryTrail();
  const comment = await github.createComment(5, 'asked');
  const reported: object[] = [];
  const checks: string[] = [];
  const cancelled = new AbortController();
  const gated = asked.map(({ digest, id, call }) => ({
    digest,
    approval: id,
    request: { id: call, name: 'bash_run' },
  }));
  const approver = resumingApprover(
    {
      ask: async (requests) => {
        reported.push({ asked: requests.map(({ id }) => id) });
        return [];
      },
      resume: async (_suspended, requests, { click, tick, gone }) => {
        reported.push({ resumed: requests.map(({ id }) => id), click, tick, gone });
        return [];
      },
    },
    {
      checkpoint: {
        run: trail.run,
        suspendedRequest: { commentId: comment.id, denials, check: { id: 31 } },
        gated,
      } as unknown as Resumed['checkpoint'],
      runUrl: 'https://github.test/run',
      trail,
      github: {
        ...portsOf(github),
        checkRun: async (id) => ({ ...APPROVAL_CHECK, id }),
        updateCheckRun: async (id, { conclusion }) => {
          checks.push(`${id} ${conclusion}`);
          return { ...APPROVAL_CHECK, id, conclusion };
        },
      },
      click: null,
      tick: TICK,
      cancelled: cancelled.signal,
      onVoid: async () => {
        reported.push({ void: true });
      },
    },
  );
  const body = (): string | undefined => github.all.get(comment.id)?.body;
  return { github, trail, told: reported, checks, cancelled, approver, comment, body };
}

function portsOf(github: MemoryGitHub): Omit<Resumed['github'], 'checkRun' | 'updateCheckRun'> {
  return {
    react: async (comment, reaction) => await github.react(comment, reaction),
    removeReaction: async (comment, id) => await github.removeReaction(comment, id),
    updateComment: async (id, body) => await github.updateComment(id, body),
  };
}

const live = new AbortController().signal;
const one = requestOf({ call: 'c1' });
const two = requestOf({ call: 'c2', command: 'rm -rf dist' });
const other = requestOf({ call: 'c1', command: 'rm -rf /' });

test('the same calls resume the open comment, once, with what was ticked', async () => {
  const { approver, told: reported, trail, body } = await suspendedWith([one, two]);
  await approver.ask([one, two], { signal: live });
  await approver.ask([one], { signal: live });
  expect(reported).toEqual([
    { resumed: [one.id, two.id], click: null, tick: TICK, gone: [] },
    { asked: [one.id] },
  ]);
  expect(trail.events).toEqual([]);
  expect(body()).toBe('asked');
});

test('one other call among them makes all of the old ones void, and people are asked anew', async () => {
  const {
    approver,
    told: reported,
    trail,
    github,
    comment,
    body,
  } = await suspendedWith([one, two]);
  await approver.ask([other, two], { signal: live });
  expect(reported).toEqual([{ void: true }, { asked: [other.id, two.id] }]);
  const because = 'what would be executed is no longer what was asked';
  expect(trail.of('approval.void')).toEqual([
    { type: 'approval.void', approval: one.id, call: 'c1', because },
    { type: 'approval.void', approval: two.id, call: 'c2', because },
  ]);
  expect(body()).toContain(because);
  expect([...(github.reactions.get(comment.id) ?? [])]).toEqual(['rocket']);
});

test('a call that somebody denied stays denied if the rest of the request is void, and nobody is asked about it again', async () => {
  const denial = {
    approval: two.id,
    reason: 'never',
    permission: 'write',
    author: { login: 'ann', id: 7, type: 'User' },
    at: '2026-01-01T00:00:00Z',
    comment: { id: 9, url: 'https://github.test/9' },
  } as const;
  const { approver, told: reported, trail, body } = await suspendedWith([one, two], [denial]);
  const again = { ...two, id: 'ap-00000001', digest: 'of a new nonce' };
  const answers = await approver.ask([other, again], { signal: live });
  expect(reported).toEqual([{ void: true }, { asked: [other.id] }]);
  expect(answers).toMatchObject([
    { kind: 'denied', request: again, by: { login: 'ann', id: 7, commentId: 9 }, reason: 'never' },
  ]);
  expect(trail.of('approval.void')).toMatchObject([{ approval: one.id }]);
  expect(body()).toContain('deny by `@ann`; not run');
});

test('if no call is possible any more, the request is void, and whoever answered it learns that', async () => {
  const { approver, told: reported, trail, github, comment, body } = await suspendedWith([one]);
  expect(await approver.ask([], { signal: live })).toEqual([]);
  expect(reported).toEqual([{ void: true }]);
  const because = 'no call that was asked about is possible any more';
  expect(trail.of('approval.void')).toEqual([
    { type: 'approval.void', approval: one.id, call: 'c1', because },
  ]);
  expect(body()).toContain(because);
  expect([...(github.reactions.get(comment.id) ?? [])]).toEqual(['rocket']);
});

test('nothing is voided by a job that lost the claim to another one', async () => {
  const { approver, told: reported, trail, github, comment, body } = await suspendedWith([one]);
  github.reactions.set(comment.id, new Set(['rocket']));
  await expect(approver.ask([other], { signal: live })).rejects.toThrow(
    'Another job resumed this run',
  );
  expect(reported).toEqual([]);
  expect(trail.events).toEqual([]);
  expect(body()).toBe('asked');
});

test('a comment that cannot be closed is a warning, its buttons are removed, and people are asked all the same', async () => {
  const { approver, told: reported, trail, github, checks } = await suspendedWith([one]);
  github.failing.set('updateComment', new CountersignError('github-refused', 'GitHub is away'));
  await approver.ask([other], { signal: live });
  expect(trail.of('warning')).toEqual([
    { type: 'warning', code: 'approval-comment-not-updated', message: 'GitHub is away' },
  ]);
  expect(checks).toEqual(['31 neutral']);
  expect(reported).toEqual([{ void: true }, { asked: [other.id] }]);
});

describe('an aborted run', () => {
  test('that is over makes what it asked void, and says why', async () => {
    const { approver, told: reported, trail, body } = await suspendedWith([one]);
    await approver.ask([one], { signal: AbortSignal.abort(OUT_OF_MINUTES) });
    expect(trail.of('approval.void')).toMatchObject([{ because: OUT_OF_MINUTES.message }]);
    expect(body()).toContain(OUT_OF_MINUTES.message);
    expect(reported).toEqual([{ void: true }, { asked: [one.id] }]);
  });

  test('whose job the runner cancelled leaves a comment that would be void to the next job, too', async () => {
    for (const requests of [[], [other]]) {
      const { approver, told: reported, trail, cancelled, body } = await suspendedWith([one]);
      cancelled.abort();
      await expect(approver.ask(requests, { signal: cancelled.signal })).rejects.toThrow('aborted');
      expect(trail.events).toEqual([]);
      expect(reported).toEqual([]);
      expect(body()).toBe('asked');
    }
  });

  test('whose job the runner cancelled leaves the open comment to the next job', async () => {
    const { approver, told: reported, trail, cancelled, body } = await suspendedWith([one]);
    cancelled.abort();
    await approver.ask([one], { signal: cancelled.signal });
    expect(reported).toMatchObject([{ resumed: [one.id] }]);
    expect(trail.events).toEqual([]);
    expect(body()).toBe('asked');
  });
});
