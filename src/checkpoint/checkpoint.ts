import { randomBytes } from 'node:crypto';
import { constants, brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { digestOf, errorText, sha256 } from '../common/index.ts';
import type { TrailHead } from '../audit/index.ts';
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
import { checkpointState, type CheckpointState } from './state.ts';

/**
 * The bytes of a checkpoint, version 1:
 *
 *     "CSCP" · version (1) · salt (16) · key check (8) · context (32) · iv (12)
 *     · ciphertext · tag (16) · checksum (32)
 *
 * Everything before the ciphertext is authenticated with it. The checksum has no key and proves nothing: it only tells a
 * damaged file from a wrong key. Anybody who can write an artifact controls these bytes; nothing is trusted before the tag
 * is verified.
 */
const MAGIC = Buffer.from('CSCP');
const VERSION = 1;
const USE = 'checkpoint';
const CHECKSUM_BYTES = 32;
const HEADER_BYTES = MAGIC.length + 1 + SALT_BYTES + CHECK_BYTES + CONTEXT_BYTES + IV_BYTES;
/** Largest checkpoint file, and largest content that it may decompress to. */
export const ENCRYPTED_MAX_BYTES = 128 * 1024 * 1024;
export const CONTENT_MAX_BYTES = 256 * 1024 * 1024;
/** Fast: a run should suspend in seconds, and the bundles in its state are compressed already. */
const BROTLI_QUALITY = 4;
const ROTATED =
  'The secret was probably rotated since. Set the earlier one again, or start a new run; the audit trail of the old one is complete.';

/** What a checkpoint belongs to. Decryption with any other context is refused. */
interface CheckpointContext {
  readonly repository: string;
  readonly run: string;
  readonly trailHead: TrailHead;
}

interface EncryptionOptions {
  /** A secret of the repository, at least 16 characters; the key is derived from it with a fresh salt. */
  readonly secret: string;
  readonly context: CheckpointContext;
}

/**
 * Encrypts a state with a secret, bound to its repository, run and trail head. Throws `checkpoint-refused` if the secret is
 * too short, or if the state is too large or invalid.
 */
export function encryptCheckpoint(
  state: CheckpointState,
  options: { readonly secret: string },
): Uint8Array {
  const valid = validState(state);
  const { repository, run, trailHead } = valid;
  return encryptText(JSON.stringify(valid), {
    ...options,
    context: { repository, run, trailHead },
  });
}

/**
 * Decrypts a checkpoint for exactly this repository, run and trail head: that of the entry before the trail's
 * `checkpoint.saved`. Throws `checkpoint-refused` with the reason for anything else: another key, a changed byte, another
 * run, another version, too large, or not a state.
 */
export function decryptCheckpoint(bytes: Uint8Array, options: EncryptionOptions): CheckpointState {
  const state = validState(parseJson(decryptText(bytes, options)));
  if (!isOf(state, options.context))
    throw checkpointRefused('its state belongs to another run than its header says');
  return state;
}

function isOf(state: CheckpointState, context: CheckpointContext): boolean {
  const { hash, count } = state.trailHead;
  return (
    state.run === context.run &&
    state.repository.toLowerCase() === context.repository.toLowerCase() &&
    hash === context.trailHead.hash &&
    count === context.trailHead.count
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw checkpointRefused('its content is not JSON', { cause: error });
  }
}

function validState(value: unknown): CheckpointState {
  const { data, error } = checkpointState.safeParse(value);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  const where = issue?.path.map(String).join('.') || 'it';
  throw checkpointRefused(
    `its state is not of version 1 (${where}: ${issue?.message ?? 'unreadable'})`,
  );
}

/**
 * Compresses and encrypts text. Throws `checkpoint-refused` for a secret that is too short and for content that is too
 * large.
 */
export function encryptText(text: string, options: EncryptionOptions): Uint8Array {
  const content = Buffer.from(text.toWellFormed());
  if (content.length > CONTENT_MAX_BYTES) {
    throw checkpointRefused(
      `its content has ${content.length} bytes, over the limit of ${CONTENT_MAX_BYTES}`,
    );
  }
  const packed = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
  });
  return encryptPacked(packed, options);
}

