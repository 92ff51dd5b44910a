import type { CallForApproval, CallRequest, EvaluatedCall, FinishedCall } from './call.ts';
import { digestOf } from '../common/index.ts';
import type { ToolError } from '../tools/index.ts';
import { approveCalls, type BatchEnd, markForApproval } from './steps/approve.ts';
import { CANCELLED, isStopped, NOT_REACHED } from './steps/calls-not-made.ts';
import { policyDenial } from './steps/denial-reasons.ts';
import { executeCall } from './steps/execute.ts';
import { finishCall, finishDenied, finishFailed } from './steps/finish.ts';
import { runPostHooks } from './hooks/post-hooks.ts';
import { evaluateWithHooks } from './hooks/pre-hooks.ts';
import { recordPending, recordState, snapshotOf } from './record.ts';
import { findAndValidate } from './steps/validate.ts';
import { adoptPlan, readPlan } from './plan.ts';
import type { CallContext } from './context.ts';

// The life of a call: find → validate → evaluate → pre-hooks → approve → execute → post-hooks → finish.
// Each step writes what it decided to the audit trail. Whatever acts on a decision (a hook, a question to people, the
// tool itself) flushes the trail first, so that an entry is on disk before its effect.

type CallOutcome =
  | { readonly kind: 'finished'; readonly call: FinishedCall }
  | { readonly kind: 'gated'; readonly call: CallForApproval };

/**
 * Runs the calls of one turn. Calls that need nobody run first: concurrency-safe neighbours side by side, the
 * others alone and in their order. Then one approval request asks for the rest, and the approved calls run in order.
 * The last entries may not be on disk yet: the next flush of the trail covers them.
 */
export async function runCalls(
  context: CallContext,
  requests: readonly CallRequest[],
): Promise<BatchEnd> {
  const finished: FinishedCall[] = [];
  const gated: CallForApproval[] = [];
  for (const group of groupNeighbours(context, requests)) {
    const stopped = isStopped(context, finished);
    const run = async (request: CallRequest) => await runUntilApproval(context, request, stopped);
    for (const outcome of await inParallel(group, context.parallel, run)) {
      if (outcome.kind === 'finished') finished.push(outcome.call);
      else gated.push(outcome.call);
    }
  }
  return await runGated(context, { gated, finished });
}

/** Asks people for the gated calls of a turn and runs the approved ones. A resumed run starts here. */
export async function runGated(
  context: CallContext,
  turn: { readonly gated: readonly CallForApproval[]; readonly finished: readonly FinishedCall[] },
): Promise<BatchEnd> {
  const { gated, finished } = turn;
  if (isStopped(context, finished)) {
    const failed: FinishedCall[] = [];
    for (const call of gated) failed.push(await finishFailed(context, call, NOT_REACHED));
    return { finished: [...finished, ...failed], suspended: null };
  }
  const end = await approveCalls(context, gated, (call) => runApproved(context, call));
  return { finished: [...finished, ...end.finished], suspended: end.suspended };
}

/** Takes one call to its end, or to the point where only people can decide. */
async function runUntilApproval(
  context: CallContext,
  request: CallRequest,
  isTurnStopped: boolean,
): Promise<CallOutcome> {
  const validation = await findAndValidate(context, request);
  if (!validation.ok) return ended(await failUnprepared(context, request, validation.error));
  const validated = validation.call;
  const plan = await readPlan(context, validated);
  if (!plan.ok) return ended(await failUnprepared(context, request, plan.error));

  await recordPending(context, validated, {
    input: validated.prepared.input,
    argumentsSha256: validated.argumentsSha256,
    kind: validated.tool.kind,
  });
  const call = await evaluateWithHooks(context, validated);
  emitVerdict(context, call);

  const stopped = await stopBeforeApproval(context, call);
  if (stopped !== null) return ended(stopped);
  if (isTurnStopped) return ended(await finishFailed(context, call, NOT_REACHED));
  if (call.verdict.verdict === 'requireApproval') {
    const { because } = call.verdict;
    await recordState(context, call, { state: 'APPROVAL_REQUIRED', because });
    return { kind: 'gated', call: markForApproval(call) };
  }
  await recordState(context, call, { state: 'APPROVED' });
  return ended(await runApproved(context, call));
}

/** Execute → post-hooks → finish. The run may have been cancelled while the approval was claimed. */
async function runApproved(context: CallContext, call: EvaluatedCall): Promise<FinishedCall> {
  if (context.signal.aborted) return await finishFailed(context, call, CANCELLED);
  const { result, durationMs } = await executeCall(context, call);
  if (result.ok && call.hookResult === null) await adoptPlan(context, call);
  const checked = await runPostHooks(context, call, result);
  return await finishCall(context, call, { result: checked, durationMs });
}

/** Ends a call that the policy denies, that a cancelled run no longer makes, or that no budget is left for. */
async function stopBeforeApproval(
  context: CallContext,
  call: EvaluatedCall,
): Promise<FinishedCall | null> {
  if (call.verdict.verdict === 'deny') return await finishDenied(context, call, policyDenial(call));
  if (context.signal.aborted) return await finishFailed(context, call, CANCELLED);
  const admission = context.admit(call.tool.name);
  return admission.ok ? null : await finishFailed(context, call, admission.error);
}

/** Records and ends a call whose tool does not exist or does not accept its input. */
async function failUnprepared(
  context: CallContext,
  request: CallRequest,
  error: ToolError,
): Promise<FinishedCall> {
  const kind = context.find(request.name)?.kind ?? 'unknown';
  // The model chose the name of a tool that does not exist.
  const name = context.redactor.redact(request.name);
  const call = { request: { ...request, name }, inputPreview: '' };
  const { input } = request;
  await recordPending(context, call, { input, argumentsSha256: digestOf(input), kind });
  return await finishFailed(context, call, error);
}

function emitVerdict(context: CallContext, call: EvaluatedCall): void {
  context.bus.emit({
    type: 'verdict',
    snapshot: snapshotOf(call, 'PENDING'),
    verdict: call.verdict.verdict,
    because: context.redactor.redact(call.verdict.because),
  });
}

function ended(call: FinishedCall): CallOutcome {
  return { kind: 'finished', call };
}

/** The calls in their order: neighbours that may run side by side in one group, every other call in a group of its own. */
function groupNeighbours(
  context: CallContext,
  requests: readonly CallRequest[],
): readonly (readonly CallRequest[])[] {
  const groups: CallRequest[][] = [];
  let wasSafe = false;
  for (const request of requests) {
    const isSafe = context.find(request.name)?.concurrencySafe ?? false;
    const last = groups.at(-1);
    if (isSafe && wasSafe && last !== undefined) last.push(request);
    else groups.push([request]);
    wasSafe = isSafe;
  }
  return groups;
}

async function inParallel<In, Out>(
  items: readonly In[],
  limit: number,
  work: (item: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const results: Out[] = [];
  const queue = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  return results;
}
