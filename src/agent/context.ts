import type { Json, Outcome } from '../common/index.ts';
import type { BatchEnd, CallContext } from '../tool-calls/index.ts';
import type { Model, ModelRequest } from '../model/index.ts';
import type { Budget } from './budget/budget.ts';
import type { Conversation } from './conversation.ts';
import type { Unproved } from '../tools/index.ts';
import type { RefusedCall } from './outcome.ts';

/** Notes of the run's state, from which another job can resume after a crash. Never throws. */
export interface Journal {
  /** Notes what changed since the last note. A reply is noted before the trail records it. */
  note(state: AgentState): void;
}

/** The model that a run is at. Its subagents share it. */
export interface ModelInUse {
  current: Model;
  /** Whether people were told that its tokens are estimates. */
  hasReportedEstimates: boolean;
}

/** What the loop needs of the run around it. */
export interface AgentContext {
  readonly model: ModelInUse;
  readonly system: string;
  /** Where the run stands, for a conversation that begins: the first message holds it, and that of each subagent. */
  readonly briefing: string;
  /** The tools that the model is offered now. */
  readonly tools: () => ModelRequest['tools'];
  readonly budget: Budget;
  readonly calls: CallContext;
  /** The call that started this subagent; `null` for the run itself. */
  readonly parent: string | null;
  /** True if only `finish` ends the work, because it brings the run's result. */
  readonly mustFinish: boolean;
  /** What has to be proved before the run is done and is not, one sentence each. */
  readonly unproved: Unproved;
  readonly maxTokens: number;
  /** The id of the next call of the run: `c1`, `c2`, … */
  readonly nextCallId: () => string;
  /** `null` for a run that cannot be resumed, and inside a call (a subagent, a search): the call itself is then interrupted. */
  readonly journal: Journal | null;
  /** The number of the next turn of the run. Turns of subagents count too. */
  readonly nextTurn: () => number;
  /** Instructions for parts of the repository; `null` if there is no trusted branch to read them from. */
  readonly instructions: Instructions | null;
}

/** A file by which the trusted branch instructs agents. */
export interface InstructionFile {
  readonly path: string;
  readonly text: string;
}

/** New instructions for these paths. Skips the folders in `instructed` and adds the others to it. Never rejects. */
export type Instructions = (
  paths: readonly string[],
  instructed: Set<string>,
) => Promise<readonly InstructionFile[]>;

/** The state of an agent between two turns. */
export interface AgentState {
  readonly conversation: Conversation;
  readonly refused: RefusedCall[];
  /** Folders whose instructions this conversation holds, or that have none. */
  readonly instructedFolders: Set<string>;
  /** The name of the model that the conversation is made for; `null` before its first request. */
  model: string | null;
  /** The turn of the last reply; 0 before the first. */
  lastReply: number;
  /** The model's last text, for a summary if it gives none. */
  lastText: string;
  /** Replies in a row without a call: cut off, paused or empty. */
  idleReplies: number;
  /** A note for the model before its next reply, since the run resumed; `null` if there is none. */
  note: string | null;
}

/** An agent at work: the run around it, and where it is. */
export interface Agent extends AgentContext {
  readonly state: AgentState;
}

/** How the loop ended. With `suspended`, the run is to be suspended with these calls open. */
export interface AgentEnd {
  readonly outcome: Outcome;
  readonly summary: string;
  /** The result for programs, if any. */
  readonly result?: Json;
  readonly suspended: BatchEnd | null;
}

/** An end for this reason, with the model's last text. */
export function endBecause(
  { lastText }: Pick<AgentState, 'lastText'>,
  { outcome, reason }: { readonly outcome: Outcome; readonly reason: string },
): AgentEnd {
  const words = lastText === '' ? '' : ` The agent's last words: ${lastText}`;
  return { outcome, summary: `${reason}${words}`, suspended: null };
}

/** The state of an agent that has not replied yet. */
export function newState(conversation: Conversation): AgentState {
  return {
    conversation,
    refused: [],
    instructedFolders: new Set(),
    model: null,
    lastText: '',
    lastReply: 0,
    idleReplies: 0,
    note: null,
  };
}
