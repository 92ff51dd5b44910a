import type { Entry } from '../format/entry.ts';
import type { EntryOf } from '../verify/replay-state.ts';
import { type CallView, PartBuilder, seqOf, type TrailPart, type TurnView } from './parts.ts';

/** The calls and turns of a run, all in memory. Nothing here is verified. */
export interface RunView {
  readonly starts: readonly EntryOf<'run.start'>[];
  readonly calls: readonly CallView[];
  readonly turns: readonly TurnView[];
}

/** Groups the entries of a trail by call and turn, each in the order of its first entry. */
export async function viewTrail(entries: AsyncIterable<Entry> | Iterable<Entry>): Promise<RunView> {
  const builder = new PartBuilder();
  const parts: TrailPart[] = [];
  for await (const entry of entries) {
    const { complete } = builder.add(entry);
    if (complete !== null && complete.is !== 'other') parts.push(complete);
  }
  const ordered = [...parts, ...builder.end()].toSorted((a, b) => seqOf(a) - seqOf(b));
  const calls = ordered.flatMap((part) => (part.is === 'call' ? [part.call] : []));
  const byId = new Map(calls.map((call) => [call.call, call]));
  for (const answer of builder.late) byId.get(answer.call)?.decisions.push(answer);
  return {
    starts: ordered.flatMap((part) => (part.is === 'start' ? [part.entry] : [])),
    calls,
    turns: ordered.flatMap((part) => (part.is === 'turn' ? [part.turn] : [])),
  };
}
