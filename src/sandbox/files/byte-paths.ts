/** Paths as git lists them: bytes, each as one Latin-1 character, because file names on Linux need not be valid UTF-8. */

/** The records of `-z` output. */
export function byteRecords(bytes: Buffer): string[] {
  return bytes
    .toString('latin1')
    .split('\0')
    .filter((record) => record !== '');
}

/** Records for a program that reads them with `-z`. */
export function recordBytes(records: readonly string[]): Buffer {
  return rawBytes(records.map((record) => `${record}\0`).join(''));
}

/** Converts a text path to bytes. */
export function bytesOfText(path: string): string {
  return Buffer.from(path).toString('latin1');
}

/** The bytes themselves, for git or the system. */
export function rawBytes(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

// oxlint-disable-next-line no-control-regex -- every other byte is one of a longer character, or of none
const ASCII = /^[\0-\x7f]*$/;

/** A path as people read it. */
export function decodedPath(path: string): string {
  return ASCII.test(path) ? path : rawBytes(path).toString('utf8');
}

/** The folder of a path (empty for the root) and its name. */
export function folderAndName(path: string): readonly [folder: string, name: string] {
  const slash = path.lastIndexOf('/');
  return [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
}

/** The path of `path` (bytes) below a text root. */
export function underRoot(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), rawBytes(path)]);
}

/** A path quoted as git reads it (C rules), so that a line feed in it does not end the line. */
export function quotedLine(path: string): string {
  const quoted = [...rawBytes(path)].map((byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c
      ? `\\${byte.toString(8).padStart(3, '0')}`
      : String.fromCodePoint(byte),
  );
  return `"${quoted.join('')}"\n`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
};

/** A name as git writes it outside of `-z` output: unchanged, or quoted by the rules of C. */
export function unquotedName(name: string): string {
  const quoted = /^"(.*)"$/su.exec(name)?.[1];
  if (quoted === undefined) return name;
  return quoted.replaceAll(
    /\\(?:([0-7]{3})|(.))/gsu,
    (_, octal: string | undefined, char: string) =>
      octal === undefined
        ? (ESCAPES[char] ?? char)
        : String.fromCodePoint(Number.parseInt(octal, 8)),
  );
}
