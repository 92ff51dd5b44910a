/** Parses git's index without git. Pure: bytes in, entries out; `null` for anything unknown. */

/** Modes of the index and of trees, octal. */
export const GIT_MODES = {
  text: '100644',
  program: '100755',
  link: '120000',
  submodule: '160000',
  folder: '040000',
} as const;

/** One path of an index, with the attributes of its file when it last matched this content. */
export interface IndexEntry {
  /** Bytes (Latin-1). */
  readonly path: string;
  /** Octal, as in `GIT_MODES`. */
  readonly mode: string;
  readonly sha: string;
  readonly stage: number;
  /** Git takes its file for unchanged (`git update-index --assume-unchanged`). */
  readonly isAssumed: boolean;
  /** Not in the work tree on purpose (a sparse checkout). */
  readonly isSkipped: boolean;
  /** Intent to add (`git add -N`): its content is not in the index. */
  readonly isIntended: boolean;
  readonly stat: IndexStat;
}

/** As git stores it: each number truncated to 32 bits. */
interface IndexStat {
  readonly ctime: number;
  readonly ctimeNs: number;
  readonly mtime: number;
  readonly mtimeNs: number;
  readonly ino: number;
  readonly size: number;
}

/** The name of the shared part of a split index. */
export const SHARED_INDEX = /^sharedindex\.[0-9a-f]{40,64}$/u;

/** An index of a checkout with more bytes is not read. */
export const MAX_INDEX_BYTES = 512 * 1024 * 1024;
const HEADER_BYTES = 12;
const STAT_BYTES = 40;
const FLAG_ASSUME_UNCHANGED = 0x8000;
const FLAG_EXTENDED = 0x4000;
const FLAG_SKIP_WORKTREE = 0x4000;
const FLAG_INTENT_TO_ADD = 0x2000;
const MAX_INDEX_ENTRIES = 2_000_000;
const MAX_PATH_BYTES = 8_192;

/** The entries in order; `null` for bytes that are not a complete index (a split index needs another file). */
export function parseIndex(bytes: Buffer, idBytes: 20 | 32): readonly IndexEntry[] | null {
  if (bytes.length < HEADER_BYTES + idBytes || bytes.toString('latin1', 0, 4) !== 'DIRC')
    return null;
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  if (version < 2 || version > 4 || count > MAX_INDEX_ENTRIES) return null;
  const end = bytes.length - idBytes;
  const entries: IndexEntry[] = [];
  let place = HEADER_BYTES;
  let before = '';
  for (let index = 0; index < count; index += 1) {
    const flagsAt = place + STAT_BYTES + idBytes;
    if (flagsAt + 4 > end) return null;
    const flags = bytes.readUInt16BE(flagsAt);
    const isExtended = version >= 3 && (flags & FLAG_EXTENDED) !== 0;
    const extended = isExtended ? bytes.readUInt16BE(flagsAt + 2) : 0;
    const nameStart = flagsAt + (isExtended ? 4 : 2);
    const name = nameAt(bytes, { place: nameStart, end, before: version === 4 ? before : null });
    if (name === null) return null;
    entries.push({
      path: name.path,
      mode: bytes
        .readUInt32BE(place + 24)
        .toString(8)
        .padStart(6, '0'),
      sha: bytes.toString('hex', place + STAT_BYTES, flagsAt),
      stage: (flags >> 12) & 3,
      isAssumed: (flags & FLAG_ASSUME_UNCHANGED) !== 0,
      isSkipped: (extended & FLAG_SKIP_WORKTREE) !== 0,
      isIntended: (extended & FLAG_INTENT_TO_ADD) !== 0,
      stat: statAt(bytes, place),
    });
    before = name.path;
    // Versions before 4 are padded to eight bytes.
    const length = name.stop + 1 - place;
    place += version === 4 ? length : Math.ceil(length / 8) * 8;
  }
  return extensionsAreOptional(bytes, place, end) ? entries : null;
}

function statAt(bytes: Buffer, place: number): IndexStat {
  const word = (index: number): number => bytes.readUInt32BE(place + index * 4);
  return {
    ctime: word(0),
    ctimeNs: word(1),
    mtime: word(2),
    mtimeNs: word(3),
    ino: word(5),
    size: word(9),
  };
}

/** `before`: the previous name, of which version 4 omits the shared prefix; `null`: nothing is omitted. */
function nameAt(
  bytes: Buffer,
  {
    place,
    end,
    before,
  }: { readonly place: number; readonly end: number; readonly before: string | null },
): { readonly path: string; readonly stop: number } | null {
  const strip = before === null ? { value: 0, next: place } : varintAt(bytes, place, end);
  const whole = before ?? '';
  if (strip === null || strip.value > whole.length) return null;
  const stop = bytes.indexOf(0, strip.next);
  if (stop === -1 || stop >= end || stop - place > MAX_PATH_BYTES) return null;
  const kept = whole.slice(0, whole.length - strip.value);
  const path = kept + bytes.toString('latin1', strip.next, stop);
  return path.length > MAX_PATH_BYTES ? null : { path, stop };
}

/** Git's variable-width integer: each further byte adds one to the value so far. */
function varintAt(
  bytes: Buffer,
  start: number,
  end: number,
): { readonly value: number; readonly next: number } | null {
  let value = 0;
  for (let place = start; place < Math.min(end, start + 4); place += 1) {
    const byte = bytes[place] ?? 0;
    value = value * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) return { value, next: place + 1 };
    value += 1;
  }
  return null;
}

/** An extension whose name begins with a small letter changes what the entries mean; of these only `sdir` is known. */
function extensionsAreOptional(bytes: Buffer, from: number, end: number): boolean {
  let place = from;
  while (place + 8 <= end) {
    const name = bytes.toString('latin1', place, place + 4);
    if (!/^[A-Z]/u.test(name) && name !== 'sdir') return false;
    place += 8 + bytes.readUInt32BE(place + 4);
  }
  return place === end;
}
