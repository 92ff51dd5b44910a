import { hkdfSync } from 'node:crypto';
import { CountersignError } from '../common/index.ts';

const VERSION = 1;
const KEY_BYTES = 32;
export const CHECK_BYTES = 8;
/** Shorter secrets can be guessed from the file alone. */
const SECRET_MIN_CHARACTERS = 16;

/** Derives two keys from one secret: one encrypts, the other identifies the secret without revealing the first. */
export function keysOf(
  use: 'checkpoint' | 'journal',
  { secret, salt }: { readonly secret: string; readonly salt: Buffer },
): { readonly key: Buffer; readonly check: Buffer } {
  if (secret.length < SECRET_MIN_CHARACTERS) {
    const fix = 'Set the input `state-key` to a long random secret.';
    throw refused(`its secret has fewer than ${SECRET_MIN_CHARACTERS} characters`, fix);
  }
  const derive = (what: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `countersign ${use} ${what} v${VERSION}`, bytes));
  return { key: derive('key', KEY_BYTES), check: derive('key check', CHECK_BYTES) };
}

/** The error for encrypted state that is refused. */
export function refused(because: string, fix?: string): CountersignError {
  const message = `The checkpoint is refused: ${because}.`;
  return new CountersignError('checkpoint-refused', message, fix === undefined ? {} : { fix });
}
