/** SQL for the programs that read the tables of an archive from Parquet files: the tables, and questions to them. */
import { QUESTIONS } from '../query/questions.ts';
import { SCHEMA } from '../schema.ts';
import type { ArchiveTable } from './tables.ts';

/** A file of SQL that lies beside the tables. */
export interface EngineFile {
  readonly name: string;
  readonly text: string;
}

const TYPES = {
  text: { bigquery: 'STRING', athena: 'string', clickhouse: 'String' },
  integer: { bigquery: 'INT64', athena: 'bigint', clickhouse: 'Int64' },
  double: { bigquery: 'FLOAT64', athena: 'double', clickhouse: 'Float64' },
  boolean: { bigquery: 'BOOL', athena: 'boolean', clickhouse: 'Bool' },
  time: { bigquery: 'TIMESTAMP', athena: 'timestamp', clickhouse: "DateTime64(3, 'UTC')" },
} as const;

/** Patterns of all files of a table, below its folder. */
const FILES = 'date=*/owner=*/repo=*/rows.parquet';

/** For each program: the statements that make the tables, and ready questions. */
export function engineFiles(tables: readonly ArchiveTable[]): readonly EngineFile[] {
  return [
    { name: 'duckdb.sql', text: duckdb(tables) },
    { name: 'bigquery.sql', text: bigquery(tables) },
    { name: 'athena.sql', text: athena(tables) },
    { name: 'clickhouse.sql', text: clickhouse(tables) },
  ];
}

/** The views and the questions of SQLite run in DuckDB as they are, with two of its functions. */
function duckdb(tables: readonly ArchiveTable[]): string {
  const views = SCHEMA.match(/^CREATE VIEW [\s\S]*?;$/gm) ?? [];
  return joined([
    `-- In the folder of the tables: duckdb -init duckdb.sql
-- then, for example: FROM question_approvals; or any SQL on the tables. Times are in UTC.
-- For tables in a bucket: SET file_search_path = 's3://BUCKET/FOLDER';`,
    ...tables.map(
      ({
        name,
      }) => `CREATE OR REPLACE VIEW ${name} AS SELECT * FROM read_parquet('${name}/${FILES}',
  hive_partitioning = true, hive_types = {'date': DATE, 'owner': VARCHAR, 'repo': VARCHAR});`,
    ),
    `-- Functions of SQLite that the questions use.
CREATE OR REPLACE MACRO total(x) AS coalesce(sum(x), 0.0);
CREATE OR REPLACE MACRO julianday(t) AS epoch_ms(t) / 86400000.0;`,
    ...views.map((view) => view.replace('CREATE VIEW', 'CREATE OR REPLACE VIEW')),
    ...QUESTIONS.map(
      ({ name, summary, sql }) =>
        `-- ${summary}\nCREATE OR REPLACE VIEW question_${name.replaceAll('-', '_')} AS${sql};`,
    ),
  ]);
}

function bigquery(tables: readonly ArchiveTable[]): string {
  return joined([
    `-- Copy the tables with: gcloud storage rsync --recursive --delete-unmatched-destination-objects FOLDER gs://BUCKET/FOLDER
-- and write your bucket in place of gs://BUCKET/FOLDER.`,
    'CREATE SCHEMA IF NOT EXISTS countersign;',
    ...tables.map(
      ({ name, columns }) => `CREATE OR REPLACE EXTERNAL TABLE countersign.${name} (
${columns.map((column) => `  \`${column.name}\` ${TYPES[column.type].bigquery}`).join(',\n')}
)
WITH PARTITION COLUMNS (\`date\` DATE, owner STRING, repo STRING)
OPTIONS (
  format = 'PARQUET',
  uris = ['gs://BUCKET/FOLDER/${name}/*.parquet'],
  hive_partition_uri_prefix = 'gs://BUCKET/FOLDER/${name}',
  require_hive_partition_filter = false
);`,
    ),
    approvals({
      seconds: 'TIMESTAMP_DIFF(d.answered_at, a.asked_at, SECOND)',
      quote: '`',
      since: "d.`date` >= DATE '2026-01-01'",
    }),
  ]);
}

function athena(tables: readonly ArchiveTable[]): string {
  return joined([
    `-- Copy the tables with: aws s3 sync --delete FOLDER s3://BUCKET/FOLDER
-- and write your bucket in place of s3://BUCKET/FOLDER. Athena runs one statement at a time.
-- Run MSCK REPAIR TABLE again after each copy: it finds new partitions.`,
    'CREATE DATABASE IF NOT EXISTS countersign;',
    ...tables.map(
      ({ name, columns }) => `CREATE EXTERNAL TABLE IF NOT EXISTS countersign.${name} (
${columns.map((column) => `  \`${column.name}\` ${TYPES[column.type].athena}`).join(',\n')}
)
PARTITIONED BY (\`date\` date, \`owner\` string, \`repo\` string)
STORED AS PARQUET
LOCATION 's3://BUCKET/FOLDER/${name}/';

MSCK REPAIR TABLE countersign.${name};`,
    ),
    approvals({
      seconds: "date_diff('second', a.asked_at, d.answered_at)",
      quote: '"',
      since: `d."date" >= DATE '2026-01-01'`,
    }),
  ]);
}

function clickhouse(tables: readonly ArchiveTable[]): string {
  return joined([
    `-- Copy the tables with: aws s3 sync --delete FOLDER s3://BUCKET/FOLDER
-- and write the address of your bucket in place of https://BUCKET.s3.amazonaws.com/FOLDER.
-- For files of the server itself: ENGINE = File(Parquet, '/FOLDER/TABLE/${FILES}').`,
    'CREATE DATABASE IF NOT EXISTS countersign;',
    ...tables.map(
      ({ name, columns }) => `CREATE OR REPLACE TABLE countersign.${name} (
${columns.map((column) => `  \`${column.name}\` Nullable(${TYPES[column.type].clickhouse})`).join(',\n')}
)
ENGINE = S3('https://BUCKET.s3.amazonaws.com/FOLDER/${name}/${FILES}', 'Parquet');`,
    ),
    approvals({
      seconds: "dateDiff('second', a.asked_at, d.answered_at)",
      quote: '`',
      since: "d.answered_at >= '2026-01-01'",
    }),
  ]);
}

/** The question that every audit begins with, in the words of a program. */
function approvals({
  seconds,
  quote,
  since,
}: Readonly<Record<'seconds' | 'quote' | 'since', string>>): string {
  const call = `${quote}call${quote}`;
  return `-- Who approved or denied what, and how fast.
SELECT d.answered_at, r.repository, d.login, d.permission, d.decision,
  CASE WHEN d.counted THEN 'yes' ELSE concat('no: ', d.because) END AS counts,
  ${seconds} AS seconds,
  c.tool, c.arguments, c.rule, c.state, d.url, r.run, d.${call}
FROM countersign.decisions AS d
JOIN countersign.runs AS r ON r.trail = d.trail
LEFT JOIN countersign.approvals AS a ON a.trail = d.trail AND a.approval = d.approval
LEFT JOIN countersign.calls AS c ON c.trail = d.trail AND c.${call} = d.${call}
WHERE ${since}
ORDER BY d.answered_at;`;
}

function joined(statements: readonly string[]): string {
  return `${statements.join('\n\n')}\n`;
}
