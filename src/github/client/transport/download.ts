import { CountersignError, errorText } from '../../../common/index.ts';
import { githubRefused } from './classify-reply.ts';
import type { ClientCore } from './core.ts';

const MAX_REDIRECTS = 3;

interface DownloadLimits {
  /** Completes "GitHub would not …" in messages. */
  readonly doing: string;
  /** The maximum that is kept. */
  readonly maxBytes: number;
  /** The maximum that is read. If it is more than `maxBytes`, the end of a longer answer is kept. */
  readonly maxReadBytes?: number;
  /** Whether an address may be requested. Absent: any https address, and the API's own origin. */
  readonly mayGet?: (address: URL) => boolean;
}

interface Downloaded {
  readonly bytes: Buffer;
  /** The number of bytes before them that were read and omitted. */
  readonly omittedBytes: number;
}

/**
 * Downloads from an address that GitHub gave, without the token: such addresses are signed, and their hosts must not get the
 * token. Each redirect is checked like the first address. Throws `github-refused` if an address is not allowed, if the answer
 * is not 200, or if it is too large; `github-unreachable` if there is no answer.
 */
export async function download(
  core: Pick<ClientCore, 'getWithoutToken' | 'apiUrl'>,
  address: string,
  limits: DownloadLimits,
): Promise<Downloaded> {
  const mayGet = limits.mayGet ?? ((url: URL) => isSafeFrom(core.apiUrl, url));
  let current = urlOf(address, undefined, limits);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    if (current.username !== '' || current.password !== '' || !mayGet(current))
      throw refused(limits, `its address ${current.origin} is not allowed`);
    const reply = await core.getWithoutToken(current.href);
    if (reply.status === null) {
      const message = `GitHub would not ${limits.doing}: ${current.host} did not answer.`;
      throw new CountersignError('github-unreachable', message, { fix: 'Try it again later.' });
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
    return await bytesOf(reply.body, limits);
  }
  throw refused(limits, `it redirects more than ${MAX_REDIRECTS} times`);
}

/** Allows https, and the API's own origin, which may be on loopback or in a private network. */
function isSafeFrom(apiUrl: string, url: URL): boolean {
  return url.protocol === 'https:' || url.origin === new URL(apiUrl).origin;
}

function urlOf(address: string, from: URL | undefined, limits: DownloadLimits): URL {
  if (!URL.canParse(address, from?.href)) throw refused(limits, 'its address is invalid');
  return new URL(address, from);
}

function refused(limits: DownloadLimits, reason: string): CountersignError {
  return githubRefused(`GitHub would not ${limits.doing}: ${reason}.`);
}

async function bytesOf(
  body: ReadableStream<Uint8Array>,
  limits: DownloadLimits,
): Promise<Downloaded> {
  const { maxBytes, maxReadBytes = maxBytes } = limits;
  const chunks: Uint8Array[] = [];
  let kept = 0;
  let omittedBytes = 0;
  for await (const chunk of readChunks(body, limits)) {
    chunks.push(chunk);
    kept += chunk.length;
    if (kept + omittedBytes > maxReadBytes)
      throw refused(limits, `it has more than ${maxReadBytes} bytes`);
    while (kept - (chunks[0]?.length ?? 0) >= maxBytes) {
      const [first] = chunks.splice(0, 1);
      kept -= first?.length ?? 0;
      omittedBytes += first?.length ?? 0;
    }
  }
  const whole = Buffer.concat(chunks);
  const over = Math.max(0, whole.length - maxBytes);
  return { bytes: whole.subarray(over), omittedBytes: omittedBytes + over };
}

async function* readChunks(body: ReadableStream<Uint8Array>, limits: DownloadLimits) {
  try {
    yield* body;
  } catch (error) {
    const message = `GitHub would not ${limits.doing}: the connection broke (${errorText(error)}).`;
    throw new CountersignError('github-unreachable', message, { fix: 'Try it again later.' });
  }
}
