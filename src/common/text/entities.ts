/** Common entities, and those of invisible characters. Others stay as written. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  num: '#',
  commat: '@',
  colon: ':',
  sol: '/',
  lsqb: '[',
  lbrack: '[',
  rsqb: ']',
  rbrack: ']',
  lpar: '(',
  rpar: ')',
  excl: '!',
  period: '.',
  equals: '=',
  grave: '`',
  Tab: '\t',
  NewLine: '\n',
  shy: '\u00AD',
  zwj: '\u200D',
  zwnj: '\u200C',
  lrm: '\u200E',
  rlm: '\u200F',
  ZeroWidthSpace: '\u200B',
  NegativeVeryThinSpace: '\u200B',
  NegativeThinSpace: '\u200B',
  NegativeMediumSpace: '\u200B',
  NegativeThickSpace: '\u200B',
  NoBreak: '\u2060',
  af: '\u2061',
  ApplyFunction: '\u2061',
  it: '\u2062',
  InvisibleTimes: '\u2062',
  ic: '\u2063',
  InvisibleComma: '\u2063',
};
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g;
const UNKNOWN = '\uFFFD';
const MAX_CODE_POINT = 0x10ffff;

/** Decodes HTML entities in `text`. */
export function withoutEntities(text: string): string {
  return text.replaceAll(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole;
    return fromCode(decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal));
  });
}

/** An invalid code point, or a placeholder of this module, becomes the replacement character. */
function fromCode(code: number): string {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  const isNone = code === 0 || code > MAX_CODE_POINT || (code >= 0xfdd0 && code <= 0xfdef);
  return isNone || isSurrogate ? UNKNOWN : String.fromCodePoint(code);
}
