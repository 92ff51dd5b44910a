/** The command line in this process, with streams of its own. */
import { runCommand } from '../src/cli/main.ts';
import type { CliIo } from '../src/cli/spec.ts';

export interface CommandEnd {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command as `countersign` would, and gives back what it printed. */
export async function countersign(
  args: readonly string[],
  options: Pick<CliIo, 'environment' | 'cwd'> & {
    readonly stdin?: string;
    readonly terminal?: CliIo['terminal'];
  },
): Promise<CommandEnd> {
  const { environment, cwd, stdin = '', terminal = null } = options;
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
    errIfLost: () => undefined,
    errHasColour: false,
    errIsTerminal: false,
    stdin: () => Promise.resolve(stdin),
    environment,
    cwd,
    terminal,
  });
  return { code, out, err };
}
