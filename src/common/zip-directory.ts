import { CountersignError } from './errors.ts';

const END_OF_DIRECTORY = 0x06054b50;
const END_BYTES = 22;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const MAX_COMMENT_BYTES = 0xffff;
const DIRECTORY_ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** The size and checksum of a file follow its bytes. */
const DESCRIBED_AFTER = 8;
/** An extra field with a name, which some programs use in place of the name. */
const UNICODE_PATH = 0x7075;
const SIZES_IN_EXTRA_BYTES = 4 + 8;
const IN_ZIP64 = 0xffffffff;
const MAX_NAME_BYTES = 1_000;
/** Of a name between two slashes, on most file systems. */
const MAX_PART_BYTES = 255;
const NAMES = new TextDecoder('utf-8', { ignoreBOM: true });
const UTF_8 = new TextEncoder();

/** A file of a zip archive, as its directory describes it. */
export interface ZipEntry {
  readonly name: string;
  readonly isDeflated: boolean;
  /** The unpacked size by the directory. */
  readonly bytes: number;
  /** CRC-32 of the unpacked bytes. */
  readonly checksum: number;
  /** The packed bytes, shared with the archive. */
  readonly packed: Uint8Array;
}

/**
 * The files of an untrusted zip archive (APPNOTE 6.3; stored and deflated entries, no Zip64), folders left out. Throws
 * `artifact-refused` for a name outside of the folder, for two names that cannot both be files on every system, for more than `maxBytes` by
 * the directory, and for more than `maxFiles`. The caller unpacks, and compares size and checksum.
 *
 * Readers find the directory in different ways: from its offset, from its end, or by a Zip64 record. Some read only the headers
 * before the files. So an archive could have other files for another program. It is refused unless all ways lead to this
 * directory:
 * - the directory ends where the end record begins, and has as many entries as both counts say;
 * - nothing follows the comment;
 * - the header before the bytes of a file says the same as the directory;
 * - no file has a second name, and no header fits between two files.
 *
 * No library is used: those that read a buffer (yauzl, fflate) do not verify checksums or limit the total, and leave names
 * and duplicates to the caller, so that most of this file would remain.
 */
export function zipEntries(
  zip: Uint8Array,
  { maxBytes, maxFiles }: { readonly maxBytes: number; readonly maxFiles: number },
): readonly ZipEntry[] {
  const entries = entriesOf(zip, maxFiles).filter(({ name }) => !name.endsWith('/'));
  if (entries.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes)
    throw zipRefused(`it unpacks to more than ${maxBytes} bytes`);
  refuseClashes(entries);
  return entries;
}

/**
 * Refuses a name that is there twice, in whatever case and encoding of accents, and a file where another one has a folder. No part of
 * a name has a NUL, so that what is below a name follows it in the order of these keys.
 */
function refuseClashes(entries: readonly ZipEntry[]): void {
  const names = new Map<string, string>();
  for (const { name } of entries) {
    const key = name.normalize('NFC').toLowerCase().replaceAll('/', '\0');
    if (names.has(key)) throw zipRefused(`${JSON.stringify(name)}: it is there twice`);
    names.set(key, name);
  }
  const keys = [...names.keys()].sort();
  const both = keys.find((key, index) => keys[index + 1]?.startsWith(`${key}\0`));
  if (both !== undefined)
    throw zipRefused(`${JSON.stringify(names.get(both))}: it is a file and a folder`);
}

/** Why a zip archive is not unpacked. */
export function zipRefused(reason: string): CountersignError {
  return new CountersignError('artifact-refused', `The artifact is not unpacked: ${reason}.`);
}

function entriesOf(zip: Uint8Array, maxFiles: number): readonly ZipEntry[] {
  try {
    return readDirectory(zip, maxFiles);
  } catch (error) {
    if (error instanceof CountersignError) throw error;
    throw zipRefused('its directory does not fit its size');
  }
}

function readDirectory(zip: Uint8Array, maxFiles: number): readonly ZipEntry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  let offset = view.getUint32(end + 16, true);
  const isWhole =
    view.getUint32(end + 4, true) === 0 &&
    view.getUint16(end + 8, true) === count &&
    offset + view.getUint32(end + 12, true) === end &&
    end + END_BYTES + view.getUint16(end + 20, true) === zip.length;
  if (hasZip64(view, end) || !isWhole)
    throw zipRefused('its end record does not fit its directory and size, or it uses Zip64');
  if (count > maxFiles) throw zipRefused(`it has ${count} files; at most ${maxFiles} are unpacked`);
  const directory = offset;
  const entries: PlacedEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(offset, true) !== DIRECTORY_ENTRY)
      throw zipRefused('its directory is invalid');
    const nameBytes = view.getUint16(offset + 28, true);
    if (nameBytes > MAX_NAME_BYTES) throw zipRefused('a name in it is too long');
    entries.push(readEntry(zip, view, { offset, nameBytes }));
    offset +=
      ENTRY_BYTES +
      nameBytes +
      view.getUint16(offset + 30, true) +
      view.getUint16(offset + 32, true);
  }
  if (offset !== end) throw zipRefused('its directory is invalid');
  if (!areAdjacent(entries, directory)) throw zipRefused('it has more than its directory says');
  return entries;
}

