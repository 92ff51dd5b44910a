/** Unpacks an archive that was downloaded. Does I/O: writes below one folder. */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { CountersignError } from '../../base/index.ts';

const MAX_PACKED_BYTES = 512 * 1024 ** 2;
const MAX_UNPACKED_BYTES = 1024 ** 3;
const MAX_ENTRIES = 60_000;
const MAX_NAME_CHARS = 1_000;

const END_OF_DIRECTORY = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const DIRECTORY_ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_ENTRY = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly at: number;
}

const inflated = promisify(inflateRaw);

/**
 * Unpacks a zip archive into `folder`. Whoever made it is not trusted: names that lead elsewhere, entries that are larger
 * than they say, and archives of more than a gigabyte unpacked are `artifact-refused` before anything of them is written.
 */
export async function unpackZip(file: string, folder: string): Promise<void> {
  if ((await stat(file)).size > MAX_PACKED_BYTES) throw refused('is larger than is read');
  const zip = await readFile(file);
  const entries = entriesOf(zip);
  if (entries.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_UNPACKED_BYTES)
    throw refused('would be too large unpacked');
  for (const entry of entries) {
    if (entry.name.endsWith('/')) continue;
    const bytes = await bytesOf(zip, entry);
    const path = join(folder, entry.name);
    await mkdir(dirname(path), { recursive: true });
    // Never over what is there: two entries of one name are refused.
    await writeFile(path, bytes, { flag: 'wx' });
  }
}

function refused(why: string): CountersignError {
  return new CountersignError('artifact-refused', `The archive that was downloaded ${why}.`);
}

function entriesOf(zip: Buffer): readonly Entry[] {
  let end = zip.length - END_BYTES;
  const first = Math.max(0, end - MAX_COMMENT_BYTES);
  while (end >= first && zip.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  if (end < first) throw refused('is no zip archive');
  const count = zip.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw refused(`holds more than ${MAX_ENTRIES} files`);
  let at = zip.readUInt32LE(end + 16);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_BYTES > zip.length || zip.readUInt32LE(at) !== DIRECTORY_ENTRY)
      throw refused('has a broken directory');
    const nameBytes = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    if (!isPlainName(name))
      throw refused(`holds a file named ${JSON.stringify(name.slice(0, 100))}`);
    entries.push({
      name,
      method: zip.readUInt16LE(at + 10),
      checksum: zip.readUInt32LE(at + 16),
      packedBytes: zip.readUInt32LE(at + 20),
      bytes: zip.readUInt32LE(at + 24),
      at: zip.readUInt32LE(at + 42),
    });
    at += ENTRY_BYTES + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/** A path downwards: no `..`, nothing absolute, no drive, no backslash, nothing that a terminal would act on. */
function isPlainName(name: string): boolean {
  if (name.length > MAX_NAME_CHARS || /[\\:\p{Cc}]/u.test(name)) return false;
  const parts = name.replace(/\/$/, '').split('/');
  return parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

async function bytesOf(zip: Buffer, entry: Entry): Promise<Buffer> {
  const { at } = entry;
  if (at + LOCAL_BYTES > zip.length || zip.readUInt32LE(at) !== LOCAL_ENTRY)
    throw refused('has a broken entry');
  const start = at + LOCAL_BYTES + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  const packed = zip.subarray(start, start + entry.packedBytes);
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw refused('is packed in a way that is not known');
  let bytes = packed;
  if (entry.method === DEFLATED) {
    try {
      bytes = await inflated(packed, { maxOutputLength: Math.max(1, entry.bytes) });
    } catch {
      throw refused(`holds ${JSON.stringify(entry.name)}, which is broken or larger than it says`);
    }
  }
  if (bytes.length !== entry.bytes || crc32(bytes) !== entry.checksum) {
    throw refused(`holds ${JSON.stringify(entry.name)}, which is not what its directory says`);
  }
  return bytes;
}
