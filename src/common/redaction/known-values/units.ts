/** A text as its UTF-16 code units: the first `length` of `units`. */
export interface Units {
  readonly units: Uint16Array;
  readonly length: number;
}

const UNIT_BYTES = 2;
/** Texts are searched one after the other; a buffer up to this size is reused. */
const MAX_KEPT_UNITS = 1 << 20;

/** A buffer for the units of one text at a time. Each use overwrites the one before. */
export class UnitBuffer {
  #units = new Uint16Array(0);

  /** At least `length` units, of any content. */
  sized(length: number): Uint16Array {
    if (length <= this.#units.length) return this.#units;
    const units = new Uint16Array(length);
    if (length <= MAX_KEPT_UNITS) this.#units = units;
    return units;
  }

  filled(text: string): Units {
    const units = this.sized(text.length);
    const bytes = Buffer.from(units.buffer, units.byteOffset, text.length * UNIT_BYTES);
    bytes.write(text, 'utf16le');
    return { units, length: text.length };
  }
}

/** The unit at an index; NUL beyond the end, where the buffer has units of an earlier text. */
export function unitAt({ units, length }: Units, index: number): number {
  return index < length ? (units[index] ?? 0) : 0;
}

export function unitOf(character: string): number {
  return character.charCodeAt(0);
}

export function unitsOf(text: string): readonly number[] {
  return Array.from(text, unitOf);
}
