import type { GatedCall } from './approve.ts';
import { findAndValidate } from './find.ts';
import { judgeCall } from './judge.ts';
import { openCall, type SettledCall } from './record.ts';
import { settleDenied } from './settle.ts';
import { type CallRequest, type CallWorld, withPolicy } from './world.ts';

/** A gated call as a checkpoint keeps it. Everything else about it is found out again. */
export interface ParkedCall {
  readonly request: CallRequest;
  readonly nonce: string;
  readonly ready: string | null;
}

/**
 * Takes up calls that were parked by an earlier job: found, validated and judged again here and now. One that is no
 * longer possible, or that the policy now denies, is settled; whatever was gated stays gated.
 */
export async function reopenCalls(
  world: CallWorld,
  parked: readonly ParkedCall[],
): Promise<{ readonly gated: readonly GatedCall[]; readonly settled: readonly SettledCall[] }> {
  const judging = await withPolicy(world);
  const gated: GatedCall[] = [];
  const settled: SettledCall[] = [];
  for (const { request, nonce, ready } of parked) {
    const found = await findAndValidate(world, request);
    if (!found.ok) {
      settled.push(
        await settleDenied(world, { request, inputPreview: '' }, gone(found.error.message)),
      );
      continue;
    }
    const call = await openCall(world, request, found);
    const verdict = judgeCall(judging, call);
    if (verdict.verdict === 'deny')
      settled.push(await settleDenied(world, call, gone(verdict.because)));
    else gated.push({ ...call, verdict, ready, nonce });
  }
  return { gated, settled };
}

function gone(because: string): Parameters<typeof settleDenied>[2] {
  return {
    refusal: 'policy',
    because: `This call is no longer possible: ${because}`,
    recommendation: 'Find another way, or finish and say what is left.',
  };
}
