import { CountersignError } from '../../errors.ts';
import { memoize } from '../../async/memoize.ts';
import { ESCAPED, readEscapes } from './escapes.ts';
import { type FormView, formsOf, maskability, type SecretForm } from './forms.ts';
import { readJoined } from './joined.ts';
import { Needles } from './needles.ts';
import { holdsNumberList, readDecimal, readOctal } from './numbers.ts';
import type { SecretRange } from '../ranges.ts';
import {
  HAS_OFFSETS,
  readBitDump,
  readCharacterDump,
  readDigitDump,
  readWordDump,
} from './dumps.ts';
import { type Units, unitAt, UnitBuffer, unitOf } from './units.ts';
import { type Reading, readHex, readQuoted } from './views.ts';
import { partsOfSecret } from '../../secrets/values.ts';

/** The maximum of secrets of one process, including their lines. */
const MAX_VALUES = 10_000;
/** The maximum average distance of the digits of a hexadecimal form. */
const MAX_HEX_SPREAD = 8;
const WORD_CHAR = /[A-Za-z0-9_]/;
/** Excludes `>=24`, which is in every list of versions. */
const QUOTED_PRINTABLE = /=(?:\r?\n|[2-7][A-F]|[89A-F][0-9A-F]|[2-7]\d=[2-7]\d)/;
/** A dump shows its bytes twice: the rest of each line is redacted with the digits. */
const MAX_LINE_CHARS = 400;
/** Beyond its first digit: the longest number of a byte is its eight bits. */
const MAX_MORE_DIGITS = 7;
const NEWLINE = 10;
const EQUALS = unitOf('=');
const BASE64_DIGIT = /[A-Za-z0-9+/_-]/;

interface Target extends SecretForm {
  readonly kind: string;
  readonly value: string;
}

/**
 * Adds a range. In a run of one character, a secret of that character matches at every position: they become one range.
 * A range that begins before the last one stays separate: each set of needles is searched from the start of the text.
 */
function addRange(found: SecretRange[], range: SecretRange | null): void {
  if (range === null) return;
  const last = found.at(-1);
  if (last?.value === range.value && last.start <= range.start && range.start < last.end)
    found[found.length - 1] = { ...last, end: Math.max(last.end, range.end) };
  else found.push(range);
}

/** How a match in a view of a text becomes a range of the text. */
type Extent = 'units' | 'escapes' | 'numbers' | 'lines';

/** A view in which needles are searched. */
interface View {
  readonly needles: readonly Needles<Target>[];
  readonly reading: Reading;
  readonly extent: Extent;
}

/** A text that was read in a view. */
interface Read {
  readonly units: Units;
  /** `null` for the text itself. */
  readonly origin: Uint32Array | null;
  readonly text: Units;
  readonly extent: Extent;
}

/** The range in the text itself of a form that was found in a view of it; `null` if it is no secret there. */
function rangeOf(read: Read, target: Target, index: number): SecretRange | null {
  const { needle, widen, kind, value } = target;
  const { units, origin, text, extent } = read;
  let from = index;
  let to = index + needle.length;
  if (widen.left && isBase64(units, from - 1)) from -= 1;
  if (widen.right && isBase64(units, to)) to += 1;
  if (widen.right) while (unitAt(units, to) === EQUALS) to += 1;
  if (origin === null) return { start: from, end: to, kind, value };
  const originOf = (unit: number): number => origin[unit] ?? 0;
  const start = originOf(from);
  // Up to the last character's end, not to the next one's start: the view omitted what is between.
  const end = extent === 'escapes' ? originOf(to) : originOf(to - 1) + 1;
  if (extent === 'lines')
    return { start: lineStart(text, start), end: lineEnd(text, end), kind, value };
  if (extent === 'numbers') return { start, end: numberEnd(text, end), kind, value };
  if (target.view === 'hex' && end - start > needle.length * MAX_HEX_SPREAD) return null;
  return { start, end, kind, value };
}

