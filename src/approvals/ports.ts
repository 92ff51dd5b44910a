import type { Permission } from '../github/index.ts';
import type { Verdict } from '../policy/index.ts';
import type { CallPreview } from '../tools/index.ts';

/** One call that needs a person, as it is put before people. */
export interface ApprovalRequest {
  /** `ap-` and eight characters of Crockford base32 of `digest`. */
  readonly id: string;
  /** SHA-256 that binds the approval to tool, exact arguments, policy, head SHA, run, call and nonce. */
  readonly digest: string;
  readonly call: string;
  readonly tool: string;
  readonly preview: CallPreview;
  readonly verdict: Verdict;
  /** What the sandbox of its command will let it do; absent for a call without a command, and where no sandbox holds it to that. */
  readonly sandbox?: string;
  /** The rule that would make this call `auto`, for people who are tired of the question; `null` where none would. */
  readonly narrowestRule: string | null;
  /** Paths that the call touches, for `codeowners`. */
  readonly paths: readonly string[];
  /**
   * What settles the request. `answer` is a question to a person: `/answer ID text` settles it as `approved`
   * with the text as its note, and `/approve` does not. Absent means `approval`.
   */
  readonly expects?: 'approval' | 'answer';
  /** How long this one is waited for at most, within what the policy waits. Absent: as long as the policy says. */
  readonly waitMs?: number;
}

/** Where people were asked: one comment on an issue or pull request. */
export interface ApprovalCommentRef {
  readonly issue: number;
  readonly commentId: number;
  readonly url: string;
}

/** Who decided, with which permission at that moment, and where it stands. */
export interface DecisionBy {
  readonly login: string;
  /** `null` for a person at a terminal. */
  readonly id: number | null;
  readonly permission: Permission | 'terminal';
  readonly commentId: number | null;
  readonly commentUrl: string | null;
  readonly at: string;
}

/** What became of one request. `card` is absent where nobody was asked by comment. */
export type Answer =
  | {
      readonly kind: 'approved';
      readonly request: ApprovalRequest;
      readonly by: readonly DecisionBy[];
      readonly note?: string;
      readonly card?: ApprovalCommentRef;
    }
  | {
      readonly kind: 'denied';
      readonly request: ApprovalRequest;
      readonly by: DecisionBy;
      readonly reason: string;
    }
  /** Nobody answered in time, or nobody can be asked; `because` says which, and what would have been needed. */
  | { readonly kind: 'unanswered'; readonly request: ApprovalRequest; readonly because: string }
  /** The run is to be suspended with this request still open. */
  | {
      readonly kind: 'suspended';
      readonly request: ApprovalRequest;
      readonly card?: ApprovalCommentRef;
    };

/**
 * Asks people. One `ask` is one card; it resolves with one answer for each request, in their order.
 * Records what was asked and every decision in the trail before it returns. Rejects only when aborted.
 */
export interface Approver {
  ask(requests: readonly ApprovalRequest[], options: AskOptions): Promise<readonly Answer[]>;
}

/** What a question is aborted with that is taken back while the run goes on: its message says why, on the card too. */
export class Withdrawn extends Error {}

export interface AskOptions {
  readonly signal: AbortSignal;
  /** True: who asks cannot be suspended. What is open when the wait is over is then unanswered, and the card closed. */
  readonly cannotPark?: boolean;
}
