import type { PathResolver } from '../../model/facts.ts';
import type {
  CommandClass,
  CommandPath,
  EscapeHatch,
  Intent,
  SimpleCommand,
  Word,
} from '../analysis.ts';
import type { GlobNames } from '../words/glob-names.ts';
import type { CommandTree, ParsedScript } from '../parse/parse.ts';
import type { Reach, State } from './state.ts';

/** A word of a command after expansion, with what is known of it where its text is not. */
export interface Arg {
  readonly text: string | null;
  readonly source: string;
  /** Where `text` is `null`: exactly one word comes of it (it was quoted), not none or many. */
  readonly single: boolean;
  /** Where `text` is `null`: what the word is known to begin with. */
  readonly prefix: string;
  /** An unquoted glob: the file names it stands for, and whether one may begin with `-`. */
  readonly glob?: GlobNames & { readonly prefix: string };
  /** Digits and nothing else. */
  readonly number?: true;
  /** No wildcard is in it. */
  readonly plain?: true;
  /** Only names of files found. */
  readonly reach?: Reach;
}

/** What is being gathered about one simple command. */
export interface Notes {
  readonly unknown: Set<string>;
  readonly paths: CommandPath[];
  /** The folders (absolute) whose names a glob tells. */
  readonly listed: Set<string>;
  readonly hatches: EscapeHatch[];
  readonly hosts: Set<string>;
  readonly classes: Set<CommandClass>;
  readonly intents: Set<Intent>;
}

export function newNotes(): Notes {
  return {
    unknown: new Set(),
    paths: [],
    listed: new Set(),
    hatches: [],
    hosts: new Set(),
    classes: new Set(),
    intents: new Set(),
  };
}

/** What a command leaves: the state after it, after its success, after its failure, and what it printed. */
export interface Outcome {
  readonly after: State;
  readonly success: State;
  readonly failure: State;
  /** Where all that it prints are names of files below known places. */
  readonly prints?: Reach;
  /** Where all that it prints is one known line. */
  readonly printsText?: string;
  /** Nothing that it prints holds a wildcard. */
  readonly printsPlain?: true;
  /** All that it prints is one number. */
  readonly printsNumber?: true;
}

/** One walk over one source and the sources in it. */
export interface Walk {
  readonly pathResolver: PathResolver;
  readonly out: SimpleCommand[];
  readonly unknown: Set<string>;
  /** Shared by every walk over one source. */
  readonly budget: { steps: number };
  readonly depth: number;
  /** What the positions in the tree count in. */
  readonly text: string;
  readonly via: readonly string[];
  /** What held where a `break` or `continue` left a loop's body. */
  readonly jumps: State[];
  /** Walks any command. */
  tree(tree: CommandTree, state: State, input?: Reach): Outcome;
  /** The same walk with nothing gathered yet, to be kept or thrown away. */
  draft(): Walk;
  /** The same walk behind one more wrapper. */
  behind(wrapper: string): Walk;
  /** Judges a command whose words are known already, such as the one behind a wrapper. */
  command(args: readonly Arg[], state: State, input?: Reach): Outcome;
  /** Walks a script that stands inside a word. */
  script(script: ParsedScript, state: State, input?: Reach): Outcome;
  /** Walks source that another program will parse as shell: `sh -c SOURCE`. */
  source(source: string, state: State, via: readonly string[]): void;
}

/** Where a word is expanded: in which walk, on which state, noting what where. */
export interface Scope {
  readonly walk: Walk;
  readonly state: State;
  readonly notes: Notes;
}

export function unchanged(state: State): Outcome {
  return { after: state, success: state, failure: state };
}

export function literalArg(text: string, source: string = text): Arg {
  return { text, source, single: true, prefix: text };
}

export function publicWord(arg: Arg): Word {
  const glob = arg.glob === undefined ? {} : { glob: { prefix: arg.glob.prefix } };
  return { text: arg.text, source: arg.source, ...glob };
}

/** Whether the word, whatever it becomes, begins with `-` never. */
export function isDashless(arg: Arg): boolean {
  if (arg.text !== null) return !arg.text.startsWith('-');
  if (arg.glob !== undefined) return arg.glob.dashless;
  if (arg.reach !== undefined) return arg.reach.dashless;
  return arg.single && arg.prefix !== '' && !arg.prefix.startsWith('-');
}
