import { readEscapes } from './escapes.ts';
import { readJoined } from './joined.ts';
import { readText } from './views.ts';

/**
 * The view in which a form of a secret is searched: the text itself; without separators between two halves (`joined`),
 * also in any case (`folded`); its hexadecimal digits; and its decoded escapes and numbers (`bytes`).
 */
export type FormView = 'plain' | 'joined' | 'folded' | 'hex' | 'bytes';

export interface SecretForm {
  readonly needle: string;
  readonly view: FormView;
  /** Whether the base64 or base32 character beside the needle holds bits of the secret too. */
  readonly widen: { readonly left: boolean; readonly right: boolean };
}

/** A shorter value is masked only as a word of its own, and its encodings are not masked. */
const MIN_SECRET_CHARS = 6;
/** A shorter value is not masked at all: it occurs in nearly every text. */
const MIN_WORD_CHARS = 4;
/** From this length on, a value is also found with white space inside, as a terminal wraps it. */
const MIN_WRAPPED_CHARS = 16;
/** From this length on, a value with letters and digits does not occur by chance. */
const MIN_JOINED_CHARS = 8;
/** The minimum share of a value that remains without quotes, backslashes and white space. */
const MIN_JOINED_SHARE = 0.6;
const MAX_NUMBERED_BYTES = 256;
const MIN_WORDS_BYTES = 6;
const BASE32_ALPHABETS = ['abcdefghijklmnopqrstuvwxyz234567', '0123456789abcdefghijklmnopqrstuv'];
const LOOKS_RANDOM = /(?=.*\d)(?=.*[A-Za-z])/;
const NARROW = { left: false, right: false };
/** How well a value can be kept secret by masking: see `MIN_SECRET_CHARS`. */
export function maskability(value: string): 'everywhere' | 'as-a-word' | 'never' {
  const { length } = value.trim();
  if (length >= MIN_SECRET_CHARS) return 'everywhere';
  return length >= MIN_WORD_CHARS ? 'as-a-word' : 'never';
}

/** Every form of a value to search for. `value` has at least `MIN_SECRET_CHARS` characters. */
export function formsOf(value: string): readonly SecretForm[] {
  const forms = new Map<string, SecretForm>();
  const add = (needle: string, view: FormView, widen = NARROW): void => {
    if (needle.length >= MIN_SECRET_CHARS) forms.set(`${view}:${needle}`, { needle, view, widen });
  };
  for (const text of textForms(value)) {
    add(text, 'plain');
    const joined = readText(readJoined, text);
    if (isDistinctWhenJoined(joined, text)) add(joined, 'joined');
  }
  for (const needle of byteForms(value)) add(needle, 'bytes');
  for (const needle of hexForms(value)) add(needle, 'hex');
  const utf8 = Buffer.from(value, 'utf8');
  const utf16 = Buffer.from(value, 'utf16le');
  const bigEndian = Buffer.from(utf16).swap16();
  for (const bytes of [utf8, utf16, bigEndian, Buffer.from(reversed(value), 'utf8')]) {
    for (const { needle, widen } of encodedForms(bytes, BASE64)) {
      add(needle, 'joined', widen);
      add(needle.replaceAll('+', '-').replaceAll('/', '_'), 'joined', widen);
      add(reversed(needle), 'joined', { left: widen.right, right: widen.left });
    }
  }
  for (const encoding of BASE32) {
    for (const { needle, widen } of encodedForms(utf8, encoding)) add(needle, 'folded', widen);
  }
  return [...forms.values()];
}

/** Whether a value without its separators is still distinctive enough to search for. */
function isDistinctWhenJoined(joined: string, text: string): boolean {
  if (joined.length < text.length * MIN_JOINED_SHARE) return false;
  return (
    joined.length >= MIN_WRAPPED_CHARS ||
    (joined.length >= MIN_JOINED_CHARS && LOOKS_RANDOM.test(joined))
  );
}

