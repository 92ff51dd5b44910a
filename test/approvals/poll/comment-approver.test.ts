import { describe, expect, test } from 'vitest';
import { CountersignError, sha256 } from '../../../src/common/index.ts';
import {
  type Answer,
  type ApprovalRequest,
  claimApproval,
  type CommentApprover,
  NotResumed,
  ResumedByOtherJob,
  type SuspendedRequest,
  suspendedRequestSchema,
  Withdrawn,
} from '../../../src/approvals/index.ts';
import type { IssueComment, Review } from '../../../src/github/index.ts';
import { ALICE, BOB, BOT, CAROL, MALLORY, type MemoryGitHub } from '../memory-github.ts';
import { QUIET, requestOf, testContext, type TestContext } from '../context.ts';

const request = requestOf();
const other = requestOf({ call: 'c2', command: 'npm publish' });

/** Runs `act` at the given look, and answers what `ask` answered. */
async function asking(
  context: TestContext,
  acts: Readonly<Record<number, () => void>>,
  requests = [request],
) {
  context.github.onPoll = (poll) => acts[poll]?.();
  return await context.approver.ask(requests, QUIET);
}

/** Reads that do not show every comment that there is. */
function lateReads(
  github: MemoryGitHub,
  isShown: (comment: IssueComment) => boolean,
): Pick<MemoryGitHub, 'comments' | 'threadState'> {
  const comments = github.comments.bind(github);
  const threadState = github.threadState.bind(github);
  return {
    comments: async (...call) => {
      const list = await comments(...call);
      return { ...list, comments: list.comments.filter(isShown) };
    },
    threadState: async (issue, nodeIds) => {
      const shown = new Set([...github.all.values()].filter(isShown).map(({ nodeId }) => nodeId));
      return await threadState(
        issue,
        nodeIds.filter((id) => shown.has(id)),
      );
    },
  };
}

/** A suspended approval comment with one denial on it. */
async function suspendedRequest() {
  const context = testContext({ suspends: true, settings: { waitMs: 10_000 } });
  await asking(context, { 2: () => context.github.say(BOB, `/deny ${other.id} no`, { id: 300 }) }, [
    request,
    other,
  ]);
  const suspended = context.approver.suspendedRequest();
  if (suspended === null) throw new Error('nothing was suspended');
  context.github.onPoll = () => {};
  return { context, suspended };
}

describe('an answer by somebody with write access', () => {
  test('approves the call, is recorded, gets a thumbs-up, and the approval comment says who', async () => {
    const context = testContext();
    const answers = await asking(context, {
      2: () => context.github.say(BOB, `/approve ${request.id} --note fine`),
    });
    expect(answers).toMatchObject([
      {
        kind: 'approved',
        note: 'fine',
        by: [{ login: 'bob', id: 2, permission: 'write' }],
        comment: { issue: 7 },
      },
    ]);
    expect(context.trail.events.map(({ type }) => type)).toEqual([
      'github.write',
      'approval.asked',
      'approval.decision',
    ]);
    expect(context.trail.of('approval.decision')).toMatchObject([
      {
        approval: request.id,
        call: 'c1',
        decision: 'approve',
        counted: true,
        permission: 'write',
        by: { login: 'bob', id: 2 },
      },
    ]);
    const said = [...context.github.all.values()].find(({ author }) => author === BOB);
    expect([...(context.github.reactions.get(said?.id ?? 0) ?? [])]).toEqual(['+1']);
    expect(context.github.approvalComment().body).toContain('approved by `@bob`');
    expect(context.github.approvalComment().body).toContain('### Countersign: approved by');
    expect(context.github.replies()).toEqual([]);
  });

  test('denies the call with the reason', async () => {
    const context = testContext();
    const answers = await asking(context, {
      2: () => context.github.say(BOB, `/deny ${request.id} not on a Friday`),
    });
    expect(answers).toMatchObject([
      { kind: 'denied', by: { login: 'bob' }, reason: 'not on a Friday' },
    ]);
    expect(context.github.approvalComment().body).toContain('denied by `@bob`: `not on a Friday`');
  });

  test('may answer one by one, and `all` is what the approval comment holds', async () => {
    const context = testContext();
    const answers = await asking(
      context,
      {
        2: () => context.github.say(BOB, `/deny ${other.id} no`),
        4: () => context.github.say(BOB, '/approve all'),
      },
      [request, other],
    );
    expect(answers.map(({ kind }) => kind)).toEqual(['approved', 'denied']);
  });

  test('a denial wins over any approval, in either order and whoever deletes it', async () => {
    for (const first of [true, false]) {
      const context = testContext({ settings: { count: 2 } });
      const answers = await asking(context, {
        2: () =>
          void (first
            ? context.github.say(BOB, `/deny ${request.id} no`, { id: 501 })
            : context.github.say(CAROL, '/approve all')),
        3: () =>
          void (first
            ? context.github.say(CAROL, '/approve all')
            : context.github.say(BOB, `/deny ${request.id} no`)),
      });
      expect(answers).toMatchObject([{ kind: 'denied', by: { login: 'bob' } }]);
      expect(context.trail.decisions().at(-1)).toBe('deny by bob counts');
    }
  });

  test('nothing counts after a denial: the trail has it as the last word on the call', async () => {
    const context = testContext();
    const answers = await asking(
      context,
      {
        2: () => context.github.say(CAROL, '/approve all'),
        3: () => {
          context.github.say(BOB, `/deny ${request.id} no`);
          context.github.say(CAROL, `/approve ${request.id}`);
          context.github.say(CAROL, `/deny ${request.id} me too`);
        },
      },
      [request, requestOf({ call: 'c9', command: 'ls', expects: 'answer' })],
    );
    expect(answers.map(({ kind }) => kind)).toEqual(['denied', 'unanswered']);
    const about = context.trail
      .of('approval.decision')
      .filter(({ approval, counted }) => counted && approval === request.id);
    expect(about.map(({ decision }) => decision)).toEqual(['approve', 'deny']);
  });

  test('a deleted denial on an approval comment that is still open stays a denial', async () => {
    const context = testContext();
    const answers = await asking(
      context,
      {
        2: () => context.github.say(BOB, `/deny ${request.id} no`, { id: 501 }),
        3: () => context.github.remove(501),
        4: () => context.github.say(CAROL, '/approve all'),
      },
      [request, other],
    );
    expect(answers.map(({ kind }) => kind)).toEqual(['denied', 'approved']);
  });

  test('a denial that is edited into an approval stays a denial, also for other approvers', async () => {
    const context = testContext();
    const answers = await asking(
      context,
      {
        2: () => context.github.say(BOB, `/deny ${request.id} no`, { id: 501 }),
        4: () => context.github.edit(501, BOB, () => `/approve ${request.id}`),
        5: () => context.github.say(CAROL, '/approve all'),
      },
      [request, other],
    );
    expect(answers.map(({ kind }) => kind)).toEqual(['denied', 'approved']);
  });

  test('`count` needs different people', async () => {
    const context = testContext({ settings: { count: 2 } });
    const answers = await asking(context, {
      2: () => context.github.say(BOB, '/approve all'),
      3: () => context.github.say(BOB, '/approve all'),
      9: () => {
        expect(context.github.approvalComment().body).toContain('waiting, 1 of 2 (`@bob`)');
        context.github.say(CAROL, '/approve all');
      },
    });
    expect(answers).toMatchObject([
      { kind: 'approved', by: [{ login: 'bob' }, { login: 'carol' }] },
    ]);
  });

  test('no longer counts once it is hidden, and a denial that is hidden stays one', async () => {
    const context = testContext({ settings: { count: 2 } });
    const hide = (id: number): void => void context.github.hidden.add(id);
    let first = 0;
    const answers = await asking(
      context,
      {
        2: () => {
          first = context.github.say(BOB, `/approve ${request.id}`).id;
          hide(context.github.say(BOB, `/deny ${other.id} no`).id);
        },
        4: () => {
          hide(first);
          context.github.say(CAROL, `/approve ${request.id}`);
        },
      },
      [request, other],
    );
    expect(answers).toMatchObject([
      { kind: 'unanswered' },
      { kind: 'denied', by: { login: 'bob' }, reason: 'no' },
    ]);
    expect(context.trail.decisions().at(-1)).toContain('it was hidden');
  });

  test('`/cancel` denies what is open, and no call that somebody denied before', async () => {
    const context = testContext();
    const answers = await asking(
      context,
      {
        2: () => context.github.say(BOB, `/deny ${other.id} no`),
        4: () => context.github.say(CAROL, '/cancel'),
      },
      [request, other],
    );
    expect(answers).toMatchObject([
      { kind: 'denied', by: { login: 'carol' }, reason: 'The run was cancelled.' },
      { kind: 'denied', by: { login: 'bob' }, reason: 'no' },
    ]);
    expect(context.trail.of('approval.decision').map(({ call, by }) => [call, by.login])).toEqual([
      ['c2', 'bob'],
      ['c1', 'carol'],
    ]);
  });

  test('`/cancel` ends everything and notifies the run', async () => {
    const replies: string[] = [];
    const context = testContext({ onCancel: (by) => replies.push(by.login) });
    const answers = await asking(context, { 2: () => context.github.say(BOB, '/cancel') });
    expect(answers).toMatchObject([{ kind: 'denied', reason: 'The run was cancelled.' }]);
    expect(replies).toEqual(['bob']);
    expect(context.trail.decisions()).toEqual(['deny by bob counts']);
  });

  test('`/cancel` with the id of another run does not end this one', async () => {
    const context = testContext();
    const answers = await asking(context, {
      2: () => {
        context.github.say(BOB, `/cancel ${other.id}`);
        context.github.say(CAROL, `/approve ${request.id}`);
      },
    });
    expect(answers).toMatchObject([{ kind: 'approved' }]);
    expect(context.github.replies()[0]).toContain(`${other.id} is not in the approval comment`);
  });

  test('a question is answered with words', async () => {
    const context = testContext();
    const question = requestOf({ call: 'c3', expects: 'answer' });
    const answers = await asking(
      context,
      {
        2: () => context.github.say(BOB, `/approve ${question.id}`),
        3: () => context.github.say(BOB, `/answer ${question.id} the blue one`),
      },
      [question],
    );
    expect(answers).toMatchObject([{ kind: 'approved', note: 'the blue one' }]);
    expect(context.github.replies()[0]).toContain('it is a question');
  });
});

