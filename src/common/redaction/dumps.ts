import { type Units, unitAt } from './units.ts';
import { hexDigit, type Reading } from './views.ts';

const [NUL, TAB, NEWLINE, RETURN, SPACE, COLON] = [0, 9, 10, 13, 32, 58];
const [MIN_OFFSET_DIGITS, MAX_OFFSET_DIGITS] = [6, 16];
const MAX_INDENT = 16;
const MAX_LINE_DIGITS = 64;
const GROUPS: ReadonlySet<number> = new Set([2, 4, 8, 16]);

/**
 * Extracts the digits of dumps by `xxd`, `hexdump` and `od`: without the offset of each line, and without the character
 * column. Other lines become a NUL.
 */
export const readDump: Reading = (text, into, origin) => {
  const { units, length } = text;
  let count = 0;
  let start = 0;
  const put = (unit: number, index: number): void => {
    into[count] = unit;
    if (origin !== null) origin[count] = index;
    count += 1;
  };
  while (start < length) {
    const before = count;
    let index = behindOffset(text, start);
    if (index !== null) {
      for (let group = groupAt(text, index); group !== null; group = groupAt(text, index)) {
        if (count - before + group.to - group.from > MAX_LINE_DIGITS) break;
        for (let digit = group.from; digit < group.to; digit += 1)
          put(hexDigit(unitAt(text, digit)) ?? NUL, digit);
        index = group.to;
      }
    }
    if (count === before && count > 0 && into[count - 1] !== NUL) put(NUL, start);
    let end = index ?? start;
    while (end < length && units[end] !== NEWLINE) end += 1;
    start = end + 1;
  }
  if (origin !== null) origin[count] = length;
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
function groupAt(
  text: Units,
  index: number,
): { readonly from: number; readonly to: number } | null {
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
