import { once } from '../base/index.ts';
import type { applyStep as apply } from './apply-step.ts';
import type { failedStart as failed } from './failed-start.ts';
import type { policyDiffStep as diff } from './policy-diff.ts';
import type { resumeStep as resume } from './resume-step.ts';
import type { runStep as run } from './step.ts';

const theRun = once(() => import('./step.ts'));

/** Begins to load what a run is made of, which takes as long as GitHub's first answers. */
export const preloadRun = (): Promise<unknown> => theRun();

/** See `step.ts`. Most events start no run, and load nothing of it. */
export async function runStep(...of: Parameters<typeof run>): ReturnType<typeof run> {
  return await (await theRun()).runStep(...of);
}

/** The same for `resume-step.ts`. */
export async function resumeStep(...of: Parameters<typeof resume>): ReturnType<typeof resume> {
  return await (await import('./resume-step.ts')).resumeStep(...of);
}

/** The same for `apply-step.ts`. */
export async function applyStep(...of: Parameters<typeof apply>): ReturnType<typeof apply> {
  return await (await import('./apply-step.ts')).applyStep(...of);
}

/** The same for `policy-diff.ts`. */
export async function policyDiffStep(...of: Parameters<typeof diff>): ReturnType<typeof diff> {
  return await (await import('./policy-diff.ts')).policyDiffStep(...of);
}

/** The same for `failed-start.ts`. */
export async function failedStart(...of: Parameters<typeof failed>): ReturnType<typeof failed> {
  await (await import('./failed-start.ts')).failedStart(...of);
}
