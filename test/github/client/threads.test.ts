import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createRedactor } from '../../../src/common/index.ts';
import { createGitHub } from '../../../src/github/index.ts';
import { fastClock } from '../context.ts';

/** A client of a server whose GraphQL answers what `answer` makes of a query. */
async function clientOf(answer: (query: string) => object) {
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await json(request);
    const query = typeof body === 'object' && body !== null ? Reflect.get(body, 'query') : '';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer(String(query))));
  };
  const server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return createGitHub({
    token: 'ghs_test',
    apiUrl: `http://127.0.0.1:${port}/api/v3`,
    owner: 'octo-org',
    repo: 'octo-repo',
    redactor: createRedactor(),
    clock: fastClock(),
  });
}

const refusal = (message: string) => ({
  errors: [{ message, extensions: { code: 'undefinedField' } }],
});
const about = (found: object) => ({ data: { repository: { issueOrPullRequest: found } } });
const item = (number: number, state: string) => ({
  number,
  state,
  repository: { nameWithOwner: 'octo-org/octo-repo' },
});

test.each([
  "Field 'closedByPullRequestsReferences' doesn't exist on type 'Issue'",
  "Field 'closedByPullRequestsReferences' doesn't accept argument 'includeClosedPrs'",
])(
  'an older Enterprise Server names the pull requests that close an issue: %s',
  async (message) => {
    const github = await clientOf((query) =>
      query.includes('closedByPullRequestsReferences')
        ? refusal(message)
        : about({
            timelineItems: {
              nodes: [
                { willCloseTarget: true, source: item(8, 'MERGED') },
                { willCloseTarget: false, source: item(9, 'OPEN') },
                { willCloseTarget: true, source: {} },
                { willCloseTarget: false, source: null },
                null,
                { willCloseTarget: true, source: item(10, 'OPEN') },
              ],
            },
          }),
    );
    expect(await github.linkedItems(7)).toEqual([
      { number: 8, open: false, repository: 'octo-org/octo-repo' },
      { number: 10, open: true, repository: 'octo-org/octo-repo' },
    ]);
  },
);

test('an older Enterprise Server names the issues that a pull request closes', async () => {
  const github = await clientOf((query) =>
    query.includes('closedByPullRequestsReferences')
      ? refusal("Field 'closedByPullRequestsReferences' doesn't exist on type 'Issue'")
      : about({ closingIssuesReferences: { nodes: [item(3, 'OPEN'), null] } }),
  );
  expect(await github.linkedItems(7)).toMatchObject([{ number: 3, open: true }]);
});

test('any other refusal of the linked items is an error, after one query', async () => {
  let queries = 0;
  const github = await clientOf(() => {
    queries += 1;
    return { errors: [{ type: 'FORBIDDEN', message: 'Resource not accessible by integration' }] };
  });
  await expect(github.linkedItems(7)).rejects.toMatchObject({ code: 'github-permission' });
  expect(queries).toBe(1);
});
