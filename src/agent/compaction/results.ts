import { canonicalJson } from '../../common/index.ts';
import type { FinishedCall } from '../../tool-calls/index.ts';
import type { Message, ToolResultBlock, ToolUseBlock, UserBlock } from '../../model/index.ts';
import type { LlmContent } from '../../tools/index.ts';
import { type BudgetLine, amountText } from '../budget/budget.ts';
import { finishOfTurn, type RefusedCall, refusalsIn } from '../outcome.ts';
import type { AgentState } from '../context.ts';

/**
 * The user message that answers a turn: one `tool_result` for each `tool_use`, in the order of the calls, as the
 * Messages API demands, then new instructions, then warnings about the budget. Remembers refusals, and forgets a refusal
 * once the same call succeeded.
 */
export function takeResults(
  state: AgentState,
  turn: {
    readonly uses: readonly ToolUseBlock[];
    readonly finished: readonly FinishedCall[];
    readonly near: readonly BudgetLine[];
    readonly instructions: readonly UserBlock[];
  },
) {
  const { uses, finished, near, instructions } = turn;
  for (const call of finished) remember(state.refused, call);
  const byUse = new Map(finished.map((call) => [call.request.toolUseId, call]));
  const repeated: Repeated[] = [];
  const results = uses.map((use) => {
    const call = byUse.get(use.id);
    const earlier = call === undefined ? null : state.conversation.sameBefore(call);
    if (call === undefined || earlier === null) return resultBlock(use, call);
    const note = `The same result, word for word, as that of the same call above (${earlier}).`;
    const { id, turn: ofTurn } = call.request;
    const bytes = Buffer.byteLength(typeof call.content === 'string' ? call.content : '');
    repeated.push({
      turn: ofTurn,
      how: `the result of ${id} is the same as that of ${earlier}`,
      removedBytes: bytes - Buffer.byteLength(note),
    });
    return resultBlock(use, { ...call, content: note });
  });
  const warnings: UserBlock[] = near.map(({ budget, used, limit }) => ({
    type: 'text',
    text: `Budget: ${amountText(budget, used)} of ${limit} ${budget} used. Finish the work and call finish in time.`,
  }));
  const message: Message = { role: 'user', content: [...results, ...instructions, ...warnings] };
  return { message, finish: finishOfTurn(finished), repeated };
}

/** A long result that the conversation held already. */
interface Repeated {
  readonly turn: number;
  readonly how: string;
  readonly removedBytes: number;
}

function resultBlock(use: ToolUseBlock, call: FinishedCall | undefined): ToolResultBlock {
  const { content, isError } = call ?? { content: 'This call was not made.', isError: true };
  return {
    type: 'tool_result',
    tool_use_id: use.id,
    content: blocksOf(content),
    ...(isError ? { is_error: true } : {}),
  };
}

function blocksOf(content: LlmContent): ToolResultBlock['content'] {
  if (typeof content === 'string') return content === '' ? '(no output)' : content;
  return content.map((block) => {
    switch (block.type) {
      case 'text':
        return block;
      case 'image':
        return {
          type: 'image',
          source: { type: 'base64', media_type: block.mediaType, data: block.base64 },
        };
      case 'document':
        return {
          type: 'document',
          source: { type: 'base64', media_type: block.mediaType, data: block.base64 },
        };
    }
  });
}

function remember(refused: RefusedCall[], call: FinishedCall): void {
  const { id, name, input } = call.request;
  const key = `${name} ${canonicalJson(input)}`;
  if (call.state === 'DENIED' && call.refusal !== undefined) {
    refused.push({ call: id, tool: name, refusal: call.refusal, key });
    return;
  }
  if (call.state !== 'COMPLETED') return;
  refused.push(...refusalsIn(call));
  for (let index = refused.length - 1; index >= 0; index -= 1) {
    if (refused[index]?.key === key) refused.splice(index, 1);
  }
}
