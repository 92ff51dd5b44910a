import * as z from 'zod';
import { ZOD_OPTIONS, type JsonObject, type Outcome } from '../common/index.ts';
import type { Refusal, FinishedCall } from '../tool-calls/index.ts';
import { type Finish, finishOf } from '../tools/index.ts';

const FINISH_TOOL = 'finish';
const TASK_TOOL = 'task_run';

/** A refusal that the run remembers for its outcome. */
export interface RefusedCall {
  readonly call: string;
  readonly tool: string;
  readonly refusal: Refusal;
  /** Tool and arguments: a later success of the same call cancels the refusal. */
  readonly key: string;
}

const refusalsSchema = z.looseObject({
  refused: z.array(
    z.strictObject({
      call: z.string(),
      tool: z.string(),
      refusal: z.enum(['person', 'unanswered']),
      key: z.string(),
    }),
  ),
});

/** What people refused to a subagent, as metadata of the call that started it. */
export function refusalsMetadata(refused: readonly RefusedCall[]): JsonObject {
  const byPeople = refused.filter(({ refusal }) => refusal !== 'policy');
  return { refused: byPeople.map((item) => ({ ...item })) };
}

/**
 * The refusals to the subagent of a call. They count for the run until the same call succeeds. Metadata of another tool that looks
 * the same is that tool's own.
 */
export function refusalsIn({ request, metadata }: FinishedCall): readonly RefusedCall[] {
  if (request.name !== TASK_TOOL) return [];
  const parsed = refusalsSchema.safeParse(metadata, ZOD_OPTIONS);
  return parsed.success ? parsed.data.refused : [];
}

/**
 * The outcome when the model ended the work (promise 9). The work needed a call that a person refused or nobody approved:
 * the run is then `denied`, whatever the model says. A call that the policy denied counts only if the model did not call
 * `finish`.
 */
export function outcomeOf(finish: Finish | null, refused: readonly RefusedCall[]): Outcome {
  if (refused.some((item) => item.refusal !== 'policy')) return 'denied';
  if (finish !== null) return finish.outcome;
  return refused.length > 0 ? 'denied' : 'done';
}

/** The successful `finish` among a turn's calls, if any. No other tool ends the work, whatever its metadata says. */
export function finishOfTurn(calls: readonly FinishedCall[]): Finish | null {
  for (const { request, state, metadata } of calls) {
    if (request.name !== FINISH_TOOL || state !== 'COMPLETED') continue;
    const finish = finishOf(metadata);
    if (finish !== null) return finish;
  }
  return null;
}