/** A value with its escapes, or the numbers of its bytes, decoded. */
function byteForms(value: string): readonly string[] {
  const utf8 = Buffer.from(value, 'utf8');
  // A list of bytes as JSON represents typed arrays: `{"0":103,"1":104}`.
  const numbered = [...utf8.subarray(0, MAX_NUMBERED_BYTES)].flatMap((byte, index) => [
    index,
    byte,
  ]);
  return [
    utf8.toString('latin1'),
    utf8.toString('latin1').replaceAll(' ', '+'),
    value,
    // The view also decodes what only looks like an escape: the `%41` of a password.
    readText(readEscapes, value),
    // Encoded twice: the view decodes the outer encoding.
    encodeURIComponent(value.toWellFormed()),
    formEncoded(value),
    Buffer.from(numbered).toString('latin1'),
  ];
}

/** The digits of a value in both directions, as UTF-8 and UTF-16, and as little-endian words of two bytes. */
function hexForms(value: string): readonly string[] {
  const utf8 = Buffer.from(value, 'utf8');
  const utf16 = Buffer.from(value, 'utf16le');
  const words = [utf8, utf8.subarray(1)].map((bytes) =>
    Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16(),
  );
  return [
    utf8,
    Buffer.from(utf8.toReversed()),
    utf16,
    Buffer.from(utf16).swap16(),
    ...words.filter(({ length }) => length >= MIN_WORDS_BYTES),
  ].map((bytes) => bytes.toString('hex'));
}

function textForms(value: string): readonly string[] {
  const json = escapedInJson(value);
  const url = encodeURIComponent(value.toWellFormed());
  return [
    value,
    reversed(value),
    json,
    escapedInJson(json),
    value.replaceAll('\r\n', '\n'),
    value.replaceAll(/\r?\n/g, '\r\n'),
    value.replaceAll("'", String.raw`'\''`),
    value.replaceAll('/', String.raw`\/`),
    url,
    encodeURIComponent(url),
    formEncoded(value),
    value.replaceAll(' ', '+'),
    ...htmlForms(value),
  ];
}

/** In form encoding (`application/x-www-form-urlencoded`): with `+` for a space. */
function formEncoded(value: string): string {
  return new URLSearchParams({ '': value }).toString().slice(1);
}

function escapedInJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function htmlForms(value: string): readonly string[] {
  const common = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = common.replaceAll('"', '&quot;');
  return [common, quoted, quoted.replaceAll("'", '&#39;'), quoted.replaceAll("'", '&#x27;')];
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}

/** An encoding with so many bits in a character, which repeats after so many bytes. */
interface Encoding {
  readonly bits: number;
  readonly groupBytes: number;
  readonly encode: (bytes: Buffer) => string;
}

const BASE64: Encoding = { bits: 6, groupBytes: 3, encode: (bytes) => bytes.toString('base64') };
/** In lower case. */
const BASE32: readonly Encoding[] = BASE32_ALPHABETS.map((alphabet) => ({
  bits: 5,
  groupBytes: 5,
  encode: (bytes) => base32(bytes, alphabet),
}));

/**
 * The characters that depend only on these bytes, for each place in a group at which they can begin. The characters at the ends
 * may also contain bits of the secret: see `widen`.
 */
function encodedForms(
  bytes: Buffer,
  { bits, groupBytes, encode }: Encoding,
): readonly Pick<SecretForm, 'needle' | 'widen'>[] {
  return Array.from({ length: groupBytes }, (_, before) => {
    const bitsToEnd = (before + bytes.length) * 8;
    const text = encode(Buffer.concat([Buffer.alloc(before), bytes]));
    const needle = text.slice(Math.ceil((before * 8) / bits), Math.floor(bitsToEnd / bits));
    return { needle, widen: { left: before > 0, right: bitsToEnd % bits > 0 } };
  });
}

function base32(bytes: Buffer, alphabet: string): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31] ?? '';
  }
  return text;
}
