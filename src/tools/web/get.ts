/** I/O: fetches pages of the internet. Neither the addresses, which a model chooses, nor the pages are trusted. */
import { isUtf8 } from 'node:buffer';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, unzip, zstdDecompress } from 'node:zlib';
import { hostOf, isPublicAddress, oneLine } from '../../common/index.ts';
import { lookupOf, type Resolve, resolveName } from '../../sandbox/index.ts';

const MAX_PAGE_BYTES = 5 * 1024 * 1024;
const TOO_LONG = `it has more than ${MAX_PAGE_BYTES} bytes`;
const MAX_REDIRECTS = 5;
const MAX_HEADER_BYTES = 64 * 1024;
/** As many as curl takes. Each makes the machine decode up to a whole page. */
const MAX_CODINGS = 5;
const AGENT = 'countersign';

type Decode = (bytes: Buffer, limit: { readonly maxOutputLength: number }) => Promise<Buffer>;

/** Some servers store pages compressed, and send them so although the request does not allow it. */
const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', promisify(unzip)],
  ['x-gzip', promisify(unzip)],
  ['deflate', promisify(unzip)],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
]);

export interface WebNetwork {
  readonly resolve?: Resolve;
  /** The addresses that may be connected to. Absent: those of the public internet. */
  readonly mayReach?: (address: string) => boolean;
  /** The step has a proxy. It is not used: it would look up names itself, and could so be led to an address that is not public. */
  readonly hasProxy?: boolean;
}

export type Page =
  | {
      readonly kind: 'page';
      readonly url: string;
      readonly status: number;
      readonly type: string;
      readonly bytes: Buffer;
    }
  /** A redirect to another host (or from https to http), which the policy has to allow first. */
  | { readonly kind: 'elsewhere'; readonly from: string; readonly url: string }
  | { readonly kind: 'refused'; readonly because: string };

/**
 * Gets a page. A name is resolved once, all its addresses must be public, and the connection goes to one of them. Redirects
 * within the host are followed the same way, others are returned. Rejects if the network fails.
 */
export async function getPage(
  url: URL,
  options: { readonly signal: AbortSignal; readonly network: WebNetwork },
): Promise<Page> {
  let current = url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const refusal = urlRefusal(current);
    if (refusal !== null) return { kind: 'refused', because: refusal };
    const response = await open(current, options);
    if (typeof response === 'string') return { kind: 'refused', because: response };
    const { statusCode: status = 0, headers } = response;
    const location = status >= 300 && status < 400 ? headers.location : undefined;
    if (location === undefined) {
      const page = await pageOf(response, { url: current.href, status });
      // The body of an answer without a length ends like a whole one.
      options.signal.throwIfAborted();
      return page;
    }
    response.destroy();
    // Node reads headers as Latin-1. Servers write addresses in UTF-8.
    const next = URL.parse(Buffer.from(location, 'latin1').toString('utf8'), current.href);
    if (next === null)
      return { kind: 'refused', because: 'it redirects to something that is not an address' };
    const downgraded = current.protocol === 'https:' && next.protocol !== 'https:';
    if (next.host !== current.host || downgraded)
      return { kind: 'elsewhere', from: current.href, url: next.href };
    current = next;
  }
  return { kind: 'refused', because: `it redirects more than ${MAX_REDIRECTS} times` };
}

/** Why a URL can never be fetched; `null` if it can. */
export function urlRefusal(url: URL): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return 'only http and https addresses can be fetched';
  if (url.username !== '' || url.password !== '') return 'it holds a user name or a password';
  return null;
}

async function open(
  url: URL,
  options: { readonly signal: AbortSignal; readonly network: WebNetwork },
): Promise<IncomingMessage | string> {
  const { network, signal } = options;
  const { resolve = resolveName, mayReach = isPublicAddress } = network;
  const name = hostOf(url);
  const family = isIP(name);
  const addresses = family === 0 ? await resolve(name) : [{ address: name, family }];
  if (addresses.length === 0) return `${name} has no address`;
  const inside = addresses.find(({ address }) => !mayReach(address));
  if (inside !== undefined)
    return `${name} is ${inside.address}, which is not an address of the public internet`;
  // Connects to the addresses that were checked, in turn: a second lookup could return others.
  const lookup = lookupOf(addresses);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return await new Promise((done, fail) => {
    const request = send(url, {
      method: 'GET',
      agent: false,
      lookup,
      signal,
      maxHeaderSize: MAX_HEADER_BYTES,
      headers: {
        'user-agent': AGENT,
        accept: 'text/html, text/*;q=0.9, application/json;q=0.8, */*;q=0.1',
        'accept-encoding': 'identity',
      },
    });
    request.once('response', done).on('error', fail);
    // An answer that switches protocols is no response, and no error either.
    request.once('close', () => fail(new Error('the server closed the connection')));
    request.end();
  });
}

/** The bytes of an answer; `null` if there are more than `max`, which ends it. */
export async function bytesWithin(
  max: number,
  answer: AsyncIterable<Uint8Array>,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.byteLength;
    if (bytes > max) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function pageOf(
  response: IncomingMessage,
  request: { readonly url: string; readonly status: number },
): Promise<Page> {
  const sent = await bytesWithin(MAX_PAGE_BYTES, response);
  if (sent === null) return { kind: 'refused', because: TOO_LONG };
  const type = response.headers['content-type'] ?? '';
  const decoded = await decodedBytes(sent, response.headers['content-encoding'] ?? '');
  if (typeof decoded === 'string') return { kind: 'refused', because: decoded };
  return { kind: 'page', ...request, type, bytes: decoded };
}

/**
 * The content of a page, whose codings a header lists in the order in which they were applied; or why it cannot be read. Servers name
 * what is no coding, such as UTF-8: text that was not coded is text.
 */
async function decodedBytes(sent: Buffer, header: string): Promise<Buffer | string> {
  const codings = header
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MAX_CODINGS) return `it has more than ${MAX_CODINGS} content codings`;
  let bytes = sent;
  for (const coding of codings.toReversed()) {
    const decode = DECODERS.get(coding);
    if (decode === undefined && !isUtf8(bytes))
      return `its content coding ${oneLine(coding, 50)} is unknown`;
    try {
      if (bytes.length > 0)
        bytes = (await decode?.(bytes, { maxOutputLength: MAX_PAGE_BYTES })) ?? bytes;
    } catch (error) {
      if (isTooLong(error)) return TOO_LONG;
      throw error;
    }
  }
  return bytes;
}

function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
