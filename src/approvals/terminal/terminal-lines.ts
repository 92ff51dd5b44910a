import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Lines that a person types, one for each question. */
export interface Lines {
  /** The next line; `null` at the end of input. Rejects with the signal's reason when it is aborted first. */
  next(signal: AbortSignal): Promise<string | null>;
  close(): void;
}

/** Reads lines from a terminal. I/O: the given stream. */
export function readLines(input: Readable): Lines {
  const reader = createInterface({ input, terminal: false });
  const queue: string[] = [];
  let ended = false;
  let wake: (() => void) | undefined;
  reader.on('line', (line) => {
    queue.push(line);
    wake?.();
  });
  reader.on('close', () => {
    ended = true;
    wake?.();
  });
  return {
    next: async (signal) => {
      signal.throwIfAborted();
      if (queue.length === 0 && !ended) await nextEvent(signal, (waker) => void (wake = waker));
      signal.throwIfAborted();
      return queue.shift() ?? null;
    },
    close: () => reader.close(),
  };
}

function nextEvent(signal: AbortSignal, onWaker: (waker: () => void) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => resolve();
  signal.addEventListener('abort', done, { once: true });
  onWaker(done);
  return promise.finally(() => signal.removeEventListener('abort', done));
}
