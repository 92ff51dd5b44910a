import { errorText, isJsonObject } from '../base/index.ts';
import type { ToolResult } from '../tools/index.ts';
import type { Ahead } from './ahead.ts';
import { type JudgedCall, recordState, snapshotOf } from './record.ts';
import type { CallWorld } from './world.ts';

/** How long a tool may take to come back after its signal was aborted. */
const ABORT_GRACE_MS = 10_000;

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
  const context = {
    call: call.request.id,
    signal,
    ...(call.answer === undefined ? {} : { answer: call.answer }),
    emit: (progress: Parameters<Parameters<typeof call.prepared.execute>[0]['emit']>[0]) => {
      if (isJsonObject(progress)) {
        world.bus.emit({ type: 'tool:progress', call: call.request.id, progress });
      }
    },
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
