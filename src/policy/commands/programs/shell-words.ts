import type { Word } from '../analysis.ts';

const SHELL_SWITCHES = /^-(?:[eux]*c[eux]*|[eux]+)$/;
/** Any options of a shell in one word, and those whose value is the next one. */
const SHELL_OPTIONS = /^(?:[-+][a-zA-Z]+|--[a-z-]+)$/;
const SHELL_VALUES = /^(?:[-+][a-zA-Z]*[oO]|--(?:rcfile|init-file))$/;

interface ShellWords<W> {
  /** The source in its words, or the script, and the words behind it. */
  readonly script: W | undefined;
  readonly rest: readonly W[];
  readonly isSource: boolean;
  /** It has no option but those that are known to be harmless. */
  readonly isPlain: boolean;
}

/** Reads the words of a shell behind its name: `-eo pipefail -c SOURCE`. */
export function readShellWords<W extends Word>(args: readonly W[]): ShellWords<W> {
  let [isSource, isPlain, position] = [false, true, 0];
  for (; position < args.length; position += 1) {
    const text = args[position]?.text ?? null;
    if (text === '--norc' || text === '--noprofile') continue;
    if (text === null || !SHELL_OPTIONS.test(text)) break;
    isPlain &&= SHELL_SWITCHES.test(text);
    isSource ||= /^-[a-zA-Z]*c/.test(text);
    if (SHELL_VALUES.test(text)) position += 1;
  }
  if (args[position]?.text === '--' && isSource) {
    isPlain = false;
    position += 1;
  }
  const script = args[position];
  isPlain &&= !/^[-+]/.test(script?.text ?? '');
  return { script, rest: args.slice(position + 1), isSource, isPlain };
}
