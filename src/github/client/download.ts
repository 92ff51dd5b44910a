import { CountersignError, errorText } from '../../common/index.ts';
import type { ClientCore } from './core.ts';

const MAX_REDIRECTS = 3;

export interface DownloadLimits {
  /** Words that finish "GitHub would not …". */
  readonly doing: string;
  /** What is kept at most. */
  readonly maxBytes: number;
  /** What is read at most; what is longer keeps its end where this is more than `maxBytes`. */
  readonly maxReadBytes?: number;
  /** Whether an address may be asked. Absent: any over https, or where the API itself lies. */
  readonly mayGet?: (address: URL) => boolean;
}

export interface Downloaded {
  readonly bytes: Buffer;
  /** How many bytes before them were read and let go. */
  readonly leftOut: number;
  readonly type: string;
}

/**
 * Gets what an address leads to that GitHub gave, without the token: such addresses carry their own permission, and
 * lie at hosts that have no business with it. Each redirect is judged like the first address. Throws `github-refused`
 * where one may not be followed, where the answer is no success, or where it is too large; `github-unreachable` where
 * none came.
 */
export async function download(
  core: Pick<ClientCore, 'getPlain' | 'apiUrl'>,
  address: string,
  limits: DownloadLimits,
): Promise<Downloaded> {
  const mayGet = limits.mayGet ?? ((url: URL) => isSafeFrom(core.apiUrl, url));
  let current = urlOf(address, undefined, limits);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    if (current.username !== '' || current.password !== '' || !mayGet(current))
      throw refused(limits, `it lies at ${current.origin}, where nothing is fetched from`);
    const reply = await core.getPlain(current.href);
    if (reply.status === null) {
      const told = `GitHub would not ${limits.doing}: ${current.host} did not answer.`;
      throw new CountersignError('github-unreachable', told, { fix: 'Try it again later.' });
    }
    const location = reply.headers['location'];
    if (reply.status >= 300 && reply.status < 400 && location !== undefined) {
      await reply.body.cancel();
      current = urlOf(location, current, limits);
      continue;
    }
    if (reply.status !== 200) {
      await reply.body.cancel();
      throw refused(limits, `${current.host} answered ${reply.status}`);
    }
    const kept = await bytesOf(reply.body, limits);
    return { ...kept, type: reply.headers['content-type'] ?? '' };
  }
  throw refused(limits, `it redirects more than ${MAX_REDIRECTS} times`);
}

/** True for https, and for the API's own origin, which lies on loopback or in a network of its own at times. */
function isSafeFrom(apiUrl: string, url: URL): boolean {
  return url.protocol === 'https:' || url.origin === new URL(apiUrl).origin;
}

function urlOf(address: string, from: URL | undefined, limits: DownloadLimits): URL {
  if (!URL.canParse(address, from?.href)) throw refused(limits, 'what it gave is no address');
  return new URL(address, from);
}

function refused(limits: DownloadLimits, why: string): CountersignError {
  return new CountersignError('github-refused', `GitHub would not ${limits.doing}: ${why}.`);
}

async function bytesOf(
  body: ReadableStream<Uint8Array>,
  limits: DownloadLimits,
): Promise<{ readonly bytes: Buffer; readonly leftOut: number }> {
  const { maxBytes, maxReadBytes = maxBytes } = limits;
  const chunks: Uint8Array[] = [];
  let kept = 0;
  let leftOut = 0;
  for await (const chunk of unbroken(body, limits)) {
    chunks.push(chunk);
    kept += chunk.length;
    if (kept + leftOut > maxReadBytes)
      throw refused(limits, `it has more than ${maxReadBytes} bytes`);
    while (kept - (chunks[0]?.length ?? 0) >= maxBytes) {
      const [first] = chunks.splice(0, 1);
      kept -= first?.length ?? 0;
      leftOut += first?.length ?? 0;
    }
  }
  const whole = Buffer.concat(chunks);
  const over = Math.max(0, whole.length - maxBytes);
  return { bytes: whole.subarray(over), leftOut: leftOut + over };
}

async function* unbroken(body: ReadableStream<Uint8Array>, limits: DownloadLimits) {
  try {
    yield* body;
  } catch (error) {
    const told = `GitHub would not ${limits.doing}: the connection broke (${errorText(error)}).`;
    throw new CountersignError('github-unreachable', told, { fix: 'Try it again later.' });
  }
}
