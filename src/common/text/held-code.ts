/**
 * Code that is kept aside while the other text is processed. In its place stands a placeholder between two noncharacter
 * code points, which callers remove from every text first.
 */
const OPEN = '\uFDD0';
const CLOSE = '\uFDD1';

/** Keeps a piece aside and returns its placeholder. A newline at its end stays outside, so that lines stay lines. */
export function holdCode(held: string[], piece: string): string {
  const body = piece.replace(/\n$/, '');
  held.push(body);
  return `${OPEN}${held.length - 1}${CLOSE}${piece.slice(body.length)}`;
}

/** `text` with the held pieces in place of their placeholders. */
export function withHeldCode(text: string, held: readonly string[]): string {
  return text.replaceAll(/\uFDD0(\d+)\uFDD1/g, (_, index: string) => held[Number(index)] ?? '');
}
