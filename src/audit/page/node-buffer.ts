/** In place of `node:buffer` in the page: what the verifier uses of it. */

const UTF_8 = new TextEncoder();
/** As Node: a byte order mark stays, and invalid bytes become U+FFFD. */
const TEXT = new TextDecoder('utf-8', { ignoreBOM: true });
const VALID_TEXT = new TextDecoder('utf-8', { fatal: true });

class Bytes extends Uint8Array {
  override toString(): string {
    return TEXT.decode(this);
  }
}

/** The functions of `Buffer`, for UTF-8 and hexadecimal digits. */
export const Buffer = {
  alloc: (size: number): Bytes => new Bytes(size),
  byteLength: (text: string): number => UTF_8.encode(text).length,
  concat: (parts: readonly Uint8Array[]): Bytes => {
    const whole = new Bytes(parts.reduce((sum, { length }) => sum + length, 0));
    let index = 0;
    for (const part of parts) {
      whole.set(part, index);
      index += part.length;
    }
    return whole;
  },
  /** Shares the memory of an `ArrayBuffer`, and copies everything else. */
  from: (
    data: string | ArrayLike<number> | ArrayBuffer,
    more?: number | 'hex',
    length?: number,
  ): Bytes => {
    if (data instanceof ArrayBuffer) return new Bytes(data, Number(more ?? 0), length);
    if (typeof data !== 'string') return new Bytes(data);
    return new Bytes(more === 'hex' ? bytesOfHex(data) : UTF_8.encode(data));
  },
  isBuffer: (value: unknown): boolean => value instanceof Bytes,
};

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    VALID_TEXT.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function bytesOfHex(hex: string): number[] {
  return (hex.match(/[0-9a-f]{2}/gi) ?? []).map((pair) => Number.parseInt(pair, 16));
}
