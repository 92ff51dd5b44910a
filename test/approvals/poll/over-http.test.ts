import { counted, withFields } from '../../audit/plausible.ts';
import { onTestFinished, describe, expect, test } from 'vitest';
import {
  type Answer,
  type ApprovalRequest,
  claimApproval,
  createCommentApprover,
  type CommentApproverOptions,
} from '../../../src/approvals/index.ts';
import {
  type Entry,
  readTrail,
  type Trail,
  type TrailEvent,
  verifyTrail,
} from '../../../src/audit/index.ts';
import { createRedactor, systemClock } from '../../../src/common/index.ts';
import { plausible } from '../../audit/plausible.ts';
import { bytesOf, chainEvents } from '../../audit/chained.ts';
import type { TestGitHub } from '../../testing/github-server/test-github.ts';
import { createGitHub } from '../../../src/github/index.ts';
import {
  newTrail,
  reply,
  runEnd,
  runStart,
  state,
  tempFolder,
  turnStart,
  verdict,
} from '../../audit/trails.ts';
import { startGitHub } from '../../openapi/github.ts';
import { NO_BASELINES, PLAIN, requestOf } from '../context.ts';

const HEAD = 'a'.repeat(40);
const SECRET = 'swordfish-is-the-secret';
const request = requestOf({ command: `deploy --token ${SECRET}` });
const second = requestOf({ call: 'c2', command: 'npm publish' });

interface Http {
  readonly server: TestGitHub;
  readonly options: CommentApproverOptions;
  readonly trail: Trail;
  /** Runs `act` when the approval comment is there. */
  onApprovalComment(act: (commentId: number) => void): void;
}

/** A GitHub over HTTP with people on it, the real client, and a trail on disk. */
async function overHttp(
  over: { pull?: boolean; waitMs?: number; server?: Parameters<typeof startGitHub>[0] } = {},
): Promise<Http> {
  const server = await startGitHub(over.server);
  onTestFinished(() => server.close());
  server.person('alice', 'write');
  server.person('bob', 'write');
  server.person('carol', 'maintain');
  server.person('reader', 'read');
  const pull = {
    headRef: 'x',
    headSha: HEAD,
    headRepository: 'octo-org/octo-repo',
    baseRef: 'main',
    draft: false,
    commitAuthors: [],
  };
  const { number } =
    over.pull === true
      ? server.pull({ title: 't', author: 'alice', pull })
      : server.issue({ title: 't', author: 'alice' });
  const redactor = createRedactor();
  redactor.addSecret(SECRET, 'secret');
  const github = createGitHub({
    token: server.token,
    apiUrl: server.url,
    owner: server.owner,
    repo: server.repo,
    redactor,
  });
  const [alice] = await github.accountsOf(['alice']);
  if (alice === undefined) throw new Error('There is no alice.');
  const trail = await newTrail(await tempFolder());
  const settings = {
    notify: [],
    remindMs: null,
    webhook: { format: null, content: false },
    from: ['write'],
    baselines: NO_BASELINES,
    count: 1,
    self: false,
    reviews: false,
    boxes: false,
    // An answer that is expected comes at once, however slow the machine is.
    waitMs: over.waitMs ?? 60_000,
    then: 'deny' as const,
    expireMs: 86_400_000,
  };
  const options: CommentApproverOptions = {
    ...PLAIN,
    github,
    issue: number,
    trail,
    clock: systemClock,
    run: trail.run,
    settings,
    requester: alice,
    pullAuthor: over.pull === true ? alice : null,
    commitAuthors: [],
    self: null,
    policyUrl: null,
    pollFirstMs: 50,
    ...(over.pull === true ? { pullHeads: () => [HEAD] } : {}),
  };
  return {
    server,
    options,
    trail,
    onApprovalComment: (act) => {
      let done = false;
      server.onComment((comment) => {
        if (done || !comment.body.startsWith('<!-- countersign:approval-request')) return;
        done = true;
        setTimeout(() => act(comment.id), 10);
      });
    },
  };
}

