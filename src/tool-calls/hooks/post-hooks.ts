import type { EvaluatedCall } from '../call.ts';
import { errorText } from '../../common/index.ts';
import type { ToolResult } from '../../tools/index.ts';
import { fitsFilter, type Hook, type PostToolUseAnswer, readPostAnswer } from './hooks.ts';
import { hookCallOf, withinTime } from './pre-hooks.ts';
import type { CallContext } from '../context.ts';

/**
 * Step 7: the tool's own hook, then the run's, may replace what the model gets. A hook that throws or takes too long
 * changes nothing, and the trail says so.
 */
export async function runPostHooks(
  context: CallContext,
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
    await context.trail.write({
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

/** People see what the model sees: what a hook removed must not show elsewhere. */
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
  context: CallContext,
  hook: Hook,
  { call, result }: { readonly call: EvaluatedCall; readonly result: ToolResult },
): Promise<PostToolUseAnswer & { readonly effect: string }> {
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
