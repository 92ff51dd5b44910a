import { wellFormed } from './canonical.ts';
import { isJsonObject, type Json } from './json.ts';

/** Deeper parts of an untrusted value are removed. */
const MAX_DEPTH = 100;
const CUT = '[nested too deeply]';

/**
 * An untrusted value in a form that can be hashed and written: strings without lone surrogates, numbers that JSON has
 * (`1e400`, which JavaScript reads as infinite, becomes the text `Infinity`, which no schema of a number accepts), at most
 * 100 levels deep.
 */
export function sanitizeJson(value: Json, depth = 0): Json {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return CUT;
  if (!isJsonObject(value)) return value.map((item) => sanitizeJson(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [wellFormed(key), sanitizeJson(item, depth + 1)]),
  );
}
