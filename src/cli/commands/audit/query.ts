import {
  queryArchive,
  QUESTIONS,
  questionSql,
  SCHEMA,
  type Answer,
  type Cell,
} from '../../../archive/index.ts';
import { counted, csvLine, invalidInput, oneLine } from '../../../common/index.ts';
import { escapeUnseen } from '../../json.ts';
import { type CommandCall, type CommandSpec, EXIT, type ExitCode } from '../../spec.ts';
import { ARCHIVE_OPTION, archiveFolder } from './collect.ts';

const ANSWER_FORMATS = ['table', 'json', 'csv'] as const;
type AnswerFormat = (typeof ANSWER_FORMATS)[number];

/** `audit query`: reads an archive, and changes nothing. */
export const queryCommand: CommandSpec = {
  name: 'audit query',
  summary:
    'Answer a question about an archive of audit trails, or run your own read-only SQL; without a question, list them',
  arguments: '[question]',
  argumentSummary: QUESTIONS.map(({ name }) => name).join(' | '),
  options: [
    ARCHIVE_OPTION,
    { flags: '--sql <statement>', summary: 'one SELECT statement; - reads it from standard input' },
    { flags: '--format <name>', summary: ANSWER_FORMATS.join(' | '), default: 'table' },
    { flags: '--schema', summary: 'print the tables and what their columns mean' },
  ],
  examples: [
    'countersign audit query approvals',
    'countersign audit query problems --json',
    'countersign audit query --format csv --sql "SELECT tool, count(*) AS calls FROM calls GROUP BY tool"',
  ],
  run,
};

async function run(call: CommandCall): Promise<ExitCode> {
  if (call.has('schema')) {
    call.show({ schema: SCHEMA }, SCHEMA.trimStart());
    return EXIT.ok;
  }
  const given = call.choice('format', ANSWER_FORMATS);
  if (call.json && given === 'csv') {
    throw invalidInput('--json and --format csv exclude each other.', 'Leave one of them out.');
  }
  const format = call.json ? 'json' : given;
  const sql = await statement(call);
  if (sql === null) {
    call.show(QUESTIONS, questionsText());
    return EXIT.ok;
  }
  const folder = archiveFolder(call);
  await queryArchive(
    folder,
    sql,
    async (answer) => await call.io.print(answerText(format, answer)),
  );
  return EXIT.ok;
}

/** The SQL to run; `null` if nothing was asked. */
async function statement(call: CommandCall): Promise<string | null> {
  const [question = null] = call.args;
  const sql = call.text('sql');
  if (question !== null && sql !== null) {
    throw invalidInput('Both a question and --sql are given.', 'Leave one of them out.');
  }
  if (sql !== null) return sql === '-' ? await call.io.stdin() : sql;
  return question === null ? null : questionSql(question);
}

function questionsText(): string {
  const width = Math.max(...QUESTIONS.map(({ name }) => name.length));
  return QUESTIONS.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}\n`).join('');
}

/** Rows by whose values the columns of a table get their widths. */
const MEASURED_ROWS = 200;
const MAX_CELL_CHARS = 76;

/** An answer as text, piece by piece: it may have any number of rows. Values come from audit trails and are untrusted. */
export async function* answerText(format: AnswerFormat, answer: Answer): AsyncGenerator<string> {
  switch (format) {
    case 'table':
      return yield* tableText(answer);
    case 'csv':
      return yield* csvText(answer);
    case 'json':
      return yield* jsonText(answer);
  }
}

function* csvText({ columns, rows }: Answer): Generator<string> {
  yield csvLine(columns);
  for (const row of rows) yield csvLine(row);
}

function* jsonText({ columns, rows }: Answer): Generator<string> {
  const names = distinct(columns);
  let separator = '[\n';
  for (const row of rows) {
    const object = Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]));
    yield `${separator}${escapeUnseen(JSON.stringify(object))}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Two columns of one name would be one member of an object. A further one gets a number with which no other column is named. */
function distinct(columns: readonly string[]): readonly string[] {
  const given = new Set(columns);
  const taken = new Set<string>();
  return columns.map((name) => {
    let free = name;
    for (let count = 2; taken.has(free) || (free !== name && given.has(free)); count += 1)
      free = `${name}_${count}`;
    taken.add(free);
    return free;
  });
}

function* tableText({ columns, rows }: Answer): Generator<string> {
  const iterator = rows[Symbol.iterator]();
  const first: (readonly Cell[])[] = [];
  for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
    first.push(next.value);
    if (first.length === MEASURED_ROWS) break;
  }
  const header = columns.map((name) => oneLine(name, MAX_CELL_CHARS));
  const widths = header.map((name, index) =>
    Math.max(name.length, ...first.map((row) => shown(row[index] ?? null).length)),
  );
  yield line(header, widths);
  yield line(
    widths.map((width) => '-'.repeat(width)),
    widths,
  );
  let count = 0;
  for (const row of first) {
    count += 1;
    yield line(row, widths);
  }
  if (count === MEASURED_ROWS)
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
      count += 1;
      yield line(next.value, widths);
    }
  yield `(${counted(count, 'row')})\n`;
}

function line(row: readonly Cell[], widths: readonly number[]): string {
  const cells = row.map((cell, index) => {
    const width = widths[index] ?? 0;
    return typeof cell === 'number' ? shown(cell).padStart(width) : shown(cell).padEnd(width);
  });
  return `${cells.join('  ').trimEnd()}\n`;
}

function shown(cell: Cell): string {
  return cell === null ? '' : oneLine(String(cell), MAX_CELL_CHARS);
}
