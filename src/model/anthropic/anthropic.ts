/** I/O: HTTP to the Messages API, through the Anthropic SDK. */
import {
  markHandled,
  type Clock,
  errorText,
  isJsonObject,
  type Json,
  memoize,
} from '../../common/index.ts';
import { createStreamDecoder, type Assembled, type Step } from './decode-stream.ts';
import { type Failure, type FailureContext, KEY_FIX, MODEL_INPUTS } from './failures.ts';
import { fetchThrough, type SdkFetch } from './http-fetch.ts';
import { giveHeadersBack, lendHeaders } from './lent-headers.ts';
import type { Model, ModelReply, RespondOptions } from '../model.ts';
import { contextWindowOf, costUsd, hasWebSearch } from '../prices.ts';
import {
  type ClientSettings,
  type MessagesClient,
  messagesError,
  type Provider,
} from '../providers/provider.ts';
import { type Attempt, retryAfterMs, withRetries } from './retry.ts';
import { watchStream } from './stream-watch.ts';
import { createEncoder } from './encode-request.ts';

export const DEFAULT_BASE_URL = 'https://api.anthropic.com';

/** How long the answer's head may take: a busy API queues requests. */
const FIRST_ANSWER_TIMEOUT_MS = 300_000;
/** How long a stream may be silent. The API sends pings while a model thinks. */
const STALL_TIMEOUT_MS = 120_000;

export interface MessagesModelOptions {
  readonly model: string;
  readonly provider: Provider;
  readonly clock: Clock;
  /** Where the runner's proxy is named; without it there is none. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** For the jitter of waits; from 0 up to 1. */
  readonly random?: () => number;
  readonly stallTimeoutMs?: number;
}

const sdk = memoize(async () => await import('./sdk.ts'));

type Sdk = Awaited<ReturnType<typeof sdk>>;

/**
 * Starts to load the SDK, which takes a tenth of a second, so that other work can go on meanwhile.
 */
export function preloadAnthropic(): void {
  // A failure to load is reported by whoever needs the SDK.
  markHandled(sdk());
}

/** A model behind the Messages API, wherever it is served. It begins to connect; nothing is asked before `respond`. */
export function createMessagesModel(options: MessagesModelOptions): Model {
  const { model, provider, clock } = options;
  const wire = createEncoder(model);
  const { address, credentials, secret } = provider;
  const context: FailureContext = { model, baseUrl: address, credentials, secret };
  const through = fetchThrough(options.environment ?? {}, address);
  const first = Promise.withResolvers<void>();
  const fetch: SdkFetch = (to, init) => through(to, init, { onSent: first.resolve });
  let client: Promise<MessagesClient> | undefined;
  preloadAnthropic();

  return {
    id: model,
    provider: provider.name,
    contextWindow: contextWindowOf(model),
    sent: first.promise,
    ...(provider.hasWebSearch && hasWebSearch(model) ? { webSearch: true } : {}),
    respond: async (request, respond) => {
      respond.signal.throwIfAborted();
      const loaded = await sdk();
      const ready = await (client ??= provider.connect({ ...SETTINGS, fetch }));
      const bytes = wire.encode(request);
      const body = provider.takesBytes ? bytes : new TextDecoder().decode(bytes);
      const attempt = async () => tryOnce({ sdk: loaded, client: ready, body, respond, options });
      const random = options.random ?? Math.random;
      const reply = await withRetries(attempt, { clock, random, context, respond });
      return priced(reply, model);
    },
  };
}

function priced(reply: Assembled, model: string): ModelReply {
  return { ...reply, model: reply.model || model, costUsd: costUsd(model, reply.usage) };
}

/** A redirect would carry the key to another host. */
const SETTINGS: Omit<ClientSettings, 'fetch'> = {
  maxRetries: 0,
  timeout: FIRST_ANSWER_TIMEOUT_MS,
  logLevel: 'off',
  openTelemetry: false,
  fetchOptions: { redirect: 'manual' },
};

/**
 * Anthropic's own API. What the SDK would else take from the environment is given, so that inputs alone decide. Left
 * to the environment is ANTHROPIC_CUSTOM_HEADERS, which some gateways need.
 */
export function anthropicProvider(of: {
  readonly apiKey: string;
  readonly baseUrl: string;
}): Provider {
  return {
    name: 'anthropic',
    address: of.baseUrl,
    credentials: {
      name: `The key of the input ${MODEL_INPUTS.apiKey}`,
      fix: `${KEY_FIX}, with a key for ${of.baseUrl}.`,
    },
    secret: of.apiKey,
    takesBytes: true,
    hasWebSearch: true,
    connect: async (settings) => {
      const { BaseAnthropic } = await sdk();
      const client = new BaseAnthropic({ apiKey: of.apiKey, baseURL: of.baseUrl, ...settings });
      return {
        post: (path, options) => {
          lendHeaders();
          return client.post(path, options);
        },
      };
    },
    errorOf: messagesError,
  };
}

interface AttemptArgs {
  readonly sdk: Sdk;
  readonly client: MessagesClient;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly respond: RespondOptions;
  readonly options: MessagesModelOptions;
}

async function tryOnce(args: AttemptArgs): Promise<Attempt<Assembled>> {
  const { signal } = args.respond;
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const response = await args.client
      .post('/v1/messages', {
        body: args.body,
        headers: { 'content-type': 'application/json' },
        stream: true,
        signal: controller.signal,
      })
      .asResponse();
    return await readReply(args, response, controller);
  } catch (error) {
    // The signal's own reason is what a caller gets, not the SDK's words for it.
    signal.throwIfAborted();
    return { kind: 'failed', failure: failureOf(error, args) };
  } finally {
    giveHeadersBack();
    signal.removeEventListener('abort', abort);
  }
}

