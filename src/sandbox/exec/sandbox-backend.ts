import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { CommandProfile } from '../../policy/index.ts';
import type { NetworkUse } from '../network/index.ts';
import type { CommandResult, CommandRunner, SandboxReport } from '../ports.ts';
import type { Descriptor } from './processes/spawn-process.ts';
import { commandStart, endLeftoverProcesses, MARKER_NAME } from './processes/leftover-processes.ts';

/** The sandbox of this machine: bubblewrap on Linux, seatbelt (`sandbox-exec`) on macOS, or none. */
export interface SandboxBackend {
  readonly kind: CommandRunner['sandbox'];
  /** Prepares the sandbox of one command. Rejects if that fails; the command must not run then. */
  prepare(command: SandboxRequest): Promise<SandboxedCommand>;
}

export interface SandboxRequest {
  readonly argv: readonly [string, ...string[]];
  /** Absolute. */
  readonly cwd: string;
  readonly profile: CommandProfile;
  /** It continues to run beside other calls. */
  readonly isBackground?: boolean;
  /** The policy lists the folders that it writes: missing ones are created. */
  readonly createsWriteFolders?: boolean;
  /** It has a channel to this process. */
  readonly channel?: boolean;
  /** Its standard error does not join its standard output. */
  readonly separateErrors?: boolean;
  /** Absolute files and folders that it may read in addition to what all commands see. */
  readonly show?: readonly string[];
}

/** A started process as its sandbox monitors it. */
export interface WatchedProcess {
  readonly pid: number;
  readonly sockets: ReadonlyMap<number, Duplex>;
}

/** One command with its sandbox, ready to be started. The caller of `prepare` closes it after the command has ended. */
export interface SandboxedCommand {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** Added to the environment of all children. */
  readonly env: Readonly<Record<string, string>>;
  /** Its descriptors from 4 on; descriptor 3 is the channel of an interactive program. */
  readonly descriptors: readonly Descriptor[];
  /** Monitors the started process and calls `end` if it exceeds a limit. Returns a function that stops the monitoring. */
  readonly watch?: (process: WatchedProcess, end: (because: string) => void) => () => void;
  /**
   * Why the sandbox did not start the command; `null` if it did. `sandboxError` is what the sandbox program wrote to
   * standard error, which then belongs to it: both outputs of the command are on standard output. Absent: no such program.
   */
  readonly startProblem?: (sandboxError: string) => string | null;
  readonly network?: () => readonly NetworkUse[];
  /** Ends processes that outlived the main process. */
  readonly endLeftovers?: () => void;
  /** Applies or discards what the ended command wrote, and reports the limits that it met. */
  readonly finish?: (result: CommandResult) => FinishedCommand;
  close(): Promise<void>;
}

export interface FinishedCommand {
  readonly report: SandboxReport;
  /** Appended to the output: which limit the command met and how to request more. One or two sentences each. */
  readonly notes: readonly string[];
}

/** Runs commands without a sandbox. Processes that they leave behind are found by a marker in their environment. */
export function noBackend(): SandboxBackend {
  return {
    kind: 'none',
    prepare: async ({ argv, cwd }) => {
      const marker = randomUUID();
      const start = commandStart();
      return {
        argv,
        cwd,
        env: { [MARKER_NAME]: marker },
        descriptors: [],
        endLeftovers: () => void endLeftoverProcesses(marker, start),
        close: async () => undefined,
      };
    },
  };
}
