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
import { askModel, beginTurn, callRequests, textOf } from './model-turn.ts';
import { compactToFit, callMessageHooks } from './compaction/compact.ts';
import { outcomeOf } from './outcome.ts';
import { newInstructions } from './instructions.ts';
import { takeResults } from './compaction/results.ts';
import { dropRefusedMedia } from './compaction/media.ts';
import { atLimit, resumeBudgetRequest } from './budget/budget-extension.ts';
import { reportBudget, endAfterModelError, endFromOutside } from './budget/end-reasons.ts';
import { type AgentEnd, type AgentState, type AgentContext, endBecause } from './context.ts';
import { hasWrittenCall } from './written-calls.ts';
import { fallBack, type FallbackReason, fallbackReasonOf } from './fallback.ts';

/** Replies in a row without a call before the run gives up on the model. */
const MAX_IDLE_REPLIES = 3;

const MUST_FINISH = 'The work ends with a call of finish, which brings its result. Call it.';

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
  context.journal?.note(state);
  let end = open === null ? null : await endOpenTurn(context, state, open);
  while (end === null) {
    if (context.calls.signal.aborted) return endFromOutside(context, state);
    context.journal?.note(state);
    const spent = context.budget.spent();
    // More than one limit may be reached.
    end = spent === null ? await takeTurn(context, state) : await atLimit(context, state, spent);
  }
  return end;
}

/** Ends what was open when the run was suspended. */
async function endOpenTurn(
  context: AgentContext,
  state: AgentState,
  open: OpenTurn,
): Promise<Step> {
  if (open.kind === 'limit') return await resumeBudgetRequest(context, state, open.asked);
  const batch = await runGated(context.calls, open);
  return await endTurn(context, state, { uses: openUses(state), batch });
}

/** The calls of the last reply, whose results a suspended turn still has to bring. */
function openUses(state: AgentState): readonly ToolUseBlock[] {
  const last = state.conversation.messages.at(-1);
  return last?.role === 'assistant' ? usesOf(last) : [];
}

function usesOf({ content }: Pick<ModelReply, 'content'>): readonly ToolUseBlock[] {
  return content.filter((block) => block.type === 'tool_use');
}

async function takeTurn(context: AgentContext, state: AgentState): Promise<Step> {
  const turn = context.nextTurn();
  context.budget.addTurn();
  const note = takeNote(state);
  if (note.length > 0) state.conversation.push({ role: 'user', content: note });
  await callMessageHooks(context, state, turn);
  await compactToFit(context, state, { turn });
  await beginTurn(context, state, turn);
  let reply: ModelReply;
  try {
    reply = await askModel(context, state, turn);
  } catch (error) {
    // The tokens of replies that broke off can reach a limit.
    const isSpent = context.budget.spent() !== null && !context.calls.signal.aborted;
    if (isSpent || (await canRetrySmaller(context, state, { turn, error }))) return null;
    if (await canRetryElsewhere(context, state, { turn, error })) return null;
    return endAfterModelError(context, state, error);
  }
  const uses = usesOf(reply);
  if (uses.length === 0 || reply.stopReason === 'refusal') {
    if (await isLeftToNext(context, state, { turn, reply })) return null;
    return await withoutCalls(context, state, reply);
  }
  state.idleReplies = 0;
  const batch = await runCalls(context.calls, callRequests(context, turn, uses));
  return await endTurn(context, state, { uses, batch });
}

/** Whether the request that the API refused was made into one that it may accept. */
async function canRetrySmaller(
  context: AgentContext,
  state: AgentState,
  { turn, error }: { readonly turn: number; readonly error: unknown },
): Promise<boolean> {
  if (!(error instanceof CountersignError)) return false;
  switch (error.code) {
    case 'model-context':
      return await compactToFit(context, state, { turn, refused: true });
    case 'model-refused-request':
      return await dropRefusedMedia(context, state, turn);
    default:
      return false;
  }
}

