import { expect, test } from 'vitest';
import { createTally } from '../../../src/reporting/summary/call-counts.ts';
import type { CallSnapshot, RunEvent } from '../../../src/tool-calls/index.ts';

type Decided = RunEvent & { readonly type: 'permission_decided' };

function tallyOf(events: readonly RunEvent[]) {
  const tally = createTally();
  for (const event of events) tally.listen(event);
  return tally;
}

function snapshotOf(call: string, state: CallSnapshot['state'] = 'PENDING'): CallSnapshot {
  return { call, turn: 1, parent: null, tool: 'bash_run', inputPreview: 'make', state };
}

function states(call: string, ...through: readonly CallSnapshot['state'][]): readonly RunEvent[] {
  return through.map((state) => ({ type: 'state_changed', snapshot: snapshotOf(call, state) }));
}

function verdict(call: string, is: (RunEvent & { type: 'verdict' })['verdict']): RunEvent {
  return { type: 'verdict', snapshot: snapshotOf(call), verdict: is, because: `it is ${is}` };
}

function asked(call: string, approval = `ap-${call}`): RunEvent {
  const request = { approval, rules: ['bash_run(make)'], snapshot: snapshotOf(call) };
  return { type: 'permission_required', asked: [request], respond: () => false };
}

function decided(call: string, over: Partial<Decided> = {}): RunEvent {
  return { type: 'permission_decided', call, approved: false, by: 'bob', ...over };
}

function failed(call: string): RunEvent {
  return { type: 'tool:error', snapshot: snapshotOf(call, 'FAILED'), message: 'it broke' };
}

const begun = (call: string, is: 'auto' | 'requireApproval' | 'deny') => [
  ...states(call, 'PENDING'),
  verdict(call, is),
];

test('a call that a hook or an approver changed is shown as it ran', () => {
  const changed = { ...snapshotOf('c1', 'EXECUTING'), inputPreview: 'make test' };
  const closed = { ...snapshotOf('c1', 'SEALED'), inputPreview: '' };
  const { calls } = tallyOf([
    ...begun('c1', 'requireApproval'),
    ...[changed, closed].map((snapshot) => ({ type: 'state_changed', snapshot }) as const),
  ]);
  expect(calls.get('c1')).toMatchObject({ inputPreview: 'make test', state: 'SEALED' });
});

const NOTHING = { auto: 0, approved: 0, denied: 0, failed: 0, total: 1 };

test.each<[string, readonly RunEvent[], object]>([
  [
    'ran by itself',
    [...begun('c1', 'auto'), ...states('c1', 'EXECUTING', 'COMPLETED')],
    { auto: 1 },
  ],
  [
    'ran by itself and failed',
    [...begun('c1', 'auto'), ...states('c1', 'EXECUTING', 'FAILED')],
    { auto: 1, failed: 1 },
  ],
  ['runs', [...begun('c1', 'auto'), ...states('c1', 'EXECUTING')], {}],
  [
    'was approved',
    [...begun('c1', 'requireApproval'), ...states('c1', 'APPROVAL_REQUIRED', 'COMPLETED')],
    { approved: 1 },
  ],
  [
    'was approved and failed',
    [...begun('c1', 'requireApproval'), ...states('c1', 'APPROVAL_REQUIRED', 'FAILED')],
    { approved: 1, failed: 1 },
  ],
  [
    'was approved with a change that needs no approval',
    [
      ...begun('c1', 'requireApproval'),
      ...states('c1', 'APPROVAL_REQUIRED'),
      verdict('c1', 'auto'),
      ...states('c1', 'COMPLETED'),
    ],
    { approved: 1 },
  ],
  ['was denied by the policy', [...begun('c1', 'deny'), ...states('c1', 'DENIED')], { denied: 1 }],
  [
    'was denied by a person',
    [...begun('c1', 'requireApproval'), decided('c1'), ...states('c1', 'DENIED')],
    { denied: 1 },
  ],
  [
    'is a question with a default that nobody answered',
    [
      ...begun('c1', 'requireApproval'),
      decided('c1', { by: 'nobody', usedDefault: true }),
      ...states('c1', 'DENIED'),
    ],
    {},
  ],
  ['has no verdict and failed', states('c1', 'PENDING', 'FAILED'), { failed: 1 }],
])('a call that %s', (_what, events, counts) => {
  expect(tallyOf(events).counts()).toEqual({ ...NOTHING, ...counts });
});

