import { describe, expect, it } from 'vitest';
import { TRANSITIONS, type TrailEvent, verifyTrail } from '../../../src/audit/index.ts';
import { digestOf, sha256 } from '../../../src/common/index.ts';
import { finished, inPlaces, plausible, realRun } from '../plausible.ts';
import { bytesOf, chainEvents } from '../chained.ts';
import {
  asked,
  consumed,
  decision,
  reply,
  runEnd,
  runStart,
  state,
  turnStart,
  verdict,
} from '../trails.ts';
import { ARGS, POLICY } from '../events.ts';
import * as fc from '../../properties.ts';

const check = async (given: readonly TrailEvent[], options: VerifyOptions = {}) => {
  const { events, original } = plausible(given);
  return inPlaces(await verifyTrail(bytesOf(chainEvents(events)), options), original);
};
type VerifyOptions = NonNullable<Parameters<typeof verifyTrail>[1]>;
const GATED = [
  runStart(),
  state('c1', 'PENDING'),
  verdict('c1', 'requireApproval'),
  state('c1', 'APPROVAL_REQUIRED'),
  asked('c1'),
  decision('c1'),
  consumed('c1'),
  state('c1', 'APPROVED'),
  state('c1', 'EXECUTING'),
  state('c1', 'COMPLETED'),
  runEnd(),
] as const;
const without = (...types: string[]) => GATED.filter(({ type }) => !types.includes(type));
const replaced = (type: string, ...by: TrailEvent[]) =>
  GATED.flatMap((event) => (event.type === type ? by : [event]));
const suspended = GATED.slice(0, 5);

const answeredBy = (login: string) =>
  decision('c1', { by: { login, id: null }, permission: 'callback', comment: null });

describe('approvals that a program asked for', () => {
  const needs = { from: [['write']], count: 2, self: false, expireMs: 60_000 };
  const ofProgram = (count: number, ...people: readonly string[]) =>
    GATED.flatMap((event) => {
      if (event.type === 'call.verdict') return [verdict('c1', 'requireApproval', { needs })];
      if (event.type === 'approval.asked')
        return [asked('c1', { via: 'callback', card: null, expires: null, count })];
      return event.type === 'approval.decision' ? people.map(answeredBy) : [event];
    });

  it('count if as many different people gave them as the verdict needs', async () => {
    expect(await check(ofProgram(2, 'ann', 'bob'))).toMatchObject({ kind: 'intact' });
    expect(await check(ofProgram(2, 'ann', 'Ann'))).toMatchObject({ code: 'unapproved' });
  });

  it('count apart from those of an account whose number is like the name', async () => {
    const [first, second] = [
      answeredBy('#2'),
      decision('c1', { permission: 'callback', comment: null }),
    ];
    const events = ofProgram(2, 'ann').flatMap((event) =>
      event.type === 'approval.decision' ? [first, second] : [event],
    );
    expect(await check(events)).toMatchObject({ kind: 'intact' });
  });

  it('do not count if fewer people were asked for than the verdict needs', async () => {
    expect(await check(ofProgram(1, 'ann'))).toMatchObject({ code: 'unapproved' });
  });
});

describe('a trail that a real run wrote', () => {
  it('proves itself', async () => {
    expect(await check(realRun())).toMatchObject({
      kind: 'intact',
      callsExecuted: 3,
      outcome: 'done',
      warnings: [],
    });
    expect(await check(GATED)).toMatchObject({ kind: 'intact' });
  });

  it('may be carried by several workflow runs', async () => {
    const resumed = runStart({ start: 'resumed' });
    expect(
      await check([
        ...suspended,
        { type: 'run.suspended', approvals: ['ap-c1'] },
        { type: 'checkpoint.saved', name: 'cp', sha256: sha256('cp'), bytes: 1 },
        runEnd('awaiting-approval'),
        { type: 'github.write', call: null, what: 'card', id: 1, url: null },
        resumed,
        ...GATED.slice(5),
      ]),
    ).toMatchObject({ kind: 'intact', workflowRuns: 2, outcome: 'done', warnings: [] });
    expect(await check([...suspended, resumed, ...GATED.slice(5)])).toMatchObject({
      kind: 'intact',
      warnings: [{ seq: 5, code: 'no-end-before' }],
    });
  });

  it('may be interrupted (SEALED) after a crash', async () => {
    const crashed = [
      ...GATED.slice(0, 9),
      { type: 'recovered', tornBytes: 3, tornSha256: sha256('x') },
    ] as const;
    expect(await check([...crashed, state('c1', 'SEALED'), runEnd('error')])).toMatchObject({
      kind: 'intact',
    });
    expect(
      await check([...crashed, runStart({ start: 'resumed' }), state('c1', 'SEALED'), runEnd()]),
    ).toMatchObject({ kind: 'intact' });
  });
});

