import { expect, it } from 'vitest';
import { type TrailEvent, type TrailVerdict, verifyTrail } from '../../../src/audit/index.ts';
import { digestOf, sha256 } from '../../../src/common/index.ts';
import { bytesOf, chainEvents } from '../chained.ts';
import { asked, decision, reply, runEnd, runStart, state, turnStart, verdict } from '../events.ts';
import { approvalIdOf, plausible } from '../plausible.ts';

type Decision = Extract<TrailEvent, { type: 'approval.decision' }>;
type Needs = NonNullable<
  Extract<TrailEvent, { type: 'approval.asked' }>['requests'][number]['needs']
>;

/** What a verification that reads each entry once needs on a slow machine; one that reads lists again and again needs minutes. */
const TIMEOUT_MS = 20_000;
const DIGEST = sha256('approval c1');
const LIMITS = { turns: 100, calls: 100_000, tokens: 1_000_000, usd: 100 };
const TEXT = '[redacted:token:00000000]';

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

async function verified(events: readonly TrailEvent[]): Promise<TrailVerdict> {
  return await verifyTrail(bytesOf(chainEvents(events)));
}

/** A call that waits for an approval that needs this. */
function waiting(needs: Partial<Needs>): readonly TrailEvent[] {
  const whole = { from: [['a/b']], count: 1, self: true, expires: '2026-01-09T00:00:00.000Z' };
  const request = { approval: approvalIdOf(DIGEST), call: 'c1', digest: DIGEST };
  return [
    runStart({ budget: LIMITS }),
    turnStart(1),
    reply(1),
    state('c1', 'PENDING'),
    verdict('c1', 'requireApproval', {
      needs: { from: whole.from, count: 1, self: true, expireMs: 10 * 86_400_000 },
    }),
    state('c1', 'APPROVAL_REQUIRED'),
    asked('c1', { requests: [{ ...request, needs: { ...whole, ...needs } }] }),
  ];
}

function approved(by: number, over: Partial<Decision> = {}): TrailEvent {
  const comment = { id: 100 + by, url: '', createdAt: '2026-01-02T03:05:00Z' };
  const who = { login: `user-${by}`, id: by };
  return decision('c1', {
    approval: approvalIdOf(DIGEST),
    as: ['a/b'],
    by: who,
    comment,
    ...over,
  });
}

/** The call is approved and asks again, over and over. */
const again = (times: number): readonly TrailEvent[] =>
  many(times, (index) => state('c1', index % 2 === 0 ? 'APPROVED' : 'APPROVAL_REQUIRED'));

const files = many(100_000, (index) => `f${index}`);

it.each([
  [
    'files of code owners, with each change of state',
    [
      ...waiting({ from: [['a/b'], ['codeowners']], files }),
      approved(1, { as: ['a/b', 'codeowners'], files }),
      ...again(2_000),
    ],
  ],
  [
    'files of code owners, with each approval that replaces another',
    [
      ...waiting({ from: [['a/b'], ['codeowners']], files }),
      approved(1, { as: ['a/b', 'codeowners'], files }),
      ...many(1_000, () => [
        approved(2, { as: ['a/b', 'codeowners'], files: ['f1'] }),
        ...again(2),
      ]).flat(),
    ],
  ],
  [
    'a list of approvers, with each approval and each change of state',
    [
      ...waiting({ from: [['a/b'], [...many(150_000, (index) => `a/${index}`), 'a/b']] }),
      ...many(1_000, (by) => approved(by)),
      ...again(2_000),
    ],
  ],
  [
    'approvals, with each change of state',
    [...waiting({}), ...many(3_000, (by) => approved(by)), ...again(6_000)],
  ],
] as const)('a trail is read in linear time: %s', { timeout: TIMEOUT_MS }, async (_, events) => {
  expect(await verified(events)).toMatchObject({ kind: 'intact' });
});

it('a policy of many layers is not read again with each verdict', {
  timeout: TIMEOUT_MS,
}, async () => {
  const digests = [sha256('own'), sha256('baseline')];
  const [own = '', baseline = ''] = digests;
  const policySha256 = digestOf({
    _schema: 'countersign.layers/1',
    baselines: [baseline],
    own,
  });
  const layers = many(15_000, (index) => ({
    address: `layer-${index}`,
    commit: null,
    sha256: index === 0 ? own : baseline,
  }));
  const policy = { source: 'a', ref: null, sha256: policySha256, mode: 'ask', layers };
  const denied = verdict('c1', 'deny', { list: 'wall', line: null, policySha256 });
  const started = [runStart({ policy, budget: LIMITS }), turnStart(1), reply(1)];
  const events = [...started, state('c1', 'PENDING'), ...many(3_000, () => denied)];
  expect(await verified(events)).toMatchObject({ kind: 'intact' });
});

