import { errorText } from '../common/index.ts';
import type { Permission } from '../github/index.ts';
import type { ApprovalNeeds, Verdict } from '../policy/index.ts';
import type { CallPreview } from '../tools/index.ts';

/** One call that needs an answer, as an approver shows it to people. */
export interface ApprovalRequest {
  /** `ap-` and eight characters of Crockford base32 of `digest`. */
  readonly id: string;
  /** SHA-256 that binds the approval to tool, exact arguments, policy, head SHA, run, call and nonce. */
  readonly digest: string;
  readonly call: string;
  readonly tool: string;
  readonly preview: CallPreview;
  /** The diff of what the call would publish, redacted. Absent: it publishes no files, or they are unknown. */
  readonly diff?: CallPreview;
  readonly verdict: Verdict;
  /** Why the agent makes the call, in its own words; redacted. Absent: it did not say. */
  readonly description?: string;
  /** What the sandbox lets the command do. Absent: the call runs no command, or no sandbox enforces a profile. */
  readonly sandbox?: string;
  /** The rules that would make this call `auto`, one for each part of it, redacted; empty if there are none to propose. */
  readonly rules: readonly string[];
  /** Who can approve this call, and for how long. */
  readonly needs: ApprovalNeeds;
  /** SHA-256 of the lines of a plan that its approval lets run; absent for any other call. */
  readonly plan?: string;
  /** True if an approver can change the text of the call. */
  readonly changeable?: true;
  /** Files that the call touches, for `codeowners`; `null` if they are not known: then it has no code owner. */
  readonly paths: readonly string[] | null;
  /**
   * Which command decides the request. `answer` is a question to a person: `/answer ID text` approves it with the
   * text as its note, and `/approve` does not count. Absent means `approval`.
   */
  readonly expects?: 'approval' | 'answer';
  /** A question that names a default: unanswered, it refuses nothing. */
  readonly hasDefault?: true;
  /** Longest wait for this request, capped by the policy's `wait`. Absent: the policy's `wait`. */
  readonly waitMs?: number;
}

/** True for a question: `/answer` decides it. */
export function isQuestion({ expects }: Pick<ApprovalRequest, 'expects'>): boolean {
  return expects === 'answer';
}

/** The approval comment on an issue or pull request that asked people. */
export interface ApprovalCommentRef {
  readonly issue: number;
  readonly commentId: number;
  readonly url: string;
}

/** Who decided, with which permission at that moment, and in which comment. */
export interface DecisionBy {
  readonly login: string;
  /** `null` for a person at a terminal, or whom the program that embeds the run names. */
  readonly id: number | null;
  readonly permission: Permission | 'terminal' | 'callback';
  readonly commentId: number | null;
  readonly commentUrl: string | null;
  readonly at: string;
}

/** The result of one request. `comment` is absent if no approval comment asked for it. */
export type Answer =
  | {
      readonly kind: 'approved';
      readonly request: ApprovalRequest;
      readonly by: readonly DecisionBy[];
      readonly note?: string;
      /** Who asked for a rule that allows such calls. */
      readonly always?: DecisionBy;
      /** Who changed the call, and to which text. They alone approved it. */
      readonly change?: { readonly text: string; readonly by: DecisionBy };
      readonly comment?: ApprovalCommentRef;
    }
  | {
      readonly kind: 'denied';
      readonly request: ApprovalRequest;
      readonly by: DecisionBy;
      readonly reason: string;
    }
  /** Nobody answered in time, or nobody can be asked. `because` says which, and what the call would have needed. */
  | { readonly kind: 'unanswered'; readonly request: ApprovalRequest; readonly because: string }
  /** The run suspends with this request still open. */
  | {
      readonly kind: 'suspended';
      readonly request: ApprovalRequest;
      readonly comment?: ApprovalCommentRef;
    };

/**
 * Asks people. One `ask` posts one approval comment and resolves with one answer for each request, in their order. It
 * records the requests and every decision in the audit trail before it resolves, and rejects only if it is aborted, or with
 * `NotResumed`.
 */
export interface Approver {
  ask(requests: readonly ApprovalRequest[], options: AskOptions): Promise<readonly Answer[]>;
}

/**
 * This job failed, or was cancelled, before it had a suspended run for itself; `cause` says how. It has no part in the run: it
 * executes nothing, publishes no audit trail of the run, and reports nothing about its calls.
 */
export class NotResumed extends Error {
  override readonly name: string = 'NotResumed';

  constructor(cause: unknown) {
    super(`This job did not resume the run: ${errorText(cause)}`, { cause });
  }
}

/** Another job resumed the run while this one prepared to. */
export class ResumedByOtherJob extends NotResumed {
  override readonly name = 'ResumedByOtherJob';
  override readonly message =
    "Another job resumed this run: the run's audit trail and its report are that job's.";

  constructor() {
    super(null);
  }
}

/** Does what comes before this job has a suspended run for itself. Rejects with `NotResumed`. */
export async function beforeResuming<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof NotResumed ? error : new NotResumed(error);
  }
}

/** The abort reason that withdraws a question while the run continues. The approval comment shows its message. */
export class Withdrawn extends Error {}

interface AskOptions {
  readonly signal: AbortSignal;
  /** True if the caller cannot suspend. A request that is open when the wait ends is then unanswered. */
  readonly cannotSuspend?: boolean;
}
