import type { Entry } from '../format/entry.ts';
import type { CallState } from '../format/states.ts';

/** Why a trail whose chain holds still does not prove what it must. Stable words. */
export type ProofFault =
  | 'no-start'
  | 'second-start'
  | 'after-end'
  | 'unknown-call'
  | 'duplicate-call'
  | 'illegal-transition'
  | 'no-verdict'
  | 'verdict-late'
  | 'verdict-loosened'
  | 'policy-mismatch'
  | 'denied-executed'
  | 'arguments-mismatch'
  | 'unapproved'
  | 'unknown-approval'
  | 'duplicate-approval'
  | 'approval-mismatch'
  | 'approval-closed'
  | 'approval-expired'
  | 'ran-on-after-crash'
  | 'over-budget'
  | 'count-mismatch'
  | 'outcome-inconsistent'
  | 'too-many-open';

export interface Finding {
  readonly code: ProofFault;
  readonly because: string;
}

export type EntryOf<T extends Entry['type']> = Extract<Entry, { type: T }>;

/** A wall of the budget, and where it is to stand. */
export interface Raise {
  readonly budget: string;
  readonly limit: number;
}

/** A call that has not come to its end. */
export interface OpenCallState {
  readonly call: string;
  readonly tool: string | null;
  /** Where the call would move a wall of the budget to; `null` for every other call. */
  readonly raises: Raise | null;
  state: CallState;
  /** The workflow run, counted from 1, in which it last changed its state. */
  segment: number;
  verdict: EntryOf<'call.verdict'> | null;
  verdictSegment: number;
  /** The approval that was asked last. */
  asked: string | null;
  /** True from the consumption of that approval until the call must ask again. */
  consumed: boolean;
  /** Every approval asked for it, to be forgotten with it. */
  readonly approvals: string[];
}

/** A question that was put before people. */
export interface ApprovalState {
  readonly call: string;
  readonly digest: string;
  readonly count: number;
  readonly via: EntryOf<'approval.asked'>['via'];
  readonly expires: string | null;
  /** Of the verdict that it was asked under. */
  readonly argumentsSha256: string | null;
  /** Different people whose approval counts. */
  readonly approvedBy: Set<string>;
  status: 'open' | 'denied' | 'void' | 'consumed';
}

export function finding(code: ProofFault, because: string): Finding {
  return { code, because };
}
