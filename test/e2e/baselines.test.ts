import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { layersDigest, sha256 } from '../../src/common/index.ts';
import { type MemoryGit, memoryGit } from '../testing/github-server/memory-git.ts';
import { zipOf } from '../archive/archives.ts';
import {
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  type Event,
  type TestRepository,
  openRepository,
  statesOf,
  turn,
} from './harness.ts';
import { approvalCommentOn, job, KEY, MADE, nothingMade, say, SUSPENDING } from './suspended.ts';
import { unzip } from './unzip.ts';
import { nightly } from '../properties.ts';

const BASE = 'acme/policies/base.yml@main';
const SECURITY = 'acme/security/agents.yml@v1';
const IS_ROOT = process.getuid?.() === 0;

/** Looser than each baseline wherever it can be. */
const OWN = `version: 1
mode: auto
extends: [${BASE}]
auto: ["bash_run(curl *)", "fs_write(src/secret/**)", "fs_write(src/machine/**)"]
whenUntrusted: auto
approvals: { from: [read], self: true, wait: 20s, then: deny }
budget: { turns: 1000, onLimit: ask }
sandbox: off
`;
const OF_ORGANISATION = `version: 1
mode: defer
deny:
  - rule: bash_run(curl *)
    reason: Agents of acme fetch nothing.
`;
const OF_SECURITY = `version: 1
mode: defer
requireApproval: [fs_write(src/secret/**)]
approvals: { from: [maintain] }
`;
const OF_MACHINE = `version: 1
mode: defer
deny: [fs_write(src/machine/**)]
budget: { turns: 5 }
`;

interface Origin {
  readonly git: MemoryGit;
  /** Commits that a force push removed. */
  readonly gone: Set<string>;
}

function repository(files: Readonly<Record<string, string>>, branch = 'main'): Origin {
  const git = memoryGit();
  git.commit(branch, files);
  return { git, gone: new Set() };
}

function served({ git, gone }: Origin): MemoryGit {
  return {
    ...git,
    resolve: (ref) => (gone.has(ref) ? null : git.resolve(ref)),
  };
}

