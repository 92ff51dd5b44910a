/** What a resumed run shows of its earlier jobs. */
import { expect, test } from 'vitest';
import { replayEvents } from '../../../src/action/resume/replay-events.ts';
import type { TrailEvent } from '../../../src/audit/index.ts';
import type { RunEvent } from '../../../src/tool-calls/index.ts';
import { ARGS, changed, reply, runStart, state, turnStart, verdict } from '../../audit/events.ts';
import { trailOf } from '../../cli/trails.ts';

/** A call as listeners see it. */
function about(call: string) {
  const inputPreview = JSON.stringify(ARGS);
  return { call, turn: 1, parent: null, tool: 'fs_write', inputPreview };
}

test('the events of earlier jobs are those of their entries: who decided by a default, why a call was denied, and which cost is an estimate', async () => {
  const estimated = { ...reply(1), estimated: true } as ReturnType<typeof reply>;
  const { folder } = await trailOf([
    runStart(),
    turnStart(1),
    estimated,
    state('c1', 'PENDING'),
    verdict('c1', 'requireApproval'),
    state('c1', 'DENIED', { usedDefault: true }),
    state('c2', 'PENDING'),
    state('c2', 'DENIED', { because: 'It is no longer possible.' }),
    turnStart(2),
    reply(2),
  ]);
  const events: RunEvent[] = [];
  await replayEvents(folder, (event) => void events.push(event));
  expect(events.map(({ type }) => type)).toEqual([
    'turn:start',
    'turn:end',
    'state_changed',
    'verdict',
    'state_changed',
    'permission_decided',
    'state_changed',
    'state_changed',
    'tool:error',
    'turn:start',
    'turn:end',
  ]);
  expect(events[1]).toMatchObject({ turn: 1, costUsd: 0.01, isEstimate: true });
  expect(events[3]).toMatchObject({ snapshot: about('c1'), verdict: 'requireApproval' });
  expect(events[5]).toMatchObject({ call: 'c1', approved: false, usedDefault: true });
  expect(events[7]).toMatchObject({ snapshot: { ...about('c2'), state: 'DENIED' } });
  expect(events[8]).toMatchObject({
    snapshot: about('c2'),
    message: 'It is no longer possible.',
  });
  expect(events[10]).not.toHaveProperty('isEstimate');
});

test('a call that its approver changed is shown as it ran', async () => {
  const events = [runStart(), state('c1', 'PENDING'), changed('c1', { command: 'npm test' })];
  const { folder } = await trailOf([...events, state('c1', 'COMPLETED')]);
  const previews: string[] = [];
  await replayEvents(folder, (event) => {
    if (event.type === 'state_changed') previews.push(event.snapshot.inputPreview);
  });
  expect(previews).toEqual([JSON.stringify(ARGS), '{"command":"npm test"}']);
});

test('what earlier jobs wrote on GitHub is shown under its call, and a reply that broke off with what it cost', async () => {
  const broken: TrailEvent = {
    type: 'model.broken',
    turn: 1,
    parent: null,
    attempt: 1,
    because: 'The connection broke.',
    'gen_ai.usage.input_tokens': 4,
    'gen_ai.usage.output_tokens': 3,
    'gen_ai.usage.cache_read.input_tokens': 2,
    'gen_ai.usage.cache_creation.input_tokens': 1,
    costUsd: 0.02,
  };
  const file = { path: 'a.ts', sha256: 'd'.repeat(64) };
  const commit = { id: 'f'.repeat(40), url: null, branch: 'fix', files: [file] };
  const { folder } = await trailOf([
    runStart(),
    broken,
    { type: 'github.write', call: null, what: 'approval comment', id: 9, url: null },
    { type: 'github.write', call: 'c1', what: 'commit', ...commit },
    { type: 'github.write', call: 'c1', what: 'pull request', found: true, id: 8, url: null },
  ]);
  const events: RunEvent[] = [];
  await replayEvents(folder, (event) => void events.push(event));
  expect(events).toEqual([
    {
      type: 'reply:broken',
      turn: 1,
      parent: null,
      because: 'The connection broke.',
      costUsd: 0.02,
      tokens: 10,
    },
    { type: 'github_write', call: 'c1', write: { what: 'commit', ...commit } },
    {
      type: 'github_write',
      call: 'c1',
      write: { what: 'pull request', found: true, id: 8, url: null },
    },
  ]);
});

test('a call of which the trail has no beginning is shown all the same', async () => {
  const { folder } = await trailOf([runStart(), state('c1', 'COMPLETED')]);
  const events: RunEvent[] = [];
  await replayEvents(folder, (event) => void events.push(event));
  const snapshot = { call: 'c1', turn: 0, parent: null, tool: '', inputPreview: '' };
  expect(events).toEqual([
    { type: 'state_changed', snapshot: { ...snapshot, state: 'COMPLETED' } },
  ]);
});
