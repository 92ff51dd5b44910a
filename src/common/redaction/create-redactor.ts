import { createHmac, randomBytes } from 'node:crypto';
import { crockford } from '../ids.ts';
import type { Json } from '../json/json.ts';
import { BlobSearch } from './blobs.ts';
import { type CustomPattern, CustomPatterns } from './patterns/custom.ts';
import { ExactSecrets } from './known-values/exact.ts';
import { findTokens, TOKEN_WORDS } from './patterns/patterns.ts';
import { joinTexts, mergeRanges, rangesOfEach, replaceRanges, type SecretRange } from './ranges.ts';
import { textsIn, withTexts } from './json-texts.ts';
import { ShownTokens } from './shown-tokens.ts';
import { WordScan } from './known-values/needles.ts';

declare const REDACTED: unique symbol;
/** A text that a redactor returned. Nothing else makes one, so an exit that takes it cannot be given any other text. */
export type RedactedText = string & { readonly [REDACTED]: true };
/** The same for a value. */
export type RedactedJson = Json & { readonly [REDACTED]: true };

/**
 * Removes secrets from text before it reaches the model, the trail, a comment, a summary or the log (promise 4).
 * Redact first, truncate after: half a secret matches nothing.
 *
 * Each removed value is replaced by `[redacted:KIND:TAG]`. TAG is eight characters of a digest with a key that only this
 * process has: the same value gets the same tag, and no tag can be looked up.
 */
export interface Redactor {
  /** `shaped` may then escape or cut the text. */
  redact(text: string, shaped?: (clean: string) => string): RedactedText;
  /** Only the exact secrets: for a value that must stay as it is even if a format or a pattern finds it. */
  redactKnown(text: string): RedactedText;
  /** The same as `redact` for every string of a value, including keys; returns the value itself if nothing is removed. */
  redactJson(value: Json): RedactedJson;
  /** Adds a secret, and the secrets inside it, in every form that docs/secrets.md lists. */
  addSecret(value: string, kind: string): void;
  /** The kinds of the exact secrets in the content of a file, in the same forms, without repetition. */
  knownSecretsIn(content: Uint8Array): readonly string[];
  /** How many values were removed so far, by kind. Never the values. */
  counts(): Readonly<Record<string, number>>;
}

interface RedactorOptions {
  /** The secrets of the process, each with the kind that its token names (`github-token`, `env-NPM_TOKEN`). */
  readonly secrets?: readonly { readonly kind: string; readonly value: string }[];
  /** The repository's own patterns. */
  readonly patterns?: readonly CustomPattern[];
}

/** A redactor that accepts a repository's own patterns once its policy is loaded. */
export interface PatternedRedactor extends Redactor {
  /** Adds patterns. Throws `policy-invalid` as `createRedactor` does. */
  addPatterns(patterns: readonly CustomPattern[]): void;
}

const TAG_CHARS = 8;
const MAX_KIND_CHARS = 40;
/** A replacement can turn the text beside it into a match, so the text is searched again, but not forever. */
const MAX_PASSES = 4;
/** A match with this many characters outside of issued tokens is a secret of its own. */
const MIN_CHARS_OUTSIDE_TOKENS = 6;
/** Clean texts that are remembered: about as many as the concurrent calls of a turn produce until their results are sent. */
const MAX_CLEAN_TEXTS = 64;
const MAX_CLEAN_TEXT_CHARS = 200_000;
const WORD_SCAN = new WordScan(TOKEN_WORDS);
const TOKEN = /\[redacted:[a-z0-9-]{1,40}:[0-9a-z]{8}\]/g;

/** True if a text contains something of the form that replaces a secret. */
export function hasRedaction(text: string): boolean {
  return text.search(TOKEN) !== -1;
}

/** The parts of a text between what replaces secrets in it; one part if there is none. */
export function splitAtRedactions(text: string): readonly string[] {
  return text.split(TOKEN);
}

/**
 * Creates a redactor (see `Redactor`). A text goes through these searches, whose matches are merged and replaced (`ranges.ts`):
 *
 * 1. the exact secrets of the process, in all their forms (`known-values/exact.ts`);
 * 2. formats (`patterns/patterns.ts`): vendors' tokens (`tokens.ts`), tokens of anyone (`prefixed.ts`), secrets by what is beside them
 *    (`contexts.ts`, `named.ts`), private keys (`pem.ts`); and the repository's own patterns (`custom.ts`);
 * 3. the second once more in the text as it is shown, without escapes and colours (`shown-tokens.ts`);
 * 4. all of these in what is encoded or compressed in the text (`blobs.ts`).
 *
 * Throws `policy-invalid` for an invalid pattern and for one that could run forever.
 */
export function createRedactor(options: RedactorOptions = {}): PatternedRedactor {
  const exact = new ExactSecrets();
  for (const { value, kind } of options.secrets ?? []) exact.add(value, normalizeKind(kind));
  return new TextRedactor(exact, new CustomPatterns(options.patterns ?? []));
}

/** Marks what a redactor returns. The mark is only in the type: an overload is how the compiler lets it be set without a cast. */
function marked(value: string): RedactedText;
function marked(value: Json): RedactedJson;
function marked(value: Json): Json {
  return value;
}