describe('a command without an id', () => {
  test('approves or denies the one call that was asked for', async () => {
    const approved = testContext();
    expect(
      await asking(approved, { 2: () => approved.github.say(BOB, '\n /Approve \r\n') }),
    ).toMatchObject([{ kind: 'approved', by: [{ login: 'bob' }] }]);
    const denied = testContext();
    expect(
      await asking(denied, { 2: () => denied.github.say(BOB, '/deny too risky') }),
    ).toMatchObject([{ kind: 'denied', reason: 'too risky' }]);
  });

  test('counts by nobody else than an approver', async () => {
    const context = testContext();
    const answers = await asking(context, {
      2: () => {
        for (const person of [MALLORY, ALICE]) context.github.say(person, '/approve');
      },
    });
    expect(answers).toMatchObject([{ kind: 'unanswered' }]);
    expect(context.trail.decisions()).toHaveLength(2);
  });

  test('decides nothing beside a second call, or while another approval comment is open', async () => {
    const two = testContext();
    const requests = [request, requestOf({ call: 'c2', command: 'ls' })];
    const answers = await asking(two, { 2: () => two.github.say(BOB, '/approve') }, requests);
    expect(answers).toMatchObject([{ kind: 'unanswered' }, { kind: 'unanswered' }]);
    expect(two.github.replies()[0]).toContain('it names no call, and 2 calls were asked for');
    expect(two.github.replies()[0]).toContain(requests.map(({ id }) => id).join(' '));

    const beside = testContext();
    const marker = { v: 1, run: 'run-b', ids: ['ap-11111111'], workflowRun: null, attempt: null };
    const open = JSON.stringify({ ...marker, state: 'suspended' });
    beside.github.say(BOT, `<!-- countersign:approval-request ${open} -->`, { id: 3 });
    expect(await asking(beside, { 2: () => beside.github.say(BOB, '/approve') })).toMatchObject([
      { kind: 'unanswered' },
    ]);
    expect(beside.github.replies()[0]).toContain('another approval comment was open');
  });

  test('and `all` are not hidden by the report of a crashed run, nor by an approval comment after them', async () => {
    const marker = { v: 1, run: 'run-b', ids: [], workflowRun: 5, attempt: 1, state: 'crashed' };
    const report = `<!-- countersign:approval-request ${JSON.stringify(marker)} -->`;
    const open = { ...marker, ids: ['ap-11111111'], state: 'waiting' };
    const later = `<!-- countersign:approval-request ${JSON.stringify(open)} -->`;
    for (const body of ['/approve', '/approve all']) {
      const context = testContext();
      const answers = await asking(context, {
        2: () => {
          context.github.say(BOT, report);
          context.github.say(BOB, body);
          context.github.say(BOT, later);
        },
      });
      expect(answers).toMatchObject([{ kind: 'approved' }]);
    }
  });

  test('from before the approval comment is none', async () => {
    const context = testContext();
    context.github.say(BOB, '/approve', { id: 5 });
    expect(await asking(context, {})).toMatchObject([{ kind: 'unanswered' }]);
    expect(context.github.replies()).toEqual([]);
  });
});

test('several commands of one comment count, each for its call', async () => {
  const context = testContext();
  const second = requestOf({ call: 'c2', command: 'ls' });
  const body = `> quoted\n\n/approve ${request.id}\r\n/deny ${second.id} not today\n\nThanks.`;
  const answers = await asking(context, { 2: () => context.github.say(BOB, body) }, [
    request,
    second,
  ]);
  expect(answers).toMatchObject([{ kind: 'approved' }, { kind: 'denied', reason: 'not today' }]);
  expect(context.github.replies()).toEqual([]);
});

