import { oneLine } from '../../common/index.ts';

export const CELL_CHARS = 160;

/** Untrusted text in a table cell: one line of code that cannot close its cell. */
export function markdownCell(text: string, maxChars: number = CELL_CHARS): string {
  // Behind a backslash a bar cannot be escaped: GitHub reads `\\|` as a backslash and the end of the cell.
  const line = oneLine(text, maxChars)
    .replaceAll('`', '′')
    .replaceAll(/(?<=\\)\|/g, '¦')
    .replaceAll('|', '\\|');
  return line === '' ? '' : `\`${line}\``;
}
