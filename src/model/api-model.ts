/** I/O: HTTP to a model's API, through the client of its provider. */
import { isUtf8 } from 'node:buffer';
import {
  causesOf,
  type Clock,
  createFetch,
  type Environment,
  errorText,
  isJsonObject,
  parseJson,
  wrappedError,
} from '../common/index.ts';
import { readEvents } from './anthropic/client.ts';
import { boundedErrors, boundedLines, chunksInTime } from './bounded-body.ts';
import { describeFailure, type Failure, type FailureContext } from './failures/failures.ts';
import type { Model, ModelReply, ModelRequest, RespondOptions, SpentUsage } from './model.ts';
import { type ExtraHeaders, secretsOfHeaders, withHeaders } from './extra-headers.ts';
import { contextWindowOf, costUsd, hasPrice, type GivenPrice, hasWebSearch } from './prices.ts';
import type { DecodedReply, DecodedUsage, DecodeStep, Lack, StreamDecoder } from './protocol.ts';
import { isFiltered, outputLimitIn } from './failures/refusals.ts';
import { estimateRequestTokens, zeroUsage } from './usage.ts';
import type { ApiClient, ClientSettings, Provider } from './providers/provider.ts';
import { type Attempt, askedWaitMs, waitIn, withRetries } from './failures/retry.ts';
import { StreamWatch } from './stream-watch.ts';

/** How long the API may take to begin its answer: a busy API queues requests. */
const FIRST_ANSWER_TIMEOUT_MS = 300_000;
/** How long a stream may be silent. The API sends pings while a model thinks. */
const STALL_TIMEOUT_MS = 120_000;
/** Longer than the reply of any model. */
const MAX_WHOLE_BYTES = 32 * 1024 * 1024;

export interface ApiModelOptions {
  readonly model: string;
  readonly provider: Provider;
  readonly clock: Clock;
  /** The variables that may name a proxy. Absent: no proxy. */
  readonly environment?: Environment | undefined;
  /** For the jitter of waits; from 0 up to 1. */
  readonly random?: (() => number) | undefined;
  /** How long a stream may be silent before the request is sent again. */
  readonly stallTimeoutMs?: number | undefined;
  /** What the model costs. Absent: as the price table says. */
  readonly price?: GivenPrice | undefined;
  readonly extraHeaders?: ExtraHeaders | null | undefined;
  /** The most tokens of a reply. Absent: 16,000. */
  readonly maxOutputTokens?: number | null | undefined;
  /** The input tokens that fit into a request. Absent: as the table of models says, else DEFAULT_CONTEXT_WINDOW. */
  readonly contextWindow?: number | null | undefined;
  /** False: no breakpoints of the prompt cache. Absent: true. */
  readonly promptCache?: boolean | undefined;
  /** The model for requests that this one cannot answer. */
  readonly fallback?: Model | undefined;
}

/** A model behind the API of any provider. Nothing is sent before `respond`. */
export function createApiModel(options: ApiModelOptions): Model {
  const { model, provider } = options;
  const maxOutputTokens = options.maxOutputTokens ?? null;
  const requests = new ModelRequests(options);
  return {
    id: model,
    provider: provider.name,
    contextWindow: options.contextWindow ?? contextWindowOf(model),
    ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
    ...unpricedOf(options),
    ...(options.fallback === undefined ? {} : { fallback: options.fallback }),
    ...(provider.hasWebSearch && hasWebSearch(model) ? { webSearch: true } : {}),
    respond: async (request, respond) => await requests.reply(request, respond),
  };
}

function unpricedOf({ model, price }: ApiModelOptions): Pick<Model, 'unpriced'> {
  if (price === 'unknown') return { unpriced: 'said' };
  return price === undefined && !hasPrice(model) ? { unpriced: 'unlisted' } : {};
}

/** The retries are ours, so that each wait is bounded, reported and recorded. A redirect would carry the key to another host. */
const SETTINGS: Omit<ClientSettings, 'fetch'> = {
  maxRetries: 0,
  timeout: FIRST_ANSWER_TIMEOUT_MS,
  logLevel: 'off',
  openTelemetry: false,
  fetchOptions: { redirect: 'manual' },
};

/** How often one attempt is changed for what the server does not take. */
const MAX_CHANGES = 12;

