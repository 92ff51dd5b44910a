/** An element or a text of a page. */
export interface PageNode {
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly childNodes: Iterable<PageNode>;
  getAttribute?(name: string): string | null;
}

interface ShownNodes {
  /** The Markdown of each cell and caption. */
  readonly shown: ReadonlyMap<PageNode, string>;
  /** Elements that the page does not show. */
  readonly left: ReadonlySet<PageNode>;
}

/** A table with more columns is written as blocks of text, one for each cell. */
const MAX_COLUMNS = 100;
const MAX_CELL_CHARS = 1_000;
/** A table in a cell, a heading or a block of code: the outer table only makes the layout. */
const BLOCK = /^(?:\||#{1,6} |[ \t]*`{3})/m;
const SECTIONS = ['THEAD', 'TBODY', 'TFOOT'] as const;

/** A table of HTML as one of Markdown, with its caption above; `null` if it only makes the layout of a page. */
export function tableText(table: PageNode, nodes: ShownNodes): string | null {
  const rows = rowsOf(table, nodes);
  const lines = linesOf(rows, nodes);
  const width = Math.max(0, ...(lines ?? []).map((line) => line.length));
  if (lines === null || width < 2) return null;
  const isHeader =
    rows[0] !== undefined && cellsOf(rows[0]).every(({ nodeName }) => nodeName === 'TH');
  const [head = [], ...others] = isHeader ? lines : [[], ...lines];
  const written = [head, Array.from({ length: width }, () => '---'), ...others].map(
    (line) => `| ${Array.from({ length: width }, (_, column) => line[column] ?? '').join(' | ')} |`,
  );
  const caption = childrenOf(table, ['CAPTION']).map((node) => nodes.shown.get(node) ?? '');
  return [...caption, written.join('\n')].filter((part) => part !== '').join('\n\n');
}

/** The rows that are shown, in the order in which a page shows them: the head first. */
function rowsOf(table: PageNode, { left }: ShownNodes): readonly PageNode[] {
  return SECTIONS.flatMap((name) => childrenOf(table, [name]))
    .filter((section) => !left.has(section))
    .flatMap((section) => childrenOf(section, ['TR']))
    .filter((row) => !left.has(row));
}

function cellsOf(row: PageNode): readonly PageNode[] {
  return childrenOf(row, ['TD', 'TH']);
}

function childrenOf({ childNodes }: PageNode, names: readonly string[]): readonly PageNode[] {
  return [...childNodes].filter(({ nodeName }) => names.includes(nodeName));
}

/** The cells of each row by column: one that covers several has its text in the first. `null` for a layout. */
function linesOf(
  rows: readonly PageNode[],
  { shown }: ShownNodes,
): readonly (readonly string[])[] | null {
  const lines: (readonly string[])[] = [];
  /** How many more rows the cell above covers, by column. */
  const covered: number[] = [];
  for (const row of rows) {
    const line: string[] = [];
    const skipCovered = (): void => {
      for (let rest = covered[line.length] ?? 0; rest > 0; rest = covered[line.length] ?? 0) {
        covered[line.length] = rest - 1;
        line.push('');
      }
    };
    for (const cell of cellsOf(row)) {
      skipCovered();
      const text = shown.get(cell) ?? '';
      const width = spanOf(cell, 'colspan');
      const isLayout = text.length > MAX_CELL_CHARS || BLOCK.test(text);
      if (isLayout || line.length + width > MAX_COLUMNS) return null;
      for (let column = 0; column < width; column += 1) {
        covered[line.length] = spanOf(cell, 'rowspan') - 1;
        line.push(column === 0 ? inCell(text) : '');
      }
    }
    skipCovered();
    lines.push(line);
  }
  return lines;
}

function spanOf(cell: PageNode, name: 'colspan' | 'rowspan'): number {
  const span = Number.parseInt(cell.getAttribute?.(name) ?? '', 10);
  return span > 0 ? span : 1;
}

function inCell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, '<br>');
}
