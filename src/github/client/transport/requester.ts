import { type Clock, CountersignError, invalidInput } from '../../../common/index.ts';
import { classifyReply, type NoReply, type Reply, type ReplyFailure } from './classify-reply.ts';

/** One request as the client sends it. */
export interface HttpRequest {
  /** `GET /path` with an encoded path, or `POST /graphql`. */
  readonly route: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** True: a redirect is returned as the answer, so that its target can be checked first. Absent: reads follow it. */
  readonly keepRedirect?: boolean;
}

/** Sends a request once. Rejects only when `signal` is aborted or a proxy refuses it, never because of GitHub or the network. */
export type Send = (request: HttpRequest, signal?: AbortSignal) => Promise<Reply | NoReply>;

/** Reported before each wait, so that people see why nothing happens. */
export interface RetryWait {
  readonly because: string;
  readonly waitMs: number;
}

export interface ApiRequest<T> extends HttpRequest {
  /** Completes "GitHub would not …" in messages. */
  readonly doing: string;
  /** The permissions that GitHub documents for it, such as `issues=write`. */
  readonly needs: string;
  /** Parses the reply; `undefined` if it is invalid, which counts as a broken answer. */
  readonly read: (reply: Reply) => T | undefined;
  /**
   * Called after each lost answer of a request that is not idempotent, before it is sent again or given up: finds what the request
   * created, `null` if it created nothing. Absent: sending twice does no harm.
   */
  readonly recover?: () => Promise<T | null>;
  /** True: nodes that GraphQL does not find are part of the answer, as `null`. */
  readonly mayMissNodes?: boolean;
  /** Error statuses that are passed to `read` as answers. */
  readonly answers?: readonly number[];
}

