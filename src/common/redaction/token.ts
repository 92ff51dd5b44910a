/**
 * A kind of token that gives itself away by its form. Every expression is linear: a fixed beginning, then one class of
 * characters with an upper bound, or a look behind that lets only one match begin in a run.
 */
export interface TokenPattern {
  readonly kind: string;
  /** In small letters: a text without any of them, in whatever case, holds no match nor what stands before one. */
  readonly words: readonly string[];
  /** A group `secret`, if there is one, is at the end of the match, and is what goes. */
  readonly regex: RegExp;
  /** Whether what was found is one; `name` is what the group of that name matched. */
  readonly isSecret?: (value: string, name: string) => boolean;
}
