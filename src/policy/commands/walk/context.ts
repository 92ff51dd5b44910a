import type { PathResolver } from '../../model/facts.ts';
import type {
  CommandClass,
  CommandPath,
  EscapeHatch,
  GivenNames,
  Intent,
  SimpleCommand,
} from '../analysis.ts';
import type { GlobNames } from '../words/glob-names.ts';
import type { CommandTree, ParsedScript } from '../parse/parse.ts';
import type { FileNames } from './file-names.ts';
import type { KnownText, ShellState } from './shell-state.ts';

/** A word of a command after expansion. */
export interface ExpandedWord extends KnownText {
  /** As written. */
  readonly source: string;
  /** With `text: null`: it becomes exactly one word (it is quoted), not none and not several. */
  readonly single: boolean;
  /** With `text: null`: what the word is known to begin with. */
  readonly prefix: string;
  /** With `text: null`: it is this text and a number behind it, perhaps with a minus. */
  readonly numbered?: string;
  /** The word is an unquoted glob: the file names that it becomes. */
  readonly glob?: GlobNames & { readonly prefix: string };
}

/** The words of a command after expansion. */
export type ExpandedWords = readonly ExpandedWord[];

/** What is found about one simple command, until `addCommand` makes a `SimpleCommand` of it. */
export class Findings {
  readonly unknown = new Set<string>();
  readonly paths: CommandPath[] = [];
  /** The folders (absolute) whose names a glob reveals. */
  readonly listedFolders = new Set<string>();
  readonly escapeHatches: EscapeHatch[] = [];
  readonly hosts = new Set<string>();
  /** The words, as they are written, that name a host which is known only at run time. */
  readonly unknownHosts = new Set<string>();
  readonly classes: Set<CommandClass>;
  readonly intents = new Set<Intent>();
  /** Those of `intents` that its known words show, whatever the others are. */
  readonly shownIntents = new Set<Intent>();
  /** The folders (absolute) that the program runs in; `null` if they are not known, `[]` if no program runs. */
  folders: readonly string[] | null = [];
  /** The words of the program mean code of the folder that it runs in. */
  runsLocalCode = false;
  /** The command without the options before its subcommand; empty if it has none. */
  spelledOut: ExpandedWords = [];
  /** The commands that it starts from a text, in a container or on another machine. */
  readonly started: SimpleCommand[] = [];
  /** What here documents and here strings give it. */
  readonly inputTexts: string[] = [];
  /** Its input is more than these texts. */
  hasUnreadInput = false;
  /** It writes files that none of its words names. */
  writesUnnamed = false;
  /** What `cat` would read by its words that are known only at run time, if no table says what it does with them. */
  givenNames: GivenNames | undefined;

  constructor(...classes: readonly CommandClass[]) {
    this.classes = new Set(classes);
  }

  /** Notes an intent that known words show. */
  addIntent(intent: Intent): void {
    this.intents.add(intent);
    this.shownIntents.add(intent);
  }
}

/** The shell state after a command, after its success and after its failure, and what it prints. */
export interface CommandResult {
  readonly after: ShellState;
  readonly success: ShellState;
  readonly failure: ShellState;
  /** What is known of all that it prints; of file names, of each of them. */
  readonly prints?: KnownText | undefined;
}

/** What a walk finds. */
export interface WalkedParts {
  /** The simple commands so far, in source order. */
  readonly commands: SimpleCommand[];
  /** Why the source cannot be `auto`, beside what its commands say of themselves. */
  readonly unknown: Set<string>;
  /** The states in which `break` or `continue` left the body of the current loop. */
  readonly loopExits: ShellState[];
}

