import { expect, test } from 'vitest';
import { createRedactor } from '../../src/common/index.ts';
import { createBus, redactedBus } from '../../src/tool-calls/bus.ts';
import type { CallSnapshot, RunEvent } from '../../src/tool-calls/index.ts';

const redactor = createRedactor({ secrets: [{ value: 'hunter2hunter2', kind: 'password' }] });
const SECRET = 'hunter2hunter2';
const WARNING: RunEvent = { type: 'warning', message: 'late' };
const SNAPSHOT: CallSnapshot = {
  call: 'c1',
  turn: 1,
  parent: null,
  tool: `mcp ${SECRET}`,
  inputPreview: `echo ${SECRET}`,
  state: 'PENDING',
};
const because = `it said ${SECRET}`;

test.each<RunEvent>([
  { type: 'turn:end', turn: 1, parent: null, text: because, costUsd: 0 },
  { type: 'reply:broken', turn: 1, parent: null, because, tokens: 1, costUsd: 0 },
  { type: 'retry', because, delayMs: 1 },
  { type: 'warning', message: because },
  { type: 'run:end', outcome: 'done', summary: because },
  { type: 'checklist', items: [{ text: because, status: 'done' }] },
  { type: 'tool:start', snapshot: SNAPSHOT },
  { type: 'state_changed', snapshot: SNAPSHOT },
  { type: 'verdict', snapshot: SNAPSHOT, verdict: 'auto', because },
  { type: 'tool:end', snapshot: SNAPSHOT, display: because, durationMs: 1 },
  { type: 'tool:error', snapshot: SNAPSHOT, message: because },
  {
    type: 'permission_required',
    asked: [{ approval: 'ap-1', rules: [`bash_run(${SECRET})`], snapshot: SNAPSHOT }],
    respond: () => false,
  },
])('no listener gets a secret in $type, and it gets the rest', (event) => {
  const bus = createBus(() => undefined);
  const seen: RunEvent[] = [];
  bus.on((one) => seen.push(one));
  redactedBus(bus, redactor).emit(event);
  expect(JSON.stringify(seen)).toBe(`[${redactor.redact(JSON.stringify(event))}]`);
  expect(JSON.stringify(seen)).not.toContain(SECRET);
});

test('a listener that throws or rejects stops neither the run nor the listeners after it', async () => {
  const errors: unknown[] = [];
  const bus = createBus((error) => errors.push(error));
  const seen: string[] = [];
  bus.on(() => {
    throw new Error('thrown');
  });
  bus.on(async () => {
    throw new Error('rejected');
  });
  const remove = redactedBus(bus, redactor).on(({ type }) => seen.push(type));
  bus.emit(WARNING);
  await expect.poll(() => errors).toEqual([new Error('thrown'), new Error('rejected')]);
  expect(remove()).toBe(true);
  bus.emit(WARNING);
  expect(seen).toEqual(['warning']);
});
