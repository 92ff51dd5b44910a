import { expect, test } from 'vitest';
import {
  type EndedStep,
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  REQUESTER,
  openRepository,
  statesOf,
  turn,
} from './harness.ts';
import { nightly } from '../properties.ts';
import {
  approvalCommentOn,
  begin,
  job,
  known,
  MADE,
  nothingMade,
  say,
  SUSPENDING,
} from './suspended.ts';

test.concurrent('a suspended run waits without cost, and resumes exactly there after the answer, which is used once', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  const first = await job(repository, 101);
  await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
  expect([...first.artifact.keys()].some((name) => /^checkpoint-\d+\.bin$/.test(name))).toBe(true);
  const { ids } = approvalCommentOn(repository);
  expect(first.outputs['pending-approvals']).toBe(ids.join());
  expect(statesOf(first, 'c1').at(-1)).toBe('COMPLETED');
  expect(statesOf(first, 'c2').at(-1)).toBe('APPROVAL_REQUIRED');

  const event = await say(repository, `/approve ${ids.join()}`);
  // In a process of its own, it knows nothing but what the checkpoint holds.
  const second = await (await begin(repository, 102, { event })).end;
  known(repository, 102);
  await expectEnd(second, { outcome: 'done', exitCode: 0 });
  expect(await inWorkspace(repository, 'src/made.txt')).toBe('made\n');
  expect(await inWorkspace(repository, 'src/new.txt')).toBe('by the run\r\n');
  expect(second.entries.slice(0, first.entries.length)).toEqual(first.entries);
  expect(entriesOf(second, 'run.start').map((entry) => entry.start)).toEqual(['fresh', 'resumed']);
  expect(statesOf(second, 'c1').filter((state) => state === 'EXECUTING')).toHaveLength(1);
  expect(statesOf(second, 'c2')).toEqual([
    'PENDING',
    'APPROVAL_REQUIRED',
    'APPROVED',
    'EXECUTING',
    'COMPLETED',
  ]);
  expect(second.outputs).toMatchObject({ turns: '2', 'calls-approved': '1', 'calls-auto': '2' });

  const third = await job(repository, 103, { event });
  expect(third.outputs['outcome']).toBe('skipped');
  await nothingMade(repository);
});

nightly.concurrent('the model of the resumed run learns of a denial', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 111);
  const turns = [MADE, { ...finish('Left out.', 'incomplete'), expect: 'not on a Friday' }];
  const event = await say(
    repository,
    `/deny ${approvalCommentOn(repository).ids[0]} not on a Friday`,
  );
  const second = await job(repository, 112, { event, turns });
  await expectEnd(second, { outcome: 'denied', exitCode: 1 });
  expect(statesOf(second, 'c2').at(-1)).toBe('DENIED');
});

nightly.concurrent(
  'an answer that does not count leaves the run suspended, and a later one still resumes it',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    await job(repository, 121);
    const words = `/approve ${approvalCommentOn(repository).ids[0]}`;
    const event = await say(repository, words, { login: REQUESTER });
    await expectEnd(await job(repository, 122, { event }), {
      outcome: 'awaiting-approval',
      exitCode: 0,
    });
    const third = await job(repository, 123, { event: await say(repository, words) });
    await expectEnd(third, { outcome: 'done', exitCode: 0 });
    expect(entriesOf(third, 'run.start')).toHaveLength(3);
  },
);

