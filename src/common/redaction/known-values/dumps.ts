import { readJoined } from './joined.ts';
import { type Units, unitAt, unitsOf } from './units.ts';
import { hexDigit, type Reading } from './views.ts';

/** Whether a line of a text begins with the offset of a dump. */
export const HAS_OFFSETS = /(?:^|\n)[ \t]{0,16}[0-9a-fA-F]{6,16}:?[ \t]/;

const [NUL, TAB, NEWLINE, RETURN, SPACE, COLON] = [0, 9, 10, 13, 32, 58];
const [MIN_OFFSET_DIGITS, MAX_OFFSET_DIGITS] = [6, 16];
const MAX_INDENT = 16;
const MAX_LINE_DIGITS = 64;
const GROUPS: ReadonlySet<number> = new Set([2, 4, 8, 16]);
const BITS = 8;
const [ZERO, ONE, SMALL_P, SMALL_S] = [48, 49, 112, 115];
const HEX = unitsOf('0123456789abcdef');

type Put = (unit: number, index: number) => void;

/** Reads a line behind its offset, and puts what it holds. */
type ReadLine = (text: Units, index: number, put: Put) => void;

/** Reads the lines of a dump without their offsets. Other lines become a NUL. */
function readLines(readLine: ReadLine): Reading {
  return (text, into, origin) => {
    const { units, length } = text;
    let count = 0;
    const put: Put = (unit, index) => {
      into[count] = unit;
      if (origin !== null) origin[count] = index;
      count += 1;
    };
    for (let start = 0; start < length; ) {
      const before = count;
      const index = behindOffset(text, start);
      if (index !== null) readLine(text, index, put);
      if (count === before && count > 0 && into[count - 1] !== NUL) put(NUL, start);
      let end = index ?? start;
      while (end < length && units[end] !== NEWLINE) end += 1;
      start = end + 1;
    }
    if (origin !== null) origin[count] = length;
    return count;
  };
}

/** A group of digits in a text. */
interface Group {
  readonly from: number;
  readonly to: number;
}

/** The groups of digits of a line, without the character column behind them. */
function groupsAt(text: Units, start: number, most = MAX_LINE_DIGITS): readonly Group[] {
  const groups: Group[] = [];
  let digits = 0;
  for (let group = groupAt(text, start); group !== null; group = groupAt(text, group.to)) {
    digits += group.to - group.from;
    if (digits > most) break;
    groups.push(group);
  }
  return groups;
}

/** The digits of dumps by `xxd`, `hexdump` and `od`, as they stand. */
export const readDigitDump = readLines((text, index, put) => {
  for (const { from, to } of groupsAt(text, index))
    for (let digit = from; digit < to; digit += 1) put(hexDigit(unitAt(text, digit)) ?? NUL, digit);
});

/** The digits of dumps whose words of several bytes begin with the last byte, as `od -tx4` prints them. */
export const readWordDump = readLines((text, index, put) => {
  for (const { from, to } of groupsAt(text, index)) {
    for (let byte = to - 2; byte >= from; byte -= 2) {
      put(hexDigit(unitAt(text, byte)) ?? NUL, from);
      put(hexDigit(unitAt(text, byte + 1)) ?? NUL, from);
    }
  }
});

/** The bytes of rows of bits, as `xxd -b` prints them, as hexadecimal digits. */
export const readBitDump = readLines((text, index, put) => {
  for (const { from, to } of groupsAt(text, index, BITS * MAX_LINE_DIGITS)) {
    let byte = 0;
    for (let bit = from; bit < to; bit += 1) {
      const unit = unitAt(text, bit);
      if (unit !== ZERO && unit !== ONE) return;
      byte = byte * 2 + unit - ZERO;
    }
    if (to - from !== BITS) return;
    put(HEX[byte >> 4] ?? NUL, from);
    put(HEX[byte % 16] ?? NUL, from);
  }
});

const readCharacters = readLines((text, start, put) => {
  for (let index = start; index < text.length && unitAt(text, index) !== NEWLINE; index += 1) {
    const unit = unitAt(text, index);
    if (isSpaceName(text, index)) index += 1;
    else if (!isBlank(unit) && unit !== RETURN) put(unit, index);
  }
});

/** `sp` alone: `od -a` names a space so. */
function isSpaceName(text: Units, index: number): boolean {
  const [before, first, second, after] = [-1, 0, 1, 2].map((offset) =>
    unitAt(text, index + offset),
  );
  return (
    first === SMALL_S &&
    second === SMALL_P &&
    isBlank(before ?? NUL) &&
    (isBlank(after ?? NUL) || after === NEWLINE)
  );
}

/** The characters of dumps by `od -c` and `od -a`, joined as `readJoined` does. */
export const readCharacterDump: Reading = (text, into, origin) => {
  const units = new Uint16Array(text.length);
  const places = new Uint32Array(text.length + 1);
  const count = readJoined({ units, length: readCharacters(text, units, places) }, into, origin);
  if (origin !== null)
    for (let index = 0; index <= count; index += 1) origin[index] = places[origin[index] ?? 0] ?? 0;
  return count;
};

/** The position after the offset of a line; `null` without one. */
function behindOffset(text: Units, start: number): number | null {
  let index = start;
  while (isBlank(unitAt(text, index)) && index < start + MAX_INDENT) index += 1;
  const first = index;
  while (index <= first + MAX_OFFSET_DIGITS && hexDigit(unitAt(text, index)) !== null) index += 1;
  if (index - first < MIN_OFFSET_DIGITS || index - first > MAX_OFFSET_DIGITS) return null;
  if (unitAt(text, index) === COLON) index += 1;
  return isBlank(unitAt(text, index)) ? index : null;
}

/** The next group of digits: after at most two blanks, and followed by a blank or a newline. */
function groupAt(text: Units, index: number): Group | null {
  let from = index;
  while (isBlank(unitAt(text, from)) && from - index < 2) from += 1;
  if (from === index) return null;
  let to = from;
  while (to - from <= 16 && hexDigit(unitAt(text, to)) !== null) to += 1;
  const next = unitAt(text, to);
  const isWhole = isBlank(next) || next === NEWLINE || next === RETURN || to >= text.length;
  return GROUPS.has(to - from) && isWhole ? { from, to } : null;
}

function isBlank(unit: number): boolean {
  return unit === SPACE || unit === TAB;
}
