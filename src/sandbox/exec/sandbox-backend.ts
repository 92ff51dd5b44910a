import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { CommandProfile } from '../../policy/index.ts';
import type { NetworkUse } from '../network/index.ts';
import type { CommandResult, CommandRunner, SandboxReport } from '../ports.ts';
import type { Descriptor } from './spawn-process.ts';
import { endLeftoverProcesses, MARKER_NAME, commandStart } from './leftover-processes.ts';

/** What stands around the commands of a run: bubblewrap, macOS's own sandbox, or nothing. */
export interface SandboxBackend {
  readonly kind: CommandRunner['sandbox'];
  /** Paths from the root that commands cannot write. */
  readonly protect: readonly string[];
  /** Makes the sandbox of one command. Rejects where it cannot be made; the command is not run then. */
  prepare(command: SandboxRequest): Promise<SandboxedCommand>;
}

export interface SandboxRequest {
  readonly argv: readonly [string, ...string[]];
  /** Absolute. */
  readonly cwd: string;
  readonly profile: CommandProfile;
  /** It lives on beside other calls. */
  readonly lasting?: boolean;
  /** The policy lists what it writes: a folder of that which does not exist is made. */
  readonly exact?: boolean;
  /** It has a channel to this process. */
  readonly channel?: boolean;
  /** Absolute files and folders that it may read beside what all commands see. */
  readonly show?: readonly string[];
}

/** A started process as its sandbox looks after it. */
export interface WatchedProcess {
  readonly pid: number;
  readonly sockets: ReadonlyMap<number, Duplex>;
}

/** One command with its sandbox, ready to be started. Whoever opened it closes it when the command is gone. */
export interface SandboxedCommand {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** Beside the environment of all children. */
  readonly env: Readonly<Record<string, string>>;
  /** What it gets from descriptor 4 on; 3 is the channel of a program that is talked to. */
  readonly descriptors: readonly Descriptor[];
  /** Whether standard error is the sandbox's own, the command's outputs sharing standard output. */
  readonly speaksOnStderr: boolean;
  /** Looks after the started process; `end` ends it. Gives what stops looking. */
  readonly watch: (process: WatchedProcess, end: (because: string) => void) => () => void;
  /** Whether the command itself was ever started. `said` is what came on the sandbox's own standard error. */
  readonly started: (said: string) => boolean;
  readonly network: () => readonly NetworkUse[];
  /** Ends what the command left behind, once its main process is gone. */
  sweep(): void;
  /** Keeps what is to be kept of a command that has ended, and tells of the limits that it met; `null` where there are none to tell of. */
  settle(result: CommandResult): FinishedCommand | null;
  close(): Promise<void>;
}

/** What became of a command in its sandbox. */
export interface FinishedCommand {
  readonly report: SandboxReport;
  /** For whoever reads the output: what the command met, and how to ask for more. One sentence or two each. */
  readonly notes: readonly string[];
}

/** No sandbox: what the command leaves behind is found by a mark in its environment. */
export function noBackend(): SandboxBackend {
  return {
    kind: 'none',
    protect: [],
    prepare: async ({ argv, cwd }) => {
      const mark = randomUUID();
      const begun = commandStart();
      return {
        argv,
        cwd,
        env: { [MARKER_NAME]: mark },
        descriptors: [],
        speaksOnStderr: false,
        watch: () => () => undefined,
        started: () => true,
        network: () => [],
        sweep: () => void endLeftoverProcesses(mark, begun),
        settle: () => null,
        close: async () => undefined,
      };
    },
  };
}
