import { constants, inflateRawSync } from 'node:zlib';
import { joinTexts, mergeRanges, rangesOfEach, type SecretRange } from './ranges.ts';
import { unitOf, unitsOf, type Units, unitAt, UnitBuffer } from './known-values/units.ts';
import { hexAt } from './known-values/views.ts';

/** Shorter runs contain nothing that is not found without decoding. */
const MIN_BLOB_CHARS = 16;
const MIN_PROBE_BYTES = 5;
/** Lines of a blob, after its first, may be indented. */
const MAX_INDENT = 24;
/** The length and number of samples that decide whether a blob is worth decoding. */
const PROBE_CHARS = 16;
const PROBE_BYTES = (PROBE_CHARS / 4) * 3;
const PROBES = 3;
/** The maximum nesting of blobs. */
const MAX_DEPTH = 3;
/** The maximum of decompressed bytes of all blobs of a text. Beyond it the rest is unknown, and is redacted. */
const MAX_INFLATED_BYTES = 4 * 1024 * 1024;
const [NEWLINE, RETURN, SPACE, TAB, BACKSLASH, EQUALS] = [10, 13, 32, 9, 92, 61];
const [SMALL_N, SMALL_R] = [110, 114];

const GZIP = 0x1f;
const ZLIB_HEADER_BYTES = 2;
const NONE = 255;
const SIXTH = new Uint8Array(1 << 16).fill(NONE);
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (const [value, unit] of unitsOf(DIGITS).entries()) SIXTH[unit] = value;
SIXTH[unitOf('-')] = 62;
SIXTH[unitOf('_')] = 63;
const HEX = /^(?:[0-9a-fA-F]{2}){8,}/;
const READABLE = new Uint8Array(256);
READABLE.fill(1, 32, 127);
for (const byte of [NEWLINE, RETURN, TAB]) READABLE[byte] = 1;

/** A run of base64 or hexadecimal digits, its lines joined. */
interface Blob {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The remaining decompressed bytes for one text. */
interface Room {
  bytes: number;
}

type Search = (text: string) => readonly SecretRange[];

/**
 * Finds base64 and hexadecimal text that contains a secret after decoding and, if compressed (gzip or zlib), inflating:
 * each is one range. All decoded texts are searched at once, and for nested blobs.
 */
export class BlobSearch {
  readonly #room = new UnitBuffer();