class TextRedactor implements PatternedRedactor {
  readonly #exact: ExactSecrets;
  readonly #custom: CustomPatterns[];
  /** Patterns that were added already: a policy may be read several times. */
  readonly #sources = new Set<string>();
  readonly #blobs = new BlobSearch();
  readonly #shown = new ShownTokens();
  readonly #key = randomBytes(32);
  readonly #issued = new Set<string>();
  readonly #counts = new Map<string, number>();
  /**
   * Recent texts without secrets: a result is redacted for the trail, the log and listeners, and as the last step before the
   * model gets it.
   */
  #clean: string[] = [];

  constructor(exact: ExactSecrets, custom: CustomPatterns) {
    this.#exact = exact;
    this.#custom = [custom];
  }

  redact(text: string, shaped = (clean: string): string => clean): RedactedText {
    const clean = this.#clean;
    const [redacted = ''] = clean.includes(text) ? [text] : this.#redactedTexts([text], clean);
    return marked(shaped(redacted));
  }

  redactKnown(text: string): RedactedText {
    return marked(this.#replaced(text, this.#kept(text, this.#exact.find(text))));
  }

  redactJson(value: Json): RedactedJson {
    const texts = textsIn(value);
    const redacted = this.#redactedTexts(texts);
    return marked(redacted === texts ? value : withTexts(value, redacted));
  }

  addSecret(value: string, kind: string): void {
    this.#exact.add(value, normalizeKind(kind));
    this.#clean = [];
  }

  knownSecretsIn(content: Uint8Array): readonly string[] {
    const kinds = new Set<string>();
    const find = (text: string): readonly SecretRange[] => {
      const found = this.#exact.find(text);
      for (const { kind } of found) kinds.add(kind);
      return found;
    };
    for (const text of textsOf(content)) {
      find(text);
      this.#blobs.find(text, find);
    }
    return [...kinds];
  }

  addPatterns(patterns: readonly CustomPattern[]): void {
    const added = patterns.filter(({ regex }) => !this.#sources.has(String(regex)));
    this.#custom.push(new CustomPatterns(added));
    for (const { regex } of added) this.#sources.add(String(regex));
    this.#clean = [];
  }

  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  /** Texts in one search; the list itself if nothing is found. `clean` gets what was left without secrets. */
  #redactedTexts(texts: readonly string[], clean: string[] = []): readonly string[] {
    let current = texts;
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      const joined = joinTexts(current);
      const found = this.#find(joined);
      if (found.length === 0) {
        remember(clean, joined);
        break;
      }
      const ofEach = [...rangesOfEach(current, found)];
      current = current.map((text, index) => this.#replaced(text, ofEach[index] ?? []));
    }
    return current;
  }

  #find(text: string): readonly SecretRange[] {
    const found = this.#findHere(text);
    return this.#kept(text, [...found, ...this.#blobs.find(text, (part) => this.#findHere(part))]);
  }

  /** Merged, without what is a token of this redactor already. */
  #kept(text: string, found: readonly SecretRange[]): readonly SecretRange[] {
    if (found.length === 0) return found;
    const tokens = [...text.matchAll(TOKEN)].filter(([token]) => this.#issued.has(token));
    return mergeRanges(found.filter((range) => !isCoveredByTokens(range, tokens)));
  }

  #findHere(text: string): readonly SecretRange[] {
    return [
      this.#exact.find(text),
      this.#findFormats(text),
      this.#shown.find(text, (shown) => this.#findFormats(shown)),
    ].flat();
  }

  #findFormats(text: string): readonly SecretRange[] {
    const seen = WORD_SCAN.seenIn(text);
    return [...findTokens(text, seen), ...this.#custom.flatMap((custom) => custom.find(text))];
  }

  #replaced(text: string, found: readonly SecretRange[]): string {
    return replaceRanges(text, found, (range) => this.#token(range));
  }

  #token(range: SecretRange): string {
    const kind = normalizeKind(range.kind);
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    const digest = createHmac('sha256', this.#key).update(range.value).digest();
    const token = `[redacted:${kind}:${crockford(digest, TAG_CHARS)}]`;
    this.#issued.add(token);
    return token;
  }
}

/** A file as text: as UTF-8, and with NUL bytes as UTF-16 in both byte orders, too. */
function textsOf(content: Uint8Array): readonly string[] {
  const encodings = content.includes(0) ? ['utf-8', 'utf-16le', 'utf-16be'] : ['utf-8'];
  return encodings.map((encoding) => new TextDecoder(encoding).decode(content));
}

function remember(clean: string[], text: string): void {
  if (text.length > MAX_CLEAN_TEXT_CHARS) return;
  clean.push(text);
  if (clean.length > MAX_CLEAN_TEXTS) clean.shift();
}

/** True if a match consists of tokens (in their order) that this redactor issued, and a few characters beside them. */
function isCoveredByTokens(
  { start, end }: SecretRange,
  tokens: readonly RegExpExecArray[],
): boolean {
  let inside = 0;
  for (let next = firstEndingAfter(tokens, start); next < tokens.length; next += 1) {
    const { index = end, 0: token = '' } = tokens[next] ?? {};
    if (index >= end) break;
    inside += Math.min(index + token.length, end) - Math.max(index, start);
  }
  return inside > 0 && end - start - inside < MIN_CHARS_OUTSIDE_TOKENS;
}

/** By bisection: a text may have as many tokens as matches. */
function firstEndingAfter(tokens: readonly RegExpExecArray[], start: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { index = 0, 0: token = '' } = tokens[middle] ?? {};
    if (index + token.length > start) high = middle;
    else low = middle + 1;
  }
  return low;
}

function normalizeKind(kind: string): string {
  const word = kind
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_KIND_CHARS);
  return word.replaceAll(/^-+|-+$/g, '') || 'secret';
}
