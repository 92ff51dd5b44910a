/** A word as a shell reads it back, whatever characters it has. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
