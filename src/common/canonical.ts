import canonicalize from 'canonicalize';
import { CountersignError } from './errors.ts';
import type { Json } from './json.ts';

/**
 * Canonical JSON after RFC 8785: the one text of a value, whatever the order of its keys.
 * Throws `internal` on what JSON cannot carry (NaN, Infinity, a lone surrogate).
 */
export function canonicalJson(value: Json): string {
  if (isPlain(value)) return JSON.stringify(value);
  const text = attempt(value);
  if (text === undefined)
    throw new CountersignError('internal', 'A value has no canonical JSON form.');
  return text;
}

/** Most values are one text, number or word, of which JSON has no second form. */
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

/** `text` with each half of a broken surrogate pair replaced by U+FFFD, so that it has a canonical form. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}
