/**
 * A kind of token with a recognizable format. Every expression runs in linear time: a fixed prefix, then one character class
 * with an upper bound, or a lookbehind that allows only one match to begin in a run.
 */
export interface TokenPattern {
  readonly kind: string;
  /** Lower case. A text that contains none of them, in any case, has no match. */
  readonly words: readonly string[];
  /** If it has a group `secret`, which must be at the end of the match, only that group is redacted. */
  readonly regex: RegExp;
  /** Decides about a match; `name` is the text of the group `name`. */
  readonly isSecret?: (value: string, name: string) => boolean;
}
