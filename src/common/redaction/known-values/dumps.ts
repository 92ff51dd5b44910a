import { readJoined } from './joined.ts';
import { type Units, unitAt, unitsOf } from './units.ts';
import { hexDigit, type Put, type Reading, reading } from './views.ts';

/** Whether a line of a text begins with the offset of a dump. */
export const HAS_OFFSETS = /(?:^|\n)[ \t]{0,16}[0-9a-fA-F]{6,16}:?[ \t]/;

const [NUL, TAB, NEWLINE, RETURN, SPACE, COLON] = [0, 9, 10, 13, 32, 58];
const [MIN_OFFSET_DIGITS, MAX_OFFSET_DIGITS] = [6, 16];
const MAX_INDENT = 16;
const MAX_LINE_DIGITS = 64;
const GROUPS: ReadonlySet<number> = new Set([2, 4, 8, 16]);
/** The maximum before a group: `hexdump -x` prints four, and `xxd -e` up to 15 before the last of a file. */
const MAX_BLANKS = 15;
/** As wide as the offset, whose place they take: a row with the same bytes in another form, as `od -t x1c` prints it. */
const MIN_ROW_BLANKS = 7;
const BITS = 8;
const [ZERO, ONE, SMALL_P, SMALL_S] = [48, 49, 112, 115];
const HEX = unitsOf('0123456789abcdef');

/** Reads a line behind its offset, and puts what it holds. */
type ReadLine = (text: Units, index: number, put: Put) => void;

/** Reads the lines of a dump without their offsets, and without further rows of a line. Other lines become a NUL. */
function readLines(readLine: ReadLine): Reading {
  return reading((text, put) => {
    const { units, length } = text;
    let last = NUL;
    let isRead = false;
    const putHere: Put = (unit, index) => {
      put(unit, index);
      last = unit;
      isRead = true;
    };
    for (let start = 0; start < length; ) {
      isRead = false;
      const index = behindOffset(text, start);
      if (index !== null) readLine(text, index, putHere);
      if (!isRead && last !== NUL && !isFurtherRow(text, start)) putHere(NUL, start);
      let end = index ?? start;
      while (end < length && units[end] !== NEWLINE) end += 1;
      start = end + 1;
    }
  });
}

interface Group {
  readonly from: number;
  readonly to: number;
}

/** Whether a line of a dump has the bytes of the line before it, in another form. */
export function isFurtherRow(text: Units, start: number): boolean {
  let index = start;
  while (index < start + MIN_ROW_BLANKS && isBlank(unitAt(text, index))) index += 1;
  return index === start + MIN_ROW_BLANKS;
}

/** The groups of digits of a line, without the character column behind them. */
function groupsAt(text: Units, start: number, most = MAX_LINE_DIGITS): readonly Group[] {
  const first = groupAt(text, start);
  const isXxd = unitAt(text, start - 1) === COLON;
  if (first === null || !(isXxd || GROUPS.has(first.to - first.from))) return [];
  const blanks = isXxd ? 1 : Math.max(2, first.from - start);
  const groups: Group[] = [];
  let digits = 0;
  for (let group: Group | null = first; group !== null; ) {
    digits += group.to - group.from;
    if (digits > most) break;
    groups.push(group);
    const next = groupAt(text, group.to);
    group = next !== null && continues(next, { after: group.to, first, blanks }) ? next : null;
  }
  return groups;
}

/** Only the last group of a file is shorter than the first. `xxd -e` prints it where the group would end. */
function continues(
  { from, to }: Group,
  line: { readonly after: number; readonly first: Group; readonly blanks: number },
): boolean {
  const width = line.first.to - line.first.from;
  const isShort = to - from < width;
  if (to - from > width || (to - from) % 2 !== 0) return false;
  return from - line.after <= line.blanks || (isShort && to - line.after === 1 + width);
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
  if (first > start && isWord(text, { from: first, to: index })) return start;
  if (unitAt(text, index) === COLON) index += 1;
  return isBlank(unitAt(text, index)) ? index : null;
}

/** Whether a line begins with a word and no offset, as `od -An -tx4` prints it: all its words have the same length. */
function isWord(text: Units, { from, to }: Group): boolean {
  const next = groupAt(text, to);
  return GROUPS.has(to - from) && (next === null || next.to - next.from === to - from);
}

/** The next group of digits: after blanks, and followed by a blank or a newline. */
function groupAt(text: Units, index: number): Group | null {
  let from = index;
  while (isBlank(unitAt(text, from)) && from - index < MAX_BLANKS) from += 1;
  if (from === index) return null;
  let to = from;
  while (to - from <= 16 && hexDigit(unitAt(text, to)) !== null) to += 1;
  const next = unitAt(text, to);
  const isWhole = isBlank(next) || next === NEWLINE || next === RETURN || to >= text.length;
  return to > from && isWhole ? { from, to } : null;
}

function isBlank(unit: number): boolean {
  return unit === SPACE || unit === TAB;
}
