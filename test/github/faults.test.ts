import { createServer, type IncomingHttpHeaders } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRedactor, CountersignError } from '../../src/common/index.ts';
import { createGitHub } from '../../src/github/index.ts';
import { listenOnLoopback } from '../../src/testing/loopback.ts';
import { errorOf, fastClock, context } from './context.ts';

const epoch = (iso: string): string => String(Date.parse(iso) / 1000);
const PULL = {
  headRef: 'x',
  headSha: 'f'.repeat(40),
  headRepository: null,
  baseRef: 'main',
  draft: false,
  commitAuthors: [],
};
const NOT_ACCESSIBLE = 'Resource not accessible by integration';

describe('rate limits', () => {
  test.each([403, 429])(
    'the primary limit as %d is waited for until it is reset',
    async (status) => {
      const { server, github, waits } = await context();
      const headers = {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': epoch('2026-03-01T12:01:30Z'),
      };
      server.fail({
        match: /GET/,
        status,
        headers,
        body: { message: 'API rate limit exceeded for user ID 1.' },
      });
      expect(await github.defaultBranch()).toBe('main');
      expect(waits).toEqual([{ because: 'GitHub limits the rate of requests', waitMs: 91_000 }]);
    },
  );

  test('a limit that ends later than a run may wait is an error that says when', async () => {
    const { server, github, waits } = await context();
    const headers = {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': epoch('2026-03-01T13:00:00Z'),
    };
    server.fail({
      match: /GET/,
      status: 403,
      headers,
      body: { message: 'API rate limit exceeded' },
    });
    const error = await errorOf(github.defaultBranch());
    expect(error.code).toBe('github-limit');
    expect(error.message).toContain('2026-03-01T13:00:01');
    expect(waits).toEqual([]);
  });

  test.each([
    ['seconds', '30', 30_000],
    ['an HTTP date', 'Sun, 01 Mar 2026 12:00:45 GMT', 45_000],
    ['nonsense', 'soon', 60_000],
  ])('a secondary limit with retry-after as %s', async (_form, value, waitMs) => {
    const { server, github, waits } = await context();
    const headers = { 'retry-after': value, 'x-ratelimit-remaining': '4000' };
    const message =
      'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
    server.fail({ match: /GET/, status: 403, headers, body: { message } });
    await github.defaultBranch();
    expect(waits.map((one) => one.waitMs)).toEqual([waitMs]);
  });

  test.each([
    'You have exceeded a secondary rate limit',
    'was submitted too quickly',
    'You have exceeded a secondary rate limit and have been temporarily blocked from content creation. Please retry your request again later.',
    'You have triggered an abuse detection mechanism. Please wait a few minutes before you try again.',
  ])('a limit that names no time waits a minute, then two: %s', async (message) => {
    const { server, github, waits } = await context();
    server.fail({ match: /GET/, status: 403, times: 2, body: { message } });
    await github.defaultBranch();
    expect(waits.map((one) => one.waitMs)).toEqual([60_000, 120_000]);
  });

  test('a limit that comes as a page is a limit, and no missing permission', async () => {
    const { server, github, waits } = await context();
    const headers = { 'content-type': 'text/html' };
    const body = '<!DOCTYPE html><p>You have exceeded a secondary rate limit.</p>';
    server.fail({ match: /GET/, status: 403, headers, body });
    await github.defaultBranch();
    expect(waits.map((one) => one.waitMs)).toEqual([60_000]);
  });

  test('a limit without end is given up', async () => {
    const { server, github, clock } = await context();
    server.fail({ match: /GET/, status: 429, times: 1000, body: {} });
    expect((await errorOf(github.defaultBranch())).code).toBe('github-limit');
    expect(clock.slept.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(600_000);
  });

  test('a limit that should be over, by this clock, waits a second, then a minute, then two', async () => {
    const { server, github, waits } = await context();
    const headers = {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': epoch('2026-03-01T11:58:00Z'),
    };
    server.fail({ match: /GET/, status: 403, times: 3, headers, body: {} });
    await github.defaultBranch();
    expect(waits.map((one) => one.waitMs)).toEqual([1_000, 60_000, 120_000]);
  });

  test.each(['2026-03-01T11:00:00Z', '2026-03-01T13:00:00Z', '2026-02-01T12:00:00Z'])(
    'the end of a limit is by the clock of GitHub: 12:00 on 1 March there is %s here',
    async (time) => {
      const clock = fastClock(time);
      const { server, github, waits } = await context({ client: { clock } });
      const headers = {
        date: 'Sun, 01 Mar 2026 12:00:00 GMT',
        'x-github-request-id': 'C3F0:1B2A:3D4E5F:6A7B8C:6AB345D6',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': epoch('2026-03-01T12:00:09Z'),
      };
      server.fail({ match: /GET/, status: 403, headers, body: {} });
      await github.defaultBranch();
      expect(waits.map((one) => one.waitMs)).toEqual([10_000]);
    },
  );

  test('each wait is followed by a request, and the error says when the next one may be sent', async () => {
    const { server, github, waits } = await context();
    const headers = { 'retry-after': '5' };
    server.fail({ match: /GET/, status: 429, times: 1000, headers, body: {} });
    const error = await errorOf(github.defaultBranch());
    expect(error.code).toBe('github-limit');
    expect(error.message).toContain('before 2026-03-01T12:00:30');
    expect(waits.map((one) => one.waitMs)).toEqual(Array.from({ length: 5 }, () => 5_000));
  });

  test.each([
    ['retry-after', '9'.repeat(30)],
    ['retry-after', '8640000000000'],
    ['x-ratelimit-reset', '9'.repeat(30)],
  ])('a limit that ends after every date is an error, too: %s', async (name, value) => {
    const { server, github } = await context();
    const headers = { 'x-ratelimit-remaining': '0', [name]: value };
    server.fail({ match: /GET/, status: 429, headers, body: {} });
    expect((await errorOf(github.defaultBranch())).code).toBe('github-limit');
  });

  test('a limit inside a 200 of GraphQL is a limit', async () => {
    const { server, github, waits } = await context();
    const errors = [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded for user ID 1.' }];
    const headers = {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': epoch('2026-03-01T12:00:09Z'),
    };
    server.fail({ match: /graphql/, status: 200, headers, body: { errors } });
    expect((await github.self())?.login).toBe('github-actions[bot]');
    expect(waits.map((one) => one.waitMs)).toEqual([10_000]);
  });
});

describe('refusals', () => {
  test('a missing permission names the line to add, and is no rate limit', async () => {
    const { server, github, waits } = await context();
    server.issue({ title: 'A bug', author: 'ann' });
    const headers = {
      'x-ratelimit-remaining': '42',
      'x-accepted-github-permissions': 'pull_requests=write,contents=read; issues=write',
    };
    server.fail({ match: /comments/, status: 403, headers, body: { message: NOT_ACCESSIBLE } });
    const error = await errorOf(github.createComment(1, 'x'));
    expect(error.code).toBe('github-permission');
    expect(error.fix).toContain('`pull-requests: write` and `contents: read`');
    expect(waits).toEqual([]);
  });

  test.each([
    ['Unable to create comment because issue is locked.', 'Unlock the conversation.'],
    ['Repository was archived so is read-only.', 'Unarchive the repository.'],
    [
      'Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.',
      undefined,
    ],
    [
      'GitHub Actions is not permitted to create or approve pull requests.',
      'Allow GitHub Actions to create and approve pull requests',
    ],
    [
      'Resource protected by organization SAML enforcement. You must grant your OAuth token access to this organization.',
      'single sign-on',
    ],
  ])('a reason that no permission changes names none: %s', async (message, fix) => {
    const { server, github } = await context();
    server.issue({ title: 'A bug', author: 'ann' });
    const headers = { 'x-accepted-github-permissions': 'issues=write' };
    server.fail({ match: /comments/, status: 403, headers, body: { message } });
    const error = await errorOf(github.createComment(1, 'x'));
    expect(error.code).toBe('github-refused');
    expect(error.message).toContain(message);
    expect(error.fix).toEqual(fix === undefined ? undefined : expect.stringContaining(fix));
  });

  test('a missing permission is one even with the last request of the hour', async () => {
    const { server, github, waits } = await context();
    const headers = {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': epoch('2026-03-01T12:30:00Z'),
    };
    server.fail({ match: /GET/, status: 403, headers, body: { message: NOT_ACCESSIBLE } });
    expect((await errorOf(github.defaultBranch())).code).toBe('github-permission');
    expect(waits).toEqual([]);
  });

  test('a permission that a workflow cannot give asks for another token', async () => {
    const { server, github } = await context();
    const headers = { 'x-accepted-github-permissions': 'members=read' };
    server.fail({ match: /orgs/, status: 403, headers, body: { message: NOT_ACCESSIBLE } });
    const error = await errorOf(github.isTeamMember({ org: 'o', slug: 't' }, 'ann'));
    expect(error.fix).toContain('an App token with `members: read`');
  });

  test('a token without push access cannot ask for permissions: an error, not an answer', async () => {
    const { server, github } = await context();
    server.person('ann', 'admin');
    const message = 'Must have push access to view collaborator permission.';
    server.fail({ match: /permission/, status: 403, body: { message } });
    expect((await errorOf(github.permissionOf({ login: 'ann', id: 1 }))).code).toBe(
      'github-permission',
    );
  });

  test('GraphQL refuses inside a 200', async () => {
    const { server, github } = await context();
    server.fail({
      match: /graphql/,
      status: 200,
      body: { data: null, errors: [{ type: 'FORBIDDEN', message: NOT_ACCESSIBLE }] },
    });
    expect((await errorOf(github.threadState(1, ['IC_1']))).code).toBe('github-permission');
  });

  test.each([
    { type: 'SERVICE_UNAVAILABLE', message: 'Try again' },
    { type: 'INTERNAL', message: 'Timeout on validation of query' },
    { message: 'Something went wrong while executing your query on 2026-03-01.' },
    {},
  ])('a failure of GitHub inside a 200 of GraphQL is asked again: %j', async (failure) => {
    const { server, github, clock } = await context();
    server.issue({ title: 'A bug', author: 'ann' });
    server.fail({
      match: /graphql/,
      status: 200,
      body: { data: null, errors: [failure] },
      times: 2,
    });
    expect((await github.threadState(1, [])).open).toBe(true);
    expect(clock.slept).toEqual([1_000, 4_000]);
    server.fail({
      match: /graphql/,
      status: 200,
      body: { data: null, errors: [failure] },
      times: 4,
    });
    const error = await errorOf(github.threadState(1, []));
    expect(error.code).toBe('github-unreachable');
    expect(error.message).toContain('could not run the query');
  });

  test('a wrong token is its own error and is never repeated', async () => {
    const { server } = await context();
    const token = 'ghs_wrongwrongwrong';
    const github = createGitHub({
      redactor: createRedactor(),
      token,
      apiUrl: server.url,
      owner: 'octo-org',
      repo: 'octo-repo',
      clock: fastClock(),
    });
    server.fail({
      match: /octo-repo$/,
      status: 401,
      body: { message: `Bad credentials: ${token}` },
    });
    for (let again = 0; again < 2; again += 1) {
      const error = await errorOf(github.defaultBranch());
      expect(error.code).toBe('input-invalid');
      expect(error.message).toContain('Bad credentials');
      expect(JSON.stringify([error.message, error.fix, error.stack])).not.toContain(token);
    }
  });

  test('404 says that it may be the token’s access, with and without a message', async () => {
    const { server, github } = await context();
    server.fail({ match: /GET/, status: 404, body: {} });
    const error = await errorOf(github.defaultBranch());
    expect(error.code).toBe('github-not-found');
    expect(error.message).toContain('not found, or the token has no access');
  });

  test.each(['Issues are disabled for this repo', 'Issues has been disabled in this repository.'])(
    '410: %s',
    async (message) => {
      const { server, github, waits } = await context();
      server.fail({ match: /issues/, status: 410, body: { message } });
      const error = await errorOf(github.createIssue('t', 'b'));
      expect(error.code).toBe('github-refused');
      expect(error.message).toContain('Issues are disabled in this repository');
      expect(waits).toEqual([]);
    },
  );

  test.each([
    [
      {
        message: 'Validation Failed',
        errors: [{ resource: 'Issue', field: 'title', code: 'missing_field' }],
      },
      'Issue.title missing_field',
    ],
    [
      { message: 'Validation Failed', errors: [{ code: 'custom', message: 'key is invalid' }] },
      'key is invalid',
    ],
    [
      { message: 'Validation Failed', errors: ['Only organizations can'] },
      'Only organizations can',
    ],
  ])('422 in each of its forms is reported: %j', async (body, words) => {
    const { server, github } = await context();
    server.fail({ match: /issues/, status: 422, body });
    const error = await errorOf(github.createIssue('t', 'b'));
    expect(error.code).toBe('github-refused');
    expect(error.message).toContain(words);
  });

  test.each([400, 409, 451])('%d is refused at once', async (status) => {
    const { server, github, waits } = await context();
    server.fail({ match: /GET/, status, body: { message: 'No.' } });
    expect((await errorOf(github.defaultBranch())).code).toBe('github-refused');
    expect(waits).toEqual([]);
  });

  test('JSON that is labelled as bytes is read all the same', async () => {
    const { server, github } = await context();
    const headers = { 'content-type': 'application/octet-stream' };
    server.fail({
      match: /GET/,
      status: 403,
      headers,
      body: '{"message":"Missing or invalid User Agent string."}',
    });
    expect((await errorOf(github.defaultBranch())).message).toContain('User Agent');
  });
});

const UNICORN =
  '\n  <!doctype html><html><head><title>Unicorn!</title></head><body>secret-looking page</body></html>';

describe('trouble', () => {
  test.each([
    ['500 as JSON without a message', { status: 500, body: { error: 'Server Error' } }],
    ['502 as JSON without a message', { status: 502, body: { error: 'Server Error' } }],
    [
      '503 as HTML that calls itself JSON',
      { status: 503, headers: { 'content-type': 'application/json' }, body: '<html>503</html>' },
    ],
    [
      '500 as the unicorn page',
      { status: 500, headers: { 'content-type': 'text/html' }, body: UNICORN },
    ],
    ['504 as nothing', { status: 504 }],
    ['a dropped connection', { drop: true }],
    [
      '200 as half a JSON text',
      {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"default_branch": "ma',
      },
    ],
    [
      '200 as a page of HTML',
      { status: 200, headers: { 'content-type': 'text/html' }, body: UNICORN },
    ],
    ['200 as an array of something else', { status: 200, body: [1, 2] }],
  ])(
    '%s is tried again after 1, 4 and 9 seconds, and then reported without the page',
    async (_name, fault) => {
      const { server, github, waits } = await context();
      server.fail({ match: /GET/, times: 2, ...fault });
      expect(await github.defaultBranch()).toBe('main');
      expect(waits.map((one) => one.waitMs)).toEqual([1000, 4000]);
      server.fail({ match: /GET/, times: 4, ...fault });
      const error = await errorOf(github.defaultBranch());
      expect(error.code).toBe('github-unreachable');
      expect(error.message).not.toMatch(/<|Unicorn|secret-looking/);
    },
  );

  test.each([
    ['30', [30_000, 30_000]],
    ['2', [2_000, 4_000]],
    ['Sun, 01 Mar 2026 11:00:00 GMT', [1_000, 4_000]],
  ])('503 with Retry-After: %s is tried again when it asks for that', async (value, expected) => {
    const { server, github, waits } = await context();
    server.fail({ match: /GET/, times: 2, status: 503, headers: { 'retry-after': value } });
    expect(await github.defaultBranch()).toBe('main');
    expect(waits.map((one) => one.waitMs)).toEqual(expected);
  });

  test('503 that asks for a longer wait than a run may make is given up at once', async () => {
    const { server, github, waits } = await context();
    server.fail({ match: /GET/, status: 503, headers: { 'retry-after': '3600' } });
    const error = await errorOf(github.defaultBranch());
    expect(error.code).toBe('github-unreachable');
    expect(error.message).toContain('asks for a longer wait');
    expect(waits).toEqual([]);
  });

  test('no server at all is unreachable, and the message says why', async () => {
    const closed = await listenOnLoopback(createServer(), 0);
    await closed.close();
    const github = createGitHub({
      redactor: createRedactor(),
      token: 'a token',
      apiUrl: closed.url,
      owner: 'o',
      repo: 'r',
      clock: fastClock(),
    });
    const error = await errorOf(github.defaultBranch());
    expect(error.code).toBe('github-unreachable');
    expect(error.message).toContain('no answer (connect ECONNREFUSED 127.0.0.1:');
  });

  test('a read that is redirected in a circle ends, and says why', async () => {
    const { server, github } = await context();
    const headers = { location: `${server.url}/repos/octo-org/octo-repo` };
    server.fail({ match: /GET/, times: 1_000, status: 301, headers, body: {} });
    const error = await errorOf(github.defaultBranch());
    expect(error.code).toBe('github-unreachable');
    expect(error.message).toContain('no answer (redirect count exceeded)');
  });

  test.each([301, 302, 303, 307, 308])(
    'a read that is redirected to another host takes no answer from there, and no token to there: %d',
    async (status) => {
      const asked: IncomingHttpHeaders[] = [];
      const elsewhere = await listenOnLoopback(
        createServer(({ headers }, response) => {
          asked.push(headers);
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ default_branch: 'evil' }));
        }),
        0,
      );
      onTestFinished(() => elsewhere.close());
      const { server, github, waits } = await context();
      const headers = { location: `${elsewhere.url}/repos/octo-org/octo-repo` };
      server.fail({ match: /GET/, status, headers, body: {} });
      const error = await errorOf(github.defaultBranch());
      expect(error.code).toBe('github-refused');
      expect(`${error.message} ${error.fix}`).toMatch(/show the repository.*redirects elsewhere/);
      expect(asked.map(({ authorization }) => authorization)).toEqual([undefined]);
      expect(waits).toEqual([]);
    },
  );

  test('a read that is redirected on the same host is followed, as after a repository was renamed', async () => {
    const { server, github } = await context();
    const headers = { location: `${server.url}/repos/octo-org/octo-repo` };
    server.fail({ match: /GET/, status: 301, headers, body: {} });
    expect(await github.defaultBranch()).toBe('main');
  });

  test.each(['issues/2', 'issues/1/comments', 'pulls/1', ''])(
    'a read that is redirected to another resource, as of a transferred issue, takes no answer from there: %s',
    async (below) => {
      const { server, github, waits } = await context();
      server.pull({ title: 'One', author: 'ann', pull: PULL });
      server.issue({ title: 'Two', author: 'ann' });
      const headers = {
        location: `${server.url}/repos/octo-org/octo-repo/${below}`.replace(/\/$/, ''),
      };
      server.fail({ match: /issues\/1$/, status: 301, headers, body: {} });
      const error = await errorOf(github.issue(1));
      expect(error.code).toBe('github-refused');
      expect(`${error.message} ${error.fix}`).toMatch(
        /show issue #1 .*redirects elsewhere.*transferred/,
      );
      expect(waits).toEqual([]);
    },
  );

  test('a read that is redirected to the id of its repository is followed', async () => {
    const renamed = await listenOnLoopback(
      createServer(({ url = '' }, response) => {
        if (url.startsWith('/repositories/9/contents/a%20b@c')) {
          response.writeHead(200, { 'content-type': 'application/json' });
          const file = { type: 'file', sha: 'f', size: 1, encoding: 'base64', content: 'YQ==' };
          response.end(JSON.stringify(file));
          return;
        }
        const location = url.replace('/repos/o/r/', '/repositories/9/').replace('%40', '@');
        response.writeHead(301, { location }).end();
      }),
      0,
    );
    onTestFinished(() => renamed.close());
    const github = createGitHub({
      redactor: createRedactor(),
      token: 't',
      apiUrl: renamed.url,
      owner: 'o',
      repo: 'r',
    });
    expect(await github.fileAt('main', 'a b@c')).toMatchObject({ text: 'a' });
  });

  test('a server whose answer never ends is given up', async () => {
    const endless = await listenOnLoopback(
      createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const timer = setInterval(() => response.write(' '), 10);
        response.on('close', () => clearInterval(timer));
      }),
      0,
    );
    onTestFinished(() => endless.close());
    const github = createGitHub({
      redactor: createRedactor(),
      token: 'a token',
      apiUrl: endless.url,
      owner: 'o',
      repo: 'r',
      clock: fastClock(),
      requestTimeoutMs: 50,
    });
    const error = await errorOf(github.comments(1));
    expect(error.code).toBe('github-unreachable');
    expect(error.message).toContain('list the comments of #1');
  });

  test('a server that never answers is given up', async () => {
    const { server, github } = await context({ client: { requestTimeoutMs: 50 } });
    server.fail({ match: /GET/, times: 4, delayMs: 400 });
    expect((await errorOf(github.defaultBranch())).code).toBe('github-unreachable');
  });

  test.each(['11:00', '12:00', '13:00'])(
    'a comment whose answer was lost is found and not posted twice, also if it is %s here and 12:00 at GitHub',
    async (time) => {
      const clock = fastClock(`2026-03-01T${time}:00Z`);
      const { server, github } = await context({ client: { clock } });
      server.issue({ title: 'A bug', author: 'ann' });
      await github.issue(1);
      server.fail({ match: /POST .*comments/, dropAfter: true });
      const made = await github.createComment(1, 'The card.\r\n');
      expect(server.commentsOn(1)).toHaveLength(1);
      expect(made.id).toBe(server.commentsOn(1)[0]?.id);
    },
  );

  test('the time by what succeeds counts, also of a server that gives its requests no id', async () => {
    const clock = fastClock('2026-03-01T13:00:00Z');
    const { server, github } = await context({ client: { clock } });
    server.issue({ title: 'A bug', author: 'ann' });
    const headers = { date: 'Sun, 01 Mar 2026 12:00:00 GMT' };
    const body = { default_branch: 'main' };
    server.fail({ match: /GET \/repos\/[^/]*\/[^/]*$/, status: 200, headers, body });
    await github.defaultBranch();
    server.fail({ match: /POST .*comments/, dropAfter: true });
    const made = await github.createComment(1, 'The card.');
    expect(server.commentsOn(1).map(({ id }) => id)).toEqual([made.id]);
  });

  test.each([
    'Sun, 01 Mar 2026 15:00:00 GMT',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'Fri, 01 Jan 2100 00:00:00 GMT',
    'Fri, 12 Sep 275760 23:59:59 GMT',
  ])(
    'a comment whose answer was lost is found and not posted twice, although a proxy said that it is %s',
    async (date) => {
      const { server, github, clock } = await context();
      server.issue({ title: 'A bug', author: 'ann' });
      server.comment({ login: 'github-actions[bot]', issue: 1, body: 'The card.' });
      await clock.sleep(3_600_000);
      server.fail({ match: /GET .*issues/, times: 4, status: 502, headers: { date }, body: '' });
      expect((await errorOf(github.issue(1))).code).toBe('github-unreachable');
      server.fail({ match: /POST .*comments/, dropAfter: true });
      const made = await github.createComment(1, 'The card.');
      const [, second, ...more] = server.commentsOn(1);
      expect(more).toEqual([]);
      expect(made.id).toBe(second?.id);
    },
  );

  test('a comment that was posted is found, although its answer asks for a longer wait than a run may make', async () => {
    const { server, github, waits } = await context();
    server.issue({ title: 'A bug', author: 'ann' });
    const sent = createGitHub({
      redactor: createRedactor(),
      token: server.token,
      apiUrl: server.url,
      owner: 'octo-org',
      repo: 'octo-repo',
      clock: fastClock(),
    });
    server.fail({
      match: /POST .*comments/,
      until: () => sent.createComment(1, 'The card.'),
      status: 503,
      headers: { 'retry-after': '3600' },
    });
    const made = await github.createComment(1, 'The card.');
    expect(server.commentsOn(1).map(({ id }) => id)).toEqual([made.id]);
    expect(waits).toEqual([]);
  });

  test('a comment that the last attempt posted is found, although its answer was lost: people would answer one that nobody reads', async () => {
    const { server, github } = await context();
    server.issue({ title: 'A bug', author: 'ann' });
    server.fail({ match: /POST .*comments/, status: 502, body: '', times: 3 });
    server.fail({ match: /POST .*comments/, dropAfter: true });
    const made = await github.createComment(1, 'The card.');
    expect(server.commentsOn(1).map(({ id }) => id)).toEqual([made.id]);
  });

  test('the same words said twice on purpose are two comments, lost answers or not', async () => {
    const { server, github } = await context();
    server.issue({ title: 'A bug', author: 'ann' });
    const first = await github.createComment(1, 'Again.');
    server.fail({ match: /POST .*comments/, status: 502, body: '' });
    const second = await github.createComment(1, 'Again.');
    expect(second.id).not.toBe(first.id);
    expect(server.commentsOn(1)).toHaveLength(2);
  });

  test.each(['11:00', '12:00', '13:00'])(
    'an issue whose answer was lost is found and not made twice, also if it is %s here and 12:00 at GitHub',
    async (time) => {
      const clock = fastClock(`2026-03-01T${time}:00Z`);
      const { server, github } = await context({ client: { clock } });
      await github.defaultBranch();
      server.fail({ match: /POST .*issues/, dropAfter: true });
      expect((await github.createIssue('Approvals', 'Here.')).number).toBe(1);
      expect((await errorOf(github.issue(2))).code).toBe('github-not-found');
    },
  );

  test('a cancelled run asks nothing more', async () => {
    const stop = new AbortController();
    const { server, github } = await context({ client: { signal: stop.signal } });
    stop.abort(new Error('SIGTERM'));
    expect((await errorOf(github.defaultBranch())).code).toBe('cancelled');
    expect(server.log).toEqual([]);
  });

  test.each([301, 302, 307, 308])(
    'a redirected write is named as one, and not followed: %d',
    async (status) => {
      const { github, server } = await context();
      const { number } = server.issue({ author: 'mona', title: 'a', body: 'b' });
      const headers = { location: `${server.url}/repositories/1/issues/1/comments` };
      server.fail({ match: /POST .*comments/, status, headers, body: { message: 'Moved' } });
      const error = await errorOf(github.createComment(number, 'Hi'));
      expect(error.code).toBe('github-refused');
      expect(`${error.message} ${error.fix}`).toMatch(/redirects elsewhere.*renamed or moved/);
      expect(server.commentsOn(number)).toEqual([]);
    },
  );

  test('a limit of time says so itself: nobody cancelled the run', async () => {
    const controller = new AbortController();
    const { github } = await context({ client: { signal: controller.signal } });
    controller.abort(new CountersignError('github-unreachable', 'its 30 s are over.'));
    const error = await errorOf(github.defaultBranch());
    expect(error.code).toBe('github-unreachable');
    expect(error.message).toMatch(/^GitHub could not .*: its 30 s are over\.$/);
  });

  test('a run that is cancelled while GitHub is silent does not wait for it', async () => {
    const stop = new AbortController();
    const { server, github } = await context({ client: { signal: stop.signal } });
    server.fail({ match: /GET/, delayMs: 20_000, drop: true });
    const asked = errorOf(github.defaultBranch());
    setTimeout(() => {
      stop.abort(new Error('SIGTERM'));
    }, 50);
    expect((await asked).code).toBe('cancelled');
  });
});

