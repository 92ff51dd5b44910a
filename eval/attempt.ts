/** I/O: one attempt of one task, from an empty folder to a verdict. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blobsIn, readTrail, trailBytes, verifyTrail, viewTrail } from '../src/audit/index.ts';
import { canonicalJson, errorText } from '../src/common/index.ts';
import { type RunEnd, runInCheckout, type RunOptions } from './checkout-run.ts';
import { runOnGitHub } from './github-run.ts';
import { runConfined } from './programs.ts';
import type { Attempt } from './results.ts';
import type { ModelOptions, Setting } from './setting.ts';
import { snapshot } from './snapshot.ts';
import type { Task, TaskEnd, Verdict } from './task.ts';

export interface AttemptOptions {
  readonly setting: Setting;
  /** An empty folder, which is removed afterwards. */
  readonly folder: string;
  readonly trail: string;
  /** The most that the run may cost; absent: no limit but the policy's. */
  readonly maxUsd?: number;
}

/** What an attempt found; `error`: the model could not be tried. */
export type AttemptEnd = Omit<Attempt, 'task' | 'attempt' | 'trail'>;

/** Prepares, runs and checks a task. Never rejects: what goes wrong is the status `error`. */
export async function attempt(task: Task, options: AttemptOptions): Promise<AttemptEnd> {
  const startedMs = performance.now();
  const timed = (end: Omit<AttemptEnd, 'seconds'>): AttemptEnd => ({
    ...end,
    seconds: Math.round((performance.now() - startedMs) / 100) / 10,
  });
  try {
    mkdirSync(options.folder, { recursive: true });
    return timed(await tried(task, options));
  } catch (error) {
    return timed({ ...NOTHING_USED, status: 'error', outcome: null, detail: errorText(error) });
  } finally {
    rmSync(options.folder, { recursive: true, force: true });
  }
}

export const NOTHING_USED = { turns: 0, calls: 0, questions: 0, tokens: 0, costUsd: 0 } as const;

async function tried(task: Task, options: AttemptOptions): Promise<Omit<AttemptEnd, 'seconds'>> {
  const { setting, folder, trail, maxUsd } = options;
  const run: RunOptions = {
    setting,
    trail,
    folder: join(folder, 'run'),
    model: {
      ...modelFor(task, setting, folder),
      ...(maxUsd === undefined ? {} : { 'max-usd': String(maxUsd) }),
    },
  };
  mkdirSync(run.folder, { recursive: true });
  const evaluated = async (end: RunEnd) => await evaluate(task, end, options);
  const { github } = task;
  return github === undefined
    ? await evaluated(await runInCheckout(task, run))
    : await runOnGitHub({ ...task, github }, run, evaluated);
}

function modelFor(task: Task, { model }: Setting, folder: string): ModelOptions {
  if (model.kind === 'options') return model.options;
  const file = join(folder, 'script.json');
  writeFileSync(file, JSON.stringify({ turns: task[model.script] }));
  return { model: `scripted:${file}` };
}

async function evaluate(
  task: Task,
  run: RunEnd,
  { setting, folder, trail }: AttemptOptions,
): Promise<Omit<AttemptEnd, 'seconds'>> {
  const proof = await verifyTrail(trailBytes(trail), { requireEnd: true, blobs: blobsIn(trail) });
  const { calls, questions } = await recordedIn(trail);
  const used = {
    outcome: run.outcome,
    turns: run.turns,
    calls: calls.length,
    questions,
    tokens: run.tokens,
    costUsd: run.costUsd,
    ...(run.isEstimate ? { isEstimate: true } : {}),
  };
  if (proof.kind !== 'intact')
    return { ...used, status: 'error', detail: `The audit trail is ${proof.kind}.` };
  // A key that is refused, a server that is not there or Ctrl-C says nothing about the model.
  const hasBegun = calls.length > 0 || run.tokens > 0;
  if (run.outcome === 'cancelled' || (run.outcome === 'error' && !hasBegun))
    return { ...used, status: 'error', detail: run.summary };
  // A model that breaks its run half-way would otherwise leave the score by it.
  if (run.outcome === 'error')
    return { ...used, status: 'failed', detail: `The run ended with an error: ${run.summary}` };
  const left = snapshot(run.checkout, {
    first: run.first,
    folder: join(folder, 'checks'),
    run: async (command) => await runConfined(setting, command),
  });
  const end: TaskEnd = { ...run, ...left, calls, questions };
  const checked = await checkOf(task, end);
  if (checked instanceof Error)
    return { ...used, status: 'error', detail: `The check failed: ${errorText(checked)}` };
  const { solved, ...verdict } = checked;
  return { ...used, ...verdict, status: solved ? 'solved' : 'failed' };
}

async function checkOf(task: Task, end: TaskEnd): Promise<Verdict | Error> {
  try {
    return await task.check(end);
  } catch (error) {
    return error instanceof Error ? error : new Error(errorText(error));
  }
}

async function recordedIn(trail: string): Promise<Pick<TaskEnd, 'calls' | 'questions'>> {
  let questions = 0;
  async function* counted() {
    for await (const entry of readTrail(trail)) {
      if (entry.type === 'approval.asked') questions += entry.requests.length;
      yield entry;
    }
  }
  const { calls } = await viewTrail(counted());
  return {
    calls: calls.map(({ tool, input, state }) => ({ tool, input: canonicalJson(input), state })),
    questions,
  };
}
