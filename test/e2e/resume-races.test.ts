/** Jobs that race for one suspended run: one resumes it, and the others leave no trace of a run that was not theirs. */
import { expect, test } from 'vitest';
import {
  type EndedStep,
  type Event,
  expectEnd,
  finish,
  OUTSIDER,
  type TestRepository,
  openRepository,
  statesOf,
  turn,
} from './harness.ts';
import {
  approvalCommentOn,
  begin,
  job,
  KEY,
  MADE,
  policyOf,
  say,
  SUSPENDING,
} from './suspended.ts';
import { nightly } from '../properties.ts';

const OTHER = 'octo-other';

/** What a job says that did not resume the run. */
const TRUE_LINE =
  /Another job resumed this run|the approval comment is closed|The answer does not count/;

/** One job has the run, with a trail that verifies; each other says so and has none. Returns the winner. */
async function expectOneRun(ends: readonly EndedStep[], outcome = 'done'): Promise<EndedStep> {
  const winners = ends.filter((end) => end.outputs['outcome'] !== 'skipped');
  expect(winners, ends.map(({ log }) => log).join('\n----\n')).toHaveLength(1);
  const [winner] = winners;
  if (winner === undefined) throw new Error('no job resumed the run');
  await expectEnd(winner, { outcome, exitCode: outcome === 'denied' ? 1 : 0 });
  for (const end of ends.filter((one) => one !== winner)) {
    expect(end.exitCode, end.log).toBe(0);
    expect(end.artifact.size).toBe(0);
    expect(end.entries).toEqual([]);
    expect(end.log).toMatch(TRUE_LINE);
    expect(end.outputs['summary']).toMatch(TRUE_LINE);
    expect(end.log).not.toMatch(/::(?:warning|error|notice)|was denied|DENIED|Trail:/);
    expect(end.summary).not.toContain('denied');
    expect(end.outputs['audit-head'] ?? '').toBe('');
    expect(end.outputs['changes-sha256'] ?? '').toBe('');
  }
  return winner;
}

function isWrite({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return method !== 'GET' && !/graphql|reactions|artifact|Artifact/.test(path);
}

/**
 * Holds the claims of the approval comment until all jobs have made theirs, so that each has read the run and its answers.
 * Until then no job has written anything but reactions and replies to answers.
 */
function meetAtClaim(
  repository: TestRepository,
  jobs: number,
): { readonly writtenBefore: () => readonly string[] } {
  const { id } = approvalCommentOn(repository);
  const all = Promise.withResolvers<undefined>();
  const known = repository.github.log.filter(isWrite).length;
  let written: readonly string[] = [];
  let arrived = 0;
  repository.github.fail({
    match: new RegExp(`^POST .*/issues/comments/${id}/reactions`),
    times: jobs,
    until: () => {
      arrived += 1;
      if (arrived === jobs) {
        written = repository.github.log
          .filter(isWrite)
          .slice(known)
          .map(({ method, path }) => `${method} ${path}`);
        all.resolve(undefined);
      }
      return all.promise;
    },
  });
  return { writtenBefore: () => written };
}

/** The tracking comment of the run reports its end, whichever job wrote last. */
function expectTracked(repository: TestRepository, outcome: string): void {
  const tracking = repository.github
    .commentsOn(repository.issue)
    .filter(({ body }) => body.startsWith('<!-- countersign:tracking '));
  expect(tracking).toHaveLength(1);
  expect(tracking[0]?.body).toContain(`**Countersign: ${outcome}**`);
}

nightly.concurrent(
  'one comment delivered twice: the second job has no trail of the run',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    await job(repository, 601);
    const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
    const { writtenBefore } = meetAtClaim(repository, 2);
    const winner = await expectOneRun(
      await Promise.all([
        job(repository, 602, { event, runner: 'one' }),
        job(repository, 603, { event, runner: 'two' }),
      ]),
    );
    expect(statesOf(winner, 'c2')).toContain('COMPLETED');
    expect(writtenBefore()).toEqual([]);
    expectTracked(repository, 'done');
  },
);

