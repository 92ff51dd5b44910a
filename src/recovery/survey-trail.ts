import { type CallState, type Entry, readTrail, tokensOf } from '../audit/index.ts';
import { type Outcome, roundUsd } from '../common/index.ts';
import type { PushedFile } from '../reporting/index.ts';
import type { UntrustedItem } from '../tool-calls/index.ts';

/** Untrusted content that is named. One is enough to tighten the policy. */
const MAX_UNTRUSTED = 100;

type Start = Extract<Entry, { type: 'run.start' }>;

/** What a job records only once it has a suspended run for itself, or has suspended it again. */
const CLAIMED: ReadonlySet<string> = new Set([
  'approval.asked',
  'approval.consumed',
  'approval.void',
  'call.state',
  'run.suspended',
  'turn.start',
]);

/** An approval request, as the trail records it. */
interface SurveyedApproval {
  readonly approval: string;
  readonly call: string;
  /** The approval comment; `null` if people were asked otherwise. */
  readonly commentId: number | null;
  status: 'open' | 'consumed' | 'void';
  readonly decidedBy: { readonly login: string; readonly decision: 'approve' | 'deny' }[];
}

/** A call, as the trail records it. */
export interface SurveyedCall {
  readonly tool: string;
  readonly state: CallState;
  readonly turn: number;
  readonly parent: string | null;
  /** The `tool_use` block's id. */
  readonly toolUseId: string;
}

/** The state of a run at the end of its trail, collected entry by entry. */
export class CrashedRunSurvey {
  /** The start of the last workflow run; `null` if none was recorded. */
  start: Start | null = null;
  /** The recorded outcome of that workflow run; `null` if it has no end. */
  outcome: Outcome | null = null;
  /** True if the run is suspended: its checkpoint is beside the trail, and its approval requests stay open. */
  suspended = false;
  /** True if the last workflow run was to resume a suspended run, and has recorded nothing that only the job which has it does. */
  isUnclaimed = false;
  /** True if GitHub did not take an update of an approval comment: one may say that it waits although its requests were decided. */
  hasStaleComment = false;
  readonly calls = new Map<string, SurveyedCall>();
  readonly approvals = new Map<string, SurveyedApproval>();
  /** Each file as the run pushed it last, by its path. */
  readonly pushed = new Map<string, PushedFile>();
  /** Untrusted content that the run read: the first of each digest, up to a limit. */
  readonly untrusted = new Map<string, UntrustedItem>();
  turns = 0;
  /** The turn of the last reply in the run's own conversation; 0 before the first. */
  lastReply = 0;
  /** The highest number of a turn, and of a call. */
  lastTurn = 0;
  lastCall = 0;
  executed = 0;
  /** How often each tool began. */
  readonly executedByTool = new Map<string, number>();
  tokens = 0;
  /** The cost of the replies with a known price. */
  costUsd = 0;
  /** False if the price of a reply is unknown. */
  isPriced = true;

  add(entry: Entry): void {
    if (CLAIMED.has(entry.type)) this.isUnclaimed = false;
    switch (entry.type) {
      case 'run.start':
        this.start = entry;
        this.isUnclaimed = this.suspended;
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
      case 'warning':
        if (entry.code === 'approval-comment-not-updated') this.hasStaleComment = true;
        return;
      case 'context.read':
        if (!entry.trusted) this.#untrusted(entry);
        return;
      case 'github.write':
        for (const { path, ...file } of entry.files ?? []) this.pushed.set(path, file);
        return;
      case 'turn.start':
        this.turns += 1;
        this.lastTurn = Math.max(this.lastTurn, entry.turn);
        return;
      case 'model.reply':
        if (entry.parent === null) this.lastReply = entry.turn;
        this.#spent(entry);
        return;
      case 'model.broken':
        this.#spent(entry);
        return;
      default:
        this.#approval(entry);
    }
  }

  /** The person whose denial of a call counted; `null` if nobody denied it. */
  deniedBy(id: string): string | null {
    const decisions = [...this.approvals.values()]
      .filter(({ call }) => call === id)
      .flatMap(({ decidedBy }) => decidedBy);
    return decisions.find(({ decision }) => decision === 'deny')?.login ?? null;
  }

  #call(entry: Extract<Entry, { type: 'call.state' }>): void {
    const { call, state } = entry;
    const before = this.calls.get(call);
    const tool = entry['gen_ai.tool.name'] ?? before?.tool ?? '';
    this.calls.set(call, {
      tool,
      state,
      turn: entry.turn ?? before?.turn ?? 0,
      parent: entry.parent ?? before?.parent ?? null,
      toolUseId: entry['gen_ai.tool.call.id'] ?? before?.toolUseId ?? '',
    });
    if (state === 'EXECUTING') {
      this.executed += 1;
      this.executedByTool.set(tool, (this.executedByTool.get(tool) ?? 0) + 1);
    }
    this.lastCall = Math.max(this.lastCall, Number(/^c(\d+)$/.exec(call)?.[1] ?? 0));
  }

  #approval(entry: Entry): void {
    if (entry.type === 'approval.asked') {
      for (const { approval, call } of entry.requests) {
        const commentId = entry.card?.commentId ?? null;
        this.approvals.set(approval, { approval, call, commentId, status: 'open', decidedBy: [] });
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

  #untrusted({ source, author, because, sha256 }: Extract<Entry, { type: 'context.read' }>): void {
    if (this.untrusted.size < MAX_UNTRUSTED && !this.untrusted.has(sha256))
      this.untrusted.set(sha256, { source, author, because, sha256 });
  }

  #spent(entry: Extract<Entry, { type: 'model.reply' | 'model.broken' }>): void {
    this.costUsd = roundUsd(this.costUsd + (entry.costUsd ?? 0));
    if (entry.costUsd === null) this.isPriced = false;
    this.tokens += tokensOf(entry);
  }
}

/** Reads the complete entries of a trail. */
export async function surveyCrashedRun(folder: string): Promise<CrashedRunSurvey> {
  const survey = new CrashedRunSurvey();
  for await (const entry of readTrail(folder)) survey.add(entry);
  return survey;
}
