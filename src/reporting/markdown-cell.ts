import { oneLine } from '../common/index.ts';

export const CELL_CHARS = 160;

/** Text of a model or a stranger inside a table cell: one line of code that cannot leave its cell. */
export function markdownCell(text: string, maxChars: number = CELL_CHARS): string {
  const line = oneLine(text, maxChars).replaceAll('`', '′').replaceAll('|', '\\|');
  return line === '' ? '' : `\`${line}\``;
}
