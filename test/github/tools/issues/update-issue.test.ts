import { expect, test } from 'vitest';
import type { Json } from '../../../../src/common/index.ts';
import { issueJson } from '../../../../src/testing/github-server/json.ts';
import { call, textOf, toolSetup } from '../../tool-context.ts';

const TOOL = 'github_update_issue';

async function issueSetup(options: Parameters<typeof toolSetup>[1] = {}) {
  const setup = await toolSetup(1, options);
  const issue = setup.server.issue({ title: 'A bug', author: 'eve' });
  setup.server.state.milestones.set(3, { number: 3, title: 'v1.0', state: 'open' });
  setup.server.state.milestones.set(4, { number: 4, title: 'v0.9', state: 'closed' });
  const writes = () => setup.server.log.filter(({ method }) => !['GET', 'HEAD'].includes(method));
  const update = (input: Json) => call(setup.tools, TOOL, input);
  return { ...setup, issue, writes, update };
}

test('title, state, assignees and milestone are changed, and what changed is reported', async () => {
  const { issue, update } = await issueSetup();
  const result = await update({
    title: 'Crash on empty files',
    state: 'closed',
    state_reason: 'not_planned',
    assignees: ['ann'],
    milestone: 'V1.0',
  });
  expect(result).toMatchObject({
    ok: true,
    metadata: { created: 'change of title, state (closed), assignees, milestone', id: 1 },
  });
  expect(issue).toMatchObject({
    title: 'Crash on empty files',
    state: 'closed',
    stateReason: 'not_planned',
    milestone: 3,
    assignees: [{ login: 'ann' }],
  });
});

test('what holds already is not sent', async () => {
  const { update, writes } = await issueSetup();
  const wanted = { title: 'New', state: 'closed', assignees: ['Ann'], milestone: 3 };
  await update(wanted);
  const before = writes().length;
  const again = await update(wanted);
  expect(again).toMatchObject({ ok: true, metadata: { created: 'nothing' } });
  expect(writes()).toHaveLength(before);
});

test('a list of assignees is the whole list: who is not in it is taken off, and [] takes all off', async () => {
  const { server, issue, update } = await issueSetup();
  server.person('bob', 'triage');
  await update({ assignees: ['ann'] });
  await update({ assignees: ['bob'] });
  expect(issue.assignees.map(({ login }) => login)).toEqual(['bob']);
  await update({ assignees: [], milestone: 4 });
  expect(issue.assignees).toEqual([]);
  await update({ milestone: null });
  expect(issue.milestone).toBeNull();
});

test('a title notifies nobody and stays one line', async () => {
  const { issue, update } = await issueSetup();
  await update({ title: 'For @ann\nsoon' });
  expect(issue.title).not.toMatch(/@ann|\n/);
});

test.each([
  ['nothing to change', {}, /names no change/],
  ['a person who cannot be assigned', { assignees: ['ann', 'mallory'] }, /mallory/],
  ['a milestone that is not there', { title: 'x', milestone: 'v9' }, /no milestone v9/],
  ['a number of no milestone', { milestone: 99 }, /no milestone 99/],
  ['a reason without closing', { state_reason: 'completed' }, /needs state closed/],
  ['an unknown state', { state: 'locked' }, /state/],
  ['a login that is none', { assignees: ['@ann'] }, /assignees/],
  ['a key that is not known', { labels: ['bug'] }, /labels/],
])('%s is refused, and nothing is sent', async (_name, input, why) => {
  const { update, writes, issue } = await issueSetup();
  const result = await update(input);
  expect(result).toMatchObject({ ok: false, error: { type: 'validation' } });
  expect(textOf(result)).toMatch(why);
  expect(writes()).toEqual([]);
  expect(issue.title).toBe('A bug');
});

test('a milestone that is not there is answered with those that are', async () => {
  const { update } = await issueSetup();
  expect(await update({ milestone: 'v9' })).toMatchObject({
    error: { recommendations: ['It has: 3 (v1.0), 4 (v0.9).'] },
  });
});

test('the reason of a closed issue is not changed behind GitHub’s back', async () => {
  const { update, issue } = await issueSetup();
  await update({ state: 'closed' });
  const result = await update({ state: 'closed', state_reason: 'duplicate' });
  expect(textOf(result)).toContain('closed already as completed');
  expect(issue.stateReason).toBe('completed');
});

