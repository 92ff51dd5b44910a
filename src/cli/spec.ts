import type { TerminalApproverOptions } from '../approvals/index.ts';

/** Exit codes of every command, in one table (also in docs/cli.md). */
export const EXIT = {
  /** Done; the answer is yes; the trail is intact. */
  ok: 0,
  /** The answer is no: the run did not end `done`, the trail is broken, the policy has errors, the tool failed. */
  no: 1,
  /** The command could not begin, or not tell its answer: bad arguments, a file that cannot be read, nobody to ask. */
  unusable: 2,
  /** A defect of this program. */
  internal: 3,
  /** The run waits for an approval. */
  waiting: 4,
  /** Ended from outside. */
  cancelled: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The process around a command: its streams, environment and folder. */
export interface CliIo {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** All of standard input as UTF-8. */
  readonly stdin: () => Promise<string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Where a person can be asked; `null` where nobody sits. */
  readonly terminal: Pick<TerminalApproverOptions, 'input' | 'output'> | null;
}

export interface OptionSpec {
  /** As in `--workspace <dir>`; without `<…>` it is a switch. */
  readonly flags: string;
  readonly summary: string;
  readonly default?: string;
  /** May be given several times; the values come as a list. */
  readonly many?: boolean;
}

/** The values of a command's options, by their camel-case name. Read through `Options`. */
export type RawOptions = Readonly<Record<string, unknown>>;

export interface CommandSpec {
  /** Such as `policy check`. */
  readonly name: string;
  readonly summary: string;
  /** As in `[file]`, `<old> <new>` or `<trail...>`. */
  readonly arguments?: string;
  readonly argumentSummary?: string;
  readonly options: readonly OptionSpec[];
  readonly examples?: readonly string[];
  readonly run: (call: CommandCall, io: CliIo) => Promise<ExitCode>;
}

/** One call of a command. `--json` is every command's. */
export interface CommandCall {
  readonly args: readonly string[];
  readonly options: RawOptions;
  readonly json: boolean;
}

/** The text of an option; `null` where it was not given. */
export function textOption(call: CommandCall, name: string): string | null {
  const value = call.options[name];
  return typeof value === 'string' ? value : null;
}

export function switchOption(call: CommandCall, name: string): boolean {
  return call.options[name] === true;
}

/** The values of an option that may be given several times. */
export function listOption(call: CommandCall, name: string): readonly string[] {
  const value = call.options[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
