import { CountersignError, roundUsd } from '../../common/index.ts';
import type { Entry, EntryOf } from '../format/entry.ts';
import { isSpending, type SpendingEntry, tokenCountsOf } from '../format/spent.ts';
import { type LateAnswers, PartBuilder, type TrailPart } from './parts.ts';

/** The entries of a trail from its beginning, each time it is called. A trail is read several times, but never held in memory. */
export type TrailSource = () => AsyncIterable<Entry> | Iterable<Entry>;

/** How many calls have each value, in the order of the first call that has it. */
type Counts = readonly (readonly [value: string, calls: number])[];

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

/**
 * Reads a trail once. `visit` gets each part when it is complete. Throws `trail-broken` if more calls or turns are open than any
 * run has.
 */
export async function summarizeTrail(
  source: TrailSource,
  visit?: (part: TrailPart) => void,
): Promise<TrailSummary> {
  const parts = new PartBuilder();
  const sums = new PartSums();
  const complete = (part: TrailPart): void => {
    sums.add(part);
    visit?.(part);
  };
  let [start, end]: [TrailSummary['start'], TrailSummary['end']] = [null, null];
  let [first, last]: [Entry | null, Entry | null] = [null, null];
  let count = 0;
  for await (const entry of source()) {
    const step = parts.add(entry);
    if (step.complete !== null) complete(step.complete);
    if (entry.type === 'run.start') [start, end] = [start ?? entry, null];
    if (entry.type === 'run.end') end = entry;
    first ??= entry;
    last = entry;
    count += 1;
  }
  for (const part of parts.end()) complete(part);
  const { run = '', hash: head = '', time: lastTime = null } = last ?? {};
  const firstTime = first?.time ?? null;
  return { run, start, end, ...sums.result(), count, head, firstTime, lastTime, late: parts.late };
}

class PartSums {
  readonly #counts = { workflowRuns: 0, turns: 0, replies: 0, calls: 0 };
  readonly #states = new Tally();
  readonly #verdicts = new Tally();
  readonly #totals: { -readonly [Name in keyof Totals]: Totals[Name] } = {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheCreationTokens: 0,
    costUsd: 0,
  };

  add(part: TrailPart): void {
    switch (part.is) {
      case 'start':
        this.#counts.workflowRuns += 1;
        return;
      case 'turn':
        this.#counts.turns += 1;
        if (part.turn.reply === null) return;
        this.#counts.replies += 1;
        return this.#spend(part.turn.reply);
      case 'call':
        this.#counts.calls += 1;
        this.#states.add(part.call.state, part.call.seq);
        this.#verdicts.add(part.call.verdict?.verdict ?? 'none', part.call.seq);
        return;
      case 'other':
        if (isSpending(part.entry)) this.#spend(part.entry);
    }
  }

  result() {
    const [states, verdicts] = [this.#states.counts(), this.#verdicts.counts()];
    return { ...this.#counts, states, verdicts, totals: this.#totals };
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
