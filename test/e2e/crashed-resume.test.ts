/** Crashed runs that another job resumes: nothing recorded is lost, nothing done is repeated. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type EndedStep,
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  MAINTAINER,
  REQUESTER,
  type TestRepository,
  openRepository,
  statesOf,
  OUTSIDER,
  turn,
  verified,
} from './harness.ts';
import {
  approvalCommentOn,
  begin,
  job,
  KEY,
  known,
  nothingMade,
  onApprovalComment,
  pause,
  say,
  WORKFLOW,
} from './suspended.ts';
import { nightly, someOf } from '../properties.ts';
import { addWorkflowRun } from '../testing/github-server/ci.ts';

const POLICY = `version: 1
mode: ask
auto:
  - kind:readonly
  - fs_write(src/**)
  - bash_run(echo *)
  - bash_run(sleep *)
approvals: { wait: 30s, then: suspend }
sandbox: off
`;
const WRITE = turn(
  'I write.',
  ['fs_write', { path: 'src/new.txt', content: 'by the run\r\n' }],
  ['bash_run', { command: 'echo once >> src/once.txt' }],
);

/** A job whose main step is killed once its log holds `words` and `ms` have passed; its post step then runs. */
async function crashedRun(
  repository: TestRepository,
  runId: number,
  given: {
    words: string;
    turns: readonly object[];
    ms?: number;
    event?: ReturnType<TestRepository['ask']>;
    /** It waits for an answer: GitHub has the approval comment after the log says that an approval is required. */
    asks?: boolean;
    /** What somebody does to the journal before the post step reads it. */
    tamper?: (journal: Buffer) => Buffer;
    /** The record of the checkout is gone before the post step reads it. */
    loseStore?: boolean;
  },
): Promise<EndedStep> {
  await repository.runner.git('reset', '--quiet', '--hard');
  await repository.runner.git('clean', '-fdxq');
  const options = {
    event: given.event ?? repository.ask(),
    turns: given.turns,
    runId,
    inputs: { 'state-key': KEY },
    environment: { GITHUB_WORKFLOW_REF: `octo-org/octo-repo/${WORKFLOW}@refs/heads/main` },
  };
  const about = { id: runId, workflow: WORKFLOW, event: 'issue_comment' };
  addWorkflowRun(repository.github, {
    ...about,
    headRepository: 'octo-org/octo-repo',
    completed: false,
  });
  const main = await repository.start('action', options);
  await main.seen(given.words);
  while (given.asks === true && repository.approvalComments().length === 0) await pause(20);
  await pause(given.ms ?? 700);
  if (given.asks === true)
    expect(repository.approvalComments()[0]?.body).toContain('waits for an answer');
  main.process.kill('SIGKILL');
  await main.end;
  if (given.tamper !== undefined) await changeJournal(repository, runId, given.tamper);
  if (given.loseStore === true) {
    const runs = join(repository.runner.temp, 'countersign');
    for (const name of (await readdir(runs)).filter((one) => one.endsWith('-store')))
      await rm(join(runs, name), { recursive: true });
  }
  const post = await repository.runStep(options, 'post');
  expect(post.exitCode, post.log).toBe(0);
  known(repository, runId);
  const head = /head hash `([0-9a-f]{64})`/.exec(post.summary)?.[1] ?? '';
  expect(await verified(post, head)).toMatchObject({ kind: 'intact', outcome: 'error' });
  expect([...post.artifact.keys()]).not.toContain('journal.bin');
  return post;
}

/** The journal of a job on this machine, as another step of the job could get at it. */
async function changeJournal(
  repository: TestRepository,
  runId: number,
  change: (journal: Buffer) => Buffer,
): Promise<void> {
  const runs = join(repository.runner.temp, 'countersign');
  const folder = (await readdir(runs)).find((name) => name.endsWith(`-${runId}-1`)) ?? '';
  const file = join(runs, folder, 'journal.bin');
  await writeFile(file, change(await readFile(file)));
}

function outcomeChecks({ github }: TestRepository) {
  return github.checkRuns().filter(({ name }) => name === 'Countersign');
}

/** The run of the newest approval comment. */
function runOn(repository: TestRepository): string {
  const { body } = approvalCommentOn(repository);
  expect(body).toContain('"state":"crashed"');
  return /\/resume (run-[0-9a-z]+)/.exec(body)?.[1] ?? '';
}