describe('promise 1: no effect without a verdict before it', () => {
  const cases: [string, readonly TrailEvent[], { seq: number; code: string }][] = [
    [
      'no verdict',
      [runStart(), state('c1', 'PENDING'), state('c1', 'APPROVED')],
      { seq: 2, code: 'no-verdict' },
    ],
    [
      'a denied call that runs',
      [runStart(), state('c1', 'PENDING'), verdict('c1', 'deny'), state('c1', 'APPROVED')],
      { seq: 3, code: 'denied-executed' },
    ],
    [
      'a verdict about other arguments',
      [
        runStart(),
        state('c1', 'PENDING'),
        verdict('c1', 'auto', { argumentsSha256: sha256('other') }),
        state('c1', 'APPROVED'),
        state('c1', 'EXECUTING'),
      ],
      { seq: 2, code: 'arguments-mismatch' },
    ],
    [
      'an effect that does not say of what',
      [
        runStart(),
        state('c1', 'PENDING'),
        verdict('c1', 'auto'),
        state('c1', 'APPROVED'),
        { type: 'call.state', call: 'c1', state: 'EXECUTING' },
      ],
      { seq: 4, code: 'arguments-mismatch' },
    ],
    [
      'a verdict by another policy',
      [runStart(), state('c1', 'PENDING'), verdict('c1', 'auto', { policySha256: sha256('mine') })],
      { seq: 2, code: 'policy-mismatch' },
    ],
    [
      'a verdict that came to be looser',
      [runStart(), state('c1', 'PENDING'), verdict('c1', 'requireApproval'), verdict('c1', 'auto')],
      { seq: 3, code: 'verdict-loosened' },
    ],
    [
      'a verdict after the effect began',
      [
        runStart(),
        state('c1', 'PENDING'),
        verdict('c1', 'auto'),
        state('c1', 'APPROVED'),
        state('c1', 'EXECUTING'),
        verdict('c1', 'auto'),
      ],
      { seq: 5, code: 'verdict-late' },
    ],
    [
      'a verdict for nothing',
      [runStart(), verdict('c9', 'auto')],
      { seq: 1, code: 'unknown-call' },
    ],
    [
      'a call that is there twice',
      [runStart(), state('c1', 'PENDING'), state('c1', 'FAILED'), state('c1', 'PENDING')],
      { seq: 3, code: 'duplicate-call' },
    ],
    [
      'a named call that is there twice',
      [runStart(), state('x', 'PENDING'), state('x', 'FAILED'), state('x', 'PENDING')],
      { seq: 3, code: 'duplicate-call' },
    ],
    ['an effect before the run', [state('c1', 'PENDING')], { seq: 0, code: 'no-start' }],
    [
      'an effect after the run',
      [runStart(), runEnd(), state('c1', 'PENDING')],
      { seq: 2, code: 'after-end' },
    ],
  ];
  it.each(cases)('%s is found', async (_, events, expected) => {
    expect(await check(events)).toMatchObject({ kind: 'broken', ...expected });
  });

  it('a call is denied as its command is, by a rule and by the mode', async () => {
    for (const list of ['deny', 'mode']) {
      const commands = [{ words: ['git', 'push'], verdict: 'deny' }];
      const events = [
        runStart(),
        state('c1', 'PENDING'),
        verdict('c1', 'deny', { list, commands }),
        state('c1', 'DENIED'),
      ];
      expect(await check(events)).toMatchObject({ kind: 'intact' });
    }
  });

  it('a looser verdict is right where a hook decides, and in another workflow run', async () => {
    expect(
      await check([
        runStart({
          policy: { source: 'p', ref: null, sha256: POLICY, mode: 'custom' },
        }),
        state('c1', 'PENDING'),
        verdict('c1', 'requireApproval', { list: 'mode' }),
        { type: 'hook.ran', call: 'c1', hook: 'h', phase: 'preToolUse', effect: 'decision auto' },
        verdict('c1', 'auto', { list: 'mode' }),
      ]),
    ).toMatchObject({ kind: 'intact' });
    expect(
      await check([
        ...suspended,
        runStart({ start: 'resumed' }),
        verdict('c1', 'auto'),
        decision('c1'),
        consumed('c1'),
        state('c1', 'APPROVED'),
        state('c1', 'EXECUTING'),
      ]),
    ).toMatchObject({ kind: 'intact' });
  });

  it('every transition that is not legal is found, and no other', async () => {
    const before: Record<string, readonly TrailEvent[]> = {
      PENDING: GATED.slice(0, 3),
      APPROVAL_REQUIRED: GATED.slice(0, 7),
      APPROVED: GATED.slice(0, 8),
      EXECUTING: GATED.slice(0, 9),
    };
    for (const [from, events] of Object.entries(before)) {
      for (const to of Object.keys(TRANSITIONS) as (keyof typeof TRANSITIONS)[]) {
        const legal = TRANSITIONS[from as keyof typeof TRANSITIONS].includes(to);
        const got = await check([...events, state('c1', to)]);
        if (legal)
          expect(got, `${from} to ${to}`).not.toMatchObject({ code: 'illegal-transition' });
        else
          expect(got, `${from} to ${to}`).toMatchObject({
            kind: 'broken',
            code: 'illegal-transition',
            seq: events.length,
          });
      }
    }
    for (const to of ['COMPLETED', 'FAILED', 'DENIED', 'SEALED'] as const) {
      expect(await check([runStart(), state('c1', to)])).toMatchObject({ code: 'unknown-call' });
    }
  });
});