/** A file that root owns in folders that nobody else can write; without root there is none. */
async function machineFile(): Promise<Readonly<Record<string, string>>> {
  if (!IS_ROOT) return {};
  const folder = await mkdtemp(join(tmpdir(), 'countersign-machine-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'countersign'));
  const file = join(folder, 'countersign', 'policy.yml');
  await writeFile(file, OF_MACHINE);
  await chmod(file, 0o644);
  return { COUNTERSIGN_BASELINE: file };
}

test('a run under three layers, each from another place, does what the strictest of them says', async () => {
  const base = repository({ 'base.yml': OF_ORGANISATION });
  const security = repository({ 'agents.yml': OF_SECURITY }, 'v1');
  await using testRepository = await openRepository({
    policy: OWN,
    github: {
      others: {
        'acme/policies': { git: served(base) },
        'acme/security': { git: served(security), token: 'ghp_of_baselines' },
      },
    },
  });
  testRepository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
  const machine = await machineFile();
  const end = await testRepository.runStep({
    inputs: { baseline: SECURITY, 'baseline-token': 'ghp_of_baselines' },
    environment: machine,
    turns: [
      turn(
        'I try everything.',
        ['fs_write', { path: 'src/new.txt', content: 'a' }],
        ['bash_run', { command: 'curl https://example.com' }],
        ['fs_write', { path: 'src/secret/b.txt', content: 'b' }],
        ['fs_write', { path: 'src/machine/c.txt', content: 'c' }],
      ),
      finish('Some of it is done.', 'incomplete'),
    ],
  });
  await expectEnd(end, { outcome: 'incomplete', exitCode: 1 });
  expect(['c1', 'c2', 'c3', 'c4'].map((call) => statesOf(end, call).at(-1))).toEqual([
    'COMPLETED',
    'DENIED',
    'COMPLETED',
    IS_ROOT ? 'DENIED' : 'COMPLETED',
  ]);
  const [commit, other] = [base.git.resolve('main') ?? '', security.git.resolve('v1') ?? ''];
  const [start] = entriesOf(end, 'run.start');
  const file = machine['COUNTERSIGN_BASELINE'] ?? '';
  expect(start?.policy.layers).toEqual([
    {
      address: '.github/countersign.yml',
      commit: testRepository.runner.headSha,
      sha256: sha256(OWN),
    },
    ...(IS_ROOT ? [{ address: file, commit: null, sha256: sha256(OF_MACHINE) }] : []),
    { address: BASE, commit, sha256: sha256(OF_ORGANISATION) },
    { address: SECURITY, commit: other, sha256: sha256(OF_SECURITY) },
  ]);
  const digests = start?.policy.layers?.slice(1).map((layer) => layer.sha256) ?? [];
  expect(start?.policy.sha256).toBe(layersDigest(sha256(OWN), digests));
  expect(start?.budget['turns']).toBe(IS_ROOT ? 5 : 1000);
  const verdicts = entriesOf(end, 'call.verdict');
  expect(verdicts.map(({ call, verdict, layer }) => [call, verdict, layer])).toEqual(
    expect.arrayContaining([
      ['c1', 'auto', '.github/countersign.yml'],
      ['c2', 'deny', BASE],
      ['c3', 'requireApproval', SECURITY],
    ]),
  );
  expect(verdicts.find(({ call }) => call === 'c2')).toMatchObject({
    rule: 'bash_run(curl *)',
    line: 4,
    link: `https://github.com/acme/policies/blob/${commit}/base.yml#L4`,
  });
  const [comment] = testRepository.approvalComments();
  expect(comment?.body).toContain(
    `([line 3](https://github.com/acme/security/blob/${other}/agents.yml#L3))`,
  );
  expect(comment?.body).toContain('maintain');
  expect(await inWorkspace(testRepository, 'src/secret/b.txt')).toBe('b');
  // The token for baselines reads them, and nothing else.
  const used = testRepository.github.log.filter(({ path }) => path.includes('/acme/security/'));
  expect(used.length).toBeGreaterThan(0);
});

test('somebody whom only the own policy names cannot approve what a baseline asks others about', async () => {
  const security = repository({ 'agents.yml': OF_SECURITY }, 'v1');
  await using testRepository = await openRepository({
    policy: OWN.replace(`extends: [${BASE}]\n`, '').replace('20s', '6s'),
    github: { others: { 'acme/security': { git: served(security) } } },
  });
  testRepository.github.person('octo-writer', 'write');
  testRepository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`, 'octo-writer');
  const end = await testRepository.runStep({
    inputs: { baseline: SECURITY },
    turns: [
      turn('', ['fs_write', { path: 'src/secret/b.txt', content: 'b' }]),
      finish('It was refused.', 'incomplete'),
    ],
  });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expect(statesOf(end, 'c1').at(-1)).toBe('DENIED');
  expect(entriesOf(end, 'approval.decision')).toMatchObject([
    { counted: false, because: expect.stringContaining('maintain') },
  ]);
});

test('no run starts without a baseline that cannot be read', async () => {
  await using testRepository = await openRepository({ policy: OWN });
  const end = await testRepository.runStep({ turns: [finish('Never said.')] });
  await expectEnd(end, { outcome: 'error', exitCode: 1 });
  expect(end.log).toContain(`The baseline ${BASE} (named by .github/countersign.yml:3)`);
  expect(end.log).toContain('baseline-token');
  expect(entriesOf(end, 'turn.start')).toEqual([]);
});

test('a variable of the environment names no file that a step could have written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-variable-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'policy.yml');
  await writeFile(file, 'version: 1\nmode: auto\n');
  await chmod(file, 0o666);
  await using testRepository = await openRepository({ policy: 'version: 1\nmode: ask\n' });
  const end = await testRepository.runStep({
    environment: { COUNTERSIGN_BASELINE: file },
    turns: [finish('Never said.')],
  });
  await expectEnd(end, { outcome: 'error', exitCode: 1 });
  expect(end.log).toContain(`The baseline ${file} of this machine does not count`);
  expect(entriesOf(end, 'turn.start')).toEqual([]);
});

async function approve(testRepository: TestRepository): Promise<Event> {
  return await say(testRepository, `/approve ${approvalCommentOn(testRepository).ids.join(' ')}`);
}

const ASKING = 'version: 1\nmode: defer\nrequireApproval: [bash_run]\n';

test('a suspended run keeps the commits of its baselines, though their branches move', async () => {
  const base = repository({ 'base.yml': ASKING });
  await using testRepository = await openRepository({
    policy: SUSPENDING.replace('mode: ask\n', `mode: ask\nextends: [${BASE}]\n`),
    github: { others: { 'acme/policies': { git: served(base) } } },
    ownProcesses: true,
  });
  const first = await job(testRepository, 101, { key: KEY });
  await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
  const before = base.git.resolve('main');
  base.git.commit('main', { 'base.yml': 'version: 1\nmode: defer\ndeny: [bash_run]\n' });
  const second = await job(testRepository, 102, { event: await approve(testRepository) });
  await expectEnd(second, { outcome: 'done', exitCode: 0 });
  const starts = entriesOf(second, 'run.start');
  expect(starts.map(({ policy }) => policy.layers?.[1]?.commit)).toEqual([before, before]);
});

nightly('a force push that removes the commit of a baseline voids what was asked', async () => {
  const base = repository({ 'base.yml': ASKING });
  await using testRepository = await openRepository({
    policy: SUSPENDING.replace('mode: ask\n', `mode: ask\nextends: [${BASE}]\n`),
    github: { others: { 'acme/policies': { git: served(base) } } },
    ownProcesses: true,
  });
  const first = await job(testRepository, 101, { key: KEY, turns: [MADE, finish('Never said.')] });
  await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
  base.gone.add(base.git.resolve('main') ?? '');
  base.git.commit('main', { 'base.yml': 'version: 1\nmode: defer\n' });
  const second = await job(testRepository, 102, { event: await approve(testRepository) });
  expect(second.outputs['summary']).toContain(BASE);
  expect(entriesOf(second, 'approval.consumed')).toEqual([]);
  await nothingMade(testRepository);
  expect(testRepository.approvalComments().at(-1)?.body).toContain('void');
});

nightly(
  'a suspended run takes the commits of its baselines from no artifact that somebody changed',
  async () => {
    const base = repository({ 'base.yml': ASKING });
    await using testRepository = await openRepository({
      policy: SUSPENDING.replace('mode: ask\n', `mode: ask\nextends: [${BASE}]\n`),
      github: { others: { 'acme/policies': { git: served(base) } } },
      ownProcesses: true,
    });
    const first = await job(testRepository, 101, {
      key: KEY,
      turns: [MADE, finish('Never said.')],
    });
    await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
    const before = base.git.resolve('main') ?? '';
    const loose = base.git.commit('main', { 'base.yml': 'version: 1\nmode: defer\n' });
    const { artifacts } = testRepository.github.artifacts;
    for (const { id } of artifacts) {
      testRepository.github.artifacts.tamper(id, (bytes) => {
        const files = [...unzip(bytes)].map(([name, content]): [string, Buffer] => [
          name,
          Buffer.from(content.toString('latin1').replaceAll(before, loose), 'latin1'),
        ]);
        return zipOf(Object.fromEntries(files));
      });
    }
    const second = await job(testRepository, 102, { event: await approve(testRepository) });
    expect(second.outputs['outcome']).toBe('error');
    expect(entriesOf(second, 'approval.consumed')).toEqual([]);
    await nothingMade(testRepository);
  },
);
