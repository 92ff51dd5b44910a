/** The folder of a row below its table, as Hive names partitions. */

/** Hive's word for a partition whose value is NULL. */
const NONE = '__HIVE_DEFAULT_PARTITION__';
/** The date of rows without a time, so that the folder is a date for every program. */
const NO_DATE = '1970-01-01';
const DAY = /^[12]\d{3}-\d\d-\d\d/;
const REPOSITORY = /^[A-Za-z0-9][\w-]{0,99}\/[\w.-]{1,100}$/;

/** The names of the folders of partitions, from the outermost. */
export const PARTITION_FOLDERS = [
  /^date=\d{4}-\d\d-\d\d$/,
  /^owner=[\w%-]{1,100}$/,
  /^repo=[\w.%-]{1,100}$/,
] as const;

/**
 * `date=YYYY-MM-DD/owner=OWNER/repo=NAME`, in lower case: GitHub does not distinguish names by case, and neither do some file systems.
 * Audit trails are untrusted, so text that is no name of a repository is in the partition of rows without one. The columns have
 * each value as it is.
 */
export function partitionOf(time: string | null, repository: string | null): string {
  const name = REPOSITORY.test(repository ?? '') ? (repository ?? '').toLowerCase() : null;
  const [owner, repo] = name?.split('/').map(escaped) ?? [NONE, NONE];
  return `date=${dayOf(time ?? '')}/owner=${owner}/repo=${repo}`;
}

/** DuckDB reads `null` as NULL. Programs that read Hive's partitions decode `%` and two digits. */
function escaped(name: string): string {
  return name === 'null' ? '%6Eull' : name;
}

function dayOf(time: string): string {
  const [day = NO_DATE] = DAY.exec(time) ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  // `Date` moves a day that does not exist into the next month.
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  return isReal ? day : NO_DATE;
}