const other = (over: object) => ({ login: 'other', id: 3, ...over });
const comment = (id: number) => ({
  id,
  url: `https://github.com/octo/repo/issues/7#issuecomment-${id}`,
  createdAt: '2026-01-02T03:05:00Z',
});

describe('promise 2: no effect that needs approval without a person', () => {
  const cases: [string, readonly TrailEvent[], string][] = [
    [
      'nobody asked',
      without('approval.asked', 'approval.decision', 'approval.consumed'),
      'unapproved',
    ],
    ['nobody decided', without('approval.decision'), 'unapproved'],
    [
      'the decision does not count',
      replaced('approval.decision', decision('c1', { counted: false })),
      'unapproved',
    ],
    [
      'it was denied',
      replaced('approval.decision', decision('c1', { decision: 'deny' })),
      'approval-closed',
    ],
    [
      'it was approved and then denied',
      replaced('approval.decision', decision('c1'), decision('c1', { decision: 'deny' })),
      'approval-closed',
    ],
    [
      'it was denied and then approved',
      replaced('approval.decision', decision('c1', { decision: 'deny' }), decision('c1')),
      'approval-closed',
    ],
    [
      'it was withdrawn',
      replaced('approval.decision', decision('c1'), {
        type: 'approval.void',
        approval: 'ap-c1',
        call: 'c1',
        because: 'edited',
      }),
      'approval-closed',
    ],
    ['it was not consumed', without('approval.consumed'), 'unapproved'],
    [
      'it was consumed twice',
      replaced('approval.consumed', consumed('c1'), consumed('c1')),
      'approval-closed',
    ],
    [
      'it was withdrawn after it was consumed',
      replaced('approval.consumed', consumed('c1'), {
        type: 'approval.void',
        approval: 'ap-c1',
        call: 'c1',
        because: 'used before',
      }),
      'unapproved',
    ],
    [
      'it was asked again after it was consumed, and the new approval was not consumed',
      replaced(
        'approval.consumed',
        consumed('c1'),
        asked('c1', { requests: [{ approval: 'ap-new', call: 'c1', digest: sha256('new') }] }),
        decision('c1', { approval: 'ap-new', comment: comment(7) }),
      ),
      'unapproved',
    ],
    [
      'it was consumed for another digest',
      replaced('approval.consumed', consumed('c1', { digest: sha256('other') })),
      'approval-mismatch',
    ],
    [
      'it was consumed for another call',
      replaced('approval.consumed', consumed('c1', { call: 'c2' })),
      'approval-mismatch',
    ],
    [
      'it was never asked',
      replaced('approval.consumed', consumed('c1', { approval: 'ap-zz' })),
      'unknown-approval',
    ],
    [
      'the decision is about another call',
      replaced('approval.decision', decision('c1', { call: 'c2' })),
      'approval-mismatch',
    ],
    [
      'one of two people approved',
      replaced('approval.asked', asked('c1', { count: 2 })),
      'unapproved',
    ],
    [
      'the same person approved twice',
      replaced('approval.asked', asked('c1', { count: 2 })).flatMap((event) =>
        event.type === 'approval.decision'
          ? [event, decision('c1', { by: { login: 'HUBOT', id: 2 } })]
          : [event],
      ),
      'unapproved',
    ],
    [
      'the same person approved again under another login',
      replaced('approval.asked', asked('c1', { count: 2 })).flatMap((event) =>
        event.type === 'approval.decision'
          ? [event, decision('c1', { by: { login: 'renamed', id: 2 } })]
          : [event],
      ),
      'unapproved',
    ],
    [
      'the same login approved twice',
      replaced('approval.asked', asked('c1', { count: 2 })).flatMap((event) =>
        event.type === 'approval.decision'
          ? [
              decision('c1', { by: other({}) }),
              decision('c1', { by: other({ login: 'renamed' }), comment: comment(7) }),
            ]
          : [event],
      ),
      'unapproved',
    ],
    [
      'nobody could be asked',
      replaced('approval.asked', asked('c1', { via: 'nobody', card: null })),
      'approval-mismatch',
    ],
    [
      'it had expired',
      replaced('approval.asked', asked('c1', { expires: '2026-01-02T03:04:30.000Z' })),
      'approval-expired',
    ],
    [
      'it was given at a time that nobody can read',
      replaced(
        'approval.decision',
        decision('c1', { comment: { id: 6, url: 'https://a.test', createdAt: 'soon' } }),
      ),
      'bad-time',
    ],
    [
      'it expires at a time that nobody can read',
      replaced('approval.asked', asked('c1', { expires: 'never' })),
      'bad-time',
    ],
    [
      'the approval was asked before',
      replaced('approval.asked', asked('c1'), asked('c1')),
      'duplicate-approval',
    ],
    [
      'the arguments changed since it was asked',
      replaced(
        'approval.asked',
        asked('c1'),
        verdict('c1', 'requireApproval', { argumentsSha256: sha256('new') }),
      ).map((event) =>
        event.type === 'call.state' && event.state === 'EXECUTING'
          ? { ...event, argumentsSha256: sha256('new') }
          : event,
      ),
      'arguments-mismatch',
    ],
    [
      'it had to ask again and did not',
      GATED.flatMap((event) =>
        event.type === 'call.state' && event.state === 'EXECUTING'
          ? [state('c1', 'APPROVAL_REQUIRED'), state('c1', 'APPROVED'), event]
          : [event],
      ),
      'unapproved',
    ],
    [
      'it asked again and used the old answer',
      GATED.flatMap((event) =>
        event.type === 'approval.consumed'
          ? [
              asked('c1', { requests: [{ approval: 'ap-2', call: 'c1', digest: sha256('2') }] }),
              event,
            ]
          : [event],
      ),
      'approval-mismatch',
    ],
  ];
  it.each(cases)('%s: found', async (_, events, code) => {
    expect(await check(events)).toMatchObject({ kind: 'broken', code });
  });

  it('two different people are two', async () => {
    const events = replaced('approval.asked', asked('c1', { count: 2 })).flatMap((event) =>
      event.type === 'approval.decision'
        ? [event, decision('c1', { by: other({}), comment: comment(7) })]
        : [event],
    );
    expect(await check(events)).toMatchObject({ kind: 'intact' });
  });

  it('a refused command by anybody changes nothing, whatever it names', async () => {
    const noise = decision('c1', { approval: 'ap-nope', counted: false, decision: 'deny' });
    expect(await check(replaced('approval.decision', noise, decision('c1'), noise))).toMatchObject({
      kind: 'intact',
    });
  });

  it('leaving out or moving forward any entry that the effect needs is found', async () => {
    const needed = GATED.slice(0, 9);
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([...needed.keys()], { maxLength: needed.length - 1 }),
        async (kept) => {
          if (kept.includes(8)) {
            const got = await check(needed.filter((_, index) => kept.includes(index)));
            expect(got.kind).toBe('broken');
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('promise 7: nothing runs on by itself', () => {
  it('a call that was executing when its run crashed can only become interrupted (SEALED)', async () => {
    const crashed = [...GATED.slice(0, 9), runStart({ start: 'resumed' })];
    expect(await check([...crashed, state('c1', 'COMPLETED')])).toMatchObject({
      kind: 'broken',
      code: 'ran-on-after-crash',
    });
    expect(await check([...GATED.slice(0, 9), runEnd('error')])).toMatchObject({
      kind: 'broken',
      code: 'outcome-inconsistent',
    });
  });

  it('a trail has one beginning', async () => {
    expect(await check([runStart({ start: 'resumed' })])).toMatchObject({
      kind: 'broken',
      seq: 0,
      code: 'no-start',
    });
    expect(await check([runStart(), runStart()])).toMatchObject({
      kind: 'broken',
      seq: 1,
      code: 'second-start',
    });
  });
});

const call = (id: string): TrailEvent[] => [
  state(id, 'PENDING'),
  verdict(id, 'auto'),
  state(id, 'APPROVED'),
  state(id, 'EXECUTING'),
  state(id, 'COMPLETED'),
];

const start = (budget: Record<string, number>) => runStart({ budget });

describe('promise 8: limits end a run', () => {
  const raise = { budget: 'calls', used: 1, limit: 1, raiseTo: 2 };
  const raised = {
    type: 'budget',
    budget: 'calls',
    event: 'raised',
    used: 1,
    limit: 2,
    call: 'c9',
  } as const;
  const argumentsSha256 = digestOf(raise);
  const asking = (tool = 'budget_extend'): readonly TrailEvent[] => [
    state('c9', 'PENDING', { 'gen_ai.tool.name': tool, 'gen_ai.tool.call.arguments': raise }),
    verdict('c9', 'requireApproval', { argumentsSha256 }),
    state('c9', 'APPROVAL_REQUIRED'),
    asked('c9'),
    decision('c9'),
    consumed('c9'),
    state('c9', 'APPROVED'),
    state('c9', 'EXECUTING', { argumentsSha256 }),
  ];
  const more: readonly TrailEvent[] = [...asking(), raised, state('c9', 'COMPLETED')];

  it('of calls', async () => {
    expect(await check([start({ calls: 1 }), ...call('c1')])).toMatchObject({ kind: 'intact' });
    expect(await check([start({ calls: 1 }), ...call('c1'), ...call('c2')])).toMatchObject({
      kind: 'broken',
      seq: 9,
      code: 'over-budget',
    });
    const raisedOnce = [start({ calls: 1 }), ...call('c1'), ...more, ...call('c2')];
    expect(await check(raisedOnce)).toMatchObject({ kind: 'intact' });
    expect(await check([...raisedOnce, ...call('c3')])).toMatchObject({
      kind: 'broken',
      code: 'over-budget',
    });
    expect(
      await check([
        start({ calls: 1 }),
        ...call('c1'),
        ...more,
        runStart({ start: 'resumed', budget: { calls: 1 } }),
        ...call('c2'),
      ]),
    ).toMatchObject({ kind: 'intact' });
  });

  it('that move only with a person: not by themselves, twice, further, or by a call of another name', async () => {
    const begun = [start({ calls: 2 }), ...call('c1')];
    const { call: _, ...alone } = raised;
    const moves: readonly (readonly TrailEvent[])[] = [
      [alone],
      [raised],
      [...more, raised],
      [...asking(), { ...raised, limit: 3 }],
      [...asking(), { ...raised, budget: 'turns' }],
      [...asking('fs_write'), raised],
      [...asking().slice(0, -1), raised],
      [
        ...asking().slice(0, 1),
        verdict('c9', 'auto', { argumentsSha256 }),
        ...asking().slice(-2),
        raised,
      ],
    ];
    for (const moved of moves) {
      expect(await check([...begun, ...moved])).toMatchObject({
        kind: 'broken',
        code: 'unapproved',
      });
    }
  });

  it('of turns, tokens and money', async () => {
    expect(await check([start({ turns: 1 }), turnStart(1), turnStart(2)])).toMatchObject({
      kind: 'broken',
      seq: 2,
      code: 'over-budget',
    });
    expect(
      await check([
        start({ turns: 1 }),
        turnStart(1),
        reply(1),
        ...call('c1').slice(0, 4),
        { ...turnStart(2), parent: 'c1' } as TrailEvent,
      ]),
    ).toMatchObject({ kind: 'intact' });
    expect(
      await check([start({ tokens: 10 }), turnStart(1), reply(1), turnStart(2)]),
    ).toMatchObject({ kind: 'broken', seq: 3, code: 'over-budget' });
    expect(
      await check([start({ usd: 0.005 }), turnStart(1), reply(1), turnStart(2)]),
    ).toMatchObject({ kind: 'broken', seq: 3, code: 'over-budget' });
    expect(
      await check([start({ tokens: 11 }), turnStart(1), reply(1), turnStart(2)]),
    ).toMatchObject({ kind: 'intact' });
  });
});

const end = async (
  outcome: Parameters<typeof runEnd>[0],
  events: readonly TrailEvent[] = [runStart()],
) => await check([...events, runEnd(outcome)]);

describe('promise 9: the conclusion is true', () => {
  it('done and awaiting-approval are held against what is open', async () => {
    expect(await end('done')).toMatchObject({ kind: 'intact' });
    expect(await end('done', [...suspended, ...finished('c2', 1)])).toMatchObject({
      kind: 'broken',
      code: 'outcome-inconsistent',
    });
    expect(await end('awaiting-approval', suspended)).toMatchObject({
      kind: 'intact',
      warnings: [],
    });
    expect(await end('awaiting-approval')).toMatchObject({
      kind: 'broken',
      code: 'outcome-inconsistent',
    });
    expect(await end('skipped', GATED.slice(0, 10))).toMatchObject({
      kind: 'broken',
      code: 'outcome-inconsistent',
    });
    expect(await end('cancelled', suspended)).toMatchObject({
      kind: 'intact',
      warnings: [{ code: 'open-calls' }],
    });
    expect(await end('denied')).toMatchObject({
      kind: 'broken',
      code: 'outcome-inconsistent',
    });
  });

  it('done under a policy that requires a proof needs one in the entries', async () => {
    const requiring = runStart({ doneRequires: ['bash_run(npm test)'] });
    const workTree = 'a'.repeat(40);
    const tested = [
      state('c1', 'PENDING', {
        'gen_ai.tool.name': 'bash_run',
        'gen_ai.tool.call.arguments': { command: 'npm test' },
        kind: 'execute',
      }),
      verdict('c1', 'auto', { commands: [{ words: ['npm', 'test'] }] }),
      state('c1', 'APPROVED'),
      state('c1', 'EXECUTING'),
      state('c1', 'COMPLETED', { 'process.exit.code': 0, workTree }),
    ];
    const ended = { ...runEnd(), workTree } as TrailEvent;
    expect(await check([requiring, ...tested, ended])).toMatchObject({ kind: 'intact' });
    expect(await check([requiring, ended])).toMatchObject({
      kind: 'broken',
      code: 'outcome-inconsistent',
      because: expect.stringContaining('do not prove bash_run(npm test)') as string,
    });
    const changed = { ...runEnd(), workTree: 'b'.repeat(40) } as TrailEvent;
    expect(await check([requiring, ...tested, changed])).toMatchObject({
      code: 'outcome-inconsistent',
    });
    expect(await check([requiring, runEnd('incomplete')])).toMatchObject({ kind: 'intact' });
  });

  it('a question that nobody answered and whose default counted denies nothing', async () => {
    const asking = [...suspended.slice(0, 5), state('c1', 'DENIED', { usedDefault: true })].map(
      (event): TrailEvent =>
        event.type === 'call.verdict' ? { ...event, list: 'wall', rule: null } : event,
    );
    expect(await end('denied', asking)).toMatchObject({ code: 'outcome-inconsistent' });
    expect(await end('done', asking)).toMatchObject({ kind: 'intact', warnings: [] });
  });

  it('a count that is not the count is found', async () => {
    expect(await check([runStart(), { ...runEnd(), count: 2 } as TrailEvent])).toMatchObject({
      kind: 'broken',
      seq: 1,
      code: 'count-mismatch',
    });
  });

  it('a run waits for what is open', async () => {
    expect(
      await check([...suspended, { type: 'run.suspended', approvals: ['ap-zz'] }]),
    ).toMatchObject({ kind: 'broken', code: 'unknown-approval' });
  });
});

describe('blobs', () => {
  const value = Buffer.from('a large value');
  const ref = { sha256: sha256(value), bytes: value.length };
  const events = [
    runStart(),
    state('c1', 'PENDING', { argumentsBlob: ref }),
    verdict('c1', 'auto'),
    state('c1', 'APPROVED'),
    state('c1', 'EXECUTING'),
    state('c1', 'COMPLETED', { result: ref }),
    runEnd(),
  ];
  const withBlobs = async (blobs: (digest: string) => Promise<Buffer | null>) =>
    await check(events, { blobs });

  it('are checked where they can be read', async () => {
    expect(await withBlobs(async () => value)).toMatchObject({ kind: 'intact', warnings: [] });
    expect(await withBlobs(async () => null)).toMatchObject({
      kind: 'broken',
      seq: 1,
      code: 'blob-missing',
    });
    expect(await withBlobs(async () => Buffer.from('another value'))).toMatchObject({
      kind: 'broken',
      seq: 1,
      code: 'blob-changed',
    });
    expect(
      await withBlobs(async () => {
        throw new Error('EIO');
      }),
    ).toMatchObject({ kind: 'unreadable' });
    expect(await check(events)).toMatchObject({
      kind: 'intact',
      warnings: [
        { code: 'blobs-unchecked', because: '2 blobs of the audit trail were not checked.' },
      ],
    });
  });

  it('of run.end are checked, too', async () => {
    const ended = events.slice(0, -1).map((event) => {
      if (event.type === 'run.start') return { ...event, outputSchemaSha256: sha256('schema') };
      if (event.type !== 'call.state') return event;
      const { argumentsBlob: _, result: __, ...others } = event;
      return others;
    });
    const withResult = { ...runEnd(), result: ref } as TrailEvent;
    const verified = async (blobs: (digest: string) => Promise<Buffer | null>) =>
      await check([...ended, withResult], { blobs });
    expect(await verified(async () => value)).toMatchObject({ kind: 'intact', warnings: [] });
    expect(await verified(async () => null)).toMatchObject({
      kind: 'broken',
      seq: 6,
      code: 'blob-missing',
    });
    expect(await verified(async () => Buffer.from('another value'))).toMatchObject({
      kind: 'broken',
      seq: 6,
      code: 'blob-changed',
    });
    expect(await check([...ended, withResult])).toMatchObject({
      kind: 'intact',
      warnings: [{ because: '1 blob of the audit trail was not checked.' }],
    });
  });

  it('in arguments are read up to what a reply can have, not for as often as they are named', async () => {
    const large = Buffer.alloc(16 * 1024 * 1024, 'x');
    const one = { blob: sha256(large), bytes: large.length };
    const named = events.map((event) => {
      if (event.type !== 'call.state' || event.state !== 'PENDING') return event;
      const { argumentsBlob: _, ...others } = event;
      const input = Array.from({ length: 5_000 }, () => one);
      return { ...others, 'gen_ai.tool.call.arguments': input, argumentsSha256: sha256('x') };
    });
    let reads = 0;
    const found = await check(named, {
      blobs: async () => {
        reads += 1;
        return large;
      },
    });
    expect(found).toMatchObject({ kind: 'broken', seq: 1, code: 'arguments-mismatch' });
    expect(reads).toBeLessThanOrEqual(8);
  });

  it.each([
    ['a secret', 'ls [redacted:token:0a1b2c3d]', 'intact'],
    ['all of it', `[not stored: too many; 9 bytes, SHA-256 ${sha256('x')}]`, 'intact'],
    ['its middle', `a\n[cut: 7 of 9 bytes; SHA-256 of the whole ${sha256('x')}]\nb`, 'intact'],
    ['nothing', 'ls', 'broken'],
  ])('are not those of arguments only if what they lack is named: %s', async (_, text, kind) => {
    const stored = Buffer.from(text);
    const named = { sha256: sha256(stored), bytes: stored.length };
    const inText = {
      'gen_ai.tool.call.arguments': { command: { blob: named.sha256, bytes: named.bytes } },
    };
    for (const given of [{ argumentsBlob: named }, inText]) {
      const begun = [
        runStart(),
        state('c1', 'PENDING', { ...given, argumentsSha256: sha256('y') }),
      ];
      expect(await check(begun, { blobs: async () => stored })).toMatchObject({ kind });
    }
  });

  it('are checked in every entry that names one', async () => {
    const second = { sha256: sha256('another value'), bytes: 13 };
    const both = events.map((event) => ('result' in event ? { ...event, result: second } : event));
    const found = await check(both, {
      blobs: async (digest) => (digest === ref.sha256 ? value : null),
    });
    expect(found).toMatchObject({ kind: 'broken', seq: 5, code: 'blob-missing' });
  });
});

it('arguments in a blob that is nested without end are not those of their digest', async () => {
  const nested = Buffer.from('['.repeat(200_000) + ']'.repeat(200_000));
  const argumentsBlob = { sha256: sha256(nested), bytes: nested.length };
  const given = [
    runStart(),
    state('c1', 'PENDING', { argumentsBlob, argumentsSha256: sha256('') }),
  ];
  expect(await check(given, { blobs: () => Promise.resolve(nested) })).toMatchObject({
    kind: 'broken',
    seq: 1,
    code: 'arguments-mismatch',
  });
});

describe('a request that says who can approve it', () => {
  const NEEDS = {
    from: [['maintain', '@hubot'], ['codeowners']],
    count: 1,
    self: false,
    expires: '2026-01-09T00:00:00.000Z',
    files: ['src/a.ts', 'pay/b.ts'],
  };
  const verdictNeeds = { from: NEEDS.from, count: 1, self: false, expireMs: 10 * 86_400_000 };
  const request = { approval: 'ap-c1', call: 'c1', digest: sha256('approval c1') };
  const trail = (
    over: {
      readonly needs?: Partial<typeof NEEDS> | null;
      readonly decisions?: readonly TrailEvent[];
      readonly verdict?: Partial<typeof verdictNeeds>;
      readonly via?: 'comment' | 'check-run';
    } = {},
  ) => {
    const { needs = {}, decisions = [first, second], via = 'comment' } = over;
    const requests = [needs === null ? request : { ...request, needs: { ...NEEDS, ...needs } }];
    return check(
      GATED.flatMap((event): readonly TrailEvent[] => {
        if (event.type === 'call.verdict')
          return [
            verdict('c1', 'requireApproval', { needs: { ...verdictNeeds, ...over.verdict } }),
          ];
        if (event.type === 'approval.asked')
          return [asked('c1', { requests, via, named: [{ login: 'hubot', id: 2 }] })];
        return event.type === 'approval.decision' ? decisions : [event];
      }),
    );
  };
  const first = decision('c1', { as: ['@hubot', 'codeowners'], files: ['src/a.ts'] });
  const second = decision('c1', {
    by: { login: 'mona', id: 9 },
    comment: comment(7),
    permission: 'admin',
    as: ['maintain', 'codeowners'],
    files: ['pay/b.ts'],
  });

  it('proves that everybody who approved could', async () => {
    expect(await trail()).toMatchObject({ kind: 'intact' });
  });

  it.each<[string, Parameters<typeof trail>[0]]>([
    ['asks fewer people than the verdict', { verdict: { count: 2 } }],
    ['asks other people than the verdict', { needs: { from: [['codeowners']] } }],
    ['asks more people of one list', { needs: { from: [['maintain', 'read'], ['codeowners']] } }],
    ['lets the requester approve', { needs: { self: true } }],
    ['lives longer than the verdict says', { verdict: { expireMs: 1_000 } }],
    ['says nothing of who can approve', { needs: null }],
    ['lives until a time that does not exist', { needs: { expires: '2026-01-32T00:00:00Z' } }],
    [
      'lives until a text that is a time for JavaScript alone',
      { needs: { expires: '9 Jan 2026' } },
    ],
    ['has one owner for two files', { decisions: [first] }],
    ['counts one list alone', { decisions: [decision('c1', { as: ['@hubot'] }), second] }],
    ['counts nothing', { decisions: [decision('c1'), second] }],
    [
      'counts an owner of no file',
      { decisions: [decision('c1', { as: ['@hubot', 'codeowners'] })] },
    ],
    [
      'counts somebody under the name of another',
      { decisions: [{ ...first, by: { login: 'eve', id: 3 } } as TrailEvent, second] },
    ],
    [
      'counts a permission that the person does not have',
      { decisions: [first, { ...second, permission: 'write' } as TrailEvent] },
    ],
    [
      'counts files that the call does not touch',
      { decisions: [first, { ...second, files: ['pay/b.ts', 'x'] } as TrailEvent] },
    ],
  ])('is refused if it %s', async (_, over) => {
    expect(await trail(over)).not.toMatchObject({ kind: 'intact' });
  });
});

describe('a call that runs by an approved plan', () => {
  const lines = [
    { tool: 'fs_write', argumentsSha256: digestOf(ARGS) },
    { rule: 'fs_write(src/**)' },
  ];
  const plan = digestOf(lines);
  const adopted = { type: 'plan.approved', call: 'c1', sha256: plan, lines } as const;
  const submit = (over: readonly TrailEvent[] = [adopted], asks: string | null = plan) => [
    runStart(),
    state('c1', 'PENDING', { 'gen_ai.tool.name': 'plan_submit' }),
    verdict('c1', 'requireApproval'),
    state('c1', 'APPROVAL_REQUIRED'),
    asked('c1', {
      requests: [
        {
          approval: 'ap-c1',
          call: 'c1',
          digest: sha256('approval c1'),
          ...(asks === null ? {} : { plan: asks }),
        },
      ],
    }),
    decision('c1'),
    consumed('c1'),
    state('c1', 'APPROVED'),
    state('c1', 'EXECUTING'),
    ...over,
    state('c1', 'COMPLETED'),
  ];
  const planned = (over: Partial<Extract<TrailEvent, { type: 'call.verdict' }>> = {}) => [
    state('c2', 'PENDING'),
    verdict('c2', 'auto', {
      list: 'plan',
      plan: { call: 'c1', sha256: plan, lines: [1] },
      ...over,
    }),
    state('c2', 'APPROVED'),
    state('c2', 'EXECUTING'),
    state('c2', 'COMPLETED'),
    runEnd(),
  ];

  it('is proved', async () => {
    expect(await check([...submit(), ...planned()])).toMatchObject({ kind: 'intact' });
    const byRule = { plan: { call: 'c1', sha256: plan, lines: [2] } };
    expect(await check([...submit(), ...planned(byRule)])).toMatchObject({ kind: 'intact' });
  });

  const otherCalls = [{ rule: 'bash_run(rm *)' }];
  it.each<[string, readonly TrailEvent[]]>([
    ['before the plan', [...submit().slice(0, 1), ...planned().slice(0, 5), ...submit().slice(1)]],
    ['without a plan', [runStart(), ...planned()]],
    ['without the plan being adopted', [...submit([]), ...planned()]],
    ['by a plan that was not asked for', [...submit([adopted], null), ...planned()]],
    [
      'by a plan other than the one asked for',
      [...submit([adopted], digestOf(otherCalls)), ...planned()],
    ],
    [
      'by lines that are not those of the digest',
      [
        ...submit([{ ...adopted, lines: otherCalls }]),
        ...planned({ plan: { call: 'c1', sha256: plan, lines: [1] } }),
      ],
    ],
    [
      'by the plan of another call',
      [...submit(), ...planned({ plan: { call: 'c9', sha256: plan, lines: [1] } })],
    ],
    [
      'by another digest',
      [...submit(), ...planned({ plan: { call: 'c1', sha256: digestOf(otherCalls), lines: [1] } })],
    ],
    [
      'by a line that is not there',
      [...submit(), ...planned({ plan: { call: 'c1', sha256: plan, lines: [3] } })],
    ],
    ['by no line', [...submit(), ...planned({ plan: { call: 'c1', sha256: plan, lines: [] } })]],
    [
      'with other arguments than the line',
      [...submit(), ...planned({ argumentsSha256: sha256('x') })],
    ],
    [
      'with a plan that is adopted twice, the second time empty',
      [...submit([adopted, { ...adopted, lines: [], sha256: digestOf([]) }]), ...planned()],
    ],
    [
      'by a plan that another tool adopts',
      [
        ...submit().map((event) =>
          event.type === 'call.state' && event.state === 'PENDING' ? state('c1', 'PENDING') : event,
        ),
        ...planned(),
      ],
    ],
    [
      'by a plan that nobody approved',
      [
        runStart(),
        state('c1', 'PENDING', { 'gen_ai.tool.name': 'plan_submit' }),
        verdict('c1', 'auto'),
        state('c1', 'APPROVED'),
        state('c1', 'EXECUTING'),
        adopted,
        state('c1', 'COMPLETED'),
        ...planned(),
      ],
    ],
  ])('is refused %s', async (_, events) => {
    expect(await check(events)).not.toMatchObject({ kind: 'intact' });
  });
});
