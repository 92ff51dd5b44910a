import { type Json, oneLine } from '../../common/index.ts';
import type { CommandRunner } from '../../sandbox/index.ts';
import { hostProgram } from './host-program.ts';
import { Channel } from './channel.ts';

/** How long the program itself may take to start. */
const HELLO_TIMEOUT_MS = 30_000;
/** How often the process is started, if it ends by itself or has to be ended. */
const MAX_STARTS = 6;
/** Output of modules, kept for the message about their end. */
const KEPT_OUTPUT_CHARS = 8_192;
const SHOWN_OUTPUT_CHARS = 1_000;
const MAX_WHY_CHARS = 2_000;

export interface ModuleProcessOptions {
  /** For messages: `the repository's tools`. */
  readonly what: string;
  /** The absolute path of the modules. */
  readonly folder: string;
  readonly commands: () => Promise<Pick<CommandRunner, 'startInteractive'>>;
  readonly redact: (text: string) => string;
  /** Called with a failure of something that a module left running. */
  readonly onStray: (message: string) => void;
  /** Loads the modules after each start, before any other request. */
  readonly onStart: (ask: Ask) => Promise<void>;
  readonly answer: (operation: string, data: Json, signal: AbortSignal) => Promise<Json>;
  readonly onEvent: (name: string, data: Json) => void;
}

export interface AskOptions {
  /** The process is ended if the answer takes longer. Absent: no limit. */
  readonly timeoutMs?: number;
  /** The message after that. */
  readonly late?: string;
  /** Cancels the request. The process is ended if it does not answer within `graceMs` after that. */
  readonly signal?: AbortSignal;
  readonly graceMs?: number;
}
export type Ask = (operation: string, data: Json, options?: AskOptions) => Promise<Json>;

interface Running {
  readonly ask: Ask;
  kill(because: string): void;
  /** Resolves when the process and its children have ended. */
  readonly closed: Promise<void>;
}

interface Held {
  channel: Channel | null;
  ended: string | null;
  /** Its last output. */
  output: string;
}

/**
 * The process that modules run in: started with the first request, ended when it does not answer in time, and started again for
 * the next request. After a violation of the protocol it is never started again. This file does I/O.
 */
export class ModuleProcess {
  readonly #options: ModuleProcessOptions;
  readonly #closing: Promise<void>[] = [];
  #running: Promise<Running> | null = null;
  #starts = 0;
  /** Why it is not started again. */
  #over: string | null = null;
  #lastEnd = '';

  constructor(options: ModuleProcessOptions) {
    this.#options = options;
  }

  /** Starts the process unless it runs. Rejects with the error of `onStart`. */
  async start(): Promise<void> {
    await this.#run();
  }

  /** Sends a request to the modules. Rejects with their failure, or if their process ends first. */
  async ask(operation: string, data: Json, options: AskOptions = {}): Promise<Json> {
    const running = await this.#run();
    return await running.ask(operation, data, options);
  }

  /** Ends the process, which is never started again. */
  forbid(because: string): void {
    this.#over ??= `The process of ${this.#options.what} was ended for good: ${because}.`;
    void this.#running?.then((running) => running.kill(because)).catch(() => undefined);
  }

