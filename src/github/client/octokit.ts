/**
 * The only file that imports Octokit: it sends one request and gives back what came, as data. Loaded when the first
 * request is sent. Where a proxy is set, the Actions toolkit's client is used instead, which knows how to go through
 * it; reads the proxy variables (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`) of the environment through it.
 */
import { leanFetch, type LeanRequest } from './lean-fetch.ts';
import type { NoReply, Reply } from './failure.ts';
import type { Request, Send } from './requester.ts';
import type { Unsent } from './unsent.ts';

export interface OctokitOptions {
  readonly token: string;
  /** `https://api.github.com`, or `https://HOST/api/v3` on Enterprise Server. */
  readonly apiUrl: string;
  readonly userAgent: string;
  readonly proxied: boolean;
  readonly requestTimeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

type RawRequest = (route: string, parameters: Record<string, unknown>) => Promise<Reply>;

/** A `Send` over the real Octokit. */
export function octokitSend(options: OctokitOptions, unsent: Unsent): Send {
  let loaded: Promise<RawRequest> | undefined;
  return async (request) => {
    const sent = unsent.begin();
    try {
      loaded ??= loadOctokit(options);
      const raw = await loaded;
      const fetch = (url: string, init: LeanRequest) => leanFetch(url, init, sent);
      const parameters = parametersOf(request, options);
      const lean = options.proxied ? {} : { fetch };
      return await raw(routeOf(request), {
        ...parameters,
        request: { ...parameters.request, ...lean },
      });
    } catch (error) {
      if (options.signal?.aborted === true) throw options.signal.reason;
      return replyOfError(error);
    } finally {
      sent();
    }
  };
}

async function loadOctokit(options: OctokitOptions): Promise<RawRequest> {
  const shared = { baseUrl: options.apiUrl, userAgent: options.userAgent, log: silent };
  if (options.proxied) {
    const { getOctokit } = await import('@actions/github');
    const client = getOctokit(options.token, shared);
    return async (route, parameters) => plain(await client.request(route, parameters));
  }
  const { Octokit } = await import('@octokit/rest');
  const client = new Octokit({ ...shared, auth: options.token });
  return async (route, parameters) => plain(await client.request(route, parameters));
}

/** What came from an address: a stream, so that nobody has to hold more than they want of it. */
export interface PlainReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReadableStream<Uint8Array>;
}

/** Gets an address once, without any token and without following redirects. Rejects only when aborted. */
export type GetPlain = (address: string) => Promise<PlainReply | NoReply>;

/** A `GetPlain` over an Octokit that has no token to give away. */
export function octokitGet(options: Omit<OctokitOptions, 'token'>): GetPlain {
  return async (address) => {
    const { Octokit } = options.proxied ? await proxiedOctokit() : await import('@octokit/rest');
    const client = new Octokit({ userAgent: options.userAgent, log: silent });
    const parameters = parametersOf({ route: '' }, options);
    const request = {
      signal: parameters.request.signal,
      redirect: 'manual' as const,
      parseSuccessResponseBody: false,
    };
    try {
      const raw = plain(
        await client.request(`GET ${literal(address)}`, { ...parameters, request }),
      );
      const body = raw.data instanceof ReadableStream ? raw.data : new Blob([]).stream();
      return { status: raw.status, headers: raw.headers, body };
    } catch (error) {
      if (options.signal?.aborted === true) throw options.signal.reason;
      const reply = replyOfError(error);
      return reply.status === null ? reply : { ...reply, body: new Blob([]).stream() };
    }
  };
}

/** Octokit takes `:name` and `{name}` in an address for blanks to fill in. */
function literal(address: string): string {
  const { origin, href } = new URL(address);
  return origin + href.slice(origin.length).replaceAll(/[{}:]/g, encodeURIComponent);
}

async function proxiedOctokit() {
  const { GitHub } = await import('@actions/github/lib/utils');
  return { Octokit: GitHub };
}

const nothing = (): void => undefined;
/** Octokit would write deprecations and failed requests, addresses included, straight to the log. */
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };

function routeOf(request: Request): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(request.query ?? {})) query.set(key, String(value));
  const text = query.toString();
  return text === '' ? request.route : `${request.route}?${text}`;
}

function parametersOf(request: Request, options: Omit<OctokitOptions, 'token'>) {
  const timeout = AbortSignal.timeout(options.requestTimeoutMs);
  const signal =
    options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  return {
    // The body travels as one value: field names such as `headers` or `baseUrl` must never become options.
    ...(request.body === undefined ? {} : { data: request.body }),
    headers: { 'x-github-api-version': '2022-11-28', ...request.headers },
    request: { signal, ...(request.keepRedirect === true ? { redirect: 'manual' } : {}) },
    ...(request.graphql === true ? { baseUrl: graphqlBase(options.apiUrl) } : {}),
  };
}

/** Enterprise Server has REST under `/api/v3` and GraphQL under `/api/graphql`. */
function graphqlBase(apiUrl: string): string {
  return apiUrl.replace(/\/api\/v3\/?$/, '/api');
}

interface RawReply {
  readonly status: number;
  readonly headers: object;
  readonly data: unknown;
}

function plain(raw: RawReply): Reply {
  return { status: raw.status, headers: headersOf(raw.headers), data: raw.data };
}

function headersOf(headers: object): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(headers)) texts[key.toLowerCase()] = String(value);
  return texts;
}

/**
 * Octokit throws for 304, 4xx and 5xx with the response on the error, and for a lost connection with status 500 and
 * no response at all. Its own messages may hold a whole HTML page, so only the system's are used.
 */
function replyOfError(error: unknown): Reply | NoReply {
  const response: unknown = isObject(error) ? Reflect.get(error, 'response') : undefined;
  if (isObject(response)) {
    const status: unknown = Reflect.get(response, 'status');
    const headers: unknown = Reflect.get(response, 'headers');
    if (typeof status === 'number') {
      return {
        status,
        headers: isObject(headers) ? headersOf(headers) : {},
        data: Reflect.get(response, 'data'),
      };
    }
  }
  return { status: null, message: error instanceof Error ? error.message : 'the connection broke' };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
