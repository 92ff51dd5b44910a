import {
  lastState,
  type Redactor,
  truncateMiddle,
  visible,
  withoutSequences,
} from '../../common/index.ts';
import { commonStart } from '../files/change/differing-part.ts';

/** A command that ends before this shows its output at its end only. */
const FIRST_MS = 1_000;
const NEXT_MS = 500;
/** The longer a command runs, the rarer its output is shown: half an hour of it takes fewer events than a call may emit. */
const SHARE_OF_TIME = 0.01;
/** Characters of one event. The result has what is left out. */
const MAX_EVENT_CHARS = 4_000;
const MAX_PENDING_CHARS = 64_000;
/** Shown text that is redacted again with what follows it: a secret of several lines may begin there. */
const MAX_CONTEXT_CHARS = 64_000;

/**
 * Shows the output of a running command as it comes: in whole lines, because half of a secret matches nothing, without
 * escape sequences, redacted, and bounded. Sets timers.
 */
export class LiveOutput {
  readonly #emit: (progress: { readonly output: string }) => void;
  readonly #redactor: Pick<Redactor, 'redact'> | undefined;
  readonly #startedMs = performance.now();
  #timer: NodeJS.Timeout;
  #pending = '';
  /** The beginning of the line was dropped. */
  #isInsideLine = false;
  /** The last lines that were shown. */
  #shown = '';

  constructor(
    emit: (progress: { readonly output: string }) => void,
    redactor: Pick<Redactor, 'redact'> | undefined,
  ) {
    this.#emit = emit;
    this.#redactor = redactor;
    this.#timer = this.#showAfter(FIRST_MS);
  }

  add(text: string): void {
    const start = this.#isInsideLine ? text.indexOf('\n') + 1 : 0;
    if (this.#isInsideLine && start === 0) return;
    this.#pending += text.slice(start);
    this.#isInsideLine = false;
    if (this.#pending.length <= 2 * MAX_PENDING_CHARS) return;
    this.#pending = lastLines(this.#pending, MAX_PENDING_CHARS);
    this.#isInsideLine = this.#pending === '' && !text.endsWith('\n');
  }

  /** Shows the rest, if anything was shown before. */
  end(): void {
    clearTimeout(this.#timer);
    if (this.#shown !== '') this.#show(this.#pending);
  }

  #showAfter(delayMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      const end = this.#pending.lastIndexOf('\n') + 1;
      const lines = this.#pending.slice(0, end);
      this.#pending = this.#pending.slice(end);
      this.#show(lines);
      const elapsedMs = performance.now() - this.#startedMs;
      this.#timer = this.#showAfter(Math.max(NEXT_MS, elapsedMs * SHARE_OF_TIME));
    }, delayMs);
  }

  /** Never throws: what cannot be redacted is not shown, and the result fails for the same reason. */
  #show(text: string): void {
    if (text === '') return;
    const before =
      this.#shown.length > MAX_CONTEXT_CHARS
        ? lastLines(this.#shown, MAX_CONTEXT_CHARS / 2)
        : this.#shown;
    const whole = before + plainLines(text);
    try {
      this.#shown = this.#redactor?.redact(whole) ?? whole;
    } catch {
      return;
    }
    const fresh = this.#shown.slice(commonStart(before, this.#shown));
    if (fresh !== '') this.#emit({ output: truncateMiddle(visible(fresh), MAX_EVENT_CHARS) });
  }
}

/** Lines without escape sequences, each as a terminal would leave it. */
function plainLines(text: string): string {
  return withoutSequences(text).split('\n').map(lastState).join('\n');
}

/** At most the last `max` characters, from the beginning of a line on; nothing of a longer line. */
function lastLines(text: string, max: number): string {
  const start = text.indexOf('\n', Math.max(0, text.length - max - 1));
  return start === -1 ? '' : text.slice(start + 1);
}
