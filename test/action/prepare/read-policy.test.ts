import { describe, expect, onTestFinished, test } from 'vitest';
import { createGitHub } from '../../../src/github/index.ts';
import { cachedGitHub } from '../../../src/action/event/cached-github.ts';
import { readPolicy } from '../../../src/action/prepare/read-policy.ts';
import { createRedactor, layersDigest } from '../../../src/common/index.ts';
import { evaluate, examplePathResolver, sampleFacts } from '../../../src/policy/index.ts';
import type { GitHubServerOptions } from '../../../src/testing/index.ts';
import { memoryGit } from '../../testing/github-server/memory-git.ts';
import { fastClock } from '../../github/context.ts';
import { startGitHub } from '../../openapi/github.ts';

const SERVER = 'https://github.com';
const PATH = '.github/countersign.yml';
const BASE = 'acme/policies/base.yml@main';

interface Setup {
  readonly policy?: string | null;
  readonly base?: string;
  readonly baselines?: readonly string[];
  readonly token?: string | null;
  readonly server?: Partial<GitHubServerOptions>;
}

/** The repository octo-org/octo-repo, and acme/policies with the file base.yml. */
async function setUp(options: Setup = {}) {
  const { policy = `version: 1\nextends: [${BASE}]\nauto: ["*"]\n` } = options;
  const clock = fastClock();
  const [git, policies] = [memoryGit(), memoryGit()];
  const trustedSha = git.commit('main', policy === null ? { a: '' } : { [PATH]: policy });
  const first = policies.commit('main', {
    'base.yml': options.base ?? 'version: 1\nmode: defer\ndeny: [bash_run]\n',
  });
  const server = await startGitHub({
    git,
    clock,
    others: { 'acme/policies': { git: policies } },
    ...options.server,
  });
  onTestFinished(() => server.close());
  const redactor = createRedactor();
  const connection = { apiUrl: server.url, clock };
  const { owner, repo } = server;
  const github = createGitHub({
    redactor: createRedactor(),
    ...connection,
    token: server.token,
    owner,
    repo,
  });
  const token = options.token ?? server.token;
  const requests = (): readonly string[] =>
    server.log.filter(({ path }) => path.includes('/acme/')).map(({ path }) => path);
  const read = async (pinned?: ReadonlyMap<string, string>, variables = {}) =>
    await readPolicy(
      {
        inputs: { baselines: options.baselines ?? [] },
        environment: { serverUrl: SERVER },
        cachedGithub: cachedGitHub(github, '.github/countersign.yml'),
        baselineClient: (repository) =>
          createGitHub({ redactor: createRedactor(), ...connection, ...repository, token }),
        variables,
        redactor,
      },
      {
        commits: {
          headSha: trustedSha,
          headRef: null,
          trustedRef: 'main',
          trustedSha,
          pullAuthor: null,
          fork: false,
        },
        path: PATH,
        ...(pinned === undefined ? {} : { pinned }),
      },
    );
  return { read, redactor, policies, server, first, trustedSha, requests };
}

const CALL = sampleFacts('bash_run', 'ls');
const SITUATION = { pathResolver: examplePathResolver, untrusted: false, sandboxed: true };

