import type { Json, Outcome } from '../common/index.ts';
import type { BatchEnd, CallContext } from '../tool-calls/index.ts';
import type { Model, ModelRequest } from '../model/index.ts';
import type { Budget } from './budget/budget.ts';
import type { Conversation } from './conversation.ts';
import type { Refused } from './end.ts';

/** Notes of how a run stands, from which another job can go on where this one is killed. Never throws. */
export interface Journal {
  /** What is new since the last note. Of a reply it is told before the trail is. */
  note(state: AgentState): void;
}

/**
 * For a conversation beside the run's own. It cannot be gone on with: the call that it belongs to then has no known end.
 */
export const UNNOTED: Journal = { note: () => undefined };

/** What the loop needs of the run around it. */
export interface AgentContext {
  readonly model: Model;
  readonly system: string;
  readonly tools: ModelRequest['tools'];
  readonly budget: Budget;
  readonly calls: CallContext;
  /** The call of the parent whose helper this is; `null` for the run itself. */
  readonly parent: string | null;
  /** True where the work ends with `finish` alone, because that brings what the run hands over. */
  readonly mustFinish?: boolean;
  readonly maxTokens: number;
  /** The id of the next call of the run: `c1`, `c2`, … */
  readonly nextCallId: () => string;
  /** Where the run notes down how it stands; absent for helpers, and where nothing could be gone on with. */
  readonly journal?: Journal;
  /** The number of the next turn of the run, helpers' turns among them. */
  readonly nextTurn: () => number;
  /** Instructions for parts of the repository; `null` where there is nobody to have them from. */
  readonly instructions: Instructions | null;
}

/** A file by which the trusted branch instructs agents. */
export interface InstructionFile {
  readonly path: string;
  readonly text: string;
}

/** The instructions for these paths that are not `told` yet; folders that were looked at are added to `told`. Never rejects. */
export type Instructions = (
  paths: readonly string[],
  told: Set<string>,
) => Promise<readonly InstructionFile[]>;

/** Where a run stands between two turns. */
export interface AgentState {
  readonly conversation: Conversation;
  readonly refused: Refused[];
  /** Folders whose instructions this conversation holds, or that have none. */
  readonly told: Set<string>;
  /** The turn of the last reply; 0 before the first. */
  lastReply: number;
  /** What the model said last, for a summary where it gives none. */
  lastText: string;
  /** Replies in a row that brought no call: cut off, paused or empty. */
  idleReplies: number;
}

/** How the loop ended. With `suspended`, the run is to be suspended with these calls open. */
export interface AgentEnd {
  readonly outcome: Outcome;
  readonly summary: string;
  /** What the run hands over for programs; absent where there is nothing. */
  readonly result?: Json;
  readonly suspended: BatchEnd | null;
}

/** Where an agent begins, with what it was asked. */
export function newState(conversation: Conversation): AgentState {
  return { conversation, refused: [], told: new Set(), lastText: '', lastReply: 0, idleReplies: 0 };
}
