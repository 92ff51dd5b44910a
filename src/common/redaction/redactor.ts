import type { Json } from '../json.ts';

/**
 * Removes secrets from text before it reaches the model, the trail, a comment, a summary or the log (promise 4).
 * Redact first, truncate after: half a secret matches nothing.
 *
 * Each removed value is replaced by `[redacted:KIND:TAG]`, TAG being eight characters of a keyed digest
 * whose key lives and dies with the process: the same value gets the same tag, and no tag can be looked up.
 */
export interface Redactor {
  redact(text: string): Promise<string>;
  /** The same over every string of a value, keys included; the value itself where there was nothing to remove. */
  redactJson(value: Json): Promise<Json>;
  /** From now on this value, and what is in it, are secrets in every form that docs/secrets.md lists. */
  addSecret(value: string, kind: string): void;
  /** How many values were removed since the start, by kind. Never the values. */
  counts(): Readonly<Record<string, number>>;
}
