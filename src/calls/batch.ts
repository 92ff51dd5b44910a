import { digestOf } from '../base/index.ts';
import { type Ahead, writeAhead } from './ahead.ts';
import { approveAll, gate, type GatedCall, type GateEnd } from './approve.ts';
import { argumentsForTrail } from './arguments.ts';
import { executeCall } from './execute.ts';
import { findAndValidate } from './find.ts';
import { judgeCall, recordVerdict } from './judge.ts';
import { postHooks } from './post-hooks.ts';
import { hasPreHooks, preHooks } from './pre-hooks.ts';
import { type JudgedCall, openCall, recordState, type SettledCall, snapshotOf } from './record.ts';
import { settle, settleDenied, settleFailed } from './settle.ts';
import type { CallRequest, CallWorld } from './world.ts';
import type { ToolError } from '../tools/index.ts';

type Opened =
  | { readonly kind: 'settled'; readonly settled: SettledCall }
  | { readonly kind: 'gated'; readonly call: GatedCall };

const CANCELLED: ToolError = {
  type: 'cancelled',
  message: 'The run was ended before this call began.',
  recommendations: [],
};

/** How a turn's calls ended. With `parked`, `settled` holds those that needed nobody. */
export interface BatchEnd {
  /**
   * How the calls ended, on its way to the disk. Whatever is recorded next shares its flush, and fails where it failed:
   * only who records nothing more has to wait for it.
   */
  readonly recorded: Promise<unknown>;
  readonly settled: readonly SettledCall[];
  readonly parked: Extract<GateEnd, { kind: 'parked' }> | null;
}

/**
 * Runs the calls of one turn. Those that need nobody run first: concurrency-safe neighbours side by side, the
 * others alone and in their order. Then one card asks for all that are gated, and the approved ones run in order.
 * No call has an effect before `recorded` has resolved: the entry of the reply that asked for them.
 */
export async function runCalls(
  world: CallWorld,
  requests: readonly CallRequest[],
  recorded: Promise<unknown> = Promise.resolve(),
): Promise<BatchEnd> {
  const settled: SettledCall[] = [];
  const gated: GatedCall[] = [];
  const ends: Promise<unknown>[] = [];
  const open = async (request: CallRequest): Promise<Opened> => {
    const ahead = writeAhead(world.trail, recorded);
    const opened = await openAhead({ ...world, trail: ahead.trail }, request, ahead);
    const ended = ahead.onDisk();
    ended.catch(() => undefined);
    ends.push(ended);
    return opened;
  };
  for (const group of groupsOf(world, requests)) {
    for (const opened of await inParallel(group, world.parallel, open)) {
      if (opened.kind === 'settled') settled.push(opened.settled);
      else gated.push(opened.call);
    }
  }
  const end = await runGated(world, gated, settled);
  const all = Promise.all(ends);
  all.catch(() => undefined);
  return { ...end, recorded: all };
}

/** The gated calls of a turn, asked for and carried out; also where a resumed run goes on. */
export async function runGated(
  world: CallWorld,
  gated: readonly GatedCall[],
  settled: readonly SettledCall[],
): Promise<BatchEnd> {
  const end = await approveAll(world, gated, (call) => carryOn(world, call));
  const recorded = Promise.resolve();
  return end.kind === 'parked'
    ? { settled, parked: end, recorded }
    : { settled: [...settled, ...end.settled], parked: null, recorded };
}

/** Find → validate → judge → pre-hooks, then either the effect, a refusal, or the queue for people. */
async function openAhead(world: CallWorld, request: CallRequest, ahead: Ahead): Promise<Opened> {
  const found = findAndValidate(world, request);
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

async function route(world: CallWorld, call: JudgedCall, ahead: Ahead): Promise<Opened> {
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

async function carryOn(world: CallWorld, call: JudgedCall, ahead?: Ahead): Promise<SettledCall> {
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

function groupsOf(
  world: CallWorld,
  requests: readonly CallRequest[],
): readonly (readonly CallRequest[])[] {
  const groups: CallRequest[][] = [];
  let together = false;
  for (const request of requests) {
    const safe = world.find(request.name)?.concurrencySafe ?? false;
    const last = groups.at(-1);
    if (safe && together && last !== undefined) last.push(request);
    else groups.push([request]);
    together = safe;
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
