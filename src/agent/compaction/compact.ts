import { truncateMiddle } from '../../common/index.ts';
import {
  type Hook,
  readMessagesAnswer,
  thrownText,
  warnOfFailedHook,
  withinTime,
} from '../../tool-calls/index.ts';
import { messageText, type UserBlock } from '../../model/index.ts';
import { fitsWindow, tokenLimit, compacted } from './shorten.ts';
import type { Agent, AgentContext } from '../context.ts';

/** Characters of the last message that a hook gets. */
const MESSAGE_CHARS = 30_000;
/** A conversation that the model refused as too long is cut as if this share of it were the window. */
const REFUSED_SHARE = 0.6;

/**
 * Cuts the conversation when it approaches the model's window, and records that. `refused`: the model said that it is too
 * long, whatever the estimate. Resolves with false if nothing was cut.
 */
export async function compactToFit(
  agent: Agent,
  { turn, refused = false }: { readonly turn: number; readonly refused?: boolean },
): Promise<boolean> {
  const { conversation, instructedFolders } = agent.state;
  const estimate = conversation.estimate();
  const scale = estimate === 0 ? 1 : conversation.tokens() / estimate;
  const limit =
    tokenLimit({
      window: agent.model.current.contextWindow,
      reply: agent.maxTokens,
      fixedChars: JSON.stringify(agent.tools()).length + agent.system.length,
    }) / scale;
  if (!refused && fitsWindow(estimate, limit)) return false;
  const smaller = compacted(
    conversation.messages,
    refused ? Math.min(limit, estimate * REFUSED_SHARE) : limit,
  );
  if (smaller === null) return false;
  conversation.replace(smaller.messages);
  const { forgot, how, removedBytes } = smaller;
  // Instructions for folders may be gone: the next call in such a folder brings them again.
  if (forgot) instructedFolders.clear();
  await agent.calls.trail.append({ type: 'context.trimmed', turn, how, removedBytes });
  return true;
}

/**
 * Calls each `messagesChanged` hook when something new is in the conversation, and gives the model their notes. A hook
 * that throws or takes too long adds nothing; the trail and a warning say so.
 */
export async function callMessageHooks({ calls, state }: Agent, turn: number): Promise<void> {
  const hooks = calls.hooks.filter((hook) => hook.messagesChanged !== undefined);
  if (hooks.length === 0) return;
  const lastText = truncateMiddle(messageText(state.conversation.messages.at(-1)), MESSAGE_CHARS);
  const notes: UserBlock[] = [];
  for (const hook of hooks) {
    const count = state.conversation.messages.length;
    const { note, effect, failure: reason } = await askHook(calls, hook, { turn, count, lastText });
    await calls.trail.append({
      type: 'hook.ran',
      call: `turn ${turn}`,
      hook: hook.name,
      phase: 'messagesChanged',
      effect,
    });
    if (reason !== undefined)
      await warnOfFailedHook(calls, hook, { phase: 'messagesChanged', reason });
    if (note !== undefined && note !== '') {
      notes.push({
        type: 'text',
        text: `Note of ${hook.name}: ${calls.redactor.redact(note)}`,
      });
    }
  }
  if (notes.length > 0) state.conversation.push({ role: 'user', content: notes });
}

async function askHook(
  calls: AgentContext['calls'],
  hook: Hook,
  view: Parameters<NonNullable<Hook['messagesChanged']>>[0],
): Promise<{
  readonly note?: string | undefined;
  readonly effect: string;
  /** Why the hook failed, redacted and cut. */
  readonly failure?: string;
}> {
  try {
    const answer = readMessagesAnswer(await withinTime(calls, hook.messagesChanged?.(view)));
    return { ...answer, effect: answer.note === undefined ? 'none' : 'note' };
  } catch (error) {
    const failure = thrownText(calls, error);
    return { effect: `failed: ${failure}`, failure };
  }
}
