import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '../../src/common/index.ts';
import type { CollectProgress } from '../../src/archive/index.ts';
import type { CollectOptions } from '../../src/archive/collect/collect.ts';
import type { TestGitHub } from '../testing/github-server/test-github.ts';
import { memoryGit } from '../testing/github-server/memory-git.ts';
import { runStart } from '../audit/events.ts';
import { startGitHub } from '../openapi/github.ts';
import {
  collectInto,
  contentOf,
  realRun,
  rowsOf,
  runOf,
  tempFolder,
  trailText,
  writeTrail,
  zipOf,
} from './archives.ts';
import { addWorkflowRun } from '../testing/github-server/ci.ts';

const REPO = 'octo-org/octo-repo';
const OTHER = 'octo-org/other';

let server: TestGitHub;
let archive: string;
beforeEach(async () => {
  server = await startGitHub({ others: { [OTHER]: { git: memoryGit() } } });
  archive = await tempFolder();
});
afterEach(async () => await server.close());

async function collected(options: Partial<CollectOptions> = {}) {
  const github = {
    token: server.token,
    apiUrl: server.url,
    clock: { now: () => new Date(), monotonicMs: () => 0, sleep: async () => undefined },
  };
  return await collectInto(archive, { repositories: [REPO], github, ...options });
}

/** Uploads the trail of a whole run, as the workflow run with that number does. */
function upload(
  workflowRun: number,
  more: { readonly repository?: string; readonly text?: string; createdAt?: string } = {},
): number {
  const { repository = REPO, text } = more;
  const { createdAt } = more;
  const trail = text ?? trailText(runOf(workflowRun, repository), `run-of-${workflowRun}`);
  return server.artifacts.put({
    name: `countersign-trail-${workflowRun}-1-agent`,
    bytes: zipOf({ 'audit.jsonl': trail, 'report.html': '<p></p>' }),
    workflowRunId: workflowRun,
    repository,
    ...(createdAt === undefined ? {} : { createdAt }),
  });
}

/** Uploads what is no trail, as many times: a page of the list has a hundred artifacts, and each trail is verified. */
function uploadOthers(count: number, createdAt?: string): void {
  for (let index = 0; index < count; index += 1) {
    server.artifacts.put({
      name: `coverage-${index}`,
      bytes: Buffer.from('x'),
      workflowRunId: 1_000 + index,
      repository: REPO,
      ...(createdAt === undefined ? {} : { createdAt }),
    });
  }
}

const downloads = () => server.log.filter(({ path }) => path.endsWith('/zip')).length;
const lists = () => server.log.filter(({ path }) => path.endsWith('/actions/artifacts')).length;

