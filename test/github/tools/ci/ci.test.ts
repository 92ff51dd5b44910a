import { describe, expect, test } from 'vitest';
import type { ServedJob, ServedWorkflowRun } from '../../../testing/github-server/ci-state.ts';
import { call, textOf, toolSetup } from '../../tool-context.ts';
import { workflowRunJson } from '../../../testing/github-server/ci-json.ts';
import { addCheck, addJob, addStatus, addWorkflowRun } from '../../../testing/github-server/ci.ts';

const OWN = 'octo-org/octo-repo';
const READ = 'github_read_ci';
const RERUN = 'github_rerun_failed';

async function ciSetup(over: Partial<ServedWorkflowRun> = {}, job: Partial<ServedJob> = {}) {
  const setup = await toolSetup(null);
  setup.server.person('octo-org', 'admin');
  const run: ServedWorkflowRun = {
    id: 71,
    name: 'CI',
    workflow: '.github/workflows/ci.yml',
    event: 'push',
    headRepository: OWN,
    headSha: setup.head,
    completed: true,
    conclusion: 'failure',
    actor: 'ann',
    ...over,
  };
  addWorkflowRun(setup.server, run);
  addJob(setup.server, {
    id: 501,
    run: 71,
    name: 'test (20)',
    conclusion: 'failure',
    steps: [
      { name: 'Set up job', conclusion: 'success' },
      { name: 'Run npm test', conclusion: 'failure' },
    ],
    log: '2026-01-01T00:00:00.5Z \u001B[31mAssertionError\u001B[0m: 1 is not 2\n2026-01-01T00:00:00.6Z ##[error]Process completed with exit code 1.\n',
    ...job,
  });
  return { ...setup, run };
}

function sent(server: { log: readonly { method: string }[] }): number {
  return server.log.filter(({ method }) => method === 'POST').length;
}

