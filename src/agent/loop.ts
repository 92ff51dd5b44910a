import { CountersignError, type Outcome } from '../common/index.ts';
import {
  type BatchEnd,
  type CallRequest,
  type CallForApproval,
  type SuspendedCall,
  createSpeculativeCalls,
  type SpeculativeCalls,
  runCalls,
  runGated,
  type FinishedCall,
} from '../tool-calls/index.ts';
import type { Message, ToolUseBlock } from '../model/index.ts';
import type { Finish } from '../tools/index.ts';
import { askModel, beginTurn, draftOf, type Recorded, textOf } from './model-turn.ts';
import { compactToFit, notifyHooks } from './compaction/compaction.ts';
import { concluded } from './end.ts';
import { newInstructions } from './instructions.ts';
import { takeResults } from './compaction/results.ts';
import { withoutNewMedia } from './compaction/media.ts';
import { requestBudgetExtension, atLimit } from './budget/budget-extension.ts';
import { modelFailed, stopped, budgetNotice } from './budget/end-reasons.ts';
import type { AgentEnd, AgentState, AgentContext } from './context.ts';

/** Replies in a row without a call before the run gives up on the model. */
const MAX_IDLE_REPLIES = 3;

const MUST_FINISH = 'The work ends with a call of finish, which brings its result. Call it.';

type Step = { readonly kind: 'go-on' } | { readonly kind: 'end'; readonly end: AgentEnd };

const GO_ON: Step = { kind: 'go-on' };

/** Where a run was suspended: in a turn, with what of it had ended and what waits for people, or at a wall of its budget. */
export type OpenTurn =
  | {
      readonly kind: 'turn';
      readonly settled: readonly FinishedCall[];
      readonly gated: readonly CallForApproval[];
    }
  | { readonly kind: 'wall'; readonly asked: readonly SuspendedCall[] };

/** The calls of the last reply, which a suspended turn still owes results for. */
function openUses(state: AgentState): readonly ToolUseBlock[] {
  const last = state.conversation.messages.at(-1);
  if (last?.role !== 'assistant') return [];
  return last.content.filter((block) => block.type === 'tool_use');
}

/**
 * The loop: ask the model, run its calls, give it the results, until it finishes, a wall of the budget
 * is met, or nothing more can be done. A resumed run first ends the turn that it was suspended in. Rejects only
 * with the trail's own errors, and where what judges calls cannot be loaded; everything else is an end.
 */
export async function runAgent(
  context: AgentContext,
  state: AgentState,
  open: OpenTurn | null = null,
): Promise<AgentEnd> {
  context.journal?.note(state);
  const ended = open === null ? null : await endOpen(context, state, open);
  if (ended !== null) return ended;
  for (;;) {
    if (context.calls.signal.aborted) return stopped(context, state);
    context.journal?.note(state);
    const wall = context.budget.spent();
    if (wall !== null) {
      const over = await atLimit(context, state, wall);
      if (over !== null) return over;
      // A wall that was moved may not be the only one that was met.
      continue;
    }
    const step = await takeTurn(context, state);
    if (step.kind === 'end') return step.end;
  }
}

/** Ends what was open when the run was suspended; `null` where it goes on. */
async function endOpen(
  context: AgentContext,
  state: AgentState,
  open: OpenTurn,
): Promise<AgentEnd | null> {
  if (open.kind === 'wall') return await requestBudgetExtension(context, state, open.asked);
  const batch = await runGated(context.calls, open.gated, open.settled);
  const step = await endTurn(context, state, { uses: openUses(state), batch });
  return step.kind === 'end' ? step.end : null;
}

async function takeTurn(context: AgentContext, state: AgentState): Promise<Step> {
  const turn = context.nextTurn();
  context.budget.addTurn();
  await notifyHooks(context, state, turn);
  await compactToFit(context, state, { turn });
  await beginTurn(context, state, turn);
  const early = createSpeculativeCalls(context.calls);
  try {
    return await takeReply(context, state, { turn, early });
  } finally {
    // What a reply that is not used had begun ends with its turn.
    await early.drop();
  }
}

async function takeReply(
  context: AgentContext,
  state: AgentState,
  of: { readonly turn: number; readonly early: SpeculativeCalls },
): Promise<Step> {
  const { turn } = of;
  let asked: Recorded;
  try {
    asked = await askModel(context, state, of);
  } catch (error) {
    if (await mended(context, state, { turn, error })) return GO_ON;
    return { kind: 'end', end: modelFailed(context, state, error) };
  }
  const step = await carryOn(context, state, { ...of, ...asked });
  await asked.recorded;
  return step;
}

