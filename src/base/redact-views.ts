import type { Units } from './redact-units.ts';

/**
 * A way to read a text: writes the units that count `into`, which has room for all of them, and where each of them and the
 * end stand in the text into `origin`, where that is asked for. Gives how many there are.
 */
export type Reading = (text: Units, into: Uint16Array, origin: Uint32Array | null) => number;

const code = (character: string): number => character.charCodeAt(0);
const [BACKSLASH, PERCENT, NUL] = [code('\\'), code('%'), 0];
const [ZERO, SMALL_X, LARGE_X] = [code('0'), code('x'), code('X')];
const UNITS = 1 << 16;
const NONE = 255;

/** White space, and what may begin an escape of it: looked up for each unit of each text. */
const [PLAIN, WHITE, ESCAPE] = [0, 1, 2];
const WHITENESS = new Uint8Array(UNITS).fill(PLAIN);
for (const unit of [9, 10, 11, 12, 13, 32, 0xa0]) WHITENESS[unit] = WHITE;
WHITENESS[BACKSLASH] = ESCAPE;
const WHITE_ESCAPES: ReadonlySet<number> = new Set([code('n'), code('r'), code('t')]);

/** Hexadecimal digits as small ones, NUL as itself, and `NONE` for all other units. */
const DIGITS = new Uint8Array(UNITS).fill(NONE);
for (const digit of '0123456789abcdef') {
  DIGITS[code(digit)] = code(digit);
  DIGITS[code(digit.toUpperCase())] = code(digit);
}
// Values that were joined with NUL between them stay apart.
DIGITS[NUL] = NUL;

/** The value of a hexadecimal digit; `NONE` of anything else. */
function hexValue(unit: number): number {
  const digit = DIGITS[unit] ?? NONE;
  return digit === NONE || digit === NUL ? NONE : Number.parseInt(String.fromCharCode(digit), 16);
}

/** The unit at a place, NUL beyond the end: the room behind it holds what an earlier text left. */
function unitAt({ units, length }: Units, at: number): number {
  return at < length ? (units[at] ?? NUL) : NUL;
}

/** Without white space, written out or escaped (`\n`): encoders wrap their lines, terminals wrap everything. */
export const readPacked: Reading = (text, into, origin) => {
  const { units, length } = text;
  let count = 0;
  for (let at = 0; at < length; at += 1) {
    const unit = units[at] ?? NUL;
    const whiteness = WHITENESS[unit];
    if (whiteness === WHITE) continue;
    if (whiteness === ESCAPE && WHITE_ESCAPES.has(unitAt(text, at + 1))) {
      at += 1;
      continue;
    }
    into[count] = unit;
    if (origin !== null) origin[count] = at;
    count += 1;
  }
  if (origin !== null) origin[count] = length;
  return count;
};

/** Only the hexadecimal digits, in lower case: `73:65`, `0x73, 0x65`, `%73%65`, `\x73`, `\u0073` and wrapped dumps are one. */
export const readHex: Reading = (text, into, origin) => {
  const { units, length } = text;
  let count = 0;
  for (let at = 0; at < length; at += 1) {
    const digit = DIGITS[units[at] ?? NUL] ?? NONE;
    if (digit === NONE) continue;
    if (digit === ZERO && isX(unitAt(text, at + 1))) continue;
    into[count] = digit;
    if (origin !== null) origin[count] = at;
    count += 1;
  }
  if (origin !== null) origin[count] = length;
  return count;
};

function isX(unit: number): boolean {
  return unit === SMALL_X || unit === LARGE_X;
}

/** With `%73` read as the byte that it stands for. */
export const readPercent: Reading = (text, into, origin) => {
  const { units, length } = text;
  let count = 0;
  for (let at = 0; at < length; at += 1) {
    const unit = units[at] ?? NUL;
    const high = unit === PERCENT ? hexValue(unitAt(text, at + 1)) : NONE;
    const low = high === NONE ? NONE : hexValue(unitAt(text, at + 2));
    into[count] = low === NONE ? unit : high * 16 + low;
    if (origin !== null) origin[count] = at;
    count += 1;
    if (low !== NONE) at += 2;
  }
  if (origin !== null) origin[count] = length;
  return count;
};
