import { describe, expect, test } from 'vitest';
import { CountersignError } from '../../../src/common/index.ts';
import {
  type Answer,
  approvalId,
  claimApproval,
  claimComment,
  claimRequest,
  createFailApprover,
  type DecisionBy,
} from '../../../src/approvals/index.ts';
import { MemoryGitHub } from '../memory-github.ts';
import { MemoryTrail, QUIET, requestOf } from '../context.ts';

const request = requestOf();
const other = requestOf({ call: 'c2' });
const comment = { issue: 7, commentId: 100, url: 'https://github.test/c' };
const bob: DecisionBy = {
  login: 'bob',
  id: 2,
  permission: 'write',
  commentId: 101,
  commentUrl: 'u',
  at: '2026-01-01T00:00:00Z',
};
const approved = (
  asked = request,
  over: Partial<Extract<Answer, { kind: 'approved' }>> = {},
): Answer => ({ kind: 'approved', request: asked, by: [bob], comment, ...over });

describe('an approval', () => {
  test('is claimed once, and that is in the trail before it resolves', async () => {
    const [github, trail] = [new MemoryGitHub(), new MemoryTrail()];
    expect(await claimApproval({ trail, github, request, answer: approved() })).toBeNull();
    expect(trail.of('approval.consumed')).toEqual([
      { type: 'approval.consumed', approval: request.id, call: 'c1', digest: request.digest },
    ]);
    expect(await claimApproval({ trail, github, request, answer: approved() })).toContain(
      'used before',
    );
    expect(trail.of('approval.consumed')).toHaveLength(1);
    expect(trail.of('approval.void')).toEqual([]);
  });

  test('asked for twice at the same time is claimed once', async () => {
    const [github, trail] = [new MemoryGitHub(), new MemoryTrail()];
    const taken = await Promise.all(
      [1, 2, 3].map(() => claimApproval({ trail, github, request, answer: approved() })),
    );
    expect(taken.filter((refusal) => refusal === null)).toHaveLength(1);
  });

  test('is one of several on an approval comment that this run has claimed', async () => {
    const [github, trail] = [new MemoryGitHub(), new MemoryTrail()];
    const taken = await Promise.all(
      [request, other].map((one) =>
        claimApproval({ trail, github, request: one, answer: approved(one) }),
      ),
    );
    expect(taken).toEqual([null, null]);
  });

  test('goes to one of two jobs', async () => {
    const github = new MemoryGitHub();
    const trails = [new MemoryTrail(), new MemoryTrail()];
    const taken = await Promise.all(
      trails.map((trail) => claimApproval({ trail, github, request, answer: approved() })),
    );
    expect(taken.filter((refusal) => refusal === null)).toHaveLength(1);
    expect(trails.flatMap((trail) => trail.of('approval.consumed'))).toHaveLength(1);
    expect(trails.flatMap((trail) => trail.of('approval.void'))).toHaveLength(1);
  });

  test('is refused where GitHub cannot say who was first', async () => {
    const [github, trail] = [new MemoryGitHub(), new MemoryTrail()];
    github.failing.set('react', new CountersignError('github-unreachable', 'down'));
    expect(await claimApproval({ trail, github, request, answer: approved() })).toContain(
      'could not be claimed (down)',
    );
    expect(trail.of('approval.consumed')).toEqual([]);
  });

  test('is refused, and not said to be another job’s, if the answer to the claim was lost', async () => {
    const [github, trail] = [new MemoryGitHub(), new MemoryTrail()];
    github.react = () => Promise.resolve({ created: false, id: 7, isLost: true });
    const refusal = await claimApproval({ trail, github, request, answer: approved() });
    expect(refusal).toContain('was lost');
    expect(refusal).not.toContain('another job has claimed');
    await expect(claimRequest(new MemoryTrail(), github, { commentId: 100 })).rejects.toThrow(
      'was lost',
    );
    await expect(claimComment(github, { commentId: 100 })).rejects.toThrow('was lost');
  });

  test('is refused unless it is an approval, or if it is of another call, by nobody, or without an approval comment', async () => {
    const answers: Answer[] = [
      { kind: 'denied', request, by: bob, reason: '' },
      { kind: 'unanswered', request, because: '' },
      { kind: 'suspended', request },
      approved(other),
      approved(request, { by: [] }),
      { kind: 'approved', request, by: [bob] },
      { kind: 'approved', request, by: [bob, { ...bob, permission: 'terminal' }] },
    ];
    for (const answer of answers) {
      const [github, trail] = [new MemoryGitHub(), new MemoryTrail()];
      expect(await claimApproval({ trail, github, request, answer })).toContain(
        'could not be claimed',
      );
      expect(trail.of('approval.consumed')).toEqual([]);
    }
  });

  test('is refused for other bytes, also if both digests begin alike and so have one id', async () => {
    const [github, trail] = [new MemoryGitHub(), new MemoryTrail()];
    const digest = `${request.digest.slice(0, 10)}${other.digest.slice(10)}`;
    expect(approvalId(digest)).toBe(request.id);
    const answer = approved({ ...request, digest });
    expect(await claimApproval({ trail, github, request, answer })).toContain('another call');
    expect(trail.of('approval.consumed')).toEqual([]);
  });

  test('is in the trail before it resolves, however long the trail takes, and not if the trail cannot be written', async () => {
    const [github, trail] = [new MemoryGitHub(), new MemoryTrail()];
    const gate = Promise.withResolvers<void>();
    const append = trail.append.bind(trail);
    trail.append = async (event) => {
      await gate.promise;
      return await append(event);
    };
    let isClaimed = false;
    const claiming = async () => {
      await claimApproval({ trail, github, request, answer: approved() });
      isClaimed = true;
    };
    const claim = claiming();
    await new Promise((resolve) => setImmediate(resolve));
    expect(isClaimed).toBe(false);
    gate.resolve();
    await claim;
    expect(trail.of('approval.consumed')).toHaveLength(1);
    const full = new MemoryTrail();
    full.append = () => Promise.reject(new CountersignError('trail-unwritable', 'full'));
    const late = { trail: full, github: new MemoryGitHub(), request, answer: approved() };
    await expect(claimApproval(late)).rejects.toThrow('full');
  });

  test('given at a terminal needs no GitHub', async () => {
    const trail = new MemoryTrail();
    const answer: Answer = {
      kind: 'approved',
      request,
      by: [{ ...bob, permission: 'terminal', commentId: null }],
    };
    expect(await claimApproval({ trail, github: null, request, answer })).toBeNull();
  });
});

describe('if nobody can be asked', () => {
  test('every call is unanswered at once, with why', async () => {
    const trail = new MemoryTrail();
    const approver = createFailApprover({ trail, because: 'The input approvals is fail.' });
    const answers = await approver.ask([request, other], QUIET);
    expect(answers).toMatchObject([
      { kind: 'unanswered', request },
      { kind: 'unanswered', request: other },
    ]);
    expect(answers[0]).toMatchObject({ because: expect.stringContaining('approvals is fail') });
    expect(trail.of('approval.asked')).toMatchObject([
      { via: 'nobody', requests: [{ call: 'c1' }, { call: 'c2' }] },
    ]);
    expect(await approver.ask([], QUIET)).toEqual([]);
    expect(trail.events).toHaveLength(1);
  });
});
