import { hash } from 'node:crypto';
import { canonicalJson } from './canonical.ts';
import type { Json } from './json.ts';

/** SHA-256 of bytes or of UTF-8 text, as 64 lower-case hexadecimal digits. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** SHA-256 over the canonical JSON (RFC 8785) of a value, as 64 lower-case hexadecimal digits. */
export function digestOf(value: Json): string {
  return sha256(canonicalJson(value));
}