describe('the policy of a run', () => {
  test('extends the baselines that it names, at a commit that is resolved once', async () => {
    const { read, first, trustedSha, requests } = await setUp();
    const { policy, source } = await read();
    expect(source).toBe(PATH);
    const [own, base] = policy.layers;
    expect(base).toMatchObject({
      file: BASE,
      origin: { commit: first, url: `${SERVER}/acme/policies/blob/${first}/base.yml` },
    });
    expect(own.origin?.url).toBe(`${SERVER}/octo-org/octo-repo/blob/${trustedSha}/${PATH}`);
    expect(policy.sha256).toBe(layersDigest(own.sha256, [base?.sha256 ?? '']));
    expect(requests()).toEqual([
      '/repos/acme/policies/commits/main',
      '/repos/acme/policies/contents/base.yml',
    ]);
  });

  test('names patterns, of every layer, that the redactor searches for once it is read', async () => {
    const { read, redactor } = await setUp({
      policy: `version: 1\nextends: [${BASE}]\nredact: { patterns: ['own-[0-9]{6}'] }\n`,
      base: `version: 1\nredact: { patterns: ['base-[0-9]{6}'] }\n`,
    });
    await read();
    await read();
    const clean = redactor.redact('own-123456 base-123456');
    expect(clean).toMatch(/^\[redacted:policy:\w+\] \[redacted:policy:\w+\]$/);
    expect(redactor.counts()).toEqual({ policy: 2 });
  });

  test('cannot loosen what a baseline says, however loose it is', async () => {
    const { read } = await setUp({ policy: `version: 1\nmode: auto\nextends: [${BASE}]\n` });
    const { policy } = await read();
    expect(evaluate(policy, CALL, SITUATION)).toMatchObject({ verdict: 'deny', layer: BASE });
  });

  test('extends the baselines of the input if it names none, and if there is none', async () => {
    for (const policy of ['version: 1\nmode: auto\n', null]) {
      const { read } = await setUp({ policy, baselines: [BASE] });
      const found = await read();
      expect(found.policy.layers.map(({ file }) => file).at(-1)).toBe(BASE);
      expect(evaluate(found.policy, CALL, SITUATION).verdict).toBe('deny');
    }
  });

  test('keeps the commits of an earlier job, though the branch moved since', async () => {
    const { read, policies, first } = await setUp();
    const before = await read();
    policies.commit('main', { 'base.yml': 'version: 1\nmode: defer\n' });
    const pinned = await read(new Map([[BASE, first]]));
    expect(pinned.policy.sha256).toBe(before.policy.sha256);
    const moved = await read();
    expect(moved.policy.sha256).not.toBe(before.policy.sha256);
  });

  test('reads a baseline of a private repository with the token for baselines alone', async () => {
    const git = memoryGit();
    git.commit('main', { 'base.yml': 'version: 1\nmode: defer\n' });
    const others = { 'acme/policies': { git, token: 'ghp_of_baselines' } };
    const allowed = await setUp({ server: { others }, token: 'ghp_of_baselines' });
    expect((await allowed.read()).policy.layers).toHaveLength(2);
    const without = await setUp({ server: { others } });
    await expect(without.read()).rejects.toMatchObject({
      code: 'policy-unreadable',
      message: expect.stringContaining(`The baseline ${BASE} (named by ${PATH}:2) cannot be read`),
      fix: expect.stringContaining('baseline-token'),
    });
  });

  test('extends baselines of baselines', async () => {
    const { read, policies } = await setUp({
      base: 'version: 1\nmode: defer\nextends: [acme/policies/deeper.yml@v1]\n',
    });
    policies.commit('v1', { 'deeper.yml': 'version: 1\nmode: defer\ndeny: [web_fetch]\n' });
    const { policy } = await read();
    expect(policy.layers.map(({ file }) => file).toSorted()).toEqual([
      PATH,
      BASE,
      'acme/policies/deeper.yml@v1',
    ]);
  });
});

test('a branch that was rewritten since an earlier job withdraws the commit that the run began with', async () => {
  const { read, policies, first } = await setUp();
  const other = memoryGit();
  other.commit('main', { 'base.yml': 'version: 1\nmode: defer\n', x: '1' });
  const old = { ...policies };
  const rewritten = other.resolve('main') ?? '';
  const known = (sha: string): boolean => other.resolve(sha) !== null;
  Object.assign(policies, {
    resolve: (ref: string) => (ref === first ? first : rewritten),
    commitOf: (sha: string) => (known(sha) ? other.commitOf(sha) : old.commitOf(sha)),
    treeOf: (sha: string) => other.treeOf(sha) ?? old.treeOf(sha),
    blob: (sha: string) => other.blob(sha) ?? old.blob(sha),
    entry: (sha: string, path: string) => (known(sha) ? other : old).entry(sha, path),
    list: (sha: string, path: string) => (known(sha) ? other : old).list(sha, path),
  });
  await expect(read(new Map([[BASE, first]]))).rejects.toMatchObject({
    code: 'policy-unreadable',
    message: expect.stringContaining('was rewritten'),
  });
  expect((await read()).policy.layers[1]?.origin?.commit).toBe(rewritten);
});

/** So many addresses of files with numbers as names. */
function addresses(from: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `acme/policies/${from + index}.yml@v1`).join();
}

