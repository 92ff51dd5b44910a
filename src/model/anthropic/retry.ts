import type { Clock } from '../../common/index.ts';
import {
  describeFailure,
  exhaustedError,
  type Failure,
  type FailureContext,
  finalError,
  mayRetry,
} from './failures.ts';
import type { RespondOptions } from '../model.ts';

/** How often one request is made at most, the first attempt included. */
export const MAX_ATTEMPTS = 8;
/** How long one request waits between its attempts at most, all waits together. */
export const MAX_TOTAL_WAIT_MS = 300_000;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;
/**
 * A wait is shortened by up to this share, so that many runs do not come back at the same moment.
 */
const JITTER_SHARE = 0.25;

export type Attempt<Reply> =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface RetryOptions {
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly context: FailureContext;
  readonly respond: RespondOptions;
}

/**
 * Makes attempts until one gives a reply. Each wait is told to `onRetry` before it begins. Throws a
 * `model-*` error when another attempt cannot help or the bounds are met, and the signal's reason.
 */
export async function withRetries<Reply>(
  attempt: () => Promise<Attempt<Reply>>,
  options: RetryOptions,
): Promise<Reply> {
  const { signal, onRetry } = options.respond;
  let waitedMs = 0;
  for (let made = 1; ; made += 1) {
    signal.throwIfAborted();
    const result = await attempt();
    if (result.kind === 'reply') return result.reply;
    signal.throwIfAborted();
    const { failure } = result;
    if (!mayRetry(failure)) throw finalError(failure, options.context);
    const delayMs = delayOf(failure, made, options.random());
    const stop = whyStop({ made, waitedMs, delayMs });
    if (stop !== undefined) {
      throw exhaustedError(failure, options.context, { attempts: made, because: stop });
    }
    const because = describeFailure(failure, options.context);
    await onRetry?.({ attempt: made, because, delayMs });
    await sleep(delayMs, options.clock, signal);
    waitedMs += delayMs;
  }
}

/** What the server asks for counts; else the wait doubles from attempt to attempt. */
function delayOf(failure: Failure, made: number, random: number): number {
  if (failure.retryAfterMs !== undefined) return Math.ceil(failure.retryAfterMs);
  const doubled = Math.min(FIRST_DELAY_MS * 2 ** (made - 1), MAX_DELAY_MS);
  return Math.round(doubled * (1 - JITTER_SHARE * random));
}

function whyStop(state: { made: number; waitedMs: number; delayMs: number }): string | undefined {
  if (state.made >= MAX_ATTEMPTS) return 'No more attempts are made.';
  if (state.waitedMs + state.delayMs <= MAX_TOTAL_WAIT_MS) return undefined;
  const seconds = Math.ceil(state.delayMs / 1000);
  const limit = `${MAX_TOTAL_WAIT_MS / 1000} s in all is the limit`;
  return `The next attempt would be in ${seconds} s, and ${limit}.`;
}

async function sleep(delayMs: number, clock: Clock, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(delayMs, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/**
 * How long a server asks to wait: `retry-after-ms` first, then `retry-after` in seconds or as an
 * HTTP date. `undefined` where neither can be read; a date that is over is 0.
 */
export function retryAfterMs(
  header: (name: string) => string | null,
  now: Date,
): number | undefined {
  const inMs = numberOf(header('retry-after-ms'));
  if (inMs !== undefined) return inMs;
  const text = header('retry-after');
  const seconds = numberOf(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = text === null || !HTTP_DATE.test(text) ? Number.NaN : Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

/**
 * All three forms of an HTTP date begin with the day of the week; `Date.parse` would take much
 * more.
 */
const HTTP_DATE = /^\s*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/i;

function numberOf(text: string | null): number | undefined {
  if (text === null || !/^\s*\d+(?:\.\d+)?\s*$/.test(text)) return undefined;
  return Number(text);
}
