import type { JsonObject } from '../../common/index.ts';
import { type Entry, parseEntry } from '../format/entry.ts';
import { type FormatFault, decodeLine, ZERO_HASH } from '../format/format.ts';
import type { TrailHead } from '../format/ports.ts';

/** Why a line does not belong where it stands. */
export type ChainFault =
  | FormatFault
  | 'other-run'
  | 'duplicate-seq'
  | 'seq-gap'
  | 'prev-mismatch'
  | 'bad-event';

export type Linked =
  | { readonly ok: true; readonly entry: Entry | null; readonly fields: JsonObject }
  | { readonly ok: false; readonly code: ChainFault; readonly because: string };

/** Checks lines one after the other. Holds the head and nothing else. */
export class ChainChecker {
  #run: string | null;
  #head: TrailHead = { hash: ZERO_HASH, count: 0 };

  /** `run`: whose trail it must be; `null` takes the first entry's word for it. */
  constructor(run: string | null) {
    this.#run = run;
  }

  get head(): TrailHead {
    return this.#head;
  }

  get run(): string | null {
    return this.#run;
  }

  /** The next line's entry, `null` for one of a type that this version does not know. */
  next(line: Buffer): Linked {
    const opened = decodeLine(line);
    if (!opened.ok) return opened;
    const { envelope, fields } = opened;
    const { hash, count } = this.#head;
    const misplaced = this.#misplaced(envelope);
    if (misplaced !== null) return misplaced;
    if (envelope.prev !== hash) {
      const because = `prev is ${envelope.prev}, but the entry before has the hash ${hash}.`;
      return { ok: false, code: 'prev-mismatch', because };
    }
    const parsed = parseEntry(envelope, fields);
    if (parsed.kind === 'invalid') return { ok: false, code: 'bad-event', because: parsed.because };
    this.#run = envelope.run;
    this.#head = { hash: envelope.hash, count: count + 1 };
    return { ok: true, entry: parsed.kind === 'known' ? parsed.entry : null, fields };
  }

  #misplaced(at: { readonly run: string; readonly seq: number }): (Linked & { ok: false }) | null {
    const { count } = this.#head;
    if (this.#run !== null && at.run !== this.#run) {
      const because = `The entry is of the run ${at.run}, the trail of ${this.#run}.`;
      return { ok: false, code: 'other-run', because };
    }
    if (at.seq === count) return null;
    return at.seq < count
      ? {
          ok: false,
          code: 'duplicate-seq',
          because: `seq ${at.seq} came before; ${count} is next.`,
        }
      : { ok: false, code: 'seq-gap', because: `seq is ${at.seq}, but ${count} is next.` };
  }
}
