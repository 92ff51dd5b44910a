const PLAIN_WORD = /^[A-Za-z0-9_.,/:=%+-][A-Za-z0-9_.,/:=%+@-]*$/;

/** The narrowest rule for one simple command: its words and no others, quoted where a pattern would read more into them. */
export function commandRule(words: readonly string[]): string {
  return `bash_run(${words.map(quoted).join(' ')})`;
}

function quoted(word: string): string {
  if (PLAIN_WORD.test(word)) return word;
  if (!word.includes("'")) return `'${word}'`;
  return `"${word.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