/** An entry, and where its header begins and its bytes end. */
interface PlacedEntry extends ZipEntry {
  readonly start: number;
  readonly end: number;
}

/** Whether the files lie one after the other, from the beginning to the directory, with no room for another header. */
function areAdjacent(entries: readonly PlacedEntry[], directory: number): boolean {
  const inOrder = entries.toSorted((one, other) => one.start - other.start);
  const starts = [...inOrder.map(({ start }) => start), directory];
  return starts.every((start, index) => {
    const gap = start - (inOrder[index - 1]?.end ?? 0);
    return gap >= 0 && gap < LOCAL_BYTES;
  });
}

/** The end of the last entry's comment may look like this too; other readers then follow it. */
function hasZip64(view: DataView, end: number): boolean {
  const locator = end - ZIP64_LOCATOR_BYTES;
  return locator >= 0 && view.getUint32(locator, true) === ZIP64_LOCATOR;
}

function readEntry(
  zip: Uint8Array,
  view: DataView,
  { offset, nameBytes }: { readonly offset: number; readonly nameBytes: number },
): PlacedEntry {
  const nameAt = offset + ENTRY_BYTES;
  const name = NAMES.decode(zip.subarray(nameAt, nameAt + nameBytes));
  const flags = view.getUint16(offset + 8, true);
  const method = view.getUint16(offset + 10, true);
  const size = view.getUint32(offset + 20, true);
  const start = view.getUint32(offset + 42, true);
  if ((flags & ENCRYPTED) !== 0 || (method !== STORED && method !== DEFLATED)) {
    throw zipRefused(`${JSON.stringify(name)} has an unsupported compression or is encrypted`);
  }
  if (size === IN_ZIP64 || start === IN_ZIP64)
    throw zipRefused('it uses Zip64, or is larger than 4 GB');
  const isNamedSo =
    view.getUint32(start, true) === LOCAL_HEADER &&
    view.getUint16(start + 26, true) === nameBytes &&
    zip
      .subarray(nameAt, nameAt + nameBytes)
      .every((byte, index) => byte === zip[start + LOCAL_BYTES + index]);
  if (!isNamedSo) throw zipRefused(`${JSON.stringify(name)} has another name before its bytes`);
  const extraAt = start + LOCAL_BYTES + nameBytes;
  const packedAt = extraAt + view.getUint16(start + 28, true);
  const end = packedAt + size;
  const extraEnd = nameAt + nameBytes + view.getUint16(offset + 30, true);
  if (
    hasSecondName(view, nameAt + nameBytes, extraEnd) ||
    hasSecondName(view, extraAt, packedAt) ||
    view.getUint16(start + 6, true) !== flags ||
    view.getUint16(start + 8, true) !== method ||
    !isSizeKnown(view, { start, extraAt, size, flags, method })
  )
    throw zipRefused(`${JSON.stringify(name)} is described in two ways`);
  return {
    name: safeName(name),
    isDeflated: method === DEFLATED,
    bytes: view.getUint32(offset + 24, true),
    checksum: view.getUint32(offset + 16, true),
    packed: zip.subarray(packedAt, end),
    start,
    end,
  };
}

/** Whether one of the extra fields between two places is a name, or they do not end at the second place. */
function hasSecondName(view: DataView, from: number, to: number): boolean {
  let offset = from;
  while (offset < to) {
    if (view.getUint16(offset, true) === UNICODE_PATH) return true;
    offset += 4 + view.getUint16(offset + 2, true);
  }
  return offset !== to;
}

/** Whether a program that reads only the header before the bytes ends them at the same place. */
function isSizeKnown(
  view: DataView,
  entry: {
    readonly start: number;
    readonly extraAt: number;
    readonly size: number;
    readonly flags: number;
    readonly method: number;
  },
): boolean {
  const { start, extraAt, size, flags, method } = entry;
  // The end of deflated bytes is in them.
  if ((flags & DESCRIBED_AFTER) !== 0) return method === DEFLATED || size === 0;
  const local = view.getUint32(start + 18, true);
  return local === IN_ZIP64
    ? view.getBigUint64(extraAt + SIZES_IN_EXTRA_BYTES, true) === BigInt(size)
    : local === size;
}

function endOfDirectory(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let offset = last; offset >= Math.max(0, last - MAX_COMMENT_BYTES); offset -= 1) {
    if (view.getUint32(offset, true) === END_OF_DIRECTORY) return offset;
  }
  throw zipRefused('it is not a zip archive');
}

/** Refuses a path that could leave the folder on any system. */
function safeName(name: string): string {
  const parts = name.replace(/\/$/, '').split('/');
  const isUnsafe = parts.some(
    (part) =>
      part === '' || part === '.' || part === '..' || UTF_8.encode(part).length > MAX_PART_BYTES,
  );
  if (isUnsafe || /[\\:\p{Cc}]/u.test(name))
    throw zipRefused(`${JSON.stringify(name)} is not a valid file name`);
  return name;
}
