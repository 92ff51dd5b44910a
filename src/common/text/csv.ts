import { visible } from './text.ts';

export type CsvValue = string | number | null | undefined;

/** One line of CSV (RFC 4180) with its newline. Fields are untrusted: see `csvField`. */
export function csvLine(row: readonly CsvValue[]): string {
  return `${row.map(csvField).join(',')}\r\n`;
}

/** How a formula begins: a spreadsheet may skip white space before it, and take full-width forms of the signs. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/**
 * A field is untrusted: one that a spreadsheet would evaluate as a formula gets an apostrophe, and invisible characters are
 * escaped.
 */
function csvField(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  const shown = visible(String(value));
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${shown}` : shown;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