describe('a collection from GitHub', () => {
  test('collects the trails of a repository, and counts and names what is of other tools', async () => {
    upload(71);
    upload(72);
    server.artifacts.put({ name: 'coverage', bytes: zipOf({ a: 'b' }), workflowRunId: 71 });
    server.artifacts.put({
      name: 'countersign-checkpoint-71',
      bytes: zipOf({ a: 'b' }),
      workflowRunId: 71,
    });
    const result = await collected();
    expect(result).toMatchObject({
      added: { counted: 2 },
      problemCount: 0,
      others: { count: 1, names: ['coverage'] },
      expired: { count: 0 },
    });
    expect(
      await rowsOf(archive, 'SELECT run, workflow_run, repository FROM runs ORDER BY run'),
    ).toEqual([
      ['run-of-71', 71, REPO],
      ['run-of-72', 72, REPO],
    ]);
  });

  test('collects every repository of an organisation', async () => {
    upload(71);
    upload(81, { repository: OTHER });
    const result = await collected({ repositories: [], organizations: ['octo-org'] });
    expect(result).toMatchObject({ added: { counted: 2 }, problemCount: 0 });
    expect(await rowsOf(archive, 'SELECT repository FROM runs ORDER BY 1')).toEqual([
      [REPO],
      [OTHER],
    ]);
  });

  test('a second time downloads nothing and changes nothing', async () => {
    upload(71);
    upload(72, { text: 'no trail\n' });
    await collected();
    const before = await contentOf(archive);
    const count = downloads();
    expect(await collected()).toMatchObject({ known: 0, problemCount: 0 });
    expect(downloads()).toBe(count);
    expect(await contentOf(archive)).toEqual(before);
  });

  test('continues where the last one ended, and asks for no older pages', async () => {
    const old = '2026-01-01T00:00:00Z';
    for (let run = 1; run <= 10; run += 1) upload(run, { createdAt: old });
    uploadOthers(95, old);
    upload(200, { createdAt: '2026-02-01T00:00:00Z' });
    await collected();
    expect(lists()).toBe(2);
    upload(201, { createdAt: '2026-02-02T00:00:00Z' });
    expect(await collected()).toMatchObject({ added: { counted: 1 } });
    expect(lists()).toBe(3);
    expect(await rowsOf(archive, 'SELECT count(*) FROM runs')).toEqual([[12]]);
  });

  test('leaves out artifacts before --since, and brings them when an earlier day is named', async () => {
    upload(1, { createdAt: '2026-01-01T00:00:00Z' });
    upload(2, { createdAt: '2026-03-01T00:00:00Z' });
    await collected({ since: new Date('2026-02-01') });
    expect(await rowsOf(archive, 'SELECT workflow_run FROM runs')).toEqual([[2]]);
    await collected();
    expect(await rowsOf(archive, 'SELECT workflow_run FROM runs')).toEqual([[2]]);
    await collected({ since: new Date('2025-12-01') });
    expect(await rowsOf(archive, 'SELECT workflow_run FROM runs ORDER BY 1')).toEqual([[1], [2]]);
  });

  test('names expired artifacts, which are no errors', async () => {
    const id = upload(71);
    const stored = server.artifacts.artifacts.find((one) => one.id === id);
    if (stored !== undefined) stored.expired = true;
    const late = upload(72);
    server.fail({ match: new RegExp(`/actions/artifacts/${late}/zip`), status: 410, body: {} });
    const result = await collected();
    expect(result).toMatchObject({
      problemCount: 0,
      expired: {
        count: 2,
        names: [`${REPO} countersign-trail-71-1-agent`, `${REPO} countersign-trail-72-1-agent`],
      },
    });
    expect(await rowsOf(archive, 'SELECT problem, workflow_run FROM problems ORDER BY 2')).toEqual([
      ['expired', 71],
      ['expired', 72],
    ]);
  });

  test('an artifact that cannot be downloaded now is named, and collected the next time', async () => {
    const id = upload(71);
    upload(72);
    server.fail({ match: new RegExp(`/actions/artifacts/${id}/zip`), status: 503, times: 4 });
    expect(await collected()).toMatchObject({
      added: { counted: 1 },
      problems: [{ problem: 'waiting', where: `${REPO} countersign-trail-71-1-agent` }],
    });
    expect(await collected()).toMatchObject({ added: { counted: 1 }, problemCount: 0 });
  });

  test('an artifact whose bytes were changed in the storage is refused for good', async () => {
    const id = upload(71);
    server.artifacts.tamper(id, (bytes) => Buffer.concat([bytes, Buffer.from('x')]));
    expect(await collected()).toMatchObject({
      problems: [
        { problem: 'refused', because: expect.stringContaining('not what was') as string },
      ],
    });
    const count = downloads();
    expect(await collected()).toMatchObject({ problemCount: 0 });
    expect(downloads()).toBe(count);
  });

  test('a repository that cannot be listed is named, and the others are collected', async () => {
    upload(71);
    upload(81, { repository: OTHER });
    server.fail({ match: /octo-repo\/actions\/artifacts\?/, status: 403, body: { message: 'no' } });
    const result = await collected({ repositories: [REPO, OTHER] });
    expect(result).toMatchObject({
      added: { counted: 1 },
      problems: [{ problem: 'not listed', where: REPO }],
    });
    expect(await rowsOf(archive, 'SELECT problem, repository FROM problems')).toEqual([
      ['not listed', REPO],
    ]);
    await collected();
    expect(await rowsOf(archive, 'SELECT count(*) FROM problems')).toEqual([[0]]);
    expect(await rowsOf(archive, 'SELECT count(*) FROM runs')).toEqual([[2]]);
  });

  test('a wrong token ends the collection, and what was collected stays', async () => {
    upload(71);
    await collected();
    upload(72);
    const github = { token: 'ghs_wrong', apiUrl: server.url };
    expect(await collected({ github })).toMatchObject({ endedEarly: { code: 'input-invalid' } });
    expect(await rowsOf(archive, 'SELECT count(*) FROM runs')).toEqual([[1]]);
  });

  test('artifacts that are deleted while the list is read hide no other', async () => {
    for (let run = 1; run <= 10; run += 1) upload(run);
    uploadOthers(95);
    const newest = server.artifacts.artifacts.at(-1)?.id ?? 0;
    // The second page is asked for when one of the first is gone, so that one is on neither.
    server.fail({
      match: /\/actions\/artifacts\?per_page=100&page=2/,
      until: async () => server.artifacts.remove(newest),
    });
    await collected();
    const missing = await rowsOf(
      archive,
      `WITH RECURSIVE n(run) AS (SELECT 1 UNION ALL SELECT run + 1 FROM n WHERE run < 10)
      SELECT run FROM n WHERE run NOT IN (SELECT workflow_run FROM runs)`,
    );
    expect(missing).toEqual([]);
  });

  test('a list that is never whole, because artifacts are deleted all the time, is not taken for one', async () => {
    for (let run = 1; run <= 3; run += 1) upload(run);
    uploadOthers(100);
    const ids = server.artifacts.artifacts.map(({ id }) => id);
    for (let reading = 0; reading < 3; reading += 1) {
      server.fail({
        match: /\/actions\/artifacts\?per_page=100&page=2/,
        until: async () => server.artifacts.remove(ids.pop() ?? 0),
      });
    }
    expect(await collected()).toMatchObject({
      problems: [{ problem: 'not listed', because: expect.stringContaining('deleted') as string }],
    });
  });

  test('a token without access makes nothing expire, whether it lacks it from the start or loses it', async () => {
    const id = upload(71);
    const failing = new RegExp(`/actions/artifacts/${id}/zip`);
    const gone = { status: 404, body: { message: 'Not Found' } };
    server.fail({ match: failing, status: 503, times: 4 });
    await collected();
    server.fail({ match: /octo-repo/, ...gone });
    expect(await collected()).toMatchObject({ problems: [{ problem: 'not listed' }] });
    server.fail({ match: failing, ...gone });
    server.fail({ match: /\/actions\/artifacts\?/, skip: 1, ...gone });
    expect(await collected()).toMatchObject({ problems: [{ problem: 'waiting' }] });
    expect(await collected()).toMatchObject({ added: { counted: 1 }, problemCount: 0 });
  });

  test('an artifact that was deleted meanwhile is expired, and collected if GitHub lists it again', async () => {
    const id = upload(71);
    server.fail({
      match: new RegExp(`/actions/artifacts/${id}/zip`),
      status: 404,
      body: { message: 'Not Found' },
    });
    expect(await collected()).toMatchObject({ problemCount: 0, expired: { count: 1 } });
    expect(await collected()).toMatchObject({ added: { counted: 1 }, expired: { count: 0 } });
  });

  test('artifacts with the same bytes, downloaded at once, are kept once', async () => {
    for (let run = 1; run <= 20; run += 1) upload(run, { text: 'no trail\n' });
    upload(71);
    expect(await collected()).toMatchObject({
      added: { counted: 1, broken: 1 },
      known: 19,
      endedEarly: null,
    });
  });

  test('what was found before something ended the collection is in its result', async () => {
    upload(71, { text: 'no trail\n' });
    server.fail({ match: /other\/actions\/artifacts/, status: 401, body: { message: 'Bad' } });
    expect(await collected({ repositories: [REPO, OTHER] })).toMatchObject({
      problems: [{ where: `${REPO} countersign-trail-71-1-agent` }],
      endedEarly: { code: 'input-invalid' },
    });
  });

  test('downloads ten at a time', async () => {
    for (let run = 1; run <= 13; run += 1) upload(run);
    let [now, most] = [0, 0];
    const ten = Promise.withResolvers<void>();
    server.fail({
      match: /\/zip$/,
      times: 13,
      until: async () => {
        now += 1;
        most = Math.max(most, now);
        if (now === 10) ten.resolve();
        await ten.promise;
        now -= 1;
      },
    });
    await collected();
    expect(most).toBe(10);
    expect(await rowsOf(archive, 'SELECT count(*) FROM runs')).toEqual([[13]]);
  });

  test('shows where it is', async () => {
    upload(71);
    upload(72);
    const shown: CollectProgress[] = [];
    await collected({ onProgress: (progress) => shown.push(progress) });
    expect(shown.at(0)).toEqual({ place: REPO, done: 0, total: null, isEnd: false });
    expect(shown.at(-1)).toEqual({ place: REPO, done: 2, total: 2, isEnd: true });
  });
});