test('a pull request is closed like an issue, but has no reason', async () => {
  const { server, update, head } = await issueSetup();
  const pull = server.pull({
    title: 'Mine',
    author: 'ann',
    pull: {
      headRef: 'x',
      headSha: head,
      headRepository: 'octo-org/octo-repo',
      baseRef: 'main',
      draft: false,
      commitAuthors: ['ann'],
    },
  });
  expect(await update({ number: 2, state: 'closed', state_reason: 'completed' })).toMatchObject({
    ok: false,
  });
  expect(await update({ number: 2, state: 'closed' })).toMatchObject({ ok: true });
  expect(pull.state).toBe('closed');
});

test('what GitHub drops without a word is an error', async () => {
  const { server, update } = await issueSetup();
  const body = {
    number: 1,
    title: 'A bug',
    state: 'open',
    assignees: [],
    html_url: 'https://github.com/octo-org/octo-repo/issues/1',
  };
  server.fail({ match: /POST .*assignees/, status: 201, body });
  expect(await update({ assignees: ['ann'] })).toMatchObject({
    ok: false,
    error: { type: 'permission', message: 'GitHub did not change the assignees of #1.' },
  });
});

test.each([
  [403, { message: 'Resource not accessible by integration' }, 'permission'],
  [404, { message: 'Not Found' }, 'not_found'],
  [410, { message: 'This issue was deleted' }, 'execution'],
  [
    422,
    { message: 'Validation Failed', errors: [{ field: 'title', code: 'invalid' }] },
    'execution',
  ],
])('GitHub’s %i is a failed call that says why', async (status, body, type) => {
  const { server, update } = await issueSetup();
  server.fail({ match: /PATCH .*issues/, status, body });
  const result = await update({ title: 'New' });
  expect(result).toMatchObject({ ok: false, error: { type } });
  expect(textOf(result)).toContain(body.message);
});

test('a lost answer, a 502 and a rate limit are waited out', async () => {
  const { server, update, issue, clock } = await issueSetup();
  server.fail({ match: /PATCH/, dropAfter: true });
  server.fail({ match: /PATCH/, status: 502, body: '<html>' });
  server.fail({ match: /PATCH/, status: 429, headers: { 'retry-after': '7' }, body: {} });
  expect(await update({ title: 'New' })).toMatchObject({ ok: true });
  expect(issue.title).toBe('New');
  expect(clock.slept).toContain(7000);
});

test('without the permission the line to add is named', async () => {
  const { update } = await issueSetup({ server: { tokenPermissions: { issues: 'read' } } });
  const result = await update({ title: 'New' });
  expect(JSON.stringify(result)).toContain('issues: write');
});

test('the policy sees a network call on the host of the API; people see each change', async () => {
  const { tools, server } = await issueSetup();
  const prepared = await tools
    .find(({ name }) => name === TOOL)
    ?.prepare({ state: 'closed', state_reason: 'completed', assignees: [] });
  if (prepared?.ok !== true) throw new Error('not prepared');
  expect(prepared.call.facts).toMatchObject({ kind: 'network', hosts: [new URL(server.url).host] });
  expect((await prepared.call.preview()).text).toBe(
    'Change #1:\nstate: closed (completed)\nassignees: nobody',
  );
});

test('an issue that was transferred is not changed, nor the one with the number that it has now', async () => {
  const { server, update, writes } = await issueSetup();
  server.issue({ title: 'Another', author: 'ann' });
  const headers = { location: `${server.url}/repos/octo-org/octo-repo/issues/2` };
  server.fail({ match: /GET .*issues\/1$/, times: 2, status: 301, headers, body: {} });
  expect(textOf(await update({ state: 'closed' }))).toContain('It redirects elsewhere.');
  expect(writes()).toEqual([]);
});

test.each([
  ['a title', { title: 'New' }, /PATCH/],
  ['an assignee who is taken off', { assignees: [] }, /DELETE .*assignees/],
])('%s that GitHub leaves as it was is an error', async (_name, input, match) => {
  const { server, update, issue } = await issueSetup();
  await update({ assignees: ['ann'] });
  server.fail({ match, status: 200, body: issueJson(server.state, issue) });
  expect(await update(input)).toMatchObject({
    ok: false,
    error: { type: 'permission', message: expect.stringContaining('GitHub did not change the') },
    metadata: { created: 'nothing' },
  });
});

test('what was changed before a failure is reported', async () => {
  const { server, update } = await issueSetup();
  server.fail({ match: /POST .*assignees/, status: 403, body: { message: 'Forbidden' } });
  expect(await update({ state: 'closed', assignees: ['ann'] })).toMatchObject({
    ok: false,
    metadata: { created: 'change of state (closed)', id: 1 },
  });
});
