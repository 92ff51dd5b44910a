import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CountersignError, systemReason } from '../common/index.ts';

const BLOCK_CHARS = 64 * 1024;
/** A reader that closes early, as `| head` does, is no error. */
const READER_CLOSED: ReadonlySet<unknown> = new Set([
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
]);

/** Where a text is written to. */
interface TextTarget {
  /** Called once there is something to write: a text that cannot be made leaves an existing file as it is. */
  readonly open: () => Writable;
  /** Whether the stream ends with the text. Standard output does not. */
  readonly ends: boolean;
  /** For messages. */
  readonly name: string;
}

/**
 * Writes a text of any length, as fast as the stream takes it, and returns its length in bytes. Rejects with what the pieces
 * throw, and with `file-refused`.
 */
export async function writeText(
  pieces: AsyncIterable<string>,
  { open, ends, name }: TextTarget,
): Promise<number> {
  const blocks = blocksOf(pieces);
  const first = await blocks.next();
  const text: { bytes: number; failure: { readonly error: unknown } | null } = {
    bytes: 0,
    failure: null,
  };
  async function* written(): AsyncGenerator<string> {
    try {
      for (let block = first; block.done !== true; block = await next()) {
        text.bytes += Buffer.byteLength(block.value);
        yield block.value;
      }
    } finally {
      await blocks.return(undefined);
    }
  }
  const next = async (): Promise<IteratorResult<string>> =>
    await blocks.next().catch((error: unknown) => {
      text.failure = { error };
      throw error;
    });
  try {
    await pipeline(Readable.from(written()), open(), { end: ends });
  } catch (error) {
    if (text.failure !== null) throw text.failure.error;
    if (error instanceof Error && 'code' in error && READER_CLOSED.has(error.code))
      return text.bytes;
    const message = `${name} cannot be written: ${systemReason(error)}.`;
    // Standard output is none that the command could name.
    const fix = ends ? { fix: 'Name another file with --out.' } : {};
    throw new CountersignError('file-refused', message, { ...fix, cause: error });
  }
  return text.bytes;
}

/** A text in pieces of any size as blocks of a size that is good to write. */
async function* blocksOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let block = '';
  for await (const piece of pieces) {
    block += piece;
    if (block.length < BLOCK_CHARS) continue;
    yield block;
    block = '';
  }
  if (block !== '') yield block;
}
