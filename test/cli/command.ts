/** The command line for tests: in this process, which takes none of the start of another. */
import { tmpdir } from 'node:os';
import { runCommand } from '../../src/cli/main.ts';

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

/** Runs a command without a terminal; `entry.ts` is the same as a process of its own. */
export async function cli(args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  let out = '';
  let err = '';
  const code = await runCommand([process.execPath, 'countersign', ...args], {
    out: (text) => {
      out += text;
    },
    print: async (pieces) => {
      for await (const piece of pieces) out += piece;
    },
    err: (text) => {
      err += text;
    },
    errHasColour: false,
    errIsTerminal: false,
    stdin: () => Promise.resolve(options.stdin ?? ''),
    environment: { PATH: process.env['PATH'] ?? '', ...options.env },
    cwd: options.cwd ?? tmpdir(),
    terminal: null,
  });
  return { code, out, err };
}
