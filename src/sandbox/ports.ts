import type { FileHandle } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import type { CommandProfile, ProfileName } from '../policy/index.ts';
import type { NetworkUse } from './network/index.ts';

/** What lies at a path of the workspace. */
export interface WorkspaceEntry {
  /** From the workspace root, with `/` between parts, as the caller named it (a symlink keeps its own name). */
  readonly path: string;
  /** Absolute. That of what `stat` finds is the same for all names that links give it; a link in a list has a place of its own. */
  readonly realPath: string;
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  readonly size: number;
  /** Permission bits only. */
  readonly mode: number;
}

export interface WriteOptions {
  /** The SHA-256 that the file must have just before it is replaced; `null`: it must not exist yet. */
  readonly expectSha256?: string | null;
}

/**
 * The only access to the files of the checkout for tool calls of a model (promise 5).
 *
 * Paths may be relative to the root, or absolute inside it. Every method throws `CountersignError` with
 * `path-refused` if the path leads out of the workspace (`..`, symlinks at any component, `/proc`,
 * hard links, other letter cases), into `.git`, to a device, FIFO or socket, or contains NUL; the message names
 * the path and the reason. Files are opened without following links and checked after opening, so a link that appears
 * between check and use is refused too. `file-refused` reports what the system refuses (permissions, not found,
 * a directory in place of a file, too large, changed since it was read).
 */
export interface Workspace {
  /** Absolute and real. */
  readonly root: string;
  /**
   * The same workspace for one call: what it opens, writes or lists is where it is named, or where its path led when the policy
   * evaluated it (`places`, both from the root). A link that a running process put there since is refused with `path-refused`.
   */
  asEvaluated(places: ReadonlyMap<string, string>): Workspace;
  /** How many times a file was written through this workspace. */
  changes(): number;
  /** The path from the root, after lexical checks only: symlinks are not followed and nothing is read. */
  relative(path: string): string;
  /** The entry at a path, after following symlinks inside the workspace; `null` if nothing exists there. */
  stat(path: string): Promise<WorkspaceEntry | null>;
  /** The target of a symlink, not followed; `null` if the path is not a symlink. */
  readLink(path: string): Promise<string | null>;
  /** A regular file opened for reading. The caller closes it. */
  open(path: string): Promise<FileHandle>;
  /** A whole regular file; `file-refused` when it is larger than `maxBytes`. */
  read(path: string, options: { readonly maxBytes: number }): Promise<Buffer>;
  /** Replaces a file atomically and creates missing parent folders. An existing file keeps its permission bits. */
  write(path: string, bytes: Uint8Array, options?: WriteOptions): Promise<void>;
  /** The entries of a folder sorted by name, at most `limit`, without `.git`. */
  list(path: string, options: { readonly limit: number }): Promise<readonly WorkspaceEntry[]>;
  /**
   * The regular files at and below a path, sorted. Links below it are not followed; `.git`, hidden paths and other file systems
   * are left out, as is what cannot be read. A folder is entered only if the filter of its parent says so.
   */
  walk(path: string, filter: WalkFilter): FileWalk;
}

/** Chooses the entries of a folder, of which it can read small files first. */
export type WalkFilter = (folder: {
  /** From the workspace root; `.` for the root itself. */
  readonly path: string;
  /** A regular file of the folder; `null` if there is none, or it has more than `maxBytes`. */
  readonly text: (name: string, maxBytes: number) => string | null;
}) => (name: string, isFolder: boolean) => boolean;

export interface FileWalk {
  /** To be read once, up to its end or in a `for` loop, which closes it. */
  readonly files: Iterable<WalkedFile>;
  /** False: there were more names than a walk reads. */
  isWhole(): boolean;
}

export interface WalkedFile {
  /** From the workspace root. */
  readonly path: string;
  /** Absolute, with links resolved. */
  readonly realPath: string;
  /** Its bytes, while the walk is at it. `null` if it cannot be read, or has a name outside of the workspace. */
  read(maxBytes: number): Promise<Buffer | 'too-large' | null>;
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
  /** The most bytes of output that are kept: half from the start, half from the end, with a line between that reports the cut. */
  readonly maxOutputBytes: number;
  /** Added to the allow-listed environment. The caller checks the names. */
  readonly env?: Readonly<Record<string, string>>;
  readonly onOutput?: (text: string) => void;
  /** What the sandbox allows. Absent: `PROGRAM_PROFILE`. */
  readonly profile?: CommandProfile;
}

