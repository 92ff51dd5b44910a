/** A text read in another way, and where each of its characters stands in the original. */
export interface TextView {
  readonly text: string;
  /** The place of character `index` in the original; of the end too. `null`: it is the original. */
  readonly origin: Uint32Array | null;
}

const CHAR_BYTES = 2;
const HEX_DIGIT = /^[0-9a-fA-F]$/;
const code = (character: string): number => character.charCodeAt(0);
const [BACKSLASH, PERCENT, ZERO, NUL] = [code('\\'), code('%'), code('0'), 0];

/** Which ASCII characters are hexadecimal digits: their values, and 255 for all others. */
const HEX_VALUES = Uint8Array.from({ length: 128 }, (_, at) => {
  const character = String.fromCharCode(at);
  return HEX_DIGIT.test(character) ? Number.parseInt(character, 16) : 255;
});
const WHITE_ESCAPES: ReadonlySet<number> = new Set([code('n'), code('r'), code('t')]);
const X_LETTERS: ReadonlySet<number> = new Set([code('x'), code('X')]);

function isWhite(at: number): boolean {
  return at === 32 || (at >= 9 && at <= 13) || at === 0xa0;
}

function hexValue(at: number): number {
  return at < HEX_VALUES.length ? (HEX_VALUES[at] ?? 255) : 255;
}

class ViewBuilder {
  readonly #chars: Uint16Array;
  readonly #origin: Uint32Array;
  #length = 0;

  constructor(capacity: number) {
    this.#chars = new Uint16Array(capacity);
    this.#origin = new Uint32Array(capacity + 1);
  }

  add(char: number, at: number): void {
    this.#chars[this.#length] = char;
    this.#origin[this.#length] = at;
    this.#length += 1;
  }

  view(end: number): TextView {
    this.#origin[this.#length] = end;
    const bytes = Buffer.from(this.#chars.buffer, 0, this.#length * CHAR_BYTES);
    return { text: bytes.toString('utf16le'), origin: this.#origin };
  }
}

/** Without white space, written out or escaped (`\n`): encoders wrap their lines, terminals wrap everything. */
export function packedView(text: string): TextView {
  if (!/[\s\\]/.test(text)) return { text, origin: null };
  const builder = new ViewBuilder(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (isWhite(char)) continue;
    if (char === BACKSLASH && WHITE_ESCAPES.has(text.charCodeAt(at + 1))) at += 1;
    else builder.add(char, at);
  }
  return builder.view(text.length);
}

/** Only the hexadecimal digits, in lower case: `73:65`, `0x73, 0x65`, `%73%65`, `\x73`, `\u0073` and wrapped dumps are one. */
export function hexView(text: string): TextView {
  const builder = new ViewBuilder(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === ZERO && X_LETTERS.has(text.charCodeAt(at + 1))) continue;
    const value = hexValue(char);
    if (value !== 255) builder.add(value < 10 ? ZERO + value : 87 + value, at);
    // Values that were joined with NUL between them stay apart.
    else if (char === NUL) builder.add(NUL, at);
  }
  return builder.view(text.length);
}

/** With `%73` read as the byte that it stands for; `null` where there is no such thing. */
export function percentView(text: string): TextView | null {
  if (!/%[0-9a-fA-F]{2}/.test(text)) return null;
  const builder = new ViewBuilder(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    const high = hexValue(text.charCodeAt(at + 1));
    const low = hexValue(text.charCodeAt(at + 2));
    if (char !== PERCENT || high === 255 || low === 255) builder.add(char, at);
    else {
      builder.add(high * 16 + low, at);
      at += 2;
    }
  }
  return builder.view(text.length);
}
