import { CountersignError, type Outcome } from '../base/index.ts';
import {
  type BatchEnd,
  type CallRequest,
  type GatedCall,
  type ParkedCall,
  createEarlyCalls,
  type EarlyCalls,
  runCalls,
  runGated,
  type SettledCall,
} from '../calls/index.ts';
import type { Message, ToolUseBlock } from '../model/index.ts';
import type { Finish } from '../tools/index.ts';
import { askModel, beginTurn, draftOf, type Recorded, textOf } from './ask.ts';
import { keepWithin, tellHooks } from './before-turn.ts';
import { concluded } from './end.ts';
import { newInstructions } from './instructions.ts';
import { takeResults } from './results.ts';
import { withoutNewMedia } from './media.ts';
import { askedForMore, atWall } from './more.ts';
import { modelFailed, stopped, tellBudget } from './stops.ts';
import type { AgentEnd, AgentState, AgentWorld } from './world.ts';

/** Replies in a row without a call before the run gives up on the model. */
const MAX_IDLE_REPLIES = 3;

const MUST_FINISH = 'The work ends with a call of finish, which brings its result. Call it.';

type Step = { readonly kind: 'go-on' } | { readonly kind: 'end'; readonly end: AgentEnd };

const GO_ON: Step = { kind: 'go-on' };

/** Where a run was suspended: in a turn, with what of it had ended and what waits for people, or at a wall of its budget. */
export type OpenTurn =
  | {
      readonly kind: 'turn';
      readonly settled: readonly SettledCall[];
      readonly gated: readonly GatedCall[];
    }
  | { readonly kind: 'wall'; readonly asked: readonly ParkedCall[] };

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
  world: AgentWorld,
  state: AgentState,
  open: OpenTurn | null = null,
): Promise<AgentEnd> {
  world.journal?.note(state);
  const ended = open === null ? null : await endOpen(world, state, open);
  if (ended !== null) return ended;
  for (;;) {
    if (world.calls.signal.aborted) return stopped(world, state);
    world.journal?.note(state);
    const wall = world.budget.spent();
    if (wall !== null) {
      const over = await atWall(world, state, wall);
      if (over !== null) return over;
      // A wall that was moved may not be the only one that was met.
      continue;
    }
    const step = await takeTurn(world, state);
    if (step.kind === 'end') return step.end;
  }
}

/** Ends what was open when the run was suspended; `null` where it goes on. */
async function endOpen(
  world: AgentWorld,
  state: AgentState,
  open: OpenTurn,
): Promise<AgentEnd | null> {
  if (open.kind === 'wall') return await askedForMore(world, state, open.asked);
  const batch = await runGated(world.calls, open.gated, open.settled);
  const step = await endTurn(world, state, { uses: openUses(state), batch });
  return step.kind === 'end' ? step.end : null;
}

async function takeTurn(world: AgentWorld, state: AgentState): Promise<Step> {
  const turn = world.nextTurn();
  world.budget.addTurn();
  await tellHooks(world, state, turn);
  await keepWithin(world, state, { turn });
  await beginTurn(world, state, turn);
  const early = createEarlyCalls(world.calls);
  try {
    return await takeReply(world, state, { turn, early });
  } finally {
    // What a reply that is not used had begun ends with its turn.
    await early.drop();
  }
}

async function takeReply(
  world: AgentWorld,
  state: AgentState,
  of: { readonly turn: number; readonly early: EarlyCalls },
): Promise<Step> {
  const { turn } = of;
  let asked: Recorded;
  try {
    asked = await askModel(world, state, of);
  } catch (error) {
    if (await mended(world, state, { turn, error })) return GO_ON;
    return { kind: 'end', end: modelFailed(world, state, error) };
  }
  const step = await carryOn(world, state, { ...of, ...asked });
  await asked.recorded;
  return step;
}

/** Whether what the API refused was made into something that it may take. */
async function mended(
  world: AgentWorld,
  state: AgentState,
  { turn, error }: { readonly turn: number; readonly error: unknown },
): Promise<boolean> {
  if (!(error instanceof CountersignError)) return false;
  switch (error.code) {
    case 'model-context':
      return await keepWithin(world, state, { turn, refused: true });
    case 'model-refused-request':
      return await withoutNewMedia(world, state, turn);
    default:
      return false;
  }
}

/** What a reply leads to. Every stop reason of the Messages API is decided here on purpose. */
async function carryOn(
  world: AgentWorld,
  state: AgentState,
  of: Recorded & { readonly turn: number; readonly early: EarlyCalls },
): Promise<Step> {
  const { reply, recorded } = of;
  const uses = reply.content.filter((block) => block.type === 'tool_use');
  if (uses.length > 0 && reply.stopReason !== 'refusal') {
    state.idleReplies = 0;
    return await runTurnsCalls(world, state, { ...of, uses, recorded });
  }
  switch (reply.stopReason) {
    case 'tool_use':
      return idle(state, 'Your call did not come whole. Make it again, or call finish.');
    case 'end_turn':
    case 'stop_sequence':
      if (textOf(reply) === '' && state.idleReplies === 0)
        return idle(state, 'Your reply was empty. Go on, or call finish.');
      if (world.mustFinish === true) return idle(state, MUST_FINISH);
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
  world: AgentWorld,
  state: AgentState,
  of: {
    readonly turn: number;
    readonly uses: readonly ToolUseBlock[];
    readonly recorded: Promise<unknown>;
    readonly early: EarlyCalls;
  },
): Promise<Step> {
  const begun = of.early.take(of.uses.map(({ id }) => id));
  const requests = of.uses.map(
    (use): CallRequest =>
      begun.get(use.id)?.request ?? { ...draftOf(world, of.turn, use), id: world.nextCallId() },
  );
  const batch = await runCalls(world.calls, requests, { recorded: of.recorded, begun });
  return await endTurn(world, state, { uses: of.uses, batch });
}

async function endTurn(
  world: AgentWorld,
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
  const near = world.budget.newlyNear();
  for (const line of near) await tellBudget(world, line, 'near');
  const { message, finish, repeated } = takeResults(state, {
    uses: of.uses,
    settled: batch.settled,
    near,
    instructions: await newInstructions(world, state, batch.settled),
  });
  for (const { turn, how, removedBytes } of repeated) {
    await world.calls.trail.append({ type: 'context.trimmed', turn, how, removedBytes });
  }
  state.conversation.push(message satisfies Message);
  if (world.calls.signal.aborted) return { kind: 'end', end: stopped(world, state) };
  return finish === null ? GO_ON : conclude(state, finish);
}
