import type { createTerminalApprover } from '../approvals/index.ts';
import { type CustomPattern, invalidInput } from '../common/index.ts';
import { shownJson } from './json.ts';

/** Exit codes of every command. */
export const EXIT = {
  ok: 0,
  no: 1,
  unusable: 2,
  internal: 3,
  waiting: 4,
  cancelled: 130,
} as const;
/** What each exit code means, for `--help` and the documents. */
export const EXIT_CODES: readonly { readonly code: ExitCode; readonly meaning: string }[] = [
  { code: EXIT.ok, meaning: 'success: done, valid, intact, or the same' },
  {
    code: EXIT.no,
    meaning:
      'negative result: a run that did not end done, an invalid policy, a broken audit trail, a failed tool, a difference',
  },
  {
    code: EXIT.unusable,
    meaning:
      'the command could not start or print its result: invalid arguments, an unreadable file or audit trail',
  },
  { code: EXIT.internal, meaning: 'a defect of Countersign' },
  { code: EXIT.waiting, meaning: 'the run waits for an approval' },
  { code: EXIT.cancelled, meaning: 'ended from outside' },
];
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The process of a command: its streams, environment and folder. */
export interface CliIo {
  readonly out: (text: string) => void;
  /**
   * The same for a text of any length, piece by piece, as fast as its reader takes it. Resolves early if the reader closes.
   * Rejects with what the pieces throw, and with `file-refused`.
   */
  readonly print: (pieces: AsyncIterable<string>) => Promise<void>;
  readonly err: (text: string) => void;
  /** Keeps a text for `err` that is written if what `out` got cannot be: for what nobody would find otherwise. */
  readonly errIfLost: (text: string) => void;
  /** Adds the patterns of a policy to what is removed from all that is printed; absent in commands that work without secrets. */
  readonly addPatterns?: (patterns: readonly CustomPattern[]) => void;
  /** Whether `err` may get escape sequences for colours: it is a terminal with them, or `FORCE_COLOR` is set, and no `NO_COLOR`. */
  readonly errHasColour: boolean;
  /** Whether what `err` gets can be erased and written again. */
  readonly errIsTerminal: boolean;
  /** All of standard input as UTF-8. */
  readonly stdin: () => Promise<string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Where a person can be asked; `null` where nobody sits. */
  readonly terminal: Pick<Parameters<typeof createTerminalApprover>[0], 'input' | 'output'> | null;
}

export interface OptionSpec {
  /** Such as `--workspace <dir>`; a switch without `<…>`. */
  readonly flags: string;
  readonly summary: string;
  readonly default?: string;
  /** Can be repeated; the values are a list. */
  readonly many?: boolean;
}

export interface CommandSpec {
  /** Such as `policy check`. */
  readonly name: string;
  readonly summary: string;
  /** Such as `[file]`, `<old> <new>` or `<trail...>`. */
  readonly arguments?: string;
  /** What the arguments are: one text for all of them, or one for each. */
  readonly argumentSummary?: string | readonly string[];
  readonly options: readonly OptionSpec[];
  readonly examples?: readonly string[];
  readonly run: (call: CommandCall) => Promise<ExitCode>;
}

/** One call of a command: its arguments and options, and its process. Every command has `--json`. */
export class CommandCall {
  readonly io: CliIo;
  readonly args: readonly string[];
  /** The values by the camel-case name of each option. */
  readonly #options: Readonly<Record<string, unknown>>;

  constructor(
    io: CliIo,
    given: {
      readonly args: readonly string[];
      readonly options: Readonly<Record<string, unknown>>;
    },
  ) {
    this.io = io;
    this.args = given.args;
    this.#options = given.options;
  }

  get json(): boolean {
    return this.has('json');
  }

  /** The text of an option by its name without dashes before it; `null` if it is absent. */
  text(name: string): string | null {
    const value = this.#value(name);
    return typeof value === 'string' ? value : null;
  }

  /** Whether a switch is set. */
  has(name: string): boolean {
    return this.#value(name) === true;
  }

  /** The values of an option that can be repeated. */
  list(name: string): readonly string[] {
    const value = this.#value(name);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  }

  /** The choice that an option names. Throws `input-invalid` for anything else, and without the option. */
  choice<const T extends string>(name: string, choices: readonly T[]): T {
    return oneOf(`--${name}`, this.text(name), choices);
  }

  /** The same; `null` without the option. */
  choiceOrNull<const T extends string>(name: string, choices: readonly T[]): T | null {
    return this.text(name) === null ? null : this.choice(name, choices);
  }

  /** Prints a result: as JSON with `--json`, and as text without. */
  show(value: unknown, text: string): void {
    this.io.out(this.json ? shownJson(value) : text);
  }

  #value(name: string): unknown {
    return this.#options[name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())];
  }
}

/** The choice that `given` names. Throws `input-invalid` in the name of `what`, such as `--format`, for anything else. */
export function oneOf<const T extends string>(
  what: string,
  given: string | null,
  choices: readonly T[],
): T {
  const found = choices.find((choice) => choice === given);
  if (found !== undefined) return found;
  const problem = given === null ? 'missing' : JSON.stringify(given);
  throw invalidInput(`${what} is ${problem}.`, `Write one of: ${choices.join(', ')}.`);
}