test('a call has the newest of what was decided about it', () => {
  const { calls } = tallyOf([
    ...begun('c1', 'requireApproval'),
    ...states('c1', 'APPROVAL_REQUIRED'),
    asked('c1'),
    decided('c1', { approved: true }),
    ...states('c1', 'EXECUTING'),
    { type: 'tool_executed', call: 'c1', tool: 'x', kind: 'execute', ok: false, durationMs: 1 },
    {
      type: 'tool_executed',
      call: 'c1',
      tool: 'x',
      kind: 'execute',
      ok: false,
      durationMs: 1,
      exitCode: 2,
    },
    ...states('c1', 'FAILED'),
    failed('c1'),
  ]);
  expect([...calls.values()]).toEqual([
    {
      ...snapshotOf('c1', 'FAILED'),
      verdict: 'requireApproval',
      because: 'it broke',
      decidedBy: 'bob',
      isApproved: true,
      approval: 'ap-c1',
      wasGated: true,
      hasStarted: true,
      rules: ['bash_run(make)'],
      exitCode: 2,
    },
  ]);
});

test('what runs and what waits for people is known, and of others nothing is made up', () => {
  const tally = tallyOf([
    ...states('c1', 'PENDING', 'EXECUTING'),
    ...states('c2', 'PENDING', 'APPROVAL_REQUIRED'),
    ...states('c3', 'PENDING', 'APPROVAL_REQUIRED'),
    asked('c3'),
    verdict('unknown', 'deny'),
    asked('unknown'),
    decided('unknown'),
    failed('unknown'),
  ]);
  expect(tally.running().map(({ call }) => call)).toEqual(['c1']);
  expect(tally.waiting().map(({ call }) => call)).toEqual(['c3']);
  expect([...tally.calls.keys()]).toEqual(['c1', 'c2', 'c3']);
});

const turnEnd = (costUsd: number | null, text = ''): RunEvent => ({
  type: 'turn:end',
  turn: 1,
  parent: null,
  text,
  costUsd,
});

test('the cost is the sum of turns and broken replies, and unknown once one is', () => {
  const start: RunEvent = { type: 'turn:start', turn: 1, parent: null };
  const whole = tallyOf([start, turnEnd(0.25, 'words'), start, turnEnd(0.5)]);
  expect(whole).toMatchObject({ turns: 2, costUsd: 0.75, isEstimate: false, lastText: 'words' });
  const broken: RunEvent = {
    type: 'reply:broken',
    turn: 1,
    parent: null,
    because: '',
    tokens: 1,
    costUsd: 0.5,
  };
  expect(tallyOf([turnEnd(0.25), broken, turnEnd(0)])).toMatchObject({
    costUsd: 0.75,
    isEstimate: true,
  });
  const estimate = { ...turnEnd(0.25), isEstimate: true as const };
  expect(tallyOf([estimate, turnEnd(0.25)])).toMatchObject({ costUsd: 0.5, isEstimate: true });
  expect(tallyOf([turnEnd(0.25), turnEnd(null), turnEnd(0.25)]).costUsd).toBeNull();
});

test('fifty warnings and two thousand calls are kept', () => {
  const warnings = Array.from({ length: 51 }, (_, index): RunEvent => {
    return { type: 'warning', message: `w${index + 1}` };
  });
  const calls = Array.from({ length: 2_001 }, (_, index) =>
    states(`c${index + 1}`, 'PENDING'),
  ).flat();
  const tally = tallyOf([...warnings, ...calls, ...states('c2000', 'COMPLETED')]);
  expect([tally.warnings.length, tally.warnings.at(-1)]).toEqual([50, 'w50']);
  expect([tally.calls.size, tally.calls.get('c2000')?.state]).toEqual([2_000, 'COMPLETED']);
});
