import canonicalize from 'canonicalize';
import { CountersignError } from './errors.ts';
import type { Json } from './json.ts';

/**
 * Canonical JSON (RFC 8785): one text for a value, regardless of the order of its keys. Throws `internal` for a value that
 * JSON cannot represent (NaN, Infinity, a lone surrogate).
 */
export function canonicalJson(value: Json): string {
  if (isPlain(value)) return JSON.stringify(value);
  const text = attempt(value);
  if (text === undefined)
    throw new CountersignError('internal', 'A value has no canonical JSON form.');
  return text;
}

/** Most values are a string, a number or a literal, which have only one JSON form. */
function isPlain(value: Json): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'boolean';
}

function attempt(value: Json): string | undefined {
  try {
    return canonicalize(value);
  } catch (cause) {
    throw new CountersignError('internal', 'A value has no canonical JSON form.', { cause });
  }
}

/** `text` with each lone surrogate replaced by U+FFFD, so that it has a canonical form. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}
