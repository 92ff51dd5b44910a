import { type Json, oneLine } from '../../common/index.ts';
import type { CommandRunner } from '../../sandbox/index.ts';
import { hostProgram } from './place.ts';
import { Peer } from './peer.ts';

/** How long the program itself may take to begin. */
const HELLO_TIMEOUT_MS = 30_000;
/** A process that ends by itself, or had to be ended, is started anew so often for the calls that come after. */
const MAX_STARTS = 6;
/** What modules print is kept for the message about their end. */
const KEPT_OUTPUT_CHARS = 8_192;
const SHOWN_OUTPUT_CHARS = 1_000;
const MAX_WHY_CHARS = 2_000;

export interface ModuleProcessOptions {
  /** For messages: `the repository's tools`. */
  readonly what: string;
  /** Absolute: where the modules lie. */
  readonly folder: string;
  readonly commands: () => Promise<Pick<CommandRunner, 'startInteractive'>>;
  readonly redact: (text: string) => Promise<string>;
  /** Loads the modules, after each start and before anything else is asked. */
  readonly onStart: (ask: Ask) => Promise<void>;
  readonly answer: (operation: string, data: Json, signal: AbortSignal) => Promise<Json>;
  readonly onEvent: (name: string, data: Json) => void;
}

export interface AskOptions {
  /** How long the answer may take: the process is ended after that. Absent: as long as it takes. */
  readonly timeoutMs?: number;
  /** What is said then. */
  readonly late?: string;
  /** Tells the process that the answer is no longer wanted; it is ended where it does not come back within `graceMs` after that. */
  readonly signal?: AbortSignal;
  readonly graceMs?: number;
}
export type Ask = (operation: string, data: Json, options?: AskOptions) => Promise<Json>;

interface Running {
  readonly ask: Ask;
  kill(because: string): void;
  /** Resolves when nothing of it is left. */
  closed(): Promise<void>;
}

interface Held {
  peer: Peer | null;
  ended: string | null;
  /** What it printed last. */
  output: string;
}

/**
 * The process that modules run in: started when it is first asked, ended when it does not answer in time, and started again for
 * the next question. One that does not keep to the rules of its channel is ended for good. This file does I/O.
 */
export class ModuleProcess {
  readonly #options: ModuleProcessOptions;
  readonly #closing: Promise<void>[] = [];
  #running: Promise<Running> | null = null;
  #starts = 0;
  /** Why it is not started any more. */
  #over: string | null = null;
  #lastEnd = '';

  constructor(options: ModuleProcessOptions) {
    this.#options = options;
  }

  /** Starts it where it does not run. Rejects with what `onStart` found wrong. */
  async start(): Promise<void> {
    await this.#run();
  }

  /** Asks the modules. Rejects with what they say went wrong, and where their process ends first. */
  async ask(operation: string, data: Json, options: AskOptions = {}): Promise<Json> {
    const running = await this.#run();
    return await running.ask(operation, data, options);
  }

  /** Ends it for good, because of what it did. */
  forbid(because: string): void {
    this.#over ??= `The process of ${this.#options.what} was ended for good: ${because}.`;
    void this.#running?.then((running) => running.kill(because)).catch(() => undefined);
  }

  /** Ends it with whatever it started. */
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
      this.#over = `The process of ${this.#options.what} is not started any more: ${why}.`;
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
      await running.closed();
      throw error;
    }
  }

  async #open(): Promise<Running> {
    const { folder, commands } = this.#options;
    const { argv, show } = hostProgram(folder);
    const held: Held = { peer: null, ended: null, output: '' };
    const end = (because: string): void => {
      if (held.ended !== null) return;
      held.ended = because;
      this.#lastEnd = because;
      this.#running = null;
      held.peer?.end(because);
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
    const { channel } = process;
    if (channel === null) {
      await process.close();
      throw new Error(`The process of ${this.#options.what} got no channel.`);
    }
    const peer = new Peer({
      stream: channel,
      answer: this.#options.answer,
      onEvent: this.#options.onEvent,
      onBreach: (because) => {
        this.forbid(because);
        kill(because);
      },
    });
    held.peer = peer;
    // It may have ended before there was anything to tell of it.
    if (held.ended !== null) peer.end(held.ended);
    const ask: Ask = async (operation, data, options = {}) => {
      const lift = limit(operation, options, kill);
      try {
        return await peer.ask(operation, data, options);
      } catch (error) {
        throw new Error(await this.#told(error, held), { cause: error });
      } finally {
        lift();
      }
    };
    return { ask, kill, closed: async () => await gone.promise };
  }

  /** The words of a failure: what the modules say, or how their process ended and what it printed last. */
  async #told(error: unknown, { ended, output }: Held): Promise<string> {
    const message = error instanceof Error ? error.message : String(error);
    if (ended === null || message !== ended) return await this.#redacted(message);
    const printed = output.trim().slice(-SHOWN_OUTPUT_CHARS);
    const last =
      printed === '' ? '' : ` It printed: ${oneLine(await this.#redacted(printed), MAX_WHY_CHARS)}`;
    return `The process of ${this.#options.what} ended: ${await this.#redacted(ended)}.${last}`;
  }

  async #redacted(text: string): Promise<string> {
    return oneLine(await this.#options.redact(text), MAX_WHY_CHARS);
  }
}

/** Ends the process where the answer does not come in time. Gives what lifts that. */
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
      endAfter(graceMs, `it did not stop within ${graceMs} ms when it was told to`);
  };
  if (signal?.aborted === true) cancelled();
  else signal?.addEventListener('abort', cancelled, { once: true });
  return () => {
    signal?.removeEventListener('abort', cancelled);
    for (const timer of timers) clearTimeout(timer);
  };
}
