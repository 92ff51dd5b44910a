import { expect, test } from 'vitest';
import { someOf } from '../properties.ts';
import {
  entriesOf,
  expectEnd,
  finish,
  inWorkspace,
  openRepository,
  statesOf,
  turn,
} from './harness.ts';

const CHAIN = `version: 1\nauto: ${'['.repeat(1_000_000)}\n`;
const INVALID: readonly (readonly [string, string, RegExp])[] = [
  [
    'an unknown key',
    'version: 1\nauot:\n  - kind:readonly\n',
    /\.github\/countersign\.yml:2:1: .*auot.*auto/,
  ],
  ['lists a million deep', CHAIN, /\.github\/countersign\.yml:\d+:\d+: /],
];

test.concurrent.each(someOf(INVALID, 1))(
  'a policy with %s stops the run and names the place',
  async (_name, policy, place) => {
    await using repository = await openRepository({ policy });
    const end = await repository.runStep({ turns: [finish('Never said.')] });
    await expectEnd(end, { outcome: 'error', exitCode: 1 });
    expect(end.outputs['summary']).toMatch(place);
    expect(end.log).toMatch(place);
    expect(end.summary).toMatch(place);
    expect(entriesOf(end, 'turn.start')).toEqual([]);
  },
);

test.concurrent('without a policy, reading runs and everything else needs approval', async () => {
  await using repository = await openRepository({ policy: null });
  const end = await repository.runStep({
    inputs: { approvals: 'fail' },
    turns: [
      turn(
        '',
        ['fs_read', { path: 'src/a.txt' }],
        ['fs_write', { path: 'src/b.txt', content: 'b' }],
        ['bash_run', { command: 'touch src/c.txt' }],
      ),
      { ...finish('Could not.', 'incomplete'), expect: 'two' },
    ],
  });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  expect(['c1', 'c2', 'c3'].map((call) => statesOf(end, call).at(-1))).toEqual([
    'COMPLETED',
    'DENIED',
    'DENIED',
  ]);
  expect(end.summary).toContain('built-in');
  await expect(inWorkspace(repository, 'src/b.txt')).rejects.toThrow('ENOENT');
});

test.concurrent('a policy that cannot be read because GitHub refuses is an error, never the built-in one', async () => {
  await using repository = await openRepository();
  repository.github.fail({
    match: /countersign\.yml/,
    status: 403,
    times: 5,
    body: { message: 'Resource not accessible by integration' },
  });
  const end = await repository.runStep({ turns: [finish('Never said.')] });
  await expectEnd(end, { outcome: 'error', exitCode: 1 });
  expect(end.outputs['summary']).toContain('contents');
});
