import canonicalize from 'canonicalize';
import { CountersignError } from './errors.ts';
import type { Json } from './json.ts';

const LONE_SURROGATES = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * Canonical JSON after RFC 8785: the one text of a value, whatever the order of its keys.
 * Throws `internal` on what JSON cannot carry (NaN, Infinity, a lone surrogate).
 */
export function canonicalJson(value: Json): string {
  const text = canonicalize(value);
  if (text === undefined) throw new CountersignError('internal', 'A value has no canonical JSON form.');
  return text;
}

/** `text` with each half of a broken surrogate pair replaced by U+FFFD, so that it has a canonical form. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATES, '\uFFFD');
}
