import { CountersignError } from '../../errors.ts';
import { ESCAPED, readEscapes } from './escapes.ts';
import { type FormView, formsOf, maskability, type SecretForm } from './forms.ts';
import { readJoined } from './joined.ts';
import { Needles } from './needles.ts';
import { holdsNumberList, readDecimal, readOctal } from './numbers.ts';
import type { SecretRange } from '../ranges.ts';
import {
  HAS_OFFSETS,
  isFurtherRow,
  readBitDump,
  readCharacterDump,
  readDigitDump,
  readWordDump,
} from './dumps.ts';
import { type Units, unitAt, UnitBuffer } from './units.ts';
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
/** Beyond the first: `od` can print a line in several forms at once. */
const MAX_ROWS = 3;
/** Beyond its first digit: the longest number of a byte is its eight bits. */
const MAX_MORE_DIGITS = 7;
const NEWLINE = 10;
const EQUALS = '='.charCodeAt(0);
const IS_BASE64: readonly boolean[] = Array.from({ length: 128 }, (_, index) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(index)),
);

interface Target extends SecretForm {
  readonly kind: string;
  readonly value: string;
}

/** A form that was found in a view of a text. */
interface Match {
  readonly target: Target;
  readonly index: number;
}

/**
 * In a run of one character, a secret of that character matches at every position: they are one range. One that begins before the last
 * is a range of its own, since needles that are searched one after the other begin again at the start of the text.
 */
function pushRange(found: SecretRange[], range: SecretRange | null): void {
  if (range === null) return;
  const last = found.at(-1);
  const isWithin = last !== undefined && range.start >= last.start && range.start < last.end;
  if (isWithin && last.value === range.value) {
    found[found.length - 1] = { ...last, end: Math.max(last.end, range.end) };
  } else {
    found.push(range);
  }
}

/** How a match in a view of a text becomes a range of the text. */
type Extent = 'units' | 'escapes' | 'numbers' | 'lines';

interface Read {
  readonly units: Units;
  /** `null` for the text itself. */
  readonly origin: Uint32Array | null;
  readonly text: Units;
  readonly extent: Extent;
}

/** The range of a match in the text itself. */
function rangeOf(read: Read, { target, index }: Match): SecretRange | null {
  const { needle, widen, kind, value } = target;
  const { units, origin, text, extent } = read;
  let from = index;
  let to = index + needle.length;
  if (widen.left && isBase64(units, from - 1)) from -= 1;
  if (widen.right && isBase64(units, to)) to += 1;
  if (widen.right) while (unitAt(units, to) === EQUALS) to += 1;
  if (origin === null) return { start: from, end: to, kind, value };
  const start = origin[from] ?? 0;
  // Up to the last character's end, not to the next one's start: the view omitted what is between.
  const end = extent === 'escapes' ? (origin[to] ?? 0) : (origin[to - 1] ?? 0) + 1;
  if (extent === 'lines')
    return { start: lineStart(text, start), end: dumpEnd(text, end), kind, value };
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

/** The end of a line of a dump, with the further rows of its bytes. */
function dumpEnd(text: Units, index: number): number {
  let end = lineEnd(text, index);
  for (let rows = 0; rows < MAX_ROWS; rows += 1) {
    if (unitAt(text, end) !== NEWLINE || !isFurtherRow(text, end + 1)) break;
    end = lineEnd(text, end + 1);
  }
  return end;
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

function originOf(text: Units, into: Uint16Array, reading: Reading): Uint32Array {
  const origin = new Uint32Array(text.length + 1);
  reading(text, into, origin);
  return origin;
}

function isBase64(units: Units, index: number): boolean {
  return IS_BASE64[unitAt(units, index)] === true;
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
          { fix: 'Give the step fewer secrets.' },
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
    if (this.#needles.plain.isEmpty) return found;
    const units = this.#text.filled(text);
    this.#needles.plain.each(units, (target, index) =>
      pushRange(
        found,
        rangeOf({ units, origin: null, text: units, extent: 'units' }, { target, index }),
      ),
    );
    const { joined, folded, hex, bytes } = this.#needles;
    this.#findRead(units, found, { needles: [joined, folded], reading: readJoined });
    this.#findRead(units, found, { needles: [hex], reading: readHex });
    if (HAS_OFFSETS.test(text)) {
      for (const reading of [readDigitDump, readWordDump, readBitDump])
        this.#findRead(units, found, { needles: [hex], reading, extent: 'lines' });
      const characters = { needles: [joined, folded], reading: readCharacterDump } as const;
      this.#findRead(units, found, { ...characters, extent: 'lines' });
    }
    if (holdsNumberList(units)) {
      this.#findRead(units, found, { needles: [bytes], reading: readDecimal, extent: 'numbers' });
      this.#findRead(units, found, { needles: [bytes], reading: readOctal, extent: 'numbers' });
    }
    if (ESCAPED.test(text))
      this.#findRead(units, found, { needles: [bytes], reading: readEscapes, extent: 'escapes' });
    if (QUOTED_PRINTABLE.test(text))
      this.#findRead(units, found, { needles: [bytes], reading: readQuoted, extent: 'escapes' });
    return found;
  }

  #findRead(
    text: Units,
    found: SecretRange[],
    view: {
      readonly needles: readonly Needles<Target>[];
      readonly reading: Reading;
      readonly extent?: Extent;
    },
  ): void {
    const { needles, reading, extent = 'units' } = view;
    const room = this.#read.sized(text.length);
    const units = { units: room, length: reading(text, room, null) };
    // Few texts contain a secret: the origins of the units are computed only for those.
    let origin: Uint32Array | null = null;
    const own: SecretRange[] = [];
    for (const some of needles) {
      some.each(units, (target, index) => {
        origin ??= originOf(text, room, reading);
        pushRange(own, rangeOf({ units, origin, text, extent }, { target, index }));
      });
    }
    // One by one: a text may have more matches than a call can take arguments.
    for (const range of own) found.push(range);
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
