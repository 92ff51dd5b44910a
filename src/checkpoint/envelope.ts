import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { constants, brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { CountersignError, digestOf, errorText, sha256, wellFormed } from '../common/index.ts';
import type { TrailHead } from '../audit/index.ts';
import { CHECK_BYTES, keysOf, refused } from './keys.ts';

/**
 * The bytes of a checkpoint, version 1:
 *
 *     "CSCP" · version (1) · salt (16) · key check (8) · context (32) · iv (12)
 *     · ciphertext · tag (16) · checksum (32)
 *
 * Everything before the ciphertext is authenticated with it. The checksum has no key and proves nothing: it only tells
 * a damaged file from a wrong key. Whoever can write an artifact can hand in anything here; nothing is trusted before
 * the tag has been checked.
 */
const MAGIC = Buffer.from('CSCP');
const VERSION = 1;
const USE = 'checkpoint';
const SALT_BYTES = 16;
const CONTEXT_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const CHECKSUM_BYTES = 32;
const HEADER_BYTES = MAGIC.length + 1 + SALT_BYTES + CHECK_BYTES + CONTEXT_BYTES + IV_BYTES;
/** Largest checkpoint file, and largest content it may unpack to. */
export const SEALED_MAX_BYTES = 128 * 1024 * 1024;
export const CONTENT_MAX_BYTES = 256 * 1024 * 1024;
/** Fast: a suspended run should end in seconds, and bundles in it are compressed already. */
const BROTLI_QUALITY = 4;
const ROTATED =
  'The secret was probably rotated since. Start the run anew; nothing of the old one was lost from its trail.';

/** What a checkpoint belongs to. Opened with anything else it is refused. */
export interface CheckpointContext {
  readonly repository: string;
  readonly run: string;
  readonly trailHead: TrailHead;
}

export interface EncryptionOptions {
  /** A secret of the repository, at least 16 characters; the key is derived from it with a fresh salt. */
  readonly secret: string;
  readonly context: CheckpointContext;
}

/**
 * Compresses and seals text. Throws `checkpoint-refused` for a secret that is too short and for content that could not
 * be opened again because of its size.
 */
export function encryptText(text: string, { secret, context }: EncryptionOptions): Uint8Array {
  const content = Buffer.from(wellFormed(text));
  if (content.length > CONTENT_MAX_BYTES) {
    throw refused(`it would hold ${content.length} bytes, and ${CONTENT_MAX_BYTES} is the most`);
  }
  const packed = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
  });
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(IV_BYTES);
  const { key, check } = keysOf(USE, { secret, salt });
  const header = Buffer.concat([
    MAGIC,
    Buffer.from([VERSION]),
    salt,
    check,
    contextDigest(context),
    iv,
  ]);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(header);
  const sealed = Buffer.concat([
    header,
    cipher.update(packed),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const bytes = Buffer.concat([sealed, Buffer.from(sha256(sealed), 'hex')]);
  if (bytes.length > SEALED_MAX_BYTES) {
    throw refused(`it would have ${bytes.length} bytes, and ${SEALED_MAX_BYTES} is the most`);
  }
  return bytes;
}

/**
 * Opens what `sealText` sealed. Every reason against it is a `checkpoint-refused`: not a checkpoint, another version,
 * damaged, another key, another run or trail, changed by somebody, larger than allowed once unpacked.
 */
export function decryptText(bytes: Uint8Array, { secret, context }: EncryptionOptions): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkShape(file);
  const sealed = file.subarray(0, -CHECKSUM_BYTES);
  if (sha256(sealed) !== file.subarray(-CHECKSUM_BYTES).toString('hex')) {
    throw refused('it was damaged or changed: its checksum does not fit');
  }
  const parts = partsOf(sealed);
  const { key, check } = keysOf(USE, { secret, salt: parts.salt });
  if (!check.equals(parts.check)) {
    throw refused('it was sealed with another key', ROTATED);
  }
  if (!contextDigest(context).equals(parts.context)) {
    const fix = 'Download the checkpoint of the run that the card names.';
    throw refused('it belongs to another run, repository or trail', fix);
  }
  return unpack(decrypt(key, parts));
}

interface Parts {
  readonly header: Buffer;
  readonly salt: Buffer;
  readonly check: Buffer;
  readonly context: Buffer;
  readonly iv: Buffer;
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
}

function partsOf(sealed: Buffer): Parts {
  const header = sealed.subarray(0, HEADER_BYTES);
  let at = MAGIC.length + 1;
  const take = (length: number) => sealed.subarray(at, (at += length));
  return {
    header,
    salt: take(SALT_BYTES),
    check: take(CHECK_BYTES),
    context: take(CONTEXT_BYTES),
    iv: take(IV_BYTES),
    ciphertext: sealed.subarray(HEADER_BYTES, -TAG_BYTES),
    tag: sealed.subarray(-TAG_BYTES),
  };
}

function checkShape(file: Buffer): void {
  if (file.length > SEALED_MAX_BYTES)
    throw refused(`it has ${file.length} bytes, and ${SEALED_MAX_BYTES} is the most`);
  if (!file.subarray(0, MAGIC.length).equals(MAGIC)) throw refused('it is no checkpoint');
  const version = file[MAGIC.length];
  if (version !== VERSION) {
    const fix = 'Resume with the version of Countersign that suspended the run.';
    throw refused(
      `it has the format ${version ?? 'of nothing'}, and this program reads ${VERSION}`,
      fix,
    );
  }
  if (file.length < HEADER_BYTES + TAG_BYTES + CHECKSUM_BYTES) throw refused('it was cut short');
}

function decrypt(key: Buffer, parts: Parts): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, parts.iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(parts.header);
  decipher.setAuthTag(parts.tag);
  try {
    return Buffer.concat([decipher.update(parts.ciphertext), decipher.final()]);
  } catch (error) {
    const message = 'The checkpoint is refused: it was changed after it was sealed.';
    throw new CountersignError('checkpoint-refused', message, { cause: error });
  }
}

function unpack(packed: Buffer): string {
  let content: Buffer;
  try {
    content = brotliDecompressSync(packed, { maxOutputLength: CONTENT_MAX_BYTES });
  } catch (error) {
    throw refused(
      `it unpacks to more than ${CONTENT_MAX_BYTES} bytes, or not at all (${errorText(error)})`,
    );
  }
  return content.toString('utf8');
}

function contextDigest({ repository, run, trailHead }: CheckpointContext): Buffer {
  const { hash, count } = trailHead;
  const digest = digestOf({
    _schema: 'countersign.checkpoint/1',
    repository: repository.toLowerCase(),
    run,
    trailHead: { hash, count },
  });
  return Buffer.from(digest, 'hex');
}
