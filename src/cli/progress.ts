import type { CollectProgress } from '../archive/index.ts';
import { visible } from '../common/index.ts';
import type { CliIo } from './spec.ts';

/** Without a terminal, a line is written for every so many trails. */
const EVERY = 100;
const CLEAR_LINE = '\r\u001B[2K';

/** Shows on standard error how far a collection is: one line that changes on a terminal, plain lines elsewhere. */
export class ProgressLine implements Disposable {
  readonly #io: Pick<CliIo, 'err' | 'errIsTerminal'>;
  #isDrawn = false;

  constructor(io: Pick<CliIo, 'err' | 'errIsTerminal'>) {
    this.#io = io;
  }

  show(progress: CollectProgress): void {
    const { done, isEnd } = progress;
    const isDue = isEnd || this.#io.errIsTerminal || (done > 0 && done % EVERY === 0);
    if (!isDue) return;
    const text = textOf(progress);
    this.clear();
    this.#io.err(isEnd || !this.#io.errIsTerminal ? `${text}\n` : text);
    this.#isDrawn = !isEnd && this.#io.errIsTerminal;
  }

  /** Writes a line that stays. */
  note(line: string): void {
    this.clear();
    this.#io.err(`${visible(line)}\n`);
  }

  clear(): void {
    if (this.#isDrawn) this.#io.err(CLEAR_LINE);
    this.#isDrawn = false;
  }

  [Symbol.dispose](): void {
    this.clear();
  }
}

function textOf({ place, done, total }: CollectProgress): string {
  const trails = done === 1 && (total ?? 1) === 1 ? 'audit trail' : 'audit trails';
  return visible(
    `${place}: ${done}${total === null || total === done ? '' : ` of ${total}`} ${trails}`,
  );
}
