import type { SecretRange } from '../ranges.ts';
import { SECRETS_IN_CONTEXT } from './contexts.ts';
import { findNamed } from './named.ts';
import { findPem, PEM_WORDS } from './pem.ts';
import { findPrefixed } from './prefixed.ts';
import { TOKENS } from './tokens.ts';

const PATTERNS = [...TOKENS, ...SECRETS_IN_CONTEXT];

/** The words of all patterns, to search for all at once. */
export const TOKEN_WORDS: readonly string[] = [
  ...PEM_WORDS,
  ...PATTERNS.flatMap(({ words }) => words),
];

/** Every token in a text with a recognizable format. `seen`: the `TOKEN_WORDS` in the text. */
export function findTokens(text: string, seen: ReadonlySet<string>): readonly SecretRange[] {
  const found: SecretRange[] = [...findPrefixed(text), ...findNamed(text)];
  if (PEM_WORDS.some((word) => seen.has(word))) {
    // One by one: a text may have more matches than a call can take arguments.
    for (const range of findPem(text)) found.push(range);
  }
  for (const { kind, words, regex, isSecret } of PATTERNS) {
    if (!words.some((word) => seen.has(word))) continue;
    for (const match of text.matchAll(regex)) {
      const matchEnd = match.index + match[0].length;
      const matched = match.groups?.['secret'] ?? match[0];
      const value = withoutEscape(matched, text[matchEnd]);
      if (isSecret !== undefined && !isSecret(value, match.groups?.['name'] ?? '')) continue;
      const start = matchEnd - matched.length;
      found.push({ start, end: start + value.length, kind, value });
    }
  }
  return found;
}

/** Backslashes before a quote escape it: they belong to the end of a string in JSON. */
function withoutEscape(value: string, next: string | undefined): string {
  if (next !== '"' && next !== "'") return value;
  let { length } = value;
  while (value[length - 1] === '\\') length -= 1;
  return value.slice(0, length);
}
