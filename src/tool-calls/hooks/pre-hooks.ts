import type { EvaluatedCall, ValidatedCall } from '../call.ts';
import {
  canonicalJson,
  errorText,
  isJsonObject,
  type Json,
  oneLine,
  truncateMiddle,
  within,
} from '../../common/index.ts';
import { affectedPlaces, applyHook, type Verdict } from '../../policy/index.ts';
import { type PreToolUseAnswer, readPreAnswer } from '../../tools/index.ts';
import { fitsFilter, type Hook, HOOK_TIMEOUT_MS, type HookCall } from './hooks.ts';
import { evaluateAgain, evaluateCall, recordVerdict } from '../steps/evaluate.ts';
import { validateCall } from '../steps/validate.ts';
import type { CallContext } from '../context.ts';

const MAX_FIELDS_CHARS = 500;
const MAX_VALUE_CHARS = 2_000;
const HOOK_DECISION = { auto: 'auto', ask: 'requireApproval', deny: 'deny' } as const;

/**
 * Steps 3 and 4: the policy's verdict, then what hooks make of it. Each verdict is on record before anything acts on it.
 */
export async function evaluateWithHooks(
  context: CallContext,
  call: ValidatedCall,
): Promise<EvaluatedCall> {
  const verdict = evaluateCall(context, call);
  await recordVerdict(context, call, verdict);
  const checked = await runPreHooks(context, call, verdict);
  if (checked.verdict !== verdict || checked.argumentsSha256 !== call.argumentsSha256)
    await recordVerdict(context, checked, checked.verdict);
  return checked;
}

/**
 * Step 4: the tool's own hook, then the run's in their order. Each may make the verdict stricter, change the input (which
 * is validated and evaluated again) or give a result. A hook that throws or takes too long counts as `deny`. Every hook is
 * asked about the input that will run: those before the last one that changed it are asked again, for their decision alone.
 */
async function runPreHooks(
  context: CallContext,
  validated: ValidatedCall,
  verdict: Verdict,
): Promise<EvaluatedCall> {
  let call: EvaluatedCall = { ...validated, verdict, hookResult: null };
  const { tool, prepared } = validated;
  const own: Hook[] =
    prepared.preToolUse === undefined
      ? []
      : [{ name: `tool:${tool.name}`, preToolUse: () => call.prepared.preToolUse?.() }];
  const hooks = [...own, ...preHooksOf(context, tool)];
  let changedLast = 0;
  for (const [index, hook] of hooks.entries()) {
    const before = call.argumentsSha256;
    call = await runPreHook(context, call, { hook, isAskedAgain: false });
    if (call.argumentsSha256 !== before) changedLast = index;
  }
  for (const hook of hooks.slice(0, changedLast))
    call = await runPreHook(context, call, { hook, isAskedAgain: true });
  return call;
}

/** Whether a hook, of the run or of the tool itself, is asked about a call before it runs. */
export function hasPreHooks(context: CallContext, { tool, prepared }: ValidatedCall): boolean {
  return prepared.preToolUse !== undefined || preHooksOf(context, tool).length > 0;
}

function preHooksOf({ hooks }: CallContext, tool: ValidatedCall['tool']): readonly Hook[] {
  return hooks.filter(({ preToolUse, on }) => preToolUse !== undefined && fitsFilter(on, tool));
}

interface AskedHook {
  readonly hook: Hook;
  /** A change of the input that another hook has changed since would have no end. */
  readonly isAskedAgain: boolean;
}

async function runPreHook(
  context: CallContext,
  call: EvaluatedCall,
  asked: AskedHook,
): Promise<EvaluatedCall> {
  const { hook } = asked;
  // A hook is somebody's code: it sees nothing of a call that is not on record.
  await context.trail.flush();
  const { answer, effect } = await askHook(context, call, asked);
  await context.trail.write({
    type: 'hook.ran',
    call: call.request.id,
    hook: hook.name,
    phase: 'preToolUse',
    effect,
  });
  return await applyAnswer(context, call, { hook, answer });
}

