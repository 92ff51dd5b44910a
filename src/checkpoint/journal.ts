import { randomBytes } from 'node:crypto';
import { digestOf } from '../common/index.ts';
import {
  CHECK_BYTES,
  CONTEXT_BYTES,
  decryptBytes,
  encryptBytes,
  IV_BYTES,
  keysOf,
  checkpointRefused,
  SALT_BYTES,
  TAG_BYTES,
} from './keys.ts';

/**
 * The bytes of a journal, version 1: the records that a run writes while it runs, so that another job can resume it after a
 * crash.
 *
 *     "CSJR" · version (1) · salt (16) · key check (8) · context (32)        and then, one after another:
 *     length of the text (4, big-endian) · ciphertext · tag (16)
 *
 * Each record is encrypted with AES-256-GCM and a key for this file alone. Its iv is its index, and the header is
 * authenticated with it, so that no record can be changed, dropped, moved or inserted. Only truncation is possible: readers
 * compare the journal with the trail.
 */
const MAGIC = Buffer.from('CSJR');
const VERSION = 1;
const HEADER_BYTES = MAGIC.length + 1 + SALT_BYTES + CHECK_BYTES + CONTEXT_BYTES;
const LENGTH_BYTES = 4;
/** The journal's file name, beside the trail. */
export const JOURNAL_FILE = 'journal.bin';
/** Largest journal; a run that writes more cannot be resumed after a crash. */
export const JOURNAL_MAX_BYTES = 256 * 1024 * 1024;

/** The run of a journal, and the secret that its key is derived from. */
interface JournalEncryption {
  readonly secret: string;
  readonly repository: string;
  readonly run: string;
}

/** Starts a journal: its header, then one encrypted record after another. Throws `checkpoint-refused` for a short secret. */
export function beginJournal(encryption: JournalEncryption): {
  readonly header: Buffer;
  readonly seal: (text: string) => Buffer;
} {
  const salt = randomBytes(SALT_BYTES);
  const { key, check } = keysOf('journal', { secret: encryption.secret, salt });
  const header = Buffer.concat([MAGIC, Buffer.from([VERSION]), salt, check, contextOf(encryption)]);
  let index = 0;
  return {
    header,
    seal: (text) => {
      const plain = Buffer.from(text.toWellFormed());
      const encrypted = encryptBytes(plain, { key, iv: ivOf(index), header });
      index += 1;
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(plain.length);
      return Buffer.concat([length, encrypted]);
    },
  };
}

/**
 * The texts of a journal's complete records, in order, without a truncated last one. Throws `checkpoint-refused` for
 * another key, another run, and any change.
 */
export function openJournal(bytes: Uint8Array, encryption: JournalEncryption): readonly string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length > JOURNAL_MAX_BYTES)
    throw checkpointRefused(`its journal has ${file.length} bytes`);
  const header = file.subarray(0, HEADER_BYTES);
  const known = file.length >= HEADER_BYTES && header.subarray(0, MAGIC.length).equals(MAGIC);
  if (!known || header[MAGIC.length] !== VERSION)
    throw checkpointRefused('its journal has an unknown format');
  const salt = header.subarray(MAGIC.length + 1, MAGIC.length + 1 + SALT_BYTES);
  const check = header.subarray(MAGIC.length + 1 + SALT_BYTES, -CONTEXT_BYTES);
  const keys = keysOf('journal', { secret: encryption.secret, salt });
  if (!keys.check.equals(check))
    throw checkpointRefused('its journal was encrypted with another key');
  if (!contextOf(encryption).equals(header.subarray(-CONTEXT_BYTES)))
    throw checkpointRefused('its journal belongs to another run');
  return [...records(file, { key: keys.key, header })];
}

function* records(
  file: Buffer,
  { key, header }: { readonly key: Buffer; readonly header: Buffer },
): Generator<string> {
  let offset = HEADER_BYTES;
  for (let index = 0; offset + LENGTH_BYTES <= file.length; index += 1) {
    const start = offset + LENGTH_BYTES;
    const end = start + file.readUInt32BE(offset) + TAG_BYTES;
    if (end > file.length) return;
    try {
      const iv = ivOf(index);
      yield decryptBytes(file.subarray(start, end), { key, iv, header }).toString('utf8');
    } catch {
      throw checkpointRefused(`record ${index} of its journal was changed`);
    }
    offset = end;
  }
}

function ivOf(index: number): Buffer {
  const iv = Buffer.alloc(IV_BYTES);
  iv.writeBigUInt64BE(BigInt(index), IV_BYTES - 8);
  return iv;
}

function contextOf({ repository, run }: JournalEncryption): Buffer {
  const context = { _schema: 'countersign.journal/1', repository: repository.toLowerCase(), run };
  return Buffer.from(digestOf(context), 'hex');
}
