import { createHash } from 'node:crypto';

/**
 * A slice of lines from a stream of bytes, in constant memory: lines longer than the limit keep their start, and a slice
 * larger than the limit keeps its start and end. Pure except for the stream.
 */
interface SliceRequest {
  /** The first line wanted, from 1. */
  readonly offset: number;
  readonly limit: number;
  /** Bytes kept of one line: at least four for each wanted character. */
  readonly maxLineBytes: number;
  /** Bytes kept of the whole slice, half from its start and half from its end. */
  readonly maxBytes: number;
  /**
   * Whether to read on after the slice, to count lines and compute the digest.
   */
  readonly countAll: boolean;
}

export interface SlicedLine {
  readonly number: number;
  /** The line's bytes without its ending, cut if it is too long. */
  readonly bytes: Buffer;
  readonly totalBytes: number;
}

export interface Slice {
  readonly head: readonly SlicedLine[];
  /** Lines after a gap, if the slice was too large. */
  readonly tail: readonly SlicedLine[];
  /** Lines of the file; `null` if reading stopped after the slice. */
  readonly totalLines: number | null;
  /** The digest of the whole file; `null` without `countAll`. */
  readonly sha256: string | null;
  readonly crlfLines: number;
  readonly lfLines: number;
  /** False: the last line has no ending. Only known if the whole file was read. */
  readonly endsWithNewline: boolean;
}

const LF = 0x0a;
const CR = 0x0d;
const EMPTY = Buffer.alloc(0);

/** Reads the slice from `chunks`. Stops once nothing more is needed. */
export async function sliceLines(
  chunks: AsyncIterable<Buffer>,
  request: SliceRequest,
): Promise<Slice> {
  const hash = createHash('sha256');
  const scan = new LineScan(request);
  let whole = true;
  for await (const chunk of chunks) {
    if (request.countAll) hash.update(chunk);
    scan.push(chunk);
    if (!request.countAll && scan.pastSlice()) {
      whole = false;
      break;
    }
  }
  return scan.finish(whole, request.countAll ? hash.digest('hex') : null);
}

class LineScan {
  private readonly request: SliceRequest;
  private readonly kept: KeptLines;
  private line = 1;
  /** What is kept of the current line. */
  private lineStart: Buffer | null = null;
  private lineBytes = 0;
  private lastByte = -1;
  private crlfLines = 0;
  private lfLines = 0;

  constructor(request: SliceRequest) {
    this.request = request;
    this.kept = new KeptLines(request.maxBytes);
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let index = chunk.indexOf(LF); index !== -1; index = chunk.indexOf(LF, from)) {
      this.add(chunk, from, index);
      this.endLine();
      from = index + 1;
    }
    if (from < chunk.length) this.add(chunk, from, chunk.length);
  }

  pastSlice(): boolean {
    return this.line >= this.request.offset + this.request.limit;
  }

  finish(whole: boolean, sha256: string | null): Slice {
    const endsWithNewline = this.lineBytes === 0;
    const lines = endsWithNewline ? this.line - 1 : this.line;
    if (!endsWithNewline && whole) this.keep();
    return {
      ...this.kept.parts(),
      totalLines: whole ? lines : null,
      sha256,
      crlfLines: this.crlfLines,
      lfLines: this.lfLines,
      endsWithNewline,
    };
  }

  private wanted(): boolean {
    return this.line >= this.request.offset && !this.pastSlice();
  }

  private add(chunk: Buffer, from: number, to: number): void {
    if (to === from) return;
    this.lineBytes += to - from;
    this.lastByte = chunk[to - 1] ?? -1;
    const room = this.request.maxLineBytes - (this.lineStart?.length ?? 0);
    if (!this.wanted() || room <= 0) return;
    const part = chunk.subarray(from, Math.min(to, from + room));
    this.lineStart = this.lineStart === null ? part : Buffer.concat([this.lineStart, part]);
  }

  private endLine(): void {
    const crlf = this.lineBytes > 0 && this.lastByte === CR;
    if (crlf) this.crlfLines += 1;
    else this.lfLines += 1;
    this.keep(crlf ? 1 : 0);
    this.line += 1;
    this.lineStart = null;
    this.lineBytes = 0;
    this.lastByte = -1;
  }

  private keep(endingBytes = 0): void {
    if (!this.wanted()) return;
    const start = this.lineStart ?? EMPTY;
    const totalBytes = this.lineBytes - endingBytes;
    const bytes = start.length > totalBytes ? start.subarray(0, totalBytes) : start;
    this.kept.add({ number: this.line, bytes, totalBytes });
  }
}

/** The first and the last lines of what was added, within a number of bytes. */
class KeptLines {
  private readonly room: number;
  private readonly head: SlicedLine[] = [];
  private tail: SlicedLine[] = [];
  /** Dropped lines at the start of `tail`. */
  private gone = 0;
  private headBytes = 0;
  private tailBytes = 0;
  private dropped = false;

  constructor(maxBytes: number) {
    this.room = Math.floor(maxBytes / 2);
  }

  add(line: SlicedLine): void {
    const cost = line.bytes.length + 1;
    if (this.tail.length === 0 && !this.dropped && this.headBytes + cost <= this.room) {
      this.head.push(line);
      this.headBytes += cost;
      return;
    }
    this.tail.push(line);
    this.tailBytes += cost;
    while (this.tailBytes > this.room && this.gone + 1 < this.tail.length) {
      this.tailBytes -= (this.tail[this.gone]?.bytes.length ?? 0) + 1;
      this.gone += 1;
      this.dropped = true;
    }
    // In bulk: removing the first item of a long list moves all others.
    if (2 * this.gone > this.tail.length) {
      this.tail = this.tail.slice(this.gone);
      this.gone = 0;
    }
  }

  parts(): { readonly head: readonly SlicedLine[]; readonly tail: readonly SlicedLine[] } {
    if (this.dropped) return { head: this.head, tail: this.tail.slice(this.gone) };
    return { head: [...this.head, ...this.tail], tail: [] };
  }
}
