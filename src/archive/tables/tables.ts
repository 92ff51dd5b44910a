/** The tables of an archive as data: their columns and types, for programs other than SQLite. */
import { COUNTED_TABLES, SCHEMA } from '../schema.ts';
import { openDatabase } from '../sqlite.ts';

/** What a column holds. SQLite has times as text and booleans as 0 and 1. */
export type ColumnType = 'text' | 'integer' | 'double' | 'boolean' | 'time';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/** Where the partition of a row comes from: the columns with its time and its repository. */
interface PartitionColumns {
  readonly time: string;
  readonly repository: string;
}

export interface ArchiveTable {
  readonly name: string;
  readonly columns: readonly Column[];
  /** `null`: the rows of a counted trail are in the partition of its run. */
  readonly partition: PartitionColumns | null;
}

/** The partitions of the tables that say what was collected. Their times never change, but for those of `repositories`. */
const PARTITIONS: Readonly<Record<string, PartitionColumns>> = {
  repositories: { time: 'asked_at', repository: 'repository' },
  artifacts: { time: 'created_at', repository: 'repository' },
  workflow_runs: { time: 'created_at', repository: 'repository' },
  trails: { time: 'collected_at', repository: 'repository' },
};
const BOOLEANS: ReadonlySet<string> = new Set([
  'from_fork',
  'broke_off',
  'untrusted',
  'sandboxed',
  'counted',
  'found',
  'trusted',
]);
const TIME = /^time$|_at$|^listed_(?:from|until)$/;

/**
 * All tables of `schema.ts`, in the order in which they are written elsewhere: `runs` is the last, so that whoever reads meanwhile
 * finds all rows of each run that is there.
 */
export async function archiveTables(): Promise<readonly ArchiveTable[]> {
  const database = await openDatabase(':memory:');
  try {
    database.exec(SCHEMA);
    const counted = COUNTED_TABLES.filter((name) => name !== 'runs');
    return [...Object.keys(PARTITIONS), ...counted, 'runs'].map((name) => ({
      name,
      columns: database
        .prepare(`SELECT * FROM ${name}`)
        .columns()
        .map((column) => ({ name: column.name, type: typeOf(column.name, column.type) })),
      partition: PARTITIONS[name] ?? null,
    }));
  } finally {
    database.close();
  }
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
