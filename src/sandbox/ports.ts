import type { FileHandle } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import type { CommandProfile, ProfileName } from '../policy/index.ts';
import type { NetworkUse } from './network/index.ts';

/** What lies at a path of the workspace. */
export interface WorkspaceEntry {
  /** From the workspace root, `/` between parts, as it was named (a symlink keeps its own name). */
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  readonly size: number;
  readonly modifiedMs: number;
  /** Permission bits only. */
  readonly mode: number;
}

export interface WriteOptions {
  /** Permission bits for a new file; an existing file keeps its own. */
  readonly mode?: number;
  /** The SHA-256 that the file must have just before it is replaced; `null`: it must not exist yet. */
  readonly expectSha256?: string | null;
}

/**
 * The only way to the files of the checkout for anything that a model asked for (promise 5).
 *
 * Paths may be relative to the root, or absolute inside it. Every method throws `CountersignError` with
 * `path-refused` where the path leads out of the workspace (`..`, symlinks at any component, `/proc`,
 * hard links out, case tricks), into `.git`, to a device, FIFO or socket, or holds NUL; the message names
 * the path and the reason. Reading opens without following links and checks what was opened, so a link made
 * between check and use is refused too. `file-refused` is for what the system refuses (permissions, not found,
 * a directory in place of a file, too large, changed since it was read).
 */
export interface Workspace {
  /** Absolute and real. */
  readonly root: string;
  /** How often something was written or removed through it. */
  changes(): number;
  /** The path from the root of whatever was named, symlinks inside the workspace not followed; lexical walls only. */
  relative(path: string): string;
  /** What is there, symlinks inside the workspace followed; `null` where nothing is. */
  stat(path: string): Promise<WorkspaceEntry | null>;
  /** What a symlink says that it leads to; `null` for whatever is none. The link itself is not followed. */
  readLink(path: string): Promise<string | null>;
  /** A regular file opened for reading. The caller closes it. */
  open(path: string): Promise<FileHandle>;
  /** A whole regular file; `file-refused` when it is larger than `maxBytes`. */
  read(path: string, options: { readonly maxBytes: number }): Promise<Buffer>;
  /** Replaces a file in one step (a reader sees the old or the new one, whole), making parent folders. */
  write(path: string, bytes: Uint8Array, options?: WriteOptions): Promise<void>;
  /** The entries of a folder by name, at most `limit`; `.git` is left out. */
  list(path: string, options: { readonly limit: number }): Promise<readonly WorkspaceEntry[]>;
  remove(path: string): Promise<void>;
}

/** One program with its arguments, or shell source for `bash --norc --noprofile -c`. */
export type CommandLine =
  | { readonly argv: readonly [string, ...string[]] }
  | { readonly shell: string };

export interface CommandOptions {
  /** From the workspace root. */
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Bytes of output kept: half of them head, half of them tail, the cut told between. */
  readonly maxOutputBytes: number;
  /** Beside the allow-listed environment; names are checked by the caller. */
  readonly env?: Readonly<Record<string, string>>;
  readonly onOutput?: (text: string) => void;
  /** What the sandbox is made from. Absent: the one of a program that nobody judged. */
  readonly profile?: CommandProfile;
}

/** What the sandbox of one command was and which of its limits the command met. */
export interface SandboxReport {
  readonly profile: ProfileName;
  /** Paths from the root that the command wrote and that are not kept; the first fifty. */
  readonly discarded: readonly string[];
  /** Paths from the root that were kept of a command whose writing was judged path by path. */
  readonly kept: readonly string[];
  /** How many files and folders were not shown to it. */
  readonly hidden: number;
  /** What it saw of git: all, a copy without what may not be read, nothing, or the real one to write. */
  readonly git: 'whole' | 'filtered' | 'hidden' | 'writable' | 'none';
  readonly limits: readonly SandboxLimit[];
}

/** `network`: it tried to reach a host; `write`: what it wrote was discarded, or refused; `read`: it may have missed a hidden file. */
export type SandboxLimit = 'network' | 'write' | 'read';

export interface CommandResult {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Standard output and standard error as they came, interleaved, cut to `maxOutputBytes`. */
  readonly output: string;
  /** Bytes that the command printed, kept or not. */
  readonly outputBytes: number;
  readonly truncated: boolean;
  readonly durationMs: number;
  readonly ended: 'exited' | 'timed-out' | 'cancelled' | 'not-started';
  /** Where it went, of the hosts that the policy lists and of others. Absent: it had no network to go to, or did not try. */
  readonly network?: readonly NetworkUse[];
  /** Absent: it ran without a sandbox that is made for it. */
  readonly sandbox?: SandboxReport;
}

/** A command that runs on while the model goes on. */
export interface BackgroundCommand {
  readonly id: string;
  readonly state: () => 'running' | CommandResult;
  /** Output from character `offset` on, and the offset to ask for next. */
  readonly logs: (offset: number) => { readonly text: string; readonly next: number };
  readonly kill: () => Promise<CommandResult>;
  /** Where it went so far. */
  readonly network: () => readonly NetworkUse[];
}

/** A program that is talked to: what is written goes to its standard input, what it says comes to `onOutput`. */
export interface InteractiveProcess {
  /** The socket that is its descriptor 3, where it was asked for. */
  readonly channel: Duplex | null;
  /** False where it no longer takes anything: it is gone, or does not read. */
  write(text: string): boolean;
  /** Ends it and whatever it started. */
  close(): Promise<void>;
}

export interface InteractiveOptions {
  /** Beside the allow-listed environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Gives it a socket to this process as descriptor 3, so that its standard output stays its own. */
  readonly channel?: boolean;
  /** Absolute files and folders outside the workspace that it may read, such as its own program. They are shown where they are. */
  readonly show?: readonly string[];
  readonly onOutput: (chunk: Uint8Array) => void;
  /** Paths from the workspace root that it may write; absent: it only reads. */
  readonly write?: readonly string[];
  /** Called once, however it ended. */
  readonly onEnd: (because: string) => void;
}

/**
 * Runs commands for the model: in the sandbox where there is one, with an allow-listed environment (no secret of the
 * parent in it), standard input closed, in a process group of its own that is ended whole on time-out and cancel.
 */
export interface CommandRunner {
  /** What stands under a command. */
  readonly sandbox: 'bubblewrap' | 'sandbox-exec' | 'none';
  /** Whether what a command of a reading profile may not do was tried, and did not work. */
  readonly contains: boolean;
  run(line: CommandLine, options: CommandOptions): Promise<CommandResult>;
  start(line: CommandLine, options: Omit<CommandOptions, 'signal'>): Promise<BackgroundCommand>;
  /**
   * Starts a program in the workspace's root, behind the same walls, and keeps its standard streams open. Throws
   * `command-refused` where it cannot be found or the run is over.
   */
  startInteractive(
    argv: readonly [string, ...string[]],
    options: InteractiveOptions,
  ): Promise<InteractiveProcess>;
  /** Ends whatever still runs. Nothing outlives the run. */
  close(): Promise<void>;
}
