import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TestGitHub } from '../../testing/github-server/test-github.ts';
import { startGitHub } from '../../openapi/github.ts';
import { listenOnLoopback } from '../../../src/testing/loopback.ts';
import {
  artifactName,
  type ArtifactStore,
  createArtifactStore,
} from '../../../src/github/index.ts';
import { errorOf, fastClock } from '../context.ts';

// One server for the file: the artifact client reads the address of the API once, when it is loaded.
let server: TestGitHub;
beforeAll(async () => {
  server = await startGitHub();
});
afterAll(() => server.close());
let nextRun = 1;

/** The real client in a workflow run of its own, pointed at the local service through the environment as the runner does it. */
async function service(over: Record<string, string | undefined> = {}) {
  nextRun += 10;
  const run = nextRun;
  const folder = await mkdtemp(join(tmpdir(), 'countersign-artifact-'));
  await mkdir(join(folder, 'blobs'));
  await writeFile(join(folder, 'audit.jsonl'), '{"seq":0}\n');
  await writeFile(join(folder, 'blobs', 'ab'), 'large value');
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
  const clock = fastClock();
  const storeFor = (runId: number): ArtifactStore => {
    const environment: Record<string, string | undefined> = {
      ...server.envFor({ runId }),
      ...over,
    };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    return createArtifactStore({
      environment,
      owner: 'octo-org',
      repo: 'octo-repo',
      token: server.token,
      clock,
    });
  };
  const files = [join(folder, 'audit.jsonl'), join(folder, 'blobs', 'ab')];
  return { folder, files, clock, run, storeFor, store: storeFor(run) };
}

/** What was stored of a run, unfinished uploads included. */
const storedOf = (run: number) =>
  server.artifacts.artifacts.filter((one) => one.workflowRunId === run);

/** Lets a request of the artifact client take effect. */
function act(method: string, fields: object): void {
  const reply = server.artifacts.handle({
    method: 'POST',
    path: `/twirp/github.actions.results.api.v1.ArtifactService/${method}`,
    query: new URLSearchParams(),
    headers: { authorization: 'Bearer token' },
    body: Buffer.from(JSON.stringify(fields)),
  });
  expect(reply?.status).toBe(200);
}

