import type { EvaluatedCall, FinishedCall } from './call.ts';
import type { Answer, ApprovalRequest, Approver, DecisionBy } from '../approvals/index.ts';
import type { Trail } from '../audit/index.ts';
import type { Clock, Redactor } from '../common/index.ts';
import {
  type ApprovalNeeds,
  approvalNeeds,
  evaluate,
  type Facts,
  type Policy,
  type Situation,
  type Verdict,
} from '../policy/index.ts';
import type { Tool, ToolError, ToolServices } from '../tools/index.ts';
import type { RunBus } from './bus.ts';
import type { Hook } from './hooks/hooks.ts';
import type { PlanRecord } from './plan-record.ts';

/** Whether a budget still allows a call. */
export type Admission = { readonly ok: true } | { readonly ok: false; readonly error: ToolError };

/** The policy as calls use it. */
export interface Evaluate {
  readonly sha256: string;
  /** The hosts that commands can reach. */
  readonly networkHosts: readonly string[];
  /** `planned`: the policy under the approved plan of the run, and the line that lists exactly this call. */
  readonly evaluate: (
    facts: Facts,
    situation: Situation,
    planned?: { readonly policy: Policy; readonly planLine?: number },
  ) => Verdict;
  /** Who can approve a call with this verdict. */
  readonly approvalNeeds: (verdict: Verdict) => ApprovalNeeds;
}

/** What calls ask a policy. Under an approved plan its policy decides instead. */
export function evaluatorOf(policy: Policy): Evaluate {
  return {
    sha256: policy.sha256,
    networkHosts: policy.sandbox.network,
    evaluate: (facts, situation, planned) =>
      evaluate(planned?.policy ?? policy, facts, situation, planned),
    approvalNeeds: (verdict) => approvalNeeds(policy.approvals, verdict),
  };
}

/** A text that somebody without write access may have written, and where it came from. */
export interface UntrustedItem {
  readonly source: string;
  readonly author: string | null;
  readonly because: string;
  readonly sha256: string;
}

/** A rule for a call that somebody approved with `always`. */
export interface RuleProposal {
  readonly request: ApprovalRequest;
  readonly by: DecisionBy;
  /** The issue or pull request of the approval comment. */
  readonly issue: number;
  /** The narrowest rules; empty with `because`. */
  readonly rules: readonly string[];
  /** Why nothing is proposed; `null` if something is. */
  readonly because: string | null;
}

/** What calls need of the run around them. */
export interface CallContext {
  readonly run: string;
  readonly headSha: string;
  readonly policy: Evaluate;
  /** The work tree's changes since the run's commit, as a unified diff; `null` if there is no commit or no change. */
  readonly changesDiff: () => Promise<string | null>;
  /** The `auto` rules to propose for a call; empty if there are none. */
  readonly suggestedRules: (facts: Facts, situation: Situation) => readonly string[];
  readonly situation: () => Situation;
  /** Where the approved plan is, once there is one. */
  readonly plan: PlanRecord;
  readonly find: (name: string) => Tool | undefined;
  readonly toolNames: () => readonly string[];
  readonly hooks: readonly Hook[];
  /** The names of the hooks whose failure people were warned of in this run. */
  readonly failedHooks: Set<string>;
  readonly approver: Approver;
  /**
   * Claims an approval for this run alone, and records the claim in the trail before it resolves. Resolves with `null`,
   * or with the reason why it failed: another run claimed the approval, or it was withdrawn.
   */
  readonly claim: (request: ApprovalRequest, answer: Answer) => Promise<string | null>;
  /** Proposes the rules of an approved call for the policy. Never rejects. Absent: nothing is proposed. */
  readonly proposeRules?: ((proposal: RuleProposal) => Promise<void>) | undefined;
  readonly admit: (tool: string) => Admission;
  /** The digest of a workspace file now; `null` if there is no readable file. */
  readonly fileSha256: (path: string) => Promise<string | null>;
  /** Called for each call that ended, after its entry has its place in the trail and before anything else happens. */
  readonly onFinished: (call: FinishedCall) => void;
  /** What a call may use of the run while it executes. Nested calls run in `context`: a subagent has its own. */
  readonly services: (
    context: CallContext,
    call: EvaluatedCall,
    signal: AbortSignal,
  ) => ToolServices;
  /**
   * The id of the work tree after a command that the policy requires before the run is done; `undefined` for every other
   * call.
   */
  readonly workTreeAfter: (facts: Facts) => Promise<string | null> | undefined;
  readonly untrustedRead: (item: UntrustedItem) => Promise<void>;
  /** Removes what untrusted text hides, and puts the run's markers around it. */
  readonly mark: (text: string, source: string) => string;
  readonly trail: Trail;
  readonly bus: RunBus;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Each call of a turn needs those before it: after one that did not succeed, the others fail before they begin. */
  readonly dependent: boolean;
  /** How many concurrency-safe calls may be in flight at once. */
  readonly parallel: number;
}
