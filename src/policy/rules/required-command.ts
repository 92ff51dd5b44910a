import { plainWords } from '../commands/index.ts';
import type { Position } from '../model/problems.ts';
import { COMMAND_TOOL, parseRule, type Refused } from './parse-rule.ts';
import { matchesWords, parseWordPattern } from './word-pattern.ts';

/** A command that must have succeeded before a run is done: a rule of `done.requires`. */
export interface RequiredCommand {
  /** The rule as written, such as `bash_run(npm test)`. */
  readonly text: string;
  /** The words between the parentheses, for people and the model. */
  readonly command: string;
  /** A command line that it matches, for checks of the policy. */
  readonly sample: string;
  /**
   * Whether a command line is this command and nothing else. Whatever a shell would have to read (a pipe, a list, a
   * variable, a function of the same name) is not: its exit code could be another's.
   */
  isExactly(source: string): boolean;
  /** Whether a simple command with these words, at any depth of a command line, is this command. */
  isAmong(words: readonly string[]): boolean;
}

export type RequiredInFile = RequiredCommand & Position;

type RequiredCommandParse = { readonly ok: true; readonly required: RequiredCommand } | Refused;

const EXAMPLE = 'Write a command as one word after the other: "bash_run(npm test)".';

/** Reads one rule of `done.requires`. Only a command has a result that proves something: its exit code. */
export function parseRequiredCommand(source: string): RequiredCommandParse {
  const parse = parseRule(source);
  if (!parse.ok) return parse;
  const { text, selector, specifier } = parse.rule;
  const refuse = (why: string): RequiredCommandParse => ({
    ok: false,
    message: `"${text}" in done.requires proves nothing: ${why}.`,
    fix: EXAMPLE,
  });
  if (selector.by !== 'tool' || selector.name !== COMMAND_TOOL)
    return refuse(`only a command of ${COMMAND_TOOL} has an exit code`);
  if (specifier === null || specifier.startsWith('@')) return refuse('it names no command');
  const pattern = parseWordPattern(specifier);
  if (pattern === null) return refuse('a quote in it is not closed');
  if (pattern.words[0]?.parts.length !== 1) return refuse('it names no program');
  const sample = specifier.replaceAll('*', 'x');
  if (plainWords(sample) === null)
    return refuse(
      'it is not one plain command without pipes, lists, redirections, variables and builtins',
    );
  const required: RequiredCommand = {
    text,
    command: specifier,
    sample,
    isExactly: (line) => {
      const words = plainWords(line);
      return words !== null && matchesWords(pattern, words);
    },
    isAmong: (words) => matchesWords(pattern, words),
  };
  return { ok: true, required };
}
