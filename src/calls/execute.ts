import { errorText, isJsonObject, type Json, type JsonObject } from '../base/index.ts';
import type { ToolContext, ToolResult } from '../tools/index.ts';
import type { Ahead } from './ahead.ts';
import { type JudgedCall, recordState, snapshotOf } from './record.ts';
import type { CallWorld } from './world.ts';

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
  world: CallWorld,
  call: JudgedCall,
  ahead?: Ahead,
): Promise<{ readonly result: ToolResult; readonly durationMs: number }> {
  await recordState(world, call, {
    state: 'EXECUTING',
    details: { argumentsSha256: call.argumentsSha256 },
  });
  await ahead?.onDisk();
  world.bus.emit({
    type: 'tool:start',
    snapshot: snapshotOf(call.request, 'EXECUTING', call.inputPreview),
  });
  const startedMs = world.clock.monotonicMs();
  const result =
    call.ready === null
      ? await runTool(world, call)
      : { ok: true as const, llmContent: call.ready };
  return { result, durationMs: Math.round(world.clock.monotonicMs() - startedMs) };
}

async function runTool(world: CallWorld, call: JudgedCall): Promise<ToolResult> {
  const limit = limitTime(world, call.tool.timeoutMs);
  const progress = tellProgress(world, call);
  const context = {
    ...world.services(world, call, limit.signal),
    call: call.request.id,
    run: world.run,
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
      cancelled: world.signal.aborted,
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
  world: CallWorld,
  call: JudgedCall,
): { readonly emit: ToolContext['emit']; end(): Promise<void> } {
  let left = MAX_PROGRESS;
  let told: Promise<void> = Promise.resolve();
  const tell = async (given: JsonObject): Promise<void> => {
    const progress = await world.redactor.redactJson(given);
    if (!isJsonObject(progress)) return;
    world.bus.emit({ type: 'tool:progress', call: call.request.id, progress });
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
  world: CallWorld,
  timeoutMs: number,
): { readonly signal: AbortSignal; readonly late: Promise<never>; lift(): void } {
  const ending = new AbortController();
  const soon = new AbortController();
  const lifted = new AbortController();
  const end = (): void => {
    ending.abort(world.signal.reason);
    soon.abort(OVER);
  };
  const giveUp = async (): Promise<never> => {
    // Cut short where the run ends, or the tool comes back.
    await world.clock.sleep(timeoutMs, soon.signal).catch(() => undefined);
    if (!lifted.signal.aborted) ending.abort();
    await world.clock.sleep(ABORT_GRACE_MS, lifted.signal);
    throw new Error('it did not stop when it was told to');
  };
  if (world.signal.aborted) end();
  else world.signal.addEventListener('abort', end, { once: true });
  const late = giveUp();
  late.catch(() => undefined);
  const lift = (): void => {
    world.signal.removeEventListener('abort', end);
    lifted.abort(OVER);
    soon.abort(OVER);
  };
  return { signal: ending.signal, late, lift };
}

function failure(
  call: JudgedCall,
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
