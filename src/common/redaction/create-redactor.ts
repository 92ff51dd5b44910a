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
  /** What the process holds, each with the kind that its token will name (`github-token`, `env-NPM_TOKEN`). */
  readonly secrets?: readonly { readonly kind: string; readonly value: string }[];
  /** The repository's own patterns. */
  readonly patterns?: readonly CustomPattern[];
}

/** A redactor that a repository's own patterns can be added to, once its policy was read. */
export interface PatternedRedactor extends Redactor {
  /** From now on these patterns count, too. Throws `policy-invalid` as `createRedactor` does. */
  addPatterns(patterns: readonly CustomPattern[]): void;
}

const TAG_CHARS = 8;
const TAG_BYTES = 5;
const MAX_KIND_CHARS = 40;
/** What is replaced may give what stands beside it a new meaning: look again, but not for ever. */
const MAX_PASSES = 4;
/** A match that reaches this far out of a token already put in is a secret of its own. */
const MIN_BESIDE_TOKEN_CHARS = 6;
/** As many texts as the calls of a turn that run side by side have on the way, and no more than is cheap to hold. */
const MAX_REMEMBERED = 16;
const MAX_REMEMBERED_CHARS = 200_000;
const WORDS = new WordScan([...TOKEN_WORDS, ...GATE_WORDS]);
const TOKEN = /\[redacted:[a-z0-9-]{1,40}:[0-9a-z]{8}\]/g;

/**
 * Removes secrets (see `Redactor`): exact values in all their forms, tokens known by their form, and the repository's
 * own patterns. Throws `policy-invalid` for a pattern that is not valid or could run for ever.
 */
export function createRedactor(options: RedactorOptions = {}): PatternedRedactor {
  const exact = new ExactSecrets();
  for (const { value, kind } of options.secrets ?? []) exact.add(value, kindWord(kind));
  return new TextRedactor(exact, new CustomPatterns(options.patterns ?? []));
}

class TextRedactor implements PatternedRedactor {
  readonly #exact: ExactSecrets;
  readonly #custom: CustomPatterns[];
  readonly #blobs = new BlobSearch();
  readonly #key = randomBytes(32);
  readonly #issued = new Set<string>();
  readonly #counts = new Map<string, number>();
  /** Texts that were found to hold nothing: a result is redacted for the model, the trail and the log. */
  #clean: string[] = [];
  /** Rises with each secret and pattern, after which nothing is known to be clean. */
  #knowledge = 0;

  constructor(exact: ExactSecrets, custom: CustomPatterns) {
    this.#exact = exact;
    this.#custom = [custom];
  }

  async redact(text: string): Promise<string> {
    if (this.#clean.includes(text)) return text;
    const knowledge = this.#knowledge;
    let current = text;
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      const found = await this.#find(current);
      if (found.length === 0) {
        if (knowledge === this.#knowledge) this.#remember(current);
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
    this.#exact.add(value, kindWord(kind));
    this.#forget();
  }

  addPatterns(patterns: readonly CustomPattern[]): void {
    if (patterns.length > 0) this.#custom.push(new CustomPatterns(patterns));
    this.#forget();
  }

  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  async #find(text: string): Promise<readonly SecretRange[]> {
    if (text === '') return [];
    const seen = WORDS.seenIn(text);
    const lists = [
      this.#findHere(text, seen),
      this.#blobs.find(text, (decoded) => this.#findHere(decoded, WORDS.seenIn(decoded))),
      await findWithSecretlint(text, seen),
    ];
    const found = lists.flat();
    if (found.length === 0) return found;
    const tokens = [...text.matchAll(TOKEN)].filter(([token]) => this.#issued.has(token));
    const beyond = tokens.length === 0 ? found : found.filter((range) => !isInside(range, tokens));
    return mergeRanges(beyond);
  }

  #findHere(text: string, seen: ReadonlySet<string>): readonly SecretRange[] {
    return [
      this.#exact.find(text),
      findTokens(text, seen),
      this.#custom.flatMap((custom) => custom.find(text)),
    ].flat();
  }

  #remember(text: string): void {
    if (text.length > MAX_REMEMBERED_CHARS) return;
    this.#clean.push(text);
    if (this.#clean.length > MAX_REMEMBERED) this.#clean.shift();
  }

  #forget(): void {
    this.#clean = [];
    this.#knowledge += 1;
  }

  #token(range: SecretRange): string {
    const kind = kindWord(range.kind);
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    const digest = createHmac('sha256', this.#key).update(range.value).digest();
    const token = `[redacted:${kind}:${crockford(digest.subarray(0, TAG_BYTES), TAG_CHARS)}]`;
    this.#issued.add(token);
    return token;
  }
}

/** True where a match is nothing but tokens that this redactor itself put in, and scraps beside them. */
function isInside(range: SecretRange, tokens: readonly RegExpExecArray[]): boolean {
  let beside = range.end - range.start;
  let touched = false;
  for (const { index, 0: token } of tokens) {
    const start = Math.max(index, range.start);
    const end = Math.min(index + token.length, range.end);
    if (start >= end) continue;
    touched = true;
    beside -= end - start;
  }
  return touched && beside < MIN_BESIDE_TOKEN_CHARS;
}

function kindWord(kind: string): string {
  const word = kind
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_KIND_CHARS);
  return word.replaceAll(/^-+|-+$/g, '') || 'secret';
}
