/** I/O: questions to an archive. */
import { clauseText, CountersignError, didYouMean, invalidInput } from '../../common/index.ts';
import { archiveError, readArchive } from '../archive.ts';
import { QUESTIONS } from './questions.ts';
import { arrayRows, type Database, resultCode, RESULT } from '../sqlite.ts';

/** A value of a row. Integers beyond what a number can be are text; bytes are hexadecimal text. */
export type Cell = string | number | null;

/** The answer to a question: its columns, and its rows while they are read. */
export interface Answer {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly Cell[]>;
}

/** The SQL of a ready question. Throws `input-invalid` for a name that there is none of. */
export function questionSql(name: string): string {
  const found = QUESTIONS.find((one) => one.name === name);
  if (found !== undefined) return found.sql;
  const names = QUESTIONS.map((one) => one.name);
  throw invalidInput(
    `There is no question ${JSON.stringify(name)}.${didYouMean(name, names)}`,
    `Write one of ${names.join(', ')}, or pass SQL with --sql.`,
  );
}

/**
 * Runs one statement on an archive and passes its answer to `use`. Nothing can be changed: the statement may only read tables of this
 * database. Throws `input-invalid` for SQL that SQLite refuses or that is not exactly one statement, and `file-refused` where
 * there is no archive.
 */
export async function queryArchive<T>(
  folder: string,
  sql: string,
  use: (answer: Answer) => Promise<T>,
): Promise<T> {
  using database = await readArchive(folder);
  try {
    return await use(answerOf(database, sql));
  } catch (error) {
    const code = resultCode(error);
    if (code === null) throw error;
    if (code === RESULT.busy || code === RESULT.ioError) throw archiveError(error, folder);
    throw refused(clauseText(error), error);
  }
}

function answerOf(database: Database, sql: string): Answer {
  const statement = prepared(database, sql);
  const columns = statement.columns().map(({ name }) => name);
  return { columns, rows: arrayRows(statement).map((row) => row.map(cellOf)) };
}

function prepared(database: Database, sql: string) {
  // SQLite ends a text at a NUL character, and says nothing of the rest.
  if (sql.includes('\0')) throw refused('it contains a NUL character');
  const statement = attempt(() => database.prepare(sql));
  const rest = sql.slice(statement.sourceSQL.length);
  const more = attempt(() => isStatement(database, rest));
  if (more) throw refused('it has more than one statement');
  return statement;
}

/** Whether a text is more than white space, comments and semicolons. */
function isStatement(database: Database, text: string): boolean {
  if (/^[\s;]*$/.test(text)) return false;
  try {
    database.prepare(text);
    return true;
  } catch (error) {
    return resultCode(error) !== null;
  }
}

function attempt<T>(prepare: () => T): T {
  try {
    return prepare();
  } catch (error) {
    if (resultCode(error) !== null) throw error;
    throw refused(clauseText(error), error);
  }
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function refused(why: string, cause?: unknown): CountersignError {
  return invalidInput(
    `The SQL cannot be run: ${why}.`,
    'Write one SELECT statement. `countersign audit query --schema` prints the tables.',
    cause,
  );
}
