/** What reading answers costs, how long it may take, and that nobody is overlooked for it. */
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type Answer,
  type CommentApproverOptions,
  createCommentApprover,
} from '../../../src/approvals/index.ts';
import { createRedactor, systemClock } from '../../../src/common/index.ts';
import { createGitHub } from '../../../src/github/index.ts';
import type { LogEntry } from '../../../src/testing/index.ts';
import type { TestGitHub } from '../../testing/github-server/test-github.ts';
import { startGitHub } from '../../openapi/github.ts';
import { MemoryTrail, NO_BASELINES, PLAIN, requestOf } from '../context.ts';

const request = requestOf();

/** `after` is that of the test where several run at once. */
async function openSetup(
  settings: Partial<CommentApproverOptions['settings']> = {},
  after: typeof onTestFinished = onTestFinished,
) {
  const server = await startGitHub();
  after(() => server.close());
  for (const login of ['requester', 'maintainer', 'other']) server.person(login, 'write');
  const { number: issue } = server.issue({ title: 'A bug', author: 'requester' });
  const { url: apiUrl, token, owner, repo } = server;
  const trail = new MemoryTrail();
  const options: CommentApproverOptions = {
    ...PLAIN,
    github: createGitHub({ redactor: createRedactor(), token, apiUrl, owner, repo }),
    issue,
    trail,
    clock: systemClock,
    run: trail.run,
    requester: server.account('requester'),
    pullAuthor: null,
    commitAuthors: [],
    self: server.account('github-actions[bot]'),
    policyUrl: null,
    pollFirstMs: 20,
    settings: {
      notify: [],
      from: ['write'],
      count: 1,
      self: false,
      waitMs: 60_000,
      then: 'deny',
      reviews: false,
      boxes: false,
      expireMs: 86_400_000,
      remindMs: null,
      webhook: { format: null, content: false },
      baselines: NO_BASELINES,
      ...settings,
    },
  };
  return { server, options, trail, issue };
}
type At = Awaited<ReturnType<typeof openSetup>>;

/** Asks; `act` comments as soon as the approval comment is there, before it is first looked for answers. */
async function ask(
  { server, options }: At,
  act: () => void,
): Promise<{ readonly answers: readonly Answer[]; readonly log: readonly LogEntry[] }> {
  server.onComment(({ body }, what) => {
    if (what === 'created' && body.startsWith('<!-- countersign:approval-request')) act();
  });
  // The first list of answers waits until everybody has commented.
  server.fail({ match: /GET .*comments\?/, delayMs: 100 });
  const answers = await createCommentApprover(options).ask([request], {
    signal: AbortSignal.timeout(60_000),
  });
  return { answers, log: server.log };
}

function outsiders(server: TestGitHub, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const login = `outsider-${index}`;
    server.person(login, 'read');
    return login;
  });
}

const isPermission = ({ path }: LogEntry): boolean => path.endsWith('/permission');

describe('what a look costs', () => {
  test('an answer that decides costs a list, a permission, and one request for edits, issue and approval comment', async () => {
    const setup = await openSetup();
    const { answers, log } = await ask(setup, () => {
      setup.server.comment({ login: 'maintainer', issue: setup.issue, body: '/approve all' });
    });
    expect(answers).toMatchObject([{ kind: 'approved' }]);
    expect(
      log.map(({ method, path }) => `${method} ${path.split('/').slice(4).join('/')}`),
    ).toEqual([
      `POST issues/${setup.issue}/comments`,
      `GET issues/${setup.issue}/comments`,
      'GET collaborators/maintainer/permission',
      'POST ',
      expect.stringMatching(/^POST issues\/comments\/\d+\/reactions$/),
      expect.stringMatching(/^PATCH issues\/comments\/\d+$/),
    ]);
  });

  test('110 comments by one outsider cost one permission, and hide the answer after them for no longer than a look', async () => {
    const setup = await openSetup();
    outsiders(setup.server, 1);
    const { answers, log } = await ask(setup, () => {
      for (let index = 0; index < 110; index += 1)
        setup.server.comment({ login: 'outsider-0', issue: setup.issue, body: '/approve all' });
      setup.server.comment({ login: 'maintainer', issue: setup.issue, body: '/approve all' });
    });
    expect(answers).toMatchObject([{ kind: 'approved', by: [{ login: 'maintainer' }] }]);
    expect(log.filter(isPermission)).toHaveLength(2);
    expect(log.filter(({ path }) => path === '/graphql')).toHaveLength(1);
    // A reply, and the reaction beside it, are two of them, and the first page of comments is requested twice.
    expect(log.length).toBeLessThanOrEqual(11);
  });

  test('more answers that could count than one request asks for hide no denial behind them', async () => {
    const setup = await openSetup();
    const { answers, log } = await ask(setup, () => {
      for (let index = 0; index < 110; index += 1)
        setup.server.comment({ login: 'maintainer', issue: setup.issue, body: '/approve all' });
      setup.server.comment({ login: 'other', issue: setup.issue, body: '/deny all' });
    });
    expect(answers).toMatchObject([{ kind: 'denied', by: { login: 'other' } }]);
    expect(log.filter(({ path }) => path === '/graphql').length).toBeLessThanOrEqual(3);
  });

  test('an outsider who keeps commenting is not looked up again, and does not make polls more frequent', async () => {
    const setup = await openSetup({ waitMs: 3_000 });
    outsiders(setup.server, 1);
    const body = '/approve all';
    let comments = 0;
    setup.server.onComment(({ author }, what) => {
      const isOwn = author.login === 'github-actions[bot]';
      if (what !== 'created' || isOwn || comments >= 40) return;
      comments += 1;
      setTimeout(() => setup.server.comment({ login: 'outsider-0', issue: setup.issue, body }), 50);
    });
    const { answers, log } = await ask(setup, () => {
      setup.server.comment({ login: 'outsider-0', issue: setup.issue, body });
    });
    expect(answers).toMatchObject([{ kind: 'unanswered' }]);
    expect(log.filter(isPermission)).toHaveLength(1);
    expect(setup.trail.decisions().length).toBeGreaterThan(2);
    expect(log.filter(({ method }) => method === 'GET').length).toBeLessThan(30);
  });
});