describe('what does not count', () => {
  const cases: Record<
    string,
    {
      say: (context: TestContext) => void;
      because: string;
      options?: Parameters<typeof testContext>[0];
    }
  > = {
    'an approval by a reader': {
      say: (w) => w.github.say(MALLORY, '/approve all'),
      because: 'permission read',
    },
    'an approval by a bot': {
      say: (w) => w.github.say({ login: 'x[bot]', id: 9, type: 'Bot' }, '/approve all'),
      because: 'a bot',
    },
    'an approval by a bot that is called a user': {
      say: (w) => {
        w.github.permissions.set('x[bot]', 'admin');
        w.github.say({ login: 'x[bot]', id: 9, type: 'User' }, '/approve all');
      },
      because: 'a bot',
    },
    'an approval through an app': {
      say: (w) => w.github.say(BOB, '/approve all', { viaApp: 'helper' }),
      because: 'an app (helper)',
    },
    'an approval by a ghost': {
      say: (w) => w.github.say(null, '/approve all'),
      because: 'no longer exists',
    },
    'an approval by the requester': {
      say: (w) => w.github.say(ALICE, '/approve all'),
      because:
        'asked for this run, so somebody else has to approve, unless the policy says approvals: { self: true }',
    },
    'an approval by the pull request author': {
      say: (w) => w.github.say(BOB, '/approve all'),
      because: 'wrote this pull request',
      options: { pullAuthor: BOB },
    },
    'an approval by an author of its commits': {
      say: (w) => w.github.say(BOB, '/approve all'),
      because: 'wrote commits',
      options: { commitAuthors: [BOB] },
    },
    'an edited comment': {
      say: (w) => w.github.say(BOB, '/approve all', { updatedAt: '2026-01-01T09:00:00Z' }),
      because: 'it was edited',
    },
    'a comment that only GraphQL knows was edited': {
      say: (w) => {
        const { nodeId } = w.github.say(BOB, '/approve all');
        w.github.edits.set(nodeId, { at: '2026-01-01T00:00:03Z', editor: MALLORY });
      },
      because: 'it was edited',
    },
    'a comment that has another text by now, of which only the list does not know': {
      say: (w) => {
        const { nodeId } = w.github.say(BOB, '/approve all');
        const threadState = w.github.threadState.bind(w.github);
        w.github.threadState = async (issue, nodeIds) => {
          const { comments, ...thread } = await threadState(issue, nodeIds);
          if (!comments.has(nodeId)) return { ...thread, comments };
          const version = { body: '/approve all, but later', edit: null, isHidden: false };
          return { ...thread, comments: new Map([...comments, [nodeId, version]]) };
        };
      },
      because: 'it was edited',
    },
    'an approval that somebody hid': {
      say: (w) => {
        w.github.hidden.add(w.github.say(BOB, '/approve all').id);
      },
      because: 'it was hidden; write a new comment',
    },
    'an approval while permissions cannot be looked up': {
      say: (w) => {
        w.github.failing.set(
          'permissionOf',
          new CountersignError('github-unreachable', 'GitHub is down.'),
        );
        w.github.say(BOB, '/approve all');
      },
      because: 'could not be looked up (GitHub is down.)',
    },
    'an approval while edits cannot be looked up': {
      say: (w) => {
        w.github.failing.set(
          'threadState',
          new CountersignError('github-permission', 'No GraphQL.'),
        );
        w.github.say(BOB, '/approve all');
      },
      because: 'could not be looked up (No GraphQL.)',
    },
    'a comment that knew the id before the approval comment was made': {
      say: (w) =>
        w.github.say(BOB, `/approve ${request.id}`, {
          id: 5,
          createdAt: '2025-12-31T23:59:00Z',
          updatedAt: '2025-12-31T23:59:00Z',
        }),
      because: 'not posted after the approval comment',
    },
    'a comment whose clock is before the approval comment': {
      say: (w) =>
        w.github.say(BOB, `/approve ${request.id}`, {
          createdAt: '2025-12-31T23:59:00Z',
          updatedAt: '2025-12-31T23:59:00Z',
        }),
      because: 'not posted after the approval comment',
    },
  };
  for (const [name, { say, because, options }] of Object.entries(cases)) {
    test(`${name}: refused in the trail and in one reply`, async () => {
      const context = testContext(options);
      const answers = await asking(context, { 2: () => say(context) });
      expect(answers).toMatchObject([{ kind: 'unanswered' }]);
      expect(context.trail.decisions()).toHaveLength(1);
      expect(context.trail.decisions()[0]).toContain('does not count');
      expect(context.trail.decisions()[0]).toContain(because);
      expect(context.github.replies()).toHaveLength(1);
      expect(context.github.replies()[0]).toContain(because.replaceAll('`', ''));
      expect(context.trail.of('github.write').map(({ what }) => what)).toEqual([
        'approval comment',
        'reply to an answer',
      ]);
      expect(context.trail.of('approval.void')).toHaveLength(1);
    });
  }

  test('an unknown id is reported, and known ids beside it count', async () => {
    const context = testContext();
    const answers = await asking(context, {
      2: () => context.github.say(BOB, `/approve ap-00000000 ${request.id}`),
    });
    expect(answers).toMatchObject([{ kind: 'approved' }]);
    const [reply = ''] = context.github.replies();
    expect(reply).toContain(`Countersign counted \`${request.id}\` of [this answer](`);
    const rest = 'did not count the rest: `ap-00000000 is not in the approval comment`.';
    expect(reply).toContain(`by \`@bob\`, and ${rest}`);
  });

  test('the reply to a `/cancel` with an unknown id says that the run is cancelled', async () => {
    const context = testContext();
    await asking(context, {
      2: () => context.github.say(BOB, `/cancel ${request.id} ap-00000000`),
    });
    const [reply = ''] = context.github.replies();
    expect(reply).toContain('Countersign counted `/cancel` of [this answer](');
    expect(reply).toContain('rest: `ap-00000000 is not in the approval comment`.');
    expect(reply).not.toContain('begins with this line');
  });

  test('an answer that comes too late only by the clock of a runner that is behind is told so, without a line to copy', async () => {
    const context = testContext({
      settings: { expireMs: 86_400_000 },
      clockBehindMs: 2 * 86_400_000,
    });
    await asking(context, { 2: () => context.github.say(BOB, `/approve ${request.id}`) });
    const [reply = ''] = context.github.replies();
    expect(reply).toContain(
      "by GitHub's clock the request had expired when it was posted; set the clock of the runner",
    );
    expect(reply).not.toContain('begins with this line');
  });

  test('the reply to an unknown id has the line to copy for the calls that are still open', async () => {
    const context = testContext();
    await asking(
      context,
      { 2: () => context.github.say(BOB, `/approve ap-00000000 ${request.id}`) },
      [request, other],
    );
    expect(context.github.replies()[0]).toContain(`\n/approve ${other.id}\n`);
  });

  test('a command by an account that is gone is on record', async () => {
    const context = testContext();
    await asking(context, { 3: () => context.github.say(null, '/cancel', { id: 502 }) });
    expect(context.trail.of('warning').map(({ code, message }) => [code, message])).toEqual([
      ['answer-not-counted', 'Comment 502 by @ghost does not count: its author no longer exists.'],
    ]);
    expect(context.github.replies()[0]).toContain('by `@ghost`: `its author no longer exists`.');
  });

  test('a command by the account of the run is on record and gets no reply', async () => {
    const context = testContext();
    await asking(context, { 2: () => context.github.say(BOT, `/approve ${request.id}`) });
    expect(context.trail.decisions()).toEqual([
      'approve by github-actions[bot] does not count: its author is a bot, not a person',
    ]);
    expect(context.github.replies()).toEqual([]);
  });

  test('a reply that GitHub did not take is posted at a later poll, once', async () => {
    for (const author of [MALLORY, BOB]) {
      const context = testContext();
      const { github } = context;
      await asking(context, {
        2: () => {
          github.say(author, '/approve ap-00000000 please');
          github.failing.set('createComment', new CountersignError('github-unreachable', 'down'));
        },
        4: () => void github.failing.delete('createComment'),
      });
      expect(github.replies()).toHaveLength(1);
      expect(github.replies()[0]).toContain(`by \`@${author.login}\``);
      const codes = context.trail.of('warning').map(({ code }) => code);
      expect(codes.filter((code) => code === 'reply-not-posted').length).toBeGreaterThan(0);
    }
  });

  test('a reply that GitHub never takes is tried a few times', async () => {
    const context = testContext();
    const { github } = context;
    await asking(context, {
      2: () => {
        github.say(BOB, '/approve ap-00000000 please');
        github.failing.set('createComment', new CountersignError('github-unreachable', 'down'));
      },
    });
    const codes = context.trail.of('warning').map(({ code }) => code);
    expect(codes.filter((code) => code === 'reply-not-posted')).toHaveLength(3);
  });

  test('a reply that GitHub did not take before the run was suspended is posted by the next job', async () => {
    const context = testContext({ suspends: true, settings: { waitMs: 10_000 } });
    const { github, clock } = context;
    await asking(context, {
      2: () => {
        github.say(MALLORY, '/approve all');
        github.failing.set('createComment', new CountersignError('github-unreachable', 'down'));
      },
    });
    const suspended = context.approver.suspendedRequest();
    if (suspended === null) throw new Error('nothing was suspended');
    github.failing.clear();
    github.onPoll = () => {};
    const again = testContext({ github, clock, suspends: true });
    await again.approver.resume(suspended, [request], QUIET);
    expect(github.replies()).toHaveLength(1);
  });

  test('a command that got its reply before the run was suspended gets no other', async () => {
    const context = testContext({ suspends: true, settings: { waitMs: 10_000 } });
    await asking(context, { 2: () => context.github.say(MALLORY, '/approve all') });
    expect(context.github.replies()).toHaveLength(1);
    const suspended = context.approver.suspendedRequest();
    if (suspended === null) throw new Error('nothing was suspended');
    const { github, clock } = context;
    const again = testContext({ github, clock, suspends: true });
    await again.approver.resume(suspended, [request], QUIET);
    expect(github.replies()).toHaveLength(1);
    // Nor does another one by the same outsider.
    github.say(MALLORY, `/approve ${request.id}`);
    const last = testContext({ github, clock, suspends: true });
    const newer = again.approver.suspendedRequest();
    if (newer === null) throw new Error('nothing was suspended again');
    await last.approver.resume(newer, [request], QUIET);
    expect(last.trail.decisions()).toHaveLength(2);
    expect(github.replies()).toHaveLength(1);
  });

  test('an id of another run is refused, in the trail too', async () => {
    const context = testContext();
    const answers = await asking(context, {
      2: () => context.github.say(BOB, `/approve ${other.id}`),
    });
    expect(answers).toMatchObject([{ kind: 'unanswered' }]);
    expect(context.trail.of('warning')[0]?.message).toContain(
      `${other.id} is not in the approval comment`,
    );
  });

  test('an id of another approval comment of this identity is left to that approval comment', async () => {
    const context = testContext();
    const marker = JSON.stringify({
      v: 1,
      run: 'run-other',
      ids: [other.id],
      state: 'waiting',
      workflowRun: null,
      attempt: null,
    });
    const answers = await asking(context, {
      2: () => {
        context.github.say(BOT, `<!-- countersign:approval-request ${marker} -->\nanother card`);
        context.github.say(BOB, `/approve ${other.id}`);
        context.github.say(BOB, '/approve all');
      },
    });
    expect(answers).toMatchObject([{ kind: 'unanswered' }]);
    expect(context.github.replies()).toEqual([]);
  });

  test('one comment may answer two approval comments, and neither run calls the ids of the other unknown', async () => {
    const context = testContext();
    const marker = {
      v: 1,
      run: 'run-other',
      ids: [other.id],
      state: 'waiting',
      workflowRun: null,
      attempt: null,
    };
    const answers = await asking(context, {
      2: () => {
        const line = `<!-- countersign:approval-request ${JSON.stringify(marker)} -->`;
        context.github.say(BOT, `${line}\nanother card`);
        context.github.say(BOB, `/approve ${request.id}\n/deny ${other.id} no`, { id: 501 });
      },
    });
    expect(answers).toMatchObject([{ kind: 'approved' }]);
    expect(context.github.replies()).toEqual([]);
    expect([...(context.github.reactions.get(501) ?? [])]).toEqual(['+1']);
  });

  test('an approval comment that an untrusted user forged takes nothing away from `all`', async () => {
    const context = testContext();
    const marker = JSON.stringify({
      v: 1,
      run: 'run-other',
      ids: [other.id],
      state: 'waiting',
      workflowRun: null,
      attempt: null,
    });
    const answers = await asking(context, {
      2: () => {
        context.github.say(MALLORY, `<!-- countersign:approval-request ${marker} -->\nforged`);
        context.github.say(BOB, '/approve all');
      },
    });
    expect(answers).toMatchObject([{ kind: 'approved' }]);
  });

  test.each([
    ['a condition', (id: string) => `/approve ${id} but only if the tests pass`],
    ['a wrong id', () => '/approve ap-00000000'],
    ['a fence', () => '```\n/approve all\n```'],
    ['the indent of code', () => '    /approve all'],
    ['backticks', (id: string) => `/approve \`${id}\``],
    ['a full stop', (id: string) => `/approve ${id}.`],
    ['another word', () => '/approved'],
    ['no slash', (id: string) => `approve ${id}`],
    ['a mention', (id: string) => `@octo-bot /approve ${id}`],
    ['prose above it', (id: string) => `Good.\n/approve ${id}`],
    ['a misspelt line below it', (id: string) => `/approve ${id}\n/dney all no`],
    ['a picture in its place', () => '👍'],
  ])(
    '%s: one reply at once with the line to copy, one reaction, and a warning',
    async (_name, body) => {
      const context = testContext();
      const answers = await asking(context, {
        2: () => context.github.say(BOB, body(request.id), { id: 501 }),
      });
      expect(answers).toMatchObject([{ kind: 'unanswered' }]);
      expect(context.trail.decisions()).toEqual([]);
      expect(context.trail.of('warning')).toMatchObject([
        { code: 'answer-not-counted', message: expect.stringContaining('Comment 501 by @bob') },
      ]);
      const [reply = '', ...others] = context.github.replies();
      expect(others).toEqual([]);
      expect(reply).toContain(`\`\`\`text\n/approve ${request.id}\n\`\`\``);
      expect([...(context.github.reactions.get(501) ?? [])]).toEqual(['confused']);
    },
  );

  test('a denial that does not count gets the line of a denial', async () => {
    const context = testContext();
    await asking(context, { 2: () => context.github.say(BOB, `deny ${request.id}, too risky`) });
    expect(context.github.replies()[0]).toContain(`\n/deny ${request.id} your reason\n`);
    expect(context.github.replies()[0]).not.toContain('/approve');
  });

  test('a comment that another job answered gets no second reply', async () => {
    const context = testContext();
    context.github.reactions.set(501, new Set(['confused']));
    await asking(context, {
      2: () => context.github.say(BOB, `/approve ${request.id}.`, { id: 501 }),
    });
    expect(context.github.replies()).toEqual([]);
  });

  test('a reaction that cannot be added leaves nobody without a reply', async () => {
    const context = testContext();
    context.github.failing.set('react', new CountersignError('github-refused', 'No.'));
    await asking(context, { 2: () => context.github.say(BOB, `/approve ${request.id}.`) });
    expect(context.github.replies()).toHaveLength(1);
  });

  test('an id in prose gets a reaction and nothing else', async () => {
    const context = testContext();
    await asking(context, {
      2: () => context.github.say(BOB, `Is ${request.id} safe?`, { id: 501 }),
    });
    expect([...(context.github.reactions.get(501) ?? [])]).toEqual(['confused']);
    expect(context.github.replies()).toEqual([]);
    expect(context.trail.of('warning')).toEqual([]);
  });

  test('other text gets nothing at all, and neither does a bot that resembles an answer', async () => {
    const context = testContext();
    const robot = { login: 'x[bot]', id: 9, type: 'Bot' };
    await asking(context, {
      2: () => {
        context.github.say(BOB, 'please /approve all', { id: 501 });
        context.github.say(robot, `approve ${request.id}`, { id: 502 });
      },
    });
    for (const id of [501, 502]) expect(context.github.reactions.get(id)).toBeUndefined();
    expect(context.github.replies()).toEqual([]);
  });

  test('replies are bounded, however many commands do not count', async () => {
    const context = testContext();
    await asking(context, {
      2: () => Array.from({ length: 30 }, () => context.github.say(BOB, '/approve nothing known')),
    });
    expect(context.github.replies()).toHaveLength(10);
  });

  test('somebody who may not answer is looked up again after a minute', async () => {
    const context = testContext();
    const answers = await asking(context, {
      2: () => context.github.say(MALLORY, '/approve all'),
      3: () => {
        context.github.permissions.set('mallory', 'write');
        context.github.say(MALLORY, '/approve all');
      },
      18: () => context.github.say(MALLORY, '/approve all'),
    });
    expect(answers).toMatchObject([{ kind: 'approved', by: [{ login: 'mallory' }] }]);
    expect(context.trail.decisions().map((one) => one.includes(' counts'))).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('somebody whose team GitHub did not tell is looked up again by the next answer', async () => {
    const context = testContext({ settings: { from: ['@octo/release'] } });
    const { github } = context;
    github.teams.set('octo/release', ['bob']);
    github.failing.set('isTeamMember', new CountersignError('github-permission', 'No.'));
    const answers = await asking(context, {
      2: () => github.say(BOB, '/approve all'),
      3: () => {
        github.failing.delete('isTeamMember');
        github.say(BOB, '/approve all');
      },
    });
    expect(answers).toMatchObject([{ kind: 'approved', by: [{ login: 'bob' }] }]);
  });

  test('people who may not answer get one reply each, three in all, and leave the rest to those who may', async () => {
    const context = testContext();
    const outsiders = [61, 62, 63, 64, 65].map((id) => ({ ...MALLORY, id, login: `m${id}` }));
    await asking(context, {
      2: () => {
        for (let round = 0; round < 10; round += 1)
          for (const outsider of outsiders) context.github.say(outsider, '/approve all');
        context.github.say(BOB, '/approve nothing known');
      },
    });
    const replies = context.github.replies();
    expect(replies).toHaveLength(4);
    for (const login of ['m61', 'm62', 'm63', 'bob'])
      expect(replies.filter((body) => body.includes(`\`@${login}\``))).toHaveLength(1);
    expect(context.trail.decisions()).toHaveLength(50);
  });

  test('a member who may not answer gets one reply, and a reaction on every further comment', async () => {
    const context = testContext({ settings: { from: ['@bob'] } });
    const { github } = context;
    await asking(context, {
      2: () => {
        for (let round = 0; round < 3; round += 1) github.say(CAROL, '/approve all');
      },
    });
    expect(github.replies()).toHaveLength(1);
    const said = [...github.all.values()].filter(({ author }) => author?.login === CAROL.login);
    expect(said.map(({ id }) => [...(github.reactions.get(id) ?? [])])).toEqual([
      ['confused'],
      ['confused'],
      ['confused'],
    ]);
  });

  test('twenty further comments by members get a reaction, and none by outsiders', async () => {
    const context = testContext({ settings: { from: ['@bob'] } });
    const { github } = context;
    await asking(context, {
      2: () => {
        for (let round = 0; round < 30; round += 1)
          for (const author of [CAROL, MALLORY]) github.say(author, '/approve all');
      },
    });
    expect(github.replies()).toHaveLength(2);
    const marked = [...github.all.values()]
      .filter(({ id }) => github.reactions.get(id)?.has('confused'))
      .map(({ author }) => author?.login);
    expect(marked.filter((login) => login === 'carol')).toHaveLength(1 + 20);
    expect(marked.filter((login) => login === 'mallory')).toHaveLength(1);
  });

  test('the requester may approve where the policy says self: true, and may always deny', async () => {
    const context = testContext({ settings: { self: true } });
    expect(
      await asking(context, { 2: () => context.github.say(ALICE, '/approve all') }),
    ).toMatchObject([{ kind: 'approved' }]);
    const strict = testContext();
    expect(
      await asking(strict, { 2: () => strict.github.say(ALICE, '/deny all oops') }),
    ).toMatchObject([{ kind: 'denied' }]);
  });
});

describe('what changes while people are asked', () => {
  test('the requester, the author of the pull request and of its commits are known under another name, too', async () => {
    const interests = [{ requester: CAROL }, { pullAuthor: CAROL }, { commitAuthors: [CAROL] }];
    for (const interest of interests) {
      const context = testContext(interest);
      context.github.permissions.set('someone-else', 'admin');
      const answers = await asking(context, {
        2: () => context.github.say({ ...CAROL, login: 'someone-else' }, '/approve all'),
      });
      expect(answers.map(({ kind }) => kind)).toEqual(['unanswered']);
      expect(context.trail.decisions()[0]).toContain('does not count: its author');
    }
  });

  test('an approval that is edited or deleted before the turn is decided counts no longer', async () => {
    for (const change of ['edit', 'delete'] as const) {
      const context = testContext();
      const answers = await asking(
        context,
        {
          2: () => context.github.say(BOB, `/approve ${request.id}`, { id: 500 }),
          3: () => {
            if (change === 'delete') context.github.remove(500);
            else
              context.github.change(500, {
                body: `/approve ${other.id}`,
                updatedAt: '2026-01-01T05:00:00Z',
              });
          },
        },
        [request, other],
      );
      expect(answers.map(({ kind }) => kind)).toEqual(['unanswered', 'unanswered']);
      expect(context.trail.decisions()[1]).toContain('does not count: the comment was');
    }
  });

  test('an approval that is deleted while the run checks for the last time is withdrawn, and nobody gets a reply', async () => {
    const context = testContext({ settings: { count: 2 } });
    const { github } = context;
    const permissionOf = github.permissionOf.bind(github);
    github.permissionOf = async (person) => {
      // After the list of comments was read, and before the last check.
      if (person.login === 'carol') github.remove(500);
      return await permissionOf(person);
    };
    const answers = await asking(context, {
      2: () => github.say(BOB, '/approve all', { id: 500 }),
      3: () => github.say(CAROL, '/approve all'),
    });
    expect(answers).toMatchObject([{ kind: 'unanswered' }]);
    expect(context.trail.decisions()).toEqual([
      'approve by bob counts',
      'approve by carol counts',
      'approve by bob does not count: the comment was deleted',
    ]);
    expect(github.replies()).toEqual([]);
  });

  test('an approver who was removed before the last answer came counts no longer', async () => {
    const context = testContext({ settings: { count: 2 } });
    const answers = await asking(context, {
      2: () => context.github.say(BOB, '/approve all'),
      3: () => {
        context.github.permissions.set('bob', 'read');
        context.github.say(CAROL, '/approve all');
      },
    });
    expect(answers).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('Only 1 of 2') },
    ]);
  });

  test('an approval comment that somebody edited or deleted is void', async () => {
    for (const change of ['edit', 'delete'] as const) {
      const context = testContext();
      const answers = await asking(context, {
        2: () => {
          const { id, body, nodeId } = context.github.approvalComment();
          context.github.edits.set(nodeId, { at: 'x', editor: CAROL });
          if (change === 'delete') context.github.remove(id);
          else context.github.change(id, { body: body.replace('rm -rf build', 'ls') });
          context.github.say(BOB, '/approve all');
        },
      });
      expect(answers).toMatchObject([
        {
          kind: 'unanswered',
          because: expect.stringContaining(change === 'edit' ? 'edited by @carol' : 'deleted'),
        },
      ]);
      expect(context.trail.of('approval.void')).toHaveLength(1);
    }
  });

  test('an approval comment that somebody edited is void, also where it was put back before anybody looked', async () => {
    const context = testContext({ settings: { count: 2 } });
    const answers = await asking(context, {
      2: () => context.github.say(BOB, '/approve all'),
      5: () => {
        context.github.edits.set(context.github.approvalComment().nodeId, {
          at: 'x',
          editor: MALLORY,
        });
        context.github.say(CAROL, '/approve all');
      },
    });
    expect(context.github.updates.length).toBeGreaterThan(1);
    expect(answers).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('edited by @mallory') },
    ]);
  });

  test('what a slow look-up found is looked up again before it decides', async () => {
    for (const [delayMs, kind] of [
      [9_000, 'approved'],
      [10_000, 'unanswered'],
    ] as const) {
      const context = testContext();
      const { github } = context;
      const permissionOf = github.permissionOf.bind(github);
      github.permissionOf = async (person) => {
        const permission = await permissionOf(person);
        github.nowMs += delayMs;
        github.permissions.set('bob', 'read');
        return permission;
      };
      const answers = await asking(context, { 2: () => github.say(BOB, '/approve all') });
      expect(answers).toMatchObject([{ kind }]);
    }
  });

  test('what was approved beside a call that nobody answered is checked once more, and counts only then', async () => {
    const changes: Readonly<Record<string, (context: TestContext) => void>> = {
      nothing: () => {},
      permission: ({ github }) => github.permissions.set('bob', 'read'),
      head: ({ github }) => void (github.headSha = 'b'.repeat(40)),
      issue: ({ github }) => void (github.open = false),
      'head that is gone': ({ github }) => void Object.assign(github, { headSha: null }),
      // Somebody changed the approval comment, and changed it back.
      comment: ({ github }) =>
        void github.edits.set(github.approvalComment().nodeId, {
          at: '2026-01-01T00:00:04Z',
          editor: MALLORY,
        }),
      trouble: ({ github }) =>
        github.failing.set('threadState', new CountersignError('github-unreachable', 'No answer.')),
    };
    for (const [name, change] of Object.entries(changes)) {
      const context = testContext({
        settings: { waitMs: 20_000 },
        pullHeads: () => ['a'.repeat(40)],
      });
      const answers = await asking(
        context,
        {
          2: () => context.github.say(BOB, `/approve ${request.id}`),
          4: () => change(context),
        },
        [request, other],
      );
      const kinds = answers.map(({ kind }) => kind);
      expect(kinds, name).toEqual([name === 'nothing' ? 'approved' : 'unanswered', 'unanswered']);
    }
  });

  test('a new head voids what was asked on the old one, though it was approved', async () => {
    const context = testContext({ pullHeads: () => ['a'.repeat(40)] });
    const answers = await asking(context, {
      2: () => {
        context.github.headSha = 'b'.repeat(40);
        context.github.say(BOB, '/approve all');
      },
    });
    expect(answers).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('has a new head') },
    ]);
    expect(context.github.approvalComment().body).toContain(
      'void: `pull request #7 has a new head',
    );
  });

  test('a head that the run itself pushed voids nothing', async () => {
    const heads = ['a'.repeat(40)];
    const context = testContext({ pullHeads: () => heads });
    const answers = await asking(context, {
      2: () => {
        context.github.headSha = 'b'.repeat(40);
        heads.push(context.github.headSha);
        context.github.say(BOB, '/approve all');
      },
    });
    expect(answers).toMatchObject([{ kind: 'approved' }]);
  });

  const [PINNED, PUSHED] = ['a'.repeat(40), 'b'.repeat(40)] as const;

  test('the head before a push of the run counts while GitHub may be late to show the push', async () => {
    const context = testContext({ pullHeads: () => [PINNED, PUSHED] });
    const answers = await asking(context, {
      2: () => context.github.say(BOB, '/approve all'),
    });
    expect(answers).toMatchObject([{ kind: 'approved' }]);
  });

  test.each([
    ['once GitHub has shown the push', PUSHED, 2],
    ['when GitHub had a minute to show the push', PINNED, 20],
  ])('and no longer %s: somebody has taken the push back', async (_, first, step) => {
    const context = testContext({ pullHeads: () => [PINNED, PUSHED] });
    context.github.headSha = first;
    const answers = await asking(context, {
      [step]: () => {
        context.github.headSha = PINNED;
        context.github.say(BOB, '/approve all');
      },
    });
    expect(answers).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('has a new head') },
    ]);
  });

  test.each([
    [3_000, 'approved', undefined],
    [60_000, 'unanswered', expect.stringContaining('the approval comment was deleted') as string],
  ])(
    'an approval comment that GitHub shows only after %i ms: %s',
    async (lateMs, kind, because) => {
      const context = testContext();
      const { github } = context;
      const shownMs = github.nowMs + lateMs;
      const isShown = ({ author }: IssueComment) => author?.id !== BOT.id || github.nowMs > shownMs;
      const late = lateReads(github, isShown);
      Object.assign(github, late);
      const answers = await asking(context, { 4: () => github.say(BOB, '/approve all') });
      expect(answers).toMatchObject([{ kind, ...(because === undefined ? {} : { because }) }]);
    },
  );

  test.each([
    ['/approve all', 3_000, 'approved', 0],
    ['/deny all', 3_000, 'denied', 0],
    ['/approve all', 60_000, 'unanswered', 0],
    ['/approve all', 3_000, 'approved', 30_000],
  ])(
    '%s in a comment that one part of GitHub shows, and the other only after %i ms: %s, with a clock that is %i ms slow',
    async (words, lateMs, kind, clockBehindMs) => {
      const context = testContext({ settings: { waitMs: 60_000 }, clockBehindMs });
      const { github } = context;
      let shownMs = Infinity;
      const isShown = ({ author }: IssueComment) => author?.id !== BOB.id || github.nowMs > shownMs;
      github.threadState = lateReads(github, isShown).threadState;
      const answers = await asking(context, {
        2: () => {
          shownMs = github.nowMs + lateMs;
          github.say(BOB, words);
        },
      });
      expect(answers).toMatchObject([{ kind }]);
      expect(github.replies().length).toBe(kind === 'unanswered' ? 1 : 0);
    },
  );

  test('a job that does not wait does so, too, until the other part of GitHub shows the comment', async () => {
    const { context, suspended } = await suspendedRequest();
    const { github } = context;
    const shownMs = github.nowMs + 3_000;
    const isShown = ({ author }: IssueComment) => author?.id !== CAROL.id || github.nowMs > shownMs;
    github.threadState = lateReads(github, isShown).threadState;
    github.say(CAROL, '/approve all');
    const settings = { waitMs: 0 };
    const again = testContext({ github, clock: context.clock, suspends: true, settings });
    expect(await again.approver.resume(suspended, [request, other], QUIET)).toMatchObject([
      { kind: 'approved' },
      { kind: 'denied' },
    ]);
  });

  test('closing the issue voids the question within half a minute of polling', async () => {
    const context = testContext();
    const answers = await asking(context, { 2: () => void (context.github.open = false) });
    expect(answers).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('was closed') },
    ]);
    expect(context.clock.monotonicMs()).toBeLessThan(60_000);
  });

  test.each([0, 600_000])(
    'on an issue that is closed already, nobody is asked in vain (wait: %i ms)',
    async (waitMs) => {
      const context = testContext({ suspends: true, settings: { waitMs } });
      context.github.open = false;
      expect(await asking(context, {})).toMatchObject([
        { kind: 'unanswered', because: expect.stringContaining('was closed') },
      ]);
      expect(context.github.approvalComment().body).toContain('void: `#7 was closed`');
      expect(context.clock.monotonicMs()).toBeLessThan(1_000);
    },
  );

  test('150 comments before the answer hide nothing', async () => {
    const context = testContext();
    const answers = await asking(context, {
      2: () => {
        for (let index = 0; index < 150; index += 1) context.github.say(MALLORY, `talk ${index}`);
        context.github.say(BOB, '/approve all');
      },
    });
    expect(answers).toMatchObject([{ kind: 'approved' }]);
  });

  test('a list that arrives out of order is reviewed by ids', async () => {
    const context = testContext();
    const answers = await asking(context, {
      2: () => {
        context.github.say(BOB, `/approve ${request.id}`, { id: 900 });
        context.github.say(CAROL, `/deny ${request.id} stop`, { id: 800 });
      },
    });
    expect(answers).toMatchObject([{ kind: 'denied', by: { login: 'carol' } }]);
  });
});

