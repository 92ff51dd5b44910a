import type { CallRequest, EvaluatedCall, FinishedCall } from './call.ts';
import { digestOf } from '../common/index.ts';
import type { ToolError } from '../tools/index.ts';
import { type WriteAhead, createWriteAhead } from './write-ahead.ts';
import { markForApproval, type CallForApproval } from './approve.ts';
import { argumentsForTrail } from './arguments.ts';
import { executeCall } from './execute.ts';
import { findAndValidate, type Found } from './find.ts';
import { evaluateCall, recordVerdict } from './evaluate-call.ts';
import { postHooks } from './hooks/post-hooks.ts';
import { hasPreHooks, preHooks } from './hooks/pre-hooks.ts';
import { openCall, recordState, snapshotOf } from './record.ts';
import { finishCall, finishDenied, finishFailed } from './finish-call.ts';
import type { CallContext, JudgingWorld } from './context.ts';

/** A call that needed nobody and ended, or one that waits for people. */
export type PreparedCallOutcome =
  | { readonly kind: 'settled'; readonly settled: FinishedCall }
  | { readonly kind: 'gated'; readonly call: CallForApproval };

const CANCELLED: ToolError = {
  type: 'cancelled',
  message: 'The run was ended before this call began.',
  recommendations: [],
};

/** A call that was opened, and how it ended on its way to the disk. */
export interface PreparedCall {
  readonly opened: PreparedCallOutcome;
  readonly recorded: Promise<unknown>;
}

/**
 * Opens one call and, where nobody has to be asked, carries it out. What precedes its effect is on disk before the effect, the
 * entry that `of.before` waits for among it; how it ended shares the flush of what is recorded next.
 */
export async function prepareCall(
  context: JudgingWorld,
  request: CallRequest,
  of: {
    readonly before: Promise<unknown>;
    /** What was found of it already. It is judged in any case. */
    readonly found?: Found;
  },
): Promise<PreparedCall> {
  const ahead = createWriteAhead(context.trail, of.before);
  const found = of.found ?? (await findAndValidate(context, request));
  const opened = await openAhead({ ...context, trail: ahead.trail }, { request, found }, ahead);
  const recorded = ahead.onDisk();
  recorded.catch(() => undefined);
  return { opened, recorded };
}

/** Find → validate → judge → pre-hooks, then either the effect, a refusal, or the queue for people. */
async function openAhead(
  context: JudgingWorld,
  { request, found }: { readonly request: CallRequest; readonly found: Found },
  ahead: WriteAhead,
): Promise<PreparedCallOutcome> {
  if (!found.ok) {
    // A tool that does not exist has whatever name the model gave it.
    const name = await context.redactor.redact(request.name);
    const shown = { request: { ...request, name }, inputPreview: '' };
    await recordPending(context, shown, { input: request.input, kind: found.kind });
    return { kind: 'settled', settled: await finishFailed(context, shown, found.error) };
  }
  const opened = await openCall(context, request, found);
  const verdict = evaluateCall(context, opened);
  await recordPending(context, opened, { input: opened.prepared.input, kind: opened.tool.kind });
  await recordVerdict(context, opened, verdict);
  // A hook is somebody's code: it sees nothing of a call that is not on record.
  if (hasPreHooks(context, opened)) await ahead.onDisk();
  const judged = await preHooks(context, opened, verdict);
  const same = judged.verdict === verdict && judged.argumentsSha256 === opened.argumentsSha256;
  if (!same) await recordVerdict(context, judged, judged.verdict);
  return await route(context, judged, ahead);
}

async function route(
  context: JudgingWorld,
  call: EvaluatedCall,
  ahead: WriteAhead,
): Promise<PreparedCallOutcome> {
  const { verdict } = call;
  context.bus.emit({
    type: 'verdict',
    snapshot: snapshotOf(call.request, 'PENDING', call.inputPreview),
    verdict: verdict.verdict,
    because: await context.redactor.redact(verdict.because),
  });
  if (verdict.verdict === 'deny') {
    return { kind: 'settled', settled: await finishDenied(context, call, policyRefusal(call)) };
  }
  if (context.signal.aborted) {
    return { kind: 'settled', settled: await finishFailed(context, call, CANCELLED) };
  }
  const admission = await context.admit(call.tool.name);
  if (!admission.ok) {
    return { kind: 'settled', settled: await finishFailed(context, call, admission.error) };
  }
  if (verdict.verdict === 'requireApproval') {
    await recordState(context, call, {
      state: 'APPROVAL_REQUIRED',
      details: { because: verdict.because },
    });
    return { kind: 'gated', call: markForApproval(call) };
  }
  await recordState(context, call, { state: 'APPROVED' });
  return { kind: 'settled', settled: await execute(context, call, ahead) };
}

/** Steps six to eight: the effect, the hooks after it, and what came of it. */
export async function execute(
  context: JudgingWorld,
  call: EvaluatedCall,
  ahead?: WriteAhead,
): Promise<FinishedCall> {
  const ran = await executeCall(context, call, ahead);
  const result = await postHooks(context, call, ran.result);
  return await finishCall(context, call, { result, durationMs: ran.durationMs });
}

function policyRefusal(call: EvaluatedCall): Parameters<typeof finishDenied>[2] {
  const { verdict } = call;
  const rule = verdict.rule === null ? '' : ` (rule ${verdict.rule}${lineOf(verdict.line)})`;
  const reason = verdict.reason === undefined ? '' : ` ${verdict.reason}`;
  return {
    refusal: 'policy',
    because: `The policy denies this call${rule}: ${verdict.because}${reason}`,
    recommendation:
      'Do not try the same by another way. Find an allowed way, or finish and say so.',
  };
}

function lineOf(line: number | null): string {
  return line === null ? '' : `, line ${line}`;
}

async function recordPending(
  context: CallContext,
  call: { readonly request: CallRequest; readonly inputPreview: string },
  of: { readonly input: CallRequest['input']; readonly kind: string },
): Promise<void> {
  const { request } = call;
  await recordState(context, call, {
    state: 'PENDING',
    details: {
      turn: request.turn,
      parent: request.parent,
      'gen_ai.tool.name': request.name,
      'gen_ai.tool.call.id': request.toolUseId,
      'gen_ai.tool.call.arguments': await argumentsForTrail(context, of.input),
      kind: of.kind,
      argumentsSha256: digestOf(of.input),
    },
  });
}
