import { expect, test } from 'vitest';
import { type TrailEvent, WorkReplay } from '../../../../src/audit/index.ts';
import { runStart, state, verdict } from '../../events.ts';

const RULE = 'bash_run(npm test)';
const TREE = 'a'.repeat(40);
const OTHER = 'b'.repeat(40);

type End = Partial<Extract<TrailEvent, { type: 'call.state' }>>;

/** A command that ran, with the simple commands that its verdict names. */
function ran(
  call: string,
  command: string,
  {
    end = {},
    input = {},
    words = [command.split(' ')],
    profile = 'program',
  }: {
    readonly end?: End;
    readonly input?: object;
    readonly words?: readonly (readonly string[])[];
    readonly profile?: 'program' | 'reading';
  } = {},
): readonly TrailEvent[] {
  return [
    state(call, 'PENDING', {
      'gen_ai.tool.name': 'bash_run',
      'gen_ai.tool.call.arguments': { command, ...input },
      kind: 'execute',
    }),
    verdict(call, 'auto', {
      commands: words.map((each) => ({ words: each })),
      profile: { name: profile, write: [], show: [], network: false },
    }),
    state(call, 'APPROVED'),
    state(call, 'EXECUTING'),
    state(call, 'COMPLETED', { 'process.exit.code': 0, ...end }),
  ];
}

function wrote(call: string, end: TrailEvent = state(call, 'COMPLETED')): readonly TrailEvent[] {
  return [
    state(call, 'PENDING'),
    verdict(call, 'auto'),
    state(call, 'APPROVED'),
    state(call, 'EXECUTING'),
    end,
  ];
}

const green = (call = 'c1', workTree: string | null = TREE) =>
  ran(call, 'npm test', { end: { workTree } });

function replayed(
  calls: readonly (readonly TrailEvent[])[],
  doneRequires: string[] = [RULE],
): WorkReplay {
  const work = new WorkReplay();
  for (const entry of [runStart({ doneRequires }), ...calls.flat()]) work.step(entry);
  return work;
}

function why(calls: readonly (readonly TrailEvent[])[], workTree: string | null = TREE) {
  return replayed(calls)
    .unmet(workTree)
    .map(({ because }) => because);
}

test('without requirements in the policy, nothing needs proof', () => {
  expect(replayed([], []).unmet(null)).toEqual([]);
  const work = new WorkReplay();
  work.step(runStart());
  expect(work.unmet(null)).toEqual([]);
});

test('a command that succeeded on the files of the end proves the work', () => {
  expect(why([wrote('c0'), green()])).toEqual([]);
});