describe('no run starts', () => {
  test.each([
    ['does not exist', 'acme/policies/none.yml@main', /There is no none\.yml in acme\/policies/],
    [
      'is at a ref that does not exist',
      'acme/policies/base.yml@v9',
      /base\.yml@v9.*cannot be read/,
    ],
    ['is in a repository that does not exist', 'acme/none/base.yml@main', /acme\/none\/base\.yml/],
  ])('with a baseline that %s', async (_what, address, message) => {
    const { read } = await setUp({ policy: `version: 1\nextends: [${address}]\n` });
    await expect(read()).rejects.toThrow(message);
  });

  test.each([
    ['is empty', '\n', /base\.yml@main:1:1: The policy is empty/],
    ['is not YAML', 'version: 1\nauto: [a\n', /base\.yml@main:\d+:\d+/],
    ['has an unknown key', 'version: 1\nauot: []\n', /base\.yml@main:2:1/],
    [
      'has a key without a tighter value',
      'version: 1\ngithub: { branch: "x/{about}" }\n',
      /github\.branch/,
    ],
    ['has only comments', '# later\n', /base\.yml@main:1:1: The policy is empty/],
    ['is huge', `version: 1\nauto: [${'x'.repeat(600_000)}]\n`, /more than \d+ bytes/],
    [
      'has a hook that is a file',
      'version: 1\nhooks: [.github/hook.mjs]\n',
      /base\.yml@main:2:9: The hook "\.github\/hook\.mjs" is a file/,
    ],
    ['extends itself', `version: 1\nextends: [${BASE}]\n`, /base\.yml@main extends itself/],
  ])('with a baseline that %s', async (_what, base, message) => {
    const { read } = await setUp({ base });
    await expect(read()).rejects.toMatchObject({
      code: 'policy-invalid',
      message: expect.stringMatching(message),
    });
  });

  test('with a baseline that is not UTF-8, or a folder', async () => {
    const { read, policies } = await setUp();
    policies.commit('main', { 'base.yml': Buffer.from([0xff, 0xfe, 0x61]) });
    await expect(read()).rejects.toThrow(/base\.yml@main .*is not UTF-8 text/);
    const folder = await setUp({ policy: 'version: 1\nextends: [acme/policies/agents@v1]\n' });
    folder.policies.commit('v1', { 'agents/base.yml': 'version: 1\n' });
    await expect(folder.read()).rejects.toThrow(/agents@v1 .*is a folder, not a file/);
  });

  test('with a wrong token', async () => {
    const { read, server } = await setUp();
    server.fail({ match: /acme/, times: 9, status: 401, body: { message: 'Bad credentials' } });
    await expect(read()).rejects.toMatchObject({
      message: expect.stringContaining(`The baseline ${BASE} (named by ${PATH}:2) cannot be read`),
      fix: expect.stringContaining('baseline-token'),
    });
  });

  test('with a policy that leaves calls to its baselines', async () => {
    const { read } = await setUp({ policy: `version: 1\nmode: defer\nextends: [${BASE}]\n` });
    await expect(read()).rejects.toMatchObject({
      code: 'policy-invalid',
      message: expect.stringContaining('this policy is not a baseline'),
    });
  });

  test('with more than 30 baselines', async () => {
    const { read, policies } = await setUp({
      policy: `version: 1\nextends: [${addresses(0, 16)}]\n`,
    });
    const files = Array.from({ length: 32 }, (_, index) => [
      `${index}.yml`,
      `version: 1\nmode: defer\n${index === 15 ? `extends: [${addresses(16, 15)}]\n` : ''}`,
    ]);
    policies.commit('v1', Object.fromEntries(files));
    await expect(read()).rejects.toThrow(/16\.yml@v1 the policy has more than 30/);
  });

  test('with two baselines that extend each other', async () => {
    const { read, policies } = await setUp({
      base: 'version: 1\nmode: defer\nextends: [acme/policies/other.yml@v1]\n',
    });
    policies.commit('v1', { 'other.yml': `version: 1\nmode: defer\nextends: [${BASE}]\n` });
    await expect(read()).rejects.toThrow(/base\.yml@main → acme\/policies\/other\.yml@v1 → acme/);
  });

  test('with a chain of more than five baselines, and with one of five it does', async () => {
    const { read, policies } = await setUp({
      policy: 'version: 1\nextends: [acme/policies/1.yml@v1]\n',
    });
    const chain = (levels: number) => {
      const files = Array.from({ length: levels }, (_, index) => [
        `${index + 1}.yml`,
        `version: 1\nmode: defer\n${index + 1 < levels ? `extends: [acme/policies/${index + 2}.yml@v1]\n` : ''}`,
      ]);
      policies.commit('v1', Object.fromEntries(files));
    };
    chain(5);
    expect((await read()).policy.layers).toHaveLength(6);
    chain(6);
    await expect(read()).rejects.toThrow(/6\.yml@v1 is more than 5 levels deep/);
  });

  test('where GitHub limits the rate of requests, with the address in the message', async () => {
    const { read, server } = await setUp();
    server.fail({
      match: /acme\/policies/,
      times: 20,
      status: 429,
      headers: { 'retry-after': '7200' },
      body: { message: 'API rate limit exceeded' },
    });
    await expect(read()).rejects.toMatchObject({
      code: 'github-limit',
      message: expect.stringContaining(BASE),
    });
  });

  test('with a variable that names a file which is not of root', async () => {
    const { read } = await setUp();
    await expect(
      read(undefined, { COUNTERSIGN_BASELINE: `${import.meta.dirname}/none.yml` }),
    ).rejects.toThrow(/The baseline .*none\.yml of this machine does not count/);
  });
});