describe('time', () => {
  test('nobody answers: unanswered after `wait`, polls are conditional and back off', async () => {
    const context = testContext();
    const answers = await asking(context, {});
    expect(answers).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('Nobody approved within 10 min') },
    ]);
    expect(context.clock.monotonicMs()).toBe(600_000);
    expect(context.github.polls.count).toBeLessThan(60);
    expect(context.github.polls.unchanged).toBeGreaterThan(context.github.polls.count - 4);
    expect(context.github.approvalComment().body).toContain('not answered within 10 min');
  });

  test('`then: suspend` suspends the batch as a whole, also what was approved', async () => {
    const context = testContext({ suspends: true });
    const answers = await asking(
      context,
      { 2: () => context.github.say(BOB, `/approve ${request.id}`) },
      [request, other],
    );
    expect(answers.map(({ kind }) => kind)).toEqual(['suspended', 'suspended']);
    expect(context.trail.of('approval.void')).toEqual([]);
    const suspended = context.approver.suspendedRequest();
    expect(suspended).toMatchObject({ issue: 7, commentId: context.github.approvalComment().id });
    expect(suspendedRequestSchema.parse(JSON.parse(JSON.stringify(suspended)))).toEqual(suspended);
    expect(context.github.approvalComment().body).toContain('The run is suspended');
  });

  test('`wait: 0` polls once', async () => {
    const context = testContext({ suspends: true, settings: { waitMs: 0 } });
    expect(await asking(context, {})).toMatchObject([{ kind: 'suspended' }]);
    expect(context.github.polls.count).toBe(1);
  });

  test('a question that expires while it is waited for is unanswered, not suspended', async () => {
    const context = testContext({ suspends: true, settings: { expireMs: 60_000 } });
    expect(await asking(context, {})).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('expired') },
    ]);
    expect(context.github.approvalComment().body).toContain('expired');
  });

  test('who cannot be suspended gets no answer instead, and the approval comment is closed', async () => {
    const context = testContext({ suspends: true });
    const options = { ...QUIET, cannotSuspend: true };
    expect(await context.approver.ask([request], options)).toMatchObject([{ kind: 'unanswered' }]);
    expect(context.approver.suspendedRequest()).toBeNull();
    expect(context.github.approvalComment().body).toContain('not answered within 10 min');
    expect(context.github.approvalComment().body).not.toContain('The run is suspended');
    expect(context.trail.of('approval.void')).toHaveLength(1);
  });

  test('a withdrawn question closes its approval comment with the reason', async () => {
    const context = testContext();
    const abort = new AbortController();
    const asked = context.approver.ask([request], { signal: abort.signal });
    abort.abort(new Withdrawn('all of it was refused'));
    await expect(asked).rejects.toThrow('all of it was refused');
    expect(context.github.approvalComment().body).toContain('all of it was refused');
  });

  const question = requestOf({ call: 'c3', expects: 'answer', waitMs: 60_000 });

  test('a question with a limit of its own ends then, and suspends nothing', async () => {
    const context = testContext({ suspends: true });
    expect(await asking(context, {}, [question])).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('Nobody answered within 1 min') },
    ]);
    expect(context.clock.monotonicMs()).toBeCloseTo(60_000, -1);
    expect(context.github.approvalComment().body).toContain('not answered within 1 min');
    expect(context.trail.of('approval.void')).toHaveLength(1);
  });

  test('a limit of its own is never longer than `wait`', async () => {
    const context = testContext({ suspends: true, settings: { waitMs: 30_000 } });
    expect(await asking(context, {}, [question])).toMatchObject([{ kind: 'unanswered' }]);
    expect(context.clock.monotonicMs()).toBe(30_000);
  });

  test('what else is on the approval comment is waited for, and an answer that comes meanwhile counts', async () => {
    const context = testContext();
    const answers = await asking(
      context,
      {
        20: () => context.github.say(BOB, `/answer ${question.id} the blue one`),
        22: () => context.github.say(BOB, `/approve ${request.id}`),
      },
      [question, request],
    );
    expect(context.clock.monotonicMs()).toBeGreaterThan(60_000);
    expect(answers).toMatchObject([
      { kind: 'approved', note: 'the blue one' },
      { kind: 'approved' },
    ]);
  });

  test('what was approved beside a question that is over is checked once more, and counts', async () => {
    const context = testContext({ suspends: true });
    const answers = await asking(
      context,
      { 2: () => context.github.say(BOB, `/approve ${request.id}`) },
      [request, question],
    );
    expect(answers.map(({ kind }) => kind)).toEqual(['approved', 'unanswered']);
    expect(context.clock.monotonicMs()).toBeCloseTo(60_000, -1);
  });

  test('a question that was suspended with its approval comment is over by the time that has passed', async () => {
    const context = testContext({ suspends: true, settings: { waitMs: 30_000 } });
    await asking(context, {}, [request, question]);
    const suspended = context.approver.suspendedRequest();
    if (suspended === null) throw new Error('nothing was suspended');
    context.github.nowMs += 3_600_000;
    context.github.say(BOB, `/approve ${request.id}`);
    const again = testContext({ github: context.github, clock: context.clock, suspends: true });
    expect(await again.approver.resume(suspended, [request, question], QUIET)).toMatchObject([
      { kind: 'approved' },
      { kind: 'unanswered' },
    ]);
  });

  test('aborting closes the approval comment and rejects with the reason', async () => {
    const context = testContext();
    const abort = new AbortController();
    context.github.onPoll = (poll) => {
      if (poll === 3) abort.abort(new Error('SIGTERM'));
    };
    await expect(context.approver.ask([request], { signal: abort.signal })).rejects.toThrow(
      'SIGTERM',
    );
    expect(context.github.approvalComment().body).toContain('the run was cancelled');
    expect(context.trail.of('approval.void')).toHaveLength(1);
  });

  test('a run that was aborted before asks nobody', async () => {
    const { approver, github } = testContext();
    const signal = AbortSignal.abort(new Error('SIGTERM'));
    await expect(approver.ask([request], { signal })).rejects.toThrow('SIGTERM');
    expect(github.all.size).toBe(0);
  });
});

