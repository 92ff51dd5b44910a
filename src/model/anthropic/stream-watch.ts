/** How long one stream may go on in all, pings and all. */
const MAX_STREAM_MS = 3_600_000;
/** How long the connection may stay open after the last event, to be used again. */
const DRAIN_TIMEOUT_MS = 500;

export interface StreamWatch {
  /** To be called with every event. False when the stream has gone on for too long. */
  readonly isInTime: () => boolean;
  /** Whether it was ended for its silence. */
  readonly isStalled: () => boolean;
  /** What to say of a stream that was ended. */
  readonly why: () => string;
  /** The reply is whole: from now on the stream may stay open for a moment only. */
  readonly drain: () => void;
  readonly stop: () => void;
}

/** Ends a stream that is silent for too long, or goes on for too long. */
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
    isInTime: (): boolean => {
      timer.refresh();
      return performance.now() < endMs;
    },
    isStalled: (): boolean => hasStalled,
    why: (): string => {
      if (hasStalled) return `the stream was silent for ${timeoutMs / 1000} s`;
      return `the stream had no end after ${MAX_STREAM_MS / 1000} s`;
    },
    drain: (): void => {
      clearTimeout(timer);
      timeoutMs = DRAIN_TIMEOUT_MS;
      timer = setTimeout(onStall, timeoutMs);
    },
    stop: (): void => clearTimeout(timer),
  };
}
