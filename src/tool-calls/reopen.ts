import type { CallForApproval, CallRequest, EvaluatedCall, FinishedCall } from './call.ts';
import { digestFor } from './steps/approval-request.ts';
import { markForApproval } from './steps/approve.ts';
import { evaluateCall } from './steps/evaluate.ts';
import { noLongerPossible, type PersonDenial, personDenial } from './steps/denial-reasons.ts';
import { finishDenied } from './steps/finish.ts';
import { findAndValidate } from './steps/validate.ts';
import type { CallContext } from './context.ts';
import { mayRunUnasked, type Verdict } from '../policy/index.ts';

/** What decided that people were asked, and why. */
type AskedReason = Pick<Verdict, 'list' | 'rule' | 'line' | 'because'>;

/** A gated call as a checkpoint keeps it. Everything else about it is computed again. */
export interface SuspendedCall {
  readonly request: CallRequest;
  readonly nonce: string;
  /** What people were asked to approve: see `digestFor`. */
  readonly digest: string;
  /** The result that a pre-hook gave in place of the tool's; `null` if none did. */
  readonly ready: string | null;
  /** What an approver changed, if others had to approve that. */
  readonly changed?: EvaluatedCall['changed'];
  /** Why people were asked; absent if an earlier version suspended it. */
  readonly asked?: AskedReason | undefined;
  /** Who denied it before the run was suspended; absent or `null` if nobody did. */
  readonly denial?: PersonDenial | null;
}

/**
 * Finds, validates and evaluates again the calls that an earlier job suspended. A call that is no longer possible, or that
 * the policy now denies, ends, denied by a person if one did so; every other call stays gated. If one of them is no longer what
 * people were asked about, all of them get a nonce of their own: the approval request is void as a whole, and no id of it may ask again.
 */
export async function reopenCalls(
  context: CallContext,
  suspended: readonly SuspendedCall[],
): Promise<{
  readonly gated: readonly CallForApproval[];
  readonly finished: readonly FinishedCall[];
}> {
  const gated: CallForApproval[] = [];
  const finished: FinishedCall[] = [];
  let isSame = true;
  for (const { request, nonce, digest, ready, changed, asked, denial = null } of suspended) {
    const reasonFor = (because: string) =>
      denial === null ? noLongerPossible(because) : personDenial(denial);
    const validation = await findAndValidate(context, request);
    if (!validation.ok) {
      const call = { request, inputPreview: '' };
      finished.push(await finishDenied(context, call, reasonFor(validation.error.message)));
      continue;
    }
    const { call } = validation;
    const now = evaluateCall(context, call);
    if (now.verdict === 'deny') {
      finished.push(await finishDenied(context, call, reasonFor(now.because)));
      continue;
    }
    const verdict = asked === undefined ? now : askedVerdict(now, asked);
    const reopened = { ...call, verdict, hookResult: ready, nonce, changed };
    gated.push(reopened);
    isSame &&= (await digestFor(context, reopened)) === digest;
  }
  return { gated: isSame ? gated : gated.map(markForApproval), finished };
}

/** The verdict with which people were asked: no policy says what a hook decided. */
function askedVerdict(now: Verdict, { list, rule, line, because }: AskedReason): Verdict {
  if (!mayRunUnasked(now)) return now;
  const { hookDecides: _hookDecides, reason: _reason, plan: _plan, ...rest } = now;
  return { ...rest, verdict: 'requireApproval', list, rule, line, because };
}
