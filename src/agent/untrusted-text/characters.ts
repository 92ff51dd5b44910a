import { countRemoved, type Removed } from './removed-counts.ts';

/** The three flags whose emoji consist of tag characters: England, Scotland, Wales. */
const REGIONS = [
  '\\u{E0065}\\u{E006E}\\u{E0067}',
  '\\u{E0073}\\u{E0063}\\u{E0074}',
  '\\u{E0077}\\u{E006C}\\u{E0073}',
];
const FLAG = `\\u{1F3F4}\\u{E0067}\\u{E0062}(?:${REGIONS.join('|')})\\u{E007F}`;
const suspect = new RegExp(
  [
    FLAG,
    '[\\p{Default_Ignorable_Code_Point}\\p{Cf}\\p{Cs}\\u2028\\u2029\\u2800\\uFDD0-\\uFDEF]',
    '(?![\\n\\t])\\p{Cc}',
  ].join('|'),
  'gu',
);

const EMOJI_BEFORE_JOINER = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]$/u;
const EMOJI_AFTER_JOINER = /^\p{Extended_Pictographic}$/u;
const STYLED = /^[\p{Extended_Pictographic}\p{Emoji_Modifier_Base}\p{Regional_Indicator}]$/u;
const KEYCAP_BASE = /^[0-9#*]$/;
const KEYCAP = '\u20E3';
/** Scripts with joining letters, in which a joiner between two letters is part of the spelling. */
const JOINING =
  'Arabic Syriac Nko Mandaic Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya ' +
  'Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan Balinese';
const joining = new RegExp(
  `^[${JOINING.split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('')}]$`,
  'u',
);
const MONGOLIAN = /^\p{Script=Mongolian}$/u;
/** Visible format characters: signs of Arabic, Syriac and Kaithi numbers. */
const SHOWN_FORMAT = /^[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]$/u;
const BIDI_MARK = /^[\u200E\u200F\u061C]$/;
const BIDI_CONTROL = /^[\u202A-\u202E\u2066-\u206F]$/;
const TAG = /^[\u{E0000}-\u{E007F}]$/u;
const VARIATION = /^[\uFE00-\uFE0F\u{E0100}-\u{E01EF}\u180B-\u180D\u180F]$/u;

/**
 * Removes invisible characters from `text`. Characters without text of their own (zero-width, tags, variation
 * selectors, direction marks) are removed. Characters that change how other text is displayed, and control characters,
 * are escaped as `\u{202E}`. Keeps what emoji, accents, right-to-left and joining scripts need.
 */
export function withoutInvisible(text: string, removed: Removed): string {
  return text.replace(suspect, (found, offset: number) => {
    if (isNeeded(found, text, offset)) return found;
    const kind = kindOf(found);
    countRemoved(removed, kind);
    return kind === 'direction controls' || kind === 'control characters' ? writtenOut(found) : '';
  });
}

function isNeeded(found: string, text: string, offset: number): boolean {
  if (found.length > 2 || SHOWN_FORMAT.test(found)) return true;
  if (found === '\r') return text[offset + 1] === '\n';
  const before = characterBefore(text, offset);
  const after = characterAt(text, offset + found.length);
  if (found === '\u200D' && EMOJI_BEFORE_JOINER.test(before) && EMOJI_AFTER_JOINER.test(after))
    return true;
  if (found === '\u200D' || found === '\u200C') return joining.test(before) && joining.test(after);
  if (found === '\uFE0F' || found === '\uFE0E') {
    return STYLED.test(before) || (KEYCAP_BASE.test(before) && after === KEYCAP);
  }
  return VARIATION.test(found) && MONGOLIAN.test(before) && found < '\u1810';
}

function kindOf(found: string): string {
  if (TAG.test(found)) return 'tag characters';
  if (VARIATION.test(found)) return 'variation selectors';
  if (BIDI_MARK.test(found)) return 'direction marks';
  if (BIDI_CONTROL.test(found)) return 'direction controls';
  return /^[\p{Cc}\p{Cs}\u2028\u2029\uFDD0-\uFDEF\uFFF9-\uFFFB]$/u.test(found)
    ? 'control characters'
    : 'zero-width characters';
}

function writtenOut(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
}

function characterAt(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function characterBefore(text: string, index: number): string {
  const pair = text.slice(Math.max(0, index - 2), index);
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(pair) ? pair : pair.slice(-1);
}
