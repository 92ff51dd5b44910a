import { randomBytes } from 'node:crypto';
import { CountersignError } from './errors.ts';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const RUN_ID_LENGTH = 16;

/**
 * The first `length` characters of `bytes` in Crockford base32 (lower case), five bits a character.
 * Throws `internal` if there are not enough bytes.
 */
export function crockford(bytes: Uint8Array, length: number): string {
  if (length * 5 > bytes.length * 8) {
    throw new CountersignError(
      'internal',
      `${bytes.length} bytes do not make ${length} characters.`,
    );
  }
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  const total = bytes.length * 8;
  let text = '';
  for (let index = 0; index < length; index += 1) {
    const shift = BigInt(total - 5 * (index + 1));
    text += CROCKFORD[Number((bits >> shift) & 31n)];
  }
  return text;
}

/** A fresh id for a run: `run-` and 16 characters of Crockford base32 (80 random bits). */
export function newRunId(): string {
  return `run-${crockford(randomBytes(10), RUN_ID_LENGTH)}`;
}