nightly.concurrent(
  'two people and an outsider answer at once: one job resumes the run, and the others have no trail of it',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    repository.github.person(OTHER, 'maintain');
    await job(repository, 611);
    const words = `/approve ${approvalCommentOn(repository).ids[0]}`;
    const events = [
      await say(repository, words, { login: OUTSIDER }),
      await say(repository, words),
      await say(repository, words, { login: OTHER }),
    ];
    meetAtClaim(repository, 3);
    await expectOneRun(
      await Promise.all(
        events.map(
          async (event, index) =>
            await job(repository, 612 + index, { event, runner: `r${index}` }),
        ),
      ),
    );
    expectTracked(repository, 'done');
  },
);

test.concurrent('two jobs read the same part of the answers: one suspends the run again, the other resumes it from there, and no trail has a side branch', async () => {
  await using repository = await openRepository({
    policy: policyOf('wait: 1s, then: suspend, count: 3'),
  });
  repository.github.person(OTHER, 'maintain');
  repository.github.person('octo-third', 'maintain');
  await job(repository, 681);
  const words = `/approve ${approvalCommentOn(repository).ids[0]}`;
  const first = await say(repository, words);
  const second = repository.ask(words, repository.issue, OTHER);
  meetAtClaim(repository, 2);
  const ends = await Promise.all([
    job(repository, 682, { event: first, runner: 'one' }),
    job(repository, 683, { event: second, runner: 'two' }),
  ]);
  for (const end of ends) await expectEnd(end, { outcome: 'awaiting-approval', exitCode: 0 });
  const [shorter = [], longer = []] = ends
    .map(({ entries }) => entries.map(({ hash }) => hash))
    .toSorted((one, other) => one.length - other.length);
  expect(longer.length).toBeGreaterThan(shorter.length);
  expect(longer.slice(0, shorter.length)).toEqual(shorter);
  expect(approvalCommentOn(repository).body).toContain('"state":"suspended"');
  const third = repository.ask(words, repository.issue, 'octo-third');
  const last = await job(repository, 684, { event: third });
  await expectEnd(last, { outcome: 'done', exitCode: 0 });
  expect(last.entries.slice(0, longer.length).map(({ hash }) => hash)).toEqual(longer);
  expectTracked(repository, 'done');
});

nightly.concurrent('one denial delivered three times: one job resumes the run', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  const turns = [
    MADE,
    turn('', ['fs_write', { path: 'src/after.txt', content: 'x' }]),
    finish('Left out.', 'incomplete'),
  ];
  await job(repository, 631, { turns });
  const event = await say(repository, `/deny ${approvalCommentOn(repository).ids[0]} no`);
  meetAtClaim(repository, 3);
  const ends = await Promise.all(
    [632, 633, 634].map(
      async (id) => await job(repository, id, { event, turns, runner: `r${id}` }),
    ),
  );
  await expectOneRun(ends, 'denied');
});

nightly.concurrent('a request that became void is voided by one job', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 641);
  const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
  await repository.runner.commit('main', {
    '.github/countersign.yml': `${SUSPENDING}budget: { turns: 5 }\n`,
  });
  const before = repository.github.commentsOn(repository.issue).length;
  meetAtClaim(repository, 2);
  await expectOneRun(
    await Promise.all([
      job(repository, 642, { event, runner: 'one' }),
      job(repository, 643, { event, runner: 'two' }),
    ]),
    'denied',
  );
  expect(repository.github.commentsOn(repository.issue)).toHaveLength(before + 1);
});

nightly.concurrent('a job that claims after the whole run changes nothing of it', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 651);
  const { id, ids } = approvalCommentOn(repository);
  const event = await say(repository, `/approve ${ids[0]}`);
  const over = Promise.withResolvers<undefined>();
  let claims = 0;
  repository.github.fail({
    match: new RegExp(`^POST .*/issues/comments/${id}/reactions`),
    times: 2,
    until: async () => {
      claims += 1;
      if (claims === 2) await over.promise;
    },
  });
  const jobs = [
    job(repository, 652, { event, runner: 'one' }),
    job(repository, 653, { event, runner: 'two' }),
  ];
  await Promise.race(jobs);
  over.resolve(undefined);
  await expectOneRun(await Promise.all(jobs));
  expectTracked(repository, 'done');
});

