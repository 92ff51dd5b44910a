import { expect, test } from 'vitest';
import type { Exchange, ServedReply } from '../../src/testing/index.ts';
import { ROUTES } from '../../src/testing/github-server/router.ts';
import { MORE_ROUTES } from '../testing/github-server/more-routes.ts';
import { DESCRIPTION, operationFor, validatorOf } from './description.ts';
import { startGitHub } from './github.ts';
import { violationsOf } from './violations.ts';

const REPO = '/repos/octo-org/octo-repo';

/** A request with what it was answered with. */
function exchange(
  line: string,
  body?: unknown,
  reply: ServedReply = { status: 404, body: {} },
): Exchange {
  const [method = '', address = ''] = line.split(' ');
  const url = new URL(address, 'http://127.0.0.1');
  return {
    request: {
      method,
      path: url.pathname,
      query: url.searchParams,
      headers: {},
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
    },
    reply,
    isFault: false,
  };
}

test.each([
  [`GET ${REPO}/issues?state=some`, undefined, /query parameter state must be equal to one of/],
  [`GET ${REPO}/issues?per_page=many`, undefined, /query parameter per_page must be integer/],
  [`GET ${REPO}/issues?limit=5`, undefined, /the query has limit, which is not documented/],
  [
    `GET ${REPO}/issues/seven`,
    undefined,
    /path parameter issue_number must be integer, is "seven"/,
  ],
  [`GET ${REPO}/issues/7`, { a: 1 }, /the request has a body; none is documented/],
  [`GET ${REPO}/nowhere`, undefined, /GitHub describes no such operation/],
  ['GET /search/issues', undefined, /query parameter q is not given; it is needed/],
  [`POST ${REPO}/issues`, undefined, /the request has no body; one is needed/],
  [`POST ${REPO}/issues`, { body: 'x' }, /the request body lacks title/],
  [
    `POST ${REPO}/issues`,
    { title: 'x', urgent: true },
    /the request body has urgent, which is not/,
  ],
  [`PATCH ${REPO}/issues/7`, { state: 'shut' }, /at \/state must be equal to one of .* is "shut"/],
  [`POST ${REPO}/issues/comments/7/reactions`, { content: 'like' }, /at \/content must be equal/],
])('a request that GitHub does not document is found: %s %j', (line, body, expected) => {
  expect(violationsOf(exchange(line, body)).join('\n')).toMatch(expected);
});

const LABEL = {
  id: 1,
  node_id: 'LA_1',
  url: 'https://api.github.com/repos/o/r/labels/bug',
  name: 'bug',
  description: null,
  color: 'f00',
  default: true,
};

test.each([
  [[{ ...LABEL, id: 'one' }], /the 200 answer at \/0\/id must be integer, is "one"/],
  [[{ ...LABEL, url: 'bug' }], /at \/0\/url must match format "uri", is "bug"/],
  [[{ ...LABEL, rank: 1 }], /at \/0 has rank, which is not documented/],
  [[{ name: 'bug' }], /at \/0 lacks node_id/],
  [{ labels: [] }, /the 200 answer must be array/],
  ['bug', /the 200 answer is no JSON/],
])("an answer that is not GitHub's is found: %j", (body, expected) => {
  const found = violationsOf(exchange(`GET ${REPO}/labels`, undefined, { status: 200, body }));
  expect(found.join('\n')).toMatch(expected);
  expect(found[0]).toMatch(/^GET \/repos\/\{owner\}\/\{repo\}\/labels: /);
});

test('a status that is not documented, and an undocumented body, are found', () => {
  const status = exchange(`GET ${REPO}/labels`, undefined, { status: 202, body: [] });
  expect(violationsOf(status).join('\n')).toContain('the 202 answer is not documented');
  const body = exchange(`DELETE ${REPO}/issues/comments/7`, undefined, { status: 204, body: {} });
  expect(violationsOf(body).join('\n')).toContain('the 204 answer has a body; none is documented');
});

test('what is as GitHub describes it is no violation, and a fault is no answer of the server', () => {
  const kept = exchange(`GET ${REPO}/labels?per_page=5`, undefined, { status: 200, body: [LABEL] });
  expect(violationsOf(kept)).toEqual([]);
  const fault = exchange(`GET ${REPO}/labels`, undefined, { status: 500, body: 'no' });
  expect(violationsOf({ ...fault, isFault: true })).toEqual([]);
  expect(violationsOf(fault)).not.toEqual([]);
});

test('a local GitHub that was asked something undocumented does not close quietly', async () => {
  const server = await startGitHub();
  const headers = { authorization: `Bearer ${server.token}` };
  await fetch(`${server.url}${REPO}/labels?color=red`, { headers });
  await expect(server.close()).rejects.toThrow(
    /labels: the query has color, which is not documented/,
  );
});

test('a local GitHub whose answer is changed on the way does not close quietly', async () => {
  const server = await startGitHub();
  server.issue({ title: 'A', author: 'ann' }).title = Number.NaN as unknown as string;
  const headers = { authorization: `Bearer ${server.token}` };
  await fetch(`${server.url}${REPO}/issues/1`, { headers });
  await expect(server.close()).rejects.toThrow(/at \/title must be string, is null/);
});

test('every REST route of the local GitHub is one that GitHub describes', () => {
  const unknown = Object.keys({ ...ROUTES, ...MORE_ROUTES })
    .filter((route) => route !== 'POST /graphql')
    .filter((route) => {
      const [method = '', path = ''] = route.split(' ');
      const example = path
        .replace('REPO', REPO)
        .replaceAll(/:\w+/g, '1')
        .replaceAll(/\*\w+/g, 'a/b');
      return operationFor(method, example) === null;
    });
  expect(unknown).toEqual([]);
});

test('every schema of the description is one that can be checked', () => {
  for (const name of Object.keys(DESCRIPTION.schemas))
    expect(() => validatorOf({ $ref: `#/components/schemas/${name}` }), name).not.toThrow();
});