/** The file of compressed content. Throws `checkpoint-refused` if the secret is too short or the file would be too large. */
export function encryptPacked(packed: Buffer, { secret, context }: EncryptionOptions): Uint8Array {
  checkSize({ length: HEADER_BYTES + packed.length + TAG_BYTES + CHECKSUM_BYTES });
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
  const encrypted = Buffer.concat([header, encryptBytes(packed, { key, iv, header })]);
  return Buffer.concat([encrypted, Buffer.from(sha256(encrypted), 'hex')]);
}

/**
 * Decrypts the bytes of `encryptText`. Throws `checkpoint-refused` for anything else: not a checkpoint, another version,
 * damaged, another key, another run or trail, changed, or too large once decompressed.
 */
export function decryptText(bytes: Uint8Array, { secret, context }: EncryptionOptions): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkFormat(file);
  const encrypted = file.subarray(0, -CHECKSUM_BYTES);
  if (sha256(encrypted) !== file.subarray(-CHECKSUM_BYTES).toString('hex')) {
    throw checkpointRefused('it was damaged or changed: its checksum does not match');
  }
  const parts = partsOf(encrypted);
  const { key, check } = keysOf(USE, { secret, salt: parts.salt });
  if (!check.equals(parts.check)) {
    throw checkpointRefused('it was encrypted with another key', { fix: ROTATED });
  }
  if (!contextDigest(context).equals(parts.context)) {
    const fix =
      'If the repository was renamed or transferred since, start the run again; otherwise use the checkpoint of the run that the approval comment names.';
    throw checkpointRefused('it belongs to another run, repository or audit trail', { fix });
  }
  return decompress(decrypt(key, parts));
}

interface Parts {
  readonly header: Buffer;
  readonly salt: Buffer;
  readonly check: Buffer;
  readonly context: Buffer;
  readonly iv: Buffer;
  /** Ciphertext and tag. */
  readonly encrypted: Buffer;
}

function partsOf(file: Buffer): Parts {
  let offset = MAGIC.length + 1;
  const take = (length: number) => file.subarray(offset, (offset += length));
  return {
    header: file.subarray(0, HEADER_BYTES),
    salt: take(SALT_BYTES),
    check: take(CHECK_BYTES),
    context: take(CONTEXT_BYTES),
    iv: take(IV_BYTES),
    encrypted: file.subarray(HEADER_BYTES),
  };
}

function checkFormat(file: Buffer): void {
  checkSize(file);
  if (!file.subarray(0, MAGIC.length).equals(MAGIC))
    throw checkpointRefused('it is not a checkpoint');
  const version = file[MAGIC.length];
  if (version !== VERSION) {
    const fix = 'Resume with the version of Countersign that suspended the run.';
    throw checkpointRefused(
      `its format has the version ${version ?? 'unknown'}, but this program reads ${VERSION}`,
      { fix },
    );
  }
  if (file.length < HEADER_BYTES + TAG_BYTES + CHECKSUM_BYTES)
    throw checkpointRefused('it is truncated');
}

function checkSize({ length }: Pick<Buffer, 'length'>): void {
  if (length > ENCRYPTED_MAX_BYTES)
    throw checkpointRefused(`it has ${length} bytes, over the limit of ${ENCRYPTED_MAX_BYTES}`);
}

function decrypt(key: Buffer, { iv, header, encrypted }: Parts): Buffer {
  try {
    return decryptBytes(encrypted, { key, iv, header });
  } catch (error) {
    throw checkpointRefused('it was changed after it was encrypted', { cause: error });
  }
}

function decompress(packed: Buffer): string {
  try {
    const content = brotliDecompressSync(packed, { maxOutputLength: CONTENT_MAX_BYTES });
    return content.toString('utf8');
  } catch (error) {
    throw checkpointRefused(
      `it decompresses to more than ${CONTENT_MAX_BYTES} bytes, or not at all (${errorText(error)})`,
    );
  }
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
