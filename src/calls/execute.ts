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
  const timeout = new AbortController();
  const stop = new AbortController();
  const signal = AbortSignal.any([world.signal, timeout.signal]);
  const progress = tellProgress(world, call);
  const context = {
    call: call.request.id,
    signal,
    ...(call.answer === undefined ? {} : { answer: call.answer }),
    emit: progress.emit,
  };
  const gaveUp = giveUp(world, { timeoutMs: call.tool.timeoutMs, timeout, stop: stop.signal });
  gaveUp.catch(() => undefined);
  try {
    return await Promise.race([call.prepared.execute(context), gaveUp]);
  } catch (error) {
    return failure(call, {
      error,
      timedOut: timeout.signal.aborted,
      cancelled: world.signal.aborted,
    });
  } finally {
    stop.abort();
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

async function giveUp(
  world: CallWorld,
  limits: {
    readonly timeoutMs: number;
    readonly timeout: AbortController;
    readonly stop: AbortSignal;
  },
): Promise<never> {
  const ended = AbortSignal.any([world.signal, limits.stop]);
  try {
    await world.clock.sleep(limits.timeoutMs, ended);
  } catch {
    // The run was cancelled, or the tool came back; the grace below tells them apart.
  }
  limits.timeout.abort();
  await world.clock.sleep(ABORT_GRACE_MS, limits.stop);
  throw new Error('it did not stop when it was told to');
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
