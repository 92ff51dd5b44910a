import { createHmac, randomBytes } from 'node:crypto';
import { crockford } from '../ids.ts';
import type { Json } from '../json.ts';
import { BlobSearch } from './blobs.ts';
import { type CustomPattern, CustomPatterns } from './custom.ts';
import { ExactSecrets } from './exact.ts';
import { redactedJson } from './json.ts';
import { findTokens, TOKEN_WORDS } from './patterns.ts';
import { mergeRanges, replaceRanges, type SecretRange } from './ranges.ts';
import { WordScan } from './words.ts';
import type { Redactor } from './redactor.ts';
import { findWithSecretlint } from './secretlint.ts';
import { GATE_WORDS } from './secretlint-gate.ts';

export interface RedactorOptions {
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
/** Clean texts that are remembered: about as many as the concurrent calls of a turn produce. */
const MAX_CLEAN_TEXTS = 16;
const MAX_CLEAN_TEXT_CHARS = 200_000;
const WORD_SCAN = new WordScan([...TOKEN_WORDS, ...GATE_WORDS]);
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
 * Creates a redactor (see `Redactor`). A text goes through four searches: the exact secrets of the process in all their
 * forms (`exact.ts`), token formats (`patterns.ts`, `services.ts`, `secretlint.ts`), the repository's own patterns
 * (`custom.ts`), and the same once more in encoded or compressed parts (`blobs.ts`). Overlapping matches are merged and
 * replaced (`ranges.ts`). Throws `policy-invalid` for an invalid pattern and for one that could run forever.
 */
export function createRedactor(options: RedactorOptions = {}): PatternedRedactor {
  const exact = new ExactSecrets();
  for (const { value, kind } of options.secrets ?? []) exact.add(value, normalizeKind(kind));
  return new TextRedactor(exact, new CustomPatterns(options.patterns ?? []));
}

class TextRedactor implements PatternedRedactor {
  readonly #exact: ExactSecrets;
  readonly #custom: CustomPatterns[];
  readonly #blobs = new BlobSearch();
  readonly #key = randomBytes(32);
  readonly #issued = new Set<string>();
  readonly #counts = new Map<string, number>();
  /**
   * Recent texts without secrets: a result is redacted three times, for the model, the trail and the log. Each new secret or
   * pattern begins another list, so that a search which began before it adds nothing to that.
   */
  #clean: string[] = [];

  constructor(exact: ExactSecrets, custom: CustomPatterns) {
    this.#exact = exact;
    this.#custom = [custom];
  }

  async redact(text: string): Promise<string> {
    const clean = this.#clean;
    if (clean.includes(text)) return text;
    let current = text;
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      const found = await this.#find(current);
      if (found.length === 0) {
        remember(clean, current);
        return current;
      }
      current = replaceRanges(current, found, (range) => this.#token(range));
    }
    return current;
  }

  async redactJson(value: Json): Promise<Json> {
    return await redactedJson(value, {
      find: async (text) => await this.#find(text),
      token: (range) => this.#token(range),
    });
  }

  addSecret(value: string, kind: string): void {
    this.#exact.add(value, normalizeKind(kind));
    this.#clean = [];
  }

  addPatterns(patterns: readonly CustomPattern[]): void {
    this.#custom.push(new CustomPatterns(patterns));
    this.#clean = [];
  }

  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  async #find(text: string): Promise<readonly SecretRange[]> {
    if (text === '') return [];
    const seen = WORD_SCAN.seenIn(text);
    const lists = [
      this.#findHere(text, seen),
      this.#blobs.find(text, (decoded) => this.#findHere(decoded, WORD_SCAN.seenIn(decoded))),
      await findWithSecretlint(text, seen),
    ];
    const found = lists.flat();
    if (found.length === 0) return found;
    const tokens = [...text.matchAll(TOKEN)].filter(([token]) => this.#issued.has(token));
    return mergeRanges(found.filter((range) => !isCoveredByTokens(range, tokens)));
  }

  #findHere(text: string, seen: ReadonlySet<string>): readonly SecretRange[] {
    return [
      this.#exact.find(text),
      findTokens(text, seen),
      this.#custom.flatMap((custom) => custom.find(text)),
    ].flat();
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

function remember(clean: string[], text: string): void {
  if (text.length > MAX_CLEAN_TEXT_CHARS) return;
  clean.push(text);
  if (clean.length > MAX_CLEAN_TEXTS) clean.shift();
}

/** True if a match consists of tokens that this redactor issued, and a few characters beside them. */
function isCoveredByTokens(
  { start, end }: SecretRange,
  tokens: readonly RegExpExecArray[],
): boolean {
  let inside = 0;
  for (const { index, 0: token } of tokens)
    inside += Math.max(0, Math.min(index + token.length, end) - Math.max(index, start));
  return inside > 0 && end - start - inside < MIN_CHARS_OUTSIDE_TOKENS;
}

function normalizeKind(kind: string): string {
  const word = kind
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_KIND_CHARS);
  return word.replaceAll(/^-+|-+$/g, '') || 'secret';
}