describe('github_read_ci', () => {
  test('finds the failing job of the commit and shows its log where it failed', async () => {
    const { tools, server } = await ciSetup();
    addJob(server, { id: 502, run: 71, name: 'lint', conclusion: 'success', log: 'fine' });
    const result = await call(tools, READ, {});
    const text = textOf(result);
    expect(text).toContain('- 71 CI (push): failure, attempt 1');
    expect(text).toContain(
      'job 501 \\"test (20)\\" of run 71: failure in step 2 \\"Run npm test\\"',
    );
    expect(text).toContain('AssertionError: 1 is not 2\n##[error]Process completed');
    expect(text).not.toContain('<<');
    expect(result).toMatchObject({ ok: true });
  });

  test('reads workflow runs that GitHub lists without their repository', async () => {
    const { tools, server, run } = await ciSetup();
    const { repository, ...listed } = { repository: null, ...workflowRunJson(server.state, run) };
    expect(repository).toMatchObject({ full_name: OWN });
    const body = { total_count: 1, workflow_runs: [listed] };
    server.fail({ match: /\/actions\/runs\?/, status: 200, body, times: 100 });
    const text = textOf(await call(tools, READ, {}));
    expect(text).toContain('- 71 CI (push): failure, attempt 1');
    expect(text).not.toContain('could not');
  });

  test('the address of the log gets no token, and the storage would refuse one', async () => {
    const { tools, server } = await ciSetup();
    await call(tools, READ, { job: 501 });
    const stored = server.log.filter(({ path }) => path.startsWith('/_storage/'));
    expect(stored).toMatchObject([{ authorized: false, status: 200 }]);
  });

  test('a log is read page by page', async () => {
    const log = Array.from({ length: 3_000 }, (_, index) => `line ${index}`).join('\n');
    const { tools } = await ciSetup({}, { log });
    let offset = 0;
    let read = '';
    for (let page = 0; page < 5; page += 1) {
      const text = textOf(await call(tools, READ, { job: 501, offset }));
      read += text.split('\n').slice(2).join('\n');
      const next = /continue with offset: (\d+)/.exec(text)?.[1];
      if (next === undefined) break;
      offset = Number(next);
    }
    expect(read).toBe(log);
    expect(textOf(await call(tools, READ, { job: 501, offset: 99_999 }))).toMatch(/characters/);
    expect(await call(tools, READ, { offset: 5 })).toMatchObject({ ok: false });
  });

  test('a secret on the edge of a page is taken out whole', async () => {
    const { tools } = await ciSetup(
      {},
      { log: `${'x'.repeat(14_997)}hunter2${'y'.repeat(20_000)}` },
    );
    const pages = [0, 15_000].map((offset) => call(tools, READ, { job: 501, offset }));
    for (const page of await Promise.all(pages)) expect(textOf(page)).not.toMatch(/hun|ter2/);
  });

  test.each([
    ['of a fork', { headRepository: 'eve/x', event: 'pull_request' }],
    ['of a fork that is gone', { headRepository: null }],
    ['started by an outsider', { actor: 'eve' }],
    ['started by a bot', { actor: 'dependabot[bot]' }],
    ['begun by an issue', { event: 'issues' }],
    ['on pull_request_target', { event: 'pull_request_target' }],
  ])('what ran %s stands between marks and tightens the policy', async (_name, over) => {
    const { tools, head } = await ciSetup(over);
    for (const input of [{}, { job: 501 }, { job: 501, offset: 0 }]) {
      const result = await call(tools, READ, input);
      expect(textOf(result)).toMatch(
        /^<<CI of [0-9a-f]{40}\|(`{3,})text\n[\s\S]*AssertionError[\s\S]*\n\1>>$/,
      );
      expect(result).toMatchObject({ metadata: { untrustedSource: `CI of ${head}` } });
    }
  });

  test('checks of other Apps and statuses are listed, between marks where nothing else ran', async () => {
    const { tools, server, head } = await toolSetup(null);
    addCheck(server, {
      sha: head,
      name: 'coverage',
      app: 'codecov',
      conclusion: 'failure',
      title: 'Down',
    });
    addStatus(server, { sha: head, context: 'ci/old', state: 'error', description: 'broke' });
    const result = await call(tools, READ, { ref: 'main' });
    expect(textOf(result)).toContain('- coverage (codecov): failure \\"Down\\"');
    expect(textOf(result)).toContain('- ci/old: error \\"broke\\"');
    expect(result).toMatchObject({ metadata: { untrustedAuthor: null } });
  });

  test('a commit on which nothing ran is reported so', async () => {
    const { tools } = await toolSetup(null);
    const result = await call(tools, READ, {});
    expect(textOf(result)).toContain('Nothing ran on this commit.');
    expect(result).not.toMatchObject({ metadata: { untrustedSource: expect.anything() } });
  });

  test('only the newest run of a workflow counts, and the head of a pull request is found', async () => {
    const { tools, server, head } = await ciSetup();
    const pull = { headRef: 'x', headSha: head, headRepository: OWN, baseRef: 'main' };
    server.pull({
      title: 'P',
      author: 'ann',
      pull: { ...pull, draft: false, commitAuthors: ['ann'] },
    });
    addWorkflowRun(server, {
      id: 72,
      name: 'CI',
      workflow: '.github/workflows/ci.yml',
      event: 'push',
      headRepository: OWN,
      headSha: head,
      completed: true,
      actor: 'ann',
    });
    const text = textOf(await call(tools, READ, { number: 1 }));
    expect(text).toContain('- 72 CI (push): success');
    expect(text).not.toContain('- 71');
  });

  test.each([
    ['goes on', { conclusion: null, log: null }, /job.*has no log/i],
    ['has lost its log', { log: null }, /has no log/],
  ])('a job that %s is reported so', async (_name, job, why) => {
    const { tools } = await ciSetup({}, job);
    expect(textOf(await call(tools, READ, { job: 501 }))).toMatch(why);
  });

  test.each([
    ['one name', '.github/workflows/other.yml'],
    [
      'one path, one of which the organization requires,',
      '.github/workflows/ci.yml@refs/heads/main',
    ],
    ['paths that differ after an @', '.github/workflows/ci.yml@2.yml'],
  ])('two workflows of %s are two workflows', async (_name, workflow) => {
    const { tools, server, run } = await ciSetup();
    addWorkflowRun(server, { ...run, id: 72, workflow, conclusion: 'success' });
    const text = textOf(await call(tools, READ, {}));
    expect(text).toContain('- 71 CI (push): failure');
    expect(text).toContain('- 72 CI (push): success');
  });

  test('what the token may not see is a line with the permission; nothing at all is an error', async () => {
    const setup = await toolSetup(null, {
      server: { tokenPermissions: { contents: 'read', checks: 'read' } },
    });
    const some = textOf(await call(setup.tools, READ, {}));
    expect(some).toContain('actions: read');
    expect(some).toContain('statuses: read');
    const none = await toolSetup(null, { server: { tokenPermissions: { contents: 'read' } } });
    expect(await call(none.tools, READ, {})).toMatchObject({
      ok: false,
      error: { type: 'permission' },
    });
  });

  test('a storage that fails leaves the overview standing', async () => {
    const { tools, server } = await ciSetup();
    server.fail({ match: /_storage/, status: 500 });
    expect(textOf(await call(tools, READ, {}))).toMatch(/failed jobs[\s\S]*could not be read.*500/);
  });

  test('is readonly, on the host of the API', async () => {
    const { tools, server } = await ciSetup();
    const tool = tools.find(({ name }) => name === READ);
    expect(await tool?.prepare({})).toMatchObject({
      call: { facts: { kind: 'readonly', hosts: [new URL(server.url).host] } },
    });
  });
});

describe('github_rerun_failed', () => {
  test('starts the failed jobs again, once, also if the run is resumed in between', async () => {
    const { tools, server, run, resumed } = await ciSetup();
    const first = await call(tools, RERUN, { run: 71 });
    expect(first).toMatchObject({ ok: true, metadata: { created: 'rerun', id: 71 } });
    expect(run).toMatchObject({ attempt: 2, completed: false });
    run.completed = true;
    run.conclusion = 'failure';
    for (const job of [tools, resumed()])
      expect(await call(job, RERUN, { run: 71 })).toMatchObject({
        ok: true,
        metadata: { created: 'nothing' },
      });
    expect(sent(server)).toBe(1);
  });

  test('a lost answer does not start them twice', async () => {
    const { tools, server, run } = await ciSetup();
    server.fail({ match: /rerun-failed-jobs/, dropAfter: true });
    expect(await call(tools, RERUN, { run: 71 })).toMatchObject({ ok: true });
    expect(run.attempt).toBe(2);
    expect(sent(server)).toBe(1);
  });

  test.each([
    ['goes on', { completed: false }, /in_progress/],
    ['succeeded', { conclusion: 'success' }, /did not fail/],
    ['was tried three times', { attempt: 3 }, /tried 3 times/],
  ])('a run that %s is left alone', async (_name, over, why) => {
    const { tools, server } = await ciSetup(over);
    const result = await call(tools, RERUN, { run: 71 });
    expect(result).toMatchObject({ ok: false, error: { type: 'validation' } });
    expect(textOf(result)).toMatch(why);
    expect(sent(server)).toBe(0);
  });

  test('at most three workflow runs are started again', async () => {
    const { tools, server, run } = await ciSetup();
    for (let id = 81; id < 85; id += 1) {
      addWorkflowRun(server, { ...run, id, conclusion: 'failure', completed: true, attempt: 1 });
      addJob(server, { id: 600 + id, run: id, name: 'test', conclusion: 'failure', log: '' });
      expect(await call(tools, RERUN, { run: id })).toMatchObject({ ok: id < 84 });
    }
    expect(sent(server)).toBe(3);
  });

  test.each([
    [403, 'Unable to retry this workflow run because it was created over a month ago', 'execution'],
    [403, 'Resource not accessible by integration', 'permission'],
    [404, 'Not Found', 'not_found'],
    [409, 'Conflict', 'execution'],
  ])('GitHub’s %i is a failed call that says why', async (status, message, type) => {
    const { tools, server } = await ciSetup();
    server.fail({ match: /rerun-failed-jobs/, status, body: { message } });
    const result = await call(tools, RERUN, { run: 71 });
    expect(result).toMatchObject({ ok: false, error: { type } });
    expect(textOf(result)).toContain(message);
  });

  test('a run that is not there is not found', async () => {
    const { tools } = await ciSetup();
    expect(await call(tools, RERUN, { run: 404 })).toMatchObject({ error: { type: 'not_found' } });
  });
});