interface RequesterOptions {
  readonly send: Send;
  readonly clock: Clock;
  /** The time by GitHub's clock. */
  readonly githubNowMs: () => number;
  readonly onWait?: ((waiting: RetryWait) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The maximum of time that one request waits for rate limits in total. */
  readonly maxLimitWaitMs?: number | undefined;
  /** Removed from every message. */
  readonly token: string;
}

export type Requester = <T>(ask: ApiRequest<T>) => Promise<T>;

/** A segment that URL parsing resolves, so that the request would go to another path. */
const DOT_SEGMENT = /\/\.{1,2}(?=\/|$)/;
/** The maximum of a Date (ECMA-262, 21.4.1.1). */
const MAX_DATE_MS = 8.64e15;
const MAX_RETRIES = 3;
const MAX_LIMIT_WAITS = 5;
const DEFAULT_MAX_LIMIT_WAIT_MS = 10 * 60_000;

/**
 * Sends a request until there is an answer: up to three retries after a lost answer or a 5xx (after 1, 4 and 9 seconds, or as long as it asks), and
 * waits for rate limits as long as GitHub asks, up to a maximum. Throws the errors of `GitHub`, and `input-invalid` for a
 * name that would change the path.
 *
 * Octokit's retry and throttling plugins are not used: they repeat writes after a lost answer, so that a comment appears
 * twice, their waits cannot be aborted, and retries are not reported.
 */
export function createRequester(options: RequesterOptions): Requester {
  return async (request) => {
    if (DOT_SEGMENT.test(request.route)) {
      const message = `The request to ${request.doing} is not sent: its path contains "." or "..".`;
      const fix = 'A name, or a part of it between slashes, may not be "." or "..".';
      throw invalidInput(message, fix);
    }
    try {
      return await sendUntilAnswered(request, options);
    } catch (error) {
      if (options.signal?.aborted === true) throw stopped(request, options.signal);
      throw withoutToken(error, options.token);
    }
  };
}

async function sendUntilAnswered<T>(request: ApiRequest<T>, options: RequesterOptions): Promise<T> {
  const maxWaitMs = options.maxLimitWaitMs ?? DEFAULT_MAX_LIMIT_WAIT_MS;
  let retries = 0;
  let waits = 0;
  let waitedMs = 0;
  let because = '';
  while (retries <= MAX_RETRIES) {
    const step = await attempt(request, options, waits);
    if (step.kind === 'done') return step.value;
    because = step.because;
    if (step.kind === 'limit') {
      waits += 1;
      waitedMs += step.waitMs;
      if (waits > MAX_LIMIT_WAITS || waitedMs > maxWaitMs)
        throw limitError(request, options, step.waitMs);
      await wait({ because, waitMs: step.waitMs }, options);
      continue;
    }
    retries += 1;
    const isLast = retries > MAX_RETRIES;
    const askedMs = Math.max(0, step.waitMs ?? 0);
    waitedMs += askedMs;
    const isTooLong = waitedMs > maxWaitMs;
    if (!isLast && !isTooLong)
      await wait({ because, waitMs: Math.max(askedMs, retries ** 2 * 1000) }, options);
    const created = (await request.recover?.()) ?? null;
    if (created !== null) return created;
    if (isTooLong && !isLast)
      throw unreachable(request, `${because}, and asks for a longer wait than this run may make`);
  }
  throw unreachable(request, `${because}, after ${MAX_RETRIES + 1} attempts`);
}

function unreachable({ doing }: ApiRequest<unknown>, because: string): CountersignError {
  return new CountersignError('github-unreachable', `GitHub could not ${doing}: ${because}.`, {
    fix: 'Run the job again later; https://www.githubstatus.com shows whether GitHub has an outage.',
  });
}

type Step<T> =
  | { readonly kind: 'done'; readonly value: T }
  | Extract<ReplyFailure, { kind: 'retry' | 'limit' }>;

async function attempt<T>(
  request: ApiRequest<T>,
  options: RequesterOptions,
  waits: number,
): Promise<Step<T>> {
  if (options.signal?.aborted === true) throw stopped(request, options.signal);
  const reply = await options.send(request, options.signal);
  if (reply.status !== null && request.answers?.includes(reply.status) === true)
    return read(request, reply);
  const failure = classifyReply(reply, {
    doing: request.doing,
    needs: request.needs,
    mayMissNodes: request.mayMissNodes === true,
    nowMs: options.githubNowMs(),
    waits,
  });
  if (failure.kind === 'fail') throw failure.error;
  if (failure.kind !== 'ok') return failure;
  return reply.status === null ? brokenAnswer : read(request, reply);
}

const brokenAnswer = { kind: 'retry', because: 'the answer is invalid' } as const;

function read<T>(request: ApiRequest<T>, reply: Reply): Step<T> {
  const value = request.read(reply);
  return value === undefined ? brokenAnswer : { kind: 'done', value };
}

async function wait(waiting: RetryWait, options: RequesterOptions): Promise<void> {
  options.onWait?.(waiting);
  await options.clock.sleep(waiting.waitMs, options.signal);
}

function limitError(
  request: ApiRequest<unknown>,
  options: RequesterOptions,
  waitMs: number,
): CountersignError {
  const untilMs = Math.min(MAX_DATE_MS, options.githubNowMs() + waitMs);
  const until = new Date(untilMs).toISOString();
  return new CountersignError(
    'github-limit',
    `GitHub limits the rate of requests and would not ${request.doing} before ${until}.`,
    { fix: 'Run the job again after that time, or use a token with a higher limit.' },
  );
}

/** Why no answer is waited for any more: a limit of time says so itself, anything else cancelled the run. */
function stopped(request: ApiRequest<unknown>, { reason }: AbortSignal): CountersignError {
  if (reason instanceof CountersignError && reason.code === 'github-unreachable') {
    const { code, message, fix } = reason;
    return new CountersignError(code, `GitHub could not ${request.doing}: ${message}`, { fix });
  }
  const message = `The run was cancelled before GitHub could ${request.doing}.`;
  return new CountersignError('cancelled', message);
}

/** Removes the token from a message, in case GitHub's answer repeats it. */
function withoutToken(error: unknown, token: string): unknown {
  if (!(error instanceof CountersignError) || token === '' || !error.message.includes(token))
    return error;
  const { code, message, fix } = error;
  return new CountersignError(code, message.replaceAll(token, '[token]'), { fix });
}
