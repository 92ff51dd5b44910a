import { errorText, truncateMiddle } from '../../common/index.ts';
import { type Hook, readMessagesAnswer, withinTime } from '../../tool-calls/index.ts';
import type { Message, UserBlock } from '../../model/index.ts';
import { fits, roomFor, trimmed } from './context.ts';
import type { AgentState, AgentContext } from '../context.ts';

/** Characters of the last message that a hook is told. */
const TOLD_CHARS = 30_000;
/** A conversation that the model refused as too long is cut as if this much of it were the window. */
const REFUSED_SHARE = 0.6;

/**
 * Cuts the conversation where it nears the model's window, and records that. `refused`: the model said that it is too
 * long, whatever the estimate. False where nothing was cut.
 */
export async function compactToFit(
  agentContext: AgentContext,
  state: AgentState,
  at: { readonly turn: number; readonly refused?: boolean },
): Promise<boolean> {
  const { conversation } = state;
  const estimate = conversation.estimate();
  const scale = estimate === 0 ? 1 : conversation.tokens() / estimate;
  const room =
    roomFor({
      window: agentContext.model.contextWindow,
      reply: agentContext.maxTokens,
      fixedChars: fixedChars(agentContext),
    }) / scale;
  if (at.refused !== true && fits(estimate, room)) return false;
  const smaller = trimmed(
    conversation.messages,
    at.refused === true ? Math.min(room, estimate * REFUSED_SHARE) : room,
  );
  if (smaller === null) return false;
  conversation.replace(smaller.messages);
  const { forgot, how, removedBytes } = smaller;
  // What was told of folders may be among what is gone: it is told again with the next call there.
  if (forgot) state.told.clear();
  await agentContext.calls.trail.append({
    type: 'context.trimmed',
    turn: at.turn,
    how,
    removedBytes,
  });
  return true;
}

const FIXED = new WeakMap<AgentContext['tools'], number>();

function fixedChars(context: AgentContext): number {
  const known = FIXED.get(context.tools) ?? JSON.stringify(context.tools).length;
  FIXED.set(context.tools, known);
  return known + context.system.length;
}

/**
 * Tells each `messagesChanged` hook that something new is in the conversation, and gives the model their notes. A hook
 * that throws or takes too long says nothing, and the trail says so.
 */
export async function notifyHooks(
  context: AgentContext,
  state: AgentState,
  turn: number,
): Promise<void> {
  const hooks = context.calls.hooks.filter((hook) => hook.messagesChanged !== undefined);
  if (hooks.length === 0) return;
  const lastText = truncateMiddle(textOf(state.conversation.messages.at(-1)), TOLD_CHARS);
  const notes: UserBlock[] = [];
  for (const hook of hooks) {
    const count = state.conversation.messages.length;
    const { note, effect } = await askHook(context, hook, { turn, count, lastText });
    await context.calls.trail.append({
      type: 'hook.ran',
      call: `turn ${turn}`,
      hook: hook.name,
      phase: 'messagesChanged',
      effect,
    });
    if (note !== undefined && note !== '') {
      notes.push({
        type: 'text',
        text: `Note of ${hook.name}: ${await context.calls.redactor.redact(note)}`,
      });
    }
  }
  if (notes.length > 0) state.conversation.push({ role: 'user', content: notes });
}

async function askHook(
  context: AgentContext,
  hook: Hook,
  view: Parameters<NonNullable<Hook['messagesChanged']>>[0],
): Promise<{ readonly note?: string | undefined; readonly effect: string }> {
  try {
    const answer = readMessagesAnswer(
      await withinTime(context.calls, Promise.resolve(hook.messagesChanged?.(view))),
    );
    return { ...answer, effect: answer.note === undefined ? 'none' : 'note' };
  } catch (error) {
    return { effect: `failed: ${errorText(error)}` };
  }
}

function textOf(message: Message | undefined): string {
  if (message === undefined) return '';
  const texts: string[] = [];
  for (const block of message.content) {
    if (block.type === 'text') texts.push(block.text);
    if (block.type === 'tool_result' && typeof block.content === 'string')
      texts.push(block.content);
    if (block.type === 'tool_result' && typeof block.content !== 'string') {
      for (const inner of block.content) if (inner.type === 'text') texts.push(inner.text);
    }
  }
  return texts.join('\n');
}
