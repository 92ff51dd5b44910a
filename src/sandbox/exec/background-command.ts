import type { NetworkUse } from '../network/index.ts';
import type { BackgroundCommand, CommandResult } from '../ports.ts';

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
    return { text: `[... ${this.#start - from} characters dropped ...]\n${all}`, next };
  }
}

/** Wraps a running process: `finish` is its pending result, `stop` asks it to end. */
export function backgroundCommand(parts: {
  readonly id: string;
  readonly log: RollingLog;
  readonly finish: Promise<CommandResult>;
  readonly stop: () => void;
  readonly network: () => readonly NetworkUse[];
}): BackgroundCommand {
  let result: CommandResult | null = null;
  void parts.finish.then((value) => {
    result = value;
    return value;
  });
  return {
    id: parts.id,
    state: () => result ?? 'running',
    network: parts.network,
    logs: (offset) => parts.log.read(offset),
    kill: async () => {
      parts.stop();
      return parts.finish;
    },
  };
}
