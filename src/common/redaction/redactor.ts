import type { Json } from '../json.ts';

/**
 * Removes secrets from text before it reaches the model, the trail, a comment, a summary or the log (promise 4).
 * Redact first, truncate after: half a secret matches nothing.
 *
 * Each removed value is replaced by `[redacted:KIND:TAG]`. TAG is eight characters of a digest with a key that only this
 * process has: the same value gets the same tag, and no tag can be looked up.
 */
export interface Redactor {
  redact(text: string): Promise<string>;
  /** The same for every string of a value, including keys; returns the value itself if nothing is removed. */
  redactJson(value: Json): Promise<Json>;
  /** Adds a secret, and the secrets inside it, in every form that docs/secrets.md lists. */
  addSecret(value: string, kind: string): void;
  /** How many values were removed so far, by kind. Never the values. */
  counts(): Readonly<Record<string, number>>;
}