test.concurrent('crashed during a command: the call is interrupted (SEALED), the model learns of it, and finished calls do not run again', async () => {
  await using repository = await openRepository({ policy: POLICY });
  const turns = [
    turn(
      'I write and wait.',
      ['fs_write', { path: 'src/new.txt', content: 'by the run\r\n' }],
      ['bash_run', { command: 'echo once >> src/once.txt' }],
      ['bash_run', { command: 'sleep 60' }],
      ['bash_run', { command: 'echo after >> src/after.txt' }],
    ),
    { ...finish('Looked.'), expect: 'what it did is unknown' },
  ];
  const post = await crashedRun(repository, 601, { turns, words: 'c3 bash_run' });
  expect(statesOf(post, 'c3')).toEqual(['PENDING', 'APPROVED', 'EXECUTING', 'SEALED']);
  expect(post.summary).toContain('/resume run-');
  expect(outcomeChecks(repository)).toMatchObject([
    {
      conclusion: 'failure',
      title: expect.stringContaining('error: The main step ended') as string,
    },
  ]);
  const end = await job(repository, 602, {
    turns,
    event: await say(repository, `/resume ${runOn(repository)}`, { login: REQUESTER }),
  });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(entriesOf(end, 'run.start').map(({ start }) => start)).toEqual(['fresh', 'resumed']);
  expect(statesOf(end, 'c3').at(-1)).toBe('SEALED');
  const unknown = expect.stringContaining('interrupted call did is unknown: check c3 bash_run');
  expect(entriesOf(end, 'run.end').at(-1)?.notices).toEqual(expect.arrayContaining([unknown]));
  expect(end.summary).toContain('interrupted call did is unknown');
  for (const call of ['c1', 'c2', 'c3'])
    expect(statesOf(end, call).filter((state) => state === 'EXECUTING')).toHaveLength(1);
  expect(statesOf(end, 'c4')).toEqual([]);
  expect(await inWorkspace(repository, 'src/new.txt')).toBe('by the run\r\n');
  expect(await inWorkspace(repository, 'src/once.txt')).toBe('once\n');
  expect(approvalCommentOn(repository).body).toContain('"state":"closed"');
  expect(outcomeChecks(repository)).toMatchObject([{ conclusion: 'success' }]);
});

nightly.concurrent(
  'crashed after a resume: its check run says so, and no longer that it waits',
  async () => {
    await using repository = await openRepository({
      policy: POLICY.replace('wait: 30s', 'wait: 1s'),
    });
    const turns = [
      turn('I ask.', ['bash_run', { command: 'touch src/made.txt' }]),
      turn('I wait.', ['bash_run', { command: 'sleep 60' }]),
      finish('Waited.'),
    ];
    await job(repository, 691, { turns });
    expect(outcomeChecks(repository)).toMatchObject([{ conclusion: 'action_required' }]);
    const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
    await crashedRun(repository, 692, { turns, words: 'c2 bash_run', event });
    expect(outcomeChecks(repository)).toMatchObject([{ conclusion: 'failure' }]);
  },
);

nightly.concurrent(
  'crashed during a model request: the next job sends it again, with the whole conversation',
  async () => {
    await using repository = await openRepository({ policy: POLICY });
    const last = finish('Written.');
    await crashedRun(repository, 611, {
      turns: [WRITE, { ...last, delayMs: 60_000 }],
      words: 'Turn 2',
    });
    const event = await say(repository, '/resume');
    const end = await job(repository, 612, {
      turns: [WRITE, { ...last, expect: 'resumes in another job' }],
      event,
    });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(entriesOf(end, 'turn.start').map((entry) => entry.turn)).toEqual([1, 2, 3]);
    expect(await inWorkspace(repository, 'src/once.txt')).toBe('once\n');
  },
);

