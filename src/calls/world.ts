import type { Answer, ApprovalRequest, Approver } from '../approvals/index.ts';
import type { Trail } from '../audit/index.ts';
import type { Clock, Json, Redactor } from '../base/index.ts';
import type { Facts, PathFact, Situation, Verdict } from '../policy/index.ts';
import type { Tool, ToolError, ToolServices } from '../tools/index.ts';
import type { RunBus } from './bus.ts';
import type { Hook } from './hooks.ts';
import type { OpenCall, SettledCall } from './record.ts';

/** A call as the model made it. */
export interface CallRequest {
  /** `c1`, `c2`, … in the order in which the run's calls came. */
  readonly id: string;
  readonly turn: number;
  /** The parent's call, for the calls of a helper agent; `null` for the run's own. */
  readonly parent: string | null;
  /** The `tool_use` block's id. */
  readonly toolUseId: string;
  readonly name: string;
  readonly input: Json;
}

/** Whether a budget still allows a call. */
export type Admission = { readonly ok: true } | { readonly ok: false; readonly error: ToolError };

/** The policy as calls see it: one question. */
export interface Judge {
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
export interface CallWorld {
  readonly run: string;
  readonly headSha: string;
  /** What judges calls: loaded when it is first asked for. Rejects where that fails, and then no call may be made. */
  readonly judge: () => Promise<Judge>;
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
  readonly onSettled?: (call: SettledCall) => void;
  /** What a call may use of the run while it executes. What it uses is done in this same world, which a helper has its own of. */
  readonly services: (world: CallWorld, call: OpenCall, signal: AbortSignal) => ToolServices;
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
export interface JudgingWorld extends CallWorld {
  readonly policy: Judge;
}

/** Loads the policy where that was not done yet. Rejects where it cannot be. */
export async function withPolicy(world: CallWorld): Promise<JudgingWorld> {
  return { ...world, policy: await world.judge() };
}
