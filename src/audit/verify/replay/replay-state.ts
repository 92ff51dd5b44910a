import { VERDICTS } from '../../../policy/index.ts';
import type { EntryOf } from '../../format/entry.ts';
import type { ApproverLists } from './approver-lists.ts';
import type { CountedApprovals } from './calls/counted-approvals.ts';
import type { CallState } from '../../format/states.ts';
import type { RecordedText } from './verdict-source.ts';

/** Why a trail with an intact chain does not prove the promises. Stable codes. */
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
  | 'layers-mismatch'
  | 'denied-executed'
  | 'arguments-mismatch'
  | 'unapproved'
  | 'plan-mismatch'
  | 'change-mismatch'
  | 'request-mismatch'
  | 'unknown-approval'
  | 'duplicate-approval'
  | 'approval-mismatch'
  | 'approval-closed'
  | 'approval-expired'
  | 'ran-on-after-crash'
  | 'over-budget'
  | 'count-mismatch'
  | 'outcome-inconsistent'
  | 'too-many-open'
  | 'identity-changed'
  | 'no-checkpoint'
  | 'ran-on-after-suspension'
  | 'turn-mismatch'
  | 'model-mismatch'
  | 'fields-mismatch'
  | 'result-mismatch'
  | 'verdict-mismatch'
  | 'consumed-denied'
  | 'untrusted-lost'
  | 'sandbox-mismatch'
  | 'bad-time'
  | 'file-mismatch'
  | 'counts-mismatch'
  | 'missing-call'
  | 'blob-missing'
  | 'blob-changed'
  | 'file-missing'
  | 'file-changed';

export interface Finding {
  readonly code: ProofFault;
  readonly because: string;
}

/** A limit of the budget, and its new value. */
export interface LimitRaise {
  readonly budget: string;
  readonly limit: number;
}

/** The arguments of a call of `finish`; each is `null` where the entry does not have it, or not as it was. */
export interface Finish {
  readonly outcome: string | null;
  readonly summary: RecordedText | null;
  /** Over canonical JSON of the result for programs. */
  readonly resultSha256: string | null;
}

/** The part of the last verdict on an open call that is kept: not its texts and commands, which can be long. */
export type KeptVerdict = Pick<
  EntryOf<'call.verdict'>,
  'verdict' | 'list' | 'rule' | 'argumentsSha256'
> & {
  readonly needs: NeedsOf<NonNullable<EntryOf<'call.verdict'>['needs']>> | undefined;
  /** Without its lists of paths. */
  readonly profile: Pick<
    NonNullable<EntryOf<'call.verdict'>['profile']>,
    'name' | 'network'
  > | null;
};

/** What an approval needs, with its lists of approvers prepared for many comparisons. */
type NeedsOf<Needs> = Omit<Needs, 'from'> & { readonly from: ApproverLists };

/** The policy of a workflow run, as its first entry has it. */
export type RunPolicy = EntryOf<'run.start'>['policy'];

/** The same with the addresses of its layers in their order; none for a policy without baselines. */
export interface LayeredPolicy extends RunPolicy {
  readonly addresses: ReadonlySet<string>;
}

/** The arguments of a call as they are on record. */
export interface RecordedMembers {
  /** Over the exact ones. */
  readonly argumentsSha256: string;
  /** A digest of each, `null` for one in which a secret was removed; `null` if they cannot be read. */
  readonly members: ReadonlyMap<string, string | null> | null;
}

/** A call that is not in a final state. */
export interface OpenCallState {
  readonly call: string;
  readonly tool: string | null;
  readonly turn: number | null;
  /** The call that made it, or whose subagent did; `null` for a call of the run's own conversation. */
  readonly parent: string | null;
  /** What a call of `finish` says; `null` for every other call. */
  readonly finish: Finish | null;
  /** Of the arguments with which it began. */
  readonly argumentsSha256: string | null;
  /** Of the arguments of its last verdict or change, or with which it began. */
  lastArgumentsSha256: string | null;
  /** The arguments on record, if an approver could change the call. */
  recorded: RecordedMembers | null;
  /** A hook ran since, which may have changed them. */
  wasHooked: boolean;
  /** A person changed it. */
  isChanged: boolean;
  /** The limit that the call raises; `null` for every other call. */
  readonly raises: LimitRaise | null;
  state: CallState;
  /** The workflow run, counted from 1, in which it last changed its state. */
  segment: number;
  /** The last verdict on the call as it is now; `null` before it. A change by a person discards the verdict before. */
  verdict: KeptVerdict | null;
  verdictSegment: number;
  /** The last approval request. */
  asked: string | null;
  /** True from when that approval was used until the call must ask again. */
  consumed: boolean;
  /** How many questions its tool asked. */
  requests: number;
  /** The numbers of those without an answer. */
  readonly unanswered: Set<number>;
  /** All its approval requests, removed with the call. */
  readonly approvals: string[];
  readonly refusedBy: EntryOf<'approval.decision'>['by'][];
}

export interface ApprovalState {
  readonly call: string;
  readonly digest: string;
  readonly count: number;
  readonly via: EntryOf<'approval.asked'>['via'];
  readonly card: EntryOf<'approval.asked'>['card'];
  readonly askedAt: string;
  /** The highest ids of the comments, reviews and check runs that were read as answers before it. */
  readonly answersBefore: {
    readonly comment: number;
    readonly review: number;
    readonly check: number;
  };
  readonly expires: string | null;
  /** The digest of the plan that it asks for; absent for any other call. */
  readonly plan: string | undefined;
  /** Who can approve it; absent in trails of earlier versions, and where people were not asked by a comment. */
  readonly needs:
    | NeedsOf<NonNullable<EntryOf<'approval.asked'>['requests'][number]['needs']>>
    | undefined;
  /** The accounts of `@user` entries, each as `accountKey`. */
  readonly named: ReadonlySet<string>;
  /** From the verdict at the time of the request. */
  argumentsSha256: string | null;
  /** The approvals that count, of the call as it is. */
  readonly approvals: CountedApprovals;
  /** Approvals of another text, by their answers: two people may give the same text. */
  readonly changes: Map<string, EntryOf<'approval.decision'>>;
  /** An approver has changed the text of its call. */
  isChanged: boolean;
  /** The last verdict for which it was found to ask enough. */
  asksEnoughFor: KeptVerdict | null;
  status: 'open' | 'denied' | 'void' | 'consumed';
}

/** How strict a recorded verdict is: `auto` 0, `requireApproval` 1, `deny` 2, anything else -1. */
export function strictness(verdict: unknown): number {
  return VERDICTS.findIndex((name) => name === verdict);
}

export function finding(code: ProofFault, because: string): Finding {
  return { code, because };
}
