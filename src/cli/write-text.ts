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
export interface TextTarget {
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
  const text = new Blocks(pieces);
  await text.start();
  try {
    await pipeline(Readable.from(text.all()), open(), { end: ends });
  } catch (error) {
    if (text.failure !== null) throw text.failure.error;
    if (error instanceof Error && 'code' in error && READER_CLOSED.has(error.code))
      return text.bytes;
    throw new CountersignError(
      'file-refused',
      `${name} cannot be written: ${systemReason(error)}.`,
      {
        fix: 'Name another file with --out.',
        cause: error,
      },
    );
  }
  return text.bytes;
}

/** A text in pieces of any size as blocks of a size that is good to write. */
class Blocks {
  bytes = 0;
  /** What the pieces threw. */
  failure: { readonly error: unknown } | null = null;
  readonly #blocks: AsyncGenerator<string>;
  #first: IteratorResult<string> | null = null;

  constructor(pieces: AsyncIterable<string>) {
    this.#blocks = blocksOf(pieces);
  }

  /** Makes the first block. */
  async start(): Promise<void> {
    this.#first = await this.#blocks.next();
  }

  async *all(): AsyncGenerator<string> {
    try {
      for (let next = this.#first; next?.done === false; next = await this.#next()) {
        this.bytes += Buffer.byteLength(next.value);
        yield next.value;
      }
    } finally {
      await this.#blocks.return(undefined);
    }
  }

  async #next(): Promise<IteratorResult<string>> {
    try {
      return await this.#blocks.next();
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }
}

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
