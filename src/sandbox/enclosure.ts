import { randomUUID } from 'node:crypto';
import type { NetworkUse } from './network/index.ts';
import type { CommandRunner } from './ports.ts';
import type { Descriptor } from './spawn.ts';
import { endSurvivors, MARK_NAME, thisMoment } from './survivors.ts';

/** What stands around the commands of a run: bubblewrap, macOS's own sandbox, or nothing. */
export interface Enclosure {
  readonly kind: CommandRunner['sandbox'];
  /** Paths from the root that commands cannot write. */
  readonly protect: readonly string[];
  /** Puts the walls around one command. Rejects where they cannot be put up; the command is not run then. */
  open(command: {
    readonly argv: readonly [string, ...string[]];
    /** Absolute. */
    readonly cwd: string;
    /** Absolute files and folders that it may read beside what all commands see. */
    readonly show?: readonly string[];
  }): Promise<Enclosed>;
}

/** One command with its walls, ready to be started. Whoever opened it closes it when the command is gone. */
export interface Enclosed {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** Beside the environment of all children. */
  readonly env: Readonly<Record<string, string>>;
  /** What it gets from descriptor 4 on; 3 is the channel of a program that is talked to. */
  readonly descriptors: readonly Descriptor[];
  /** Whether standard error is the enclosure's own, the command's outputs sharing standard output. */
  readonly speaksOnStderr: boolean;
  /** Looks after the started command; `end` ends it. Gives what stops looking. */
  readonly watch: (pid: number, end: (because: string) => void) => () => void;
  readonly network: () => readonly NetworkUse[];
  /** Ends what the command left behind, once its main process is gone. */
  sweep(): void;
  close(): Promise<void>;
}

/** No walls: what the command leaves behind is found by a mark in its environment. */
export function noEnclosure(): Enclosure {
  return {
    kind: 'none',
    protect: [],
    open: async ({ argv, cwd }) => {
      const mark = randomUUID();
      const begun = thisMoment();
      return {
        argv,
        cwd,
        env: { [MARK_NAME]: mark },
        descriptors: [],
        speaksOnStderr: false,
        watch: () => () => undefined,
        network: () => [],
        sweep: () => void endSurvivors(mark, begun),
        close: async () => undefined,
      };
    },
  };
}
