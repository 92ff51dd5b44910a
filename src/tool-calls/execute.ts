import type { EvaluatedCall } from './call.ts';
import { errorText, isJsonObject, type Json, type JsonObject } from '../common/index.ts';
import type { ToolContext, ToolResult } from '../tools/index.ts';
import type { WriteAhead } from './write-ahead.ts';
import { recordState, snapshotOf } from './record.ts';
import type { CallContext } from './context.ts';

/** How long a tool may take to come back after its signal was aborted. */
const ABORT_GRACE_MS = 10_000;
/** What one call may tell on its way. */
const MAX_PROGRESS = 1_000;
const MAX_PROGRESS_CHARS = 10_000;

/**
 * Step six: the effect. `EXECUTING`, with the digest of exactly what is executed, is on disk before it begins.
 * Whatever the tool throws becomes a typed result; a tool that ignores its signal is left behind.
 */
export async function executeCall(
  context: CallContext,
  call: EvaluatedCall,
  ahead?: WriteAhead,
): Promise<{ readonly result: ToolResult; readonly durationMs: number }> {
  await recordState(context, call, {
    state: 'EXECUTING',
    details: { argumentsSha256: call.argumentsSha256 },
  });
  await ahead?.onDisk();
  context.bus.emit({
    type: 'tool:start',
    snapshot: snapshotOf(call.request, 'EXECUTING', call.inputPreview),
  });
  const startedMs = context.clock.monotonicMs();
  const result =
    call.ready === null
      ? await runTool(context, call)
      : { ok: true as const, llmContent: call.ready };
  return { result, durationMs: Math.round(context.clock.monotonicMs() - startedMs) };
}

async function runTool(callContext: CallContext, call: EvaluatedCall): Promise<ToolResult> {
  const limit = limitTime(callContext, call.tool.timeoutMs);
  const progress = tellProgress(callContext, call);
  const context = {
    ...callContext.services(callContext, call, limit.signal),
    call: call.request.id,
    run: callContext.run,
    signal: limit.signal,
    ...(call.answer === undefined ? {} : { answer: call.answer }),
    ...(call.verdict.profile === undefined ? {} : { profile: call.verdict.profile }),
    emit: progress.emit,
  };
  try {
    return await Promise.race([call.prepared.execute(context), limit.late]);
  } catch (error) {
    return failure(call, {
      error,
      timedOut: limit.signal.aborted,
      cancelled: callContext.signal.aborted,
    });
  } finally {
    limit.lift();
    await progress.end();
  }
}

/**
 * What a tool emits, redacted and in its order, before the end of its call is told. What is no JSON object is left out,
 * and so is what comes after the end, from a tool that was left behind.
 */
function tellProgress(
  context: CallContext,
  call: EvaluatedCall,
): { readonly emit: ToolContext['emit']; end(): Promise<void> } {
  let left = MAX_PROGRESS;
  let told: Promise<void> = Promise.resolve();
  const tell = async (given: JsonObject): Promise<void> => {
    const progress = await context.redactor.redactJson(given);
    if (!isJsonObject(progress)) return;
    context.bus.emit({ type: 'tool:progress', call: call.request.id, progress });
  };
  return {
    emit: (given) => {
      const progress = copied(given);
      if (left === 0 || !isJsonObject(progress)) return;
      left -= 1;
      told = told.then(() => tell(progress)).catch(() => undefined);
    },
    end: async () => {
      left = 0;
      await told;
    },
  };
}

/** A copy, so that what the tool does to its own afterwards changes nothing; `null` for what is too long or no JSON. */
function copied(given: unknown): Json {
  try {
    const text = JSON.stringify(given) ?? '';
    const value: Json = text.length > MAX_PROGRESS_CHARS ? null : JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}

/** Why a wait is over that nobody waits for any more. No error: one would be made for each call. */
const OVER = 'over';

/**
 * The time of one call. `signal`, which the tool gets, is aborted when the run ends or the time is up; `late` rejects where
 * the tool has not come back after that. `lift` ends all of it.
 */
function limitTime(
  context: CallContext,
  timeoutMs: number,
): { readonly signal: AbortSignal; readonly late: Promise<never>; lift(): void } {
  const ending = new AbortController();
  const soon = new AbortController();
  const lifted = new AbortController();
  const end = (): void => {
    ending.abort(context.signal.reason);
    soon.abort(OVER);
  };
  const giveUp = async (): Promise<never> => {
    // Cut short where the run ends, or the tool comes back.
    await context.clock.sleep(timeoutMs, soon.signal).catch(() => undefined);
    if (!lifted.signal.aborted) ending.abort();
    await context.clock.sleep(ABORT_GRACE_MS, lifted.signal);
    throw new Error('it did not stop when it was told to');
  };
  if (context.signal.aborted) end();
  else context.signal.addEventListener('abort', end, { once: true });
  const late = giveUp();
  late.catch(() => undefined);
  const lift = (): void => {
    context.signal.removeEventListener('abort', end);
    lifted.abort(OVER);
    soon.abort(OVER);
  };
  return { signal: ending.signal, late, lift };
}

function failure(
  call: EvaluatedCall,
  why: { readonly error: unknown; readonly timedOut: boolean; readonly cancelled: boolean },
): ToolResult {
  const name = call.tool.name;
  if (why.cancelled) {
    return {
      ok: false,
      error: { type: 'cancelled', message: `${name} was cancelled.`, recommendations: [] },
    };
  }
  if (why.timedOut) {
    return {
      ok: false,
      error: {
        type: 'timeout',
        message: `${name} was ended after ${call.tool.timeoutMs} ms.`,
        recommendations: ['Do less in one call.'],
      },
    };
  }
  return {
    ok: false,
    error: {
      type: 'execution',
      message: `${name} failed: ${errorText(why.error)}`,
      recommendations: ['Read the message, change the call, and do not repeat it unchanged.'],
    },
  };
}
