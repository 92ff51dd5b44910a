/**
 * Kills at any moment, while the artifact service works, is slow, or fails. Two hundred of them:
 * `COUNTERSIGN_PROPERTY_TIMES=67 vitest run test/e2e/kills.test.ts`.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blobsIn, trailBytes, verifyTrail } from '../../src/audit/index.ts';
import * as fc from '../properties.ts';
import { type EndedStep, finish, type TestRepository, openRepository, turn } from './harness.ts';
import { KEY, pause, WORKFLOW } from './suspended.ts';
import { addWorkflowRun } from '../testing/github-server/ci.ts';

const POLICY = `version: 1
mode: ask
auto: [kind:readonly, fs_write(src/**), bash_run(echo *), bash_run(sleep *)]
requireApproval: [bash_run]
approvals: { wait: 1s, then: suspend }
`;
const TURNS = [
  turn('I write.', ['fs_write', { path: 'src/new.txt', content: 'new' }]),
  turn('I run.', ['bash_run', { command: 'echo once >> src/once.txt; sleep 1' }]),
  turn('I ask.', ['bash_run', { command: 'touch src/made.txt' }]),
  finish('Never said.'),
];
/** From the start of the process to beyond its upload. */
const LATEST_KILL_MS = 6_000;
const SLOW_MS = 2_500;
/** Of each way that the artifact service works. */
const CASES = 1;

const UPLOADS = ['good', 'slow', 'failing'] as const;
type Upload = (typeof UPLOADS)[number];

interface Kill {
  readonly upload: Upload;
  readonly signal: 'SIGKILL' | 'SIGTERM';
  readonly afterMs: number;
}

const kill: fc.Arbitrary<Omit<Kill, 'upload'>> = fc.record({
  signal: fc.constantFrom('SIGKILL', 'SIGKILL', 'SIGTERM'),
  afterMs: fc.integer({ min: 50, max: LATEST_KILL_MS }),
});

function serve({ github }: TestRepository, upload: Upload): void {
  if (upload === 'slow') github.fail({ match: /PUT \/blob|Finalize/, times: 99, delayMs: SLOW_MS });
  if (upload === 'failing')
    github.fail({ match: /CreateArtifact/, times: 99, status: 403, body: { msg: 'quota' } });
}

/** The one trail on the machine, which a kill before its first entry leaves out; its verdict. */
async function verdictOf(repository: TestRepository) {
  const runs = join(repository.runner.temp, 'countersign');
  const folders = await readdir(runs).catch(() => []);
  expect(folders.filter((name) => name.endsWith('-store'))).toEqual([]);
  const [name] = folders;
  if (name === undefined) return null;
  const folder = join(runs, name);
  return await verifyTrail(trailBytes(folder), { requireEnd: true, blobs: blobsIn(folder) });
}

async function expectReported(
  repository: TestRepository,
  { upload }: Kill,
  steps: readonly EndedStep[],
): Promise<void> {
  const log = steps.map((step) => step.log).join('');
  const verdict = await verdictOf(repository);
  if (verdict !== null) expect(verdict, log).toMatchObject({ kind: 'intact' });
  const outcome = verdict?.kind === 'intact' ? verdict.outcome : null;
  // Nobody can resume a suspended run whose checkpoint is lost.
  const isLost = outcome === 'awaiting-approval' && upload === 'failing';
  for (const { body } of repository.github.commentsOn(repository.issue)) {
    if (body.includes('countersign:tracking')) {
      expect(body, log).toContain(`Countersign: ${isLost ? 'error' : outcome}`);
      expect(body, log).not.toMatch(/is working|is being uploaded/);
      expect(body.includes('[audit trail]('), log).toBe(upload !== 'failing');
    }
    if (body.includes('"state":"crashed"')) expect(upload, log).not.toBe('failing');
    if (body.includes('"state":"suspended"')) {
      expect(outcome, log).toBe('awaiting-approval');
      expect(upload, log).not.toBe('failing');
    }
    expect(body, log).not.toContain('"state":"waiting"');
  }
  expect(steps.at(-1)?.log).not.toContain('cancelled before');
  const left = (await readdir(repository.folder)).filter((name) => /^countersign-\d+\./.test(name));
  expect(left, log).toEqual([]);
}

async function crashedRun(options: Kill): Promise<void> {
  await using repository = await openRepository({ policy: POLICY });
  serve(repository, options.upload);
  const step = {
    event: repository.ask(),
    turns: TURNS,
    runId: 900,
    inputs: { 'state-key': KEY },
    environment: { GITHUB_WORKFLOW_REF: `octo-org/octo-repo/${WORKFLOW}@refs/heads/main` },
  };
  addWorkflowRun(repository.github, {
    id: 900,
    workflow: WORKFLOW,
    event: 'issue_comment',
    headRepository: 'octo-org/octo-repo',
    completed: false,
  });
  const main = await repository.start('action', step);
  await Promise.race([pause(options.afterMs), main.end]);
  main.process.kill(options.signal);
  const first = await main.end;
  const post = await repository.runStep(step, 'post');
  expect(post.exitCode, post.log).toBe(0);
  await expectReported(repository, options, [first, post]);
}

test('after a kill at any moment the trail verifies, people read the end, no request stays open in vain, and nothing is left behind', async () => {
  const numRuns = UPLOADS.length * fc.casesToTry(CASES);
  const kills = fc.sample(kill, { numRuns, seed: 20_260_101 });
  for (const [index, one] of kills.entries())
    await crashedRun({ ...one, upload: UPLOADS[index % UPLOADS.length] ?? 'good' });
}, 3_600_000);
