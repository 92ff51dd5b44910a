// I/O: writes the files of an archive that somebody else made into a folder.
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { CountersignError, errorText } from '../../common/index.ts';

const END_OF_DIRECTORY = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const DIRECTORY_ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const IN_ZIP64 = 0xffffffff;
const FILE_MODE = 0o600;
const MAX_NAME_BYTES = 1_000;
const WRONG = new Error('it is not what the directory says');

interface Member {
  readonly name: string;
  readonly method: number;
  /** What the directory says of it unpacked. */
  readonly bytes: number;
  readonly checksum: number;
  /** Its packed bytes, shared with the archive. */
  readonly packed: Buffer;
}

/**
 * Unpacks a zip archive (APPNOTE 6.3; stored and deflated members, no Zip64) into a folder. The archive is not trusted:
 * a name that leads out of the folder, and more than `maxBytes` or `maxFiles` unpacked, are `artifact-refused` before anything
 * is written; so are a name that comes twice, and a member that is not what its directory says, once it comes to them.
 */
export async function unzipInto(
  zip: Buffer,
  of: { readonly folder: string; readonly maxBytes: number; readonly maxFiles: number },
): Promise<void> {
  const members = membersOf(zip, of.maxFiles).filter(({ name }) => !name.endsWith('/'));
  if (members.reduce((sum, { bytes }) => sum + bytes, 0) > of.maxBytes)
    throw refused(`it unpacks to more than ${of.maxBytes} bytes`);
  for (const member of members) {
    const path = join(of.folder, member.name);
    try {
      await mkdir(dirname(path), { recursive: true });
      // Never over what is there: two members of one name are refused.
      const file = createWriteStream(path, { flags: 'wx', mode: FILE_MODE });
      const plain = member.method === STORED ? [] : [createInflateRaw()];
      await pipeline([Readable.from([member.packed]), ...plain, checked(member), file]);
    } catch (error) {
      throw refused(`${JSON.stringify(member.name)}: ${errorText(error)}`);
    }
  }
}

/** Lets through what the directory says of a member, and no byte more. */
function checked(member: Member): Transform {
  let bytes = 0;
  let checksum = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      checksum = crc32(chunk, checksum);
      if (bytes > member.bytes) done(WRONG);
      else done(null, chunk);
    },
    flush: (done) => done(bytes === member.bytes && checksum === member.checksum ? null : WRONG),
  });
}

function membersOf(zip: Buffer, maxFiles: number): readonly Member[] {
  try {
    return readDirectory(zip, maxFiles);
  } catch (error) {
    if (error instanceof CountersignError) throw error;
    throw refused('its directory does not fit its size');
  }
}

function readDirectory(zip: Buffer, maxFiles: number): readonly Member[] {
  const end = endOfDirectory(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > maxFiles) throw refused(`it has ${count} files; at most ${maxFiles} are unpacked`);
  const members: Member[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw refused('its directory is damaged');
    const nameBytes = zip.readUInt16LE(at + 28);
    if (nameBytes > MAX_NAME_BYTES) throw refused('a name in it is too long');
    members.push(memberAt(zip, at, nameBytes));
    at += ENTRY_BYTES + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return members;
}

function memberAt(zip: Buffer, at: number, nameBytes: number): Member {
  const name = zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
  const flags = zip.readUInt16LE(at + 8);
  const method = zip.readUInt16LE(at + 10);
  const size = zip.readUInt32LE(at + 20);
  const local = zip.readUInt32LE(at + 42);
  if ((flags & ENCRYPTED) !== 0 || (method !== STORED && method !== DEFLATED)) {
    throw refused(`${JSON.stringify(name)} is packed in a way that is not read`);
  }
  if (size === IN_ZIP64 || local === IN_ZIP64) throw refused('it is larger than 4 GB');
  const start = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  if (start + size > zip.length) throw refused(`${JSON.stringify(name)} is cut`);
  return {
    name: safeName(name),
    method,
    bytes: zip.readUInt32LE(at + 24),
    checksum: zip.readUInt32LE(at + 16),
    packed: zip.subarray(start, start + size),
  };
}

function endOfDirectory(zip: Buffer): number {
  const last = zip.length - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at -= 1) {
    if (zip.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  }
  throw refused('it is no zip archive');
}

/** A path that stays below the folder on every system. */
function safeName(name: string): string {
  const parts = name.replace(/\/$/, '').split('/');
  const leads = parts.some((part) => part === '' || part === '.' || part === '..');
  if (leads || /[\\:\p{Cc}]/u.test(name))
    throw refused(`${JSON.stringify(name)} is no name for a file in it`);
  return name;
}

function refused(because: string): CountersignError {
  return new CountersignError('artifact-refused', `The artifact is not unpacked: ${because}.`);
}
