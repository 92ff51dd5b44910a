import { CountersignError, roundUsd } from '../../common/index.ts';
import type { Entry, EntryOf } from '../format/entry.ts';
import { isSpending, type SpendingEntry } from '../format/spent.ts';
import { type LateAnswers, PartBuilder, seqOf, type TrailPart } from './parts.ts';

/** The entries of a trail from its beginning, each time it is called. A trail is read several times, but never held in memory. */
export type TrailSource = () => AsyncIterable<Entry> | Iterable<Entry>;

/** How many calls have each value, in the order of the first call that has it. */
type Counts = readonly (readonly [value: string, calls: number])[];

/** Sums over all turns. */
export interface Totals {
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

/** Sums up a trail whose entries it gets in their order. `visit` gets each part when it is complete. */
export class TrailSummarizer {
  readonly #parts = new PartBuilder();
  readonly #sums = new Summing();
  readonly #visit: ((part: TrailPart) => void) | undefined;
  #start: TrailSummary['start'] = null;
  #end: TrailSummary['end'] = null;
  #firstTime: string | null = null;
  #last: Entry | null = null;
  #count = 0;

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
    this.#count += 1;
  }

  /** The summary of the whole trail, after its last entry. */
  end(): TrailSummary {
    for (const part of this.#parts.end()) this.#complete(part);
    const { run = '', hash: head = '', time: lastTime = null } = this.#last ?? {};
    return {
      run,
      start: this.#start,
      end: this.#end,
      ...this.#sums.result(),
      count: this.#count,
      head,
      firstTime: this.#firstTime,
      lastTime,
      late: this.#parts.late,
    };
  }

  #complete(part: TrailPart): void {
    this.#sums.add(part);
    this.#visit?.(part);
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

class Summing {
  #workflowRuns = 0;
  #turns = 0;
  #replies = 0;
  #calls = 0;
  readonly #states = new Tally();
  readonly #verdicts = new Tally();
  readonly #tokens = {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheCreationTokens: 0,
  };
  #costUsd: number | null = 0;

  add(part: TrailPart): void {
    if (part.is === 'start') this.#workflowRuns += 1;
    if (part.is === 'turn') {
      this.#turns += 1;
      if (part.turn.reply !== null) this.#reply(part.turn.reply);
    }
    if (part.is === 'other' && isSpending(part.entry)) this.#spend(part.entry);
    if (part.is === 'call') {
      this.#calls += 1;
      this.#states.add(part.call.state, seqOf(part));
      this.#verdicts.add(part.call.verdict?.verdict ?? 'none', seqOf(part));
    }
  }

  result() {
    return {
      workflowRuns: this.#workflowRuns,
      turns: this.#turns,
      replies: this.#replies,
      calls: this.#calls,
      states: this.#states.counts(),
      verdicts: this.#verdicts.counts(),
      totals: { ...this.#tokens, costUsd: this.#costUsd },
    };
  }

  #reply(reply: EntryOf<'model.reply'>): void {
    this.#replies += 1;
    this.#spend(reply);
  }

  #spend(reply: SpendingEntry): void {
    const sums = this.#tokens;
    sums.inputTokens += reply['gen_ai.usage.input_tokens'];
    sums.outputTokens += reply['gen_ai.usage.output_tokens'];
    sums.cacheReadTokens += reply['gen_ai.usage.cache_read.input_tokens'];
    sums.cacheCreationTokens += reply['gen_ai.usage.cache_creation.input_tokens'];
    // One unknown price makes the sum unknown, not smaller.
    this.#costUsd =
      this.#costUsd === null || reply.costUsd === null
        ? null
        : roundUsd(this.#costUsd + reply.costUsd);
  }
}

/** Counts values, and remembers where each was first: calls are complete in another order than they begin. */
class Tally {
  readonly #found = new Map<string, { calls: number; first: number }>();

  add(value: string, seq: number): void {
    const found = this.#found.get(value) ?? { calls: 0, first: seq };
    found.calls += 1;
    found.first = Math.min(found.first, seq);
    this.#found.set(value, found);
  }

  counts(): Counts {
    return [...this.#found]
      .toSorted(([, a], [, b]) => a.first - b.first)
      .map(([value, { calls }]) => [value, calls]);
  }
}
