import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import type { TrailEvent } from '../../src/audit/index.ts';
import { createRedactor, type Outcome } from '../../src/common/index.ts';
import { collectStep } from '../../src/fanout/index.ts';
import { readInputs } from '../../src/action/inputs/inputs.ts';
import { githubRunner } from '../../src/action/inputs/runner.ts';
import { reply, runEnd, runStart, turnStart } from '../audit/events.ts';
import { plausible } from '../audit/plausible.ts';
import { trailOf } from '../cli/trails.ts';
import { nightly } from '../properties.ts';

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
  return await collectedFrom(folders, { count });
}

/** Collects so many artifacts, of which each has the trail of the folder with its number, if there is one. */
async function collectedFrom(
  folders: readonly string[],
  {
    count = folders.length,
    inputs = {},
  }: { readonly count?: number; readonly inputs?: Readonly<Record<string, string>> } = {},
) {
  const reported = {
    outputs: {} as Record<string, string>,
    errors: [] as string[],
    failed: '',
    summary: '',
  };
  await collectStep({
    inputs: readInputs(githubRunner(inputs)),
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
      error: (message) => reported.errors.push(message),
      output: (name, value) => void (reported.outputs[name] = value),
      summary: (markdown) => Promise.resolve(void (reported.summary = markdown)),
      fail: (message) => void (reported.failed = message),
    },
  });
  return reported;
}

test('the outcome of all is done only where every run is', async () => {
  expect((await collected(['done', 'done'])).outputs['outcome']).toBe('done');
  expect((await collected(['done', 'skipped'])).outputs['outcome']).toBe('skipped');
});

test('more trails than are looked at fail the step', async () => {
  const reported = await collected(['done'], 769);
  expect(reported.outputs).toMatchObject({ outcome: 'error', trails: '768', verified: '1' });
  expect(reported.failed).toContain('There are 769 audit trails');
});

test('the cost of a trail that does not verify is unknown, and so is the total', async () => {
  const reported = await collected(['done'], 2);
  expect(reported.outputs).toMatchObject({ trails: '2', verified: '1', 'cost-usd': '' });
  expect(reported.summary).toMatch(/\| \*\*all\*\* .* \| unknown \| \|$/m);
});

test('a run without an end counts as an error', async () => {
  const { folder } = await trailOf([runStart()]);
  expect(await collectedFrom([folder])).toMatchObject({
    outputs: { outcome: 'error', verified: '1' },
    failed: '1 of 1 runs failed.',
  });
  const spared = await collectedFrom([folder], { inputs: { 'INPUT_FAIL-ON': 'denied' } });
  expect(spared.failed).toBe('');
});

nightly(
  'the summary of 768 trails with long texts fits into a job summary, each with its row',
  async () => {
    const text = '語'.repeat(400);
    const turns = Array.from({ length: 12 }, (_, index) => [
      turnStart(index + 1),
      reply(index + 1, 1_000_000),
    ]).flat();
    const end = { ...runEnd('incomplete'), summary: text } as TrailEvent;
    const { events } = plausible([runStart({ request: text, budget: {} }), ...turns, end]);
    const { folder } = await trailOf(events);
    const { summary } = await collectedFrom(Array<string>(768).fill(folder));
    expect(Buffer.byteLength(summary)).toBeLessThan(1024 ** 2);
    expect(summary.match(/verified, 26 entries/g)).toHaveLength(768);
    expect(summary).toContain('768 of 768 verified');
  },
);

test('many problems are named once in the summary and all in the log', async () => {
  const reported = await collectedFrom([], { count: 768 });
  expect(Buffer.byteLength(reported.summary)).toBeLessThan(1024 ** 2);
  expect(reported.summary.match(/^⚠️ `/gm)).toHaveLength(50);
  expect(reported.summary).toContain('718 more problems');
  expect(reported.errors).toHaveLength(768);
});

/** A trail of an attempt of the workflow run. */
async function attempt(
  number: number,
  outcome: Outcome,
  over: { readonly request?: string; readonly job?: string; readonly runId?: string } = {},
): Promise<string> {
  const { request = 'Work on #1.', job = 'agent', runId = '1' } = over;
  const workflow = { runId, attempt: String(number), job, url: null };
  return (await trailOf([runStart({ workflow, request }), ended(outcome)])).folder;
}

test('a run that a later attempt repeated fails nothing, and its cost counts', async () => {
  const folders = [
    await attempt(1, 'error'),
    await attempt(1, 'error', { request: '' }),
    await attempt(1, 'skipped', { request: 'Work on #2.' }),
    await attempt(10, 'skipped'),
  ];
  const reported = await collectedFrom(folders, { inputs: { 'INPUT_EXPECTED-TRAILS': '2' } });
  expect(reported).toMatchObject({ outputs: { outcome: 'skipped', trails: '4' }, failed: '' });
  expect(reported.summary.match(/error, repeated later/g)).toHaveLength(2);
  const missing = await collectedFrom(folders, { inputs: { 'INPUT_EXPECTED-TRAILS': '3' } });
  expect(missing.failed).toContain('3 audit trails were expected, and 2 were found');
});

test('the trail of another workflow run is none of these runs', async () => {
  const folders = [await attempt(1, 'skipped'), await attempt(1, 'skipped', { runId: '2' })];
  const reported = await collectedFrom(folders, { inputs: { 'INPUT_FAIL-ON': 'none' } });
  expect(reported.outputs).toMatchObject({ outcome: 'error', trails: '2', verified: '1' });
  expect(reported.failed).toContain('which did not run in this workflow run');
});

test.each([
  ['the same attempt', 1, {}],
  ['an earlier attempt', 0, {}],
  ['another request', 2, { request: 'Work on #2.' }],
  ['another job', 2, { job: 'other' }],
] as const)('a run is not repeated by one of %s', async (_what, number, over) => {
  const folders = [await attempt(1, 'error'), await attempt(number, 'skipped', over)];
  expect(await collectedFrom(folders)).toMatchObject({
    outputs: { outcome: 'error' },
    failed: expect.stringMatching(/^1 of \d runs failed/) as string,
  });
});