test.concurrent('a checkpoint is refused with another key, if it is an artifact of a fork, and with a changed byte, in words on the issue and in a trail', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 141);
  const { artifacts } = repository.github.artifacts;
  const [id] = approvalCommentOn(repository).ids;
  const approved = async (runId: number, key = {}): Promise<EndedStep> =>
    await job(repository, runId, { event: await say(repository, `/approve ${id}`), ...key });
  const expectRefused = async (end: EndedStep): Promise<void> => {
    expect(end.outputs['outcome'], end.log).toBe('error');
    await nothingMade(repository);
    expect(repository.github.commentsOn(repository.issue).at(-1)?.body).toContain(
      'could not be used',
    );
    expect(entriesOf(end, 'run.end').at(-1)?.summary).toMatch(/refused|artifact/i);
  };
  await expectRefused(await approved(142, { key: 'another-key-of-many-characters' }));

  known(repository, 141, 'pull_request', 'stranger/octo-repo');
  await expectRefused(await approved(143));

  known(repository, 141);
  repository.github.artifacts.tamper(artifacts[0]?.id ?? 0, (bytes) => {
    const copy = Buffer.from(bytes);
    const place = copy.indexOf('"run.suspended"');
    copy[place > 0 ? place : Math.floor(copy.length / 2)]! ^= 1;
    return copy;
  });
  await expectRefused(await approved(144));
});

nightly.concurrent('a changed policy voids the approval requests', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 151);
  const changed = `${SUSPENDING}budget: { turns: 5 }\n`;
  await repository.runner.commit('main', { '.github/countersign.yml': changed });
  const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
  const end = await job(repository, 152, { event });
  expect(end.outputs['outcome']).toBe('denied');
  expect(entriesOf(end, 'approval.void')).toHaveLength(1);
  expect(repository.github.commentsOn(repository.issue).at(-1)?.body).toContain(
    'policy has changed',
  );
  await nothingMade(repository);
});

test.concurrent('/cancel ends a suspended run without an effect', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 161);
  const end = await job(repository, 162, { event: await say(repository, '/cancel') });
  expect(['cancelled', 'denied']).toContain(end.outputs['outcome']);
  expect(statesOf(end, 'c2').at(-1)).toBe('DENIED');
  await nothingMade(repository);
});

test.concurrent('/cancel with an id ends only that one of two suspended runs; without one, the newest at once and the other when it is answered', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  const ids: string[] = [];
  for (const runId of [165, 166, 167]) {
    await job(repository, runId);
    ids.push(approvalCommentOn(repository).ids[0] ?? '');
  }
  const [first, second, third] = ids;
  const ended = await job(repository, 168, {
    event: await say(repository, `/cancel ${second} not this one`),
  });
  await expectEnd(ended, { outcome: 'cancelled', exitCode: 1 });
  const newest = await job(repository, 169, { event: await say(repository, '/cancel') });
  await expectEnd(newest, { outcome: 'cancelled', exitCode: 1 });
  const bodies = repository.github.commentsOn(repository.issue).map(({ body }) => body);
  const stateOf = (id = '') =>
    /"state":"(\w+)"/.exec(bodies.find((body) => body.includes(`"ids":["${id}"`)) ?? '')?.[1];
  expect([first, second, third].map(stateOf)).toEqual(['suspended', 'closed', 'closed']);
  const other = await job(repository, 170, { event: await say(repository, `/approve ${first}`) });
  await expectEnd(other, { outcome: 'cancelled', exitCode: 1 });
  await nothingMade(repository);
});

nightly.concurrent(
  'the run goes through five workflow runs with its work tree and its conversation',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    const steps = [1, 2, 3, 4];
    const turns = [
      ...steps.map((step) =>
        turn(`Step ${step}.`, [
          'bash_run',
          {
            command: `printf '${step}\\0\\r\\n' > src/step-${step}.bin && chmod 755 src/step-${step}.bin`,
          },
        ]),
      ),
      finish('All steps are made.'),
    ];
    let end = await job(repository, 171, { turns });
    for (const step of steps) {
      expect(end.outputs['outcome']).toBe('awaiting-approval');
      const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
      end = await job(repository, 171 + step, { event, turns });
    }
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    for (const step of steps)
      expect(await inWorkspace(repository, `src/step-${step}.bin`)).toBe(`${step}\0\r\n`);
    expect(entriesOf(end, 'run.start')).toHaveLength(5);
    expect(end.outputs['turns']).toBe('5');
  },
);

nightly.concurrent(
  'without a key to encrypt with, nothing is suspended: the call is denied after the wait',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    const end = await repository.runStep({
      turns: [MADE, finish('Tried.', 'incomplete')],
      runId: 181,
    });
    await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  },
);