  find(text: string, search: Search, depth = 0): readonly SecretRange[] {
    const found: SecretRange[] = [];
    const decoded: Blob[] = [];
    const contents: string[] = [];
    const left = { bytes: MAX_INFLATED_BYTES };
    for (const blob of blobsIn(text, this.#room.filled(text))) {
      for (const content of contentsOf(blob, left)) {
        if (content === null) found.push(rangeOf(blob, 'compressed', blob.text));
        else {
          decoded.push(blob);
          contents.push(content);
        }
      }
    }
    if (contents.length === 0) return found;
    const joined = joinTexts(contents);
    const nested = depth < MAX_DEPTH ? this.find(joined, search, depth + 1) : [];
    const inner = mergeRanges(search(joined).concat(nested));
    for (const [index, [first]] of [...rangesOfEach(contents, inner)].entries()) {
      const blob = decoded[index];
      if (blob !== undefined && first !== undefined)
        found.push(rangeOf(blob, first.kind, first.value));
    }
    return found;
  }
}

function rangeOf({ start, end }: Blob, kind: string, value: string): SecretRange {
  return { start, end, kind, value };
}

function blobsIn(text: string, units: Units): readonly Blob[] {
  const blobs: Blob[] = [];
  for (let run = nextRun(units, 0); run !== null; ) {
    const { start } = run;
    let index = run.end;
    if (isPromising(units, start, index)) {
      const lines = [text.slice(start, index)];
      let digits = index - start;
      for (let line = nextLine(units, index, digits); line !== null; ) {
        lines.push(text.slice(line.start, line.end));
        digits += line.end - line.start;
        index = line.end;
        line = nextLine(units, index, digits);
      }
      while (unitAt(units, index) === EQUALS) index += 1;
      blobs.push({ start, end: index, text: lines.join('') });
    }
    run = nextRun(units, index);
  }
  return blobs;
}

/**
 * The next run that is long enough. Each step checks backwards from the minimum length, so that most of a text is
 * skipped.
 */
function nextRun(
  units: Units,
  from: number,
): { readonly start: number; readonly end: number } | null {
  let start = from;
  while (start + MIN_BLOB_CHARS <= units.length) {
    let index = start + MIN_BLOB_CHARS - 1;
    while (index >= start && SIXTH[units.units[index] ?? 0] !== NONE) index -= 1;
    if (index < start) return { start, end: endOfRun(units, start + MIN_BLOB_CHARS) };
    start = index + 1;
  }
  return null;
}

function endOfRun({ units, length }: Units, from: number): number {
  let index = from;
  while (index < length && SIXTH[units[index] ?? 0] !== NONE) index += 1;
  return index;
}

/**
 * The line that continues a blob with so many digits; `null` if none does. Its newline may be escaped, as in JSON. It
 * contains only digits, and a short line is the last, which makes the groups of four complete.
 */
function nextLine(
  units: Units,
  end: number,
  digits: number,
): { readonly start: number; readonly end: number } | null {
  let index = behindBreak(units, end);
  if (index === null) return null;
  const last = index + MAX_INDENT;
  while (index < last && (unitAt(units, index) === SPACE || unitAt(units, index) === TAB))
    index += 1;
  const lineEnd = endOfRun(units, index);
  let padded = lineEnd;
  while (padded < lineEnd + 3 && unitAt(units, padded) === EQUALS) padded += 1;
  if (lineEnd === index || unitAt(units, padded) === SPACE) return null;
  const isWhole = (digits + padded - index) % 4 === 0;
  return lineEnd - index >= MIN_BLOB_CHARS || isWhole ? { start: index, end: lineEnd } : null;
}

function behindBreak(units: Units, index: number): number | null {
  if (unitAt(units, index) === NEWLINE) return index + 1;
  if (unitAt(units, index) === RETURN)
    return unitAt(units, index + 1) === NEWLINE ? index + 2 : null;
  if (unitAt(units, index) !== BACKSLASH) return null;
  const letter = unitAt(units, index + 1);
  if (letter === SMALL_R) return behindBreak(units, index + 2);
  return letter === SMALL_N ? index + 2 : null;
}

/** Whether any decoding of a run is partly text, or starts like compressed data. Hardly any identifier does. */
function isPromising(units: Units, start: number, end: number): boolean {
  const probes = PROBES - 1;
  for (let shift = 0; shift < 4; shift += 1) {
    const groups = Math.floor((end - start - shift - PROBE_CHARS) / 4);
    if (groups < 0) break;
    if (isCompressed(byteAt(units, start + shift, 0), byteAt(units, start + shift, 1))) return true;
    for (let probe = 0; probe <= probes; probe += 1) {
      const from = start + shift + Math.floor((groups * probe) / probes) * 4;
      if (isReadable(units, from)) return true;
    }
  }
  return isReadableHex(units, start);
}

/** A byte of the group of four digits at a position. */
function byteAt({ units }: Units, group: number, byte: number): number {
  const [left, right] = [
    SIXTH[units[group + byte] ?? 0] ?? 0,
    SIXTH[units[group + byte + 1] ?? 0] ?? 0,
  ];
  return ((left << (2 + 2 * byte)) | (right >> (4 - 2 * byte))) & 0xff;
}

/** Whether bytes are text, also as UTF-16: every second byte is NUL. */
function isReadable(units: Units, from: number): boolean {
  let [even, odd] = [0, 0];
  for (let place = 0; place < PROBE_BYTES; place += 1) {
    const byte = byteAt(units, from + Math.floor(place / 3) * 4, place % 3);
    if (byte === 0 && place % 2 === 0) even += 1;
    else if (byte === 0) odd += 1;
    else if (READABLE[byte] === 0) return false;
  }
  return even + odd === 0 || (even + odd === PROBE_BYTES / 2 && even * odd === 0);
}

function isReadableHex(units: Units, start: number): boolean {
  for (let index = start; index < start + PROBE_CHARS; index += 2) {
    const byte = hexAt(units, index, 2);
    if (byte === null || READABLE[byte] === 0) return false;
  }
  return true;
}

/** The first bytes of gzip, and of zlib at any level. */
function isCompressed(first: number, second: number): boolean {
  if (first === GZIP) return second === 0x8b;
  return first === 0x78 && (first * 256 + second) % 31 === 0;
}

/** The content of a blob, for each alignment of its groups; `null` if it exceeds the remaining bytes. */
function contentsOf({ text }: Blob, left: Room): readonly (string | null)[] {
  const contents: (string | null)[] = [];
  const hex = Buffer.from(HEX.exec(text)?.[0] ?? '', 'hex');
  if (looksReadable(hex)) contents.push(hex.toString('utf8'));
  for (let shift = 0; shift < 4; shift += 1) {
    const bytes = Buffer.from(text.slice(shift), 'base64');
    if (isCompressed(bytes[0] ?? 0, bytes[1] ?? 0)) {
      const inflated = inflate(bytes, left);
      if (inflated !== '') contents.push(inflated);
    } else if (looksReadable(bytes)) contents.push(bytes.toString('utf8'));
    else if (bytes.includes(0)) {
      const narrow = Buffer.from(bytes.filter((byte) => byte !== 0));
      if (looksReadable(narrow)) contents.push(narrow.toString('utf8'));
    }
  }
  return contents;
}

function looksReadable(bytes: Buffer): boolean {
  const places = [0, Math.floor(bytes.length / 2), bytes.length - PROBE_BYTES];
  return places.some((place) => {
    const probe = bytes.subarray(Math.max(0, place), Math.max(0, place) + PROBE_BYTES);
    return probe.length >= MIN_PROBE_BYTES && probe.every((byte) => READABLE[byte] === 1);
  });
}

/**
 * Truncated data count as far as they decompress; damaged data have no content. The header is skipped, and so are the
 * checksums at the end: text after the data must not make them unreadable.
 */
function inflate(bytes: Buffer, left: Room): string | null {
  if (left.bytes <= 0) return null;
  const data = bytes.subarray(bytes[0] === GZIP ? gzipHeaderBytes(bytes) : ZLIB_HEADER_BYTES);
  try {
    const inflated = inflateRawSync(data, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: left.bytes,
    });
    left.bytes -= inflated.length;
    return inflated.toString('utf8');
  } catch (error) {
    const isTooLarge =
      error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    if (!isTooLarge) return '';
    left.bytes = 0;
    return null;
  }
}

/** RFC 1952: ten bytes, then the optional fields that its flags announce. */
function gzipHeaderBytes(bytes: Buffer): number {
  const flags = bytes[3] ?? 0;
  let index = 10;
  if ((flags & 4) !== 0) index += 2 + (bytes[index] ?? 0) + 256 * (bytes[index + 1] ?? 0);
  for (const flag of [8, 16]) {
    if ((flags & flag) !== 0) index = bytes.indexOf(0, index) + 1 || bytes.length;
  }
  return (flags & 2) === 0 ? index : index + 2;
}
