import { errorText } from '../base/index.ts';
import type { ToolResult } from '../tools/index.ts';
import type { Hook, PostToolUseAnswer } from './hooks.ts';
import { withinTime } from './pre-hooks.ts';
import type { JudgedCall } from './record.ts';
import type { CallWorld } from './world.ts';

/**
 * Step seven: hooks may put another text in place of what the model gets. One that throws or takes too long changes
 * nothing, and the trail says so.
 */
export async function postHooks(
  world: CallWorld,
  call: JudgedCall,
  result: ToolResult,
): Promise<ToolResult> {
  let current = result;
  for (const hook of world.hooks) {
    if (hook.postToolUse === undefined) continue;
    const answer = await askHook(world, hook, { call, result: current });
    await world.trail.append({
      type: 'hook.ran',
      call: call.request.id,
      hook: hook.name,
      phase: 'postToolUse',
      effect: answer.effect,
    });
    if (answer.llmContent !== undefined) current = { ...current, llmContent: answer.llmContent };
  }
  return current;
}

async function askHook(
  world: CallWorld,
  hook: Hook,
  of: { readonly call: JudgedCall; readonly result: ToolResult },
): Promise<PostToolUseAnswer & { readonly effect: string }> {
  const { call, result } = of;
  const hookCall = {
    call: call.request.id,
    tool: call.tool.name,
    kind: call.tool.kind,
    input: structuredClone(call.prepared.input),
  };
  try {
    const asked = Promise.resolve(hook.postToolUse?.(hookCall, structuredClone(result)));
    const answer = (await withinTime(world, asked)) ?? {};
    return { ...answer, effect: answer.llmContent === undefined ? 'none' : 'result replaced' };
  } catch (error) {
    return { effect: `failed: ${errorText(error)}` };
  }
}
