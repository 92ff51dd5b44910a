import { type Clock, CountersignError } from '../../common/index.ts';
import { classifyReply, type NoReply, type Reply } from './classify-reply.ts';

/** One request as the client sends it. */
export interface Request {
  /** `GET /path` with the parts of the path already encoded. */
  readonly route: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** True for the GraphQL endpoint, which lies elsewhere on Enterprise Server. */
  readonly graphql?: boolean;
  /** True: a redirect is an answer, so that it can be judged before anybody follows it. Followed where absent. */
  readonly keepRedirect?: boolean;
}

/** Sends one request, once. Never rejects for what GitHub or the network did; rejects only when aborted. */
export type Send = (request: Request) => Promise<Reply | NoReply>;

/** Told before each wait, so that people see why nothing happens. */
export interface Waiting {
  readonly because: string;
  readonly waitMs: number;
  readonly attempt: number;
}

export interface Ask<T> extends Request {
  readonly doing: string;
  readonly needs: string;
  /** Reads the reply; `undefined` where it is not what GitHub promises, which counts as a broken answer. */
  readonly read: (reply: Reply) => T | undefined;
  /**
   * Asked before a request that is not idempotent is sent again after an answer was lost: what it had made
   * after all, or `null` where it made nothing. Absent where sending twice does no harm.
   */
  readonly recover?: () => Promise<T | null>;
  /** Statuses that are answers here and are handed to `read`. */
  readonly answers?: readonly number[];
}

export interface RequesterOptions {
  readonly send: Send;
  readonly clock: Clock;
  readonly onWait?: ((waiting: Waiting) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The longest that one request waits for limits, all waits together. */
  readonly maxLimitWaitMs?: number | undefined;
  /** Removed from every message, whoever wrote it. */
  readonly token: string;
}

export type Requester = <T>(ask: Ask<T>) => Promise<T>;

/** A part of a path that an address drops together with the part before it: what is asked is then something else. */
const LEADS_ELSEWHERE = /\/\.{1,2}(?=\/|$)/;
/** The last moment that a date can name (ECMA-262, 21.4.1.1). */
const LAST_MOMENT_MS = 8.64e15;
const MAX_RETRIES = 3;
const MAX_LIMIT_WAITS = 5;
const DEFAULT_MAX_LIMIT_WAIT_MS = 10 * 60_000;

/**
 * Asks GitHub until there is an answer: three more tries after a lost answer or a 5xx (1, 4 and 9 seconds apart),
 * and waits for rate limits as long as GitHub says, up to a ceiling. Throws `CountersignError` as the port says, and
 * `input-invalid` for a name that would lead the request to another address.
 */
export function createRequester(options: RequesterOptions): Requester {
  return async (ask) => {
    if (LEADS_ELSEWHERE.test(ask.route)) {
      throw new CountersignError('input-invalid', `GitHub is not asked to ${ask.doing}.`, {
        fix: 'A name, or a part of it between slashes, may not be "." or "..".',
      });
    }
    try {
      return await askUntilAnswered(ask, options);
    } catch (error) {
      if (options.signal?.aborted === true) throw cancelled(ask);
      throw withoutToken(error, options.token);
    }
  };
}

async function askUntilAnswered<T>(ask: Ask<T>, options: RequesterOptions): Promise<T> {
  const ceilingMs = options.maxLimitWaitMs ?? DEFAULT_MAX_LIMIT_WAIT_MS;
  let retries = 0;
  let waits = 0;
  let waitedMs = 0;
  let because = '';
  while (retries <= MAX_RETRIES && waits <= MAX_LIMIT_WAITS) {
    const step = await attempt(ask, options, waits);
    if (step.kind === 'done') return step.value;
    because = step.because;
    if (step.kind === 'limit') {
      waits += 1;
      waitedMs += step.waitMs;
      if (waitedMs > ceilingMs) throw limitError(ask, options, step.waitMs);
      await wait(step.waitMs, { because, attempt: waits }, options);
      continue;
    }
    retries += 1;
    if (retries > MAX_RETRIES) break;
    await wait(retries ** 2 * 1000, { because, attempt: retries }, options);
    if (step.ambiguous && ask.recover !== undefined) {
      const made = await ask.recover();
      if (made !== null) return made;
    }
  }
  if (waits > MAX_LIMIT_WAITS) throw limitError(ask, options, 0);
  throw new CountersignError(
    'github-unreachable',
    `GitHub could not ${ask.doing}: ${because}, after ${MAX_RETRIES + 1} tries.`,
    {
      fix: 'Run the job again later; https://www.githubstatus.com tells whether GitHub has trouble.',
    },
  );
}

type Step<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'retry'; readonly because: string; readonly ambiguous: boolean }
  | { readonly kind: 'limit'; readonly because: string; readonly waitMs: number };

async function attempt<T>(
  ask: Ask<T>,
  options: RequesterOptions,
  waited: number,
): Promise<Step<T>> {
  if (options.signal?.aborted === true) throw cancelled(ask);
  const reply = await options.send(ask);
  if (reply.status !== null && ask.answers?.includes(reply.status) === true)
    return read(ask, reply);
  const judgement = classifyReply(reply, {
    doing: ask.doing,
    needs: ask.needs,
    nowMs: options.clock.now().getTime(),
    waited,
  });
  if (judgement.kind === 'fail') throw judgement.error;
  if (judgement.kind !== 'ok') return judgement;
  return reply.status === null ? brokenAnswer : read(ask, reply);
}

const brokenAnswer = {
  kind: 'retry',
  because: 'GitHub answered something that is not what was asked for',
  ambiguous: true,
} as const;

function read<T>(ask: Ask<T>, reply: Reply): Step<T> {
  const value = ask.read(reply);
  return value === undefined ? brokenAnswer : { kind: 'done', value };
}

async function wait(
  waitMs: number,
  told: { because: string; attempt: number },
  options: RequesterOptions,
) {
  options.onWait?.({ ...told, waitMs });
  await options.clock.sleep(waitMs, options.signal);
}

function limitError(
  ask: Ask<unknown>,
  options: RequesterOptions,
  waitMs: number,
): CountersignError {
  const untilMs = Math.min(LAST_MOMENT_MS, options.clock.now().getTime() + waitMs);
  const until = new Date(untilMs).toISOString();
  return new CountersignError(
    'github-limit',
    `GitHub limits the rate of requests and would not ${ask.doing} before ${until}.`,
    { fix: 'Run the job again after that time, or use a token with a higher limit.' },
  );
}

function cancelled(ask: Ask<unknown>): CountersignError {
  return new CountersignError(
    'cancelled',
    `The run was cancelled before GitHub could ${ask.doing}.`,
  );
}

/** GitHub's words are not ours: should they ever repeat the token, it goes no further than here. */
function withoutToken(error: unknown, token: string): unknown {
  if (!(error instanceof CountersignError) || token === '' || !error.message.includes(token))
    return error;
  const message = error.message.replaceAll(token, '[token]');
  return new CountersignError(
    error.code,
    message,
    error.fix === undefined ? {} : { fix: error.fix },
  );
}
