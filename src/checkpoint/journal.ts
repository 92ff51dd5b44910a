import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { digestOf, wellFormed } from '../common/index.ts';
import { CHECK_BYTES, keysOf, refused } from './keys.ts';

/**
 * The bytes of a journal, version 1: what a run notes down as it goes, so that it can be gone on with where it was killed.
 *
 *     "CSJR" · version (1) · salt (16) · key check (8) · context (32)        and then, one after another:
 *     length of the text (4, big-endian) · ciphertext · tag (16)
 *
 * Each record is sealed with AES-256-GCM under a key of this file alone; its iv is its place and the header is
 * authenticated with it, so that none can be changed, dropped, moved or put in from elsewhere. Only the end can be cut off:
 * whoever reads a journal holds it against the trail.
 */
const MAGIC = Buffer.from('CSJR');
const VERSION = 1;
const SALT_BYTES = 16;
const CONTEXT_BYTES = 32;
const HEADER_BYTES = MAGIC.length + 1 + SALT_BYTES + CHECK_BYTES + CONTEXT_BYTES;
const LENGTH_BYTES = 4;
const TAG_BYTES = 16;
const IV_BYTES = 12;
/** Its name beside the trail. */
export const JOURNAL_FILE = 'journal.bin';
/** Largest journal; a run with more to note down cannot be gone on with. */
export const JOURNAL_MAX_BYTES = 256 * 1024 * 1024;

/** What a journal is of, and the secret that its key is derived from. */
export interface JournalEncryption {
  readonly secret: string;
  readonly repository: string;
  readonly run: string;
}

/** A journal as it is written: its first bytes, then one record after another. Throws `checkpoint-refused` for a short secret. */
export function beginJournal(sealing: JournalEncryption): {
  readonly header: Buffer;
  readonly seal: (text: string) => Buffer;
} {
  const salt = randomBytes(SALT_BYTES);
  const { key, check } = keysOf('journal', { secret: sealing.secret, salt });
  const header = Buffer.concat([MAGIC, Buffer.from([VERSION]), salt, check, contextOf(sealing)]);
  let place = 0;
  return {
    header,
    seal: (text) => {
      const plain = Buffer.from(wellFormed(text));
      const cipher = createCipheriv('aes-256-gcm', key, ivOf(place), { authTagLength: TAG_BYTES });
      place += 1;
      cipher.setAAD(header);
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(plain.length);
      return Buffer.concat([length, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
  };
}

/**
 * The texts of a journal's whole records, in order; a last one that was cut off by the end of the process is left out.
 * Throws `checkpoint-refused` for another key, another run, and anything that was changed.
 */
export function openJournal(bytes: Uint8Array, sealing: JournalEncryption): readonly string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length > JOURNAL_MAX_BYTES) throw refused(`its journal has ${file.length} bytes`);
  const header = file.subarray(0, HEADER_BYTES);
  const known = file.length >= HEADER_BYTES && header.subarray(0, MAGIC.length).equals(MAGIC);
  if (!known || header[MAGIC.length] !== VERSION) throw refused('its journal is none');
  const salt = header.subarray(MAGIC.length + 1, MAGIC.length + 1 + SALT_BYTES);
  const check = header.subarray(MAGIC.length + 1 + SALT_BYTES, -CONTEXT_BYTES);
  const keys = keysOf('journal', { secret: sealing.secret, salt });
  if (!keys.check.equals(check)) throw refused('its journal was sealed with another key');
  if (!contextOf(sealing).equals(header.subarray(-CONTEXT_BYTES)))
    throw refused('its journal is of another run');
  return [...records(file, { key: keys.key, header })];
}

function* records(
  file: Buffer,
  of: { readonly key: Buffer; readonly header: Buffer },
): Generator<string> {
  let at = HEADER_BYTES;
  for (let place = 0; at + LENGTH_BYTES <= file.length; place += 1) {
    const start = at + LENGTH_BYTES;
    const end = start + file.readUInt32BE(at);
    if (end + TAG_BYTES > file.length) return;
    const decipher = createDecipheriv('aes-256-gcm', of.key, ivOf(place), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(of.header);
    decipher.setAuthTag(file.subarray(end, end + TAG_BYTES));
    const sealed = file.subarray(start, end);
    try {
      yield Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
    } catch {
      throw refused(`record ${place} of its journal was changed`);
    }
    at = end + TAG_BYTES;
  }
}

function ivOf(place: number): Buffer {
  const iv = Buffer.alloc(IV_BYTES);
  iv.writeBigUInt64BE(BigInt(place), IV_BYTES - 8);
  return iv;
}

function contextOf({ repository, run }: JournalEncryption): Buffer {
  const context = { _schema: 'countersign.journal/1', repository: repository.toLowerCase(), run };
  return Buffer.from(digestOf(context), 'hex');
}
