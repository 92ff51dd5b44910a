import { join } from 'node:path';
import { isSecretsLike } from '../../../policy/index.ts';
import { findGit } from './git-paths.ts';
import { readRegularFile } from '../../files/regular-file.ts';

/** A larger index is not read, because an evaluation waits for the result. */
const MAX_INDEX_BYTES = 32 * 1024 * 1024;
const HEADER_BYTES = 12;
/** An entry's name follows the file's status, its object's hash and two bytes of flags. */
const STATUS_BYTES = 40;
const HASH_BYTES = { sha1: 20, sha256: 32 } as const;
const EXTENDED = 0x4000;

/**
 * The files in git's index that usually contain secrets (`PathResolver.trackedSecrets`), as absolute paths. Empty
 * without an index in version 2, 3 or 4.
 */
export function trackedSecrets(root: string): readonly string[] {
  const git = findGit(root);
  if (git === null) return [];
  const index = readIndex(join(git.own, 'index'));
  if (index === null) return [];
  const names = namesIn(index, HASH_BYTES.sha1) ?? namesIn(index, HASH_BYTES.sha256) ?? [];
  return names.filter((name) => isSecretsLike(name)).map((name) => join(root, name));
}

function readIndex(file: string): Buffer | null {
  try {
    return readRegularFile(file, MAX_INDEX_BYTES);
  } catch {
    return null;
  }
}

/** The paths of all entries; `null` if they do not fill the index exactly. */
function namesIn(index: Buffer, hashBytes: number): readonly string[] | null {
  if (index.length < HEADER_BYTES || index.toString('latin1', 0, 4) !== 'DIRC') return null;
  const version = index.readUInt32BE(4);
  const count = index.readUInt32BE(8);
  if (version < 2 || version > 4) return null;
  const names: string[] = [];
  let previous = Buffer.alloc(0);
  let offset = HEADER_BYTES;
  for (let entry = 0; entry < count; entry += 1) {
    const start = offset;
    const flagsAt = start + STATUS_BYTES + hashBytes;
    if (flagsAt + 2 > index.length) return null;
    const extended = version > 2 && (index.readUInt16BE(flagsAt) & EXTENDED) !== 0;
    offset = flagsAt + (extended ? 4 : 2);
    const stripped =
      version === 4 ? readVarint(index, offset) : { value: previous.length, end: offset };
    const end = index.indexOf(0, stripped.end);
    if (end === -1 || stripped.value > previous.length) return null;
    const kept = previous.subarray(0, previous.length - stripped.value);
    previous = Buffer.concat([kept, index.subarray(stripped.end, end)]);
    if (previous.length === 0) return null;
    names.push(previous.toString('utf8'));
    // Up to version 3 an entry is padded with NUL to a multiple of eight bytes.
    offset = version === 4 ? end + 1 : start + (Math.floor((end - start) / 8) + 1) * 8;
  }
  return names;
}

/** Git's encoding of integers in several bytes (`varint.c`). */
function readVarint(bytes: Buffer, start: number): { value: number; end: number } {
  let index = start;
  let byte = bytes[index] ?? 0;
  let value = byte & 127;
  while ((byte & 128) !== 0 && index - start < 4) {
    index += 1;
    byte = bytes[index] ?? 0;
    value = (value + 1) * 128 + (byte & 127);
  }
  return { value, end: index + 1 };
}
