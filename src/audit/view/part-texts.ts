import { PartBuilder, seqOf, type TrailPart } from './parts.ts';
import { entriesAgain, type TrailSource, type TrailSummary } from './summary.ts';
import { TextSpool, type WaitingText } from './text-spool.ts';

/**
 * The parts of a trail as text, in the order of their first entries. `render` gets each part when it is complete, and leaves
 * out a part with `null`. Texts behind a call that is still open wait in a spool.
 */
export async function* partTexts(
  source: TrailSource,
  summary: TrailSummary,
  render: (part: TrailPart) => string | null | Promise<string | null>,
): AsyncGenerator<string> {
  const builder = new PartBuilder(summary.late);
  using waiting = new WaitingTexts();
  for await (const entry of entriesAgain(source, summary)) {
    const { begun, complete } = builder.add(entry);
    if (begun !== null) waiting.begin(begun);
    if (complete === null) continue;
    waiting.complete(seqOf(complete), await render(complete));
    yield* waiting.ready();
  }
  for (const part of builder.end()) {
    waiting.complete(seqOf(part), await render(part));
    yield* waiting.ready();
  }
}

/** Texts that wait for one that begins before them. */
class WaitingTexts implements Disposable {
  /** The parts that began and were not passed on, in their order; those before `#next` were. */
  #begun: number[] = [];
  #next = 0;
  readonly #complete = new Map<number, WaitingText | null>();
  readonly #spool = new TextSpool();

  begin(seq: number): void {
    this.#begun.push(seq);
  }

  complete(seq: number, made: string | null): void {
    this.#complete.set(seq, made === null ? null : this.#spool.put(made));
  }

  /** The texts that wait for nothing any more. */
  *ready(): Generator<string> {
    for (;;) {
      const seq = this.#begun[this.#next];
      if (seq === undefined) break;
      const found = this.#complete.get(seq);
      if (found === undefined) break;
      this.#complete.delete(seq);
      this.#next += 1;
      if (found !== null) yield this.#spool.take(found);
    }
    if (this.#next < this.#begun.length && this.#next < MAX_PASSED) return;
    if (this.#complete.size === 0) this.#spool.clear();
    this.#begun = this.#begun.slice(this.#next);
    this.#next = 0;
  }

  [Symbol.dispose](): void {
    this.#spool[Symbol.dispose]();
  }
}

/** Parts that were passed on and are still listed. */
const MAX_PASSED = 10_000;