nightly.concurrent(
  'crashed during an approval request: it is void, and a new one is posted',
  async () => {
    await using repository = await openRepository({ policy: POLICY });
    const asks = turn(
      'I write and ask.',
      ['bash_run', { command: 'echo once >> src/once.txt' }],
      ['bash_run', { command: 'touch src/made.txt' }],
    );
    const turns = [
      asks,
      { ...turn('', ['bash_run', { command: 'touch src/made.txt' }]), expect: 'had not started' },
      finish('Made.'),
    ];
    const post = await crashedRun(repository, 621, {
      turns,
      words: 'approval required',
      ms: 1_500,
      asks: true,
    });
    expect(statesOf(post, 'c2')).toEqual(['PENDING', 'APPROVAL_REQUIRED', 'SEALED']);
    const old = repository
      .approvalComments()
      .find(({ body }) => body.includes('touch') || body.includes('not run'));
    expect(old?.body).not.toContain('waits for an answer');
    const tracking = repository.github
      .commentsOn(repository.issue)
      .find(({ body }) => body.includes('countersign:tracking'));
    expect(tracking?.body).not.toContain('is working');
    const [id = ''] = /ap-[0-9a-z]{8}/.exec(old?.body ?? '') ?? [];
    const replay = await job(repository, 622, {
      turns,
      event: await say(repository, `/approve ${id}`),
    });
    expect(replay.outputs['outcome']).toBe('skipped');
    const event = await say(repository, '/resume');
    onApprovalComment(repository, ({ ids }) => {
      repository.github.comment({
        login: MAINTAINER,
        issue: repository.issue,
        body: `/approve ${ids[0]}`,
      });
    });
    const end = await job(repository, 623, { turns, event });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(statesOf(end, 'c2').at(-1)).toBe('SEALED');
    expect(statesOf(end, 'c3').at(-1)).toBe('COMPLETED');
    expect(await inWorkspace(repository, 'src/once.txt')).toBe('once\n');
  },
);

test.concurrent('crashed between approval and effect: the approval is used up, and nothing runs without a new one', async () => {
  await using repository = await openRepository({ policy: POLICY });
  const turns = [
    turn('', ['bash_run', { command: 'touch src/made.txt' }]),
    { ...finish('Left.', 'incomplete'), expect: 'had not started' },
  ];
  // The claim on the approval comment reaches GitHub; its answer never comes back in time.
  repository.github.fail({ match: /POST .*reactions/, times: 99, delayMs: 20_000 });
  repository.answerApprovalComments((ids) => `/approve ${ids[0]}`);
  const post = await crashedRun(repository, 631, { turns, words: 'approval required', ms: 6_000 });
  expect(entriesOf(post, 'approval.decision')).toHaveLength(1);
  expect(statesOf(post, 'c1').at(-1)).toBe('SEALED');
  const end = await job(repository, 632, { turns, event: await say(repository, '/resume') });
  await expectEnd(end, { outcome: 'incomplete', exitCode: 1 });
  await nothingMade(repository);
});

nightly.concurrent('a run that crashed twice has one trail over three jobs', async () => {
  await using repository = await openRepository({ policy: POLICY });
  const wait = turn('', ['bash_run', { command: 'sleep 60' }]);
  const turns = [wait, wait, finish('Enough.')];
  await crashedRun(repository, 641, { turns, words: 'c1 bash_run' });
  await crashedRun(repository, 642, {
    turns,
    words: 'c2 bash_run',
    event: await say(repository, '/resume'),
  });
  const end = await job(repository, 643, { turns, event: await say(repository, '/resume') });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(entriesOf(end, 'run.start')).toHaveLength(3);
  expect(statesOf(end, 'c1').at(-1)).toBe('SEALED');
  expect(statesOf(end, 'c2').at(-1)).toBe('SEALED');
});

nightly.concurrent('two concurrent jobs for one /resume: one resumes the run', async () => {
  await using repository = await openRepository({ policy: POLICY });
  const turns = [turn('', ['bash_run', { command: 'sleep 60' }]), finish('Done.')];
  await crashedRun(repository, 651, { turns, words: 'c1 bash_run' });
  const event = await say(repository, '/resume');
  const ends = await Promise.all([
    job(repository, 652, { turns, event, runner: 'one' }),
    job(repository, 653, { turns, event, runner: 'two' }),
  ]);
  const outcomes = ends.map(({ outputs }) => outputs['outcome'] ?? '');
  expect(outcomes.toSorted((one, other) => one.localeCompare(other))).toEqual(['done', 'skipped']);
  expect((await job(repository, 654, { turns, event })).outputs['outcome']).toBe('skipped');
});

