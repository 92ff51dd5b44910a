import { unitOf, unitsOf, type Units, unitAt } from './units.ts';
import { hexAt, type Reading } from './views.ts';

const [BACKSLASH = 0, PERCENT, AMPERSAND, HASH, SEMICOLON] = unitsOf('\\%&#;');
const [ZERO = 0, SMALL_U, LARGE_U, SMALL_X, LARGE_X] = unitsOf('0uUxX');
const [BRACE, CLOSING_BRACE] = unitsOf('{}');
const MAX_ENTITY_CHARS = 10;
const MAX_UNIT = 0xffff;
const MAX_BYTE = 255;

/** HTML's names of ASCII characters, each with its character at its end. */
const ENTITIES: ReadonlyMap<string, number> = new Map(
  [
    `amp& lt< gt> quot" apos' sol/ bsol\\ colon: semi; equals= plus+ commat@ num# dollar$ percnt% lowbar_ UnderBar_`,
    'period. comma, excl! quest? lpar( rpar) lsqb[ lbrack[ rsqb] rbrack] lcub{ lbrace{ rcub} rbrace} verbar| vert|',
    'ast* midast* grave` Hat^ tilde~ hyphen- dash-',
  ]
    .flatMap((line) => line.split(' '))
    .concat(['nbsp ', 'Tab\t', 'NewLine\n'])
    .map((entity) => [entity.slice(0, -1), unitOf(entity.slice(-1))]),
);
const SHORT: ReadonlyMap<number, number> = new Map(
  Object.entries({ n: '\n', r: '\r', t: '\t', '"': '"', "'": "'", '/': '/', '`': '`', $: '$' }).map(
    ([escape, character]) => [unitOf(escape), unitOf(character)],
  ),
);

/**
 * Whether a text contains a numeric or named escape. Backslashes before single characters are found without this step.
 */
export const ESCAPED = /%[0-9a-fA-F]{2}|&(?:#|[A-Za-z]{2,8};)|\\[uUxX0-7]/;

/** An escaped character, and the end of its escape. */
interface Escape {
  readonly unit: number;
  readonly end: number;
}

/**
 * Decodes each escape: `%73`, `&#115;`, `&#x73;` and `&quot;`, `\u0073`, `\x73`, `\163`, `\"`. Those with a backslash
 * may have any number of backslashes, as in text that was escaped repeatedly.
 */
export const readEscapes: Reading = (text, into, origin) => {
  const { units, length } = text;
  let count = 0;
  for (let index = 0; index < length; index += 1) {
    const unit = units[index] ?? 0;
    into[count] = unit;
    if (origin !== null) origin[count] = index;
    if (unit === PERCENT || unit === AMPERSAND || unit === BACKSLASH) {
      const escape = escapeAt(text, index);
      if (escape !== null) {
        into[count] = escape.unit;
        index = escape.end - 1;
      }
    }
    count += 1;
  }
  if (origin !== null) origin[count] = length;
  return count;
};

function escapeAt(text: Units, index: number): Escape | null {
  const unit = unitAt(text, index);
  if (unit === AMPERSAND) return entityAt(text, index + 1);
  if (unit === BACKSLASH) return backslashAt(text, index);
  const byte = hexAt(text, index + 1, 2);
  return byte === null ? null : { unit: byte, end: index + 3 };
}

function entityAt(text: Units, from: number): Escape | null {
  let end = from;
  while (end < from + MAX_ENTITY_CHARS && end < text.length && unitAt(text, end) !== SEMICOLON)
    end += 1;
  if (unitAt(text, end) !== SEMICOLON) return null;
  const name = String.fromCharCode(...text.units.subarray(from, end));
  if (unitAt(text, from) !== HASH) {
    const unit = ENTITIES.get(name);
    return unit === undefined ? null : { unit, end: end + 1 };
  }
  const [, hex = '', decimal = ''] = /^#(?:[xX]([0-9a-fA-F]+)|(\d+))$/.exec(name) ?? [];
  if (hex === '' && decimal === '') return null;
  const value = hex === '' ? Number(decimal) : Number.parseInt(hex, 16);
  return value > MAX_UNIT ? null : { unit: value, end: end + 1 };
}

function backslashAt(text: Units, from: number): Escape | null {
  let index = from;
  while (unitAt(text, index) === BACKSLASH) index += 1;
  const letter = unitAt(text, index);
  const escape =
    letter === SMALL_X || letter === LARGE_X
      ? hexEscape(text, index + 1, 2)
      : unicodeEscape(text, index);
  if (escape !== null) return escape;
  const octal = octalEscape(text, index);
  if (octal !== null) return octal;
  const short = SHORT.get(letter);
  if (short !== undefined) return { unit: short, end: index + 1 };
  return { unit: BACKSLASH, end: index };
}

function unicodeEscape(text: Units, index: number): Escape | null {
  const letter = unitAt(text, index);
  if (letter === LARGE_U) return hexEscape(text, index + 1, 8);
  if (letter !== SMALL_U) return null;
  if (unitAt(text, index + 1) !== BRACE) return hexEscape(text, index + 1, 4);
  for (const digits of [2, 4, 1, 3, 5, 6]) {
    if (unitAt(text, index + 2 + digits) !== CLOSING_BRACE) continue;
    const escape = hexEscape(text, index + 2, digits);
    return escape === null ? null : { ...escape, end: escape.end + 1 };
  }
  return null;
}

function hexEscape(text: Units, from: number, digits: number): Escape | null {
  const unit = hexAt(text, from, digits);
  return unit === null || unit > MAX_UNIT ? null : { unit, end: from + digits };
}

/** `\163`, and `\0163` as `printf` has it. */
function octalEscape(text: Units, from: number): Escape | null {
  const first = unitAt(text, from) === ZERO && isOctal(unitAt(text, from + 3)) ? from + 1 : from;
  let unit = 0;
  let index = first;
  for (; index < first + 3 && isOctal(unitAt(text, index)); index += 1)
    unit = unit * 8 + unitAt(text, index) - ZERO;
  return index === first || unit > MAX_BYTE ? null : { unit, end: index };
}

function isOctal(unit: number): boolean {
  return unit >= 48 && unit <= 55;
}