test('`approvals.from` that names nobody is refused before anybody is asked', () => {
  const settings = { from: ['write', 'nobody'] };
  expect(() => testContext({ settings })).toThrow('"nobody" names nobody');
});

describe('if the approval comment cannot be posted', () => {
  test('the calls are unanswered with what to change, and nobody was asked', async () => {
    const context = testContext();
    context.github.failing.set(
      'createComment',
      new CountersignError('github-permission', 'GitHub would not comment on #7.', {
        fix: 'Add `issues: write` to permissions.',
      }),
    );
    const answers = await context.approver.ask([request, other], QUIET);
    expect(answers).toHaveLength(2);
    expect(answers[0]).toMatchObject({
      kind: 'unanswered',
      because: expect.stringContaining('`issues: write`'),
    });
    expect(context.trail.of('approval.asked')).toMatchObject([{ via: 'nobody', card: null }]);
  });

  test('an approval comment that cannot be updated stops nothing', async () => {
    const context = testContext();
    context.github.failing.set('updateComment', new CountersignError('github-refused', 'locked'));
    const answers = await asking(context, { 2: () => context.github.say(BOB, '/approve all') });
    expect(answers).toMatchObject([{ kind: 'approved' }]);
    expect(context.trail.of('warning').map(({ code }) => code)).toContain(
      'approval-comment-not-updated',
    );
  });

  test.each(['github-unreachable', 'github-limit'] as const)(
    'polls that fail with %s are repeated; too many are void',
    async (code) => {
      const down = new CountersignError(code, 'down');
      const context = testContext();
      const answers = await asking(context, {
        2: () => context.github.failing.set('comments', down),
        5: () => {
          context.github.failing.delete('comments');
          context.github.say(BOB, '/approve all');
        },
      });
      expect(answers).toMatchObject([{ kind: 'approved' }]);
      const dead = testContext();
      expect(
        await asking(dead, { 2: () => dead.github.failing.set('comments', down) }),
      ).toMatchObject([
        { kind: 'unanswered', because: expect.stringContaining('could not be read') },
      ]);
      // Each pause is longer than the one before.
      expect(dead.clock.monotonicMs()).toBeGreaterThan(10_000);
      // Only a run that can be suspended leaves the answers to another job.
      expect(dead.trail.of('warning')).toEqual([]);
      expect(dead.trail.of('approval.void')).toHaveLength(1);
    },
  );

  test('five polls in a row that fail are too many, and not five with one that succeeds between them', async () => {
    const down = new CountersignError('github-unreachable', 'down');
    /** How a request ends if the polls from each first to each last number fail, and somebody approves it after them. */
    const ended = async (...outages: readonly (readonly [first: number, last: number])[]) => {
      const context = testContext();
      const { failing } = context.github;
      const acts: Record<number, () => void> = {
        20: () => void context.github.say(BOB, '/approve all'),
      };
      for (const [first, last] of outages) {
        acts[first] = () => void failing.set('comments', down);
        acts[last + 1] = () => void failing.delete('comments');
      }
      return await asking(context, acts);
    };
    expect(await ended([2, 5], [7, 10])).toMatchObject([{ kind: 'approved' }]);
    expect(await ended([1, 4])).toMatchObject([{ kind: 'approved' }]);
    expect(await ended([2, 6])).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('could not be read') },
    ]);
  });

  test.each([
    new CountersignError('github-unreachable', 'down'),
    new CountersignError('github-limit', 'not before 13:00'),
    new CountersignError('input-invalid', 'The token is wrong, expired or revoked'),
  ])(
    'a run that can be suspended is, if its answers cannot be read for now: $code',
    async (error) => {
      const context = testContext({ settings: { then: 'suspend' } });
      const { github, trail } = context;
      const answers = await asking(context, {
        2: () => void github.failing.set('comments', error),
        20: () => void github.say(BOB, '/deny all'),
      });
      expect(answers).toMatchObject([{ kind: 'suspended' }]);
      expect(trail.of('approval.void')).toEqual([]);
      expect(trail.of('warning')).toMatchObject([{ code: 'answers-not-read' }]);
      expect(github.approvalComment().body).toContain('"state":"suspended"');
    },
  );

  test('an approval does not count if the last polls of the wait failed: what they would have read may deny', async () => {
    const context = testContext({ settings: { waitMs: 5_000 } });
    const { github } = context;
    const down = new CountersignError('github-unreachable', 'down');
    const answers = await asking(
      context,
      {
        2: () => github.say(BOB, `/approve ${request.id}`),
        4: () => {
          github.say(CAROL, `/deny ${request.id} no`);
          github.failing.set('comments', down);
        },
      },
      [request, other],
    );
    expect(answers.map(({ kind }) => kind)).toEqual(['unanswered', 'unanswered']);
  });

  test('what GitHub refuses for good voids a request, also of a run that can be suspended', async () => {
    const context = testContext({ settings: { then: 'suspend' } });
    const refused = new CountersignError('github-permission', 'No issues: read.');
    const answers = await asking(context, {
      2: () => void context.github.failing.set('comments', refused),
    });
    expect(answers).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('could not be read') },
    ]);
  });

  test('a preview that does not fit is stored whole as a blob, under the digest that the approval comment names', async () => {
    const context = testContext();
    const text = 'x'.repeat(100_000);
    await asking(context, { 2: () => context.github.say(BOB, '/approve all') }, [
      requestOf({ preview: { form: 'diff', text } }),
    ]);
    expect(context.trail.blobs).toEqual([text]);
    expect(context.github.approvalComment().body).toContain(
      `The audit artifact of this job has the whole call: 100000 bytes, \`blobs/${sha256(text)}\`.`,
    );
    expect(context.github.approvalComment().body.length).toBeLessThanOrEqual(60_000);
  });

  test('two requests with one id are not asked, nor more than forty', async () => {
    const context = testContext({ settings: { waitMs: 0 } });
    const many = Array.from({ length: 45 }, (_, index) => requestOf({ call: `c${index}` }));
    const answers = await context.approver.ask([...many, many[0]!], QUIET);
    expect(answers).toHaveLength(46);
    expect(answers[0]).toMatchObject({
      kind: 'unanswered',
      because: expect.stringContaining('at most 40'),
    });
    expect(context.trail.of('approval.asked')[0]?.requests).toHaveLength(40);
  });
});

