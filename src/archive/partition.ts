/** The folder of a row below its table, as Hive names partitions. */

/** Hive's word for a partition whose value is NULL. */
const NONE = '__HIVE_DEFAULT_PARTITION__';
/** The date of rows without a time, so that the folder is a date for every program. */
const NO_DATE = '1970-01-01';
const DAY = /^[12]\d{3}-\d\d-\d\d/;
const REPOSITORY = /^([A-Za-z0-9][\w-]{0,99})\/([\w.-]{1,100})$/;

/** The pattern of all partitions of a table. */
export const PARTITION_FOLDERS = ['date=*', 'owner=*', 'repo=*'] as const;

/**
 * `date=YYYY-MM-DD/owner=OWNER/repo=NAME`, in lower case, because GitHub's names differ in case alone nowhere and folders do on some
 * file systems. Audit trails are untrusted: what is no repository's name on GitHub is in the partition of those without one. The
 * columns have each value as it is.
 */
export function partitionOf(time: string | null, repository: string | null): string {
  const [, owner = NONE, repo = NONE] = REPOSITORY.exec(repository ?? '') ?? [];
  const [date = NO_DATE] = DAY.exec(time ?? '') ?? [];
  const isReal = new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) === true;
  const [ownerKey, repoKey] = owner === NONE ? [NONE, NONE] : [owner, repo].map(lower);
  return `date=${isReal ? date : NO_DATE}/owner=${ownerKey}/repo=${repoKey}`;
}

function lower(name: string): string {
  return name.toLowerCase();
}
