import { setTimeout as pause } from 'node:timers/promises';
import { markHandled } from '../common/index.ts';
import type { applyStep as apply } from './resume/apply-step.ts';
import type { failedStart as failed } from './outputs/startup-failure.ts';
import type { policyDiffStep as diff } from './outputs/policy-diff.ts';
import type { resumeStep as resume } from './resume/resume-step.ts';
import type { runStep as run } from './step.ts';

/** A run and its greatest parts. */
const PARTS: readonly (() => unknown)[] = [
  () => import('./prepare/prepare.ts'),
  () => import('../session/index.ts'),
  () => import('./step.ts'),
];
/** Long enough for an answer to be read. */
const PAUSE_MS = 1;

/** What is being loaded ahead. */
let underWay: Promise<unknown> = Promise.resolve();

/**
 * Begins to load `first`, and then what a run is made of, while GitHub is asked. Each part holds everything else up while it
 * is loaded: in between, answers are read, and what is asked for because of them is sent.
 */
export function preloadRun(...first: typeof PARTS): void {
  underWay = inTurns([...first, ...PARTS]);
  markHandled(underWay);
}

async function inTurns(parts: typeof PARTS): Promise<void> {
  for (const load of parts) {
    await pause(PAUSE_MS);
    await load();
  }
}

/** See `step.ts`. Most events start no run, and load nothing of it. */
export async function runStep(...of: Parameters<typeof run>): ReturnType<typeof run> {
  await underWay;
  return await (await import('./step.ts')).runStep(...of);
}

/** The same for `resume-step.ts`. */
export async function resumeStep(...of: Parameters<typeof resume>): ReturnType<typeof resume> {
  return await (await import('./resume/resume-step.ts')).resumeStep(...of);
}

/** The same for `apply-step.ts`. */
export async function applyStep(...of: Parameters<typeof apply>): ReturnType<typeof apply> {
  return await (await import('./resume/apply-step.ts')).applyStep(...of);
}

/** The same for `policy-diff.ts`. */
export async function policyDiffStep(...of: Parameters<typeof diff>): ReturnType<typeof diff> {
  return await (await import('./outputs/policy-diff.ts')).policyDiffStep(...of);
}

/** The same for `failed-start.ts`. */
export async function failedStart(...of: Parameters<typeof failed>): ReturnType<typeof failed> {
  await (await import('./outputs/startup-failure.ts')).failedStart(...of);
}
