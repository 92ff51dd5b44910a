import {
  type CallState,
  type Entry,
  openTrail,
  readTrail,
  type Trail,
  type TrailHead,
  TRANSITIONS,
} from '../audit/index.ts';
import type { Clock, Outcome, Redactor } from '../base/index.ts';

/** Where a trail stood when its process died. */
export interface Wreck {
  readonly calls: ReadonlyMap<string, { readonly tool: string; readonly state: CallState }>;
  /** Approvals that were asked for and neither consumed nor void, by id. */
  readonly openApprovals: ReadonlyMap<string, { readonly call: string; readonly card: number | null }>;
  readonly turns: number;
  readonly tokens: number;
  readonly costUsd: number;
  readonly ended: boolean;
}

/** Reads a trail as far as it is whole, for what was still open at its end. */
export async function surveyWreck(folder: string): Promise<Wreck> {
  const calls = new Map<string, { tool: string; state: CallState }>();
  const openApprovals = new Map<string, { call: string; card: number | null }>();
  const sums = { turns: 0, tokens: 0, costUsd: 0, ended: false };
  for await (const entry of readTrail(folder)) {
    noteCall(calls, entry);
    noteApproval(openApprovals, entry);
    noteSums(sums, entry);
  }
  return { calls, openApprovals, ...sums };
}

/**
 * Ends a trail whose process was killed, truthfully: calls in flight are `SEALED` (nobody knows what they did), what was
 * asked is void, and `run.end` says why.
 */
export async function sealTrail(of: {
  readonly folder: string;
  readonly run: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly outcome: Outcome;
  readonly because: string;
}): Promise<{ readonly wreck: Wreck; readonly head: TrailHead }> {
  const { folder, run, clock, redactor, outcome, because } = of;
  // Opening first sets a torn last line aside, so that what is surveyed is whole.
  const trail = await openTrail({ folder, run, clock, redactor });
  try {
    const wreck = await surveyWreck(folder);
    if (wreck.ended) return { wreck, head: trail.head() };
    await sealCalls(trail, wreck, because);
    await trail.append({
      type: 'run.end',
      outcome,
      summary: because,
      count: trail.head().count,
      turns: wreck.turns,
      calls: countByState(wreck),
      tokens: wreck.tokens,
      costUsd: wreck.costUsd,
    });
    return { wreck, head: trail.head() };
  } finally {
    await trail.close();
  }
}

async function sealCalls(trail: Trail, wreck: Wreck, because: string): Promise<void> {
  for (const [approval, { call }] of wreck.openApprovals) {
    await trail.append({ type: 'approval.void', approval, call, because });
  }
  for (const [call, { state }] of wreck.calls) {
    if (TRANSITIONS[state].includes('SEALED')) {
      await trail.append({ type: 'call.state', call, state: 'SEALED', because });
    }
  }
}

function countByState(wreck: Wreck): Record<string, number> {
  const counts: Record<string, number> = { total: wreck.calls.size };
  for (const { state } of wreck.calls.values()) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

function noteCall(calls: Map<string, { tool: string; state: CallState }>, entry: Entry): void {
  if (entry.type !== 'call.state') return;
  const tool = entry['gen_ai.tool.name'] ?? calls.get(entry.call)?.tool ?? '';
  calls.set(entry.call, { tool, state: entry.state });
}

function noteApproval(
  open: Map<string, { call: string; card: number | null }>,
  entry: Entry,
): void {
  if (entry.type === 'approval.asked') {
    for (const request of entry.requests) {
      open.set(request.approval, { call: request.call, card: entry.card?.commentId ?? null });
    }
  }
  if (entry.type === 'approval.consumed' || entry.type === 'approval.void') {
    open.delete(entry.approval);
  }
}

function noteSums(
  sums: { turns: number; tokens: number; costUsd: number; ended: boolean },
  entry: Entry,
): void {
  if (entry.type === 'run.end') sums.ended = true;
  if (entry.type === 'run.start') sums.ended = false;
  if (entry.type === 'turn.start') sums.turns += 1;
  if (entry.type !== 'model.reply') return;
  sums.costUsd += entry.costUsd ?? 0;
  sums.tokens +=
    entry['gen_ai.usage.input_tokens'] +
    entry['gen_ai.usage.output_tokens'] +
    entry['gen_ai.usage.cache_read.input_tokens'] +
    entry['gen_ai.usage.cache_creation.input_tokens'];
}
