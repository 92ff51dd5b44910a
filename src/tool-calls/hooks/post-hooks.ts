import type { EvaluatedCall } from '../call.ts';
import { defined } from '../../common/index.ts';
import {
  type PostToolUseAnswer,
  readPostAnswer,
  type ResultReplacement,
  type ResultUpdate,
  type ToolResult,
} from '../../tools/index.ts';
import { warnOfFailedHook } from './failed-hooks.ts';
import { fitsFilter, type Hook } from './hooks.ts';
import { fieldsOf, hookCallOf, thrownText, withinTime } from './pre-hooks.ts';
import type { CallContext } from '../context.ts';

/** A result after a hook, and what the hook did to it for the trail. */
interface HookedResult {
  readonly result: ToolResult;
  readonly effect: string;
  /** Why the hook failed, redacted and cut. */
  readonly failure?: string;
}

/**
 * Step 7: the tool's own hook, then the run's, may change what the model gets, or make a failure of a success. A hook that throws,
 * takes too long, or makes a success of a failure changes nothing; the trail and a warning say so.
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
    const hooked = await askHook(context, hook, { call, result: current });
    await context.trail.write({
      type: 'hook.ran',
      call: call.request.id,
      hook: hook.name,
      phase: 'postToolUse',
      effect: hooked.effect,
    });
    const { failure: reason } = hooked;
    if (reason !== undefined)
      await warnOfFailedHook(context, hook, { phase: 'postToolUse', reason });
    current = hooked.result;
  }
  return current;
}

async function askHook(
  context: CallContext,
  hook: Hook,
  { call, result }: { readonly call: EvaluatedCall; readonly result: ToolResult },
): Promise<HookedResult> {
  try {
    const asked = hook.postToolUse?.(hookCallOf(context, call), structuredClone(result));
    return changed(result, readPostAnswer(await withinTime(context, asked)));
  } catch (error) {
    const failure = thrownText(context, error);
    return { result, effect: `failed: ${failure}`, failure };
  }
}

/** Throws if the result cannot change so. */
function changed(result: ToolResult, answer: PostToolUseAnswer): HookedResult {
  const { replace, update, llmContent, errorMessage } = answer;
  if (replace !== undefined)
    return { result: replaced(result, replace), effect: 'result replaced' };
  if (update !== undefined)
    return { result: updated(result, update), effect: `result updated: ${fieldsOf(update)}` };
  const short = { llmContent, ...(result.ok ? {} : { errorMessage }) };
  const isEmpty = (short.llmContent ?? errorMessage) === undefined;
  return { result: updated(result, short), effect: isEmpty ? 'none' : 'result replaced' };
}

/** The tool's metadata stays: the trail records from it what the effect was, and whether the text is untrusted. */
function replaced(result: ToolResult, replacement: ResultReplacement): ToolResult {
  if (replacement.ok && !result.ok)
    throw new Error('its answer is not valid: a call that failed stays failed');
  return result.metadata === undefined
    ? replacement
    : { ...replacement, metadata: result.metadata };
}

/** People see what the model sees unless the hook says otherwise: what a hook removed must not show elsewhere. */
function updated(result: ToolResult, update: ResultUpdate): ToolResult {
  const { llmContent, displayContent, errorMessage, recommendations } = update;
  const content = llmContent === undefined ? {} : { llmContent };
  if (!result.ok) {
    if (displayContent !== undefined)
      throw new Error('its answer is not valid: a call that failed has no displayContent');
    const { type, message, recommendations: advice } = result.error;
    const error = {
      type,
      message: errorMessage ?? message,
      recommendations: recommendations ?? advice,
    };
    return { ...result, ...content, error };
  }
  if ((errorMessage ?? recommendations) !== undefined)
    throw new Error('its answer is not valid: a call that succeeded has no error to update');
  const { displayContent: before, ...rest } = result;
  const shown = displayContent ?? (llmContent === undefined ? before : undefined);
  return { ...rest, ...content, ...defined({ displayContent: shown }) };
}
