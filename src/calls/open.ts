import { digestOf } from '../base/index.ts';
import type { ToolError } from '../tools/index.ts';
import { type Ahead, writeAhead } from './ahead.ts';
import { gate, type GatedCall } from './approve.ts';
import { argumentsForTrail } from './arguments.ts';
import { executeCall } from './execute.ts';
import { findAndValidate, type Found } from './find.ts';
import { judgeCall, recordVerdict } from './judge.ts';
import { postHooks } from './post-hooks.ts';
import { hasPreHooks, preHooks } from './pre-hooks.ts';
import { type JudgedCall, openCall, recordState, type SettledCall, snapshotOf } from './record.ts';
import { settle, settleDenied, settleFailed } from './settle.ts';
import type { CallRequest, CallWorld, JudgingWorld } from './world.ts';

/** A call that needed nobody and ended, or one that waits for people. */
export type Opened =
  | { readonly kind: 'settled'; readonly settled: SettledCall }
  | { readonly kind: 'gated'; readonly call: GatedCall };

const CANCELLED: ToolError = {
  type: 'cancelled',
  message: 'The run was ended before this call began.',
  recommendations: [],
};

/** A call that was opened, and how it ended on its way to the disk. */
export interface OpenedCall {
  readonly opened: Opened;
  readonly recorded: Promise<unknown>;
}

/**
 * Opens one call and, where nobody has to be asked, carries it out. What precedes its effect is on disk before the effect, the
 * entry that `of.before` waits for among it; how it ended shares the flush of what is recorded next.
 */
export async function openRecorded(
  world: JudgingWorld,
  request: CallRequest,
  of: {
    readonly before: Promise<unknown>;
    /** What was found of it already. It is judged in any case. */
    readonly found?: Found;
  },
): Promise<OpenedCall> {
  const ahead = writeAhead(world.trail, of.before);
  const found = of.found ?? (await findAndValidate(world, request));
  const opened = await openAhead({ ...world, trail: ahead.trail }, { request, found }, ahead);
  const recorded = ahead.onDisk();
  recorded.catch(() => undefined);
  return { opened, recorded };
}

/** Find → validate → judge → pre-hooks, then either the effect, a refusal, or the queue for people. */
async function openAhead(
  world: JudgingWorld,
  { request, found }: { readonly request: CallRequest; readonly found: Found },
  ahead: Ahead,
): Promise<Opened> {
  if (!found.ok) {
    // A tool that does not exist has whatever name the model gave it.
    const name = await world.redactor.redact(request.name);
    const shown = { request: { ...request, name }, inputPreview: '' };
    await recordPending(world, shown, { input: request.input, kind: found.kind });
    return { kind: 'settled', settled: await settleFailed(world, shown, found.error) };
  }
  const opened = await openCall(world, request, found);
  const verdict = judgeCall(world, opened);
  await recordPending(world, opened, { input: opened.prepared.input, kind: opened.tool.kind });
  await recordVerdict(world, opened, verdict);
  // A hook is somebody's code: it sees nothing of a call that is not on record.
  if (hasPreHooks(world, opened)) await ahead.onDisk();
  const judged = await preHooks(world, opened, verdict);
  const same = judged.verdict === verdict && judged.argumentsSha256 === opened.argumentsSha256;
  if (!same) await recordVerdict(world, judged, judged.verdict);
  return await route(world, judged, ahead);
}

async function route(world: JudgingWorld, call: JudgedCall, ahead: Ahead): Promise<Opened> {
  const { verdict } = call;
  world.bus.emit({
    type: 'verdict',
    snapshot: snapshotOf(call.request, 'PENDING', call.inputPreview),
    verdict: verdict.verdict,
    because: await world.redactor.redact(verdict.because),
  });
  if (verdict.verdict === 'deny') {
    return { kind: 'settled', settled: await settleDenied(world, call, policyRefusal(call)) };
  }
  if (world.signal.aborted) {
    return { kind: 'settled', settled: await settleFailed(world, call, CANCELLED) };
  }
  const admission = await world.admit(call.tool.name);
  if (!admission.ok) {
    return { kind: 'settled', settled: await settleFailed(world, call, admission.error) };
  }
  if (verdict.verdict === 'requireApproval') {
    await recordState(world, call, {
      state: 'APPROVAL_REQUIRED',
      details: { because: verdict.because },
    });
    return { kind: 'gated', call: gate(call) };
  }
  await recordState(world, call, { state: 'APPROVED' });
  return { kind: 'settled', settled: await carryOn(world, call, ahead) };
}

/** Steps six to eight: the effect, the hooks after it, and what came of it. */
export async function carryOn(
  world: JudgingWorld,
  call: JudgedCall,
  ahead?: Ahead,
): Promise<SettledCall> {
  const ran = await executeCall(world, call, ahead);
  const result = await postHooks(world, call, ran.result);
  return await settle(world, call, { result, durationMs: ran.durationMs });
}

function policyRefusal(call: JudgedCall): Parameters<typeof settleDenied>[2] {
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
  world: CallWorld,
  call: { readonly request: CallRequest; readonly inputPreview: string },
  of: { readonly input: CallRequest['input']; readonly kind: string },
): Promise<void> {
  const { request } = call;
  await recordState(world, call, {
    state: 'PENDING',
    details: {
      turn: request.turn,
      parent: request.parent,
      'gen_ai.tool.name': request.name,
      'gen_ai.tool.call.id': request.toolUseId,
      'gen_ai.tool.call.arguments': await argumentsForTrail(world, of.input),
      kind: of.kind,
      argumentsSha256: digestOf(of.input),
    },
  });
}
