/** I/O: the only file that imports Octokit. It sends one request and returns what came back as data. */
import { errorText, type Fetch, memoize, wrappedError } from '../../../common/index.ts';
import { field, type NoReply, type Reply } from './classify-reply.ts';
import type { HttpRequest, Send } from './requester.ts';

interface OctokitOptions {
  readonly token: string;
  /** `https://api.github.com`, or `https://HOST/api/v3` on Enterprise Server. */
  readonly apiUrl: string;
  readonly userAgent: string;
  readonly fetch: Fetch;
  readonly requestTimeoutMs: number;
}

export function octokitSend(options: OctokitOptions): Send {
  const client = memoize(async () => {
    // Imported late: most runs of the command line send nothing to GitHub. @actions/github parses the event file when it is
    // imported, and throws if the file is not JSON.
    const [{ Octokit }, { getOctokitOptions }] = await Promise.all([
      import('@octokit/rest'),
      import('@actions/github/lib/utils'),
    ]);
    return new Octokit(
      getOctokitOptions(options.token, {
        baseUrl: options.apiUrl,
        userAgent: options.userAgent,
        request: { fetch: options.fetch },
        log: silent,
      }),
    );
  });
  return async (request, signal) => {
    try {
      const octokit = await client();
      const parameters = parametersOf(request, { ...options, signal });
      const reply = await octokit.request(routeOf(request), parameters);
      return isFromElsewhere(request, reply, options.apiUrl) ? ELSEWHERE : plain(reply);
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      return replyOfError(error, options.apiUrl);
    }
  };
}

/** The answer of an address. Its body is a stream, so that a caller can stop at a limit. */
interface StreamedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReadableStream<Uint8Array>;
}

/** Requests an address once, without a token and without following redirects. Rejects only when aborted or refused by a proxy. */
export type GetWithoutToken = (address: string) => Promise<StreamedReply | NoReply>;

/** Requests by `fetch`. */
export function createGetWithoutToken(
  options: Omit<OctokitOptions, 'token' | 'apiUrl'> & Cancellable,
): GetWithoutToken {
  return async (address) => {
    try {
      const { status, headers, body } = await options.fetch(address, {
        headers: { 'user-agent': options.userAgent },
        redirect: 'manual',
        signal: signalOf(options),
      });
      return { status, headers: Object.fromEntries(headers), body: body ?? new Blob([]).stream() };
    } catch (error) {
      if (options.signal?.aborted === true) throw options.signal.reason;
      return replyOfLost(error);
    }
  };
}

const nothing = (): void => undefined;
/** Octokit would write deprecations, addresses included, straight to the log. */
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Its address is not below that of REST on Enterprise Server. */
const GRAPHQL = 'POST /graphql';
const READS = /^(?:GET|HEAD) /;

function routeOf(request: HttpRequest): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(request.query ?? {})) query.set(key, String(value));
  const text = query.toString();
  return text === '' ? request.route : `${request.route}?${text}`;
}

/** The signal that ends a request, besides its time-out. */
interface Cancellable {
  readonly signal?: AbortSignal | undefined;
}

function parametersOf(request: HttpRequest, options: OctokitOptions & Cancellable) {
  return {
    // The body travels as one value: field names such as `headers` or `baseUrl` must never become options.
    ...(request.body === undefined ? {} : { data: request.body }),
    headers: { 'x-github-api-version': '2022-11-28', ...request.headers },
    request: {
      signal: signalOf(options),
      // A redirected write would become a read.
      ...(request.keepRedirect === true || !READS.test(request.route)
        ? { redirect: 'manual' as const }
        : {}),
    },
    ...(request.route === GRAPHQL ? { baseUrl: graphqlBase(options.apiUrl) } : {}),
  };
}

function signalOf({
  requestTimeoutMs,
  signal,
}: Pick<OctokitOptions, 'requestTimeoutMs'> & Cancellable): AbortSignal {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  return signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
}

/** Enterprise Server has REST under `/api/v3` and GraphQL under `/api/graphql`. */
function graphqlBase(apiUrl: string): string {
  return apiUrl.replace(/\/api\/v3\/?$/, '/api');
}

/** A read whose redirect led away from what was asked for, as GitHub's own reply of such a redirect would be. */
const ELSEWHERE: Reply = { status: 302, headers: {}, data: { message: 'Found elsewhere' } };

/**
 * Whether a redirect led away from what was asked for: to another host, or to another resource, such as the issue of another
 * repository that an issue was transferred to. After a rename of the repository, the rest of the path stays the same. `fetch`
 * does not send the token to another host, and what it says is not GitHub's: only archives lie in a storage, and their digests
 * are compared.
 */
function isFromElsewhere(
  { route }: HttpRequest,
  { url, data }: OctokitReply,
  apiUrl: string,
): boolean {
  if (data instanceof ArrayBuffer || !URL.canParse(url)) return false;
  const answered = new URL(url);
  if (answered.origin !== new URL(apiUrl).origin) return true;
  const below = belowRepository(route);
  return below !== null && below !== belowRepository(answered.pathname);
}

/** The decoded path below a repository, which has a name or an id; `null` if it is of none. */
function belowRepository(path: string): string | null {
  const below = /\/(?:repos\/[^/?]+\/[^/?]+|repositories\/\d+)(\/[^?]*|(?=\?|$))/.exec(path)?.[1];
  return below === undefined ? null : decodeURIComponent(below);
}

interface OctokitReply {
  /** The address that answered, after all redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: unknown;
  readonly data: unknown;
}

function plain({ status, headers, data }: Omit<OctokitReply, 'url'>): Reply {
  const named = Object.entries(headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    String(value),
  ]);
  return { status, headers: Object.fromEntries(named), data };
}

/**
 * Octokit throws for 304, 4xx and 5xx with the response on the error, and for a lost connection with status 500 and
 * without a response. Its own messages may contain a whole HTML page, so only the system's are used. An error of the host that a
 * read was redirected to, such as a storage or a firewall in front of it, is not GitHub's: it says nothing about the token.
 */
function replyOfError(error: unknown, apiUrl: string): Reply | NoReply {
  const response = field(error, 'response');
  const status = field(response, 'status');
  if (typeof status !== 'number') return replyOfLost(error);
  const answered = URL.parse(String(field(response, 'url')));
  if (answered !== null && answered.origin !== new URL(apiUrl).origin)
    return {
      status: null,
      message: `it redirects to ${answered.host}, which answered ${status}`,
    };
  return plain({ status, headers: field(response, 'headers'), data: field(response, 'data') });
}

/** Throws the refusal of a proxy, which is no answer of GitHub and which no other attempt changes. */
function replyOfLost(error: unknown): NoReply {
  const own = wrappedError(error);
  if (own !== null) throw own;
  return { status: null, message: connectionMessage(error) };
}

/** `fetch` itself says only "fetch failed"; the last cause says why. */
function connectionMessage(error: unknown): string {
  let message = 'the connection broke';
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < MAX_CAUSES; depth += 1) {
    if (cause.message !== '') message = errorText(cause);
    // A host with several addresses has an error for each of them.
    cause = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
  }
  return message;
}

const MAX_CAUSES = 10;
