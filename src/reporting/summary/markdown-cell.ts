import { oneLine } from '../../common/index.ts';

export const CELL_CHARS = 160;

/** Untrusted text in a table cell: one line of code that cannot close its cell. */
export function markdownCell(text: string, maxChars: number = CELL_CHARS): string {
  const line = oneLine(text, maxChars).replaceAll('`', '′').replaceAll('|', '\\|');
  return line === '' ? '' : `\`${line}\``;
}
