import { hash } from 'node:crypto';
import { canonicalJson } from './canonical.ts';
import type { Json } from './json.ts';

/** A SHA-256 as text. */
export const SHA_256 = /^[0-9a-f]{64}$/;

/** SHA-256 of bytes or of UTF-8 text, as 64 lower-case hexadecimal digits. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** SHA-256 over the canonical JSON (RFC 8785) of a value, as 64 lower-case hexadecimal digits. */
export function digestOf(value: Json): string {
  return sha256(canonicalJson(value));
}

/**
 * The digest of a policy of several layers: over the digest of the repository's own file, and over those of its baselines, each
 * once and in one order, since their order never matters. With no baseline it is that of the own file. An approval and the audit
 * trail are bound to it, so that they are bound to every layer.
 */
export function layersDigest(own: string, baselines: readonly string[]): string {
  if (baselines.length === 0) return own;
  return digestOf({
    _schema: 'countersign.layers/1',
    own,
    baselines: [...new Set(baselines)].toSorted(),
  });
}
