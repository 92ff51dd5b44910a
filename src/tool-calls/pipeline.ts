import type { CallRequest, EvaluatedCall, FinishedCall, ValidatedCall } from './call.ts';
import { digestOf } from '../common/index.ts';
import type { ToolError } from '../tools/index.ts';
import {
  approveCalls,
  type BatchEnd,
  type CallForApproval,
  markForApproval,
} from './steps/approve.ts';
import { policyDenial } from './steps/denial-reasons.ts';
import { evaluateCall, recordVerdict } from './steps/evaluate.ts';
import { executeCall } from './steps/execute.ts';
import { findTool } from './steps/find.ts';
import { finishCall, finishDenied, finishFailed } from './steps/finish.ts';
import { runPostHooks } from './hooks/post-hooks.ts';
import { runPreHooks } from './hooks/pre-hooks.ts';
import { recordPending, recordState, snapshotOf } from './record.ts';
import { validateCall } from './steps/validate.ts';
import { adoptPlan, readPlan } from './plan.ts';
import type { CallContext } from './context.ts';

// The life of a call: find → validate → evaluate → pre-hooks → approve → execute → post-hooks → finish.
// Each step writes what it decided to the audit trail. Whatever acts on a decision (a hook, a question to people, the
// tool itself) flushes the trail first, so that an entry is on disk before its effect.

type CallOutcome =
  | { readonly kind: 'finished'; readonly call: FinishedCall }
  | { readonly kind: 'gated'; readonly call: CallForApproval };

const CANCELLED: ToolError = {
  type: 'cancelled',
  message: 'The run was ended before this call began.',
  recommendations: [],
};

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
    const run = async (request: CallRequest) => await runUntilApproval(context, request);
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
  const end = await approveCalls(context, gated, (call) => runApproved(context, call));
  return { finished: [...finished, ...end.finished], suspended: end.suspended };
}

/** Takes one call to its end, or to the point where only people can decide. */
async function runUntilApproval(context: CallContext, request: CallRequest): Promise<CallOutcome> {
  const found = findTool(context, request.name);
  if (!found.ok) return ended(await failUnprepared(context, request, found.error));
  const { tool } = found;
  const validation = await validateCall(context, { tool, request });
  if (!validation.ok) return ended(await failUnprepared(context, request, validation.error));
  const { call } = validation;
  const plan = await readPlan(context, call);
  if (!plan.ok) return ended(await failUnprepared(context, request, plan.error));

  const verdict = evaluateCall(context, call);
  await recordPending(context, call, {
    input: call.prepared.input,
    argumentsSha256: call.argumentsSha256,
    kind: tool.kind,
  });
  await recordVerdict(context, call, verdict);

  const checked = await runPreHooks(context, call, verdict);
  if (checked.verdict !== verdict || inputChanged(call, checked)) {
    await recordVerdict(context, checked, checked.verdict);
  }
  await emitVerdict(context, checked);

  const stopped = await stopBeforeApproval(context, checked);
  if (stopped !== null) return ended(stopped);
  if (checked.verdict.verdict === 'requireApproval') {
    const { because } = checked.verdict;
    await recordState(context, checked, { state: 'APPROVAL_REQUIRED', details: { because } });
    return { kind: 'gated', call: markForApproval(checked) };
  }
  await recordState(context, checked, { state: 'APPROVED' });
  return ended(await runApproved(context, checked));
}

/** Execute → post-hooks → finish. */
async function runApproved(context: CallContext, call: EvaluatedCall): Promise<FinishedCall> {
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
  if (call.verdict.verdict === 'deny') {
    return await finishDenied(context, call, policyDenial(call));
  }
  if (context.signal.aborted) return await finishFailed(context, call, CANCELLED);
  const admission = await context.admit(call.tool.name);
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
  const name = await context.redactor.redact(request.name);
  const call = { request: { ...request, name }, inputPreview: '' };
  const { input } = request;
  await recordPending(context, call, { input, argumentsSha256: digestOf(input), kind });
  return await finishFailed(context, call, error);
}

async function emitVerdict(context: CallContext, call: EvaluatedCall): Promise<void> {
  context.bus.emit({
    type: 'verdict',
    snapshot: snapshotOf(call.request, 'PENDING', call.inputPreview),
    verdict: call.verdict.verdict,
    because: await context.redactor.redact(call.verdict.because),
  });
}

function inputChanged(before: ValidatedCall, after: ValidatedCall): boolean {
  return before.argumentsSha256 !== after.argumentsSha256;
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
