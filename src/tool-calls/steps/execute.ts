import type { EvaluatedCall } from '../call.ts';
import {
  defined,
  errorText,
  isJsonObject,
  type Json,
  type JsonObject,
  markHandled,
  orNull,
  parseJson,
} from '../../common/index.ts';
import { failure, type Failure, LiveMetadata, type ToolResult } from '../../tools/index.ts';
import { fitsFilter } from '../hooks/hooks.ts';
import { CANCELLED } from './calls-not-made.ts';
import { recordState, snapshotOf } from '../record.ts';
import { openRequests } from '../tool-requests.ts';
import type { CallContext } from '../context.ts';

/** How long a tool may take to come back after its signal was aborted. */
const ABORT_GRACE_MS = 10_000;
/** Progress events of one call, and the size of each. */
const MAX_PROGRESS = 1_000;
const MAX_PROGRESS_CHARS = 10_000;

/**
 * Step 6: the effect. `EXECUTING`, with the digest of exactly what is executed, is on disk before it begins. It does not begin if the
 * run was cancelled meanwhile. Whatever the tool throws becomes a typed result. A tool that ignores its signal is abandoned.
 */
export async function executeCall(
  context: CallContext,
  call: EvaluatedCall,
): Promise<{ readonly result: ToolResult; readonly durationMs: number }> {
  const { argumentsSha256 } = call;
  await recordState(context, call, { state: 'EXECUTING', argumentsSha256 });
  await context.trail.flush();
  context.bus.emit({ type: 'tool:start', snapshot: snapshotOf(call, 'EXECUTING') });
  const startedMs = context.clock.monotonicMs();
  const result =
    call.hookResult === null
      ? await runTool(context, call)
      : { ok: true as const, llmContent: call.hookResult };
  return { result, durationMs: Math.round(context.clock.monotonicMs() - startedMs) };
}

async function runTool(callContext: CallContext, call: EvaluatedCall): Promise<ToolResult> {
  if (callContext.signal.aborted) return { ok: false, error: CANCELLED };
  const limit = limitTime(callContext, call.tool.timeoutMs);
  const progress = reportProgress(callContext, call);
  const requests = openRequests(callContext, call, limit);
  const context = {
    ...callContext.services(callContext, call, limit.signal),
    call: call.request.id,
    run: callContext.run,
    signal: limit.signal,
    ...defined({ answer: call.answer, profile: call.verdict.profile }),
    places: call.verdict.places ?? new Map<string, string>(),
    emit: progress.emit,
    setMetadata: progress.setMetadata,
    request: requests.request,
  };
  const signals = { run: callContext.signal, call: limit.signal };
  try {
    const result = await Promise.race([call.prepared.execute(context), limit.late]);
    const isLate = result.ok && limit.signal.aborted;
    return progress.metadata.mergedInto(
      isLate ? tooLate(result, failureOf(call, signals)) : result,
    );
  } catch (error) {
    return progress.metadata.mergedInto(failureOf(call, { ...signals, error }));
  } finally {
    limit.clear();
    await Promise.all([progress.end(), requests.ended()]);
  }
}

/**
 * Sends the progress and the metadata of a call to listeners, redacted, in order, and before its end. Drops progress that is not a
 * JSON object, and what an abandoned tool sends after the end.
 */