test.concurrent('a job that is killed or cancelled before its claim changes nothing of the run, a cancelled one says so in a short trail, and the next answer resumes the run', async () => {
  await using repository = await openRepository({ policy: SUSPENDING });
  await job(repository, 661);
  const { id, ids, body } = approvalCommentOn(repository);
  const approve = async () => await say(repository, `/approve ${ids[0]}`);
  /** A job that gets this signal while GitHub does not answer a request of it. */
  const ended = async (
    runId: number,
    { event, match, skip = 0 }: { readonly event: Event; readonly match: RegExp; skip?: number },
    signal: NodeJS.Signals,
  ): Promise<EndedStep> => {
    const asked = Promise.withResolvers<undefined>();
    repository.github.fail({
      match,
      skip,
      drop: true,
      until: () => {
        asked.resolve(undefined);
        return new Promise(() => undefined);
      },
    });
    const main = await begin(repository, runId, { event });
    await asked.promise;
    main.process.kill(signal);
    return await main.end;
  };

  const event = await approve();
  const match = new RegExp(`^POST .*/issues/comments/${id}/reactions`);
  await ended(662, { event, match }, 'SIGKILL');
  const post = await repository.runStep(
    { event, runId: 662, inputs: { 'state-key': KEY } },
    'post',
  );
  expect(post.summary).toContain('can still be answered');
  expect(post.artifact.size).toBe(0);
  expect(approvalCommentOn(repository)).toEqual({ id, ids, body });

  // The first look-up of a permission is about whether an outsider answered.
  const look = { event: await approve(), match: /^GET .*\/collaborators\//, skip: 1 };
  const end = await ended(663, look, 'SIGTERM');
  await expectEnd(end, { outcome: 'cancelled', exitCode: 1 });
  expect(end.entries.map(({ type }) => type)).toEqual(['run.start', 'run.end']);
  expect(body).not.toContain(end.entries[0]?.run);
  expect(end.outputs['summary']).toContain('The run still waits: answer again.');
  expect(repository.github.reactionsOn(id)).toEqual([]);
  expect(approvalCommentOn(repository)).toEqual({ id, ids, body });

  await expectEnd(await job(repository, 664, { event: await approve() }), {
    outcome: 'done',
    exitCode: 0,
  });
  expectTracked(repository, 'done');
});

nightly.concurrent(
  'a job whose claim nobody answered does not say that another job has the run, and closes the request',
  async () => {
    await using repository = await openRepository({ policy: SUSPENDING });
    await job(repository, 671);
    const { id, ids } = approvalCommentOn(repository);
    const event = await say(repository, `/approve ${ids[0]}`);
    repository.github.fail({
      match: new RegExp(`^POST .*/issues/comments/${id}/reactions`),
      dropAfter: true,
    });
    const end = await job(repository, 672, { event });
    await expectEnd(end, { outcome: 'error', exitCode: 1 });
    expect(end.entries.map(({ type }) => type)).toEqual(['run.start', 'run.end']);
    expect(end.outputs['summary']).toContain('was lost');
    expect(end.log).not.toContain('Another job resumed this run');
    const { body } = approvalCommentOn(repository);
    expect(body).toContain('"state":"closed"');
    expect(body).toContain('nobody can tell whether this job or another one has it');
    const tracking = repository.github
      .commentsOn(repository.issue)
      .filter((one) => one.body.startsWith('<!-- countersign:tracking '));
    expect(tracking).toHaveLength(1);
    expect(tracking[0]?.body).toContain('this run cannot be resumed');
    expect(tracking[0]?.body).not.toContain('Waiting for an answer');
  },
);
