import { wellFormed } from './canonical.ts';
import { isJsonObject, type Json } from './json.ts';

/** Deeper than this, a value that somebody else built is cut. */
const MAX_DEPTH = 100;
const CUT = '[nested too deeply]';

/**
 * A value from outside in a form that everything here can digest and write: strings without broken surrogates,
 * nothing deeper than 100 levels.
 */
export function sanitizeJson(value: Json, depth = 0): Json {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return CUT;
  if (!isJsonObject(value)) return value.map((item) => sanitizeJson(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [wellFormed(key), sanitizeJson(item, depth + 1)]),
  );
}
