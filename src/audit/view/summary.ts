import { CountersignError, roundUsd } from '../../common/index.ts';
import type { Entry, EntryOf } from '../format/entry.ts';
import { isSpending, type SpendingEntry, tokenCountsOf } from '../format/spent.ts';
import { type LateAnswers, PartBuilder, type TrailPart } from './parts.ts';

/** The entries of a trail from its beginning, each time it is called. A trail is read several times, but never held in memory. */
export type TrailSource = () => AsyncIterable<Entry> | Iterable<Entry>;

/** How many calls have each value, in the order of the first call that has it. */
type Counts = readonly (readonly [value: string, calls: number])[];

/** Sums over all turns. */
interface Totals {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheCreationTokens: number;
  /** `null` if one price is unknown. */
  readonly costUsd: number | null;
}

/** A run in a few values, however long its trail is. Nothing here is verified. */
export interface TrailSummary {
  readonly run: string;
  /** The first `run.start`. */
  readonly start: EntryOf<'run.start'> | null;
  /** The end of the last workflow run; `null` if it has none. */
  readonly end: EntryOf<'run.end'> | null;
  /** How many `run.start` there are: a workflow run begins with each. */
  readonly workflowRuns: number;
  readonly turns: number;
  readonly replies: number;
  readonly calls: number;
  readonly states: Counts;
  readonly verdicts: Counts;
  readonly totals: Totals;
  readonly count: number;
  readonly head: string;
  readonly firstTime: string | null;
  readonly lastTime: string | null;
  readonly late: LateAnswers;
}

/** Reads a trail once. `visit` gets each part when it is complete. */
export async function summarizeTrail(
  source: TrailSource,
  visit?: (part: TrailPart) => void,
): Promise<TrailSummary> {
  const summarizer = new TrailSummarizer(visit);
  for await (const entry of source()) summarizer.add(entry);
  return summarizer.end();
}

class TrailSummarizer {
  readonly #parts = new PartBuilder();
  readonly #visit: ((part: TrailPart) => void) | undefined;
  #start: TrailSummary['start'] = null;
  #end: TrailSummary['end'] = null;
  #firstTime: string | null = null;
  #last: Entry | null = null;
  readonly #counts = { count: 0, workflowRuns: 0, turns: 0, replies: 0, calls: 0 };
  readonly #states = new Tally();
  readonly #verdicts = new Tally();
  readonly #totals: { -readonly [Name in keyof Totals]: Totals[Name] } = {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheCreationTokens: 0,
    costUsd: 0,
  };

  constructor(visit?: (part: TrailPart) => void) {
    this.#visit = visit;
  }

  /** Adds the next entry. Throws `trail-broken` if more calls or turns are open than any run has. */
  add(entry: Entry): void {
    const { complete } = this.#parts.add(entry);
    if (complete !== null) this.#complete(complete);
    if (entry.type === 'run.start') {
      this.#start ??= entry;
      this.#end = null;
    } else if (entry.type === 'run.end') this.#end = entry;
    this.#firstTime ??= entry.time;
    this.#last = entry;
    this.#counts.count += 1;
  }

  /** The summary of the whole trail, after its last entry. */
  end(): TrailSummary {
    for (const part of this.#parts.end()) this.#complete(part);
    const { run = '', hash: head = '', time: lastTime = null } = this.#last ?? {};
    return {
      run,
      start: this.#start,
      end: this.#end,
      ...this.#counts,
      states: this.#states.counts(),
      verdicts: this.#verdicts.counts(),
      totals: this.#totals,
      head,
      firstTime: this.#firstTime,
      lastTime,
      late: this.#parts.late,
    };
  }

  #complete(part: TrailPart): void {
    switch (part.is) {
      case 'start':
        this.#counts.workflowRuns += 1;
        break;
      case 'turn':
        this.#counts.turns += 1;
        if (part.turn.reply === null) break;
        this.#counts.replies += 1;
        this.#spend(part.turn.reply);
        break;
      case 'call':
        this.#counts.calls += 1;
        this.#states.add(part.call.state, part.call.seq);
        this.#verdicts.add(part.call.verdict?.verdict ?? 'none', part.call.seq);
        break;
      case 'other':
        if (isSpending(part.entry)) this.#spend(part.entry);
    }
    this.#visit?.(part);
  }

  #spend(entry: SpendingEntry): void {
    const [input, output, cacheRead, cacheCreation] = tokenCountsOf(entry);
    const totals = this.#totals;
    totals.inputTokens += input;
    totals.outputTokens += output;
    totals.cacheReadTokens += cacheRead;
    totals.cacheCreationTokens += cacheCreation;
    // One unknown price makes the sum unknown, not smaller.
    totals.costUsd =
      totals.costUsd === null || entry.costUsd === null
        ? null
        : roundUsd(totals.costUsd + entry.costUsd);
  }
}

/** The same entries again. Throws `trail-broken` if they changed; skips those that a running run added since. */
export async function* entriesAgain(
  source: TrailSource,
  { head, count }: Pick<TrailSummary, 'head' | 'count'>,
): AsyncGenerator<Entry> {
  if (count === 0) return;
  for await (const entry of source()) {
    yield entry;
    if (entry.hash === head) return;
  }
  throw new CountersignError(
    'trail-broken',
    'The audit trail was changed while it was read: the entry that was its last is gone.',
    { fix: 'Read it again when nothing writes it.' },
  );
}

/** Counts values, and remembers where each was first: calls are complete in another order than they begin. */
class Tally {
  readonly #values = new Map<string, { calls: number; first: number }>();

  add(value: string, seq: number): void {
    const counted = this.#values.get(value) ?? { calls: 0, first: seq };
    counted.calls += 1;
    counted.first = Math.min(counted.first, seq);
    this.#values.set(value, counted);
  }

  counts(): Counts {
    return [...this.#values]
      .toSorted(([, a], [, b]) => a.first - b.first)
      .map(([value, { calls }]) => [value, calls]);
  }
}