function reportProgress(
  { redactor, bus, hooks }: CallContext,
  { request: { id: call }, tool }: EvaluatedCall,
) {
  const changes = hooks.flatMap(({ on, changeProgress }) =>
    changeProgress === undefined || !fitsFilter(on, tool) ? [] : [changeProgress],
  );
  const changed = (text: string): string => changes.reduce((now, change) => change(now), text);
  const metadata = new LiveMetadata();
  let left = MAX_PROGRESS;
  let isOver = false;
  let reported: Promise<void> = Promise.resolve();
  const report = (given: JsonObject, send: (redacted: JsonObject) => void): void => {
    const before = reported;
    const sent = async (): Promise<void> => {
      await before;
      const redacted = redactor.redactJson(given);
      const shown = changes.length === 0 ? redacted : withChangedTexts(redacted, changed);
      if (isJsonObject(shown)) send(shown);
    };
    reported = sent().catch(() => undefined);
  };
  return {
    metadata,
    emit: (given: JsonObject): void => {
      const progress = copyJson(given);
      if (isOver || left === 0 || !isJsonObject(progress)) return;
      left -= 1;
      report(progress, (redacted) => bus.emit({ type: 'tool:progress', call, progress: redacted }));
    },
    setMetadata: (fields: JsonObject): void => {
      if (isOver) return;
      report(metadata.set(fields), (redacted) =>
        bus.emit({ type: 'tool:metadata', call, metadata: redacted }),
      );
    },
    end: async (): Promise<void> => {
      isOver = true;
      await reported;
    },
  };
}

/** The same JSON with other texts. */
function withChangedTexts(json: Json, change: (text: string) => string): Json {
  const changed: Json = JSON.parse(JSON.stringify(json), (_, value: unknown) =>
    typeof value === 'string' ? change(value) : value,
  );
  return changed;
}

/** A copy that the tool cannot change afterwards; `null` for a value that is too long or is not JSON. */
function copyJson(given: unknown): Json {
  const text = orNull(() => JSON.stringify(given)) ?? 'null';
  return text.length > MAX_PROGRESS_CHARS ? null : (parseJson(text) ?? null);
}

/**
 * Limits the time of one call. `signal`, which the tool gets, aborts when the run ends or the time is over. `late` rejects if
 * the tool does not return within a grace period after that. `clear` removes the limit, and aborts `over`.
 */
function limitTime({ clock, signal: runSignal }: CallContext, timeoutMs: number) {
  const ending = new AbortController();
  const over = new AbortController();
  const late = Promise.withResolvers<never>();
  // Nothing awaits it if the call fails before its tool has begun.
  markHandled(late.promise);
  const after = (ms: number, act: () => void): void => {
    // Rejects when the call is over.
    clock.sleep(ms, over.signal).then(act, () => undefined);
  };
  const end = (reason?: unknown): void => {
    ending.abort(reason);
    const ignored = new Error('it did not stop when its signal was aborted');
    after(ABORT_GRACE_MS, () => late.reject(ignored));
  };
  const onRunEnd = (): void => end(runSignal.reason);
  if (runSignal.aborted) onRunEnd();
  else runSignal.addEventListener('abort', onRunEnd);
  after(timeoutMs, () => end());
  const clear = (): void => {
    runSignal.removeEventListener('abort', onRunEnd);
    over.abort();
  };
  return { signal: ending.signal, over: over.signal, late: late.promise, clear };
}

/** A tool that came back after its signal was aborted did not do its work in time, whatever it says. */
function tooLate(result: ToolResult & { readonly ok: true }, failed: Failure): ToolResult {
  const message = `${failed.error.message} It returned late: what it did is done.`;
  const { llmContent, metadata } = result;
  return {
    ok: false,
    error: { ...failed.error, message },
    llmContent,
    ...defined({ metadata }),
  };
}

/** Why a call failed: what ended it before its tool did, else what the tool threw. */
function failureOf(
  { tool: { name, timeoutMs } }: EvaluatedCall,
  ended: { readonly run: AbortSignal; readonly call: AbortSignal; readonly error?: unknown },
): Failure {
  if (ended.run.aborted) return failure('cancelled', `${name} was cancelled.`);
  if (ended.call.aborted)
    return failure('timeout', `${name} was ended after ${timeoutMs} ms.`, ['Do less in one call.']);
  return failure('execution', `${name} failed: ${errorText(ended.error)}`, [
    'Read the message, change the call, and do not repeat it unchanged.',
  ]);
}