/** Whether the run continued with a model that may answer what this one could not. */
async function canRetryElsewhere(
  context: AgentContext,
  state: AgentState,
  { turn, error }: { readonly turn: number; readonly error: unknown },
): Promise<boolean> {
  const reason = fallbackReasonOf(error);
  if (reason === null || context.calls.signal.aborted) return false;
  return await fallBack(context, state, { turn, reason, because: errorText(error) });
}

const LEFT_TO_NEXT: ReadonlyMap<string, FallbackReason> = new Map([
  ['refusal', 'refused'],
  ['model_context_window_exceeded', 'too-long'],
]);

/** Whether the next model is asked for a reply in place of this one, of which nothing is used. */
async function isLeftToNext(
  context: AgentContext,
  state: AgentState,
  { turn, reply }: { readonly turn: number; readonly reply: ModelReply },
): Promise<boolean> {
  const reason = LEFT_TO_NEXT.get(reply.stopReason);
  if (reason === undefined) return false;
  const because = `stop reason ${reply.stopReason}`;
  if (!(await fallBack(context, state, { turn, reason, because }))) return false;
  const { messages } = state.conversation;
  if (messages.at(-1)?.role === 'assistant') state.conversation.replace(messages.slice(0, -1));
  return true;
}

/** What a reply without calls leads to, for every stop reason of the Messages API. */
async function withoutCalls(
  context: AgentContext,
  state: AgentState,
  reply: ModelReply,
): Promise<Step> {
  switch (reply.stopReason) {
    case 'tool_use':
      return idle(state, 'Your call was incomplete. Make it again, or call finish.');
    case 'end_turn':
    case 'stop_sequence':
      if (textOf(reply) === '' && state.idleReplies === 0)
        return idle(state, 'Your reply was empty. Continue, or call finish.');
      if (hasWrittenCall(textOf(reply), context.tools)) return idle(state, WRITTEN_CALL);
      if (context.mustFinish === true) return idle(state, MUST_FINISH);
      // The text of an earlier turn does not say how the work ended.
      if (textOf(reply) === '')
        return incomplete(state, 'The model ended without a result and without a text.');
      return (await unproved(context, state)) ?? conclude(state, null);
    case 'max_tokens':
      return idle(state, 'Your reply was cut off at its limit. Continue in smaller steps.');
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

/** A reply without a call: asks the model to continue, a few times at most. */
function idle(state: AgentState, nudge: string | null): Step {
  state.idleReplies += 1;
  if (state.idleReplies > MAX_IDLE_REPLIES) {
    return incomplete(state, 'The model stopped calling tools.');
  }
  if (nudge !== null) {
    state.conversation.push({ role: 'user', content: [{ type: 'text', text: nudge }] });
  }
  return null;
}

/** Asks the model to prove its work, if it ended it without a call of finish and something is not proved. */
async function unproved(context: AgentContext, state: AgentState): Promise<Step | null> {
  const missing = context.parent === null ? ((await context.unproved?.()) ?? []) : [];
  return missing.length === 0 ? null : idle(state, `${unprovedText(missing)} ${MUST_PROVE}`);
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
  context: AgentContext,
  state: AgentState,
  { uses, batch }: { readonly uses: readonly ToolUseBlock[]; readonly batch: BatchEnd },
): Promise<Step> {
  if (batch.suspended !== null)
    return { outcome: 'awaiting-approval', summary: state.lastText, suspended: batch };
  const near = context.budget.takeWarnings();
  for (const line of near) await reportBudget(context, line, 'near');
  const { message, finish, repeated } = takeResults(state, {
    uses,
    finished: batch.finished,
    near,
    instructions: [...takeNote(state), ...(await newInstructions(context, state, batch.finished))],
  });
  for (const { turn, how, removedBytes } of repeated) {
    await context.calls.trail.append({ type: 'context.trimmed', turn, how, removedBytes });
  }
  state.conversation.push(message);
  if (context.calls.signal.aborted) return endFromOutside(context, state);
  return finish === null ? null : conclude(state, finish);
}