/** As `upload`, of a workflow run on a commit of a fork. */
function uploadOfFork(workflowRun: number): void {
  server.artifacts.put({
    name: `countersign-trail-${workflowRun}-1-agent`,
    bytes: zipOf({ 'audit.jsonl': trailText(runOf(workflowRun), `run-of-${workflowRun}`) }),
    workflowRunId: workflowRun,
    isFromFork: true,
  });
}

/** A workflow run of the agent's workflow. */
function agentRun(id: number, more: object = {}): void {
  addWorkflowRun(server, {
    id,
    workflow: '.github/workflows/agent.yml',
    workflowId: 7,
    event: 'issue_comment',
    headRepository: REPO,
    completed: true,
    createdAt: '2026-03-01T00:00:00Z',
    ...more,
  });
}

describe('a workflow run without an audit trail', () => {
  test('is missing if it failed, and its workflow has uploaded trails', async () => {
    upload(71, { createdAt: '2026-03-01T00:00:00Z' });
    agentRun(71);
    agentRun(72, { conclusion: 'failure' });
    agentRun(73, { conclusion: 'success' });
    agentRun(74, { conclusion: 'cancelled' });
    agentRun(75, { completed: false });
    agentRun(60, { conclusion: 'failure', createdAt: '2026-01-01T00:00:00Z' });
    agentRun(80, { conclusion: 'failure', workflowId: 8 });
    const because = 'The workflow run ended as failure, and has no audit trail: ';
    expect(await collected()).toMatchObject({
      added: { counted: 1 },
      problems: [
        { problem: 'missing', where: REPO, because: expect.stringContaining(because) as string },
      ],
    });
    expect(await rowsOf(archive, 'SELECT problem, workflow_run FROM problems')).toEqual([
      ['missing', 72],
    ]);
    expect(await collected()).toMatchObject({ problemCount: 0 });
    agentRun(75, { conclusion: 'timed_out' });
    agentRun(76, { conclusion: 'failure', createdAt: '2026-03-02T00:00:00Z' });
    upload(76, { createdAt: '2026-03-02T00:00:00Z' });
    expect((await collected()).problems.map(({ problem }) => problem)).toEqual(['missing']);
    expect(
      await rowsOf(archive, 'SELECT workflow_run FROM problems ORDER BY workflow_run'),
    ).toEqual([[72], [75]]);
  });

  test('is looked for with few requests: one lookup for a workflow, and its list', async () => {
    for (let id = 1; id <= 30; id += 1) {
      upload(id, { createdAt: '2026-03-01T00:00:00Z' });
      agentRun(id);
    }
    await collected();
    await collected();
    const asked = server.log.map(({ path }) => path);
    expect(asked.filter((path) => /\/actions\/runs\/\d+$/.test(path))).toHaveLength(1);
    expect(asked.filter((path) => path.endsWith('/workflows/7/runs'))).toHaveLength(2);
  });
});