nightly.concurrent(
  'a job that is cancelled after it claimed a crashed run does not say that the run still waits',
  async () => {
    await using repository = await openRepository({
      policy: POLICY.replace('30s,', '30s, from: [codeowners],'),
      files: { '.github/CODEOWNERS': '* @octo-maintainer\n' },
    });
    const turns = [turn('', ['bash_run', { command: 'sleep 60' }]), finish('Done.')];
    await crashedRun(repository, 691, { turns, words: 'c1 bash_run' });
    const event = await say(repository, '/resume');
    const claimed = Promise.withResolvers<undefined>();
    repository.github.fail({
      match: /^GET .*CODEOWNERS/,
      until: () => {
        claimed.resolve(undefined);
        return new Promise(() => undefined);
      },
    });
    const main = await begin(repository, 692, { turns, event });
    await claimed.promise;
    expect(approvalCommentOn(repository).body).toContain('The run resumes in the job below.');
    main.process.kill('SIGTERM');
    const end = await main.end;
    await expectEnd(end, { outcome: 'cancelled', exitCode: 1 });
    expect(end.outputs['summary']).not.toMatch(/did not resume|answer again/);
  },
);

test.concurrent('an untrusted user cannot resume a run; nor does /approve, a quote, another run, or /resume under a changed policy, which its comment then says', async () => {
  await using repository = await openRepository({ policy: POLICY });
  const turns = [turn('', ['bash_run', { command: 'sleep 60' }]), finish('Done.')];
  await crashedRun(repository, 661, { turns, words: 'c1 bash_run' });
  const run = runOn(repository);
  const words = [
    [`/resume ${run}`, OUTSIDER],
    ['/approve all', MAINTAINER],
    ['/cancel', MAINTAINER],
    [`> /resume ${run}`, MAINTAINER],
    ['/resume run-0000000000000000', MAINTAINER],
    [`/resumed ${run}`, MAINTAINER],
  ] as const;
  for (const [index, [body, login]] of words.entries()) {
    const end = await job(repository, 662 + index, {
      turns,
      event: await say(repository, body, { login }),
    });
    expect(end.outputs['outcome'], body).toBe('skipped');
  }
  expect(approvalCommentOn(repository).body).toContain('"state":"crashed"');
  await repository.runner.commit('main', {
    '.github/countersign.yml': `${POLICY}budget: { turns: 5 }\n`,
  });
  const end = await job(repository, 681, { turns, event: await say(repository, `/resume ${run}`) });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expect(approvalCommentOn(repository).body).toContain('policy has changed');
});

nightly.concurrent(
  'another key is refused with a comment, and the right one still works',
  async () => {
    await using repository = await openRepository({ policy: POLICY });
    const turns = [turn('', ['bash_run', { command: 'sleep 60' }]), finish('Done.')];
    await crashedRun(repository, 671, { turns, words: 'c1 bash_run' });
    const event = await say(repository, '/resume');
    const refused = await job(repository, 672, {
      turns,
      event,
      key: 'some-other-key-of-many-characters',
    });
    expect(refused.outputs['outcome']).toBe('error');
    expect(repository.github.commentsOn(repository.issue).at(-1)?.body).toContain(
      'could not be used',
    );
    await expectEnd(await job(repository, 673, { turns, event }), { outcome: 'done', exitCode: 0 });
  },
);

nightly.concurrent(
  'crashed while it asked to raise a limit, a run that cannot resume ends over budget',
  async () => {
    const policy = `${POLICY}budget: { turns: 1, onLimit: ask }\n`;
    await using repository = await openRepository({ policy });
    const turns = [WRITE, finish('Never said.')];
    await crashedRun(repository, 683, { turns, words: 'budget_extend', ms: 1_500 });
    await repository.runner.commit('main', { '.github/countersign.yml': `${policy}# Changed\n` });
    const end = await job(repository, 684, { turns, event: await say(repository, '/resume') });
    await expectEnd(end, { outcome: 'over-budget', exitCode: 1 });
  },
);

