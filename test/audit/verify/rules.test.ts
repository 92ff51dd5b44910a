/** What a finding says: the vectors hold which entries break a rule. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CALL_STATES } from '../../../src/audit/format/states.ts';
import { brokenRule } from '../../../src/audit/verify/replay/rules.ts';
import { RecordedText } from '../../../src/audit/verify/replay/verdict-source.ts';

type Input = Parameters<typeof brokenRule>;

/** The sentence about an entry, with what the entries before it say of the run, and of the call that it is about. */
function said(
  entry: Record<string, unknown>,
  run: Record<string, unknown>,
  open?: Record<string, unknown>,
): string | null {
  const before = { run, calls: { open: new Map(), missing: 0 }, open };
  const type = entry['type'] as Input[0];
  return (
    brokenRule(type, entry as unknown as Input[1], before as unknown as Input[2])?.because ?? null
  );
}

/** What an entry says that changes the state of a call and has these members. */
function saidOf(state: string, names: readonly string[], before = 'PENDING'): string | null {
  const members = Object.fromEntries(names.map((name) => [name, name === 'parent' ? null : 1]));
  const entry = { ...members, type: 'call.state', call: 'c1', state };
  return said(entry, { conversation: () => null }, { state: before });
}

describe('the members of a change of state', () => {
  const [, table = ''] =
    /\*\*Members of `call\.state`\*\*[^]*?\n(\| `PENDING`[^]*?)\n\n/.exec(
      readFileSync('docs/trail-specification.md', 'utf8'),
    ) ?? [];
  const rows = table.split('\n').map((row) => {
    const [state = [], must = [], may = []] = row
      .split('|')
      .slice(1)
      .map((cell) =>
        [...(cell.split(';')[0] ?? '').matchAll(/`(.*?)`/g)].map(([, name = '']) => name),
      );
    return { state: state[0] ?? '', must, may };
  });
  const RESULT = ['durationMs', 'resultSha256', 'resultBytes', 'result'];
  const OF_MEMBERS = /^The call c1 is [A-Z_]+(?: without|, and has) /;

  test.each(rows)('to $state are those of the specification', ({ state, must, may }) => {
    expect(saidOf(state, [...must, ...may]) ?? '').not.toMatch(OF_MEMBERS);
    for (const name of must) {
      const others = must.filter((one) => one !== name);
      expect(saidOf(state, others)).toBe(`The call c1 is ${state} without ${name}.`);
    }
    expect(saidOf(state, [...must, 'other'])).toBe(
      `The call c1 is ${state}, and has other, which such an entry never has.`,
    );
  });

  test('are all that say the result, if a call failed after it executed', () => {
    expect(rows.map(({ state }) => state)).toEqual([...CALL_STATES]);
    const failed = ['because', 'error.type'];
    expect(saidOf('FAILED', [...failed, ...RESULT]) ?? '').not.toMatch(OF_MEMBERS);
    expect(saidOf('FAILED', [...failed, ...RESULT], 'EXECUTING') ?? '').not.toMatch(OF_MEMBERS);
    for (const name of RESULT) {
      const others = [...failed, ...RESULT.filter((one) => one !== name)];
      expect(saidOf('FAILED', others, 'EXECUTING')).toBe(`The call c1 is FAILED without ${name}.`);
    }
  });
});

describe('a change of the model', () => {
  const entry = { type: 'model.fallback', turn: 1, parent: null, from: 'a', to: 'b' };
  const changed = (models: readonly string[]) =>
    said(entry, { models, conversation: () => ({ turn: 1 }) });

  test('is one to the next model of the run', () => {
    expect(changed(['a', 'b'])).toBeNull();
  });

  test.each([
    [['a'], 'the run is at a, and it is the last one.'],
    [['a', 'c'], 'the run is at a, and c is the next one.'],
    [['b', 'b'], 'the run is at b, and b is the next one.'],
    [[], 'the run is at none, and it is the last one.'],
  ])('with the models %j: %s', (models, is) => {
    expect(changed(models)).toBe(`The model changes from a to b, but ${is}`);
  });
});

