import { CountersignError, errorText } from '../common/index.ts';
import {
  type BatchEnd,
  type CallForApproval,
  type FinishedCall,
  runCalls,
  runGated,
  type SuspendedCall,
} from '../tool-calls/index.ts';
import type { ModelReply, ToolUseBlock, UserBlock } from '../model/index.ts';
import { type Finish, unprovedText } from '../tools/index.ts';
import { askModel, beginTurn, callRequests, replyText } from './model-turn.ts';
import { compactToFit, callMessageHooks } from './compaction/compact.ts';
import { outcomeOf } from './outcome.ts';
import { newInstructions } from './instructions.ts';
import { takeResults } from './compaction/results.ts';
import { dropRefusedMedia } from './compaction/media.ts';
import { atLimit, resumeBudgetRequest } from './budget/budget-extension.ts';
import { reportBudget, endAfterModelError, endFromOutside } from './budget/end-reasons.ts';
import {
  type Agent,
  type AgentContext,
  type AgentEnd,
  type AgentState,
  endBecause,
} from './context.ts';
import { hasWrittenCall } from './written-calls.ts';
import { fallBack, type FallbackReason, fallbackReasonOf } from './fallback.ts';

/** Replies in a row without a call before the run gives up on the model. */
const MAX_IDLE_REPLIES = 3;

const MUST_FINISH = 'The work ends with a call of finish, which brings its result. Call it.';

const CUT_OFF = 'Your reply was cut off at its limit. Continue in smaller steps.';
const STILL_CUT_OFF =
  'The replies of the model were cut off at their limit: raise max-output-tokens, or ask for less at once.';
const STOPPED_CALLING = 'The model stopped calling tools.';
const WRITTEN_CALL =
  'You wrote a call as text, and text is not executed. Make the call by the API, or call finish.';
const MUST_PROVE =
  'Run each of these commands as the whole command of a call, then call finish; or finish with the outcome incomplete.';

/** How the loop ends after a step; `null`: it continues. */
type Step = AgentEnd | null;

/** Where a run was suspended: in a turn, with its finished and its gated calls, or at a limit of its budget. */
export type OpenTurn =
  | {
      readonly kind: 'turn';
      readonly finished: readonly FinishedCall[];
      readonly gated: readonly CallForApproval[];
    }
  | { readonly kind: 'limit'; readonly asked: readonly SuspendedCall[] };

/**
 * The loop: ask the model, run its calls, give it the results, until it finishes, the budget is spent, or nothing more can
 * be done. A resumed run first ends the turn that it was suspended in. Rejects only with the trail's own errors; everything
 * else is an end.
 */
export async function runAgent(
  context: AgentContext,
  state: AgentState,
  open: OpenTurn | null = null,
): Promise<AgentEnd> {
  const agent: Agent = { ...context, state };
  agent.journal?.note(state);
  let end = open === null ? null : await endOpenTurn(agent, open);
  while (end === null) {
    if (agent.calls.signal.aborted) return endFromOutside(agent);
    agent.journal?.note(state);
    const spent = agent.budget.spent();
    // More than one limit may be reached.
    end = spent === null ? await takeTurn(agent) : await atLimit(agent, spent);
  }
  return end;
}

/** Ends what was open when the run was suspended. */
async function endOpenTurn(agent: Agent, open: OpenTurn): Promise<Step> {
  if (open.kind === 'limit') return await resumeBudgetRequest(agent, open.asked);
  return await endTurn(agent, openUses(agent.state), await runGated(agent.calls, open));
}

/** The calls of the last reply, whose results a suspended turn still has to bring. */
function openUses(state: AgentState): readonly ToolUseBlock[] {
  const last = state.conversation.messages.at(-1);
  return last?.role === 'assistant' ? usesOf(last) : [];
}

function usesOf({ content }: Pick<ModelReply, 'content'>): readonly ToolUseBlock[] {
  return content.filter((block) => block.type === 'tool_use');
}

async function takeTurn(agent: Agent): Promise<Step> {
  const { budget, calls, state } = agent;
  const turn = agent.nextTurn();
  budget.addTurn();
  const note = takeNote(state);
  if (note.length > 0) state.conversation.push({ role: 'user', content: note });
  await callMessageHooks(agent, turn);
  await compactToFit(agent, { turn });
  await beginTurn(agent, turn);
  let reply: ModelReply;
  try {
    reply = await askModel(agent, turn);
  } catch (error) {
    // The tokens of replies that broke off can reach a limit.
    const isSpent = budget.spent() !== null && !calls.signal.aborted;
    if (isSpent || (await canRetrySmaller(agent, turn, error))) return null;
    if (await canRetryElsewhere(agent, turn, error)) return null;
    return endAfterModelError(agent, error);
  }
  const uses = usesOf(reply);
  if (uses.length === 0 || reply.stopReason === 'refusal') {
    const isOutgrown =
      reply.stopReason === 'model_context_window_exceeded' && state.idleReplies < MAX_IDLE_REPLIES;
    if (isOutgrown && (await compactToFit(agent, { turn, refused: true })))
      return idle(state, CUT_OFF);
    if (await isLeftToNext(agent, turn, reply)) return null;
    return await withoutCalls(agent, reply);
  }
  state.idleReplies = 0;
  return await endTurn(agent, uses, await runCalls(calls, callRequests(agent, turn, uses)));
}