async function readReply(
  args: AttemptArgs,
  response: Response,
  controller: AbortController,
): Promise<Attempt<Assembled>> {
  const watch = watchStream(controller, args.options.stallTimeoutMs ?? STALL_TIMEOUT_MS);
  const type = (response.headers.get('content-type') ?? '').toLowerCase();
  if (type !== '' && !type.includes('text/event-stream')) {
    const start = await startOf(response).finally(watch.stop);
    controller.abort();
    return failed({ at: 'content', message: start === '' ? `an empty answer (${type})` : start });
  }
  const assembly = createStreamDecoder(args.respond);
  let last: Step = { kind: 'more' };
  try {
    for await (const event of args.sdk.Stream.rawEvents(response, controller)) {
      // After the last event the stream is read to its end, so that the connection can be used
      // again.
      if (last.kind === 'done') continue;
      if (!watch.isInTime()) return failed({ at: 'stream', message: watch.why() });
      last = push(assembly, event);
      if (last.kind === 'failed') return last;
      if (last.kind === 'done') watch.drain();
    }
  } catch (error) {
    args.respond.signal.throwIfAborted();
    if (last.kind !== 'done') {
      const broke = `the stream broke: ${connectionText(error)}`;
      const message = watch.isStalled() ? watch.why() : broke;
      return failed({ at: 'stream', message, cause: error });
    }
  } finally {
    watch.stop();
    if (last.kind !== 'done') controller.abort();
  }
  args.respond.signal.throwIfAborted();
  if (last.kind === 'done') return { kind: 'reply', reply: last.reply };
  const message = watch.isStalled() ? watch.why() : 'the stream ended before message_stop';
  return failed({ at: 'stream', message });
}

/** The first piece of an answer, which may have no end. */
async function startOf(response: Response): Promise<string> {
  const piece = await response.body?.getReader().read();
  const value: unknown = piece?.value;
  return value instanceof Uint8Array ? new TextDecoder().decode(value).trim() : '';
}

function failed(failure: Failure): Attempt<Assembled> {
  return { kind: 'failed', failure };
}

/** The data says what it is, also from servers that leave the event's name out. */
function push(
  assembly: ReturnType<typeof createStreamDecoder>,
  event: { readonly event: string | null; readonly data: string },
): Step {
  if (event.data === '' || event.event === 'ping') return { kind: 'more' };
  let data: Json;
  try {
    data = JSON.parse(event.data);
  } catch {
    if (event.event !== 'error') {
      const message = 'the stream is broken: an event is not JSON';
      return { kind: 'failed', failure: { at: 'stream', message } };
    }
    data = { type: 'error', error: { message: event.data } };
  }
  const isNamedError = event.event === 'error' && isJsonObject(data) && data['type'] === undefined;
  return assembly.push(isNamedError && isJsonObject(data) ? { ...data, type: 'error' } : data);
}

/** How the SDKs of the clouds say that they have nothing to sign a request with. */
const NO_CREDENTIALS =
  /^(?:Failed to (?:resolve|acquire)|The `apiKey` function failed|No credentials)/;

/** An answer with a status that is none of success. */
interface Refusal {
  readonly status: number;
  readonly headers: Headers | undefined;
  readonly body: unknown;
  readonly message: string;
}

/** The refusal that an `APIError` stands for. Known by its shape: each cloud's SDK brings a class of its own. */
function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Error && 'status' in error && 'error' in error)) return null;
  const { status, error: body, message } = error;
  if (typeof status !== 'number') return null;
  const headers =
    'headers' in error && error.headers instanceof Headers ? error.headers : undefined;
  return { status, headers, body, message };
}

/** What the SDK threw, in this room's words. */
function failureOf(error: unknown, args: AttemptArgs): Failure {
  const refusal = refusalOf(error);
  if (refusal === null) {
    const isLogin = error instanceof Error && NO_CREDENTIALS.test(error.message);
    if (isLogin) return { at: 'answer', status: 401, message: connectionText(error), cause: error };
    return { at: 'connection', message: `no answer: ${connectionText(error)}`, cause: error };
  }
  const { status, headers, body } = refusal;
  const asked = (name: string): string | null => headers?.get(name) ?? null;
  const retryAfter = retryAfterMs(asked, args.options.clock.now());
  const shouldRetry = asked('x-should-retry');
  const said = args.options.provider.errorOf({ headers, body: isJsonObject(body) ? body : {} });
  return {
    at: 'answer',
    status,
    message: said.message ?? refusal.message.replace(/^\d+ /, ''),
    ...(said.type === undefined ? {} : { type: said.type }),
    ...(retryAfter === undefined ? {} : { retryAfterMs: retryAfter }),
    ...(shouldRetry === 'true' || shouldRetry === 'false'
      ? { shouldRetry: shouldRetry === 'true' }
      : {}),
  };
}

const MAX_CAUSES = 5;

/** The innermost reason of a connection that failed: `ECONNREFUSED`, rather than `fetch failed`. */
function connectionText(error: unknown): string {
  let inner = error;
  for (let depth = 0; depth < MAX_CAUSES; depth += 1) {
    if (!(inner instanceof Error) || inner.cause === undefined) break;
    inner = inner.cause;
  }
  const text = errorText(inner);
  if (inner instanceof Error && 'code' in inner && typeof inner.code === 'string') {
    return text === '' ? inner.code : `${inner.code} ${text}`;
  }
  return text;
}