/** The requests to one model, and what the refusals of its server have said about it. */
class ModelRequests {
  readonly #options: ApiModelOptions;
  readonly #context: FailureContext;
  readonly #settings: ClientSettings;
  #client: Promise<ApiClient> | undefined;
  readonly #lacks = new Set<Lack>();
  /** The most tokens of a reply; `null`: the server has named no limit. */
  #outputLimit: number | null = null;

  /** Throws `input-invalid` for a proxy that is no address: no run begins with it. */
  constructor(options: ApiModelOptions) {
    const { provider, environment = {} } = options;
    const headers = options.extraHeaders ?? new Map();
    const fetch = withHeaders(createFetch(environment), headers, provider.address);
    this.#settings = { ...SETTINGS, fetch: boundedErrors(fetch) };
    this.#options = options;
    this.#context = {
      model: options.model,
      baseUrl: provider.address,
      credentials: provider.credentials,
      secrets: [...provider.secrets, ...secretsOfHeaders(headers)],
      inputs: provider.inputs,
      api: provider.protocol.name,
    };
  }

  async reply(request: ModelRequest, respond: RespondOptions): Promise<ModelReply> {
    respond.signal.throwIfAborted();
    const { clock, random = Math.random, model, provider } = this.#options;
    const client = await (this.#client ??= provider.connect(this.#settings));
    const attempt = async () => await this.#attempt(client, request, respond);
    const context = this.#context;
    const reply = await withRetries(attempt, { clock, random, context, respond });
    return { ...this.#withCost(reply), model: reply.model || model };
  }

  #withCost<T extends DecodedUsage>(used: T): T & SpentUsage {
    const { model, price } = this.#options;
    return { ...used, costUsd: costUsd(model, used.usage, price) };
  }

  /**
   * One attempt. A refusal of what the server does not take is not one: the request is sent again at once, without that, from now
   * on. A refusal of the conversation by a filter is a reply that refuses.
   */
  async #attempt(
    client: ApiClient,
    wanted: ModelRequest,
    respond: RespondOptions,
  ): Promise<Attempt<DecodedReply>> {
    let { maxTokens } = wanted;
    for (let changes = 0; ; changes += 1) {
      maxTokens = Math.min(maxTokens, this.#outputLimit ?? maxTokens);
      const result = await this.#send(client, { ...wanted, maxTokens }, respond);
      if (result.kind === 'done') return result;
      const { failure, spent } = result;
      if (isFiltered(failure)) return { kind: 'done', reply: this.#refusal(failure, spent) };
      // A reply that had begun is counted before the request is sent again.
      if (spent !== undefined || changes >= MAX_CHANGES) return result;
      const limit = outputLimitIn(failure, maxTokens);
      const lack = this.#options.provider.protocol.lackIn(failure);
      if (limit !== null) {
        if (!limit.isRoom) this.#outputLimit = limit.tokens;
        maxTokens = limit.tokens;
      } else if (lack !== null && !this.#lacks.has(lack)) {
        this.#lacks.add(lack);
      } else {
        return result;
      }
    }
  }

  #refusal(failure: Failure, spent: SpentUsage | undefined): DecodedReply {
    const text = describeFailure(failure, this.#context);
    return {
      id: '',
      model: this.#options.model,
      content: [{ type: 'text', text }],
      stopReason: 'refusal',
      usage: spent?.usage ?? zeroUsage,
      ...(spent?.isEstimate === undefined ? {} : { isEstimate: spent.isEstimate }),
    };
  }

  async #send(
    client: ApiClient,
    request: ModelRequest,
    respond: RespondOptions,
  ): Promise<Attempt<DecodedReply>> {
    const { model, provider, promptCache = true } = this.#options;
    const { protocol } = provider;
    const controller = new AbortController();
    try {
      const body = protocol.encode(request, { model, lacks: this.#lacks, promptCache });
      const response = await client
        .post(protocol.path(model), {
          body,
          headers: { 'content-type': 'application/json' },
          stream: true,
          signal: AbortSignal.any([respond.signal, controller.signal]),
        })
        .asResponse();
      const estimateInput = () => estimateRequestTokens(body);
      const decoder = protocol.createDecoder(request, { ...respond, estimateInput });
      return await this.#read(response, { decoder, controller, signal: respond.signal });
    } catch (error) {
      // The caller gets the signal's own reason, not the client's error about it.
      respond.signal.throwIfAborted();
      const own = wrappedError(error);
      // A proxy that refuses every request.
      if (own?.code === 'input-invalid') throw own;
      return { kind: 'failed', failure: failureOf(error, this.#options) };
    }
  }

  async #read(
    response: Response,
    answer: Omit<Reading, 'watch'> & Pick<RespondOptions, 'signal'>,
  ): Promise<Attempt<DecodedReply>> {
    const { stallTimeoutMs = STALL_TIMEOUT_MS } = this.#options;
    using watch = new StreamWatch(answer.controller, stallTimeoutMs);
    const withSpent = (broken: Attempt<DecodedReply>): Attempt<DecodedReply> => {
      const spent = answer.decoder.spent();
      return broken.kind === 'done' || broken.failure.kind === 'content' || spent === null
        ? broken
        : { ...broken, spent: this.#withCost(spent) };
    };
    const type = (response.headers.get('content-type') ?? '').toLowerCase();
    const isNamedStream = type === '' || type.includes('text/event-stream');
    const reading = { ...answer, watch };
    try {
      const { start, chunks } = await beginAnswer(response, watch);
      const isStream = STREAM.test(start) || (isNamedStream && !/^[{[<]/.test(start));
      const read = isStream
        ? readStream(chunks, reading)
        : readWhole(chunks, { ...reading, type, isNamedStream });
      return withSpent(await read);
    } catch (error) {
      const message = watch.because ?? `the stream broke: ${connectionText(error)}`;
      return withSpent(failed({ kind: 'stream', message, cause: error }));
    }
  }
}

/** What reads an answer. Both readers throw what breaks it. */
interface Reading {
  readonly decoder: StreamDecoder;
  readonly watch: StreamWatch;
  readonly controller: AbortController;
}

/** How a stream of server-sent events begins, whatever type the server names. */
const STREAM = /^(?:data|event|id|retry)?[ \t]*:/;
const MAX_START_BYTES = 4_096;

interface BegunAnswer {
  /** The beginning of the answer, without white space before it. */
  readonly start: string;
  /** The whole answer, from its beginning. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Reads the first bytes of an answer, by which it is known what it is: servers name streams as JSON and JSON as streams. */
async function beginAnswer(response: Response, watch: StreamWatch): Promise<BegunAnswer> {
  const chunks = chunksInTime(response, () => watch.isInTime());
  const first: Uint8Array[] = [];
  let bytes = 0;
  let start = '';
  while (bytes < MAX_START_BYTES && !/[:{[<\n]/.test(start)) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    first.push(value);
    bytes += value.byteLength;
    start = Buffer.concat(first).toString('utf8').trimStart();
  }
  return { start, chunks: joined(first, chunks) };
}

async function* joined<T>(first: Iterable<T>, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first;
  yield* rest;
}

/** Reads an answer that is no stream: the whole reply as JSON, its error, or something else. */
async function readWhole(
  chunks: AsyncIterable<Uint8Array>,
  answer: Reading & { readonly type: string; readonly isNamedStream: boolean },
): Promise<Attempt<DecodedReply>> {
  const { decoder, controller, type, isNamedStream } = answer;
  const isJson = !type.includes('html');
  const { text, isWhole } = await beginningOf(chunks, isJson ? MAX_WHOLE_BYTES : 1);
  controller.abort();
  const value = isJson && isWhole ? parseJson(text) : undefined;
  // A stream of Google's, asked for as JSON by a gateway, is a list of its events.
  const events = Array.isArray(value) ? value : value === undefined ? [] : [value];
  let step: DecodeStep | null = null;
  for (const event of events) {
    step = decoder.take(event);
    if (step.kind !== 'more') break;
  }
  const last = step?.kind === 'more' ? decoder.end() : step;
  if (last?.kind === 'done') return last;
  const isError = last?.kind === 'failed' && last.failure.kind === 'event';
  if (isError && last.failure.isForeign !== true) return last;
  const message = text === '' ? `an empty answer (${type})` : text;
  if (isNamedStream && value === undefined)
    return failed({ kind: 'stream', message: `the stream is broken: ${message}` });
  return failed({ kind: 'content', message });
}

/** Reads a stream to its end. One that is aborted has failed, too: what it used has to be counted. */
async function readStream(
  chunks: AsyncIterable<Uint8Array>,
  { decoder, watch, controller, signal }: Reading & Pick<RespondOptions, 'signal'>,
): Promise<Attempt<DecodedReply>> {
  let last: DecodeStep = { kind: 'more' };
  try {
    for await (const event of readEvents(boundedLines(chunks), controller)) {
      // The rest of the stream is read so that the connection can be used again.
      if (last.kind === 'done') continue;
      last = decoder.push(event);
      if (last.kind === 'failed') return last;
      if (last.kind === 'done') watch.drain();
    }
  } catch (error) {
    // A reply that is complete counts, however its stream ends.
    if (last.kind !== 'done' && !signal.aborted) last = decoder.breakOff();
    if (last.kind !== 'done') throw error;
  } finally {
    if (last.kind !== 'done') controller.abort();
  }
  if (last.kind === 'done') return last;
  if (signal.aborted) return failed({ kind: 'stream', message: 'the run was ended' });
  const end = watch.because === null ? decoder.end() : decoder.breakOff();
  if (end.kind !== 'more') return end;
  return failed({ kind: 'stream', message: watch.because ?? 'the stream ended early' });
}

/** The chunks of an answer, which may be endless, until they have so many bytes. */
async function beginningOf(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    read.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= maxBytes) break;
  }
  const body = Buffer.concat(read);
  return { text: body.toString('utf8').trim(), isWhole: bytes < maxBytes && isUtf8(body) };
}

function failed(failure: Failure): Attempt<DecodedReply> {
  return { kind: 'failed', failure };
}

/** How the SDKs of the clouds report that they have no credentials to sign a request with. */
const NO_CREDENTIALS = /^(?:Failed to (?:resolve|acquire)|No credentials)/;

/** The answer whose status is not 2xx behind an `APIError`, which is recognised by its shape: each cloud's SDK has a class of its own. */
function errorAnswer(error: unknown) {
  if (!(error instanceof Error && 'status' in error && 'error' in error)) return null;
  const { status, error: body, message } = error;
  if (typeof status !== 'number') return null;
  const headers =
    'headers' in error && error.headers instanceof Headers ? error.headers : undefined;
  return { status, headers, body, message };
}

const TOO_MANY = 429;

/** Whether a login server, whose answer a library has wrapped, said nothing against the login. */
function isBusy(error: Error): boolean {
  const status = 'status' in error ? Number(error.status) : 0;
  return status === TOO_MANY || status >= 500;
}

/** The failure behind what the client threw. */
function failureOf(error: unknown, { provider, clock }: ApiModelOptions): Failure {
  const answer = errorAnswer(error);
  if (answer === null) {
    const message = connectionText(error);
    const isRefused = wrappedError(error) !== null;
    const isWithout = error instanceof Error && NO_CREDENTIALS.test(error.message);
    if (isRefused || (isWithout && !causesOf(error).some(isBusy)))
      return { kind: 'answer', status: 401, message, cause: error };
    return { kind: 'connection', message: `no answer: ${message}`, cause: error };
  }
  const { status, headers, body } = answer;
  const header = (name: string): string | null => headers?.get(name) ?? null;
  const shouldRetry = header('x-should-retry');
  // Google's servers write a list of one error in place of it.
  const said: unknown = Array.isArray(body) ? body[0] : body;
  const described = provider.readError(isJsonObject(said) ? said : {}, headers);
  const text = status === TOO_MANY ? waitIn(described.message ?? '') : undefined;
  const retryAfter = askedWaitMs(header, clock.now()) ?? described.retryAfterMs ?? text;
  return {
    kind: 'answer',
    status,
    message: described.message ?? answer.message.replace(/^\d+ /, ''),
    ...(described.type === undefined ? {} : { type: described.type }),
    ...((described.type ?? described.message) === undefined ? { isForeign: true } : {}),
    ...(retryAfter === undefined ? {} : { retryAfterMs: retryAfter }),
    ...(shouldRetry === 'true' || shouldRetry === 'false'
      ? { shouldRetry: shouldRetry === 'true' }
      : {}),
  };
}

/** The innermost reason of a failed connection: `ECONNREFUSED`, rather than `fetch failed`. */
function connectionText(error: unknown): string {
  const own = wrappedError(error);
  if (own !== null) return own.message;
  const inner = causesOf(error).at(-1) ?? error;
  const text = errorText(inner);
  const code = inner instanceof Error && 'code' in inner ? inner.code : null;
  return typeof code === 'string' ? `${code} ${text}` : text;
}
