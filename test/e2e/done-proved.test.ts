import { expect, test, vi } from 'vitest';
import { pathWithNpm } from '../fixtures/stub-npm.ts';
import { openExample, needsOf } from './example.ts';
import {
  type StepOptions,
  cli,
  type EndedStep,
  entriesOf,
  expectEnd,
  finish,
  type TestRepository,
  openRepository,
  turn,
} from './harness.ts';
import { approvalCommentOn, job, say } from './suspended.ts';
import { nightly, someOf } from '../properties.ts';

vi.setConfig({ testTimeout: 120_000 });

const RULE = 'bash_run(npm test)';
const REST = `mode: ask
auto:
  - kind:readonly
  - fs_write(src/**)
  - fs_write(package.json)
  - bash_run
sandbox: off
`;
const POLICY = `version: 1
${REST}done:
  requires:
    - ${RULE}
`;
const PASSES = 'grep -q good src/a.txt';
/** The tests pass where src/a.txt says good; each writes what a report of coverage would. */
const FILES = {
  'check.sh': `date > coverage.txt\n${PASSES}\n`,
  'sub/check.sh': 'exit 0\n',
};
const GOOD = ['fs_write', { path: 'src/a.txt', content: 'good\n' }] as const;
const BAD = ['fs_write', { path: 'src/a.txt', content: 'bad\n' }] as const;
const READ = turn('', ['fs_read', { path: 'src/a.txt' }]);
const run = (command: string, more: object = {}) => ['bash_run', { command, ...more }] as const;
const done = finish('It works.');

async function ended(
  turns: readonly object[],
  { policy = POLICY }: { readonly policy?: string } = {},
): Promise<EndedStep> {
  await using repository = await openRepository({ policy, files: FILES });
  repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
  return await repository.runStep({ turns: [READ, ...turns], ...(await withNpm(repository)) });
}

/** `npm test` runs the tests of the folder that it is started in. */
async function withNpm(repository: TestRepository): Promise<Pick<StepOptions, 'environment'>> {
  return { environment: { PATH: await pathWithNpm(repository.folder, 'exec sh check.sh') } };
}

test.concurrent('a run is done with the tests green on its last change, and its trail proves it', async () => {
  const end = await ended([turn('', GOOD), turn('', run('npm test')), done]);
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(entriesOf(end, 'run.start')[0]?.doneRequires).toEqual([RULE]);
  const proof = entriesOf(end, 'call.state').find(({ workTree }) => workTree !== undefined);
  expect(proof).toMatchObject({ state: 'COMPLETED', 'process.exit.code': 0 });
  expect(proof?.workTree).toMatch(/^[0-9a-f]{40}$/);
  expect(entriesOf(end, 'run.end')[0]?.workTree).toBe(proof?.workTree);
});

test.concurrent.each(
  someOf<[string, readonly object[], RegExp]>(
    [
      ['the tests never run', [turn('', GOOD)], /"npm test" was not run by itself\./],
      [
        'a file is edited after the green tests',
        [turn('', GOOD), turn('', run('npm test')), turn('', BAD)],
        /files changed after the last success of "npm test"/,
      ],
      [
        'a command edits a file after the green tests',
        [turn('', GOOD), turn('', run('npm test')), turn('', run('echo bad > src/a.txt'))],
        /files changed after/,
      ],
      [
        'the last tests fail',
        [turn('', GOOD), turn('', run('npm test')), turn('', BAD), turn('', run('npm test'))],
        /the last "npm test" ended with exit code 1/,
      ],
      [
        'a pipe hides how they ended',
        [turn('', BAD), turn('', run('npm test | tail -1'))],
        /longer/,
      ],
      [
        'they run in a folder with other tests',
        [turn('', BAD), turn('', run('npm test', { cwd: 'sub' }))],
        /another folder/,
      ],
      [
        'a function takes their name',
        [turn('', BAD), turn('', run('npm() { :; }; npm test'))],
        /was not run by itself/,
      ],
    ],
    1,
  ),
)(
  'where %s the model learns it, and the run ends incomplete with that reason',
  async (_, work, why) => {
    const expected = { ...done, expect: why.source };
    const end = await ended([...work, done, expected, expected]);
    await expectEnd(end, { outcome: 'incomplete', exitCode: 1 });
    expect(end.outputs['summary']).toMatch(/^Not proved as done: /);
    expect(end.outputs['summary']).toMatch(why);
    expect(end.outputs['summary']).toContain('It works.');
  },
);

