import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestGitHub } from '../testing/github-server/test-github.ts';
import { startGitHub } from '../openapi/github.ts';
import { createArtifactStore } from '../../src/github/index.ts';
import { cli } from './command.ts';
import { trailOf } from './trails.ts';

// One server for the file: the artifact client reads the address of the API once, when it is loaded.
let server: TestGitHub;
beforeAll(async () => {
  server = await startGitHub();
});
afterAll(() => server.close());

const env = () => ({ GITHUB_TOKEN: server.token, GITHUB_API_URL: server.url });
const urlOf = (run: number, more = '') =>
  `${server.url}/${server.owner}/${server.repo}/actions/runs/${run}${more}`;

/** Uploads a trail as a job of that workflow run does. */
async function uploaded(
  run: number,
  name: string,
  change: (file: string) => Promise<void> = async () => undefined,
) {
  const trail = await trailOf();
  await change(trail.file);
  const variables = server.envFor({ runId: run, job: 'agent' });
  for (const [key, value] of Object.entries(variables)) vi.stubEnv(key, value);
  const store = createArtifactStore({
    environment: variables,
    owner: server.owner,
    repo: server.repo,
    token: server.token,
  });
  const { id } = await store.upload({ name, root: trail.folder, files: [trail.file] });
  vi.unstubAllEnvs();
  return { ...trail, id };
}

test('audit verify downloads the trail of a workflow run by its URL, and other artifacts are left alone', async () => {
  const { head } = await uploaded(71, 'countersign-trail-71-1-agent-a');
  await uploaded(71, 'coverage');
  const { code, out, err } = await cli(['audit', 'verify', urlOf(71), '--head', head], {
    env: env(),
  });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/countersign-trail-71-1-agent-a\nintact: \d+ entries/);
  expect(out).toContain('unsigned');
  const shown = await cli(['audit', 'show', urlOf(71, '/attempts/1')], { env: env() });
  expect(shown).toMatchObject({ code: 0, out: expect.stringContaining('END done') as string });
});

test('a run with several trails is verified whole, the worst deciding, and one is named by its artifact', async () => {
  const good = await uploaded(72, 'countersign-trail-72-1-agent-a');
  await uploaded(72, 'countersign-trail-72-2-agent-b', async (file) => {
    await writeFile(file, (await readFile(file, 'utf8')).replace('hubot', 'mallo'));
  });
  const { code, out } = await cli(['audit', 'verify', urlOf(72), '--json'], { env: env() });
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    trails: [
      { artifact: 'countersign-trail-72-1-agent-a', kind: 'intact' },
      { artifact: 'countersign-trail-72-2-agent-b', kind: 'broken', seq: 12 },
    ],
  });
  expect(await cli(['audit', 'verify', urlOf(72, '/attempts/1')], { env: env() })).toMatchObject({
    code: 0,
  });
  expect(
    await cli(['audit', 'verify', urlOf(72, `/artifacts/${good.id}`)], { env: env() }),
  ).toMatchObject({ code: 0 });
  expect(await cli(['audit', 'show', urlOf(72)], { env: env() })).toMatchObject({
    code: 2,
    err: expect.stringContaining('2 audit trails') as string,
  });
});

test('without a token, a trail, or a run in the URL it says what is missing', async () => {
  const { GITHUB_API_URL } = env();
  const cases = [
    [urlOf(71), { GITHUB_API_URL }, 'GITHUB_TOKEN is not set'],
    [urlOf(7100), env(), 'has no artifact countersign-trail-'],
    [`${server.url}/octo/repo/pull/3`, env(), 'not the URL of a workflow run'],
  ] as const;
  for (const [url, environment, words] of cases) {
    expect(await cli(['audit', 'verify', url], { env: environment })).toMatchObject({
      code: 2,
      err: expect.stringContaining(words) as string,
    });
  }
});

test('the token is sent to no server but the one that the environment names', async () => {
  const asked = server.log.length;
  const elsewhere = 'https://evil.example/octo/repo/actions/runs/1';
  for (const environment of [env(), { GITHUB_TOKEN: 't' }]) {
    expect(await cli(['audit', 'verify', elsewhere], { env: environment })).toMatchObject({
      code: 2,
      err: expect.stringContaining('not sent to evil.example') as string,
    });
  }
  const onGitHub = await cli(['audit', 'verify', 'https://github.com/o/r/actions/runs/1'], {
    env: env(),
  });
  expect(onGitHub).toMatchObject({
    code: 2,
    err: expect.stringContaining('not sent to github.com') as string,
  });
  expect(server.log).toHaveLength(asked);
});

/** An archive of stored members, with names as an untrusted user would choose them. */
function zipOf(files: readonly (readonly [name: string, text: string])[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const [nameBytes, body] = [Buffer.from(name), Buffer.from(text)];
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(nameBytes.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(body.length, 20);
    entry.writeUInt32LE(body.length, 24);
    entry.writeUInt16LE(nameBytes.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, nameBytes, body);
    directory.push(entry, nameBytes);
    offset += 30 + nameBytes.length + body.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

let nextRun = 9000;

test.each([
  ['a name that leads out', zipOf([['../../escaped.txt', 'x']])],
  ['an absolute name', zipOf([['/tmp/escaped.txt', 'x']])],
  [
    'a name that comes twice',
    zipOf([
      ['audit.jsonl', 'a'],
      ['audit.jsonl', 'b'],
    ]),
  ],
  ['a name with a backslash', zipOf([['..\\escaped.txt', 'x']])],
  ['no archive at all', Buffer.from('hello')],
  ['a directory that is cut', zipOf([['audit.jsonl', 'a']]).subarray(20)],
])('an artifact with %s is refused, changed in the storage or not', async (_what, zip) => {
  const run = (nextRun += 1);
  const { id } = await uploaded(run, `countersign-trail-${run}-1-agent`);
  server.artifacts.tamper(id, () => zip);
  const changed = await cli(['audit', 'verify', urlOf(run)], { env: env() });
  expect(changed).toMatchObject({
    code: 2,
    err: expect.stringContaining('not what was uploaded') as string,
  });
  const stored = server.artifacts.artifacts.find((one) => one.id === id);
  if (stored !== undefined) stored.done = { size: zip.length, digest: '' };
  const refused = await cli(['audit', 'verify', urlOf(run)], { env: env() });
  expect(refused).toMatchObject({
    code: 2,
    err: expect.stringMatching(/not unpacked|not what was/) as string,
  });
});
