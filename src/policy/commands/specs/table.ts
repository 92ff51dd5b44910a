/** Entries by the names that they are for. A key lists all names of its entry, separated by commas. */
export type Table<Entry> = Readonly<Record<string, Entry>>;

/** Maps each name of a table to its entry. */
export function byName<Entry>(table: Table<Entry>): ReadonlyMap<string, Entry> {
  return readByName(table, (entry) => entry);
}

/** Maps each name of a table to what `read` returns for its entry and the first of the entry's names. */
export function readByName<Entry, Read>(
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

/** The words of a list; none without a list. The tables have lists in one text, and no line for each word. */
export function words(list: string | undefined): readonly string[] {
  return list?.split(' ') ?? [];
}

/** Whether a list has a word. */
export function isListed(list: string | undefined, word: string): boolean {
  return words(list).includes(word);
}

/** The names of options of Go's `flag` package: with one hyphen or two. */
export function goOptions(names: string): string {
  return words(names)
    .map((name) => `-${name} --${name}`)
    .join(' ');
}

/** The words of a list as a set. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(words(text));
}
