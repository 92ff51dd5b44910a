import type { CallRequest, FinishedCall } from './call.ts';
import type { CallForApproval } from './approve.ts';
import { findAndValidate } from './find.ts';
import { evaluateCall } from './evaluate-call.ts';
import { openCall } from './record.ts';
import { finishDenied } from './finish-call.ts';
import { type CallContext, withPolicy } from './context.ts';

/** A gated call as a checkpoint keeps it. Everything else about it is found out again. */
export interface SuspendedCall {
  readonly request: CallRequest;
  readonly nonce: string;
  readonly ready: string | null;
}

/**
 * Takes up calls that were parked by an earlier job: found, validated and judged again here and now. One that is no
 * longer possible, or that the policy now denies, is settled; whatever was gated stays gated.
 */
export async function reopenCalls(
  context: CallContext,
  parked: readonly SuspendedCall[],
): Promise<{
  readonly gated: readonly CallForApproval[];
  readonly settled: readonly FinishedCall[];
}> {
  const judging = await withPolicy(context);
  const gated: CallForApproval[] = [];
  const settled: FinishedCall[] = [];
  for (const { request, nonce, ready } of parked) {
    const found = await findAndValidate(context, request);
    if (!found.ok) {
      settled.push(
        await finishDenied(context, { request, inputPreview: '' }, gone(found.error.message)),
      );
      continue;
    }
    const call = await openCall(context, request, found);
    const verdict = evaluateCall(judging, call);
    if (verdict.verdict === 'deny')
      settled.push(await finishDenied(context, call, gone(verdict.because)));
    else gated.push({ ...call, verdict, ready, nonce });
  }
  return { gated, settled };
}

function gone(because: string): Parameters<typeof finishDenied>[2] {
  return {
    refusal: 'policy',
    because: `This call is no longer possible: ${because}`,
    recommendation: 'Find another way, or finish and say what is left.',
  };
}
