/**
 * Escape sequences of terminals (ECMA-48, ECMA-35): colours and cursor moves, links and titles, character sets. None is read beyond
 * the next escape: those of an untrusted program may never end.
 */
const SEQUENCE =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /\u001B\[[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)|\u001B[ -/]*[0-~]/g;

/** `text` without the escape sequences of a terminal. Not Node's function, whose time grows with the square of the length. */
export function withoutSequences(text: string): string {
  return text.replaceAll(SEQUENCE, '');
}

/** What a terminal shows of a line in the end: a carriage return begins it anew, as progress bars do. */
export function lastState(line: string): string {
  return line.split('\r').findLast((state) => state !== '') ?? '';
}
