import { unitOf, type Units, unitAt } from './units.ts';
import { hexAt, type Reading } from './views.ts';

const [BACKSLASH, PERCENT, AMPERSAND, HASH, SEMICOLON] = [
  unitOf('\\'),
  unitOf('%'),
  unitOf('&'),
  unitOf('#'),
  unitOf(';'),
];
const [SMALL_U, LARGE_U, SMALL_X, LARGE_X] = [unitOf('u'), unitOf('U'), unitOf('x'), unitOf('X')];
const [BRACE, CLOSING_BRACE] = [unitOf('{'), unitOf('}')];
const MAX_ENTITY_CHARS = 10;
const MAX_UNIT = 0xffff;
const MAX_BYTE = 255;

/** HTML's entities for ASCII characters. */
const ENTITIES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    sol: '/',
    bsol: '\\',
    colon: ':',
    semi: ';',
    equals: '=',
    plus: '+',
    commat: '@',
    num: '#',
    dollar: '$',
    percnt: '%',
    lowbar: '_',
    UnderBar: '_',
    period: '.',
    comma: ',',
    excl: '!',
    quest: '?',
    lpar: '(',
    rpar: ')',
    lsqb: '[',
    lbrack: '[',
    rsqb: ']',
    rbrack: ']',
    lcub: '{',
    lbrace: '{',
    rcub: '}',
    rbrace: '}',
    verbar: '|',
    vert: '|',
    ast: '*',
    midast: '*',
    grave: '`',
    Hat: '^',
    tilde: '~',
    hyphen: '-',
    dash: '-',
    nbsp: ' ',
    Tab: '\t',
    NewLine: '\n',
  }).map(([name, character]) => [name, unitOf(character)]),
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
  for (let at = 0; at < length; at += 1) {
    const unit = units[at] ?? 0;
    into[count] = unit;
    if (origin !== null) origin[count] = at;
    if (unit === PERCENT || unit === AMPERSAND || unit === BACKSLASH) {
      const escape = escapeAt(text, at);
      if (escape !== null) {
        into[count] = escape.unit;
        at = escape.end - 1;
      }
    }
    count += 1;
  }
  if (origin !== null) origin[count] = length;
  return count;
};

function escapeAt(text: Units, at: number): Escape | null {
  const unit = unitAt(text, at);
  if (unit === AMPERSAND) return entityAt(text, at + 1);
  if (unit === BACKSLASH) return backslashAt(text, at);
  const byte = hexAt(text, at + 1, 2);
  return byte === null ? null : { unit: byte, end: at + 3 };
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
  let at = from;
  while (unitAt(text, at) === BACKSLASH) at += 1;
  const letter = unitAt(text, at);
  const escape =
    letter === SMALL_X || letter === LARGE_X ? hexEscape(text, at + 1, 2) : unicodeEscape(text, at);
  if (escape !== null) return escape;
  const octal = octalEscape(text, at);
  if (octal !== null) return octal;
  const short = SHORT.get(letter);
  if (short !== undefined) return { unit: short, end: at + 1 };
  return { unit: BACKSLASH, end: at };
}

function unicodeEscape(text: Units, at: number): Escape | null {
  const letter = unitAt(text, at);
  if (letter === LARGE_U) return hexEscape(text, at + 1, 8);
  if (letter !== SMALL_U) return null;
  if (unitAt(text, at + 1) !== BRACE) return hexEscape(text, at + 1, 4);
  for (const digits of [2, 4, 1, 3, 5, 6]) {
    if (unitAt(text, at + 2 + digits) !== CLOSING_BRACE) continue;
    const escape = hexEscape(text, at + 2, digits);
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
  const first =
    unitAt(text, from) === unitOf('0') && isOctal(unitAt(text, from + 3)) ? from + 1 : from;
  let unit = 0;
  let at = first;
  for (; at < first + 3 && isOctal(unitAt(text, at)); at += 1)
    unit = unit * 8 + unitAt(text, at) - unitOf('0');
  return at === first || unit > MAX_BYTE ? null : { unit, end: at };
}

function isOctal(unit: number): boolean {
  return unit >= 48 && unit <= 55;
}
