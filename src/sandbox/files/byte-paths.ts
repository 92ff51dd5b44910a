/**
 * Paths as git tells them: bytes, each as one character (Latin-1), for a file name on Linux need not be text in any
 * encoding. What is to be shown is decoded elsewhere.
 */

/** The records of `-z` output. */
export function byteRecords(bytes: Buffer): string[] {
  return bytes
    .toString('latin1')
    .split('\0')
    .filter((record) => record !== '');
}

/** A path that is text, as bytes. */
export function bytesOfText(path: string): string {
  return Buffer.from(path).toString('latin1');
}

/** What to hand to git, or to the system: the bytes themselves. */
export function rawBytes(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** Where a path of bytes lies under a root that is text. */
export function underRoot(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), rawBytes(path)]);
}

/** A path on a line of its own, quoted as git reads it (C's rules), so that a line feed in it ends nothing. */
export function quotedLine(path: string): string {
  const quoted = [...rawBytes(path)].map((byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c
      ? `\\${byte.toString(8).padStart(3, '0')}`
      : String.fromCodePoint(byte),
  );
  return `"${quoted.join('')}"\n`;
}