/** One turn with these calls, asked for and carried out as a run does, and the trail verified. */
async function turn(
  http: Http,
  requests: readonly ApprovalRequest[],
  /** What happens after the first call ran, which took a minute. */
  meanwhile: () => void = () => {},
) {
  const { trail } = http;
  let laterMs = 0;
  const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + laterMs };
  const options = { ...http.options, clock };
  const put = (events: readonly TrailEvent[]) =>
    Promise.all(events.map((event) => trail.append(event)));
  await put([runStart(), turnStart(1), reply(1)]);
  for (const { call } of requests)
    await put([
      state(call, 'PENDING'),
      verdict(call, 'requireApproval'),
      state(call, 'APPROVAL_REQUIRED'),
    ]);
  const approver = createCommentApprover(options);
  const answers = await approver.ask(requests, { signal: AbortSignal.timeout(30_000) });
  let all = true;
  for (const [index, answer] of answers.entries()) {
    if (index === 1) {
      laterMs = 60_000;
      meanwhile();
    }
    all = (await carryOut(http, answer, () => approver.withdrawn(answer.request))) && all;
  }
  if (all) await put([turnStart(2), reply(2)]);
  const soFar = [];
  for await (const entry of readTrail(trail.folder)) soFar.push(eventOf(entry));
  await trail.append(counted(runEnd(all ? 'done' : 'denied'), soFar));
  await trail.close();
  const entries = [];
  for await (const entry of readTrail(trail.folder)) entries.push(entry);
  // The rest of a run, around the calls.
  const { events } = plausible(entries.map(eventOf));
  // These requests are some of a run's calls, so that their numbers are no numbers of one run.
  const named: TrailEvent[] = JSON.parse(
    JSON.stringify(events).replaceAll(/"c(\d+)"/g, '"call-$1"'),
  );
  // By the clock of the GitHub that the answers were made on.
  const time = new Date().toISOString();
  const verified = await verifyTrail(
    bytesOf(chainEvents(named.map((event) => ({ ...event, time })))),
  );
  return { answers, verified, entries };
}

function eventOf(entry: Entry): TrailEvent {
  const { _schema, seq: _seq, time: _time, run: _run, prev: _prev, hash: _hash, ...event } = entry;
  if (event.type === 'unknown') throw new Error(`unknown type ${event.typeName}`);
  return event.type === 'run.end' ? { ...event, count: 0 } : event;
}

/** Resolves with whether the call ran. */
async function carryOut(
  { trail, options: { github } }: Http,
  answer: Answer,
  withdrawn: () => Promise<string | null>,
): Promise<boolean> {
  const { request: asked, kind } = answer;
  const { call } = asked;
  const taken =
    kind === 'approved'
      ? await claimApproval({ trail, github, request: asked, answer, withdrawn })
      : 'no';
  const states =
    taken === null ? (['APPROVED', 'EXECUTING', 'COMPLETED'] as const) : (['DENIED'] as const);
  for (const is of states) await trail.append(withFields(state(call, is)));
  return taken === null;
}

