/**
 * The audit trails of many runs in one place. `collect` verifies each trail, keeps its files and writes its rows into one SQLite
 * file; `query` answers questions about them; `writeTables` writes the same tables as Parquet. `schema.ts` has the tables.
 */
export { openArchive } from './archive.ts';
export { collect, type CollectProgress } from './collect/collect.ts';
export type { CollectionProblem, CollectionResult, Named } from './collect/collection.ts';
export { type Answer, type Cell, queryArchive, questionSql } from './query/query.ts';
export { QUESTIONS } from './query/questions.ts';
export { SCHEMA } from './schema.ts';
export { type WrittenTables, writeTables } from './tables/write-tables.ts';
export { type SiteResult, writeSite } from './site/write-site.ts';
