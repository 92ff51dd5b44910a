import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import type { TrailEvent } from '../../src/audit/index.ts';
import { createRedactor, type Outcome } from '../../src/common/index.ts';
import { collectStep } from '../../src/fanout/index.ts';
import { readInputs } from '../../src/action/inputs/inputs.ts';
import { githubRunner } from '../../src/action/inputs/runner.ts';
import { runEnd, runStart } from '../audit/events.ts';
import { trailOf } from '../cli/trails.ts';

/** The end of a run that did nothing. */
function ended(outcome: Outcome): TrailEvent {
  const calls = { auto: 0, approved: 0, denied: 0, failed: 0, total: 0 };
  const end = runEnd(outcome);
  return end.type === 'run.end' ? { ...end, turns: 0, calls, tokens: 0, costUsd: 0 } : end;
}

/** Collects so many artifacts, the first of which are trails that ended so. */
async function collected(outcomes: readonly Outcome[], count = outcomes.length) {
  const folders: string[] = [];
  for (const outcome of outcomes) {
    folders.push(
      (await (outcome === 'done' ? trailOf() : trailOf([runStart(), ended(outcome)]))).folder,
    );
  }
  const told = { outputs: {} as Record<string, string>, errors: [] as string[], failed: '' };
  await collectStep({
    inputs: readInputs(githubRunner({})),
    workflowRunId: 1,
    tempFolder: tmpdir(),
    redactor: createRedactor(),
    artifacts: {
      list: () =>
        Promise.resolve(
          Array.from({ length: count }, (_, id) => ({
            id,
            name: `countersign-trail-${id}`,
            bytes: 1,
            sha256: null,
          })),
        ),
      unpack: ({ id }, folder) => cp(folders[id] ?? '/nonexistent', folder, { recursive: true }),
    },
    runner: {
      info: () => undefined,
      error: (message) => told.errors.push(message),
      output: (name, value) => void (told.outputs[name] = value),
      summary: () => Promise.resolve(),
      fail: (message) => void (told.failed = message),
    },
  });
  return told;
}

test('the outcome of all is done only where every run is', async () => {
  expect((await collected(['done', 'done'])).outputs['outcome']).toBe('done');
  expect((await collected(['done', 'skipped'])).outputs['outcome']).toBe('skipped');
});

test('more trails than are looked at fail the step', async () => {
  const told = await collected(['done'], 769);
  expect(told.outputs).toMatchObject({ outcome: 'error', trails: '768', verified: '1' });
  expect(told.failed).toContain('There are 769 audit trails');
});