/** A walk over one source and the sources inside it. Files of the walk call each other through it, without import circles. */
export interface Walker extends WalkedParts {
  readonly pathResolver: PathResolver;
  /** The source that the positions in the tree refer to. */
  readonly text: string;
  /** The wrappers around the current command, outermost first. */
  readonly via: readonly string[];
  /** Counts one syntax node, loops unrolled. Throws `BeyondLimit` if there are too many. `words`: how many are walked once more. */
  countStep(words?: number): void;
  walkTree(tree: CommandTree, state: ShellState, input?: FileNames): CommandResult;
  /** Walks a command whose words are expanded already, such as one inside a wrapper. */
  walkWords(
    args: ExpandedWords,
    state: ShellState,
    given?: { readonly findings?: Findings; readonly input?: FileNames | undefined },
  ): CommandResult;
  /** Walks a script inside a word: a substitution. It runs in a subshell. */
  walkScript(script: ParsedScript, state: ShellState, input?: FileNames): CommandResult;
  /** Walks source that another program parses as shell: `sh -c SOURCE`. */
  walkSource(source: string, state: ShellState, via: readonly string[]): void;
  insideWrapper(wrapper: string): Walker;
  /** A walker with no commands and reasons of its own yet. The caller keeps or drops them. */
  fork(): Walker;
}

/** Where a command begins. */
export interface Start {
  readonly walker: Walker;
  readonly state: ShellState;
  /** What its stdin contains, if that is file names. */
  readonly input?: FileNames | undefined;
}

/** One program with its words. */
export interface Invocation {
  /** The name that the tables know the program by. */
  readonly name: string;
  readonly args: ExpandedWords;
  readonly scope: Scope;
  /** What its stdin contains, if that is file names. */
  readonly input?: FileNames | undefined;
}

/** The walk, the state that a command starts in, and the findings about it. */
export interface Scope {
  readonly walker: Walker;
  readonly state: ShellState;
  readonly findings: Findings;
}

export function unchangedState(state: ShellState): CommandResult {
  return { after: state, success: state, failure: state };
}

/** The result of a command that prints these file names and nothing else, if they are known. */
export function withNames(result: CommandResult, fileNames: FileNames | undefined): CommandResult {
  return fileNames === undefined ? result : { ...result, prints: { text: null, fileNames } };
}

/**
 * The result of a command whose output may be nothing, or go elsewhere: a wrapper can fail, and so can a redirection, or it takes the output.
 * Of names, fewer are no other ones.
 */
export function withoutText(result: CommandResult): CommandResult {
  return typeof result.prints?.text === 'string' ? { ...result, prints: undefined } : result;
}

export function literalWord(text: string, source: string = text): ExpandedWord {
  return { text, source, single: true, prefix: text };
}

/** A word that is known only at run time, and what is known about it. */
export function unknownWord(source: string, known: Partial<ExpandedWord> = {}): ExpandedWord {
  return { text: null, source, single: false, prefix: '', ...known };
}

/** The word with what a program puts in the place of `token`: one of these names, if the token is all of it. */
export function filledWord(
  arg: ExpandedWord,
  token: string,
  fileNames: FileNames | undefined,
): ExpandedWord {
  if (arg.text === null || !arg.text.includes(token)) return arg;
  const prefix = arg.text.slice(0, arg.text.indexOf(token));
  const isName = arg.text === token && fileNames !== undefined;
  return unknownWord(arg.source, { single: true, prefix, ...(isName ? { fileNames } : {}) });
}

/** The word with some number in place of one that is known only at run time: its options are the same whichever it is. */
export function withSomeNumber(arg: ExpandedWord): ExpandedWord {
  return arg.numbered === undefined ? arg : literalWord(`${arg.numbered}1`, arg.source);
}

/** Whether the word cannot begin with `-`, whatever it becomes. */
export function isDashless(arg: ExpandedWord): boolean {
  if (arg.text !== null) return !arg.text.startsWith('-');
  if (arg.glob !== undefined) return arg.glob.dashless;
  if (arg.fileNames !== undefined) return arg.fileNames.dashless;
  return arg.single && arg.prefix !== '' && !arg.prefix.startsWith('-');
}