nightly.concurrent('a model that learns what is missing can still prove it', async () => {
  const end = await ended([
    turn('', GOOD),
    done,
    { ...turn('', run('npm test')), expect: 'was not run by itself' },
    done,
  ]);
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
});

nightly.concurrent('each run of a matrix needs its own proof', async () => {
  await using repository = await openRepository({ policy: POLICY, files: FILES });
  const event = repository.ask();
  const work = [READ, turn('', GOOD)];
  const proved = await repository.runStep({
    event,
    job: 'one',
    turns: [...work, turn('', run('npm test')), done],
    ...(await withNpm(repository)),
  });
  await expectEnd(proved, { outcome: 'done', exitCode: 0 });
  const unproved = await repository.runStep({
    event,
    job: 'two',
    turns: [...work, done, done, done],
  });
  await expectEnd(unproved, { outcome: 'incomplete', exitCode: 1 });
});

nightly.concurrent('a reply without finish does not avoid the proof', async () => {
  const words = turn('All is well, I am done.');
  const end = await ended([turn('', GOOD), words, words, words, words]);
  await expectEnd(end, { outcome: 'incomplete', exitCode: 1 });
});

nightly.concurrent('a background command cannot change the files after the proof', async () => {
  const later = 'sleep 3; echo bad > src/a.txt; sleep 60';
  const end = await ended([
    turn('', GOOD),
    turn('', run(later, { background: true })),
    turn('', run('npm test')),
    turn('', run('sleep 4')),
    done,
    done,
    done,
  ]);
  await expectEnd(end, { outcome: 'incomplete', exitCode: 1 });
  expect(end.outputs['summary']).toContain('in the background could change files');
});

nightly.concurrent(
  'what runs in the background cannot change the files while they are tested',
  async () => {
    const slow = { 'check.sh': `${PASSES}\ncode=$?\nsleep 5\nexit $code\n` };
    await using repository = await openRepository({ policy: POLICY, files: { ...FILES, ...slow } });
    const swap = 'sleep 3; echo bad > src/a.txt';
    const turns = [
      READ,
      turn('', GOOD),
      turn('', run(swap, { background: true })),
      turn('', run('npm test')),
      done,
      { ...done, expect: 'in the background could change files' },
      done,
    ];
    const end = await repository.runStep({ turns, ...(await withNpm(repository)) });
    await expectEnd(end, { outcome: 'incomplete', exitCode: 1 });
  },
);

nightly.concurrent(
  'a call that waited for its approval beside finish is still a change after the proof',
  async () => {
    const policy = POLICY.replace('  - bash_run\n', '  - bash_run(npm test)\n');
    const both = turn('', run('cp check.sh src/more.sh'), [
      'finish',
      { outcome: 'done', summary: 'It works.' },
    ]);
    const end = await ended([turn('', GOOD), turn('', run('npm test')), both], { policy });
    await expectEnd(end, { outcome: 'incomplete', exitCode: 1 });
    expect(end.outputs['summary']).toContain('files changed after');
  },
);

nightly.concurrent('a commit changes no file', async () => {
  const commit = 'git -c user.name=a -c user.email=a@b.c commit --quiet --all --message good';
  const end = await ended([turn('', GOOD), turn('', run('npm test')), turn('', run(commit)), done]);
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
});

nightly.concurrent(
  'finish and the to-do list run under a policy that denies everything and lists no tool',
  async () => {
    const todos = [{ text: 'Say so', status: 'done' }];
    const policy =
      'version: 1\nmode: deny\ndeny: ["*"]\ntools: { enabled: [fs_read] }\nsandbox: off\n';
    await using repository = await openRepository({ policy });
    const end = await repository.runStep({
      event: repository.ask(),
      turns: [turn('', ['todo_write', { todos }]), finish('Nothing to do.')],
    });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(entriesOf(end, 'call.verdict').map(({ verdict, list }) => [verdict, list])).toEqual([
      ['auto', 'wall'],
      ['auto', 'wall'],
    ]);
  },
);