describe('more people than one look asks about', () => {
  test('members come first, and outsiders in the looks after it', async () => {
    const setup = await openSetup();
    const logins = outsiders(setup.server, 120);
    const { answers, log } = await ask(setup, () => {
      setup.server.comment({ login: 'maintainer', issue: setup.issue, body: '/approve all' });
      for (const login of logins)
        setup.server.comment({
          login,
          issue: setup.issue,
          body: '/approve all',
          association: 'NONE',
        });
    });
    expect(answers).toMatchObject([{ kind: 'approved', by: [{ login: 'maintainer' }] }]);
    expect(log.filter(isPermission)).toHaveLength(40);
  });

  test('an approver whom GitHub calls an outsider is found behind all of them', async () => {
    const setup = await openSetup();
    const logins = outsiders(setup.server, 90);
    const association = 'CONTRIBUTOR';
    const { answers } = await ask(setup, () => {
      setup.server.comment({
        login: 'maintainer',
        issue: setup.issue,
        body: '/approve all',
        association,
      });
      for (const login of logins)
        setup.server.comment({ login, issue: setup.issue, body: '/approve all', association });
    });
    expect(answers).toMatchObject([{ kind: 'approved', by: [{ login: 'maintainer' }] }]);
  });

  test('nothing is decided before everybody who denies has been looked up', async () => {
    const setup = await openSetup();
    const logins = outsiders(setup.server, 60);
    const association = 'NONE';
    const { answers } = await ask(setup, () => {
      setup.server.comment({ login: 'maintainer', issue: setup.issue, body: '/approve all' });
      setup.server.comment({
        login: 'other',
        issue: setup.issue,
        body: '/deny all no',
        association,
      });
      for (const login of logins)
        setup.server.comment({ login, issue: setup.issue, body: '/deny all', association });
    });
    expect(answers).toMatchObject([{ kind: 'denied', by: { login: 'other' } }]);
  });

  test.each([
    ['the permission of its author', /other\/permission/],
    ['its edits', /graphql/],
  ])(
    'a denial is read again if an outage hides %s, and nothing is decided before',
    async (_, match) => {
      const setup = await openSetup();
      const { url: apiUrl, token, owner, repo } = setup.server;
      const clock = { ...systemClock, sleep: () => Promise.resolve() };
      const github = createGitHub({
        redactor: createRedactor(),
        token,
        apiUrl,
        owner,
        repo,
        clock,
      });
      setup.server.fail({ match, times: 4, status: 502, body: '' });
      const { answers } = await ask({ ...setup, options: { ...setup.options, github } }, () => {
        setup.server.comment({ login: 'maintainer', issue: setup.issue, body: '/approve all' });
        setup.server.comment({ login: 'other', issue: setup.issue, body: '/deny all' });
      });
      expect(answers).toMatchObject([{ kind: 'denied', by: { login: 'other' } }]);
    },
  );

  test('a denial that an outage hides until the wait is over voids what was approved', async () => {
    const setup = await openSetup({ waitMs: 300 });
    const { url: apiUrl, token, owner, repo } = setup.server;
    const clock = { ...systemClock, sleep: () => Promise.resolve() };
    const github = createGitHub({ redactor: createRedactor(), token, apiUrl, owner, repo, clock });
    setup.server.fail({ match: /other\/permission/, times: 10_000, status: 502, body: '' });
    const { answers } = await ask({ ...setup, options: { ...setup.options, github } }, () => {
      setup.server.comment({ login: 'maintainer', issue: setup.issue, body: '/approve all' });
      setup.server.comment({ login: 'other', issue: setup.issue, body: '/deny all' });
    });
    expect(answers).toMatchObject([
      { kind: 'unanswered', because: expect.stringContaining('could not be read') },
    ]);
  });

  test('of outsiders, those who deny come before those who approved later', async () => {
    const setup = await openSetup();
    const logins = outsiders(setup.server, 60);
    const { log } = await ask(setup, () => {
      const [first = '', ...others] = logins;
      setup.server.comment({
        login: first,
        issue: setup.issue,
        body: '/deny all',
        association: 'NONE',
      });
      for (const login of others)
        setup.server.comment({
          login,
          issue: setup.issue,
          body: '/approve all',
          association: 'NONE',
        });
      setup.server.comment({ login: 'maintainer', issue: setup.issue, body: '/approve all' });
    });
    const asked = log.filter(isPermission).map(({ path }) => path.split('/').at(-2));
    expect(new Set(asked.slice(0, 2))).toEqual(new Set(['maintainer', 'outsider-0']));
  });

  test('a job that does not wait looks until it has heard everybody', async () => {
    const setup = await openSetup({ waitMs: 0, then: 'suspend' });
    const first = createCommentApprover(setup.options);
    await first.ask([request], { signal: AbortSignal.timeout(60_000) });
    const suspended = first.suspendedRequest();
    if (suspended === null) throw new Error('The request is not suspended.');
    const association = 'NONE';
    const say = (login: string): void => {
      setup.server.comment({ login, issue: setup.issue, body: '/approve all', association });
    };
    say('maintainer');
    for (const login of outsiders(setup.server, 90)) say(login);
    const again = createCommentApprover(setup.options);
    expect(
      await again.resume(suspended, [request], { signal: AbortSignal.timeout(60_000) }),
    ).toMatchObject([{ kind: 'approved', by: [{ login: 'maintainer' }] }]);
  });
});

