/** The tables of an archive as data: their columns and types, for programs other than SQLite. */
import { COUNTED_TABLES, SCHEMA } from '../schema.ts';
import { openDatabase } from '../sqlite.ts';

/** What a column holds. SQLite has times as text and booleans as 0 and 1. */
export type ColumnType = 'text' | 'integer' | 'double' | 'boolean' | 'time';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

export interface ArchiveTable {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The time in this column, with the row's repository, says its partition. `null`: a row is in that of its trail's run. */
  readonly timeColumn: string | null;
}

/** The times of the tables that say what was collected. They never change, but for those of `repositories`. */
const TIME_COLUMNS: Readonly<Record<string, string>> = {
  repositories: 'asked_at',
  artifacts: 'created_at',
  workflow_runs: 'created_at',
  trails: 'collected_at',
};
const BOOLEANS: ReadonlySet<string> = new Set([
  'from_fork',
  'broke_off',
  'untrusted',
  'sandboxed',
  'counted',
  'found',
  'trusted',
  'used_default',
]);
const TIME = /^time$|_at$|^listed_(?:from|until)$/;

/**
 * All tables of `schema.ts`, in the order in which they are written elsewhere: `runs` is the last, so that whoever reads meanwhile
 * finds all rows of each run that is there.
 */
export async function archiveTables(): Promise<readonly ArchiveTable[]> {
  using database = await openDatabase(':memory:');
  database.exec(SCHEMA);
  const counted = COUNTED_TABLES.filter((name) => name !== 'runs');
  return [...Object.keys(TIME_COLUMNS), ...counted, 'runs'].map((name) => ({
    name,
    columns: database
      .prepare(`SELECT * FROM ${name}`)
      .columns()
      .map((column) => ({ name: column.name, type: typeOf(column.name, column.type) })),
    timeColumn: TIME_COLUMNS[name] ?? null,
  }));
}

function typeOf(name: string, type: string | null): ColumnType {
  switch (type) {
    case 'INTEGER':
      return BOOLEANS.has(name) ? 'boolean' : 'integer';
    case 'REAL':
      return 'double';
    default:
      return TIME.test(name) ? 'time' : 'text';
  }
}