/** The answers, or `taken` if another job was first. */
async function resumed(
  approver: CommentApprover,
  stored: SuspendedRequest,
  requests: readonly ApprovalRequest[] = [request, other],
): Promise<readonly Answer[] | 'taken'> {
  try {
    return await approver.resume(stored, requests, QUIET);
  } catch (error) {
    if (error instanceof ResumedByOtherJob) return 'taken';
    throw error;
  }
}

describe('resuming a suspended approval comment', () => {
  test('claims it, whether it stays open or expires meanwhile', async () => {
    for (let beforeMs = 0; beforeMs < 40; beforeMs += 1) {
      const first = testContext({ suspends: true, settings: { waitMs: 10_000 } });
      const { github } = first;
      await asking(first, {});
      const stored = first.approver.suspendedRequest();
      if (stored === null) throw new Error('nothing was suspended');
      github.nowMs = Date.parse(stored.expires) - beforeMs;
      // Time passes with every look at the clock.
      const clock = { ...first.clock, now: () => new Date((github.nowMs += 1)) };
      const again = testContext({ github, clock, suspends: true });
      const answers = await again.approver.resume(stored, [request], QUIET);
      const isClaimed = github.reactions.get(stored.commentId)?.has('rocket') === true;
      expect(isClaimed, `${beforeMs} ms`).toBe(true);
      expect(['unanswered', 'suspended']).toContain(answers[0]?.kind);
      const isOpen = github.approvalComment().body.includes('"state":"suspended"');
      expect(isOpen, `${beforeMs} ms`).toBe(answers[0]?.kind === 'suspended');
    }
  });

  test('of two jobs that read the same part of the answers only one suspends the run again, and the next job resumes from there', async () => {
    const { context, suspended } = await suspendedRequest();
    const { github, clock } = context;
    const job = () => testContext({ github, clock, suspends: true });
    const jobs = [job(), job()];
    const ends = await Promise.all(jobs.map(({ approver }) => resumed(approver, suspended)));
    expect(ends.filter((answers) => answers === 'taken')).toHaveLength(1);
    const again = jobs.flatMap(({ approver }) => approver.suspendedRequest() ?? []);
    expect(again).toHaveLength(1);
    github.say(CAROL, '/approve all');
    expect(await resumed(job().approver, suspended)).toBe('taken');
    const next = [job(), job()];
    const last = await Promise.all(next.map(({ approver }) => resumed(approver, again[0]!)));
    expect(last).toContain('taken');
    expect(last).toContainEqual([
      expect.objectContaining({ kind: 'approved' }),
      expect.objectContaining({ kind: 'denied' }),
    ]);
  });

  test('can be resumed by the next answer if GitHub took no update of its comment when the run was suspended again', async () => {
    const { context, suspended } = await suspendedRequest();
    const { github, clock } = context;
    github.failing.set('updateComment', new CountersignError('github-unreachable', 'down'));
    await resumed(testContext({ github, clock, suspends: true }).approver, suspended);
    github.failing.clear();
    github.say(CAROL, '/approve all');
    const next = testContext({ github, clock, suspends: true });
    expect(await resumed(next.approver, suspended)).toMatchObject([
      { kind: 'approved' },
      { kind: 'denied' },
    ]);
  });

  test('a claim that GitHub does not remove leaves the run suspended', async () => {
    const { context, suspended } = await suspendedRequest();
    const { github, clock } = context;
    const first = testContext({ github, clock, suspends: true });
    await resumed(first.approver, suspended);
    const again = first.approver.suspendedRequest();
    if (again === null) throw new Error('nothing was suspended again');
    github.say(CAROL, '/approve all');
    const before = github.updates.length;
    github.removeReaction = () => Promise.resolve();
    const next = testContext({ github, clock, suspends: true });
    await expect(resumed(next.approver, again)).rejects.toThrow('did not remove');
    expect(github.updates).toHaveLength(before);
  });

  test('keeps the denial of every call that one deleted comment denied', async () => {
    const third = requestOf({ call: 'c3', command: 'make' });
    const requests = [request, other, third];
    const first = testContext({ suspends: true, settings: { waitMs: 10_000 } });
    const { github, clock } = first;
    const body = `/deny ${request.id} ${other.id} no`;
    await asking(first, { 2: () => github.say(BOB, body, { id: 300 }) }, requests);
    const stored = first.approver.suspendedRequest();
    if (stored === null) throw new Error('nothing was suspended');
    github.onPoll = () => {};
    github.remove(300);
    github.say(CAROL, `/approve ${requests.map(({ id }) => id).join(' ')}`);
    const again = testContext({ github, clock, suspends: true });
    expect(await again.approver.resume(stored, requests, QUIET)).toMatchObject([
      { kind: 'denied', by: { login: 'bob' } },
      { kind: 'denied', by: { login: 'bob' } },
      { kind: 'approved', by: [{ login: 'carol' }] },
    ]);
  });

  test('does not show its comment as waited for while nobody has claimed it: two jobs may read it', async () => {
    const settings = { count: 2, waitMs: 10_000 };
    const first = testContext({ suspends: true, settings });
    const { github, clock } = first;
    await asking(first, {}, [request]);
    const stored = first.approver.suspendedRequest();
    if (stored === null) throw new Error('nothing was suspended');
    github.onPoll = () => {};
    github.updates.length = 0;
    github.say(BOB, '/approve all');
    const again = testContext({ github, clock, suspends: true, settings });
    expect(await again.approver.resume(stored, [request], QUIET)).toMatchObject([
      { kind: 'suspended' },
    ]);
    expect(github.updates.filter((body) => body.includes('"state":"waiting"'))).toEqual([]);
  });

  test('finds the answers that came since, and keeps a denial whose comment was deleted', async () => {
    const { context, suspended } = await suspendedRequest();
    context.github.remove(300);
    context.github.say(CAROL, '/approve all');
    const again = testContext({ github: context.github, clock: context.clock, suspends: true });
    const answers = await again.approver.resume(suspended, [request, other], QUIET);
    expect(answers).toMatchObject([
      { kind: 'approved', by: [{ login: 'carol' }] },
      { kind: 'denied', reason: 'no' },
    ]);
  });

  test('stays suspended while it is answered in part', async () => {
    const { context, suspended } = await suspendedRequest();
    const again = testContext({ github: context.github, clock: context.clock, suspends: true });
    expect(await again.approver.resume(suspended, [request, other], QUIET)).toMatchObject([
      { kind: 'suspended' },
      { kind: 'suspended' },
    ]);
  });

  test('reads the answers again if GitHub does not answer: nothing else would', async () => {
    const { context, suspended } = await suspendedRequest();
    const { github, clock } = context;
    github.say(CAROL, '/approve all');
    github.polls.count = 0;
    github.failing.set('comments', new CountersignError('github-unreachable', 'down'));
    github.onPoll = (poll) => void (poll === 4 && github.failing.delete('comments'));
    const again = testContext({ github, clock, suspends: true });
    const answers = await again.approver.resume(suspended, [request, other], QUIET);
    expect(answers.map(({ kind }) => kind)).toEqual(['approved', 'denied']);
  });

  test('leaves it open, and says why, if GitHub does not answer at all', async () => {
    const { context, suspended } = await suspendedRequest();
    const { github, clock } = context;
    github.say(CAROL, '/approve all');
    github.failing.set('comments', new CountersignError('github-unreachable', 'down'));
    const again = testContext({ github, clock, suspends: true });
    const answers = await again.approver.resume(suspended, [request, other], QUIET);
    expect(answers.map(({ kind }) => kind)).toEqual(['suspended', 'suspended']);
    expect(again.trail.of('warning')).toMatchObject([{ code: 'answers-not-read' }]);
  });

  test('an approver removed between approval and resume does not count', async () => {
    const { context, suspended } = await suspendedRequest();
    context.github.say(CAROL, '/approve all');
    context.github.permissions.set('carol', 'read');
    const again = testContext({ github: context.github, clock: context.clock, suspends: true });
    expect(await again.approver.resume(suspended, [request, other], QUIET)).toMatchObject([
      { kind: 'suspended' },
      { kind: 'suspended' },
    ]);
  });

  test('an approval comment that was edited in the meantime is void', async () => {
    const { context, suspended } = await suspendedRequest();
    context.github.change(suspended.commentId, { body: 'something else' });
    context.github.say(CAROL, '/approve all');
    const again = testContext({ github: context.github, clock: context.clock, suspends: true });
    const answers = await again.approver.resume(suspended, [request, other], QUIET);
    expect(answers).toMatchObject([{ kind: 'unanswered' }, { kind: 'denied' }]);
  });

  test.each([
    [
      'a cancelled job',
      (where: TestContext, cancel: AbortController) =>
        (where.github.onPoll = () => cancel.abort(new Error('cancelled'))),
    ],
    [
      'a job that cannot claim it',
      (where: TestContext) =>
        void where.github.failing.set('react', new CountersignError('github-refused', 'no')),
    ],
    [
      'a job whose claim nobody answered',
      (where: TestContext) =>
        void (where.github.react = () => Promise.resolve({ created: false, id: 7, isLost: true })),
    ],
  ])(
    '%s has no part in it: nothing is recorded as decided, and the comment stays as it was',
    async (_name, act) => {
      const { context, suspended } = await suspendedRequest();
      context.github.say(CAROL, '/approve all');
      const before = context.github.updates.length;
      const again = testContext({ github: context.github, clock: context.clock, suspends: true });
      const cancel = new AbortController();
      act(context, cancel);
      const resuming = again.approver.resume(suspended, [request, other], {
        signal: cancel.signal,
      });
      await expect(resuming).rejects.toBeInstanceOf(NotResumed);
      await expect(resuming).rejects.not.toBeInstanceOf(ResumedByOtherJob);
      expect(again.trail.of('approval.consumed')).toEqual([]);
      expect(context.github.updates).toHaveLength(before);
    },
  );

  test('of two jobs that saw the same answer only one takes it', async () => {
    const { context, suspended } = await suspendedRequest();
    context.github.say(CAROL, '/approve all');
    const jobs = [1, 2].map(() =>
      testContext({ github: context.github, clock: context.clock, suspends: true }),
    );
    const taken = await Promise.all(
      jobs.map(async ({ approver, trail }) => {
        const answers = await resumed(approver, suspended);
        if (answers === 'taken') return answers;
        return await claimApproval({ trail, github: context.github, request, answer: answers[0]! });
      }),
    );
    expect(taken.filter((refusal) => refusal === null)).toHaveLength(1);
    expect(taken.filter((refusal) => refusal !== null)).toEqual(['taken']);
  });

  test('of two jobs that saw the same denial only one resumes, and the other leaves the approval comment alone', async () => {
    const { context, suspended } = await suspendedRequest();
    context.github.say(CAROL, '/deny all');
    const jobs = [1, 2].map(() =>
      testContext({ github: context.github, clock: context.clock, suspends: true }),
    );
    const ends = await Promise.all(jobs.map(({ approver }) => resumed(approver, suspended)));
    expect(ends.filter((answers) => answers === 'taken')).toHaveLength(1);
    expect(ends.find((answers) => answers !== 'taken')).toMatchObject([
      { kind: 'denied' },
      { kind: 'denied' },
    ]);
  });

  test('says of a call that is no longer possible that nobody can answer it any more', async () => {
    const first = testContext({ suspends: true, settings: { waitMs: 10_000 } });
    const { github, clock } = first;
    await asking(first, {}, [request, other]);
    const stored = first.approver.suspendedRequest();
    if (stored === null) throw new Error('nothing was suspended');
    github.onPoll = () => {};
    const { id } = github.say(CAROL, `/approve ${other.id}`);
    const again = testContext({ github, clock, suspends: true });
    await again.approver.resume(stored, [request], { ...QUIET, gone: [other.id] });
    expect(github.replies()).toHaveLength(1);
    expect(github.replies()[0]).toContain(
      `${other.id}: its call is no longer possible, as the job summary says`,
    );
    expect([...(github.reactions.get(id) ?? [])]).toEqual(['confused']);
  });

  test('tells people that an answer counts only once this job has the run', async () => {
    const { context, suspended } = await suspendedRequest();
    const { github, clock } = context;
    const { id } = github.say(CAROL, '/deny all');
    const job = () => testContext({ github, clock, suspends: true });
    const { id: claim } = await github.react(suspended.commentId, 'rocket');
    expect(await resumed(job().approver, suspended)).toBe('taken');
    expect(github.reactions.get(id)).toBeUndefined();
    await github.removeReaction(suspended.commentId, claim);
    await resumed(job().approver, suspended);
    expect([...(github.reactions.get(id) ?? [])]).toEqual(['+1']);
  });

  test('an approval comment whose calls are all gone is claimed and closed all the same, by one job', async () => {
    const { context, suspended } = await suspendedRequest();
    const jobs = [1, 2].map(() =>
      testContext({ github: context.github, clock: context.clock, suspends: true }),
    );
    const ends = await Promise.all(jobs.map(({ approver }) => resumed(approver, suspended, [])));
    expect(ends).toContain('taken');
    expect(ends).toContainEqual([]);
    expect((await context.github.comment(suspended.commentId))?.body).toContain('"state":"closed"');
  });
});

