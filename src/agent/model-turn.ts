import {
  CountersignError,
  defined,
  sanitizeJson,
  sha256,
  truncateMiddle,
} from '../common/index.ts';
import { type CallRequest, recordWarning } from '../tool-calls/index.ts';
import {
  type BrokenReply,
  inputTokensOf,
  type ModelReply,
  type SpentUsage,
  textsIn,
  totalTokens,
  type ToolUseBlock,
} from '../model/index.ts';
import type { Agent, AgentContext } from './context.ts';
import { withoutReasoning } from './fallback.ts';
import { redactedRequest } from './redacted-request.ts';

/** The most of a reply's text that the trail and people get. Its digest covers all of it. */
const MAX_TEXT_CHARS = 200_000;
const ESTIMATED =
  'The API does not report the tokens of its replies. They are counted by an estimate from the bytes of requests and replies.';

/** Records that a turn begins, then informs listeners. */
export async function beginTurn({ calls, parent, state }: Agent, turn: number): Promise<void> {
  const { length: messages } = state.conversation.messages;
  await calls.trail.append({ type: 'turn.start', turn, parent, messages });
  calls.bus.emit({ type: 'turn:start', turn, parent });
}

/**
 * Asks the model for the reply of a turn, counts its cost, adds it to the conversation, and records it. The next flush of the
 * trail covers its entry, which precedes the first effect of the reply's calls.
 */
export async function askModel(agent: Agent, turn: number): Promise<ModelReply> {
  const { calls, parent, state, system, maxTokens } = agent;
  const model = agent.model.current;
  if (state.model !== null && state.model !== model.id)
    state.conversation.replace(withoutReasoning(state.conversation.messages));
  state.model = model.id;
  const requestSha256 = state.conversation.digest();
  const startedMs = calls.clock.monotonicMs();
  const tools = agent.tools();
  const { messages } = state.conversation;
  const reply = await model.respond(
    redactedRequest({ system, tools, messages, maxTokens }, calls.redactor),
    {
      signal: calls.signal,
      onRetry: async ({ attempt, because, delayMs }) => {
        calls.bus.emit({ type: 'retry', because, delayMs });
        await calls.trail.append({ type: 'model.retry', turn, attempt, because, delayMs });
      },
      onBroken: async (broken) => await countBroken(agent, turn, broken),
    },
  );
  const { usage } = reply;
  agent.budget.addUsage(usage, reply.costUsd);
  state.conversation.measured(inputTokensOf(usage));
  const text = truncateMiddle(calls.redactor.redact(replyText(reply)), MAX_TEXT_CHARS);
  if (text !== '') state.lastText = text;
  if (reply.content.length > 0) {
    state.conversation.push({ role: 'assistant', content: reply.content });
  }
  state.lastReply = turn;
  agent.journal?.note(state);
  await calls.trail.write({
    type: 'model.reply',
    turn,
    parent,
    'gen_ai.response.id': reply.id,
    'gen_ai.response.model': reply.model,
    'gen_ai.response.finish_reasons': [reply.stopReason],
    ...spentFields(reply),
    durationMs: Math.round(calls.clock.monotonicMs() - startedMs),
    requestSha256,
    replySha256: sha256(JSON.stringify(reply.content)),
    text,
  });
  const { costUsd, isEstimate } = reply;
  calls.bus.emit({ type: 'turn:end', turn, parent, text, costUsd, ...defined({ isEstimate }) });
  if (isEstimate === true) await warnOfEstimates(agent);
  return reply;
}

function spentFields({ usage, costUsd, isEstimate }: SpentUsage) {
  return {
    'gen_ai.usage.input_tokens': usage.inputTokens,
    'gen_ai.usage.output_tokens': usage.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cacheReadInputTokens,
    'gen_ai.usage.cache_creation.input_tokens': usage.cacheCreationInputTokens,
    costUsd,
    ...defined({ estimated: isEstimate }),
  };
}

/** Counts a reply that broke off. Throws once a limit of the budget is reached: the request must not be sent again. */
async function countBroken(
  { calls, budget, parent }: AgentContext,
  turn: number,
  broken: BrokenReply,
): Promise<void> {
  const { attempt, because, usage, costUsd } = broken;
  budget.addUsage(usage, costUsd);
  const spent = spentFields(broken);
  await calls.trail.append({ type: 'model.broken', turn, parent, attempt, because, ...spent });
  const tokens = totalTokens(usage);
  calls.bus.emit({ type: 'reply:broken', turn, parent, because, tokens, costUsd });
  if (budget.spent() === null) return;
  const message = 'A limit of the budget was reached while replies broke off.';
  throw new CountersignError('model-unreachable', message);
}

async function warnOfEstimates({ calls, model }: AgentContext): Promise<void> {
  if (model.hasReportedEstimates) return;
  model.hasReportedEstimates = true;
  await recordWarning(calls, 'tokens-estimated', ESTIMATED);
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
export function replyText(reply: ModelReply): string {
  return textsIn(reply.content).join('\n').trim();
}
