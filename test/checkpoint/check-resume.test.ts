import { describe, expect, test } from 'vitest';
import { checkResume, findPending, type ResumeFacts } from '../../src/checkpoint/index.ts';
import type { Account, IssueComment } from '../../src/github/index.ts';
import { stateOf } from './states.ts';

const state = stateOf();
const SEALED = 'f'.repeat(64);
const saved = { type: 'checkpoint.saved', name: 'x', sha256: SEALED, bytes: 1 } as const;
const facts: ResumeFacts = {
  now: new Date('2026-01-02T00:00:00Z'),
  repository: 'Octo/Demo',
  workflow: state.workflow,
  headSha: state.headSha,
  policySha256: state.policySha256,
  issue: 7,
  issueOpen: true,
  fileSha256: SEALED,
  trail: {
    hashAtCheckpoint: state.trailHead.hash,
    after: [saved, { type: 'run.suspended', approvals: [] }],
  },
  origin: {
    repository: 'octo/demo',
    headRepository: 'octo/demo',
    workflow: state.workflow,
    event: 'issues',
  },
};

describe('a run that resumes', () => {
  test('is allowed if nothing changed', () => {
    expect(checkResume(state, facts)).toEqual({ kind: 'resume' });
  });

  test('is void if the approval is stale', () => {
    const voids: [Partial<ResumeFacts>, string][] = [
      [{ now: new Date('2026-01-08T00:00:01Z') }, 'expired'],
      [{ headSha: 'e'.repeat(40) }, 'the head is'],
      [{ policySha256: 'e'.repeat(64) }, 'policy'],
      [{ issueOpen: false }, 'closed'],
    ];
    for (const [over, because] of voids) {
      expect(checkResume(state, { ...facts, ...over })).toEqual({
        kind: 'void',
        because: expect.stringContaining(because),
      });
    }
    const unreadable = stateOf({
      suspendedRequest: { ...state.suspendedRequest!, expires: 'some day' },
    });
    expect(checkResume(unreadable, facts)).toMatchObject({ kind: 'void' });
  });

  test('is refused unless the checkpoint belongs to this repository, workflow and trail', () => {
    const refusals: [Partial<ResumeFacts>, string][] = [
      [{ repository: 'octo/other' }, 'repository is octo/other'],
      [{ workflow: '.github/workflows/other.yml' }, 'the workflow'],
      [{ origin: { ...facts.origin, repository: 'mallory/demo' } }, 'its artifact'],
      [{ origin: { ...facts.origin, workflow: '.github/workflows/evil.yml' } }, 'evil.yml'],
      [
        { origin: { ...facts.origin, event: 'pull_request', headRepository: 'mallory/demo' } },
        'mallory/demo',
      ],
      [{ origin: { ...facts.origin, event: 'pull_request', headRepository: null } }, 'deleted'],
      [{ origin: { ...facts.origin, event: 'invented' } }, 'invented'],
      [{ trail: null }, 'does not verify'],
      [{ trail: { hashAtCheckpoint: 'e'.repeat(64), after: [saved] } }, 'another one'],
      [{ trail: { hashAtCheckpoint: null, after: [] } }, 'another one'],
      [{ trail: { hashAtCheckpoint: state.trailHead.hash, after: [] } }, 'does not name it'],
      [
        {
          trail: {
            hashAtCheckpoint: state.trailHead.hash,
            after: [
              saved,
              { type: 'approval.consumed', approval: 'a', call: 'c2', digest: SEALED },
            ],
          },
        },
        'continues after it (approval.consumed)',
      ],
      [{ fileSha256: 'e'.repeat(64) }, 'does not name it'],
      [{ issue: 8 }, 'on #7'],
    ];
    for (const [over, because] of refusals) {
      expect(checkResume(state, { ...facts, ...over })).toEqual({
        kind: 'refused',
        because: expect.stringContaining(because),
      });
    }
  });

  test('an untrusted user is refused before any other reason', () => {
    const both = { ...facts, headSha: 'e'.repeat(40), trail: null };
    expect(checkResume(state, both)).toMatchObject({ kind: 'refused' });
  });

  test('a run on a pull request from the own repository is trusted', () => {
    const own = { ...facts, origin: { ...facts.origin, event: 'pull_request' } };
    expect(checkResume(state, own)).toEqual({ kind: 'resume' });
  });
});

const BOT: Account = { login: 'github-actions[bot]', id: 1, type: 'Bot' };
const BOB: Account = { login: 'bob', id: 2, type: 'User' };
const ID = 'ap-00000000';

function comment(id: number, author: Account, body: string): IssueComment {
  const at = '2026-01-01T00:00:00Z';
  return { id, nodeId: '', author, viaApp: null, byOutsider: false, body, createdAt: at, updatedAt: at, url: '' };
}

function approvalComment(
  id: number,
  over: { author?: Account; ids?: string[]; state?: string } = {},
): IssueComment {
  const { author = BOT, ids = [ID], state: at = 'suspended' } = over;
  const marker = JSON.stringify({ v: 1, run: 'run-a', ids, state: at, workflowRun: 5, attempt: 1 });
  return comment(id, author, `<!-- countersign:approval-request ${marker} -->\n\nwords`);
}

function find(comments: IssueComment[], body: string) {
  return findPending({ comments, answer: comment(99, BOB, body), ownId: BOT.id });
}

describe('the approval comment that an answer is for', () => {
  test('is the one that holds the id, and for all and cancel the newest', () => {
    const comments = [approvalComment(1), approvalComment(2, { ids: ['ap-11111111'] })];
    expect(find(comments, `/approve ${ID}`)).toMatchObject({
      kind: 'suspended',
      comment: { id: 1 },
    });
    expect(find(comments, '/approve all')).toMatchObject({ kind: 'suspended', comment: { id: 2 } });
    expect(find(comments, '/cancel')).toMatchObject({ kind: 'suspended', comment: { id: 2 } });
    const closed = approvalComment(3, { ids: ['ap-22222222'], state: 'closed' });
    expect(find([...comments, closed], '/cancel')).toMatchObject({
      kind: 'suspended',
      comment: { id: 2 },
    });
    expect(find([...comments, closed], '/approve all')).toMatchObject({
      kind: 'none',
      because: 'the approval comment is closed',
    });
  });

  test('is held while a job waits, and nothing once it is closed', () => {
    expect(find([approvalComment(1, { state: 'waiting' })], '/approve all')).toMatchObject({
      kind: 'waiting',
      marker: { workflowRun: 5 },
    });
    expect(find([approvalComment(1, { state: 'closed' })], '/approve all')).toMatchObject({
      kind: 'none',
      because: 'the approval comment is closed',
    });
  });

  test('is never one that somebody else wrote, nor one that came after the answer', () => {
    expect(find([approvalComment(1, { author: BOB })], '/approve all')).toMatchObject({
      kind: 'none',
    });
    expect(find([approvalComment(100)], '/approve all')).toMatchObject({ kind: 'none' });
    expect(
      find([comment(1, BOT, `text\n${approvalComment(1).body}`)], '/approve all'),
    ).toMatchObject({
      kind: 'none',
    });
  });

  test('does not exist for a comment that is no answer, or for an unknown id', () => {
    expect(find([approvalComment(1)], `> /approve ${ID}`)).toMatchObject({
      kind: 'none',
      because: expect.stringContaining('does not answer'),
    });
    expect(find([approvalComment(1)], '/approve ap-22222222')).toMatchObject({ kind: 'none' });
  });
});
