import { type Clock, retryAfterMs } from '../../common/index.ts';
import {
  describeFailure,
  exhaustedError,
  type Failure,
  type FailureContext,
  finalError,
  mayRetry,
} from './failures.ts';
import type { RespondOptions, SpentUsage } from '../model.ts';

/** The maximum of attempts at one request, the first included. */
export const MAX_ATTEMPTS = 8;
/** The maximum of time that one request waits between its attempts, in total. */
export const MAX_TOTAL_WAIT_MS = 300_000;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;
/** A wait is shortened by up to this share, so that parallel runs do not retry at the same moment. */
const JITTER_SHARE = 0.25;
const MS_PER_DAY = 86_400_000;

export type Attempt<Reply> =
  | { readonly kind: 'done'; readonly reply: Reply }
  /** `spent`: what a reply used before it broke off. Absent: none had begun. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly spent?: SpentUsage };

interface RetryOptions {
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly context: FailureContext;
  readonly respond: RespondOptions;
}

/**
 * Repeats an attempt until it gives a reply. Reports each broken reply to `onBroken`, and each wait to `onRetry` before it starts. Throws a `model-*` error when
 * another attempt cannot help or a limit is reached, and the signal's reason when aborted.
 */
export async function withRetries<Reply>(
  attempt: () => Promise<Attempt<Reply>>,
  options: RetryOptions,
): Promise<Reply> {
  const { signal, onRetry, onBroken } = options.respond;
  let waitedMs = 0;
  for (let attempts = 1; ; attempts += 1) {
    signal.throwIfAborted();
    const result = await attempt();
    if (result.kind === 'done') return result.reply;
    const { failure, spent } = result;
    const because = describeFailure(failure, options.context);
    if (spent !== undefined) await onBroken?.({ ...spent, attempt: attempts, because });
    signal.throwIfAborted();
    if (!mayRetry(failure)) throw finalError(failure, options.context);
    const delayMs = delayOf(failure, attempts, options.random());
    const reason = limitReached({ attempts, waitedMs, delayMs });
    if (reason !== null) throw exhaustedError(failure, options.context, { attempts, reason });
    await onRetry?.({ attempt: attempts, because, delayMs });
    await options.clock.sleep(delayMs, signal);
    waitedMs += delayMs;
  }
}

/**
 * The wait that the server asks for, else one that doubles from attempt to attempt. A server that asks for hardly any wait gets it
 * once: otherwise all attempts would be made within moments.
 */
function delayOf(failure: Failure, attempts: number, random: number): number {
  const askedMs = Math.ceil(failure.retryAfterMs ?? 0);
  if (askedMs >= FIRST_DELAY_MS || (askedMs > 0 && attempts === 1)) return askedMs;
  const doubled = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), MAX_DELAY_MS);
  return Math.round(doubled * (1 - JITTER_SHARE * random));
}

/** Which limit forbids another attempt; `null` if none does. */
function limitReached(state: {
  readonly attempts: number;
  readonly waitedMs: number;
  readonly delayMs: number;
}): string | null {
  if (state.attempts >= MAX_ATTEMPTS) return 'No more attempts are made.';
  if (state.waitedMs + state.delayMs <= MAX_TOTAL_WAIT_MS) return null;
  const wait =
    state.delayMs > MS_PER_DAY ? 'more than a day' : `${Math.ceil(state.delayMs / 1000)} s`;
  const limit = `the limit for all waits is ${MAX_TOTAL_WAIT_MS / 1000} s`;
  return `The next attempt would be in ${wait}, and ${limit}.`;
}

/**
 * The wait that a server asks for: `retry-after-ms`, else `retry-after` in seconds or as an HTTP date. `undefined` if neither
 * is valid and above 0.
 */
export function askedWaitMs(
  header: (name: string) => string | null,
  now: Date,
): number | undefined {
  const waits = [
    Number(header('retry-after-ms')),
    retryAfterMs(header('retry-after'), now.getTime()),
  ];
  return waits.filter((wait) => wait !== null).find((wait) => wait > 0 && Number.isFinite(wait));
}

const WAIT =
  /\b(?:try again in|retry (?:after|in)|please wait) (?:(\d{1,3})h)?(?:(\d{1,3})m)?(\d{1,6}(?:\.\d{1,6})?) ?(ms|s|sec|seconds?|minutes?|hours?)\b/i;
const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 3_600_000;
const UNITS_MS: readonly (readonly [RegExp, number])[] = [
  [/^ms/i, 1],
  [/^s/i, 1000],
  [/^m/i, MS_PER_MINUTE],
  [/^h/i, MS_PER_HOUR],
];

/** The wait that the text of an error asks for, where no header does; `undefined` if it names none. */
export function waitIn(message: string): number | undefined {
  const [, hours = '0', minutes = '0', amount, unit = ''] = WAIT.exec(message) ?? [];
  if (amount === undefined) return undefined;
  const perUnitMs = UNITS_MS.find(([name]) => name.test(unit))?.[1] ?? 1000;
  return Math.ceil(
    Number(hours) * MS_PER_HOUR + Number(minutes) * MS_PER_MINUTE + Number(amount) * perUnitMs,
  );
}
