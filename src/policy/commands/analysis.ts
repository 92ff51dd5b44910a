import type { PathFact } from '../model/facts.ts';

/** A word of a command after expansion, as far as it can be told before it runs. */
export interface Word {
  /** The exact text after quote removal; `null` where it is only known at run time. */
  readonly text: string | null;
  /** As written. */
  readonly source: string;
  /** For an unquoted glob (`src/*.ts`): what it is known to begin with. Its expansion is file names only. */
  readonly glob?: { readonly prefix: string };
}

export const COMMAND_CLASSES = [
  '@readonly',
  '@git-readonly',
  '@git-write',
  '@writes',
  '@forbidden',
  // No analysis finds it: a command has it where the sandbox keeps whatever it does from having an effect.
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
] as const;
export type Intent = (typeof INTENTS)[number];

/**
 * Intents that come with another one by their nature: every force push rewrites history. An `auto` rule for the one covers
 * the other, too. Without such an entry, an intent that is added beside an older one ends what `auto` rules for the older cover.
 */
export const INCLUDED_INTENTS: Readonly<Partial<Record<string, readonly Intent[]>>> = {
  '@force-push': ['@history-rewrite'],
};

/** An option or program feature that runs other programs or writes elsewhere. */
export interface EscapeHatch {
  /** For people: `sort -o writes a file`. */
  readonly description: string;
  /** The words of the command that open it; a rule covers them only by spelling each of them out. */
  readonly words: readonly string[];
}

/**
 * A path that a command touches. `from: 'argument'` says that the program's own words name it, which a rule for these
 * words covers; a redirection (or a path that leaves `from` out) needs a rule for the path itself when it is written to.
 */
export interface CommandPath extends PathFact {
  readonly from?: 'argument' | 'redirection';
  /** It may be a folder of which the files below it are read, too: all, or those that no dot hides. */
  readonly below?: 'all' | 'visible';
}

/** One simple command of the tree, wrappers looked through: `env A=1 timeout 5 ls` is `ls` via `env`, `timeout`. */
export interface SimpleCommand {
  readonly words: readonly Word[];
  /** The wrappers that were looked through, outermost first. */
  readonly via: readonly string[];
  /** Classes that hold for these exact words. `@readonly` means: every word is known to be harmless. */
  readonly classes: readonly CommandClass[];
  /** Intents recognised, whatever the spelling; an intent that cannot be excluded for a dangerous program is listed. */
  readonly intents: readonly Intent[];
  readonly escapeHatches: readonly EscapeHatch[];
  /** What its arguments and redirections read and write; from the workspace root, or absolute where outside of it. */
  readonly paths: readonly CommandPath[];
  /** Hosts that its arguments name. */
  readonly hosts: readonly string[];
  /** Why this command cannot be wholly judged (a name known only at run time, an unsafe assignment…). Never `auto` if any. */
  readonly unknown: readonly string[];
}

/** How a command is to be started so that what runs is what was judged. */
export type CommandPlan =
  | { readonly argv: readonly [string, ...string[]] }
  | { readonly shell: string };

export interface CommandAnalysis {
  /** Why the source does not parse or goes beyond a limit; then nothing of it is ever `auto`. */
  readonly problem: string | null;
  /** Every simple command at every depth, in source order. A pure assignment or redirection is one with no words. */
  readonly commands: readonly SimpleCommand[];
  /** Things outside simple commands that forbid `auto`, such as an unknown node type or a redefined command name. */
  readonly unknown: readonly string[];
}