function reviewBy(github: MemoryGitHub, state: string, over: Partial<Review> = {}): Review {
  return {
    id: 9001,
    nodeId: 'PRR_9001',
    author: BOB,
    body: '',
    byOutsider: false,
    url: 'https://github.test/octo/demo/pull/7#pullrequestreview-9001',
    state,
    commitSha: 'a'.repeat(40),
    submittedAt: github.now().toISOString(),
    ...over,
  };
}

/** Two approved calls, and whether the second can still be claimed after what happens while the first runs. */
async function claimedLater(
  meanwhile: (context: TestContext) => void,
  {
    over = {},
    approve = ({ github }: TestContext) => void github.say(BOB, '/approve all', { id: 301 }),
  }: {
    over?: Parameters<typeof testContext>[0];
    approve?: (context: TestContext) => void;
  } = {},
) {
  const context = testContext(over);
  const { approver, clock, github, trail } = context;
  const answers = await asking(context, { 2: () => approve(context) }, [request, other]);
  const claim = async (answer: Answer | undefined) => {
    if (answer?.kind !== 'approved') throw new Error('it was not approved');
    return await claimApproval({
      trail,
      github,
      request: answer.request,
      answer,
      withdrawn: () => approver.withdrawn(answer.request),
    });
  };
  // What was looked up just now is current.
  github.failing.set('threadState', new CountersignError('github-unreachable', 'down'));
  const first = await claim(answers[0]);
  github.failing.clear();
  await clock.sleep(60_000, QUIET.signal);
  meanwhile(context);
  return { first, second: await claim(answers[1]), trail, github };
}

