import { join } from 'node:path';
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TRAIL_FILE } from '../../src/audit/index.ts';
import { finish, started, use } from './run.ts';

const writeTo = (path: string) => use('fs_write', { path, content: 'two\n' });

test('the report has each call with its arguments, verdict, approval, times and result', async () => {
  const { run, entries } = started({
    rules: 'mode: ask\nauto: [fs_read]\ndeny: ["fs_write(c.txt)"]',
    turns: [
      use('fs_read', { path: 'a.txt' }),
      writeTo('b.txt'),
      writeTo('c.txt'),
      writeTo('d.txt'),
      finish,
    ],
    approve: ({ paths }) =>
      paths?.some((path) => path.includes('b.txt')) === true
        ? { decision: 'approve', by: 'ann', note: 'Only this one.' }
        : { decision: 'deny', by: 'bob', reason: 'Not that.' },
  });
  const { calls, counts } = await run.report;
  const written = await entries();
  const timeOf = (call: string, state: string) =>
    written.find((e) => e.type === 'call.state' && e.call === call && e.state === state)?.time;
  expect(counts.total).toBe(calls.length);
  expect(calls.map(({ call, tool, state }) => [call, tool, state])).toEqual([
    ['c1', 'fs_read', 'COMPLETED'],
    ['c2', 'fs_write', 'COMPLETED'],
    ['c3', 'fs_write', 'DENIED'],
    ['c4', 'fs_write', 'DENIED'],
    ['c5', 'finish', 'COMPLETED'],
  ]);
  const [read, approved, denied, refused] = calls;
  expect(read).toMatchObject({
    parent: null,
    turn: 1,
    kind: 'readonly',
    arguments: { path: 'a.txt' },
    verdict: { decision: 'auto', rule: 'fs_read' },
    approvals: [],
    requestedAt: timeOf('c1', 'PENDING'),
    startedAt: timeOf('c1', 'EXECUTING'),
    endedAt: timeOf('c1', 'COMPLETED'),
    result: expect.stringContaining('one') as string,
    exitCode: null,
  });
  expect(approved).toMatchObject({
    verdict: { decision: 'requireApproval' },
    approvals: [{ decision: 'approve', by: 'ann', note: 'Only this one.', counted: true }],
    startedAt: timeOf('c2', 'EXECUTING'),
  });
  expect(approved?.approvals[0]?.at).toBe(
    written.find(({ type }) => type === 'approval.decision')?.time,
  );
  expect(denied).toMatchObject({
    verdict: { decision: 'deny' },
    approvals: [],
    startedAt: null,
    endedAt: timeOf('c3', 'DENIED'),
    result: null,
  });
  expect(refused).toMatchObject({
    approvals: [{ decision: 'deny', by: 'bob' }],
    because: expect.stringContaining('Not that.') as string,
    startedAt: null,
  });
});

test('long arguments name their blob, long results are whole, and what a hook changed is reported', async () => {
  const content = 'x'.repeat(20_000);
  const { run } = started({
    turns: [use('fs_write', { path: 'a.txt', content }), use('fs_read', { path: 'b.txt' }), finish],
    hooks: [
      {
        on: { tools: ['fs_write'] },
        preToolUse: () => ({ update: { path: 'b.txt' } }),
      },
    ],
  });
  const [write, read] = (await run.report).calls;
  expect(write).toMatchObject({
    arguments: {
      path: 'a.txt',
      content: { blob: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    },
    changes: [{ by: 'program:1', what: 'input updated: {"path":"b.txt"}' }],
  });
  expect(read?.result).toContain('x'.repeat(1_000));
});

test('a run whose audit trail cannot be read again still has its report, which says so', async () => {
  const { run, trail } = started({ turns: [finish] });
  run.on('progress', ({ type }) => {
    if (type === 'run:end') rmSync(join(trail, TRAIL_FILE));
  });
  const { outcome, calls, warnings } = await run.report;
  expect(outcome).toBe('done');
  expect(calls).toEqual([]);
  expect(warnings.join()).toContain('The calls cannot be read from the audit trail');
});