describe('a resumption', () => {
  const first = {
    type: 'run.start',
    start: 'resumed',
    repository: 'octo/repo',
    policy: { sha256: 'a', source: 'p', mode: 'ask' },
    request: 'Fix it.',
    requester: { id: 1 },
    headSha: 'b',
  };
  const resumed = (other: Record<string, unknown>) =>
    said(
      { ...first, ...other },
      { first, request: new RecordedText(first.request), end: null, hasCheckpoint: true },
    );

  test('is one of the same run', () => {
    expect(resumed({})).toBeNull();
    expect(resumed({ outputSchemaSha256: undefined, doneRequires: [] })).toBeNull();
  });

  test.each([
    ['repository', { repository: 'octo/other' }],
    ['policy', { policy: { sha256: 'b', source: 'p', mode: 'ask' } }],
    ['mode', { policy: { sha256: 'a', source: 'p', mode: 'auto' } }],
    ['request', { request: 'Break it.' }],
    ['requester', { requester: { id: 2 } }],
    ['requester', { requester: null }],
    ['commit', { headSha: 'c' }],
    ['output schema', { outputSchemaSha256: 'd' }],
    ['doneRequires', { doneRequires: ['bash_run(x)'] }],
  ])('with another %s is none of the run (%j)', (name, other) => {
    expect(resumed(other)).toBe(`The run resumes with another ${name} than it started with.`);
  });

  test('that ended before it loaded its policy may say no more than repository and policy', () => {
    const policy = { sha256: 'a', source: 'none was loaded', mode: 'none' };
    const request = 'An answer.';
    expect(
      resumed({ policy, request, requester: undefined, headSha: 'c', doneRequires: ['x'] }),
    ).toBeNull();
    expect(resumed({ policy, repository: 'octo/other' })).toContain('another repository');
    expect(resumed({ policy: { ...policy, sha256: 'b' } })).toContain('another policy');
  });
});

const run = {
  counts: { total: 3, auto: 1, approved: 1, failed: 0, denied: 1 },
  defaults: { now: 0, earlier: 0 },
  completed: 2,
  turns: 2,
  tokens: 10,
  usd: 0.5,
  replies: 1,
  isPriced: true,
};

describe('run.end', () => {
  const calls = { total: 3, auto: 1, approved: 1, failed: 0, denied: 1 };
  const end = { type: 'run.end', outcome: 'error', turns: 2, calls, tokens: 10, costUsd: 0.5 };

  test('says what the entries say', () => {
    expect(said(end, run)).toBeNull();
    const byState = { total: 3, COMPLETED: 2, DENIED: 1 };
    expect(said({ ...end, calls: byState }, run)).toBeNull();
  });

  const counted = (denied: number, others: Record<string, number>): string | null => {
    const total = denied + 2;
    const facts = { ...run, counts: { ...run.counts, total }, defaults: { now: 2, earlier: 4 } };
    return said({ ...end, calls: { total, ...others } }, facts);
  };

  test('counts questions that used their default as denied, by states those of all workflow runs', () => {
    expect(counted(7, { COMPLETED: 2, DENIED: 7 })).toBeNull();
    expect(counted(5, { COMPLETED: 2, DENIED: 5 })).toContain('counts 5 calls as DENIED');
    // Otherwise, those of this workflow run do not count, and those of earlier ones may.
    for (const denied of [1, 5])
      expect(counted(7, { auto: 1, approved: 1, failed: 0, denied })).toBeNull();
    for (const denied of [3, 7])
      expect(counted(7, { auto: 1, approved: 1, denied })).toContain('calls as denied');
  });

  test.each([
    [{ calls: { ...calls, total: 2 } }, 'run.end counts 2 calls as total, but the entries 3.'],
    [{ calls: { auto: 1 } }, 'run.end counts no calls as total, but the entries 3.'],
    [{ calls: { total: 3, auto: 1 } }, 'run.end counts no calls as approved, but the entries 1.'],
    [{ calls: { ...calls, lost: 1 } }, 'run.end counts calls as "lost".'],
    [
      { calls: { total: 3, COMPLETED: 2 } },
      'run.end counts 2 calls by their states, but 3 in all.',
    ],
    [{ turns: 3 }, 'run.end counts 3 turns, but the entries 2.'],
    [{ tokens: 9 }, 'run.end says 9 tokens, but the replies have 10.'],
    [{ costUsd: 0.4 }, 'run.end says 0.4 USD, but the replies cost 0.5.'],
    [{ costUsd: null }, 'run.end has no cost, but that of each reply is known.'],
  ])('that says %j: %s', (other, because) => {
    expect(said({ ...end, ...other }, run)).toBe(because);
  });

  test('may say more tokens, but no fewer, if a crash took a reply', () => {
    const crashed = { ...run, crashed: true };
    expect(said({ ...end, tokens: 11 }, crashed)).toBeNull();
    expect(said({ ...end, tokens: 9 }, crashed)).toContain('says 9 tokens');
  });

  test('has no cost where that of a reply is not known', () => {
    const unpriced = { ...run, isPriced: false };
    expect(said({ ...end, costUsd: null }, unpriced)).toBeNull();
    expect(said(end, unpriced)).toBe('run.end has a cost, but that of a reply is not known.');
  });
});

