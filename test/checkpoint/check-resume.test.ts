import { describe, expect, test } from 'vitest';
import { alsoCancelled, checkResume, findPending } from '../../src/checkpoint/index.ts';
import type { ResumeFacts } from '../../src/checkpoint/check-resume.ts';
import type { TrailEvent } from '../../src/audit/index.ts';
import type { Account, IssueComment } from '../../src/github/index.ts';
import { runEnd } from '../audit/events.ts';
import { stateOf } from './states.ts';

const state = stateOf();
const SEALED = 'f'.repeat(64);
const saved = { type: 'checkpoint.saved', name: 'x', sha256: SEALED, bytes: 1 } as const;
const facts: ResumeFacts = {
  now: new Date('2026-01-02T00:00:00Z'),
  repository: 'Octo/Demo',
  workflow: state.workflow,
  headSha: state.headSha,
  pushedHead: null,
  trustedRef: 'main',
  trustedBefore: 'main',
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

  test('is allowed if only what ends a suspended job follows its checkpoint, in the audit trail', () => {
    const after: readonly TrailEvent[] = [
      { type: 'warning', code: 'changes-missing', message: 'x' },
      { type: 'redaction', counts: { 'github-token': 1 } },
      { type: 'run.suspended', approvals: [] },
      runEnd('awaiting-approval'),
    ];
    const trail = { hashAtCheckpoint: state.trailHead.hash, after: [saved, ...after] };
    expect(checkResume(state, { ...facts, trail })).toEqual({ kind: 'resume' });
  });

  test('is void if the approval is stale', () => {
    const voids: [Partial<ResumeFacts>, string][] = [
      [{ now: new Date('2026-01-08T00:00:01Z') }, 'expired'],
      [{ headSha: 'e'.repeat(40) }, 'the head is'],
      [{ headSha: 'e'.repeat(40), pushedHead: 'd'.repeat(40) }, `for ${'d'.repeat(40)}`],
      [{ pushedHead: 'e'.repeat(40) }, `the head is now ${state.headSha}`],
      [{ policySha256: 'e'.repeat(64) }, 'policy'],
      [{ trustedRef: 'release' }, 'the trusted branch is now release'],
      [{ issueOpen: false }, 'closed'],
    ];
    for (const [over, because] of voids) {
      expect(checkResume(state, { ...facts, ...over })).toEqual({
        kind: 'void',
        because: expect.stringContaining(because),
      });
    }
    const pushedHead = 'e'.repeat(40);
    expect(checkResume(state, { ...facts, pushedHead, headSha: pushedHead })).toEqual({
      kind: 'resume',
    });
    const now = new Date('2026-01-08T00:00:00Z');
    expect(checkResume(state, { ...facts, now })).toEqual({ kind: 'resume' });
    // An audit trail of an earlier version does not say the branch.
    expect(checkResume(state, { ...facts, trustedBefore: null })).toEqual({ kind: 'resume' });
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
      [{ origin: { ...facts.origin, repository: null } }, 'an unknown repository'],
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
      [
        { trail: { hashAtCheckpoint: state.trailHead.hash, after: [saved, { type: 'unknown' }] } },
        'continues after it (unknown)',
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

  test('is refused if its checkpoint names another workflow than its artifact', () => {
    const other = stateOf({ workflow: '.github/workflows/other.yml' });
    expect(checkResume(other, facts)).toMatchObject({ kind: 'refused' });
  });

  test('an untrusted user is refused before any other reason', () => {
    const both = { ...facts, headSha: 'e'.repeat(40), trail: null };
    expect(checkResume(state, both)).toMatchObject({ kind: 'refused' });
  });

  test('is refused for a click on any button but its own', () => {
    const check = { id: 31, url: '', app: { id: 5, slug: 'signer' }, headSha: 'a'.repeat(40) };
    const code = 'abcdefgh1234';
    const own = stateOf({
      suspendedRequest: { ...state.suspendedRequest!, check: { ...check, code } },
    });
    const clicked = (over: Partial<typeof check>, pressed = code) =>
      checkResume(own, { ...facts, click: { check: { ...check, ...over }, code: pressed } });
    expect(clicked({})).toEqual({ kind: 'resume' });
    // An App can be renamed; its number stays.
    expect(clicked({ app: { id: 5, slug: 'renamed' } })).toEqual({ kind: 'resume' });
    for (const other of [
      clicked({ id: 32 }),
      clicked({ app: { id: 6, slug: 'signer' } }),
      clicked({ headSha: 'b'.repeat(40) }),
      clicked({}, 'zzzzzzzz1234'),
      checkResume(state, { ...facts, click: { check, code } }),
    ])
      expect(other).toMatchObject({ kind: 'refused' });
  });

  test.each(['pull_request', 'pull_request_review', 'pull_request_review_comment'])(
    'a run on %s is trusted if its head is in the own repository, and never if it is in a fork',
    (event) => {
      const from = (headRepository: string | null) =>
        checkResume(state, { ...facts, origin: { ...facts.origin, event, headRepository } });
      expect(from(facts.origin.headRepository)).toEqual({ kind: 'resume' });
      for (const fork of ['mallory/demo', null])
        expect(from(fork)).toMatchObject({
          kind: 'refused',
          because: expect.stringContaining(`a run on ${event} from`) as string,
        });
    },
  );
});

const BOT: Account = { login: 'github-actions[bot]', id: 1, type: 'Bot' };
const BOB: Account = { login: 'bob', id: 2, type: 'User' };
const ID = 'ap-00000000';

function comment(id: number, author: Account, body: string): IssueComment {
  const time = '2026-01-01T00:00:00Z';
  return {
    id,
    nodeId: '',
    author,
    viaApp: null,
    byOutsider: false,
    body,
    createdAt: time,
    updatedAt: time,
    url: '',
  };
}

function approvalComment(
  id: number,
  over: { author?: Account; ids?: string[]; state?: string; run?: string } = {},
): IssueComment {
  const { author = BOT, ids = [ID], state: time = 'suspended', run = 'run-a' } = over;
  const marker = JSON.stringify({ v: 1, run, ids, state: time, workflowRun: 5, attempt: 1 });
  return comment(id, author, `<!-- countersign:approval-request ${marker} -->\n\nwords`);
}

function commentOfRun(id: number, run: string, time: string): IssueComment {
  return approvalComment(id, { ids: [`ap-${String(id).repeat(8)}`], state: time, run });
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

  test('is not for `all` an older one, which its author is told if the newest was closed before', () => {
    const later = '2026-01-01T00:00:09Z';
    const closed = approvalComment(3, { ids: ['ap-22222222'], state: 'closed' });
    const answered = (comments: IssueComment[], body: string) =>
      findPending({
        comments,
        answer: { ...comment(99, BOB, body), createdAt: later, updatedAt: later },
        ownId: BOT.id,
      });
    const uncounted = {
      kind: 'not-counted',
      comment: { id: 1 },
      because: expect.stringContaining('names no call') as string,
    };
    const suspended = approvalComment(1);
    expect(answered([suspended, closed], '/approve all')).toMatchObject({
      ...uncounted,
      denies: false,
    });
    expect(answered([suspended, closed], '/deny all no')).toMatchObject({
      ...uncounted,
      denies: true,
    });
    const closedLater = { ...closed, updatedAt: later };
    for (const comments of [
      [closed],
      [suspended, closedLater],
      [approvalComment(1, { state: 'waiting' }), closed],
    ])
      expect(answered(comments, '/approve all')).toMatchObject({ kind: 'none' });
  });

  test('is for a cancel the one that holds its id; without one, a suspended one before one that a job polls', () => {
    const waiting = approvalComment(2, { ids: ['ap-11111111'], state: 'waiting' });
    const comments = [approvalComment(1), waiting];
    expect(find(comments, '/cancel')).toMatchObject({ kind: 'suspended', comment: { id: 1 } });
    expect(find(comments, '/cancel ap-11111111')).toMatchObject({ kind: 'waiting' });
    expect(find([waiting], '/cancel')).toMatchObject({ kind: 'waiting' });
    const closed = approvalComment(1, { state: 'closed' });
    expect(find([closed, waiting], `/cancel ${ID}`)).toMatchObject({
      kind: 'closed',
      comment: { id: 1 },
    });
    expect(find([waiting], `/cancel ${ID}`)).toMatchObject({ kind: 'waiting' });
  });

  test('is for a cancel also each other one of another run that is still open', () => {
    const comments = [
      commentOfRun(1, 'run-b', 'suspended'),
      commentOfRun(2, 'run-c', 'waiting'),
      commentOfRun(3, 'run-a', 'suspended'),
      commentOfRun(4, 'run-d', 'closed'),
    ];
    const others = (body: string) =>
      alsoCancelled({ comments, answer: comment(99, BOB, body), ownId: BOT.id }, 'run-a').map(
        ({ marker }) => marker.run,
      );
    expect(others('/cancel')).toEqual(['run-c', 'run-b']);
    expect(others('/cancel ap-33333333 ap-11111111 ap-44444444')).toEqual(['run-b']);
    expect(others('/approve ap-11111111')).toEqual([]);
    expect(others('/cancel please ap-33333333')).toEqual([]);
  });

  test('is a suspended one before one that a job polls and reads the answer for itself', () => {
    const waiting = approvalComment(2, { ids: ['ap-11111111'], state: 'waiting' });
    for (const command of ['approve', 'deny', 'cancel'])
      expect(find([approvalComment(1), waiting], `/${command} ${ID} ap-11111111`)).toMatchObject({
        kind: 'suspended',
        comment: { id: 1 },
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

  test('does not exist for a comment that is no answer, nor for the id of a closed one', () => {
    expect(find([approvalComment(1)], 'Thanks.')).toMatchObject({
      kind: 'none',
      because: expect.stringContaining('does not answer'),
    });
    const closed = approvalComment(1, { state: 'closed' });
    const open = approvalComment(2, { ids: ['ap-11111111'] });
    for (const body of [`approve ${ID}`, `Is ${ID} done?`])
      expect(find([closed, open], body)).toMatchObject({ kind: 'none' });
    for (const body of ['👍', '/approve'])
      expect(find([closed], body)).toMatchObject({ kind: 'none' });
    expect(find([closed], '/approve ap-22222222')).toMatchObject({ kind: 'unknown' });
  });

  test.each(['approve', 'deny', 'cancel'])(
    'is missing or closed for `/%s`, which its author is told',
    (command) => {
      const closed = approvalComment(1, { state: 'closed' });
      expect(find([closed], `/${command} ${ID}`)).toMatchObject({
        kind: 'closed',
        comment: { id: 1 },
        because: expect.stringContaining('was closed before'),
        mentions: false,
      });
      const nowhere =
        'no approval comment here has ap-22222222; answer where it was asked, or start the run again if that comment was deleted';
      expect(find([closed], `/${command} ap-22222222`)).toEqual({
        kind: 'unknown',
        because: nowhere,
        mentions: false,
      });
    },
  );

  test('is not for this job if another account asked: the answer is for that account', () => {
    const foreign = approvalComment(1, { author: BOB });
    expect(find([foreign], `/approve ${ID}`)).toMatchObject({
      kind: 'none',
      because: expect.stringContaining("not by the account of this job's token"),
    });
    expect(find([approvalComment(1, { state: 'crashed' })], '/approve all')).toMatchObject({
      kind: 'none',
      because: 'no approval comment here has what the comment names',
    });
  });

  test('is shown a comment that counts for nothing, and left to the job that waits', () => {
    const open = approvalComment(1);
    expect(find([open], `approve ${ID}`)).toMatchObject({ kind: 'not-counted', mentions: false });
    expect(find([open], `Is ${ID} safe?`)).toMatchObject({ kind: 'not-counted', mentions: true });
    expect(find([open], `/deny \`${ID}\``)).toMatchObject({ kind: 'not-counted', denies: true });
    for (const [command, denies] of [
      ['approve', false],
      ['cancel', true],
    ] as const)
      expect(find([open], `/${command} ap-22222222`)).toMatchObject({
        kind: 'not-counted',
        because: 'no approval comment here has ap-22222222',
        denies,
      });
    expect(find([open], '👍')).toMatchObject({ kind: 'not-counted' });
    const waiting = approvalComment(1, { state: 'waiting' });
    for (const body of ['👍', `approve ${ID}`, '/approve ap-22222222'])
      expect(find([waiting], body)).toMatchObject({ kind: 'waiting' });
  });

  test('is meant by a command without an id if it is the only one, with one call', () => {
    const one = approvalComment(2);
    const closed = approvalComment(1, { ids: ['ap-11111111'], state: 'closed' });
    const before = { ...closed, updatedAt: '2025-12-31T23:59:59Z' };
    for (const body of ['/approve', '/deny too risky']) {
      expect(find([before, one], body)).toMatchObject({ kind: 'suspended', comment: { id: 2 } });
      const two = approvalComment(2, { ids: [ID, 'ap-11111111'] });
      expect(find([two], body)).toMatchObject({
        kind: 'not-counted',
        because: 'it names no call, and 2 calls were asked for',
      });
      // The other one was closed in the second of the answer, or is open.
      for (const other of [closed, approvalComment(1, { ids: ['ap-11111111'] })])
        expect(find([other, one], body)).toMatchObject({
          kind: 'not-counted',
          because: 'it names no call, and another approval comment was open',
        });
    }
  });

  test.each(['suspended', 'waiting'])(
    'is one that is %s if the comment also names a closed one',
    (kind) => {
      const closed = approvalComment(2, { ids: ['ap-11111111'], state: 'closed' });
      const open = approvalComment(1, { state: kind });
      expect(find([open, closed], `/approve ap-11111111\n/deny ${ID}`)).toMatchObject({
        kind,
        comment: { id: 1 },
      });
    },
  );

  test('is found by the id in a comment that also has a command without one', () => {
    const comments = [approvalComment(1, { ids: [ID, 'ap-11111111'] })];
    expect(find(comments, `/approve ${ID}\n/deny`)).toMatchObject({ kind: 'suspended' });
  });

  test('is never one that reports a crashed run, though it is newer', () => {
    const crashed = approvalComment(2, { ids: [], state: 'crashed', run: 'run-b' });
    for (const body of ['/approve all', '/approve', '/cancel'])
      expect(find([approvalComment(1), crashed], body)).toMatchObject({
        kind: 'suspended',
        comment: { id: 1 },
      });
    const answer = comment(99, BOB, '/cancel');
    const given = { comments: [approvalComment(1), crashed], answer, ownId: BOT.id };
    expect(alsoCancelled(given, 'run-a')).toEqual([]);
  });

  test('is none for a comment that only mentions the call of another issue', () => {
    expect(find([approvalComment(1)], 'Is ap-22222222 safe?')).toMatchObject({ kind: 'none' });
  });
});
