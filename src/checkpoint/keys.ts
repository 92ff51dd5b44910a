import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { CountersignError } from '../common/index.ts';

const VERSION = 1;
const KEY_BYTES = 32;
export const CHECK_BYTES = 8;
export const SALT_BYTES = 16;
/** The digest of what a file belongs to. */
export const CONTEXT_BYTES = 32;
export const IV_BYTES = 12;
export const TAG_BYTES = 16;
/** Shorter secrets can be guessed from the file alone. */
const SECRET_MIN_CHARACTERS = 16;

/** Derives two keys from one secret: one encrypts, the other identifies the secret without revealing the first. */
export function keysOf(
  use: 'checkpoint' | 'journal',
  { secret, salt }: { readonly secret: string; readonly salt: Buffer },
): { readonly key: Buffer; readonly check: Buffer } {
  if (secret.length < SECRET_MIN_CHARACTERS) {
    const fix = 'Set the input `state-key` to a long random secret.';
    throw checkpointRefused(`its secret has fewer than ${SECRET_MIN_CHARACTERS} characters`, {
      fix,
    });
  }
  const derive = (what: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `countersign ${use} ${what} v${VERSION}`, bytes));
  return { key: derive('key', KEY_BYTES), check: derive('key check', CHECK_BYTES) };
}

/** The header is not encrypted, but authenticated with the text. */
interface EncryptionParts {
  readonly key: Buffer;
  readonly iv: Buffer;
  readonly header: Buffer;
}

/** Encrypts with AES-256-GCM: the ciphertext, then the tag. */
export function encryptBytes(plain: Buffer, { key, iv, header }: EncryptionParts): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(header);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts the bytes of `encryptBytes`. Throws if they or the header were changed. */
export function decryptBytes(encrypted: Buffer, { key, iv, header }: EncryptionParts): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(header);
  decipher.setAuthTag(encrypted.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(encrypted.subarray(0, -TAG_BYTES)), decipher.final()]);
}

/** The error for a checkpoint, or a journal, that must not be used. */
export function checkpointRefused(
  because: string,
  options: { readonly fix?: string; readonly cause?: unknown } = {},
): CountersignError {
  const message = `The checkpoint is refused: ${because}.`;
  return new CountersignError('checkpoint-refused', message, options);
}