describe('an entry of a limit', () => {
  test.each([
    ['turns', 2, 3],
    ['tokens', 10, 11],
    ['usd', 0.5, 0.6],
  ])('of %s has used no more than the entries before it', (budget, most, more) => {
    const entry = { type: 'budget', event: 'near', budget, limit: 100 };
    expect(said({ ...entry, used: most }, run)).toBeNull();
    expect(said({ ...entry, used: more }, run)).toBe(
      `The run has used ${more} ${budget}, but its entries ${most === 0.5 ? 0.500002 : most}.`,
    );
    expect(said({ ...entry, used: more }, { ...run, crashed: true })).toBeNull();
  });

  test('says that it is reached when it is used up', () => {
    const entry = { type: 'budget', event: 'spent', budget: 'minutes', limit: 5 };
    expect(said({ ...entry, used: 5 }, run)).toBeNull();
    expect(said({ ...entry, used: 4 }, run)).toBe(
      'The limit of 5 minutes is reached, but 4 are used.',
    );
  });
});

describe('the outcome', () => {
  const calls = { total: 3, auto: 1, approved: 1, failed: 0, denied: 1 };
  const end = { type: 'run.end', turns: 2, calls, tokens: 10, costUsd: 0.5 };
  const ended = (outcome: string, facts: Record<string, unknown>, ...finishes: string[]) => {
    const own = { finishes: finishes.map((finish) => ({ outcome: finish })) };
    return said({ ...end, outcome }, { ...run, ...facts, conversation: () => own });
  };

  test('is incomplete unless the model ended the work as done', () => {
    expect(ended('incomplete', {})).toBeNull();
    expect(ended('incomplete', {}, 'done', 'incomplete')).toBeNull();
    expect(ended('incomplete', {}, 'done')).toContain('the model ended the work as done');
  });

  test('is denied after one call that nobody approved, even if the model ended the work', () => {
    expect(ended('denied', { unapproved: 1 }, 'done')).toBeNull();
    expect(ended('denied', { unapproved: 0 })).toBeNull();
    expect(ended('denied', { unapproved: 0 }, 'done')).toContain('no call was denied');
  });
});

test('a verdict counts on the sandbox that was started, and on a contained command only with one', () => {
  const entry = { type: 'call.verdict', call: 'c1', untrusted: false };
  const verdict = (fields: Record<string, unknown>, sandbox: string) =>
    said({ ...entry, ...fields }, { sandbox, start: null, untrusted: false });
  expect(verdict({ sandboxed: false }, 'none')).toBeNull();
  expect(verdict({ sandboxed: true }, 'none')).toContain('another sandbox');
  expect(verdict({ sandboxed: false, contained: true }, 'none')).toContain('another sandbox');
  expect(verdict({ sandboxed: true, contained: true }, 'bubblewrap')).toBeNull();
  expect(verdict({ sandboxed: false }, 'bubblewrap')).toContain('another sandbox');
});