/** What GitHub answers about attestations of a trail. */
function answerAttested(text: string, answer: { status: number; body: object }): void {
  server.fail({ match: new RegExp(`/attestations/sha256:${sha256(text)}$`), times: 9, ...answer });
}

describe('a collection that requires attestations', () => {
  test('counts only the trails of which GitHub stores one', async () => {
    const text = trailText(runOf(71), 'run-of-71');
    answerAttested(text, { status: 200, body: { attestations: [{ bundle: {} }] } });
    upload(71, { text });
    upload(72);
    const result = await collected({ requireAttestation: true });
    expect(result).toMatchObject({
      added: { counted: 1, broken: 1 },
      problems: [{ problem: 'broken', because: 'The audit trail is not attested.' }],
    });
    expect(await rowsOf(archive, 'SELECT workflow_run FROM runs')).toEqual([[71]]);
    expect(await rowsOf(archive, "SELECT fault FROM trails WHERE state = 'broken'")).toEqual([
      ['attestation'],
    ]);
  });

  test('tries a trail again of which it cannot ask now', async () => {
    const text = trailText(runOf(71), 'run-of-71');
    answerAttested(text, { status: 500, body: { message: 'Server Error' } });
    upload(71, { text });
    const result = await collected({ requireAttestation: true });
    expect(result).toMatchObject({ added: { counted: 0 }, problems: [{ problem: 'waiting' }] });
    expect(await rowsOf(archive, 'SELECT count(*) FROM runs')).toEqual([[0]]);
  });
});

