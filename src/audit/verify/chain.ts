import type { JsonObject } from '../../common/index.ts';
import { type Entry, parseEntry } from '../format/entry.ts';
import { type FormatFault, decodeLine, ZERO_HASH } from '../format/format.ts';
import type { TrailHead } from '../format/trail.ts';

/** Why a line does not follow the line before it. */
export type ChainFault =
  | FormatFault
  | 'other-run'
  | 'duplicate-seq'
  | 'seq-gap'
  | 'prev-mismatch'
  | 'bad-event';

export type ChainResult =
  | { readonly ok: true; readonly entry: Entry | null; readonly fields: JsonObject }
  | { readonly ok: false; readonly code: ChainFault; readonly because: string };

/** Checks the chain line by line. Its only state is the head. */
export class ChainChecker {
  #run: string | null;
  #head: TrailHead = { hash: ZERO_HASH, count: 0 };

  /** `run`: the run that the trail must belong to; `null` accepts that of the first entry. */
  constructor(run: string | null) {
    this.#run = run;
  }

  get head(): TrailHead {
    return this.#head;
  }

  get run(): string | null {
    return this.#run;
  }

  /** Checks the next line. `entry` is `null` for a type that this version does not know. */
  next(line: Buffer): ChainResult {
    const opened = decodeLine(line);
    if (!opened.ok) return opened;
    const { envelope, fields } = opened;
    const { hash, count } = this.#head;
    const misplaced = this.#misplaced(envelope);
    if (misplaced !== null) return misplaced;
    if (envelope.prev !== hash) {
      const because = `\`prev\` is ${envelope.prev}, but the entry before has the hash ${hash}.`;
      return { ok: false, code: 'prev-mismatch', because };
    }
    const parsed = parseEntry(envelope, fields);
    if (parsed.kind === 'invalid') return { ok: false, code: 'bad-event', because: parsed.because };
    this.#run = envelope.run;
    this.#head = { hash: envelope.hash, count: count + 1 };
    return { ok: true, entry: parsed.kind === 'known' ? parsed.entry : null, fields };
  }

  #misplaced(entry: {
    readonly run: string;
    readonly seq: number;
  }): (ChainResult & { ok: false }) | null {
    const { count } = this.#head;
    if (this.#run !== null && entry.run !== this.#run) {
      const because = `The entry belongs to the run ${entry.run}, but the audit trail to ${this.#run}.`;
      return { ok: false, code: 'other-run', because };
    }
    if (entry.seq === count) return null;
    const because = `\`seq\` is ${entry.seq}, but must be ${count}.`;
    return { ok: false, code: entry.seq < count ? 'duplicate-seq' : 'seq-gap', because };
  }
}