/** Whether what the API refused was made into something that it may take. */
async function mended(
  agentContext: AgentContext,
  state: AgentState,
  { turn, error }: { readonly turn: number; readonly error: unknown },
): Promise<boolean> {
  if (!(error instanceof CountersignError)) return false;
  switch (error.code) {
    case 'model-context':
      return await compactToFit(agentContext, state, { turn, refused: true });
    case 'model-refused-request':
      return await withoutNewMedia(agentContext, state, turn);
    default:
      return false;
  }
}

/** What a reply leads to. Every stop reason of the Messages API is decided here on purpose. */
async function carryOn(
  context: AgentContext,
  state: AgentState,
  of: Recorded & { readonly turn: number; readonly early: SpeculativeCalls },
): Promise<Step> {
  const { reply, recorded } = of;
  const uses = reply.content.filter((block) => block.type === 'tool_use');
  if (uses.length > 0 && reply.stopReason !== 'refusal') {
    state.idleReplies = 0;
    return await runTurnsCalls(context, state, { ...of, uses, recorded });
  }
  switch (reply.stopReason) {
    case 'tool_use':
      return idle(state, 'Your call did not come whole. Make it again, or call finish.');
    case 'end_turn':
    case 'stop_sequence':
      if (textOf(reply) === '' && state.idleReplies === 0)
        return idle(state, 'Your reply was empty. Go on, or call finish.');
      if (context.mustFinish === true) return idle(state, MUST_FINISH);
      return textOf(reply) === '' ? wordless(state) : conclude(state, null);
    case 'max_tokens':
      return idle(state, 'Your reply was cut off at its limit. Go on in smaller steps.');
    case 'pause_turn':
      return idle(state, null);
    case 'refusal':
      return end('incomplete', `The model declined to go on. ${state.lastText}`.trim());
    case 'model_context_window_exceeded':
      return end(
        'incomplete',
        `The conversation outgrew the model's window. ${state.lastText}`.trim(),
      );
    default:
      return end('incomplete', `The model stopped for a reason unknown here: ${reply.stopReason}.`);
  }
}

function end(outcome: Outcome, summary: string): Step {
  return { kind: 'end', end: { outcome, summary, parked: null } };
}

/** A reply without a call: the model is asked to go on, a few times at most. */
function idle(state: AgentState, nudge: string | null): Step {
  state.idleReplies += 1;
  if (state.idleReplies > MAX_IDLE_REPLIES) {
    return end('incomplete', `The model stopped calling tools. ${state.lastText}`.trim());
  }
  if (nudge !== null) {
    state.conversation.push({ role: 'user', content: [{ type: 'text', text: nudge }] });
  }
  return GO_ON;
}

/** What was said in an earlier turn is no word about how the work ended. */
function wordless({ lastText }: AgentState): Step {
  const why = 'The model ended without a result and without a word.';
  return end('incomplete', `${why} ${lastText}`.trim());
}

function conclude(state: AgentState, finish: Finish | null): Step {
  const said = finish?.summary ?? state.lastText;
  const outcome = concluded(finish, state.refused);
  const { result } = finish ?? {};
  const ended = { outcome, summary: said, parked: null };
  return { kind: 'end', end: result === undefined ? ended : { ...ended, result } };
}

async function runTurnsCalls(
  context: AgentContext,
  state: AgentState,
  of: {
    readonly turn: number;
    readonly uses: readonly ToolUseBlock[];
    readonly recorded: Promise<unknown>;
    readonly early: SpeculativeCalls;
  },
): Promise<Step> {
  const begun = of.early.take(of.uses.map(({ id }) => id));
  const requests = of.uses.map(
    (use): CallRequest =>
      begun.get(use.id)?.request ?? { ...draftOf(context, of.turn, use), id: context.nextCallId() },
  );
  const batch = await runCalls(context.calls, requests, { recorded: of.recorded, begun });
  return await endTurn(context, state, { uses: of.uses, batch });
}

async function endTurn(
  agentContext: AgentContext,
  state: AgentState,
  of: { readonly uses: readonly ToolUseBlock[]; readonly batch: BatchEnd },
): Promise<Step> {
  const { batch } = of;
  if (batch.parked !== null) {
    return {
      kind: 'end',
      end: { outcome: 'awaiting-approval', summary: state.lastText, parked: batch },
    };
  }
  const near = agentContext.budget.newlyNear();
  for (const line of near) await budgetNotice(agentContext, line, 'near');
  const { message, finish, repeated } = takeResults(state, {
    uses: of.uses,
    settled: batch.settled,
    near,
    instructions: await newInstructions(agentContext, state, batch.settled),
  });
  for (const { turn, how, removedBytes } of repeated) {
    await agentContext.calls.trail.append({ type: 'context.trimmed', turn, how, removedBytes });
  }
  state.conversation.push(message satisfies Message);
  if (agentContext.calls.signal.aborted) return { kind: 'end', end: stopped(agentContext, state) };
  return finish === null ? GO_ON : conclude(state, finish);
}