describe('a trail that is not of the workflow run that uploaded it', () => {
  const stolen = trailText(runOf(71), 'run-of-71');

  test('is kept, named and not counted, and counts once its own workflow run brings it', async () => {
    upload(99, { text: stolen });
    expect(await collected()).toMatchObject({
      added: { foreign: 1 },
      problems: [
        {
          problem: 'foreign',
          because: `It names workflow run 71 of ${REPO}, and was uploaded by workflow run 99 of ${REPO}.`,
        },
      ],
    });
    expect(await rowsOf(archive, 'SELECT count(*) FROM runs')).toEqual([[0]]);
    upload(71, { text: stolen });
    expect(await collected()).toMatchObject({ known: 1, problemCount: 0 });
    expect(await rowsOf(archive, 'SELECT workflow_run FROM runs')).toEqual([[71]]);
    expect(await rowsOf(archive, 'SELECT problem, workflow_run FROM problems')).toEqual([
      ['foreign', 99],
    ]);
  });

  test('in another repository changes nothing for the run that it copies', async () => {
    upload(71, { text: stolen });
    await collected();
    upload(71, { repository: OTHER, text: stolen });
    const longer = trailText([...runOf(71)].slice(0, 5), 'run-of-71');
    upload(72, { repository: OTHER, text: longer });
    const result = await collected({ repositories: [OTHER] });
    expect(result.problems.map(({ problem }) => problem)).toEqual(['foreign', 'foreign']);
    expect(await rowsOf(archive, 'SELECT workflow_run FROM runs')).toEqual([[71]]);
  });

  test('is every one that a workflow run of a fork uploads, and is not downloaded', async () => {
    uploadOfFork(71);
    agentRun(71, { event: 'pull_request', headRepository: 'evil/fork' });
    expect(await collected()).toMatchObject({
      problems: [{ problem: 'foreign', because: 'It was uploaded by a workflow run of a fork.' }],
    });
    expect(downloads()).toBe(0);
    expect(await rowsOf(archive, 'SELECT problem, workflow_run FROM problems')).toEqual([
      ['foreign', 71],
    ]);
    expect(await collected()).toMatchObject({ problemCount: 0 });
  });

  test('is one whose workflow run is gone, if GitHub does not list whose commit it was of', async () => {
    uploadOfFork(71);
    expect(await collected()).toMatchObject({ problems: [{ problem: 'foreign' }] });
  });

  test('is none of a run on pull_request_target, whose workflow is the repository’s own', async () => {
    uploadOfFork(71);
    agentRun(71, { event: 'pull_request_target', headRepository: 'ann/fork' });
    expect(await collected()).toMatchObject({ added: { counted: 1 }, problemCount: 0 });
  });

  test('is one whose URL names another run, whatever the number beside it', async () => {
    const events = [...runOf(71)];
    const workflow = {
      runId: '71',
      attempt: '1',
      job: 'agent',
      url: `https://github.com/${REPO}/actions/runs/72`,
    };
    events[0] = runStart({ workflow, repository: REPO });
    upload(71, { text: trailText(events, 'run-of-71') });
    expect(await collected()).toMatchObject({ added: { foreign: 1 } });
  });

  test('of the same run in another spelling of the repository contradicts it', async () => {
    const other = REPO.toUpperCase();
    upload(71);
    upload(71, { text: trailText([...runOf(71, other)].slice(0, 5), 'run-of-71') });
    await collected();
    expect(await rowsOf(archive, 'SELECT DISTINCT state FROM trails')).toEqual([['conflict']]);
  });

  test('counts where its folder is collected, for which the collector answers', async () => {
    const folder = await tempFolder();
    await writeTrail(join(folder, 'a'), trailText(realRun()));
    expect(await collected({ repositories: [], folders: [folder] })).toMatchObject({
      added: { counted: 1 },
    });
  });
});
