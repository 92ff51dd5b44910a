import canonicalize from 'canonicalize';
import { CountersignError } from '../errors.ts';
import { isJsonObject, type Json } from './json.ts';

/**
 * Canonical JSON (RFC 8785): one text for a value, regardless of the order of its keys. Throws `internal` for a value that
 * JSON cannot represent (NaN, Infinity, a lone surrogate).
 */
export function canonicalJson(value: Json): string {
  if (isPlain(value)) return JSON.stringify(value);
  let cause: unknown;
  try {
    const text = canonicalize(value);
    if (text !== undefined) return text;
  } catch (error) {
    cause = error;
  }
  throw new CountersignError('internal', 'A value has no canonical JSON form.', { cause });
}

/** Most values are a string, a number or a literal, which have only one JSON form. */
function isPlain(value: Json): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'boolean';
}

/** Deeper parts of an untrusted value are removed. */
const MAX_DEPTH = 100;
const CUT = '[nested too deeply]';

/** Whether `sanitizeJson` removes a part of a value because of its depth. */
export function isTooDeep(value: Json, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (
    depth >= MAX_DEPTH || Object.values<Json>(value).some((item) => isTooDeep(item, depth + 1))
  );
}

/**
 * An untrusted value in a form that can be hashed and written: strings without lone surrogates, numbers that JSON has
 * (`1e400`, which JavaScript reads as infinite, becomes the text `Infinity`, which no schema of a number accepts), at most
 * 100 levels deep.
 */
export function sanitizeJson(value: Json, depth = 0): Json {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return CUT;
  if (!isJsonObject(value)) return value.map((item) => sanitizeJson(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.toWellFormed(), sanitizeJson(item, depth + 1)]),
  );
}
