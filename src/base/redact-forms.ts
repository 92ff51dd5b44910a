/** Where a form of a secret is looked for: the text as it is, without white space, its hexadecimal digits, percent-decoded. */
export type FormView = 'plain' | 'packed' | 'hex' | 'percent';

/** One way in which a secret may be written. */
export interface SecretForm {
  readonly needle: string;
  readonly view: FormView;
  /** Base64 characters beside the needle that hold bits of the secret too. */
  readonly widen: { readonly left: number; readonly right: number };
}

/** Below this an exact value is only masked where it stands as a word of its own; its encodings are left alone. */
export const MIN_SECRET_CHARS = 6;
/** Below this a value is not masked at all: hardly any text would survive. */
export const MIN_WORD_CHARS = 4;
/** From this length on a value is also found with white space inside, as a terminal wraps it. */
const MIN_WRAPPED_CHARS = 16;
const NARROW = { left: 0, right: 0 };
/** How well a value can be kept secret by masking: see `MIN_SECRET_CHARS`. */
export function maskability(value: string): 'everywhere' | 'as-a-word' | 'never' {
  const { length } = value.trim();
  if (length >= MIN_SECRET_CHARS) return 'everywhere';
  return length >= MIN_WORD_CHARS ? 'as-a-word' : 'never';
}

/** Every form of a value that is looked for. `value` has at least `MIN_SECRET_CHARS` characters. */
export function formsOf(value: string): readonly SecretForm[] {
  const forms = new Map<string, SecretForm>();
  const add = (needle: string, view: FormView, widen = NARROW): void => {
    if (needle.length >= MIN_SECRET_CHARS) forms.set(`${view}:${needle}`, { needle, view, widen });
  };
  for (const text of textForms(value)) {
    add(text, 'plain');
    const packed = text.replaceAll(/\s|\\[nrt]/g, '');
    if (packed.length >= MIN_WRAPPED_CHARS) add(packed, 'packed');
  }
  const utf8 = Buffer.from(value, 'utf8');
  const utf16 = Buffer.from(value, 'utf16le');
  add(utf8.toString('latin1'), 'percent');
  add(utf8.toString('latin1').replaceAll(' ', '+'), 'percent');
  // Encoded twice: reading takes off the outer one.
  add(encodeURIComponent(value.toWellFormed()), 'percent');
  add(formEncoded(value), 'percent');
  add(utf8.toString('hex'), 'hex');
  add(Buffer.from(utf8.toReversed()).toString('hex'), 'hex');
  add(utf16.toString('hex'), 'hex');
  add(Buffer.from(utf16).swap16().toString('hex'), 'hex');
  for (const bytes of [utf8, utf16, Buffer.from(reversed(value), 'utf8')]) {
    for (const { needle, widen } of base64Forms(bytes)) {
      add(needle, 'packed', widen);
      add(needle.replaceAll('+', '-').replaceAll('/', '_'), 'packed', widen);
      add(reversed(needle), 'packed', { left: widen.right, right: widen.left });
    }
  }
  return [...forms.values()];
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

/** As a form is sent (`application/x-www-form-urlencoded`): with `+` for a space. */
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

/**
 * The characters that base64 gives these bytes whatever stands before and after them, for each of the three ways in
 * which three-byte groups can fall. The characters at the seams hold bits of the neighbours: they are told as `widen`.
 */
function base64Forms(bytes: Buffer): readonly Pick<SecretForm, 'needle' | 'widen'>[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const start = Math.ceil((before * 8) / 6);
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    const seam = ((before + bytes.length) * 8) % 6 === 0 ? 0 : 1;
    return { needle: text.slice(start, end), widen: { left: before === 0 ? 0 : 1, right: seam } };
  });
}