/** The sandbox of one command and the limits that the command met. */
export interface SandboxReport {
  readonly profile: ProfileName;
  /** Paths from the root whose changes were discarded; the first fifty. */
  readonly discarded: readonly string[];
  /** Paths from the root whose changes were kept, because the policy allowed each of them. */
  readonly kept: readonly string[];
  /** The number of files and folders that were hidden from it. */
  readonly hidden: number;
  /** The number of files and folders that it could not write because a rule denies it. Absent: there is no such rule. */
  readonly readOnly?: number;
  /** What it saw of git: everything, a copy without unreadable files, nothing, or the real repository to write. */
  readonly git: 'whole' | 'filtered' | 'hidden' | 'writable' | 'none';
  readonly limits: readonly SandboxLimit[];
}

/** `network`: it tried to reach a host; `write`: a write was discarded or refused; `read`: it may have needed a hidden file. */
export type SandboxLimit = 'network' | 'write' | 'read';

export interface CommandResult {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Standard output and standard error, interleaved, cut to `maxOutputBytes`. */
  readonly output: string;
  /** The number of bytes that the command printed, including those that were cut. */
  readonly outputBytes: number;
  readonly truncated: boolean;
  readonly durationMs: number;
  readonly ended: 'exited' | 'timed-out' | 'cancelled' | 'not-started';
  /** The hosts that it connected to or was refused. Absent: it had no network, or did not use it. */
  readonly network?: readonly NetworkUse[];
  /** Absent: it ran without a sandbox of its own. */
  readonly sandbox?: SandboxReport;
  /** When it started, a background command ran that can change files of the workspace. */
  readonly besideWriter?: true;
}

/** A part of the output of a background command. */
export interface LogPart {
  /** Output before the part: never shown, it says whether the part begins inside of a secret. */
  readonly before: string;
  /** How many characters of the part are no longer kept. */
  readonly dropped: number;
  readonly text: string;
  /** The offset after the part. */
  readonly next: number;
}

/** A command that continues to run beside other calls. */
export interface BackgroundCommand {
  readonly id: string;
  readonly state: () => 'running' | CommandResult;
  /** The output from character `offset` on. */
  readonly logs: (offset: number) => LogPart;
  readonly kill: () => Promise<CommandResult>;
  /** The hosts that it connected to or was refused so far. */
  readonly network: () => readonly NetworkUse[];
}

/** A program with a dialog over its standard streams: `write` sends to standard input, `onOutput` gets standard output. */
export interface InteractiveProcess {
  /** The other end of its descriptor 3, if `channel` was requested. */
  readonly channel: Duplex | null;
  /** Returns false if it has ended or does not read its input. */
  write(text: string): boolean;
  /** Ends it and all processes that it started. Rejects if its sandbox cannot be removed. */
  close(): Promise<void>;
}

export interface InteractiveOptions {
  /** Added to the allow-listed environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Gives it a socket to this process as descriptor 3, beside its standard streams. */
  readonly channel?: boolean;
  /** Absolute files and folders outside the workspace that it may read at the same path, such as its own program. */
  readonly show?: readonly string[];
  readonly onOutput: (chunk: Uint8Array) => void;
  /** Gets its standard error. Absent: that is dropped. */
  readonly onErrorOutput?: (chunk: Uint8Array) => void;
  /** Paths from the workspace root that it may write. Absent: it only reads. */
  readonly write?: readonly string[];
  /** Called once with the reason for its end. */
  readonly onEnd: (because: string) => void;
}

/**
 * Runs commands for the model in the sandbox of this machine, if it has one. A command gets an allow-listed environment
 * without secrets, closed standard input, and its own process group, which is ended as a whole on time-out and cancel.
 */
export interface CommandRunner {
  readonly sandbox: 'bubblewrap' | 'sandbox-exec' | 'none';
  /** Whether the reading profile passed its isolation probes. */
  readonly contains: boolean;
  run(line: CommandLine, options: CommandOptions): Promise<CommandResult>;
  start(line: CommandLine, options: Omit<CommandOptions, 'signal'>): Promise<BackgroundCommand>;
  /**
   * Starts a program in the workspace root, in the same sandbox, and keeps its standard streams open. Throws
   * `command-refused` if it cannot be found or the run is over.
   */
  startInteractive(
    argv: readonly [string, ...string[]],
    options: InteractiveOptions,
  ): Promise<InteractiveProcess>;
  /** Ends all commands and removes the temporary folder. Rejects with the first failure of a cleanup, after all of them. */
  close(): Promise<void>;
}