test.each<[string, readonly (readonly TrailEvent[])[], RegExp]>([
  ['it never ran', [wrote('c0')], /"npm test" was not run by itself$/],
  [
    'its last run failed',
    [green('c1'), ran('c2', 'npm test', { end: { 'process.exit.code': 1, workTree: TREE } })],
    /ended with exit code 1/,
  ],
  [
    'it ran out of time',
    [
      [
        ...ran('c1', 'npm test').slice(0, -1),
        state('c1', 'FAILED', { 'error.type': 'timeout', workTree: TREE }),
      ],
    ],
    /no exit code/,
  ],
  [
    'it runs in the background',
    [[...ran('c1', 'npm test').slice(0, -1), state('c1', 'COMPLETED', { workTree: TREE })]],
    /no exit code/,
  ],
  [
    'a command in the background could change files while it ran',
    [ran('c1', 'npm test')],
    /in the background could change files/,
  ],
  ['a file was written afterwards', [green(), wrote('c2')], /files changed after/],
  [
    'a file was written while it ran',
    [green('c1').slice(0, -1), wrote('c2'), green('c1').slice(-1)],
    /files changed after/,
  ],
  [
    'a write was interrupted afterwards',
    [green(), wrote('c2', state('c2', 'SEALED'))],
    /files changed after/,
  ],
  [
    'a tool of the repository wrote a file afterwards',
    [green(), [{ type: 'call.service', call: 'c2', service: 'write', target: 'a', because: '' }]],
    /files changed after/,
  ],
  [
    'a pipe hides its exit code',
    [ran('c1', 'npm test | tail', { words: [['npm', 'test'], ['tail']] })],
    /was not run by itself \(what ran in a longer command line/,
  ],
  [
    'a list may hide it',
    [ran('c1', 'npm test; true', { words: [['npm', 'test'], ['true']] })],
    /longer command line/,
  ],
  [
    'a function has its name',
    [ran('c1', 'npm() { :; }; npm test', { words: [['npm', 'test']] })],
    /longer command line/,
  ],
  [
    'a variable stands before it',
    [ran('c1', 'PATH=/tmp/x npm test', { words: [['npm', 'test']] })],
    /longer command line/,
  ],
  [
    'a hook changed its input, perhaps the folder',
    [
      green('c1').map((entry) =>
        entry.type === 'call.verdict' ? { ...entry, argumentsSha256: 'f'.repeat(64) } : entry,
      ),
    ],
    /changed by a hook/,
  ],
  [
    'it ran in another folder',
    [ran('c1', 'npm test', { input: { cwd: 'x' } })],
    /other folder|another folder/,
  ],
  [
    'a hook made it another command',
    [ran('c1', 'npm test', { words: [['true']], end: { workTree: TREE } })],
    /was not run by itself$/,
  ],
  ['it has more words', [ran('c1', 'npm test --if-present')], /was not run by itself$/],
])('the work is not proved where %s', (_, calls, because) => {
  expect(why(calls)).toEqual([expect.stringMatching(because) as string]);
});

test('files that differ from those after the command are a change, by whoever', () => {
  expect(why([green()], OTHER)).toEqual([expect.stringContaining('files changed') as string]);
});

test('what the command itself writes is no change', () => {
  const calls = [ran('c1', 'npm test', { end: { workTree: OTHER } })];
  expect(why(calls, OTHER)).toEqual([]);
});

test('a call that failed before it wrote is no change', () => {
  expect(why([green(), wrote('c2', state('c2', 'FAILED', { 'error.type': 'not_found' }))])).toEqual(
    [],
  );
});

test('if the files cannot be compared, the command must be the last one that may write', () => {
  expect(why([green('c1', null)], null)).toEqual([]);
  expect(why([green('c1', null), ran('c2', 'node x.js')], null)).toHaveLength(1);
  expect(why([green('c1', null), ran('c2', 'ls', { profile: 'reading' })], null)).toEqual([]);
});

test.each([
  { tool: 'github_push_branch', kind: 'write-github', changes: 0 },
  { tool: 'web_fetch', kind: 'readonly', changes: 0 },
  { tool: 'deploy', kind: 'execute', changes: 1 },
  { tool: 'look', kind: 'readonly', changes: 0 },
])('where the files cannot be compared, $tool changes $changes of them', (call) => {
  const { tool, kind, changes } = call;
  const pending = state('c2', 'PENDING', { 'gen_ai.tool.name': tool, kind });
  expect(why([green('c1', null), [pending, ...wrote('c2').slice(1)]], null)).toHaveLength(changes);
});

test('two required commands do not undo each other', () => {
  const lint = ran('c2', 'npm run lint', { end: { workTree: null } });
  const work = replayed([green('c1', null), lint], [RULE, 'bash_run(npm run lint)']);
  expect(work.unmet(null)).toEqual([]);
});

test('a run that was resumed keeps its proof, and another rule starts without one', () => {
  const work = replayed([green()]);
  work.step(runStart({ start: 'resumed', doneRequires: [RULE] }));
  expect(work.unmet(TREE)).toEqual([]);
  work.step(runStart({ start: 'resumed', doneRequires: ['bash_run(make check)'] }));
  expect(work.unmet(TREE)).toHaveLength(1);
});

test('calls of subagents count like those of the run', () => {
  const [pending, ...rest] = green();
  const nested = [{ ...pending, parent: 'c9' } as TrailEvent, ...rest];
  expect(why([nested])).toEqual([]);
});

test('rules after the first thousand are never proved', () => {
  const rules = Array.from({ length: 1_000 }, () => RULE);
  expect(replayed([green()], rules).unmet(TREE)).toEqual([]);
  expect(replayed([green()], [...rules, RULE]).unmet(TREE)).toMatchObject([{ rule: RULE }]);
});

test('an invalid rule is never proved', () => {
  expect(replayed([green()], ['fs_read']).unmet(TREE)).toEqual([
    { rule: 'fs_read', because: 'fs_read is not a rule that this version reads' },
  ]);
});

test('the last command that runs tests is known by its words', () => {
  const failed = { 'process.exit.code': 2 };
  expect(replayed([ran('c1', './gradlew test', { end: failed })]).lastTest).toEqual({
    command: './gradlew test',
    exitCode: 2,
    hidden: false,
  });
  const later = [ran('c1', 'npx jest', { end: failed }), ran('c2', 'pytest -q')];
  expect(replayed(later).lastTest).toMatchObject({ command: 'pytest -q', exitCode: 0 });
  expect(replayed([ran('c1', 'npm run build', { end: failed })]).lastTest).toBeNull();
});

test('tests count once they have ended, also if they were ended', () => {
  const started = ran('c1', 'npm test').slice(0, -1);
  expect(replayed([[...started, state('c1', 'COMPLETED')]]).lastTest).toBeNull();
  expect(replayed([[...started, state('c1', 'FAILED')]]).lastTest).toEqual({
    command: 'npm test',
    exitCode: null,
    hidden: false,
  });
});

test('each commit that was pushed is counted, and nothing else that was written to GitHub', () => {
  const pushed = ['commit', 'comment', 'commit'].map(
    (what): TrailEvent => ({ type: 'github.write', call: null, what, id: 1, url: null }),
  );
  expect(replayed([pushed]).pushes).toBe(2);
});

test.each<[string, readonly string[], boolean]>([
  ['npm test', ['npm test'], false],
  ['cd web && npm test 2>&1', ['cd web', 'npm test'], false],
  ['npm ci; npm test', ['npm ci', 'npm test'], false],
  ['npm test | tail -3', ['npm test', 'tail -3'], true],
  ['npm test || true', ['npm test', 'true'], true],
  ['npm test; echo over', ['npm test', 'echo over'], true],
  ['npm test &', ['npm test'], true],
  ['! npm test', ['npm test'], true],
  ['if npm test; then :; fi', ['npm test', ':'], true],
  ['pytest; npm test', ['pytest', 'npm test'], true],
])('whether %j can hide how its tests ended is %j', (command, words, hidden) => {
  const split = words.map((each) => each.split(' '));
  expect(replayed([ran('c1', command, { words: split })]).lastTest).toMatchObject({ hidden });
});
