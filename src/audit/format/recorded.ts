import { isJsonObject, type Json } from '../../common/index.ts';
import { isSha256 } from './format.ts';

/** A text or a file that an entry names by its digest. */
export interface BlobRef {
  readonly sha256: string;
  readonly bytes: number;
}

/** In place of a value in arguments that is nested deeper than `depth`. */
export const TOO_DEEP = { text: '[nested too deeply for the trail]', depth: 50 } as const;

/** A blob in place of a text beyond the limit for all blobs: the text's size and digest. */
export const NOT_STORED_NOTE =
  /^\[not stored: (?:nested too deeply, or not text|.{1,100}; (\d+) bytes, SHA-256 ([0-9a-f]{64}))\]$/;

/** In a blob of a text that is longer than a blob may be: what was cut out of its middle. */
export const CUT_NOTE = /\n\[cut: \d+ of \d+ bytes; SHA-256 of the whole [0-9a-f]{64}\]\n/;

/**
 * The blob that stands in arguments in place of a long string: an object with exactly the members `blob` and `bytes`. `null`
 * for every other value. Arguments in which a model wrote such an object itself are stored as a blob as a whole.
 */
export function argumentBlobOf(value: Json): BlobRef | null {
  if (!isJsonObject(value) || Object.keys(value).length !== 2) return null;
  const { blob, bytes } = value;
  if (typeof blob !== 'string' || typeof bytes !== 'number') return null;
  return isSha256(blob) && Number.isSafeInteger(bytes) && bytes >= 0
    ? { sha256: blob, bytes }
    : null;
}
