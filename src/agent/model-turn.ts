import { sha256, sanitizeJson } from '../common/index.ts';
import type { CallRequest } from '../tool-calls/index.ts';
import type { ModelReply, ToolUseBlock } from '../model/index.ts';
import type { AgentState, AgentContext } from './context.ts';

/** Records that a turn begins, then informs listeners. */
export async function beginTurn(
  context: AgentContext,
  state: AgentState,
  turn: number,
): Promise<void> {
  await context.calls.trail.append({
    type: 'turn.start',
    turn,
    parent: context.parent,
    messages: state.conversation.messages.length,
  });
  context.calls.bus.emit({ type: 'turn:start', turn });
}

/**
 * Asks the model for the reply of a turn, counts its cost, adds it to the conversation, and records it. The next flush of the
 * trail covers its entry, which precedes the first effect of the reply's calls.
 */
export async function askModel(
  context: AgentContext,
  state: AgentState,
  turn: number,
): Promise<ModelReply> {
  const { calls, model } = context;
  const requestSha256 = state.conversation.digest();
  const startedMs = calls.clock.monotonicMs();
  const reply = await model.respond(
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
        await calls.trail.append({ type: 'model.retry', turn, attempt, because, delayMs });
      },
    },
  );
  const { usage } = reply;
  context.budget.addUsage(usage, reply.costUsd);
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
  await calls.trail.write({
    type: 'model.reply',
    turn,
    parent: context.parent,
    'gen_ai.response.id': reply.id,
    'gen_ai.response.model': reply.model,
    'gen_ai.response.finish_reasons': [reply.stopReason],
    'gen_ai.usage.input_tokens': usage.inputTokens,
    'gen_ai.usage.output_tokens': usage.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cacheReadInputTokens,
    'gen_ai.usage.cache_creation.input_tokens': usage.cacheCreationInputTokens,
    costUsd: reply.costUsd,
    durationMs: Math.round(calls.clock.monotonicMs() - startedMs),
    requestSha256,
    replySha256: sha256(JSON.stringify(reply.content)),
    text,
  });
  calls.bus.emit({ type: 'turn:end', turn, text, costUsd: reply.costUsd });
  return reply;
}

/** The calls of a reply, each with the run's next call id. */
export function callRequests(
  { parent, nextCallId }: AgentContext,
  turn: number,
  uses: readonly ToolUseBlock[],
): readonly CallRequest[] {
  return uses.map(({ id: toolUseId, name, input }) => ({
    id: nextCallId(),
    turn,
    parent,
    toolUseId,
    name,
    input: sanitizeJson(input),
  }));
}

/** The text of a reply, without its calls. */
export function textOf(reply: ModelReply): string {
  return reply.content
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n')
    .trim();
}
