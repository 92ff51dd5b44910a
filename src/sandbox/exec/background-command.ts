import { counted, errorText } from '../../common/index.ts';
import type { BackgroundCommand, CommandOptions, CommandResult } from '../ports.ts';
import { notStartedResult } from './processes/run-process.ts';
import type { SandboxedCommand } from './sandbox-backend.ts';

/** Output kept of a background command, in UTF-16 units; older text is dropped from the front. */
const MAX_LOG_CHARS = 1_000_000;

/** A log that is read by offset while it is written, in bounded memory. */
export class RollingLog {
  readonly #max: number;
  #chunks: string[] = [];
  #length = 0;
  /** The offset of the first character that is still kept. */
  #start = 0;

  constructor(maxChars: number = MAX_LOG_CHARS) {
    this.#max = maxChars;
  }

  add(text: string): void {
    this.#chunks.push(text);
    this.#length += text.length;
    if (this.#length <= 2 * this.#max) return;
    const all = this.#chunks.join('');
    const kept = all.slice(all.length - this.#max);
    this.#start += all.length - kept.length;
    this.#chunks = [kept];
    this.#length = kept.length;
  }

  /** The text from `offset` on. If it was dropped already, a line says how much is missing. */
  read(offset: number): { readonly text: string; readonly next: number } {
    const all = this.#chunks.join('');
    this.#chunks = all === '' ? [] : [all];
    const from = Number.isFinite(offset) ? Math.max(0, Math.floor(offset)) : 0;
    const next = this.#start + all.length;
    if (from >= this.#start) return { text: all.slice(from - this.#start), next };
    return { text: `[... ${counted(this.#start - from, 'character')} dropped ...]\n${all}`, next };
  }
}

export interface RunOptions extends CommandOptions {
  /** It continues to run beside other calls. */
  readonly isBackground?: boolean;
  readonly onPrepared?: (command: SandboxedCommand) => void;
}

/** Starts a command in the background. `execute` runs it with the options that are added here. */
export function startInBackground(
  id: string,
  options: Pick<CommandOptions, 'onOutput'>,
  execute: (
    added: Pick<RunOptions, 'signal' | 'onOutput' | 'onPrepared'>,
  ) => Promise<CommandResult>,
): BackgroundCommand {
  const log = new RollingLog();
  const stop = new AbortController();
  let prepared: SandboxedCommand | null = null;
  let result: CommandResult | null = null;
  const running = execute({
    signal: stop.signal,
    onOutput: (text) => {
      log.add(text);
      options.onOutput?.(text);
    },
    onPrepared: (command) => void (prepared = command),
  });
  // A failure becomes a result, because nobody may be waiting for the promise.
  const finish = running
    .catch((error: unknown) => notStartedResult(errorText(error)))
    .then((ended) => (result = ended));
  return {
    id,
    state: () => result ?? 'running',
    network: () => prepared?.network?.() ?? [],
    logs: (offset) => log.read(offset),
    kill: async () => {
      stop.abort();
      return await finish;
    },
  };
}
