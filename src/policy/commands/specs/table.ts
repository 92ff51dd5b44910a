/** What is known of programs, by their names. A key has every name that an entry is for, separated by commas. */
export type Table<Entry> = Readonly<Record<string, Entry>>;

/** What `read` makes of each entry and the first of its names, by each name. */
export function byName<Entry, Read>(
  table: Table<Entry>,
  read: (entry: Entry, name: string) => Read,
): ReadonlyMap<string, Read> {
  return new Map(
    Object.entries(table).flatMap(([names, entry]) => {
      const each = names.split(', ');
      const known = read(entry, each[0] ?? '');
      return each.map((name): [string, Read] => [name, known]);
    }),
  );
}

/** A list of words reads more easily in a few lines than with a line for each. */
export function words(text: string): readonly string[] {
  return text.split(' ');
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(words(text));
}