nightly.concurrent(
  'without the key, failed tests are reported first and do not change the outcome',
  async () => {
    await using repository = await openRepository({ policy: `version: 1\n${REST}`, files: FILES });
    const turns = [READ, turn('', BAD), turn('', run('npm test')), done];
    const end = await repository.runStep({ turns, ...(await withNpm(repository)) });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    const said = 'The last test command failed: "npm test" ended with exit code 1.';
    const pushed = 'were changed and nothing was pushed; the changes are only in changes.patch';
    const head = end.summary.slice(0, end.summary.indexOf('It works.'));
    for (const notice of [said, pushed]) {
      expect(entriesOf(end, 'run.end')[0]?.notices?.join(' ')).toContain(notice);
      expect(end.log).toContain(`::warning::`);
      expect(end.log).toContain(notice);
      expect(end.artifact.get('report.html')?.toString()).toContain(notice.split('"')[0]);
    }
    expect(head).toContain('The last test command failed');
    expect(head).toContain('nothing was pushed');
    const tracking = repository.github
      .commentsOn(repository.issue)
      .find(({ body }) => body.includes('tracking'));
    expect(tracking?.body).toContain('nothing was pushed');
    expect(end.summary).toContain('COMPLETED, exit code 1');
    const { out } = await cli(['audit', 'show', end.outputs['audit-path'] ?? '']);
    expect(out).toMatch(/^! The last test command failed.*\n! \d files were changed/);
    expect(out).toContain('COMPLETED, exit code 1');
  },
);

nightly.concurrent(
  'an unanswered question with a default is no denial, for every value of then',
  async () => {
    const policy = `version: 1\n${REST}approvals: { wait: 1s, then: fail }\n`;
    const question = { question: 'Left or right?', default: 'left' };
    const end = await ended([turn('', ['clarify', question]), { ...done, expect: 'left' }], {
      policy,
    });
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(end.outputs['calls-denied']).toBe('0');
  },
);

test.concurrent.each(someOf([true, false], 1))(
  'the tests of a resumed run count from the job before, changed files (%s) do not',
  async (changes) => {
    const policy = POLICY.replace('  - bash_run\n', '  - bash_run(npm test)\n').replace(
      'sandbox: off',
      'approvals: { wait: 1s, then: suspend }\nsandbox: off',
    );
    await using repository = await openRepository({ policy, files: FILES });
    const asked = run(changes ? 'cp check.sh src/more.sh' : 'ls src');
    const turns = [
      READ,
      turn('', GOOD),
      turn('', run('npm test')),
      turn('', asked),
      done,
      done,
      done,
    ];
    const npm = await withNpm(repository);
    const first = await job(repository, 101, { turns, ...npm });
    await expectEnd(first, { outcome: 'awaiting-approval', exitCode: 0 });
    const [id = ''] = approvalCommentOn(repository).ids;
    const end = await job(repository, 102, {
      event: await say(repository, `/approve ${id}`),
      turns,
      ...npm,
    });
    if (!changes) return await expectEnd(end, { outcome: 'done', exitCode: 0 });
    await expectEnd(end, { outcome: 'incomplete', exitCode: 1 });
    expect(end.outputs['summary']).toContain('files changed after');
  },
);

test('a job that only applies takes changes of a run that proved them, and needs no proof itself', async () => {
  await using two = await openExample('two-jobs', {
    policy: (text) => `${text}done: { requires: [bash_run(npm test)] }\nsandbox: off\n`,
    files: { 'test/a.test.js': '' },
  });
  const { repository, one } = two;
  const event = repository.ask('/countersign make it two');
  const edit = ['fs_edit', { path: 'src/a.js', old_string: '1', new_string: '2' }] as const;
  const turns = [
    turn('', ['fs_read', { path: 'src/a.js' }]),
    turn('', edit),
    turn('', run('npm test')),
  ];
  const agent = await two.act(event, { turns: [...turns, done] });
  await expectEnd(agent, { outcome: 'done', exitCode: 0 });
  repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
  const contexts = needsOf(one, agent);
  const end = await two.act(event, { job: 'apply', contexts, runner: 'second' });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  expect(entriesOf(end, 'run.start')[0]?.doneRequires).toBeUndefined();
});
