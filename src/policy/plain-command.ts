import type { CommandAnalysis, SimpleCommand } from './commands/analysis.ts';

const PLAIN = /^[A-Za-z0-9_./:=@%+, -]+$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/**
 * The analysis of one plain command of literal words. Whatever is more than that (quotes, variables, operators,
 * redirections) is a problem, and so never `auto`.
 */
export function analysePlain(source: string): CommandAnalysis {
  const words = source.trim().split(' ').filter((word) => word.length > 0);
  if (!PLAIN.test(source) || words.length === 0 || ASSIGNMENT.test(words[0] ?? '')) {
    return { problem: 'it is more than one plain command of literal words', commands: [], unknown: [] };
  }
  const paths = words.slice(1).flatMap((word) => {
    const value = word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word;
    return value.startsWith('-') ? [] : [{ path: value, access: 'read' as const, from: 'argument' as const }];
  });
  const command: SimpleCommand = {
    words: words.map((text) => ({ text, source: text })),
    via: [],
    classes: [],
    intents: [],
    hatches: [],
    paths,
    hosts: [],
    unknown: [],
  };
  return { problem: null, commands: [command], unknown: [] };
}
