import type { EvaluatedCall, OpenCall } from '../call.ts';
import { errorText, type Json } from '../../common/index.ts';
import { applyHook, stricter, type Verdict } from '../../policy/index.ts';
import { findAndValidate } from '../find.ts';
import {
  fitsFilter,
  type Hook,
  HOOK_TIMEOUT_MS,
  type HookCall,
  type PreToolUseAnswer,
  readPreAnswer,
} from './hooks.ts';
import { evaluateCall } from '../evaluate-call.ts';
import { openCall } from '../record.ts';
import type { CallContext, JudgingWorld } from '../context.ts';

const HOOK_DECISION = { auto: 'auto', ask: 'requireApproval', deny: 'deny' } as const;

/**
 * Step four: the tool's own hook, then the run's in their order. Each may make the verdict stricter, change the
 * input (which is validated and judged again) or bring a ready result. A hook that throws or takes too long counts as `deny`.
 */
export async function preHooks(
  context: JudgingWorld,
  opened: OpenCall,
  verdict: Verdict,
): Promise<EvaluatedCall> {
  let call: EvaluatedCall = { ...opened, verdict, ready: null };
  const { tool, prepared } = opened;
  const first: Hook[] =
    prepared.preToolUse === undefined
      ? []
      : [{ name: `tool:${tool.name}`, preToolUse: () => prepared.preToolUse?.() }];
  for (const hook of [...first, ...context.hooks]) {
    if (hook.preToolUse === undefined || !fitsFilter(hook.on, tool)) continue;
    const answer = await askHook(context, hook, call);
    await context.trail.append({
      type: 'hook.ran',
      call: call.request.id,
      hook: hook.name,
      phase: 'preToolUse',
      effect: effectOf(answer),
    });
    call = await apply(context, call, { hook, answer });
  }
  return call;
}

/** Whether any hook is asked about this call before it runs. */
export function hasPreHooks(context: CallContext, opened: OpenCall): boolean {
  return (
    opened.prepared.preToolUse !== undefined ||
    context.hooks.some((hook) => hook.preToolUse !== undefined && fitsFilter(hook.on, opened.tool))
  );
}

async function askHook(
  context: JudgingWorld,
  hook: Hook,
  call: OpenCall,
): Promise<PreToolUseAnswer> {
  try {
    const asked = Promise.resolve(hook.preToolUse?.(hookCallOf(context, call)));
    return readPreAnswer(await withinTime(context, asked));
  } catch (error) {
    return { decision: 'deny', reason: `The hook ${hook.name} failed: ${errorText(error)}` };
  }
}

/** A call as hooks see it. */
export function hookCallOf(context: JudgingWorld, call: OpenCall): HookCall {
  return {
    call: call.request.id,
    tool: call.tool.name,
    kind: call.tool.kind,
    input: structuredClone(call.prepared.input),
    paths: context.policy
      .pathsOf(call.prepared.facts, context.situation())
      .map(({ path, access }) => ({ path, access })),
  };
}

/** The answer, or a rejection once a hook has had `HOOK_TIMEOUT_MS`. */
export async function withinTime<T>(
  context: Pick<CallContext, 'clock'>,
  asked: Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const late = context.clock.sleep(HOOK_TIMEOUT_MS, stop.signal).then(() => {
    throw new Error(`it gave no answer within ${HOOK_TIMEOUT_MS} ms`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([asked, late]);
  } finally {
    stop.abort();
  }
}

async function apply(
  context: JudgingWorld,
  call: EvaluatedCall,
  by: { readonly hook: Hook; readonly answer: PreToolUseAnswer },
): Promise<EvaluatedCall> {
  const changed =
    by.answer.input === undefined ? call : await withInput(context, call, by.answer.input);
  const verdict = decided(changed.verdict, by);
  return { ...changed, verdict, ready: by.answer.result ?? changed.ready };
}

async function withInput(
  context: JudgingWorld,
  call: EvaluatedCall,
  input: Json,
): Promise<EvaluatedCall> {
  const request = { ...call.request, input };
  const found = await findAndValidate(context, request);
  if (!found.ok) {
    const because = `A hook changed the input to one that is not valid: ${found.error.message}`;
    return { ...call, verdict: { ...call.verdict, verdict: 'deny', list: 'wall', because } };
  }
  const opened = await openCall(context, request, found);
  const judged = evaluateCall(context, opened);
  // The sandbox is made for the input that will run.
  const { profile: _, ...verdict } = stricter(call.verdict, judged);
  const profile = judged.profile === undefined ? {} : { profile: judged.profile };
  return { ...opened, verdict: { ...verdict, ...profile }, ready: call.ready };
}

function decided(
  verdict: Verdict,
  by: { readonly hook: Hook; readonly answer: PreToolUseAnswer },
): Verdict {
  const { decision, reason } = by.answer;
  if (decision === undefined) return verdict;
  return applyHook(verdict, {
    verdict: HOOK_DECISION[decision],
    because: reason ?? `${by.hook.name} says ${decision}`,
  });
}

function effectOf(answer: PreToolUseAnswer): string {
  const effects = [
    ...(answer.decision === undefined ? [] : [`decision ${answer.decision}`]),
    ...(answer.input === undefined ? [] : ['input changed']),
    ...(answer.result === undefined ? [] : ['ready result']),
    ...(answer.reason === undefined ? [] : [`reason: ${answer.reason}`]),
  ];
  return effects.length === 0 ? 'none' : effects.join('; ');
}
