import type { CommandAnalysis, SimpleCommand } from '../../src/policy/commands/analysis.ts';
import {
  type Policy,
  type PolicyProblem,
  type PathResolver,
  type Situation,
  type Verdict,
} from '../../src/policy/index.ts';
import { evaluateAnalysed } from '../../src/policy/evaluate/evaluate.ts';
import { parsePolicy } from '../../src/policy/load/parse-policy.ts';

/** A workspace at /w whose symlinks are `links` (from the root, to an absolute path). */
export function pathResolver(
  links: Record<string, string> = {},
  options: { caseInsensitive?: boolean } = {},
): PathResolver {
  return {
    root: '/w',
    caseInsensitive: options.caseInsensitive ?? false,
    realpath: (absolute) => {
      for (const [from, to] of Object.entries(links)) {
        const link = `/w/${from}`;
        if (absolute === link) return to;
        if (absolute.startsWith(`${link}/`)) return `${to}${absolute.slice(link.length)}`;
      }
      return absolute;
    },
    gitConfigRuns: () => null,
  };
}

export function situation(parts: Partial<Situation> = {}): Situation {
  return { pathResolver: pathResolver(), untrusted: false, sandboxed: true, ...parts };
}

/** The policy of this text; its own tests are not looked at. */
export function policy(text: string): Policy {
  const result = parsePolicy(/^version:/m.test(text) ? text : `version: 1\n${text}`, {
    file: 'p.yml',
  });
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2));
  return result.policy;
}

/** What is wrong with this text before its own tests are looked at. */
export function problems(text: string | Uint8Array): readonly PolicyProblem[] {
  const result = parsePolicy(text, { file: 'p.yml' });
  if (result.ok) throw new Error('The policy was expected not to load.');
  return result.problems;
}

type Parts = Partial<Omit<SimpleCommand, 'words'>>;

/** A simple command of literal words; a word that begins with `$` is known only at run time, one with `*` is a glob. */
export function simple(words: string, parts: Parts = {}): SimpleCommand {
  const list = words.split(' ').filter((word) => word !== '');
  return {
    words: list.map((word) => {
      if (word.startsWith('$')) return { text: null, source: word };
      const star = word.indexOf('*');
      return star === -1
        ? { text: word, source: word }
        : { text: null, source: word, glob: { prefix: word.slice(0, star) } };
    }),
    via: [],
    classes: [],
    intents: [],
    escapeHatches: [],
    paths: [],
    hosts: [],
    unknown: [],
    ...parts,
  };
}

export function analysis(...commands: SimpleCommand[]): CommandAnalysis {
  return { problem: null, commands, unknown: [] };
}

/** The verdict for commands that are parsed already. */
export function evaluateCommands(
  rules: Policy,
  parsed: CommandAnalysis,
  parts: Partial<Situation> = {},
): Verdict {
  const facts = { tool: 'bash_run', kind: 'execute', command: 'as analysed' } as const;
  return evaluateAnalysed(rules, { facts, situation: situation(parts), analysis: parsed });
}
