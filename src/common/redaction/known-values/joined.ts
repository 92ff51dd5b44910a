import { unitOf, unitsOf, type Units, unitAt } from './units.ts';
import type { Reading } from './views.ts';

/** The maximum distance of a concatenation from the quotes around it: a newline and an indentation. */
const MAX_JOIN_CHARS = 80;
/** Terminals get no longer control sequences. */
const MAX_SEQUENCE_CHARS = 4_096;

const [BACKSLASH, ESCAPE, BELL, NEWLINE, RETURN, NUL] = [unitOf('\\'), 0x1b, 7, 10, 13, 0];
const [OPENING, CLOSING] = [unitOf('['), unitOf(']')];
/** The first surrogate of a tag character. */
const TAG = 0xdb40;

const [PLAIN, WHITE, UNSEEN, SLASH, QUOTE, CONTROL, ZERO] = [0, 1, 2, 3, 4, 5, 6];
const CLASS = new Uint8Array(1 << 16).fill(PLAIN);
for (const unit of [9, 10, 11, 12, 13, 32, 0xa0]) CLASS[unit] = WHITE;
/** Invisible characters: soft hyphens, zero-width characters, direction marks, variation selectors. */
const UNSEEN_RANGES: readonly (readonly [number, number])[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
];
for (const [first, last] of UNSEEN_RANGES) CLASS.fill(UNSEEN, first, last + 1);
for (const quote of `'"\``) CLASS[unitOf(quote)] = QUOTE;
CLASS[BACKSLASH] = SLASH;
CLASS[ESCAPE] = CONTROL;
CLASS[TAG] = CONTROL;
CLASS[NUL] = ZERO;

const OPERATORS: ReadonlySet<number> = new Set(unitsOf('.+,&|~<'));
const WHITE_ESCAPES: ReadonlySet<number> = new Set(unitsOf('nrt'));
/** NUL as escaped in strings, half of a UTF-16 character: the part after the backslash. */
const NUL_ESCAPES = ['x00', 'u0000', '000'].map(unitsOf);
/** ESC as escaped in JSON and in shells: the part after the backslash. */
const WRITTEN_ESCAPES = ['u001b', 'u001B', 'x1b', 'x1B', '033', 'e'].map(unitsOf);

/**
 * Joins text as a person or a compiler would read it: without white space, backslashes, quotes, concatenation operators
 * between literals, colours and other control sequences, and invisible characters.
 */
export const readJoined: Reading = (text, into, origin) => {
  const { units, length } = text;
  let count = 0;
  for (let index = 0; index < length; index += 1) {
    const unit = units[index] ?? NUL;
    const kind = CLASS[unit];
    if (kind === PLAIN || (kind === ZERO && isBorder(text, index))) {
      into[count] = unit;
      if (origin !== null) origin[count] = index;
      count += 1;
    } else if (kind === WHITE || kind === UNSEEN) continue;
    else if (kind === SLASH) index = endOfEscape(text, index) - 1;
    else if (kind === QUOTE) index = endOfJoin(text, index) - 1;
    else if (kind === CONTROL)
      index = unit === TAG ? index + 1 : endOfSequence(text, index + 1) - 1;
  }
  if (origin !== null) origin[count] = length;
  return count;
};

/**
 * The text as a person sees it: without control sequences, invisible characters and NUL, and with lines joined that end
 * with a backslash.
 */
export const readVisible: Reading = (text, into, origin) => {
  const { units, length } = text;
  let count = 0;
  for (let index = 0; index < length; index += 1) {
    const unit = units[index] ?? NUL;
    const kind = CLASS[unit];
    const newline = kind === SLASH ? endOfNewline(text, index + 1) : null;
    if (newline !== null) index = newline - 1;
    else if (kind === CONTROL)
      index = unit === TAG ? index + 1 : endOfSequence(text, index + 1) - 1;
    else if (kind !== UNSEEN && (kind !== ZERO || isBorder(text, index))) {
      into[count] = unit;
      if (origin !== null) origin[count] = index;
      count += 1;
    }
  }
  if (origin !== null) origin[count] = length;
  return count;
};

/** The position after a newline; `null` if there is none. */
function endOfNewline(text: Units, index: number): number | null {
  if (unitAt(text, index) === NEWLINE) return index + 1;
  const isPair = unitAt(text, index) === RETURN && unitAt(text, index + 1) === NEWLINE;
  return isPair ? index + 2 : null;
}

function isDropped(text: Units, index: number): boolean {
  const kind = CLASS[unitAt(text, index)];
  return kind === WHITE || kind === UNSEEN;
}

/** Values that were joined by NUL between two newlines stay separate; a NUL alone is half of a UTF-16 character. */
function isBorder(text: Units, index: number): boolean {
  return index > 0 && unitAt(text, index - 1) === NEWLINE && unitAt(text, index + 1) === NEWLINE;
}

/** The position after any number of backslashes, and after the white space, NUL or control sequence that they escape. */
function endOfEscape(text: Units, from: number): number {
  let offset = from;
  while (unitAt(text, offset) === BACKSLASH) offset += 1;
  if (WHITE_ESCAPES.has(unitAt(text, offset))) return offset + 1;
  const isHere = (written: readonly number[]): boolean =>
    written.every((unit, index) => unitAt(text, offset + index) === unit);
  const nul = NUL_ESCAPES.find(isHere);
  if (nul !== undefined) return offset + nul.length;
  const escape = WRITTEN_ESCAPES.find(isHere);
  const end = offset + (escape?.length ?? 0);
  return escape !== undefined && unitAt(text, end) === OPENING ? endOfSequence(text, end) : offset;
}

/** The position after a quote, and after the next quote if only a concatenation operator is between them. */
function endOfJoin(text: Units, from: number): number {
  const last = from + MAX_JOIN_CHARS;
  let index = from + 1;
  while (index < last && isDropped(text, index)) index += 1;
  if (!OPERATORS.has(unitAt(text, index))) return from + 1;
  while (index < last && OPERATORS.has(unitAt(text, index))) index += 1;
  while (index < last && isDropped(text, index)) index += 1;
  return CLASS[unitAt(text, index)] === QUOTE ? index + 1 : from + 1;
}

/** The position after a control sequence whose ESC is before `from`. */
function endOfSequence(text: Units, from: number): number {
  const first = unitAt(text, from);
  const last = from + MAX_SEQUENCE_CHARS;
  let index = from + 1;
  if (first !== CLOSING) {
    // `ESC [ 31 m` and `ESC ( B` end with a letter, other sequences have one character.
    if (first !== OPENING && !isIntermediate(first)) return index;
    while (index < last && isParameter(unitAt(text, index))) index += 1;
    return index + 1;
  }
  while (
    index < last &&
    index < text.length &&
    unitAt(text, index) !== BELL &&
    unitAt(text, index) !== ESCAPE
  )
    index += 1;
  return unitAt(text, index) === ESCAPE ? index + 2 : index + 1;
}

function isIntermediate(unit: number): boolean {
  return unit >= 0x20 && unit <= 0x2f;
}

/** The parameters of a sequence, up to its final letter. */
function isParameter(unit: number): boolean {
  return unit >= 0x20 && unit <= 0x3f;
}
