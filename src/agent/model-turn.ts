import { sha256, sanitizeJson } from '../common/index.ts';
import type { CallRequest, SpeculativeCalls } from '../tool-calls/index.ts';
import type { ModelReply, ToolUseBlock } from '../model/index.ts';
import type { AgentState, AgentContext } from './context.ts';

/** A reply, and its entry on the way to the disk, where it shares its flush with the entries of the calls. */
export interface Recorded {
  readonly reply: ModelReply;
  readonly recorded: Promise<unknown>;
}

/**
 * Records that a turn begins, then tells listeners. What a request is made of reaches the disk while the model works at
 * the reply; no call of it begins before that.
 */
export async function beginTurn(
  context: AgentContext,
  state: AgentState,
  turn: number,
): Promise<void> {
  await context.calls.trail.appendBuffered({
    type: 'turn.start',
    turn,
    parent: context.parent,
    messages: state.conversation.messages.length,
  });
  context.calls.bus.emit({ type: 'turn:start', turn });
}

/**
 * Asks for the reply of a turn that has begun, counts what it cost, takes it into the conversation, notes it down, and
 * begins its entry.
 */
export async function askModel(
  context: AgentContext,
  state: AgentState,
  of: { readonly turn: number; readonly early?: SpeculativeCalls },
): Promise<Recorded> {
  const { turn, early } = of;
  const { calls, model } = context;
  const requestSha256 = state.conversation.digest();
  const startedMs = calls.clock.monotonicMs();
  const replied = model.respond(
    {
      system: context.system,
      tools: context.tools,
      messages: state.conversation.messages,
      maxTokens: context.maxTokens,
    },
    {
      signal: calls.signal,
      onRetry: async ({ attempt, because, delayMs }) => {
        calls.bus.emit({ type: 'retry', because, delayMs });
        await early?.drop();
        await calls.trail.append({ type: 'model.retry', turn, attempt, because, delayMs });
      },
      ...(early === undefined
        ? {}
        : { onCall: (use) => early.offer(draftOf(context, turn, use), context.nextCallId) }),
    },
  );
  const reply = await replied.finally(() => early?.close());
  context.budget.addUsage(reply.usage, reply.costUsd);
  const { usage } = reply;
  state.conversation.measured(
    usage.inputTokens + usage.cacheReadInputTokens + usage.cacheCreationInputTokens,
  );
  const text = await calls.redactor.redact(textOf(reply));
  if (text !== '') state.lastText = text;
  if (reply.content.length > 0) {
    state.conversation.push({ role: 'assistant', content: reply.content });
  }
  state.lastReply = turn;
  context.journal?.note(state);
  const recorded = calls.trail.append({
    type: 'model.reply',
    turn,
    parent: context.parent,
    'gen_ai.response.id': reply.id,
    'gen_ai.response.model': reply.model,
    'gen_ai.response.finish_reasons': [reply.stopReason],
    'gen_ai.usage.input_tokens': reply.usage.inputTokens,
    'gen_ai.usage.output_tokens': reply.usage.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': reply.usage.cacheReadInputTokens,
    'gen_ai.usage.cache_creation.input_tokens': reply.usage.cacheCreationInputTokens,
    costUsd: reply.costUsd,
    durationMs: Math.round(calls.clock.monotonicMs() - startedMs),
    requestSha256,
    replySha256: sha256(JSON.stringify(reply.content)),
    text,
  });
  // Whoever needs it on disk waits for it and gets its failure.
  recorded.catch(() => undefined);
  calls.bus.emit({ type: 'turn:end', turn, text, costUsd: reply.costUsd });
  return { reply, recorded };
}

/** A call of a reply, before it has its own id. */
export function draftOf(
  { parent }: AgentContext,
  turn: number,
  use: ToolUseBlock,
): Omit<CallRequest, 'id'> {
  return { turn, parent, toolUseId: use.id, name: use.name, input: sanitizeJson(use.input) };
}

/** What a reply says, without what it calls. */
export function textOf(reply: ModelReply): string {
  return reply.content
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n')
    .trim();
}
