import { holdCode, markdownPieces, withHeldCode } from '../../common/index.ts';
import { countRemoved, type Removed } from './removed-counts.ts';

const QUOTE = /^(?:[ \t]*>)*[ \t]*/;
const DELIMITERS = /^\|?[ \t]*:?-+:?(?:[ \t]*\|[ \t]*:?-+:?)*[ \t]*\|?$/;
/** The start of another block, which ends a table. */
const OTHER_BLOCK = /^(?:$|\uFDD0|#{1,6}[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])/;

type Skip = (text: string, index: number) => number | null;

/** Removes the cells of a row beyond the columns of the table's header, which a page drops. */
export function withoutExtraCells(text: string, removed: Removed, skip: Skip): string {
  const lines = text.includes('|') ? text.split('\n') : [];
  if (!lines.some((line) => isDelimiters(inner(line)))) return text;
  const fences: string[] = [];
  const held = markdownPieces(text, skip)
    .map(({ kind, text: piece }) => (kind === 'fence' ? holdCode(fences, piece) : piece))
    .join('');
  return withHeldCode(cutRows(held.split('\n'), removed).join('\n'), fences);
}

function cutRows(lines: readonly string[], removed: Removed): readonly string[] {
  let columns = 0;
  return lines.map((line, index) => {
    const row = inner(line);
    const above = lines[index - 1];
    if (isDelimiters(row) && above !== undefined && columns === 0) {
      const wide = cellEnds(row).length;
      if (cellEnds(inner(above)).length === wide) columns = wide;
      return line;
    }
    if (columns === 0) return line;
    if (OTHER_BLOCK.test(row.trim())) {
      columns = 0;
      return line;
    }
    const ends = cellEnds(row);
    const last = ends[columns - 1];
    if (ends.length <= columns || last === undefined) return line;
    countRemoved(removed, 'table cells', ends.length - columns);
    return `${line.slice(0, line.length - row.length)}${row.slice(0, last)}|`;
  });
}

function inner(line: string): string {
  return line.slice(QUOTE.exec(line)?.[0].length ?? 0);
}

function isDelimiters(row: string): boolean {
  return /[|:]/.test(row) && DELIMITERS.test(row.trimEnd());
}

/** The end of each cell of a row. A pipe in code ends a cell as well, unless it is escaped by a backslash. */
function cellEnds(row: string): readonly number[] {
  const ends: number[] = [];
  let start = row.startsWith('|') ? 1 : 0;
  for (let index = start; index < row.length; index += 1) {
    if (row[index] === '\\') index += 1;
    else if (row[index] === '|') {
      ends.push(index);
      start = index + 1;
    }
  }
  if (row.slice(start).trim() !== '') ends.push(row.length);
  return ends;
}