/** Whether the request that the API refused was made into one that it may accept. */
async function canRetrySmaller(agent: Agent, turn: number, error: unknown): Promise<boolean> {
  if (!(error instanceof CountersignError)) return false;
  switch (error.code) {
    case 'model-context':
      return await compactToFit(agent, { turn, refused: true });
    case 'model-refused-request':
      return await dropRefusedMedia(agent, turn);
    default:
      return false;
  }
}

/** Whether the run continued with a model that may answer what this one could not. */
async function canRetryElsewhere(agent: Agent, turn: number, error: unknown): Promise<boolean> {
  const reason = fallbackReasonOf(error);
  if (reason === null || agent.calls.signal.aborted) return false;
  return await fallBack(agent, { turn, reason, because: errorText(error) });
}

const LEFT_TO_NEXT: ReadonlyMap<string, FallbackReason> = new Map([
  ['refusal', 'refused'],
  ['model_context_window_exceeded', 'too-long'],
]);

/** Whether the next model is asked for a reply in place of this one, of which nothing is used. */
async function isLeftToNext(agent: Agent, turn: number, reply: ModelReply): Promise<boolean> {
  const reason = LEFT_TO_NEXT.get(reply.stopReason);
  if (reason === undefined) return false;
  const because = `stop reason ${reply.stopReason}`;
  if (!(await fallBack(agent, { turn, reason, because }))) return false;
  const { conversation } = agent.state;
  const { messages } = conversation;
  if (messages.at(-1)?.role === 'assistant') conversation.replace(messages.slice(0, -1));
  return true;
}

/** What a reply without calls leads to, for every stop reason of the Messages API. */
async function withoutCalls(agent: Agent, reply: ModelReply): Promise<Step> {
  const { state } = agent;
  switch (reply.stopReason) {
    case 'tool_use':
      return idle(state, 'Your call was incomplete. Make it again, or call finish.');
    case 'end_turn':
    case 'stop_sequence':
      if (replyText(reply) === '' && state.idleReplies === 0)
        return idle(state, 'Your reply was empty. Continue, or call finish.');
      if (hasWrittenCall(replyText(reply), agent.tools())) return idle(state, WRITTEN_CALL);
      if (agent.mustFinish) return idle(state, MUST_FINISH);
      // The text of an earlier turn does not say how the work ended.
      if (replyText(reply) === '')
        return incomplete(state, 'The model ended without a result and without a text.');
      return await concludeIfProved(agent);
    case 'max_tokens':
      return idle(state, CUT_OFF, STILL_CUT_OFF);
    case 'pause_turn':
      return idle(state, null);
    case 'refusal':
      return incomplete(state, 'The model declined to continue.');
    case 'model_context_window_exceeded':
      return incomplete(state, "The conversation outgrew the model's window.");
    default:
      return incomplete(state, `The model stopped for a reason unknown here: ${reply.stopReason}.`);
  }
}

function incomplete(state: AgentState, reason: string): Step {
  return endBecause(state, { outcome: 'incomplete', reason });
}

/** A reply without a call: asks the model to continue, a few times at most. `because`: why the run then ends. */
function idle(state: AgentState, nudge: string | null, because = STOPPED_CALLING): Step {
  state.idleReplies += 1;
  if (state.idleReplies > MAX_IDLE_REPLIES) return incomplete(state, because);
  if (nudge !== null) {
    state.conversation.push({ role: 'user', content: [{ type: 'text', text: nudge }] });
  }
  return null;
}

/** The end of work that the model ended without a call of finish. If something is not proved, asks the model to prove it. */
async function concludeIfProved({ unproved, state }: Agent): Promise<Step> {
  const missing = await unproved();
  if (missing.length > 0) return idle(state, `${unprovedText(missing)} ${MUST_PROVE}`);
  return conclude(state, null);
}

function conclude(state: AgentState, finish: Finish | null): Step {
  const { summary = state.lastText, result } = finish ?? {};
  const outcome = outcomeOf(finish, state.refused);
  const ended = { outcome, summary, suspended: null };
  return result === undefined ? ended : { ...ended, result };
}

/** What the model is told once, since the run resumed. */
function takeNote(state: AgentState): readonly UserBlock[] {
  const { note } = state;
  state.note = null;
  return note === null ? [] : [{ type: 'text', text: note }];
}

/** Gives the model the results of a turn's calls, with warnings about the budget and new instructions. */
async function endTurn(
  agent: Agent,
  uses: readonly ToolUseBlock[],
  batch: BatchEnd,
): Promise<Step> {
  const { calls, state } = agent;
  if (batch.suspended !== null)
    return { outcome: 'awaiting-approval', summary: state.lastText, suspended: batch };
  const near = agent.budget.takeWarnings();
  for (const line of near) await reportBudget(agent, line, 'near');
  const { message, finish, repeated } = takeResults(state, {
    uses,
    finished: batch.finished,
    near,
    instructions: [...takeNote(state), ...(await newInstructions(agent, batch.finished))],
  });
  for (const { turn, how, removedBytes } of repeated) {
    await calls.trail.append({ type: 'context.trimmed', turn, how, removedBytes });
  }
  state.conversation.push(message);
  if (calls.signal.aborted) return endFromOutside(agent);
  return finish === null ? null : conclude(state, finish);
}
