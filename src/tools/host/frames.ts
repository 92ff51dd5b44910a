import * as z from 'zod';
import { type Json, parseJson } from '../../common/index.ts';

/**
 * The frames of a module process's channel: a length of four bytes, then JSON. Untrusted code may write the bytes, so
 * anything else is an error. Pure.
 */
export const MAX_FRAME_BYTES = 8 * 1024 * 1024;
/** Nobody waits for events, so only their size limits how much an end can send. */
export const MAX_EVENT_BYTES = 64 * 1024;
const LENGTH_BYTES = 4;
/** Deeper frames are refused: readers may recurse once for each level. */
const MAX_DEPTH = 250;
const MAX_NAME_CHARS = 100;
const MAX_FAILURE_CHARS = 10_000;

const id = z.int().positive();
const name = z.string().min(1).max(MAX_NAME_CHARS);
/** It was read as JSON, so only its presence is checked: a copy would lose the key `__proto__`. */
const data = z.custom<Json>((value) => value !== undefined);
const frameForm = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('request'), id, operation: name, data }),
  z.strictObject({ kind: z.literal('answer'), id, data }),
  z.strictObject({
    kind: z.literal('failure'),
    id,
    message: z
      .string()
      .max(MAX_FAILURE_CHARS)
      .transform((text) => text.toWellFormed()),
  }),
  z.strictObject({ kind: z.literal('cancel'), id }),
  z.strictObject({ kind: z.literal('event'), name, data }),
]);
export type Frame = z.output<typeof frameForm>;

/** The other end violated the format. Nothing more is read. */
export class FrameError extends Error {}

/** The bytes of a frame. Throws `FrameError` for one that the other end would refuse: too long, or nested too deeply. */
export function encodeFrame(frame: Frame): Buffer {
  const form: Frame =
    frame.kind === 'failure'
      ? { ...frame, message: frame.message.slice(0, MAX_FAILURE_CHARS).toWellFormed() }
      : frame;
  if (isTooDeep(form))
    throw new FrameError(`it is nested too deeply, more than ${MAX_DEPTH} levels`);
  const text = JSON.stringify(form);
  const body = Buffer.byteLength(text);
  const max = frame.kind === 'event' ? MAX_EVENT_BYTES : MAX_FRAME_BYTES;
  if (body > max) throw new FrameError(`it has ${body} bytes, more than ${max}`);
  const bytes = Buffer.allocUnsafe(LENGTH_BYTES + body);
  bytes.writeUInt32BE(body);
  bytes.write(text, LENGTH_BYTES);
  return bytes;
}

/** Turns a stream of bytes into frames. Accepts nothing more after it threw a `FrameError`. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #held = 0;
  /** Bytes of the next frame with its length; `null` until its length is there. */
  #wanted: number | null = null;
  #isBroken = false;

  push(chunk: Uint8Array): readonly Frame[] {
    if (this.#isBroken) throw new FrameError('it did not keep to the format before');
    this.#chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    this.#held += chunk.byteLength;
    try {
      return this.#take();
    } catch (error) {
      this.#isBroken = true;
      this.#chunks = [];
      throw error;
    }
  }

  #take(): readonly Frame[] {
    const frames: Frame[] = [];
    while (this.#held >= (this.#wanted ?? LENGTH_BYTES)) {
      // The parts of a long frame are joined once, when all of them are there.
      const joined = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
      if (joined === undefined) break;
      this.#chunks = [joined];
      this.#wanted ??= lengthOf(joined);
      if (this.#held < this.#wanted) break;
      frames.push(readFrame(joined.subarray(LENGTH_BYTES, this.#wanted)));
      this.#chunks = [joined.subarray(this.#wanted)];
      this.#held -= this.#wanted;
      this.#wanted = null;
    }
    return frames;
  }
}

function lengthOf(bytes: Buffer): number {
  const body = bytes.readUInt32BE();
  if (body > MAX_FRAME_BYTES)
    throw new FrameError(`a frame of ${body} bytes, more than ${MAX_FRAME_BYTES}`);
  return LENGTH_BYTES + body;
}

function readFrame(body: Buffer): Frame {
  const value = parseJson(body.toString('utf8'));
  if (value === undefined) throw new FrameError('a frame that is not JSON');
  const { data: frame } = isTooDeep(value) ? {} : frameForm.safeParse(value);
  const isTooLong = frame?.kind === 'event' && body.byteLength > MAX_EVENT_BYTES;
  if (frame === undefined || isTooLong) throw new FrameError('a frame of no known form');
  return frame;
}

/** Goes level by level, so that no depth can exhaust the stack. */
function isTooDeep(value: Json): boolean {
  let level: readonly Json[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values<Json>(item) : [],
    );
  }
  return false;
}
