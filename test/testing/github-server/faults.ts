/** Faults of the local GitHub. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Around } from '../../../src/testing/github-server/http.ts';

/** What becomes of a request. */
interface FaultEffect {
  /** Breaks the connection without an answer. */
  readonly drop?: boolean;
  /** Lets the request take effect, and only then breaks the connection. */
  readonly dropAfter?: boolean;
  /** Lets the request take effect, and breaks the connection in the middle of the answer. */
  readonly cutAfter?: boolean;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | object;
}

/** An injected fault. The first one that matches and has `times` left is used once. */
export interface Fault extends FaultEffect {
  /** Tested against `METHOD /path?query`. */
  readonly match: RegExp;
  /** Absent: once. */
  readonly times?: number;
  /** How many matching requests are answered as usual before. Absent: none. */
  readonly skip?: number;
  readonly delayMs?: number;
  /** Called with each request that it matches; the request has no effect before it resolves. */
  readonly until?: () => Promise<unknown>;
  /** Decides about each request that it matches. Absent: the fault itself says what becomes of it. */
  readonly decide?: (request: string) => Promise<FaultEffect>;
}

/** The faults of one server, whose option `around` they are. */
export function createFaults(): {
  readonly fail: (fault: Fault) => void;
  readonly around: Around;
} {
  const pending: { readonly fault: Fault; left: number; skip: number }[] = [];
  const next = (request: string): Fault | undefined => {
    const found = pending.find(({ fault, left }) => left > 0 && fault.match.test(request));
    if (found === undefined) return undefined;
    if (found.skip > 0) {
      found.skip -= 1;
      return undefined;
    }
    found.left -= 1;
    return found.fault;
  };
  return {
    fail: (fault) => {
      pending.push({ fault, left: fault.times ?? 1, skip: fault.skip ?? 0 });
    },
    around: async (request, answer) => {
      const fault = next(request);
      if (fault?.delayMs !== undefined) await sleep(fault.delayMs);
      await fault?.until?.();
      const effect = (await fault?.decide?.(request)) ?? fault;
      if (effect?.drop === true) return { reply: null };
      const isLost = effect?.dropAfter === true;
      const isCut = effect?.cutAfter === true;
      if (effect?.status === undefined) return { reply: await answer(), isLost, isCut };
      return { reply: { ...effect, status: effect.status }, isFault: true, isLost };
    },
  };
}
