import { CountersignError } from './errors.ts';
import { type FormView, formsOf, maskability, partsOf, type SecretForm } from './redact-forms.ts';
import type { SecretRange } from './redact-ranges.ts';
import { hexView, packedView, percentView, type TextView } from './redact-views.ts';

/** Values that one process can hold as secrets, their lines included. */
const MAX_VALUES = 10_000;
/** The first characters of a form decide whether it is looked at any closer. */
const PREFIX_CHARS = 6;
const BUCKETS = 1 << 16;
/** Digits of a hexadecimal form may stand this far apart, on average, before they are no longer one thing. */
const MAX_HEX_SPREAD = 8;
const BASE64_CHAR = /[A-Za-z0-9+/_-]/;
const WORD_CHAR = /[A-Za-z0-9_]/;

interface Target extends SecretForm {
  readonly kind: string;
  readonly value: string;
}

/** Forms by a hash of their first characters, so that a text is read once however many secrets there are. */
class NeedleIndex {
  readonly #present = new Uint8Array(BUCKETS);
  readonly #buckets = new Map<number, Target[]>();

  get isEmpty(): boolean {
    return this.#buckets.size === 0;
  }

  add(target: Target): void {
    const bucket = prefixHash(target.needle, 0);
    const held = this.#buckets.get(bucket) ?? [];
    if (held.some(({ needle }) => needle === target.needle)) return;
    this.#present[bucket] = 1;
    this.#buckets.set(bucket, [...held, target]);
  }

  find(view: TextView): readonly SecretRange[] {
    const { text } = view;
    const found: SecretRange[] = [];
    for (let at = 0; at + PREFIX_CHARS <= text.length; at += 1) {
      const bucket = prefixHash(text, at);
      if (this.#present[bucket] !== 1) continue;
      for (const target of this.#buckets.get(bucket) ?? []) {
        if (text.startsWith(target.needle, at)) pushRange(found, rangeOf(view, target, at));
      }
    }
    return found;
  }
}

function prefixHash(text: string, at: number): number {
  let hash = 0;
  for (let index = at; index < at + PREFIX_CHARS; index += 1) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  }
  return (hash ^ (hash >>> 16)) & (BUCKETS - 1);
}

/** A run of one character holds a secret of that character at every place: they are one range. */
function pushRange(found: SecretRange[], range: SecretRange | null): void {
  if (range === null) return;
  const last = found.at(-1);
  if (
    last !== undefined &&
    last.value === range.value &&
    range.start <= last.end &&
    range.end >= last.end
  ) {
    found[found.length - 1] = { ...last, end: range.end };
  } else {
    found.push(range);
  }
}

function rangeOf(view: TextView, target: Target, at: number): SecretRange | null {
  const { text, origin } = view;
  let from = at;
  let to = at + target.needle.length;
  for (let left = target.widen.left; left > 0 && isBase64(text, from - 1); left -= 1) from -= 1;
  for (let right = target.widen.right; right > 0 && isBase64(text, to); right -= 1) to += 1;
  if (target.widen.left + target.widen.right > 0) while (text[to] === '=') to += 1;
  const { kind, value } = target;
  if (origin === null) return { start: from, end: to, kind, value };
  const start = origin[from] ?? 0;
  // Up to the last character's end, not to the next one's start: what is between was left out.
  const end = target.view === 'percent' ? (origin[to] ?? 0) : (origin[to - 1] ?? 0) + 1;
  if (target.view === 'hex' && end - start > target.needle.length * MAX_HEX_SPREAD) return null;
  return { start, end, kind, value };
}

function isBase64(text: string, at: number): boolean {
  return at >= 0 && BASE64_CHAR.test(text[at] ?? ' ');
}

/** Finds the secrets that the process holds, in every form that `formsOf` names. One pass for each way of reading. */
export class ExactSecrets {
  readonly #indexes: Readonly<Record<FormView, NeedleIndex>> = {
    plain: new NeedleIndex(),
    packed: new NeedleIndex(),
    hex: new NeedleIndex(),
    percent: new NeedleIndex(),
  };
  readonly #words = new Map<string, string>();
  readonly #values = new Set<string>();

  add(secret: string, kind: string): void {
    for (const value of partsOf(secret)) {
      if (this.#values.has(value)) continue;
      if (this.#values.size >= MAX_VALUES) {
        throw new CountersignError(
          'input-invalid',
          `There are more than ${MAX_VALUES} secret values.`,
          {
            fix: 'Give the step fewer secrets.',
          },
        );
      }
      this.#values.add(value);
      const how = maskability(value);
      if (how === 'as-a-word') this.#words.set(value, kind);
      if (how === 'everywhere') this.#addForms(value, kind);
    }
  }

  #addForms(value: string, kind: string): void {
    for (const form of formsOf(value)) {
      this.#indexes[form.view].add({ ...form, kind, value });
    }
  }

  find(text: string): readonly SecretRange[] {
    const found: SecretRange[] = [...this.#findWords(text)];
    if (this.#indexes.plain.isEmpty || text.length < MIN_TEXT_CHARS) return found;
    const percent = percentView(text);
    const lists = [
      this.#indexes.plain.find({ text, origin: null }),
      this.#indexes.packed.find(packedView(text)),
      this.#indexes.hex.find(hexView(text)),
      percent === null ? [] : this.#indexes.percent.find(percent),
    ];
    // One by one: a text may hold more matches than a call can take arguments.
    for (const list of lists) for (const range of list) found.push(range);
    return found;
  }

  *#findWords(text: string): Generator<SecretRange> {
    for (const [value, kind] of this.#words) {
      for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
        const end = at + value.length;
        const inside = WORD_CHAR.test(text[at - 1] ?? ' ') || WORD_CHAR.test(text[end] ?? ' ');
        if (!inside) yield { start: at, end, kind, value };
      }
    }
  }
}

/** A text shorter than every form holds none. */
const MIN_TEXT_CHARS = PREFIX_CHARS;
