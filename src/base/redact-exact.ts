import { CountersignError } from './errors.ts';
import {
  type FormView,
  formsOf,
  maskability,
  MIN_SECRET_CHARS,
  type SecretForm,
} from './redact-forms.ts';
import { Needles } from './redact-needles.ts';
import type { SecretRange } from './redact-ranges.ts';
import { type Units, UnitRoom } from './redact-units.ts';
import { type Reading, readHex, readPacked, readPercent } from './redact-views.ts';
import { partsOfSecret } from './secret-values.ts';

/** Values that one process can hold as secrets, their lines included. */
const MAX_VALUES = 10_000;
/** Digits of a hexadecimal form may stand this far apart, on average, before they are no longer one thing. */
const MAX_HEX_SPREAD = 8;
const WORD_CHAR = /[A-Za-z0-9_]/;
const ESCAPED = /%[0-9a-fA-F]{2}/;
const EQUALS = '='.charCodeAt(0);
const IS_BASE64: readonly boolean[] = Array.from({ length: 128 }, (_, at) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(at)),
);

interface Target extends SecretForm {
  readonly kind: string;
  readonly value: string;
}

/** A form where it was found in a text that was read in some way. */
interface Match {
  readonly target: Target;
  readonly at: number;
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

/** Where a match stands in the text itself; `origin` is `null` where the text was read as it is. */
function rangeOf(
  read: Units,
  { target, at }: Match,
  origin: Uint32Array | null,
): SecretRange | null {
  const { needle, widen, kind, value } = target;
  let from = at;
  let to = at + needle.length;
  for (let left = widen.left; left > 0 && isBase64(read, from - 1); left -= 1) from -= 1;
  for (let right = widen.right; right > 0 && isBase64(read, to); right -= 1) to += 1;
  if (widen.left + widen.right > 0) while (to < read.length && read.units[to] === EQUALS) to += 1;
  if (origin === null) return { start: from, end: to, kind, value };
  const start = origin[from] ?? 0;
  // Up to the last character's end, not to the next one's start: what is between was left out.
  const end = target.view === 'percent' ? (origin[to] ?? 0) : (origin[to - 1] ?? 0) + 1;
  if (target.view === 'hex' && end - start > needle.length * MAX_HEX_SPREAD) return null;
  return { start, end, kind, value };
}

function originOf(text: Units, into: Uint16Array, reading: Reading): Uint32Array {
  const origin = new Uint32Array(text.length + 1);
  reading(text, into, origin);
  return origin;
}

function isBase64({ units, length }: Units, at: number): boolean {
  return at >= 0 && at < length && IS_BASE64[units[at] ?? 0] === true;
}

/** Finds the secrets that the process holds, in every form that `formsOf` names. One pass for each way of reading. */
export class ExactSecrets {
  readonly #needles: Readonly<Record<FormView, Needles<Target>>> = {
    plain: new Needles(),
    packed: new Needles(),
    hex: new Needles(),
    percent: new Needles(),
  };
  readonly #text = new UnitRoom();
  readonly #read = new UnitRoom();
  readonly #words = new Map<string, string>();
  readonly #values = new Set<string>();

  add(secret: string, kind: string): void {
    for (const value of partsOfSecret(secret)) {
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
      this.#needles[form.view].add(form.needle, { ...form, kind, value });
    }
  }

  find(text: string): readonly SecretRange[] {
    const found: SecretRange[] = [...this.#findWords(text)];
    if (this.#needles.plain.isEmpty || text.length < MIN_SECRET_CHARS) return found;
    const units = this.#text.filled(text);
    const lists = [
      this.#findPlain(units),
      this.#findRead(units, this.#needles.packed, readPacked),
      this.#findRead(units, this.#needles.hex, readHex),
      ESCAPED.test(text) ? this.#findRead(units, this.#needles.percent, readPercent) : [],
    ];
    // One by one: a text may hold more matches than a call can take arguments.
    for (const list of lists) for (const range of list) found.push(range);
    return found;
  }

  #findPlain(text: Units): readonly SecretRange[] {
    const found: SecretRange[] = [];
    this.#needles.plain.each(text, (target, at) =>
      pushRange(found, rangeOf(text, { target, at }, null)),
    );
    return found;
  }

  #findRead(text: Units, needles: Needles<Target>, reading: Reading): readonly SecretRange[] {
    const units = this.#read.sized(text.length);
    const read = { units, length: reading(text, units, null) };
    const found: SecretRange[] = [];
    // Hardly any text holds a secret: where its units come from is found out for those alone.
    let origin: Uint32Array | null = null;
    needles.each(read, (target, at) => {
      origin ??= originOf(text, units, reading);
      pushRange(found, rangeOf(read, { target, at }, origin));
    });
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
