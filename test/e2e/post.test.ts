import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TRAIL_FILE } from '../../src/audit/index.ts';
import {
  type EndedStep,
  entriesOf,
  type Event,
  type TestRepository,
  openRepository,
  statesOf,
  turn,
  verified,
} from './harness.ts';
import { nightly } from '../properties.ts';
import { pause } from './suspended.ts';

const ASKS = 'version: 1\nauto: [kind:readonly]\nrequireApproval: [bash_run]\nsandbox: off\n';
const SLEEP = [turn('', ['bash_run', { command: 'sleep 60' }])];

interface Crashed {
  readonly event: Event;
  readonly trail: string;
}

/** A main step that is killed as soon as its log holds `words`, with the folder that its trail was in. */
async function crashedRun(repository: TestRepository, words: string): Promise<Crashed> {
  const event = repository.ask();
  const main = await repository.start('action', { event, turns: SLEEP });
  await main.seen(words);
  // The log says that an approval is required before GitHub has the comment.
  if (words === 'approval required')
    while (repository.approvalComments().length === 0) await pause(20);
  await pause(700);
  main.process.kill('SIGKILL');
  const crashed = await main.end;
  expect(crashed.exitCode, crashed.log).toBeNull();
  const runs = join(repository.runner.temp, 'countersign');
  const [folder = ''] = await readdir(runs);
  return { event, trail: join(runs, folder) };
}

async function post(repository: TestRepository, { event }: Crashed): Promise<EndedStep> {
  // As the first post step of the job, which uploads the artifact.
  repository.github.artifacts.store.artifacts.length = 0;
  return await repository.runStep({ event }, 'post');
}

/** What holds whatever became of the main step: a green post step, a whole trail with an end, a report, a finished comment. */
async function expectInterrupted(repository: TestRepository, end: EndedStep): Promise<void> {
  expect(end.exitCode, end.log).toBe(0);
  const head = /head hash `([0-9a-f]{64})`/.exec(end.summary)?.[1] ?? '';
  expect(await verified(end, head)).toMatchObject({ kind: 'intact', outcome: 'error', head });
  expect(end.artifact.get('report.html')?.toString()).toContain('Content-Security-Policy');
  const tracking = repository.github
    .commentsOn(repository.issue)
    .filter(({ body }) => body.includes('countersign:tracking'));
  expect(tracking).toHaveLength(1);
  expect(tracking[0]?.body).toContain('Countersign: error');
  expect(tracking[0]?.body).toContain(head);
}

test.concurrent('an approved call that was executing when its run crashed is interrupted (SEALED), with an unknown effect', async () => {
  await using repository = await openRepository({ policy: ASKS });
  repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
  const end = await post(repository, await crashedRun(repository, 'approved by'));
  await expectInterrupted(repository, end);
  expect(entriesOf(end, 'approval.consumed')).toHaveLength(1);
  expect(statesOf(end, 'c1')).toEqual([
    'PENDING',
    'APPROVAL_REQUIRED',
    'APPROVED',
    'EXECUTING',
    'SEALED',
  ]);
  expect(end.summary).toContain('what it did is unknown');
});

nightly.concurrent(
  'a run that crashes between creating its trail and the first entry gets a start and an end',
  async () => {
    await using repository = await openRepository({ policy: ASKS });
    const crashed = await crashedRun(repository, 'Turn 1');
    await writeFile(join(crashed.trail, TRAIL_FILE), '');
    const end = await post(repository, crashed);
    await expectInterrupted(repository, end);
    expect(end.entries.map(({ type }) => type)).toEqual(['run.start', 'run.end']);
  },
);

test.concurrent('a run that crashes during an approval request: whatever became of its trail is said, and with the trail the request is void', async () => {
  await using repository = await openRepository({ policy: ASKS });
  const crashed = await crashedRun(repository, 'approval required');
  expect(repository.approvalComments()[0]?.body).toContain('/approve');
  const file = join(crashed.trail, TRAIL_FILE);
  const whole = await readFile(file, 'utf8');

  // A modified trail is not written to, and is uploaded as evidence.
  const forged = whole.replace('"untrusted":false', '"untrusted":true');
  await writeFile(file, forged);
  const broken = await post(repository, crashed);
  expect(broken.log).toContain('broken at line');
  expect(broken.summary).toContain('broken at line');
  expect(broken.artifact.get(TRAIL_FILE)?.toString()).toBe(forged);
  expect(await readFile(file, 'utf8')).toBe(forged);

  // A truncated line at the end is set aside, and the chain continues before it.
  await writeFile(file, `${whole}{"_schema":"countersign.audit/1","approv`);
  const end = await post(repository, crashed);
  await expectInterrupted(repository, end);
  expect(entriesOf(end, 'recovered')).toHaveLength(1);
  expect([...end.artifact.keys()].some((name) => name.startsWith('torn-'))).toBe(true);
  expect(statesOf(end, 'c1')).toEqual(['PENDING', 'APPROVAL_REQUIRED', 'SEALED']);
  expect(entriesOf(end, 'approval.void')).toHaveLength(1);
  const [posted] = repository.approvalComments();
  expect(posted?.body).toContain('"state":"closed"');
  expect(posted?.body).toContain('nothing here is waiting');
  expect(posted?.body).toContain('it did not run');
  expect(posted?.body).not.toContain('/approve');

  // A run that crashes before it has a trail gets one that says so.
  await rm(crashed.trail, { recursive: true });
  const begun = await post(repository, crashed);
  await expectInterrupted(repository, begun);
  expect(begun.entries.map(({ type }) => type)).toEqual(['run.start', 'run.end']);
});
