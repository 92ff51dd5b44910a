import type { FinishedCall, OpenCall } from './call.ts';
import type { Answer, ApprovalRequest, Approver } from '../approvals/index.ts';
import type { Trail } from '../audit/index.ts';
import type { Clock, Redactor } from '../common/index.ts';
import type { Facts, PathFact, Situation, Verdict } from '../policy/index.ts';
import type { Tool, ToolError, ToolServices } from '../tools/index.ts';
import type { RunBus } from './bus.ts';
import type { Hook } from './hooks/hooks.ts';

/** Whether a budget still allows a call. */
export type Admission = { readonly ok: true } | { readonly ok: false; readonly error: ToolError };

/** The policy as calls see it: one question. */
export interface Evaluate {
  readonly sha256: string;
  readonly judge: (facts: Facts, situation: Situation) => Verdict;
  /** Every path that the facts name or imply, those inside a command among them. */
  readonly pathsOf: (facts: Facts, situation: Situation) => readonly PathFact[];
  /** Every path whose content may decide what the call does: what an approval is bound to. */
  readonly dependsOn: (facts: Facts, situation: Situation) => readonly string[];
}

/** Where text came from that somebody without write access may have written. */
export interface UntrustedItem {
  readonly source: string;
  readonly author: string | null;
  readonly because: string;
  readonly sha256: string;
}

/** What calls need of the run around them. */
export interface CallContext {
  readonly run: string;
  readonly headSha: string;
  /** What judges calls: loaded when it is first asked for. Rejects where that fails, and then no call may be made. */
  readonly judge: () => Promise<Evaluate>;
  readonly situation: () => Situation;
  readonly find: (name: string) => Tool | undefined;
  readonly toolNames: () => readonly string[];
  readonly hooks: readonly Hook[];
  readonly approver: Approver;
  /**
   * Takes an approval for this run alone and records that in the trail before it resolves. Resolves with the
   * reason where it cannot be taken (somebody was first, it was withdrawn), with `null` where it was.
   */
  readonly claim: (request: ApprovalRequest, answer: Answer) => Promise<string | null>;
  readonly admit: (tool: string) => Promise<Admission>;
  /** The digest of a workspace file now; `null` where there is none that can be read. */
  readonly fileSha256: (path: string) => Promise<string | null>;
  /** Told of each call that ended, once that is on record and before anything else is done. */
  readonly onSettled?: (call: FinishedCall) => void;
  /** What a call may use of the run while it executes. What it uses is done in this same world, which a helper has its own of. */
  readonly services: (context: CallContext, call: OpenCall, signal: AbortSignal) => ToolServices;
  readonly untrustedRead: (item: UntrustedItem) => Promise<void>;
  /** Puts text by strangers between the run's marks, with nothing hidden in it. */
  readonly mark: (text: string, source: string) => string;
  readonly trail: Trail;
  readonly bus: RunBus;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** How many concurrency-safe calls may be in flight at once. */
  readonly parallel: number;
}

/**
 * The world with its policy loaded. Whatever judges takes this one: nothing is waited for between a look at the situation
 * and the verdict on it.
 */
export interface JudgingWorld extends CallContext {
  readonly policy: Evaluate;
}

/** Loads the policy where that was not done yet. Rejects where it cannot be. */
export async function withPolicy(context: CallContext): Promise<JudgingWorld> {
  return { ...context, policy: await context.judge() };
}
