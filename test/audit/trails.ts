import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openTrail, type Trail } from '../../src/audit/index.ts';
import { type Clock, createRedactor } from '../../src/common/index.ts';

/** A clock that advances by one second with each question. */
export function tickingClock(): Clock {
  let ms = Date.parse('2026-01-02T03:04:05.000Z');
  return {
    now: () => new Date((ms += 1000)),
    monotonicMs: () => ms,
    sleep: async () => undefined,
  };
}

export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-trail-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function newTrail(folder: string, run = 'run-0123456789abcdef'): Promise<Trail> {
  const trail = await openTrail({ folder, run, clock: tickingClock(), redactor: createRedactor() });
  onTestFinished(async () => await trail.close());
  return trail;
}

export * from './events.ts';