/** A review that approves the calls of a run, and what GitHub shows once the run has pushed a commit. */
function reviewed() {
  const heads = ['a'.repeat(40)];
  const given = {
    over: { settings: { reviews: true }, pullHeads: () => heads },
    approve: ({ github }: TestContext) => void github.reviews.push(reviewBy(github, 'APPROVED')),
  };
  const push = (github: MemoryGitHub): void => {
    github.headSha = 'b'.repeat(40);
    heads.push(github.headSha);
  };
  return { given, push };
}

function requestChanges(github: MemoryGitHub, over: Partial<Review> = {}): void {
  const ofCarol = { id: 9002, nodeId: 'PRR_9002', author: CAROL, ...over };
  github.reviews.push(reviewBy(github, 'CHANGES_REQUESTED', ofCarol));
}

describe('an approval that is used after another call of its approval comment ran', () => {
  test('counts if nothing changed, and the first call needs no lookup', async () => {
    const { first, second, trail } = await claimedLater(() => {});
    expect([first, second]).toEqual([null, null]);
    expect(trail.of('approval.consumed')).toHaveLength(2);
  });

  const changes: readonly (readonly [string, string, (github: MemoryGitHub) => void])[] = [
    ['was edited', 'edited', (github) => github.edit(301, BOB, () => `/deny ${other.id} stop`)],
    ['was edited by somebody else', 'edited', (github) => github.edit(301, CAROL, (it) => it)],
    ['was deleted', 'deleted', (github) => github.remove(301)],
    ['was hidden', 'hidden', (github) => github.hidden.add(301)],
    [
      'is by somebody without access by now',
      'its author has the permission read',
      (github) => void github.permissions.set('bob', 'read'),
    ],
    [
      'cannot be looked up',
      'down',
      (github) =>
        void github.failing.set('threadState', new CountersignError('github-unreachable', 'down')),
    ],
  ];
  test.each(changes)('is void if its comment %s', async (_, because, change) => {
    const { first, second, trail } = await claimedLater(({ github }) => change(github));
    expect(first).toBeNull();
    expect(second).toContain(because);
    expect(trail.of('approval.consumed')).toMatchObject([{ call: request.call }]);
    expect(trail.of('approval.void')).toMatchObject([{ call: other.call, because: second }]);
  });

  const denials: readonly (readonly [string, string, string])[] = [
    ['denies it', `/deny ${other.id} the first one went wrong`, '@carol denied it'],
    ['denies all', '/deny all', '@carol denied it'],
    ['cancels the run', '/cancel', '@carol cancelled the run'],
    ['cancels the run by the call that ran', `/cancel ${request.id}`, '@carol cancelled the run'],
  ];
  test.each(denials)('is void if a later comment %s', async (_, words, because) => {
    const { first, second, trail, github } = await claimedLater((context) => {
      context.github.say(CAROL, words, { id: 302 });
    });
    expect(first).toBeNull();
    expect(second).toContain(because);
    expect(trail.of('approval.consumed')).toMatchObject([{ call: request.call }]);
    expect(trail.of('approval.decision').slice(2)).toMatchObject([
      {
        approval: other.id,
        decision: 'deny',
        counted: true,
        by: { login: 'carol' },
        permission: 'admin',
        comment: { id: 302 },
      },
    ]);
    expect([...(github.reactions.get(302) ?? [])]).toEqual(['+1']);
  });

  test('ends the run if a later comment cancels it, and not if it denies', async () => {
    const cancelled: string[] = [];
    const onCancel = ({ login }: { login: string }): void => void cancelled.push(login);
    await claimedLater(({ github }) => github.say(CAROL, '/deny all'), { over: { onCancel } });
    expect(cancelled).toEqual([]);
    await claimedLater(({ github }) => github.say(CAROL, '/cancel'), { over: { onCancel } });
    expect(cancelled).toEqual(['carol']);
  });

  const harmless: readonly (readonly [string, (github: MemoryGitHub) => void])[] = [
    ['denies only the call that ran', (github) => github.say(CAROL, `/deny ${request.id}`)],
    ['denies and is by somebody who may not', (github) => github.say(MALLORY, '/deny all')],
    ['cancels and is by somebody who may not', (github) => github.say(MALLORY, '/cancel')],
    ['quotes a denial', (github) => github.say(CAROL, '> /deny all\n\nNo need.')],
    ['approves again', (github) => github.say(CAROL, '/approve all')],
  ];
  test.each(harmless)('counts if a later comment %s', async (_, change) => {
    const { second, trail } = await claimedLater(({ github }) => change(github));
    expect(second).toBeNull();
    expect(trail.of('approval.decision')).toHaveLength(2);
  });

  test('is void if somebody who may deny it does so after somebody who may not', async () => {
    const { second } = await claimedLater(({ github }) => {
      github.say(MALLORY, '/deny all');
      github.say(CAROL, '/deny all');
    });
    expect(second).toContain('@carol denied it');
  });

  test('counts if more people approve it again than one lookup asks about', async () => {
    const { second } = await claimedLater(({ github }) => {
      for (let id = 1_000; id < 1_050; id += 1)
        github.say({ login: `person${id}`, id, type: 'User' }, '/approve all');
    });
    expect(second).toBeNull();
  });

  describe('and needed two people', () => {
    const given = {
      over: { settings: { count: 2 } },
      approve: ({ github }: TestContext) => {
        github.say(BOB, '/approve all', { id: 301 });
        github.say(CAROL, '/approve all', { id: 302 });
      },
    };

    test('counts if both still approve', async () => {
      const { second } = await claimedLater(() => {}, given);
      expect(second).toBeNull();
    });

    test.each([301, 302])('is void if one of them deletes the comment (%i)', async (id) => {
      const { second } = await claimedLater(({ github }) => github.remove(id), given);
      expect(second).toContain('the comment was deleted');
    });
  });

  test('is void if it is not known whether the author of a later denial may deny', async () => {
    const { second, trail } = await claimedLater(({ github }) => {
      github.say(CAROL, '/deny all', { id: 302 });
      const permissionOf = github.permissionOf.bind(github);
      github.permissionOf = async (person) => {
        if (person.login === 'carol') throw new CountersignError('github-unreachable', 'down');
        return await permissionOf(person);
      };
    });
    expect(second).toContain('Comment 302 may deny it');
    expect(trail.of('approval.consumed')).toHaveLength(1);
  });

  test('is void if the comments cannot be listed', async () => {
    const { second } = await claimedLater(({ github }) => {
      github.failing.set('comments', new CountersignError('github-unreachable', 'down'));
    });
    expect(second).toContain('down');
  });

  describe('and was given by a review', () => {
    test('counts although the call before it pushed a new head', async () => {
      const { given, push } = reviewed();
      const { second } = await claimedLater(({ github }) => push(github), given);
      expect(second).toBeNull();
    });

    test('is void if somebody requested changes of the head before the one that the call before it pushed', async () => {
      const { given, push } = reviewed();
      const { second } = await claimedLater(({ github }) => {
        requestChanges(github);
        push(github);
      }, given);
      expect(second).toContain('@carol denied it');
    });

    test('counts although somebody requested changes of an earlier head before the request', async () => {
      const { given, push } = reviewed();
      const { second } = await claimedLater(({ github }) => {
        const approvedAt = Date.parse(github.reviews[0]?.submittedAt ?? '');
        requestChanges(github, { submittedAt: new Date(approvedAt - 3_600_000).toISOString() });
        push(github);
      }, given);
      expect(second).toBeNull();
    });

    test('is void if the review was dismissed', async () => {
      const { given } = reviewed();
      const { second } = await claimedLater(({ github }) => {
        github.reviews[0] = { ...reviewBy(github, 'DISMISSED') };
      }, given);
      expect(second).toContain('the review changed after it was counted');
    });

    test('is void if the review is gone', async () => {
      const { given } = reviewed();
      const { second } = await claimedLater(({ github }) => void github.reviews.pop(), given);
      expect(second).toContain('the review was deleted');
    });

    test('is void if somebody requests changes', async () => {
      const { given } = reviewed();
      const { second } = await claimedLater(({ github }) => requestChanges(github), given);
      expect(second).toContain('@carol denied it');
    });
  });

  describe('and expires before the second call', () => {
    const over = { settings: { expireMs: 30_000 } };

    test.each([
      ['denies it', `/deny ${other.id} stop`, '@carol denied it'],
      ['cancels the run', '/cancel', '@carol cancelled the run'],
    ])('is void if a later comment %s', async (_, words, because) => {
      const { second, trail, github } = await claimedLater(
        (context) => void context.github.say(CAROL, words, { id: 302 }),
        { over },
      );
      expect(second).toContain(because);
      expect(trail.of('approval.void')).toMatchObject([{ call: other.call, because: second }]);
      // The audit trail lets no decision count after its request expired.
      expect(trail.of('approval.decision')).toHaveLength(2);
      expect([...(github.reactions.get(302) ?? [])]).toEqual(['+1']);
    });

    test('counts if nobody denies it', async () => {
      expect((await claimedLater(() => {}, { over })).second).toBeNull();
    });
  });

  test('of a request that nobody asked about is none', async () => {
    expect(await testContext().approver.withdrawn(request)).toBe('nobody was asked');
  });
});
