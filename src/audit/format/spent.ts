import type { Entry, EntryOf } from './entry.ts';

/** An entry that says what a request to the model has used. */
export type SpendingEntry = EntryOf<'model.reply' | 'model.broken'>;

export function isSpending(entry: Entry): entry is SpendingEntry {
  return entry.type === 'model.reply' || entry.type === 'model.broken';
}

/** The tokens of an entry by kind: input, output, read from the cache and written to it. */
export function tokenCountsOf(entry: SpendingEntry): readonly [number, number, number, number] {
  return [
    entry['gen_ai.usage.input_tokens'],
    entry['gen_ai.usage.output_tokens'],
    entry['gen_ai.usage.cache_read.input_tokens'],
    entry['gen_ai.usage.cache_creation.input_tokens'],
  ];
}

/** All tokens of an entry, as a limit counts them. */
export function tokensOf(entry: SpendingEntry): number {
  return tokenCountsOf(entry).reduce((sum, count) => sum + count, 0);
}
