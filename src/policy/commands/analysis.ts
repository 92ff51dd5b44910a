import type { PathFact } from '../model/facts.ts';
import type { SourceFault } from './parse/source-fault.ts';
import type { NameFilter } from './words/name-filter.ts';

/** A word of a command after expansion. */
export interface Word {
  /** The exact text after quote removal; `null` where it is only known at run time. */
  readonly text: string | null;
  /** As written. */
  readonly source: string;
  /** For an unquoted glob (`src/*.ts`): its known prefix, and the file names that it becomes. It expands to file names only. */
  readonly glob?: { readonly prefix: string; readonly names?: readonly string[] };
  /** For a path in a home folder: `~/.ssh/id_rsa`. Which folder that is, is known only at run time. */
  readonly home?: string;
  /** It is this text and a number behind it: `-j$(nproc)`. Which number, is known only at run time. */
  readonly numbered?: string;
  /** It is no option, where its text is not known. */
  readonly isOperand?: true;
  /** What it names if it is a path: from the workspace root, in each folder that the command may run in. Absent: its own text. */
  readonly places?: readonly string[];
  /** It names a file that is run, and that an earlier command of the source may have made a copy of these. */
  readonly copyOf?: readonly string[];
  /** It may be a copy of more files than those. */
  readonly copyOfMore?: true;
}

/** The words of a command. */
export type Words = readonly Word[];

/** A word whose text is known. */
export function knownWord(text: string): Word {
  return { text, source: text };
}

export const COMMAND_CLASSES = [
  '@readonly',
  '@git-readonly',
  '@git-write',
  '@writes',
  '@forbidden',
  // No analysis finds this class. A command has it if the sandbox keeps whatever it does from having an effect.
  '@contained',
] as const;
export type CommandClass = (typeof COMMAND_CLASSES)[number];

export const INTENTS = [
  '@recursive-delete',
  '@force-push',
  '@history-rewrite',
  '@publish',
  '@privilege',
  '@install',
  '@download',
  '@upload',
] as const;
export type Intent = (typeof INTENTS)[number];

/**
 * Intents that come with another one by their nature: every force push rewrites history. An `auto` rule for the one covers
 * the other, too. Without such an entry, an intent that is added beside an older one ends what `auto` rules for the older cover.
 */
export const INCLUDED_INTENTS: Readonly<Partial<Record<string, readonly Intent[]>>> = {
  '@force-push': ['@history-rewrite'],
  // What sends data receives an answer.
  '@upload': ['@download'],
};

/** An option or program feature that runs other programs or writes elsewhere. */
export interface EscapeHatch {
  /** For people: `sort -o writes a file`. */
  readonly description: string;
  /** The words that make it one. An `auto` rule covers them only if it spells out each of them. */
  readonly words: readonly string[];
  /** It only starts a program, whose own words are evaluated, too: an `auto` rule for the intent of that program covers it. */
  readonly starts?: true;
  /** All that it writes is among the paths of the command: an `auto` rule for `@writes` covers it. */
  readonly writesNamed?: true;
}

/**
 * A path that a command touches. `argument`: the words of the program name it, and a rule for these words covers it. A
 * redirection needs a rule for the path itself if it writes.
 */
export interface CommandPath extends PathFact {
  readonly from?: 'argument' | 'redirection';
  /**
   * It may be a folder whose files are read, too: all of them, those without a leading dot, or all of them into a folder
   * of another name.
   */
  readonly below?: 'all' | 'visible' | 'renamed';
  /** With `below`: which of these files are read. Absent: it can be any. */
  readonly names?: NameFilter;
}

/** What names that are known only at run time may be: of some it is known where they come from, of others why they are not known. */
export interface GivenNames {
  readonly paths: readonly CommandPath[];
  readonly unknown: readonly string[];
}

/** One simple command of the tree, without its wrappers: `env A=1 timeout 5 ls` is `ls` via `env`, `timeout`. */
export interface SimpleCommand {
  readonly words: Words;
  /** The wrappers around it, outermost first. */
  readonly via: readonly string[];
  /** The classes of these exact words. `@readonly`: every word is known to be harmless. */
  readonly classes: readonly CommandClass[];
  /** The intents, whatever the spelling. Includes an intent that cannot be excluded for a dangerous program. */
  readonly intents: readonly Intent[];
  /** Those of `intents` that no known word shows: it has them only if a word that is known at run time says so. */
  readonly possibleIntents?: readonly Intent[];
  readonly escapeHatches: readonly EscapeHatch[];
  /** What its arguments and redirections read and write; from the workspace root, or absolute where outside of it. */
  readonly paths: readonly CommandPath[];
  /** Hosts that its arguments name. */
  readonly hosts: readonly string[];
  /** The words, as they are written, of which the host is known only at run time: it may be any. */
  readonly unknownHosts?: readonly string[];
  /**
   * Why the command is not fully understood, such as a name that is known only at run time. With a reason it is never
   * `auto`.
   */
  readonly unknown: readonly string[];
  /**
   * The folders that it may run in, from the workspace root; `null` if they are known only at run time. Absent: the
   * root.
   */
  readonly folders?: readonly string[] | null;
  /** Its words mean code of the folder that it runs in: `npm test` is another program in another folder. */
  readonly runsLocalCode?: true;
  /** The same command in fewer words, without the options before a subcommand of git. Rules that deny or ask are about it, too. */
  readonly spelledOut?: Words;
  /**
   * The commands that it starts from a text, in a container or on another machine. Rules that deny or ask are about their words
   * and intents. No `auto` rule is: it covers the command that starts them.
   */
  readonly started?: readonly SimpleCommand[];
  /** The texts that here documents and here strings give it, and those of a script that the source writes before it runs it. */
  readonly inputTexts?: readonly string[];
  /** Its input is more than these texts: a file, or what another program prints. */
  readonly hasUnreadInput?: true;
  /** For a program of no table: what `cat` would read by those of its words that are known only at run time. */
  readonly givenNames?: GivenNames;
  /** It writes files that none of its words names: those of a patch, a stash or an archive. */
  readonly writesUnnamed?: true;
}

/** The intents that the known words of a command show, whatever its other words are. */
export function shownIntents({
  intents,
  possibleIntents = [],
}: Pick<SimpleCommand, 'intents' | 'possibleIntents'>): readonly Intent[] {
  return intents.filter((intent) => !possibleIntents.includes(intent));
}

/** How to start a command so that what runs is what was analysed. */
export type CommandPlan =
  | { readonly argv: readonly [string, ...string[]] }
  | { readonly shell: string };

export interface CommandAnalysis {
  /** Why the source does not parse or exceeds a limit; then nothing of it is `auto`. */
  readonly problem: string | null;
  /** Set if the source cannot be read as shell: it never runs, whoever would approve it. */
  readonly fault?: SourceFault;
  /** Every simple command at every depth, in source order. An assignment or redirection alone has no words. */
  readonly commands: readonly SimpleCommand[];
  /** Reasons outside of simple commands that forbid `auto`, such as an unknown node or a redefined command name. */
  readonly unknown: readonly string[];
}