test('Enterprise Server is asked under its own paths', async () => {
  const { server } = await context();
  const github = createGitHub({
    redactor: createRedactor(),
    token: server.token,
    apiUrl: `${server.url}/api/v3`,
    owner: 'octo-org',
    repo: 'octo-repo',
    clock: fastClock(),
  });
  await errorOf(github.defaultBranch());
  await errorOf(github.threadState(1, ['IC_1']));
  expect(server.log.map((entry) => entry.path)).toEqual([
    '/api/v3/repos/octo-org/octo-repo',
    '/api/graphql',
  ]);
});

test.each(['.', '..'])(
  'a name that would lead to another address is refused before anything is sent: %s',
  async (name) => {
    const { server, github } = await context();
    for (const work of [
      () => github.removeLabel(1, name),
      () => github.branchHead(`a/${name}/b`),
      () => github.commitOf(name),
    ])
      expect((await errorOf(work())).code).toBe('input-invalid');
    expect(server.log).toEqual([]);
  },
);

test('a repository name that would lead elsewhere is refused', () => {
  expect(() =>
    createGitHub({
      redactor: createRedactor(),
      token: 't',
      apiUrl: 'http://127.0.0.1:9',
      owner: 'o',
      repo: '../x',
    }),
  ).toThrow(/not a valid name/);
});
