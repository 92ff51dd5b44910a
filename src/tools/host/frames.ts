import { isJsonObject, type Json, parseJson } from '../../common/index.ts';

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

export type Frame =
  | {
      readonly kind: 'request';
      readonly id: number;
      readonly operation: string;
      readonly data: Json;
    }
  | { readonly kind: 'answer'; readonly id: number; readonly data: Json }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'event'; readonly name: string; readonly data: Json };

/** The other end violated the format. Nothing more is read. */
export class FrameError extends Error {}

/** The bytes of a frame. Throws `FrameError` for one that the other end would refuse: too long, or nested too deeply. */
export function encodeFrame(frame: Frame): Buffer {
  const form = wireForm(frame);
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

function wireForm(frame: Frame): Json {
  switch (frame.kind) {
    case 'request':
      return { q: frame.id, o: frame.operation, d: frame.data };
    case 'answer':
      return { a: frame.id, d: frame.data };
    case 'failure':
      return { a: frame.id, x: frame.message.slice(0, MAX_FAILURE_CHARS).toWellFormed() };
    case 'cancel':
      return { c: frame.id };
    case 'event':
      return { e: frame.name, d: frame.data };
  }
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
  const frame = isTooDeep(value) ? null : frameOf(value, body.byteLength);
  if (frame === null) throw new FrameError('a frame of no known form');
  return frame;
}

function frameOf(value: Json, bytes: number): Frame | null {
  if (!isJsonObject(value)) return null;
  const keys = Object.keys(value).sort().join();
  const { q, o, a, c, e, d = null, x } = value;
  if (keys === 'd,o,q' && isId(q) && isName(o)) {
    return { kind: 'request', id: q, operation: o, data: d };
  }
  if (keys === 'a,d' && isId(a)) return { kind: 'answer', id: a, data: d };
  if (keys === 'a,x' && isId(a) && typeof x === 'string' && x.length <= MAX_FAILURE_CHARS) {
    return { kind: 'failure', id: a, message: x.toWellFormed() };
  }
  if (keys === 'c' && isId(c)) return { kind: 'cancel', id: c };
  if (keys === 'd,e' && isName(e) && bytes <= MAX_EVENT_BYTES) {
    return { kind: 'event', name: e, data: d };
  }
  return null;
}

function isId(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function isName(value: Json | undefined): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_NAME_CHARS;
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