  /** Ends the process and its children. */
  async close(): Promise<void> {
    this.#over ??= `The process of ${this.#options.what} has ended with the run.`;
    const running = await this.#running?.catch(() => null);
    running?.kill('the run is over');
    await Promise.all(this.#closing);
  }

  async #run(): Promise<Running> {
    if (this.#over !== null) throw new Error(this.#over);
    if (this.#running !== null) return await this.#running;
    if (this.#starts >= MAX_STARTS) {
      const why = `it ended ${MAX_STARTS} times, the last time because ${this.#lastEnd}`;
      this.#over = `The process of ${this.#options.what} is not started again: ${why}.`;
      throw new Error(this.#over);
    }
    this.#starts += 1;
    const started = this.#launch();
    this.#running = started;
    try {
      return await started;
    } catch (error) {
      if (this.#running === started) this.#running = null;
      throw error;
    }
  }

  async #launch(): Promise<Running> {
    const running = await this.#open();
    try {
      await running.ask('hello', null, { timeoutMs: HELLO_TIMEOUT_MS });
      await this.#options.onStart(running.ask);
      return running;
    } catch (error) {
      running.kill('it could not be used');
      await running.closed;
      throw error;
    }
  }

  async #open(): Promise<Running> {
    const { folder, commands } = this.#options;
    const { argv, show } = hostProgram(folder);
    const held: Held = { channel: null, ended: null, output: '' };
    const end = (because: string): void => {
      if (held.ended !== null) return;
      held.ended = because;
      this.#lastEnd = because;
      this.#running = null;
      held.channel?.end(because);
    };
    const decoder = new TextDecoder();
    const gone = Promise.withResolvers<void>();
    const { startInteractive } = await commands();
    const process = await startInteractive(argv, {
      channel: true,
      show,
      onOutput: (chunk) => {
        const output = held.output + decoder.decode(chunk, { stream: true });
        held.output = output.slice(-KEPT_OUTPUT_CHARS);
      },
      onEnd: (because) => {
        end(because);
        gone.resolve();
      },
    });
    const kill = (because: string): void => {
      end(because);
      const closed = process.close().catch(() => undefined);
      this.#closing.push(closed);
    };
    const stream = process.channel;
    if (stream === null) {
      await process.close();
      throw new Error(`The process of ${this.#options.what} got no channel.`);
    }
    const channel = new Channel({
      stream,
      answer: this.#options.answer,
      onEvent: (name, data) => {
        const { onStray, onEvent } = this.#options;
        if (name !== 'stray') onEvent(name, data);
        else if (typeof data === 'string') onStray(data);
      },
      onBreach: (because) => {
        this.forbid(because);
        kill(because);
      },
    });
    held.channel = channel;
    // It may have ended before the handler was set.
    if (held.ended !== null) channel.end(held.ended);
    const ask: Ask = async (operation, data, options = {}) => {
      const clear = limit(operation, options, kill);
      try {
        return await channel.ask(operation, data, options);
      } catch (error) {
        throw new Error(this.#failureText(error, held), { cause: error });
      } finally {
        clear();
      }
    };
    return { ask, kill, closed: gone.promise };
  }

  /** The message of a failure: the modules' own, or how their process ended and its last output. */
  #failureText(error: unknown, { ended, output }: Held): string {
    const message = error instanceof Error ? error.message : String(error);
    if (ended === null || message !== ended) return this.#redacted(message);
    // Redacted before it is cut: half a secret matches nothing.
    const printed = this.#options.redact(output).trim().slice(-SHOWN_OUTPUT_CHARS);
    const last = printed === '' ? '' : ` It printed: ${oneLine(printed, MAX_WHY_CHARS)}`;
    return `The process of ${this.#options.what} ended: ${this.#redacted(ended)}.${last}`;
  }

  #redacted(text: string): string {
    return oneLine(this.#options.redact(text), MAX_WHY_CHARS);
  }
}

/** Ends the process if the answer is late. Returns a function that cancels that. */
function limit(
  operation: string,
  { timeoutMs, late, signal, graceMs }: AskOptions,
  kill: (because: string) => void,
): () => void {
  const timers: NodeJS.Timeout[] = [];
  const endAfter = (ms: number, because: string): void => {
    timers.push(setTimeout(() => kill(because), ms));
  };
  if (timeoutMs !== undefined)
    endAfter(timeoutMs, late ?? `it gave no answer to ${operation} within ${timeoutMs} ms`);
  const cancelled = (): void => {
    if (graceMs !== undefined)
      endAfter(graceMs, `it did not stop within ${graceMs} ms after its signal was aborted`);
  };
  if (signal?.aborted === true) cancelled();
  else signal?.addEventListener('abort', cancelled, { once: true });
  return () => {
    signal?.removeEventListener('abort', cancelled);
    for (const timer of timers) clearTimeout(timer);
  };
}
