import type { CommandLine } from '../../sandbox/index.ts';

const PLAIN_WORD = /^[A-Za-z0-9_.,/:=%+-][A-Za-z0-9_.,/:=%+@-]*$/;

/**
 * The narrowest rule for one simple command: its words and no others, quoted where a pattern would
 * read more into them.
 */
export function commandRule(words: readonly string[]): string {
  return `bash_run(${words.map(quoted).join(' ')})`;
}

/**
 * The narrowest rule for a source that is started as `line`; `null` where it is more than one plain command, each of
 * which needs a rule of its own. Of git's own words only the source is asked: its arguments come with settings.
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