test.concurrent('killed right after its claim, a resumed run does not leave a tracking comment that asks for answers', async () => {
  await using repository = await openRepository({
    policy: POLICY.replace('wait: 30s', 'wait: 1s'),
  });
  const turns = [turn('', ['bash_run', { command: 'touch src/made.txt' }]), finish('Made.')];
  await job(repository, 697, { turns });
  const { id, ids } = approvalCommentOn(repository);
  const event = await say(repository, `/approve ${ids[0]}`);
  const claimed = Promise.withResolvers<undefined>();
  repository.github.fail({
    match: new RegExp(`^PATCH .*/issues/comments/${id}`),
    drop: true,
    until: () => {
      claimed.resolve(undefined);
      return new Promise(() => undefined);
    },
  });
  const main = await begin(repository, 698, { turns, event });
  await claimed.promise;
  main.process.kill('SIGKILL');
  await main.end;
  const post = await repository.runStep(
    { event, runId: 698, inputs: { 'state-key': KEY } },
    'post',
  );
  expect(post.summary).toContain('Countersign: error');
  const [tracking] = repository.github
    .commentsOn(repository.issue)
    .filter(({ body }) => body.includes('countersign:tracking'));
  expect(tracking?.body).toContain('Countersign: error');
  expect(tracking?.body).not.toContain('Waiting for an answer');
});

nightly.concurrent('a run without a key leaves no journal, and offers nothing', async () => {
  await using repository = await openRepository({ policy: POLICY });
  const event = repository.ask();
  const turns = [turn('', ['bash_run', { command: 'sleep 60' }])];
  const main = await repository.start('action', { event, turns });
  await main.seen('c1 bash_run');
  main.process.kill('SIGKILL');
  await main.end;
  const post = await repository.runStep({ event }, 'post');
  expect(post.summary).not.toContain('/resume');
  expect(repository.approvalComments()).toEqual([]);
});

nightly.concurrent(
  'without the record of the checkout the run still resumes, and everybody learns that its files are lost',
  async () => {
    await using repository = await openRepository({ policy: POLICY });
    const turns = [
      WRITE,
      turn('', ['bash_run', { command: 'sleep 60' }]),
      { ...finish('Made again.'), expect: 'The files that you changed are lost' },
    ];
    const post = await crashedRun(repository, 695, {
      turns,
      words: 'c3 bash_run',
      loseStore: true,
    });
    for (const text of [post.summary, approvalCommentOn(repository).body])
      expect(text).toContain('The changes of files are not in the checkpoint');
    expect(entriesOf(post, 'warning').map(({ code }) => code)).toContain('changes-missing');
    const event = await say(repository, '/resume');
    await expectEnd(await job(repository, 696, { turns, event }), { outcome: 'done', exitCode: 0 });
  },
);

const flipped = (indexOf: (bytes: Buffer) => number) => (journal: Buffer) => {
  const copy = Buffer.from(journal);
  const place = indexOf(copy);
  copy[place] = (copy[place] ?? 0) ^ 1;
  return copy;
};

test.concurrent.each(
  someOf<[what: string, tamper: (journal: Buffer) => Buffer, because: string]>(
    [
      ['one byte in the middle changed', flipped((bytes) => bytes.length >> 1), 'was changed'],
      ['its first byte changed', flipped(() => 0), 'its journal has an unknown format'],
      ['its last byte changed', flipped((bytes) => bytes.length - 1), 'was changed'],
      [
        'all but its head cut off',
        (journal) => journal.subarray(0, 100),
        'its journal has no beginning',
      ],
      ['nothing left in it', () => Buffer.alloc(0), 'its journal has an unknown format'],
    ],
    1,
  ),
)(
  'a journal with %s is refused: the trail is closed, nobody is offered to resume it, and the summary says why',
  async (_what, tamper, because) => {
    await using repository = await openRepository({ policy: POLICY });
    const turns = [WRITE, turn('', ['bash_run', { command: 'sleep 60' }])];
    const post = await crashedRun(repository, 671, { turns, words: 'c3 bash_run', tamper });
    expect(post.summary).toMatch(
      /The run cannot be resumed: `The checkpoint is refused: .*journal/,
    );
    expect(post.summary).toContain(because);
    expect(post.summary).not.toContain('/resume');
    expect(repository.approvalComments()).toEqual([]);
    expect([...post.artifact.keys()].filter((name) => name.startsWith('checkpoint'))).toEqual([]);
    expect(statesOf(post, 'c3').at(-1)).toBe('SEALED');
    const end = await job(repository, 672, { turns, event: await say(repository, '/resume') });
    expect(end.outputs['outcome']).toBe('skipped');
  },
);
