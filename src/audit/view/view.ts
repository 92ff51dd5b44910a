import type { Entry, EntryOf } from '../format/entry.ts';
import type { CallView, TurnView } from './parts.ts';
import { summarizeTrail } from './summary.ts';

/** The most calls and turns of a kind that a view has. */
const MAX_VIEWED = 1_000;

/** The beginning of a run in memory, of a size that does not grow with its trail. Nothing here is verified. */
export interface RunView {
  readonly starts: readonly EntryOf<'run.start'>[];
  /** In the order of their first entries: the first thousand that ran, and the first thousand that did not. */
  readonly calls: readonly CallView[];
  readonly callCount: number;
  /** The first thousand. */
  readonly turns: readonly TurnView[];
  readonly turnCount: number;
}

/** Groups the entries of a trail by call and turn, and keeps the first of them. Results of calls are left out. */
export async function viewTrail(entries: AsyncIterable<Entry> | Iterable<Entry>): Promise<RunView> {
  const starts: EntryOf<'run.start'>[] = [];
  const [ran, others] = [new Firsts<CallView>(), new Firsts<CallView>()];
  const turns = new Firsts<TurnView>();
  const { late } = await summarizeTrail(
    () => entries,
    (part) => {
      if (part.is === 'start') starts.push(part.entry);
      if (part.is === 'turn') turns.add(part.turn);
      if (part.is !== 'call') return;
      const { call } = part;
      call.result = null;
      (call.state === 'COMPLETED' || call.state === 'FAILED' ? ran : others).add(call);
    },
  );
  const calls = [...ran.list(), ...others.list()].toSorted((a, b) => a.seq - b.seq);
  const byId = new Map(calls.map((call) => [call.call, call]));
  for (const answer of late) byId.get(answer.call)?.decisions.push(answer);
  return {
    starts,
    calls,
    callCount: ran.count + others.count,
    turns: turns.list(),
    turnCount: turns.count,
  };
}

/** The items that begin first, of many that come in another order. */
export class Firsts<T extends { readonly seq: number }> {
  count = 0;
  #items: T[] = [];

  add(item: T): void {
    this.count += 1;
    if (this.#items.push(item) >= 2 * MAX_VIEWED) this.#items = [...this.list()];
  }

  list(): readonly T[] {
    return this.#items.toSorted((a, b) => a.seq - b.seq).slice(0, MAX_VIEWED);
  }
}