describe('over HTTP, with the real client and a trail on disk', () => {
  test('an approval and a denial are asked, answered, taken, shown, and proved by the trail alone', async () => {
    const http = await overHttp();
    http.onApprovalComment(() => {
      http.server.comment({ login: 'reader', issue: http.options.issue, body: '/approve all' });
      http.server.comment({
        login: 'bob',
        issue: http.options.issue,
        body: `/deny ${second.id} not today`,
      });
      http.server.comment({
        login: 'carol',
        issue: http.options.issue,
        body: `/approve ${request.id.toUpperCase()}\r\nthanks`,
      });
    });
    const { answers, verified, entries } = await turn(http, [request, second]);
    expect(answers).toMatchObject([
      { kind: 'approved', by: [{ login: 'carol', permission: 'maintain' }] },
      { kind: 'denied', by: { login: 'bob' }, reason: 'not today' },
    ]);
    expect(verified).toMatchObject({ kind: 'intact' });
    expect(
      entries.filter(({ type }) => type === 'approval.decision').length,
    ).toBeGreaterThanOrEqual(4);
    const comments = http.server.commentsOn(http.options.issue);
    const comment = comments.find(({ body }) => body.startsWith('<!-- countersign:approval'));
    expect(comment?.body).toContain('approved by `@carol`');
    expect(comment?.body).toContain('denied by `@bob`: `not today`');
    expect(comment?.body).not.toContain(SECRET);
    expect(http.server.reactionsOn(comment?.id ?? 0)).toMatchObject([{ content: 'rocket' }]);
    const [byReader, byBob, byCarol] = ['reader', 'bob', 'carol'].map(
      (login) => comments.find(({ author }) => author.login === login)?.id ?? 0,
    );
    expect(http.server.reactionsOn(byReader ?? 0)).toMatchObject([{ content: 'confused' }]);
    for (const id of [byBob, byCarol])
      expect(http.server.reactionsOn(id ?? 0)).toMatchObject([{ content: '+1' }]);
    expect(comments.filter(({ body }) => body.includes('Countersign did not count'))).toHaveLength(
      1,
    );
  });

  const third = requestOf({ call: 'c3', command: 'npm version 2' });
  test.each([
    ['/deny all', [second, third].map(({ id }) => [id, 'deny'])],
    [`/deny ${second.id} no`, [[second.id, 'deny']]],
    ['/cancel', [second, third].map(({ id }) => [id, 'deny'])],
  ])(
    '%s behind 120 other comments stops approved calls, and the trail proves it',
    async (words, denied) => {
      const http = await overHttp();
      const { issue } = http.options;
      http.onApprovalComment(() => {
        http.server.comment({ login: 'bob', issue, body: '/approve all' });
      });
      const { answers, verified, entries } = await turn(http, [request, second, third], () => {
        for (let index = 0; index < 120; index += 1)
          http.server.comment({ login: 'reader', issue, body: `talk ${index}` });
        http.server.comment({ login: 'reader', issue, body: '/deny all' });
        http.server.comment({ login: 'carol', issue, body: words });
      });
      expect(answers.map(({ kind }) => kind)).toEqual(['approved', 'approved', 'approved']);
      expect(verified).toMatchObject({ kind: 'intact' });
      const decided = entries.filter((entry) => entry.type === 'approval.decision').slice(3);
      expect(decided.map(({ approval, decision }) => [approval, decision])).toEqual(denied);
      const voided = entries.filter((entry) => entry.type === 'approval.void');
      expect(voided.map(({ approval }) => approval)).toEqual(denied.map(([id]) => id));
    },
  );

  test('150 comments before the answer, and polls that cost nothing while nothing happens', async () => {
    const http = await overHttp();
    http.onApprovalComment(() => {
      for (let index = 0; index < 150; index += 1)
        http.server.comment({ login: 'reader', issue: http.options.issue, body: `talk ${index}` });
      setTimeout(
        () =>
          http.server.comment({ login: 'bob', issue: http.options.issue, body: '/approve all' }),
        600,
      );
    });
    const { answers, verified } = await turn(http, [request]);
    expect(answers).toMatchObject([{ kind: 'approved' }]);
    expect(verified).toMatchObject({ kind: 'intact' });
    const polls = http.server.log.filter(
      ({ method, path }) => method === 'GET' && path.endsWith('/comments'),
    );
    expect(polls.some(({ status }) => status === 304)).toBe(true);
  });

  test('a comment that was edited, found by GraphQL or by its times, does not count', async () => {
    const http = await overHttp({ waitMs: 3_000 });
    http.onApprovalComment(() => {
      const { id } = http.server.comment({
        login: 'bob',
        issue: http.options.issue,
        body: 'I think so',
      });
      http.server.editComment({ id, login: 'reader', body: '/approve all' });
    });
    const { answers, verified } = await turn(http, [request]);
    expect(answers).toMatchObject([{ kind: 'unanswered' }]);
    expect(verified).toMatchObject({ kind: 'intact' });
  });

  test('an approval comment that a person edited is void, whoever approves it then', async () => {
    const http = await overHttp();
    http.onApprovalComment((comment) => {
      http.server.editComment({ id: comment, login: 'bob', body: 'harmless words' });
      http.server.comment({ login: 'carol', issue: http.options.issue, body: '/approve all' });
    });
    const { answers, verified, entries } = await turn(http, [request]);
    expect(answers).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('edited by @bob') },
    ]);
    expect(verified).toMatchObject({ kind: 'intact' });
    expect(entries.some(({ type }) => type === 'approval.void')).toBe(true);
  });

  test('an approval comment that a person edited is void, though they put it back', async () => {
    const http = await overHttp();
    http.onApprovalComment((comment) => {
      const { issue } = http.options;
      const shown = http.server.commentsOn(issue).find(({ id }) => id === comment)?.body ?? '';
      http.server.editComment({ id: comment, login: 'bob', body: 'harmless words' });
      http.server.comment({ login: 'carol', issue, body: '/approve all' });
      http.server.editComment({ id: comment, login: 'bob', body: shown });
    });
    const { answers } = await turn(http, [request]);
    expect(answers).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('edited by @bob') },
    ]);
  });

  test('on a pull request its author may not approve, and somebody else may', async () => {
    const http = await overHttp({ pull: true });
    http.onApprovalComment(() => {
      http.server.comment({ login: 'alice', issue: http.options.issue, body: '/approve all' });
      http.server.comment({ login: 'bob', issue: http.options.issue, body: '/approve all' });
    });
    const { answers } = await turn(http, [request]);
    expect(answers).toMatchObject([{ kind: 'approved', by: [{ login: 'bob' }] }]);
  });

  test('where permissions cannot be looked up nothing is approved', async () => {
    const http = await overHttp({ waitMs: 3_000 });
    http.onApprovalComment(() => {
      http.server.fail({
        match: /collaborators/,
        status: 403,
        body: { message: 'Must have push access to view collaborator permission.' },
        times: 100,
      });
      http.server.comment({ login: 'bob', issue: http.options.issue, body: '/approve all' });
    });
    const { answers, verified } = await turn(http, [request]);
    expect(answers).toMatchObject([{ kind: 'unanswered' }]);
    expect(verified).toMatchObject({ kind: 'intact' });
  });

  test('without the permission to comment, and with issues disabled, the words name what to change', async () => {
    const http = await overHttp({
      server: { tokenPermissions: { contents: 'read', issues: 'read' } },
    });
    const { answers, verified } = await turn(http, [request]);
    expect(answers).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('issues: write') },
    ]);
    expect(verified).toMatchObject({ kind: 'intact' });
    const closed = await overHttp({ server: { hasIssues: false } });
    const [answer] = (await turn(closed, [request])).answers;
    expect(answer).toMatchObject({
      kind: 'unanswered',
      because: expect.stringMatching(/disabled/i),
    });
  });
});
