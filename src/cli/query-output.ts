import type { Answer, Cell } from '../archive/index.ts';
import { counted, csvLine, oneLine } from '../common/index.ts';
import { escapeUnseen } from './json.ts';

/** The forms of an answer. */
export const ANSWER_FORMATS = ['table', 'json', 'csv'] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

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

/** Two columns of one name would be one member of an object. */
function distinct(columns: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return columns.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}_${count}`;
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
