import type { EvaluatedCall } from '../call.ts';
import { errorText } from '../../common/index.ts';
import type { ToolResult } from '../../tools/index.ts';
import { fitsFilter, type Hook, type PostToolUseAnswer, readPostAnswer } from './hooks.ts';
import { hookCallOf, withinTime } from './pre-hooks.ts';

import type { JudgingWorld } from '../context.ts';

/**
 * Step seven: the tool's own hook, then the run's, may put another text in place of what the model gets. One that
 * throws or takes too long changes nothing, and the trail says so.
 */
export async function postHooks(
  context: JudgingWorld,
  call: EvaluatedCall,
  result: ToolResult,
): Promise<ToolResult> {
  let current = result;
  const { tool, prepared } = call;
  const first: Hook[] =
    prepared.postToolUse === undefined
      ? []
      : [{ name: `tool:${tool.name}`, postToolUse: (_, ran) => prepared.postToolUse?.(ran) }];
  for (const hook of [...first, ...context.hooks]) {
    if (hook.postToolUse === undefined || !fitsFilter(hook.on, tool)) continue;
    const answer = await askHook(context, hook, { call, result: current });
    await context.trail.append({
      type: 'hook.ran',
      call: call.request.id,
      hook: hook.name,
      phase: 'postToolUse',
      effect: answer.effect,
    });
    current = replaced(current, answer);
  }
  return current;
}

/** People see the same as the model where a hook replaced it: what it took out must not show elsewhere. */
function replaced(result: ToolResult, answer: PostToolUseAnswer): ToolResult {
  const { llmContent, errorMessage } = answer;
  const content = llmContent === undefined ? {} : { llmContent };
  if (!result.ok) {
    const message = errorMessage ?? result.error.message;
    return { ...result, ...content, error: { ...result.error, message } };
  }
  if (llmContent === undefined) return result;
  const { displayContent: _, ...rest } = result;
  return { ...rest, llmContent };
}

async function askHook(
  context: JudgingWorld,
  hook: Hook,
  of: { readonly call: EvaluatedCall; readonly result: ToolResult },
): Promise<PostToolUseAnswer & { readonly effect: string }> {
  const { call, result } = of;
  try {
    const asked = Promise.resolve(
      hook.postToolUse?.(hookCallOf(context, call), structuredClone(result)),
    );
    const answer = readPostAnswer(await withinTime(context, asked));
    const changes = answer.llmContent !== undefined || answer.errorMessage !== undefined;
    return { ...answer, effect: changes ? 'result replaced' : 'none' };
  } catch (error) {
    return { effect: `failed: ${errorText(error)}` };
  }
}