describe('upload and download', () => {
  test('files go up with their paths and come down in another run', async () => {
    const { folder, files, store, storeFor, run } = await service();
    const made = await store.upload({ name: 'trail', root: folder, files, retentionDays: 200 });
    expect(made.url).toBe(
      `https://github.com/octo-org/octo-repo/actions/runs/${run}/artifacts/${made.id}`,
    );
    const days = (Date.parse(storedOf(run)[0]?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(200);
    const target = join(folder, 'down');
    const found = await storeFor(run + 1).download({
      name: 'trail',
      workflowRunId: run,
      folder: target,
    });
    expect(found).toBe(true);
    expect(await readFile(join(target, 'audit.jsonl'), 'utf8')).toBe('{"seq":0}\n');
    expect(await readFile(join(target, 'blobs', 'ab'), 'utf8')).toBe('large value');
  });

  test('more days than the repository allows are as many as it does', async () => {
    const { folder, files, store, run } = await service({ GITHUB_RETENTION_DAYS: '30' });
    await store.upload({ name: 'trail', root: folder, files, retentionDays: 400 });
    const days = (Date.parse(storedOf(run)[0]?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
  });

  test('an artifact that is not there is not downloaded', async () => {
    const { folder, store, run } = await service();
    expect(await store.download({ name: 'none', workflowRunId: run, folder })).toBe(false);
  });

  test('an artifact that was changed in the storage is refused', async () => {
    const { folder, files, store, run } = await service();
    const { id } = await store.upload({ name: 'trail', root: folder, files });
    const other = await store.upload({ name: 'other', root: folder, files: files.slice(0, 1) });
    server.artifacts.tamper(id, () => server.artifacts.bytesOf(other.id));
    const error = await errorOf(
      store.download({ name: 'trail', workflowRunId: run, folder: join(folder, 'down') }),
    );
    expect(error.code).toBe('artifact-refused');
    expect(error.message).toContain('not what was uploaded');
  });
});

describe('what the service refuses', () => {
  test('a name that is taken', async () => {
    const { folder, files, store } = await service();
    await store.upload({ name: 'trail', root: folder, files });
    const error = await errorOf(store.upload({ name: 'trail', root: folder, files }));
    expect(error.code).toBe('artifact-refused');
    expect(error.fix).toContain('names may not repeat');
  });

  test('a full storage', async () => {
    const { folder, files, store } = await service();
    server.fail({
      match: /CreateArtifact/,
      status: 403,
      body: { code: 'resource_exhausted', msg: 'insufficient usage' },
    });
    const error = await errorOf(store.upload({ name: 'trail', root: folder, files }));
    expect(error.code).toBe('artifact-refused');
    expect(error.fix).toContain('The storage for artifacts is full');
  });

  test.each([
    [401, { code: 'unauthenticated', msg: 'token expired' }],
    [403, { code: 'permission_denied', msg: 'denied' }],
  ])(
    'the token of the runner (%i), which no permission and no input changes',
    async (status, body) => {
      const { folder, files, store } = await service();
      server.fail({ match: /CreateArtifact/, status, body });
      const error = await errorOf(store.upload({ name: 'trail', root: folder, files }));
      expect(error.message).toContain(body.msg);
      expect(error.fix).toContain('Run the job again');
      expect(error.fix).not.toMatch(/permissions|github-token/);
    },
  );

  test('nothing to upload, a file that is missing, a name that cannot be', async () => {
    const { folder, files, store } = await service();
    expect((await errorOf(store.upload({ name: 'trail', root: folder, files: [] }))).code).toBe(
      'artifact-refused',
    );
    const gone = store.upload({ name: 'trail', root: folder, files: [join(folder, 'gone')] });
    expect((await errorOf(gone)).code).toBe('artifact-refused');
    expect((await errorOf(store.upload({ name: 'a/b', root: folder, files }))).message).toContain(
      'a/b',
    );
  });

  test('a token without actions: read', async () => {
    const { folder, store } = await service();
    server.fail({
      match: /artifacts/,
      status: 403,
      body: { message: 'Resource not accessible by integration' },
    });
    const error = await errorOf(store.download({ name: 'trail', workflowRunId: 7, folder }));
    expect(error.fix).toContain('`actions: read`');
  });
});

describe('without a service', () => {
  test.each(['ACTIONS_RUNTIME_TOKEN', 'ACTIONS_RESULTS_URL'])('without %s', async (name) => {
    const { folder, files, store } = await service({ [name]: undefined });
    const error = await errorOf(store.upload({ name: 'trail', root: folder, files }));
    expect(error.code).toBe('artifact-refused');
    expect(error.message).toContain(name);
  });

  test('on Enterprise Server', async () => {
    const { folder, files, store } = await service({
      GITHUB_SERVER_URL: 'https://github.example.com',
    });
    const up = await errorOf(store.upload({ name: 'trail', root: folder, files }));
    expect(up.message).toContain('not supported on GitHub Enterprise Server (github.example.com)');
    const down = await errorOf(store.download({ name: 'trail', workflowRunId: 7, folder }));
    expect(down.code).toBe('artifact-refused');
  });
});

describe('lost connections', () => {
  test('are tried again, and the artifact has its name', async () => {
    const { folder, files, store, clock } = await service();
    server.fail({ match: /CreateArtifact/, times: 2, drop: true });
    expect((await store.upload({ name: 'trail', root: folder, files })).name).toBe('trail');
    expect(clock.slept).toEqual([1000, 4000]);
  });

  test('after the name was taken by what never came: another name, and it is reported', async () => {
    const { folder, files, store } = await service();
    server.fail({ match: /CreateArtifact/, dropAfter: true });
    const made = await store.upload({ name: 'trail', root: folder, files });
    expect(made.name).toBe('trail-try2');
    expect(server.artifacts.bytesOf(made.id).length).toBeGreaterThan(0);
  });

  test('and errors of the store of the bytes are tried again, under another name: the first is taken', async () => {
    const { folder, files, store } = await service();
    server.fail({ match: /PUT .*blob/, status: 502, body: '<html>' });
    const made = await store.upload({ name: 'trail', root: folder, files });
    expect(made.name).toBe('trail-try2');
    expect(server.artifacts.bytesOf(made.id).length).toBeGreaterThan(0);
  });

  test('after everything was there: it is found and not sent again', async () => {
    const { folder, files, store, run } = await service();
    server.fail({ match: /FinalizeArtifact/, dropAfter: true });
    const made = await store.upload({ name: 'trail', root: folder, files });
    expect(made.name).toBe('trail');
    expect(storedOf(run)).toHaveLength(1);
  });

  test('of a request that took effect and was answered with an error: its name is left, its artifact is found', async () => {
    const { folder, files, store, run } = await service();
    await store.upload({ name: 'first', root: folder, files });
    const backendRun = storedOf(run)[0]?.backendRun ?? '';
    act('CreateArtifact', { workflow_run_backend_id: backendRun, name: 'trail' });
    expect((await store.upload({ name: 'trail', root: folder, files })).name).toBe('trail-try2');
    server.fail({
      match: /FinalizeArtifact/,
      status: 404,
      body: { code: 'not_found', msg: 'no such upload' },
      until: () => {
        const { id = 0 } = storedOf(run).at(-1) ?? {};
        const size = server.artifacts.bytesOf(id).length;
        act('FinalizeArtifact', { workflow_run_backend_id: backendRun, name: 'log', size });
        return Promise.resolve();
      },
    });
    const made = await store.upload({ name: 'log', root: folder, files });
    expect(made).toMatchObject({ name: 'log', id: storedOf(run).at(-1)?.id });
  });

  test('of an earlier process of the job are taken over: its whole artifact, or another name', async () => {
    const { folder, files, store, run } = await service();
    const first = await store.upload({ name: 'trail', root: folder, files });
    const again = await store.upload({ name: 'trail', root: folder, files, mayHaveBegun: true });
    expect(again.id).toBe(first.id);
    server.fail({ match: /FinalizeArtifact/, status: 403, body: { code: 'x', msg: 'no' } });
    await errorOf(store.upload({ name: 'log', root: folder, files }));
    const next = await store.upload({ name: 'log', root: folder, files, mayHaveBegun: true });
    expect(next.name).toBe('log-try2');
    expect(storedOf(run).flatMap(({ name, done }) => (done === null ? [] : [name]))).toEqual([
      'trail',
      'log-try2',
    ]);
  });

  test('and other faults of a download that pass are tried again', async () => {
    const { folder, files, store, storeFor, run, clock } = await service();
    await store.upload({ name: 'trail', root: folder, files });
    server.fail({ match: /GET .*artifacts\/\d+\/zip/, times: 2, status: 502, body: '<html>' });
    const to = { name: 'trail', workflowRunId: run, folder: join(folder, 'down') };
    expect(await storeFor(run + 1).download(to)).toBe(true);
    expect(clock.slept.filter((ms) => ms > 0)).not.toEqual([]);
  });

  test.each([401, 403, 404])(
    'and a refusal of the storage, whose signed address may have expired, is tried again and says nothing of the token: %d',
    async (status) => {
      const { folder, files, store, storeFor, run } = await service();
      const storage = await listenOnLoopback(
        createServer((_, response) => response.writeHead(status).end('<Error></Error>')),
        0,
      );
      onTestFinished(() => storage.close());
      await store.upload({ name: 'trail', root: folder, files });
      const to = { name: 'trail', workflowRunId: run, folder: join(folder, 'down') };
      const headers = { location: `${storage.url}/zip?sig=s3cr3t` };
      const refused = { match: /GET .*artifacts\/\d+\/zip/, status: 302, headers, body: '' };
      server.fail({ ...refused, times: 4 });
      const error = await errorOf(storeFor(run + 1).download(to));
      expect(error.code).toBe('github-unreachable');
      const { host } = new URL(storage.url);
      expect(error.message).toContain(`it redirects to ${host}, which answered ${status}`);
      server.fail({ ...refused, times: 1 });
      expect(await storeFor(run + 1).download(to)).toBe(true);
    },
  );

  test('without end are reported', async () => {
    const { folder, files, store } = await service();
    server.fail({ match: /CreateArtifact/, times: 4, drop: true });
    const error = await errorOf(store.upload({ name: 'trail', root: folder, files }));
    expect(error.code).toBe('artifact-refused');
    expect(error.message).toContain('ECONNRESET');
  });
});

describe('names', () => {
  const place = { runId: '7', attempt: '1', job: 'fix' };

  test('differ by job, attempt and step', () => {
    const names = [
      place,
      { ...place, job: 'fox' },
      { ...place, attempt: '2' },
      { ...place, job: 'a/b' },
      { ...place, job: 'a:b' },
      { ...place, job: 'x'.repeat(300) },
      { ...place, job: `${'x'.repeat(300)}y` },
    ].map((one) => artifactName(one, 'run-a'));
    names.push(artifactName(place, 'run-b'));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^countersign-trail-7-[A-Za-z0-9._-]{1,200}$/);
  });

  test('are those of earlier versions, whose suspended runs are found by them', () => {
    expect(artifactName(place, 'run-a')).toBe('countersign-trail-7-1-fix-run-a-2737d5f1');
  });
});

test('the lines that the artifact client itself logs have no secret, and mask each signature before it is named', async () => {
  const secrets = ['s3cr3tV4lueQx9-of-the-step', 'hunter2-of-the-file'];
  const { folder, store, storeFor, run } = await service({ DEPLOY_TOKEN: secrets[0] });
  const files = [join(folder, 'audit.jsonl')];
  const runtimeToken = process.env['ACTIONS_RUNTIME_TOKEN'] ?? '';
  await writeFile(join(folder, 'audit.jsonl'), `${secrets.join(' ')}\n`);
  let log = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    log += String(text);
    return true;
  });
  onTestFinished(() => write.mockRestore());
  server.fail({ match: /CreateArtifact/, status: 500, body: { msg: 'busy' } });
  await store.upload({ name: 'logged', root: folder, files });
  const target = { name: 'logged', folder: join(folder, 'down'), workflowRunId: run };
  expect(await storeFor(run + 1).download(target)).toBe(true);
  expect(log).toContain('::debug::Body: ');
  for (const secret of [...secrets, runtimeToken, server.token]) {
    expect(secret).toMatch(/.{10}/);
    expect(log).not.toContain(secret);
  }
  const signatures = [...log.matchAll(/[?&]sig=([\w-]+)/g)];
  expect(signatures.length).toBeGreaterThan(0);
  for (const { 1: signature, index } of signatures)
    expect(log.slice(0, index)).toContain(`::add-mask::${signature}\n`);
});