function lineStart(text: Units, index: number): number {
  let start = index;
  while (start > 0 && index - start < MAX_LINE_CHARS && unitAt(text, start - 1) !== NEWLINE)
    start -= 1;
  return start;
}

function lineEnd(text: Units, index: number): number {
  let end = index;
  while (end < text.length && end - index < MAX_LINE_CHARS && unitAt(text, end) !== NEWLINE)
    end += 1;
  return end;
}

function numberEnd(text: Units, index: number): number {
  let end = index;
  while (end - index < MAX_MORE_DIGITS && isDigit(unitAt(text, end))) end += 1;
  return end;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function isBase64(units: Units, index: number): boolean {
  return BASE64_DIGIT.test(String.fromCharCode(unitAt(units, index)));
}

/** Finds the secrets of the process in every form that `formsOf` lists. One pass for each view. */
export class ExactSecrets {
  readonly #needles: Readonly<Record<FormView, Needles<Target>>> = {
    plain: new Needles(),
    joined: new Needles(),
    folded: new Needles({ anyCase: true }),
    hex: new Needles(),
    bytes: new Needles(),
  };
  readonly #text = new UnitBuffer();
  readonly #read = new UnitBuffer();
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
    for (const form of formsOf(value))
      this.#needles[form.view].add(form.needle, { ...form, kind, value });
  }

  find(text: string): readonly SecretRange[] {
    const found: SecretRange[] = [...this.#findWords(text)];
    if (this.#needles.plain.isEmpty) return found;
    const units = this.#text.filled(text);
    const plain: Read = { units, origin: null, text: units, extent: 'units' };
    this.#needles.plain.each(units, (target, index) =>
      addRange(found, rangeOf(plain, target, index)),
    );
    for (const view of this.#viewsOf(text, units)) this.#findInView(units, view, found);
    return found;
  }

  /** The views that can show a secret which the text itself does not. */
  *#viewsOf(text: string, units: Units): Generator<View> {
    const { joined, folded, hex, bytes } = this.#needles;
    yield { needles: [joined, folded], reading: readJoined, extent: 'units' };
    yield { needles: [hex], reading: readHex, extent: 'units' };
    if (HAS_OFFSETS.test(text)) {
      for (const reading of [readDigitDump, readWordDump, readBitDump])
        yield { needles: [hex], reading, extent: 'lines' };
      yield { needles: [joined, folded], reading: readCharacterDump, extent: 'lines' };
    }
    if (holdsNumberList(units)) {
      for (const reading of [readDecimal, readOctal])
        yield { needles: [bytes], reading, extent: 'numbers' };
    }
    if (ESCAPED.test(text)) yield { needles: [bytes], reading: readEscapes, extent: 'escapes' };
    if (QUOTED_PRINTABLE.test(text))
      yield { needles: [bytes], reading: readQuoted, extent: 'escapes' };
  }

  #findInView(text: Units, { needles, reading, extent }: View, found: SecretRange[]): void {
    const into = this.#read.sized(text.length);
    const units = { units: into, length: reading(text, into, null) };
    // Few texts contain a secret: the origins of the units are computed only for those.
    const originOf = memoize(() => {
      const origin = new Uint32Array(text.length + 1);
      reading(text, into, origin);
      return origin;
    });
    for (const some of needles) {
      some.each(units, (target, index) =>
        addRange(found, rangeOf({ units, origin: originOf(), text, extent }, target, index)),
      );
    }
  }

  *#findWords(text: string): Generator<SecretRange> {
    for (const [value, kind] of this.#words) {
      for (
        let index = text.indexOf(value);
        index !== -1;
        index = text.indexOf(value, index + value.length)
      ) {
        const end = index + value.length;
        const inside = WORD_CHAR.test(text[index - 1] ?? ' ') || WORD_CHAR.test(text[end] ?? ' ');
        if (!inside) yield { start: index, end, kind, value };
      }
    }
  }
}
