import { type CallState, type Entry, readTrail } from '../audit/index.ts';
import type { Outcome } from '../common/index.ts';

type Start = Extract<Entry, { type: 'run.start' }>;

/** A question that was put before people. */
export interface AskedApproval {
  readonly approval: string;
  readonly call: string;
  /** The comment that asks; `null` where people were asked otherwise. */
  readonly card: number | null;
  status: 'open' | 'consumed' | 'void';
  readonly decidedBy: { readonly login: string; readonly decision: 'approve' | 'deny' }[];
}

/** A call as its trail tells of it. */
export interface InterruptedCall {
  readonly tool: string;
  readonly state: CallState;
  readonly turn: number;
  readonly parent: string | null;
  /** The `tool_use` block's id. */
  readonly toolUseId: string;
}

/** Where a trail stood when its process died, gathered entry by entry. */
export class CrashedRunSurvey {
  entries = 0;
  /** The beginning of the last workflow run that carried the run; `null` where none was recorded. */
  start: Start | null = null;
  /** How that workflow run said that it ended; `null` where it did not. */
  outcome: Outcome | null = null;
  /** True where the run had been suspended: its checkpoint is beside the trail, and its question stays open. */
  suspended = false;
  readonly calls = new Map<string, InterruptedCall>();
  readonly approvals = new Map<string, AskedApproval>();
  turns = 0;
  /** The turn of the last reply in the run's own conversation; 0 before the first. */
  lastReply = 0;
  /** The highest number of a turn, and of a call. */
  lastTurn = 0;
  lastCall = 0;
  executed = 0;
  tokens = 0;
  /** Of the replies whose price is known. */
  costUsd = 0;
  /** False once a reply came whose price is not known. */
  isPriced = true;

  add(entry: Entry): void {
    this.entries += 1;
    switch (entry.type) {
      case 'run.start':
        this.start = entry;
        this.outcome = null;
        this.suspended = false;
        return;
      case 'run.suspended':
        this.suspended = true;
        return;
      case 'run.end':
        this.outcome = entry.outcome;
        return;
      case 'call.state':
        this.#call(entry);
        return;
      case 'turn.start':
        this.turns += 1;
        this.lastTurn = Math.max(this.lastTurn, entry.turn);
        return;
      case 'model.reply':
        if (entry.parent === null) this.lastReply = entry.turn;
        this.#spent(entry);
        return;
      default:
        this.#approval(entry);
    }
  }

  #call(entry: Extract<Entry, { type: 'call.state' }>): void {
    const { call, state } = entry;
    const before = this.calls.get(call);
    this.calls.set(call, {
      tool: entry['gen_ai.tool.name'] ?? before?.tool ?? '',
      state,
      turn: entry.turn ?? before?.turn ?? 0,
      parent: entry.parent ?? before?.parent ?? null,
      toolUseId: entry['gen_ai.tool.call.id'] ?? before?.toolUseId ?? '',
    });
    if (state === 'EXECUTING') this.executed += 1;
    this.lastCall = Math.max(this.lastCall, Number(/^c(\d+)$/.exec(call)?.[1] ?? 0));
  }

  #approval(entry: Entry): void {
    if (entry.type === 'approval.asked') {
      for (const { approval, call } of entry.requests) {
        const card = entry.card?.commentId ?? null;
        this.approvals.set(approval, { approval, call, card, status: 'open', decidedBy: [] });
      }
      return;
    }
    if (entry.type === 'approval.decision' && entry.counted) {
      this.approvals
        .get(entry.approval)
        ?.decidedBy.push({ login: entry.by.login, decision: entry.decision });
      return;
    }
    if (entry.type !== 'approval.consumed' && entry.type !== 'approval.void') return;
    const asked = this.approvals.get(entry.approval);
    if (asked !== undefined) asked.status = entry.type === 'approval.void' ? 'void' : 'consumed';
  }

  #spent(entry: Extract<Entry, { type: 'model.reply' }>): void {
    this.costUsd += entry.costUsd ?? 0;
    if (entry.costUsd === null) this.isPriced = false;
    this.tokens +=
      entry['gen_ai.usage.input_tokens'] +
      entry['gen_ai.usage.output_tokens'] +
      entry['gen_ai.usage.cache_read.input_tokens'] +
      entry['gen_ai.usage.cache_creation.input_tokens'];
  }
}

/** Reads a trail as far as it is whole, for what was still open at its end. */
export async function surveyCrashedRun(folder: string): Promise<CrashedRunSurvey> {
  const wreck = new CrashedRunSurvey();
  for await (const entry of readTrail(folder)) wreck.add(entry);
  return wreck;
}