async function askHook(
  context: CallContext,
  call: EvaluatedCall,
  { hook, isAskedAgain }: AskedHook,
): Promise<{ readonly answer: PreToolUseAnswer; readonly effect: string }> {
  try {
    const asked = hook.preToolUse?.(hookCallOf(context, call));
    const given = readPreAnswer(await withinTime(context, asked));
    const answer = isAskedAgain ? { decision: given.decision, reason: given.reason } : given;
    return { answer, effect: effectOf(context, answer) };
  } catch (error) {
    const reason = `The hook ${hook.name} failed: ${thrownText(context, error)}`;
    return { answer: { decision: 'deny', reason }, effect: `decision deny; reason: ${reason}` };
  }
}

/** A call as hooks see it. */
export function hookCallOf(context: CallContext, call: EvaluatedCall): HookCall {
  return {
    call: call.request.id,
    parent: call.request.parent,
    tool: call.tool.name,
    kind: call.tool.kind,
    input: structuredClone(call.prepared.input),
    paths: affectedPlaces(call.prepared.facts, context.situation(), call.verdict.places),
  };
}

/** What a hook threw, in few words. Redacted before it is cut: half a secret matches nothing. */
export function thrownText({ redactor }: Pick<CallContext, 'redactor'>, error: unknown): string {
  return truncateMiddle(redactor.redact(errorText(error)), MAX_VALUE_CHARS);
}

/** The answer, or a rejection once a hook has had `HOOK_TIMEOUT_MS`. */
export async function withinTime<T>(
  { clock }: Pick<CallContext, 'clock'>,
  asked: T | Promise<T>,
): Promise<T> {
  const late = new Error(`it gave no answer within ${HOOK_TIMEOUT_MS} ms`);
  return await within(Promise.resolve(asked), { clock, limitMs: HOOK_TIMEOUT_MS, late });
}

async function applyAnswer(
  context: CallContext,
  call: EvaluatedCall,
  { hook, answer }: { readonly hook: Hook; readonly answer: PreToolUseAnswer },
): Promise<EvaluatedCall> {
  const { decision, reason, result } = answer;
  const input = inputOf(answer, call.prepared.input);
  const changed = input === undefined ? call : await withInput(context, call, input);
  const verdict =
    decision === undefined
      ? changed.verdict
      : applyHook(changed.verdict, {
          verdict: HOOK_DECISION[decision],
          because: reason ?? `${hook.name} says ${decision}`,
        });
  return { ...changed, verdict, hookResult: result ?? changed.hookResult };
}

/** The input that an answer asks for; `undefined`: it stays. An update of what is no object gives an input that no tool takes. */
function inputOf({ update, replace, input }: PreToolUseAnswer, before: Json): Json | undefined {
  if (update === undefined) return replace === undefined ? input : replace;
  return isJsonObject(before) ? { ...before, ...update } : update;
}

async function withInput(
  context: CallContext,
  call: EvaluatedCall,
  input: Json,
): Promise<EvaluatedCall> {
  const { tool, hookResult } = call;
  const validation = await validateCall(context, { tool, request: { ...call.request, input } });
  if (!validation.ok) {
    const because = `A hook changed the input to one that is not valid: ${validation.error.message}`;
    const verdict = applyHook(call.verdict, { verdict: 'deny', because });
    return { ...call, verdict };
  }
  const verdict = evaluateAgain(context, validation.call, call.verdict);
  return { ...validation.call, verdict, hookResult };
}

/** The names of the fields that a hook changed. */
export function fieldsOf(update: object): string {
  return oneLine(Object.keys(update).join(', '), MAX_FIELDS_CHARS);
}

/** What a hook put into an input, as far as a line of the trail has room. Redacted first: half a secret would not be found. */
function shortJson({ redactor }: CallContext, value: Json): string {
  return truncateMiddle(canonicalJson(redactor.redactJson(value)), MAX_VALUE_CHARS);
}

function effectOf(context: CallContext, answer: PreToolUseAnswer): string {
  const whole = answer.replace === undefined ? answer.input : answer.replace;
  const effects = [
    ...(answer.decision === undefined ? [] : [`decision ${answer.decision}`]),
    ...(answer.update === undefined ? [] : [`input updated: ${shortJson(context, answer.update)}`]),
    ...(whole === undefined ? [] : [`input replaced: ${shortJson(context, whole)}`]),
    ...(answer.result === undefined ? [] : ['ready result']),
    ...(answer.reason === undefined ? [] : [`reason: ${answer.reason}`]),
  ];
  return effects.length === 0 ? 'none' : effects.join('; ');
}
