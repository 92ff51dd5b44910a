import { oneLine } from '../../common/index.ts';

export const CELL_CHARS = 160;

/** Untrusted text outside of tables: one line of code that the text cannot close. */
export function markdownCode(text: string, maxChars: number = CELL_CHARS): string {
  const line = oneLine(text, maxChars).replaceAll('`', '′');
  return line === '' ? '' : `\`${line}\``;
}

/** The same in a table, where it cannot close its cell. Only in tables does GitHub remove the backslash before a bar. */
export function markdownCell(text: string, maxChars?: number): string {
  // Behind a backslash a bar cannot be escaped: GitHub reads `\\|` as a backslash and the end of the cell.
  return markdownCode(text, maxChars)
    .replaceAll(/(?<=\\)\|/g, '¦')
    .replaceAll('|', '\\|');
}