describe.concurrent('the wait bounds the look-ups', () => {
  /** Never answered while the test lasts. */
  const never = { times: Number.POSITIVE_INFINITY, delayMs: 3_600_000 };

  test.for([
    ['the list of comments', /GET .*comments\?/],
    ['the permission', /permission/],
    ['the edits', /graphql/],
    ['the reaction', /reactions/],
  ] as const)(
    '%s that GitHub does not answer ends with the wait, and nothing counts',
    async ([, match], { onTestFinished: after }) => {
      const setup = await openSetup({ waitMs: 1_000 }, after);
      setup.server.onComment(({ body }, what) => {
        if (what === 'created' && body.startsWith('<!-- countersign:approval-request')) {
          setup.server.comment({ login: 'maintainer', issue: setup.issue, body: '/approve all' });
          setup.server.fail({ match, ...never });
        }
      });
      const answers = await createCommentApprover(setup.options).ask([request], {
        signal: AbortSignal.timeout(60_000),
      });
      expect(answers).toMatchObject([
        match.source === 'reactions' ? { kind: 'approved' } : { kind: 'unanswered' },
      ]);
      expect(setup.trail.decisions().filter((one) => one.includes('looked up'))).toEqual([]);
    },
  );

  test('an outage with retries ends with the wait: the run is suspended, and the next job reads the answer', async ({
    onTestFinished: after,
  }) => {
    const setup = await openSetup({ waitMs: 1_000, then: 'suspend' }, after);
    const waits: string[] = [];
    const { url: apiUrl, token, owner, repo } = setup.server;
    const onWait = ({ because }: { readonly because: string }): void => void waits.push(because);
    const github = createGitHub({ redactor: createRedactor(), token, apiUrl, owner, repo, onWait });
    setup.server.fail({ match: /permission/, times: 100, status: 502, body: '' });
    setup.server.onComment(({ body }, what) => {
      if (what === 'created' && body.startsWith('<!-- countersign:approval-request'))
        setup.server.comment({ login: 'maintainer', issue: setup.issue, body: '/approve all' });
    });
    const first = createCommentApprover({ ...setup.options, github });
    const signal = AbortSignal.timeout(60_000);
    expect(await first.ask([request], { signal })).toMatchObject([{ kind: 'suspended' }]);
    // Retries come after 1, 4 and 9 seconds: the last was not waited for.
    expect(waits.length).toBeLessThan(3);
    expect(setup.trail.decisions()).toEqual([]);
  });
});