it('a long text that a redaction may have changed is compared in linear time, with each resumption of the run', {
  timeout: TIMEOUT_MS,
}, async () => {
  const half = 'a'.repeat(200_000);
  const said = { ...reply(1), text: `${TEXT}${half}b${half}${TEXT}` };
  const other = runEnd('done', { summary: 'a'.repeat(900_000) });
  expect(await verified(plausible([runStart(), turnStart(1), said, other]).events)).toMatchObject({
    kind: 'broken',
    code: 'outcome-inconsistent',
  });
  const request = `ab${TEXT}`.repeat(40_000);
  const ends = many(1_000, () => [runEnd('error'), runStart({ start: 'resumed', request: TEXT })]);
  const { events } = plausible([runStart({ request }), ...ends.flat()]);
  expect(await verified(events)).toMatchObject({ kind: 'intact' });
});

it('a thousand required commands are compared with long commands by their first words alone', {
  timeout: TIMEOUT_MS,
}, async () => {
  const command = `npm run ${'abc '.repeat(5_000).trim()}`;
  const argumentsSha256 = digestOf({ command });
  const commands = [{ words: command.split(' '), verdict: 'auto' }];
  const calls = many(60, (index) => {
    const call = `c${index + 1}`;
    return [
      state(call, 'PENDING', {
        'gen_ai.tool.name': 'bash_run',
        'gen_ai.tool.call.arguments': { command },
        argumentsSha256,
      }),
      verdict(call, 'auto', { argumentsSha256, commands }),
      state(call, 'APPROVED'),
      state(call, 'EXECUTING', { argumentsSha256 }),
      state(call, 'COMPLETED', { 'process.exit.code': 0 }),
    ];
  });
  const doneRequires = many(1_000, (index) => `bash_run(npm run t${index})`);
  const events = [runStart({ doneRequires, budget: {} }), turnStart(1), reply(1), ...calls.flat()];
  expect(await verified(plausible(events).events)).toMatchObject({ kind: 'intact' });
});

it('a list of invalid items is refused at its first one', { timeout: TIMEOUT_MS }, async () => {
  const approvals = JSON.parse(`[${'1,'.repeat(1_500_000)}1]`);
  expect(await verified([runStart(), { type: 'run.suspended', approvals }])).toMatchObject({
    kind: 'broken',
    seq: 1,
    code: 'bad-event',
  });
});

const MAX_BLOB = Buffer.alloc(16 * 1024 * 1024, 'a');
const MAX_REF = { sha256: sha256(MAX_BLOB), bytes: MAX_BLOB.length };

/** A trail whose calls name the largest blob, and how often the blob is read. */
async function withBlob(calls: (call: string) => readonly TrailEvent[], count: number) {
  let reads = 0;
  const events = [
    runStart({ budget: LIMITS }),
    turnStart(1),
    reply(1),
    ...many(count, (index) => calls(`c${index + 1}`)).flat(),
  ];
  const found = await verifyTrail(bytesOf(chainEvents(plausible(events).events)), {
    blobs: async () => {
      reads += 1;
      return await Promise.resolve(MAX_BLOB);
    },
  });
  return { found, reads };
}

it('a blob that many results name is read once', { timeout: TIMEOUT_MS }, async () => {
  const { found, reads } = await withBlob(
    (call) => [
      state(call, 'PENDING'),
      verdict(call, 'auto'),
      state(call, 'APPROVED'),
      state(call, 'EXECUTING'),
      state(call, 'COMPLETED', { result: MAX_REF }),
    ],
    300,
  );
  expect(found).toMatchObject({ kind: 'intact' });
  expect(reads).toBe(1);
});

it('blobs of arguments are read up to 256 MiB in all', { timeout: 3 * TIMEOUT_MS }, async () => {
  const { found, reads } = await withBlob(
    (call) => [state(call, 'PENDING', { argumentsBlob: MAX_REF, argumentsSha256: MAX_REF.sha256 })],
    20,
  );
  // The first three entries, and sixteen calls.
  expect(found).toMatchObject({ kind: 'broken', code: 'arguments-mismatch', seq: 3 + 16 });
  expect(reads).toBe(16);
});
