import type { CallRequest, FinishedCall } from './call.ts';
import { approveAll, type CallForApproval, type GateEnd } from './approve.ts';
import type { BegunCall } from './speculative-calls.ts';
import { execute, type PreparedCallOutcome, prepareCall } from './prepare-call.ts';

import { type CallContext, type JudgingWorld, withPolicy } from './context.ts';

/** How a turn's calls ended. With `parked`, `settled` holds those that needed nobody. */
export interface BatchEnd {
  /**
   * How the calls ended, on its way to the disk. Whatever is recorded next shares its flush, and fails where it failed:
   * only who records nothing more has to wait for it.
   */
  readonly recorded: Promise<unknown>;
  readonly settled: readonly FinishedCall[];
  readonly parked: Extract<GateEnd, { kind: 'parked' }> | null;
}

/**
 * Runs the calls of one turn. Those that need nobody run first: concurrency-safe neighbours side by side, the
 * others alone and in their order. Then one card asks for all that are gated, and the approved ones run in order.
 * No call has an effect before `recorded` has resolved: the entry of the reply that asked for them.
 */
export async function runCalls(
  context: CallContext,
  requests: readonly CallRequest[],
  of: {
    readonly recorded?: Promise<unknown>;
    /** Calls that began while the reply arrived, by the id of their block. */
    readonly begun?: ReadonlyMap<string, BegunCall>;
  } = {},
): Promise<BatchEnd> {
  const { recorded = Promise.resolve(), begun } = of;
  const judging = await withPolicy(context);
  const settled: FinishedCall[] = [];
  const gated: CallForApproval[] = [];
  const ends: Promise<unknown>[] = [];
  const open = async (request: CallRequest): Promise<PreparedCallOutcome> => {
    const early = begun?.get(request.toolUseId)?.call;
    const call = await (early ?? prepareCall(judging, request, { before: recorded }));
    ends.push(call.recorded);
    return call.opened;
  };
  for (const group of groupsOf(context, requests)) {
    for (const opened of await inParallel(group, context.parallel, open)) {
      if (opened.kind === 'settled') settled.push(opened.settled);
      else gated.push(opened.call);
    }
  }
  const end = await askFor(judging, gated, settled);
  const all = Promise.all(ends);
  all.catch(() => undefined);
  return { ...end, recorded: all };
}

/** The gated calls of a turn, asked for and carried out; also where a resumed run goes on. */
export async function runGated(
  context: CallContext,
  gated: readonly CallForApproval[],
  settled: readonly FinishedCall[],
): Promise<BatchEnd> {
  return await askFor(await withPolicy(context), gated, settled);
}

async function askFor(
  context: JudgingWorld,
  gated: readonly CallForApproval[],
  settled: readonly FinishedCall[],
): Promise<BatchEnd> {
  const end = await approveAll(context, gated, (call) => execute(context, call));
  const recorded = Promise.resolve();
  return end.kind === 'parked'
    ? { settled, parked: end, recorded }
    : { settled: [...settled, ...end.settled], parked: null, recorded };
}

function groupsOf(
  context: CallContext,
  requests: readonly CallRequest[],
): readonly (readonly CallRequest[])[] {
  const groups: CallRequest[][] = [];
  let together = false;
  for (const request of requests) {
    const safe = context.find(request.name)?.concurrencySafe ?? false;
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
