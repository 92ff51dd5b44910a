import { errorText } from '../../common/index.ts';
import type { BackgroundCommand, CommandOptions, CommandResult, LogPart } from '../ports.ts';
import { notStartedResult } from './processes/run-process.ts';
import type { SandboxedCommand } from './sandbox-backend.ts';

/** Output kept of a background command, in UTF-16 units; older text is dropped from the front. */
const MAX_LOG_CHARS = 1_000_000;

/** Output before the part that is read, in UTF-16 units: a secret may begin there. */
const MAX_BEFORE_CHARS = 64_000;

/** A log that is read by offset while it is written, in bounded memory. */
export class RollingLog {
  readonly #max: number;
  #chunks: string[] = [];
  #length = 0;
  /** The offset of the first character that is held. */
  #base = 0;
  /** The offset of the first character that is still shown. */
  #start = 0;

  constructor(maxChars: number = MAX_LOG_CHARS) {
    this.#max = maxChars;
  }

  add(text: string): void {
    this.#chunks.push(text);
    this.#length += text.length;
    if (this.#length <= 2 * this.#max + MAX_BEFORE_CHARS) return;
    const all = this.#chunks.join('');
    this.#start = this.#base + all.length - this.#max;
    const held = all.slice(all.length - this.#max - MAX_BEFORE_CHARS);
    this.#base += all.length - held.length;
    this.#chunks = [held];
    this.#length = held.length;
  }

  /** The part from `offset` on, or what is left of it. */
  read(offset: number): LogPart {
    const all = this.#chunks.join('');
    this.#chunks = all === '' ? [] : [all];
    const wanted = Number.isFinite(offset) ? Math.max(0, Math.floor(offset)) : 0;
    const from = Math.max(wanted, this.#start) - this.#base;
    return {
      before: all.slice(Math.max(0, from - MAX_BEFORE_CHARS), from),
      dropped: Math.max(0, this.#start - wanted),
      text: all.slice(from),
      next: this.#base + all.length,
    };
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
