import { resolve } from 'node:path';
import { writeTables, type WrittenTables } from '../../../archive/index.ts';
import { counted, visible } from '../../../common/index.ts';
import { type CommandCall, type CommandSpec, EXIT, type ExitCode } from '../../spec.ts';
import { ARCHIVE_OPTION, archiveFolder } from './collect.ts';

/** `audit parquet`: reads an archive, and writes the folder. */
export const parquetCommand: CommandSpec = {
  name: 'audit parquet',
  summary:
    'Write the tables of an archive as Parquet files, partitioned by date and repository, with SQL for DuckDB, BigQuery, Athena and ClickHouse',
  arguments: '<folder>',
  argumentSummary: 'a new folder, or one that this command wrote: it is brought up to date',
  options: [ARCHIVE_OPTION],
  examples: [
    'countersign audit parquet ./tables',
    'cd tables && duckdb -init duckdb.sql -c "FROM question_approvals"',
  ],
  run,
};

async function run(call: CommandCall): Promise<ExitCode> {
  const archive = archiveFolder(call);
  const folder = resolve(call.io.cwd, call.args[0] ?? '.');
  const written = await writeTables(archive, folder);
  call.show({ folder, ...written }, visible(resultText(folder, written)));
  return EXIT.ok;
}

function resultText(folder: string, { written, unchanged, removed, rows }: WrittenTables): string {
  return `${folder}: ${counted(written, 'file')} written with ${counted(rows, 'row')}, ${unchanged} unchanged, ${removed} removed\n`;
}
