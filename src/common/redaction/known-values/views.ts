import { unitOf, type Units, unitAt } from './units.ts';

/**
 * A view of a text: writes its relevant units `into`, which has room for all of them, and the position of each unit and
 * of the end in the text into `origin`, if requested. Returns their number.
 */
export type Reading = (text: Units, into: Uint16Array, origin: Uint32Array | null) => number;

/** Writes a unit of a view, and its position in the text. */
export type Put = (unit: number, index: number) => void;

/** A view whose units are put one by one. For views of few texts: for those of all texts, a call for each unit takes too long. */
export function reading(putAll: (text: Units, put: Put) => void): Reading {
  return (text, into, origin) => {
    let count = 0;
    putAll(text, (unit, index) => {
      into[count] = unit;
      if (origin !== null) origin[count] = index;
      count += 1;
    });
    if (origin !== null) origin[count] = text.length;
    return count;
  };
}

const NUL = 0;
const [ZERO, SMALL_X, LARGE_X] = [unitOf('0'), unitOf('x'), unitOf('X')];
const [EQUALS, RETURN, NEWLINE] = [unitOf('='), 13, 10];
const NONE = 255;

/** Hexadecimal digits in lower case, NUL as itself, and `NONE` for all other units. */
const DIGITS = new Uint8Array(1 << 16).fill(NONE);
for (const digit of '0123456789abcdef') {
  DIGITS[unitOf(digit)] = unitOf(digit);
  DIGITS[unitOf(digit.toUpperCase())] = unitOf(digit);
}
// Values that were joined by NUL stay separate.
DIGITS[NUL] = NUL;

/** A hexadecimal digit in lower case; `null` for any other unit. */
export function hexDigit(unit: number): number | null {
  const digit = DIGITS[unit] ?? NONE;
  return digit === NONE || digit === NUL ? null : digit;
}

/** The value of so many hexadecimal digits from a position on; `null` if there are fewer. */
export function hexAt(text: Units, from: number, digits: number): number | null {
  let value = 0;
  for (let index = from; index < from + digits; index += 1) {
    const digit = hexDigit(unitAt(text, index));
    if (digit === null) return null;
    value = value * 16 + (digit <= 57 ? digit - 48 : digit - 87);
  }
  return value;
}

/** Only the hexadecimal digits, in lower case: `73:65`, `0x73, 0x65`, `%73%65`, `\x73`, `\u0073` and wrapped dumps are one. */
export const readHex: Reading = (text, into, origin) => {
  const { units, length } = text;
  let count = 0;
  for (let index = 0; index < length; index += 1) {
    const digit = DIGITS[units[index] ?? NUL] ?? NONE;
    if (digit === NONE) continue;
    if (digit === ZERO && isX(unitAt(text, index + 1))) continue;
    into[count] = digit;
    if (origin !== null) origin[count] = index;
    count += 1;
  }
  if (origin !== null) origin[count] = length;
  return count;
};

function isX(unit: number): boolean {
  return unit === SMALL_X || unit === LARGE_X;
}

/** Decodes quoted-printable: `=3D` is a byte, and lines that end with `=` are joined. */
export const readQuoted = reading((text, put) => {
  for (let index = 0; index < text.length; ) {
    const unit = unitAt(text, index);
    const breakAt = unitAt(text, index + 1) === RETURN ? index + 2 : index + 1;
    const byte = unit === EQUALS ? hexAt(text, index + 1, 2) : null;
    if (unit === EQUALS && unitAt(text, breakAt) === NEWLINE) index = breakAt + 1;
    else {
      put(byte ?? unit, index);
      index += byte === null ? 1 : 3;
    }
  }
});

/** A text in this view. */
export function readText(read: Reading, text: string): string {
  const units = Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  const into = new Uint16Array(text.length);
  const count = read({ units, length: text.length }, into, null);
  return Buffer.from(into.buffer, 0, count * 2).toString('utf16le');
}
