import { unitOf, unitsOf, type Units, unitAt } from './units.ts';
import type { Reading } from './views.ts';

/** The maximum distance of a concatenation from the quotes around it: a newline and an indentation. */
const MAX_JOIN_CHARS = 80;
/** Terminals get no longer control sequences. */
const MAX_SEQUENCE_CHARS = 4_096;

const [BACKSLASH, ESCAPE, BELL, NEWLINE, NUL] = [unitOf('\\'), 0x1b, 7, 10, 0];
const [OPENING, CLOSING] = [unitOf('['), unitOf(']')];
/** The first surrogate of a tag character. */
const TAG = 0xdb40;

const [PLAIN, DROPPED, SLASH, QUOTE, CONTROL, ZERO] = [0, 1, 2, 3, 4, 5];
const CLASS = new Uint8Array(1 << 16).fill(PLAIN);
for (const unit of [9, 10, 11, 12, 13, 32, 0xa0]) CLASS[unit] = DROPPED;
/** Invisible characters: soft hyphens, zero-width characters, direction marks, variation selectors. */
const UNSEEN: readonly (readonly [number, number])[] = [
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
for (const [first, last] of UNSEEN) CLASS.fill(DROPPED, first, last + 1);
for (const quote of `'"\``) CLASS[unitOf(quote)] = QUOTE;
CLASS[BACKSLASH] = SLASH;
CLASS[ESCAPE] = CONTROL;
CLASS[TAG] = CONTROL;
CLASS[NUL] = ZERO;

const OPERATORS: ReadonlySet<number> = new Set(unitsOf('.+,&|~<'));
const WHITE_ESCAPES: ReadonlySet<number> = new Set(unitsOf('nrt'));
/** ESC as escaped in JSON and in shells: the part after the backslash. */
const WRITTEN_ESCAPES = ['u001b', 'u001B', 'x1b', 'x1B', '033', 'e'].map(unitsOf);

/**
 * Joins text as a person or a compiler would read it: without white space, backslashes, quotes, concatenation operators
 * between literals, colours and other control sequences, and invisible characters.
 */
export const readJoined: Reading = (text, into, origin) => {
  const { units, length } = text;
  let count = 0;
  for (let at = 0; at < length; at += 1) {
    const unit = units[at] ?? NUL;
    const kind = CLASS[unit];
    if (kind === PLAIN || (kind === ZERO && isBorder(text, at))) {
      into[count] = unit;
      if (origin !== null) origin[count] = at;
      count += 1;
    } else if (kind === DROPPED) continue;
    else if (kind === SLASH) at = endOfEscape(text, at) - 1;
    else if (kind === QUOTE) at = endOfJoin(text, at) - 1;
    else if (kind === CONTROL) at = unit === TAG ? at + 1 : endOfSequence(text, at + 1) - 1;
  }
  if (origin !== null) origin[count] = length;
  return count;
};

/** Values that were joined by NUL between two newlines stay separate; a NUL alone is half of a UTF-16 character. */
function isBorder(text: Units, at: number): boolean {
  return at > 0 && unitAt(text, at - 1) === NEWLINE && unitAt(text, at + 1) === NEWLINE;
}

/** The position after any number of backslashes, and after the white space or control sequence that they escape. */
function endOfEscape(text: Units, from: number): number {
  let at = from;
  while (unitAt(text, at) === BACKSLASH) at += 1;
  if (WHITE_ESCAPES.has(unitAt(text, at))) return at + 1;
  for (const written of WRITTEN_ESCAPES) {
    const end = at + written.length;
    if (
      unitAt(text, end) === OPENING &&
      written.every((unit, index) => unitAt(text, at + index) === unit)
    )
      return endOfSequence(text, end);
  }
  return at;
}

/** The position after a quote, and after the next quote if only a concatenation operator is between them. */
function endOfJoin(text: Units, from: number): number {
  const last = from + MAX_JOIN_CHARS;
  let at = from + 1;
  while (at < last && CLASS[unitAt(text, at)] === DROPPED) at += 1;
  if (!OPERATORS.has(unitAt(text, at))) return from + 1;
  while (at < last && OPERATORS.has(unitAt(text, at))) at += 1;
  while (at < last && CLASS[unitAt(text, at)] === DROPPED) at += 1;
  return CLASS[unitAt(text, at)] === QUOTE ? at + 1 : from + 1;
}

/** The position after a control sequence whose ESC is before `from`. */
function endOfSequence(text: Units, from: number): number {
  const first = unitAt(text, from);
  const last = from + MAX_SEQUENCE_CHARS;
  let at = from + 1;
  if (first === OPENING) {
    while (at < last && isParameter(unitAt(text, at))) at += 1;
    return at + 1;
  }
  if (first !== CLOSING) return at;
  while (at < last && at < text.length && unitAt(text, at) !== BELL && unitAt(text, at) !== ESCAPE)
    at += 1;
  return unitAt(text, at) === ESCAPE ? at + 2 : at + 1;
}

/** The parameters of a sequence, up to its final letter. */
function isParameter(unit: number): boolean {
  return unit >= 0x20 && unit <= 0x3f;
}
