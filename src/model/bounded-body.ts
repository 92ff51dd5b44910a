import { CountersignError, type Fetch, systemClock, within } from '../common/index.ts';

/** More than any error of the API. */
const MAX_ERROR_BYTES = 64 * 1024;
const ERROR_TIMEOUT_MS = 10_000;
/** A longer line of a stream is no event: a whole reply fits in it. */
const MAX_LINE_BYTES = 128 * 1024 * 1024;
const LINE_FEED = 0x0a;
const END_OF_EVENT = new Uint8Array([LINE_FEED, LINE_FEED]);

/**
 * A `fetch` whose error answers have at most 64 KiB of body, which come within ten seconds: the clients read the whole
 * body of an error, and a broken server sends one without an end.
 */
export function boundedErrors(fetch: Fetch): Fetch {
  return async (address, init) => {
    const response = await fetch(address, init);
    if (response.ok || response.body === null) return response;
    const { status, statusText } = response;
    const headers = new Headers(response.headers);
    // The body is decoded and cut.
    for (const name of ['content-encoding', 'content-length']) headers.delete(name);
    const body = await beginning(response.body);
    return new Response(body, { status, statusText, headers });
  };
}

async function beginning(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  const read = async (): Promise<void> => {
    let bytes = 0;
    while (bytes < MAX_ERROR_BYTES) {
      const { value, done } = await reader.read();
      if (done) return;
      chunks.push(value);
      bytes += value.length;
    }
  };
  const late = new CountersignError('model-unreachable', 'The answer has no end.');
  // What came until then, or until the connection broke, says enough.
  await within(read(), { clock: systemClock, limitMs: ERROR_TIMEOUT_MS, late }).catch(
    () => undefined,
  );
  reader.cancel().catch(() => undefined);
  return new Uint8Array(Buffer.concat(chunks).subarray(0, MAX_ERROR_BYTES));
}

/** The chunks of an answer. Throws at one that is not in time: what came before it must not be read as a whole answer. */
export async function* chunksInTime(
  response: Response,
  isInTime: () => boolean,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of response.body ?? []) {
    if (!isInTime()) throw new Error('the stream has no end');
    yield chunk;
  }
}

/**
 * The chunks of a stream of events. Throws where it is not safe to read on: at a line without an end, because the reader of events would
 * keep it in memory; and at bytes that are not UTF-8, because a file could then get other bytes than the model wrote.
 */
export async function* boundedLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let lineBytes = 0;
  for await (const chunk of chunks) {
    const last = chunk.lastIndexOf(LINE_FEED);
    lineBytes = last === -1 ? lineBytes + chunk.length : chunk.length - last - 1;
    if (lineBytes > MAX_LINE_BYTES) throw new Error('an event has no end');
    utf8.decode(chunk, { stream: true });
    yield chunk;
  }
  // Some servers leave out the empty line after the last event.
  yield END_OF_EVENT;
}
