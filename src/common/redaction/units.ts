/** A text as its UTF-16 code units: the first `length` of `units`. */
export interface Units {
  readonly units: Uint16Array;
  readonly length: number;
}

const UNIT_BYTES = 2;
/** Texts are searched one after the other; the room for those of a usual size is made once. */
const MAX_KEPT_UNITS = 1 << 20;

/** Room for the units of one text at a time: what it gave out before is overwritten by what it gives out next. */
export class UnitRoom {
  #units = new Uint16Array(0);

  /** At least `length` units, of any content. */
  sized(length: number): Uint16Array {
    if (length <= this.#units.length) return this.#units;
    const units = new Uint16Array(length);
    if (length <= MAX_KEPT_UNITS) this.#units = units;
    return units;
  }

  /** The units of a text. */
  filled(text: string): Units {
    const units = this.sized(text.length);
    const bytes = Buffer.from(units.buffer, units.byteOffset, text.length * UNIT_BYTES);
    bytes.write(text, 'utf16le');
    return { units, length: text.length };
  }
}

/** The unit at a place, NUL beyond the end: the room behind it holds what an earlier text left. */
export function unitAt({ units, length }: Units, at: number): number {
  return at < length ? (units[at] ?? 0) : 0;
}

/** The unit of a character. */
export function code(character: string): number {
  return character.charCodeAt(0);
}

/** The units of a text. */
export function codes(text: string): readonly number[] {
  return Array.from(text, code);
}
