import { type Units, unitAt } from './units.ts';
import { type Reading, reading } from './views.ts';

/** The maximum of non-blank characters between two bytes of a list: `), chr(`. */
const MAX_BETWEEN_CHARS = 7;
/** Numbers with so many digits at the start of a line are the offset of a dump. */
const MIN_OFFSET_DIGITS = 6;
const [NUL, NEWLINE, SPACE, ZERO, NINE, SMALL_O] = [0, 10, 32, 48, 57, 111];
/** Not a byte: the text before and after it is separate. */
const APART = 0xffff;
const MAX_BYTE = 255;
const MAX_WORD = 0xffff;
const BITS = 8;
const MAX_BYTE_DIGITS = 3;
/** A space in decimal, and the largest byte in octal. */
const [FIRST_VISIBLE, LAST_OCTAL] = [32, 377];
const [MIN_SMALL, MIN_WORDS, MIN_BITS] = [7, 3, 48];

const [OTHER, WHITE, DIGIT] = [0, 1, 2];
const CLASS = new Uint8Array(1 << 16).fill(OTHER);
for (const unit of [9, 10, 11, 12, 13, 32]) CLASS[unit] = WHITE;
CLASS.fill(DIGIT, ZERO, NINE + 1);

/** A number in a text: the positions of its first digit and its end. */
interface Digits {
  readonly from: number;
  readonly to: number;
  readonly startsLine: boolean;
}

/** The bytes of a number: one, the two of a word, those of a row of bits, or none. */
type BytesOf = (text: Units, digits: Digits) => readonly number[];

/** Lists of bytes in decimal: `103 104`, `[103,104]`, `{"0":103,"1":104}`, `chr(103)`, words of `od -d`, and bits. */
export const readDecimal: Reading = readNumbers((text, { from, to, startsLine }) => {
  const length = to - from;
  const bits = length % BITS === 0 ? bytesOfBits(text, from, to) : null;
  if (bits !== null) return bits;
  if (startsLine && length >= MIN_OFFSET_DIGITS) return [];
  const value = length > 5 ? null : valueOf(text, { from, to, base: 10 });
  return length <= MAX_BYTE_DIGITS ? byteOf(value) : wordOf(value);
});

/** Lists of bytes in octal: `147 150`, `\147\150`, `0o147`, and the words that `od` prints. */
export const readOctal: Reading = readNumbers((text, { from, to, startsLine }) => {
  const length = to - from;
  // `od -An` prints no offset, and a blank before each word.
  const isWord = length === MIN_OFFSET_DIGITS && unitAt(text, from - 1) === SPACE;
  if (startsLine && length >= MIN_OFFSET_DIGITS && !isWord) return [];
  // The beginning of `0o147`.
  if (length === 1 && unitAt(text, to) === SMALL_O) return [];
  const value = length < 2 || length > 6 ? null : valueOf(text, { from, to, base: 8 });
  return length <= 4 ? byteOf(value) : wordOf(value);
});

function byteOf(value: number | null): readonly number[] {
  return [value !== null && value <= MAX_BYTE ? value : APART];
}

/** The last byte of a word comes first. */
function wordOf(value: number | null): readonly number[] {
  return value !== null && value <= MAX_WORD ? [value % 256, value >> 8] : [APART];
}

/** Whether a text contains a list that could encode a secret: seven small numbers, three words, or a row of bits. */
export function holdsNumberList({ units, length }: Units): boolean {
  let digits = 0;
  let value = 0;
  let small = 0;
  let words = 0;
  let between = 0;
  // One step beyond the text, where the last number ends.
  for (let index = 0; index <= length; index += 1) {
    const unit = index < length ? (units[index] ?? NUL) : NUL;
    const kind = CLASS[unit];
    if (kind === DIGIT) {
      digits += 1;
      value = (value * 10 + unit - ZERO) % APART;
      continue;
    }
    if (digits > 0) {
      // Numbers below all visible characters, as in versions and times, neither count nor end a list.
      if (digits > MAX_BYTE_DIGITS || value > LAST_OCTAL) small = 0;
      else if (value >= FIRST_VISIBLE) small += 1;
      words = digits > MAX_BYTE_DIGITS && digits <= BITS ? words + 1 : 0;
      if (small >= MIN_SMALL || words >= MIN_WORDS || digits >= MIN_BITS) return true;
      digits = 0;
      value = 0;
      between = 0;
    }
    if (kind !== OTHER) continue;
    between += 1;
    if (between > MAX_BETWEEN_CHARS) {
      small = 0;
      words = 0;
    }
  }
  return false;
}

function readNumbers(bytesOf: BytesOf): Reading {
  return reading((text, putUnit) => {
    const { units, length } = text;
    let between = MAX_BETWEEN_CHARS + 1;
    let startsLine = true;
    let last = APART;
    const put = (unit: number, offset: number): void => {
      if (unit !== APART || last !== APART) putUnit(unit, offset);
      last = unit;
    };
    for (let offset = 0; offset < length; offset += 1) {
      const unit = units[offset] ?? NUL;
      const kind = CLASS[unit];
      if (kind === WHITE) {
        if (unit === NEWLINE) startsLine = true;
        continue;
      }
      if (kind === OTHER) {
        between += unit === NUL ? MAX_BETWEEN_CHARS : 1;
        startsLine = false;
        continue;
      }
      const from = offset;
      while (offset + 1 < length && CLASS[units[offset + 1] ?? NUL] === DIGIT) offset += 1;
      if (between > MAX_BETWEEN_CHARS) put(APART, from);
      between = 0;
      // No number has more bytes than digits, and each was read: there is room.
      for (const [index, byte] of bytesOf(text, { from, to: offset + 1, startsLine }).entries())
        put(byte, from + (byte === APART ? 0 : Math.min(index * BITS, offset - from)));
      startsLine = false;
    }
  });
}

/** The value of digits; `null` if one of them is none in this base. */
function valueOf(
  text: Units,
  { from, to, base }: Omit<Digits, 'startsLine'> & { readonly base: 2 | 8 | 10 },
): number | null {
  let value = 0;
  for (let index = from; index < to; index += 1) {
    const digit = unitAt(text, index) - ZERO;
    if (digit >= base) return null;
    value = value * base + digit;
  }
  return value;
}

/** The bytes of a row of bits; `null` if there is another digit. */
function bytesOfBits(text: Units, start: number, end: number): readonly number[] | null {
  const bytes: number[] = [];
  for (let from = start; from < end; from += BITS) {
    const byte = valueOf(text, { from, to: from + BITS, base: 2 });
    if (byte === null) return null;
    bytes.push(byte);
  }
  return bytes;
}
