/** I/O: one HTTP request over Node's own client, which is there, and done, in half the time of the built-in `fetch`. */
import { type Agent, type IncomingMessage, request as plainRequest } from 'node:http';

export interface HttpRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: none. */
  readonly body?: string | Uint8Array | undefined;
  /** Who holds the connections; Node's own agent, which keeps them, where absent. */
  readonly agent?: Agent | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told when the request is on its way. */
  readonly onSent?: (() => void) | undefined;
}

/**
 * Sends a request and gives its answer, whose body is still to be read. Follows no redirect and unpacks nothing. Rejects with
 * what broke the connection, or with the reason of the signal, which ends the body as well.
 */
export async function sendRequest(of: HttpRequest): Promise<IncomingMessage> {
  const { url, method, body, agent, signal, onSent } = of;
  signal?.throwIfAborted();
  const start = url.protocol === 'https:' ? (await import('node:https')).request : plainRequest;
  const options = {
    ...placeOf(url),
    method,
    headers: {
      ...of.headers,
      // Node leaves the length of a DELETE's body out, and the server then sees none.
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    },
    ...(agent === undefined ? {} : { agent }),
    ...(signal === undefined ? {} : { signal }),
  };
  return await new Promise((resolve, reject) => {
    const request = start(options, resolve);
    request.on('error', (error) => reject(signal?.aborted === true ? signal.reason : error));
    if (onSent !== undefined) request.once('finish', onSent);
    request.end(body);
  });
}

/** The host of a URL as Node's network takes it: an address of IPv6 stands in brackets in a URL alone. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Where a request goes, in the words of Node's client, which takes ten times as long to find them out by itself. */
function placeOf(url: URL) {
  const { protocol, port, pathname, search, username, password } = url;
  return {
    protocol,
    hostname: hostOf(url),
    port,
    path: pathname + search,
    ...(username === '' && password === ''
      ? {}
      : { auth: `${decodeURIComponent(username)}:${decodeURIComponent(password)}` }),
  };
}
