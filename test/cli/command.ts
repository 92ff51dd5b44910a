/** The command line for tests: in this process, which takes none of the start of another. */
import { tmpdir } from 'node:os';
import { runCommand } from '../../src/cli/main.ts';
import type { CliIo } from '../../src/cli/spec.ts';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CommandOptions {
  /** The environment, and nothing else; absent: where programs are. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly cwd?: string;
}

/** The process of a command without a terminal, and what it has printed so far. */
export function recordingIo(options: CommandOptions = {}) {
  const printed = { out: '', err: '' };
  const io: CliIo = {
    out: (text) => {
      printed.out += text;
    },
    print: async (pieces) => {
      for await (const piece of pieces) printed.out += piece;
    },
    err: (text) => {
      printed.err += text;
    },
    errIfLost: () => undefined,
    errHasColour: false,
    errIsTerminal: false,
    stdin: () => Promise.resolve(options.stdin ?? ''),
    environment: { PATH: process.env['PATH'] ?? '', ...options.env },
    cwd: options.cwd ?? tmpdir(),
    terminal: null,
  };
  return { io, printed };
}

/** Runs a command without a terminal; `entry.ts` is the same as a process of its own. */
export async function cli(args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  const { io, printed } = recordingIo(options);
  const code = await runCommand([process.execPath, 'countersign', ...args], io);
  return { code, ...printed };
}
