import { memoize } from '../common/index.ts';
import { redactorFor } from '../session/index.ts';
import type { CliIo } from './spec.ts';

/** The process of a command that works with secrets: nothing that it prints, errors included, has one of its environment, or of its policy once that is loaded. */
export function redactedIo(io: CliIo): CliIo {
  const { environment, errHasColour, errIsTerminal, stdin, terminal } = io;
  const redactor = memoize(() => redactorFor(environment, {}));
  const out = (text: string): void => io.out(redactor().redact(text));
  return {
    environment,
    errHasColour,
    errIsTerminal,
    stdin,
    terminal,
    // Read when it is needed: a folder that was removed is an error then.
    get cwd() {
      return io.cwd;
    },
    out,
    err: (text) => io.err(redactor().redact(text)),
    errIfLost: (text) => io.errIfLost(redactor().redact(text)),
    addPatterns: (patterns) => redactor().addPatterns(patterns),
    print: async (pieces) => {
      // In one piece: half a secret matches nothing.
      let whole = '';
      for await (const piece of pieces) whole += piece;
      out(whole);
    },
  };
}
