import type { CommandLine } from '../../sandbox/index.ts';

const PLAIN_WORD = /^[A-Za-z0-9_.,/:=%+-][A-Za-z0-9_.,/:=%+@-]*$/;

/**
 * The narrowest rule for one simple command: exactly its words, quoted if they mean something in a pattern.
 */
export function commandRule(words: readonly string[]): string {
  return `bash_run(${words.map(quoted).join(' ')})`;
}

/**
 * The narrowest rule for a command line that is started as `line`; `null` if it has more than one plain command, each of which
 * needs its own rule. For git the rule comes from the source, because settings are added to its arguments.
 */
export function narrowestCommandRule(source: string, line: CommandLine): string | null {
  if (!('argv' in line)) return null;
  const [program] = line.argv;
  if (!/(?:^|\/)git$/.test(program)) return commandRule(line.argv);
  const words = source.trim().split(/\s+/);
  return words.every((word) => PLAIN_WORD.test(word))
    ? commandRule(words)
    : `bash_run(${source.trim()})`;
}

function quoted(word: string): string {
  if (PLAIN_WORD.test(word)) return word;
  if (!word.includes("'")) return `'${word}'`;
  return `"${word.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
