import { CountersignError } from '../../common/index.ts';
import { type Entry, parseEntry } from './entry.ts';
import { type FormatFault, decodeLine, ZERO_HASH } from './format.ts';
import { LineSplitter } from './lines.ts';
import type { TrailHead } from './trail.ts';

/** Why a line does not follow the line before it. */
export type ChainFault =
  | FormatFault
  | 'other-run'
  | 'duplicate-seq'
  | 'seq-gap'
  | 'prev-mismatch'
  | 'bad-event';

type ChainResult =
  | { readonly ok: true; readonly entry: Entry }
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

  next(line: Buffer): ChainResult {
    const decoded = decodeLine(line);
    if (!decoded.ok) return decoded;
    const { envelope, fields } = decoded;
    const { hash, count } = this.#head;
    const misplaced = this.#misplaced(envelope);
    if (misplaced !== null) return misplaced;
    if (envelope.prev !== hash) {
      const because = `\`prev\` is ${envelope.prev}, but the entry before has the hash ${hash}.`;
      return { ok: false, code: 'prev-mismatch', because };
    }
    const entry = parseEntry(envelope, fields);
    if (typeof entry === 'string') return { ok: false, code: 'bad-event', because: entry };
    this.#run = envelope.run;
    this.#head = { hash: envelope.hash, count: count + 1 };
    return { ok: true, entry };
  }

  #misplaced(entry: {
    readonly run: string;
    readonly seq: number;
  }): (ChainResult & { ok: false }) | null {
    const { count } = this.#head;
    const begins = entry.seq === 0 && count > 0 ? ` ${OTHER_TRAIL}` : '';
    if (this.#run !== null && entry.run !== this.#run) {
      const because = `The entry belongs to the run ${entry.run}, but the audit trail to ${this.#run}.${begins}`;
      return { ok: false, code: 'other-run', because };
    }
    if (entry.seq === count) return null;
    const because = `\`seq\` is ${entry.seq}, but must be ${count}.${begins}`;
    return { ok: false, code: entry.seq < count ? 'duplicate-seq' : 'seq-gap', because };
  }
}

const OTHER_TRAIL = 'Another audit trail begins here: verify each file for itself.';

export type TrailChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Yields the lines of a trail after `chain` has checked them. Throws `trail-broken` at the first line that does not follow the
 * one before it, and at a line that is too long. A truncated last line stays in `lines`.
 */
export async function* chainedLines(
  chunks: TrailChunks,
  options: {
    readonly chain: ChainChecker;
    readonly lines?: LineSplitter;
    /** The trail, as the message of an error begins. */
    readonly name?: string;
    /** What to do about a broken trail. */
    readonly fix: string;
  },
): AsyncGenerator<{ readonly line: Buffer; readonly entry: Entry }> {
  const { chain, lines = new LineSplitter(), name = 'The audit trail', fix } = options;
  const broken = (because: string): CountersignError => {
    const message = `${name} is broken at line ${chain.head.count + 1}: ${because}`;
    return new CountersignError('trail-broken', message, { fix });
  };
  for await (const chunk of chunks) {
    for (const line of lines.push(chunk)) {
      const linked = chain.next(line);
      if (!linked.ok) throw broken(linked.because);
      yield { line, entry: linked.entry };
    }
    if (lines.overflowing) throw broken('The line is too long.');
  }
}
