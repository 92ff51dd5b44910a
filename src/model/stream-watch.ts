/** How long one stream may last, pings included. */
const MAX_STREAM_MS = 3_600_000;
/** How long the server may take to close the stream after the last event. */
const DRAIN_TIMEOUT_MS = 500;

export interface StreamWatch {
  /** Called with every event. False: the stream has lasted too long. */
  readonly isInTime: () => boolean;
  /** Whether the stream was aborted because it was silent. */
  readonly isStalled: () => boolean;
  /** Why the stream was aborted. */
  readonly reason: () => string;
  /** The reply is complete: the stream may stay open only for a moment longer. */
  readonly drain: () => void;
  readonly stop: () => void;
}

/** Aborts a stream that is silent for too long, or lasts too long. */
export function watchStream(controller: AbortController, stallTimeoutMs: number): StreamWatch {
  let hasStalled = false;
  let timeoutMs = stallTimeoutMs;
  const endMs = performance.now() + MAX_STREAM_MS;
  const onStall = (): void => {
    hasStalled = true;
    controller.abort();
  };
  let timer = setTimeout(onStall, timeoutMs);
  return {
    isInTime: () => {
      timer.refresh();
      return performance.now() < endMs;
    },
    isStalled: () => hasStalled,
    reason: () =>
      hasStalled
        ? `the stream was silent for ${timeoutMs / 1000} s`
        : `the stream had no end after ${MAX_STREAM_MS / 1000} s`,
    drain: () => {
      clearTimeout(timer);
      timeoutMs = DRAIN_TIMEOUT_MS;
      timer = setTimeout(onStall, timeoutMs);
    },
    stop: () => clearTimeout(timer),
  };
}
