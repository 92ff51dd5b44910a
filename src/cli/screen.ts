import { styleText } from 'node:util';
import { oneLine } from '../common/index.ts';
import type { LogTone } from '../reporting/index.ts';
import type { RunEvent } from '../tool-calls/index.ts';
import type { CliIo } from './spec.ts';

const FORMATS = {
  soft: 'dim',
  good: 'green',
  bad: 'red',
  warning: 'yellow',
  call: 'bold',
  title: 'cyan',
} as const;
const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const FRAME_MS = 100;
const LABEL_CHARS = 50;
const CLEAR_LINE = '\r\u001B[2K';

/** What a run is busy with, and since when. */
interface Work {
  readonly label: string;
  readonly sinceMs: number;
}

/**
 * Standard error while a run works: its log in colours, and below it a line with what the run is busy with and for how long. The
 * colours need `errHasColour`, the line `errIsTerminal`; without both this writes the plain log. Sets a timer.
 */
export class RunScreen {
  readonly #io: Pick<CliIo, 'err' | 'errHasColour' | 'errIsTerminal'>;
  readonly #running = new Map<string, Work>();
  #thinking: Work | null = null;
  #isAsking = false;
  /** Lines of the log that are written together before the process does anything else. */
  #ready = '';
  #frame = 0;
  #isDrawn = false;
  readonly #timer: NodeJS.Timeout | null;

  constructor(io: Pick<CliIo, 'err' | 'errHasColour' | 'errIsTerminal'>) {
    this.#io = io;
    this.#timer = io.errIsTerminal ? setInterval(() => this.#draw(), FRAME_MS).unref() : null;
  }

  /** Writes safe text: the caller has escaped its control characters. */
  write(text: string, tone: LogTone | 'title' = 'plain'): void {
    const styled =
      this.#io.errHasColour && tone !== 'plain'
        ? styleText(FORMATS[tone], text, { validateStream: false })
        : text;
    // One write for the lines of calls that run side by side: each costs as much as what it says.
    if (this.#ready === '') process.nextTick(() => this.#clear());
    this.#ready += `${styled}\n`;
  }

  /** Follows what the run is busy with. */
  listen(event: RunEvent): void {
    if (event.type === 'turn:start') this.#thinking = working('the model thinks');
    if (event.type === 'turn:end') this.#thinking = null;
    if (event.type === 'tool:start')
      this.#running.set(event.snapshot.call, working(callLabel(event)));
    if (event.type === 'tool:end' || event.type === 'tool:error')
      this.#running.delete(event.snapshot.call);
    if (event.type === 'permission_decided') this.#isAsking = false;
    if (event.type !== 'permission_required') return;
    // The question has the screen for itself until it is answered.
    this.#isAsking = true;
    this.#clear();
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#clear();
  }

  #draw(): void {
    const work = [...this.#running.values()].at(-1) ?? this.#thinking;
    if (work === null || this.#isAsking) return this.#clear();
    this.#frame = (this.#frame + 1) % FRAMES.length;
    const seconds = Math.floor((performance.now() - work.sinceMs) / 1_000);
    const others = this.#running.size > 1 ? ` and ${this.#running.size - 1} more` : '';
    this.#io.err(`${CLEAR_LINE}${FRAMES[this.#frame] ?? ''} ${work.label}${others} ${seconds} s`);
    this.#isDrawn = true;
  }

  /** Removes the drawn line, and writes the log that is ready. */
  #clear(): void {
    const text = `${this.#isDrawn ? CLEAR_LINE : ''}${this.#ready}`;
    this.#isDrawn = false;
    this.#ready = '';
    if (text !== '') this.#io.err(text);
  }
}

function working(label: string): Work {
  return { label, sinceMs: performance.now() };
}

function callLabel({ snapshot }: RunEvent & { readonly type: 'tool:start' }): string {
  return oneLine(`${snapshot.call} ${snapshot.tool} ${snapshot.inputPreview}`, LABEL_CHARS);
}
