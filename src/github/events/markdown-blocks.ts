/**
 * What each line of a Markdown text is by CommonMark's block structure: code, raw HTML or text. Where the line alone does not
 * decide, such as the end of a list item, every reading is followed, and a line is clear only if all of them agree.
 */
import { distinctBy } from '../../common/index.ts';

/** `unclear`: it depends on a reading that the lines do not decide. */
export type LineKind = 'code' | 'html' | 'text' | 'unclear';

export const BLANK = /^[ \t]*$/;
export const QUOTE = /^ {0,3}>/;
/** The marks of quotes and of list items before the content of a line. */
const QUOTE_MARKS = /^(?:[ \t]*>)+ ?/;
const LIST_MARKS = /^(?:[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))+[ \t]*/;
/** A line across the page, which is no list. */
const RULE = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const FAR_MARKS = /[ \t]{5}$|\t/;
const ONE_MARK = /[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/y;
const OPENING = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
/** A line that begins like this is a paragraph, which an HTML block of one tag cannot interrupt. */
const PARAGRAPH = /^ {0,3}[A-Za-z/@("'`]/;
const ONE_TAG =
  /^<(?:\/[A-Za-z][A-Za-z0-9-]*[ \t]*|[A-Za-z][A-Za-z0-9-]*(?:[ \t]+[A-Za-z_:][\w.:-]*(?:[ \t]*=[ \t]*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*[ \t]*\/?)>[ \t]*$/;
const BLOCK_TAG =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|source|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[ \t]|\/?>|$)/i;
/** HTML blocks that do not end at a blank line, with what ends them. */
const RAW_BLOCKS: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^<(?:pre|script|style|textarea)(?=[ \t>]|$)/i, /<\/(?:pre|script|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![A-Za-z]/, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
];
/** More readings than this are not followed: the rest of the text is unclear. */
const READINGS_MAX = 24;
/** The same for the columns at which items may be open: no text that people write has so many. */
const ITEMS_MAX = 200;
const CODE_INDENT = 4;

/** An open code fence. */
interface Fence {
  readonly kind: 'fence';
  readonly mark: string;
  readonly length: number;
  /** The column of the list item's content that contains it; 0 outside of lists. */
  readonly indent: number;
  /** How many quotes it is in. */
  readonly quotes: number;
}

/** The block that is open behind a line. HTML ends at a blank line, or behind `end`. */
type Block =
  | { readonly kind: 'text' }
  | { readonly kind: 'html'; readonly end: RegExp | null; readonly quotes: number }
  | Fence;

interface Reading {
  readonly kind: Exclude<LineKind, 'unclear'>;
  readonly block: Block;
  /** Nothing that was open contains the line. */
  readonly isNew?: true;
  /** Code or raw HTML contains the line, and no quote does: a `>` at its start is a part of it. */
  readonly isContent?: true;
}

/** What precedes a line. */
interface Before {
  readonly isBlank: boolean;
  readonly isParagraph: boolean;
  readonly isCode: boolean;
  /** The list items that may be open. */
  readonly items: readonly Item[];
}

interface Item {
  /** Where its content begins. */
  readonly column: number;
  /** Whether it is open: nothing may have ended it. */
  readonly isSure: boolean;
  /** Nothing stands in it yet: a blank line ends it. */
  readonly isEmpty: boolean;
}

const TEXT: Block = { kind: 'text' };

/**
 * The kind of each line, and the fence that may be open at the end; `null` if none is. A fence in a list or quote ends with it.
 * `contents`: the lines that are certainly within code, an HTML comment or the like, and in no quote.
 */
export function readBlocks(lines: readonly string[]): {
  readonly kinds: readonly LineKind[];
  readonly contents: readonly boolean[];
  readonly fence: Pick<Fence, 'mark' | 'length'> | null;
} {
  let blocks: readonly Block[] = [TEXT];
  let before: Before = { isBlank: true, isParagraph: false, isCode: false, items: [] };
  const kinds: LineKind[] = [];
  const contents: boolean[] = [];
  for (const line of lines) {
    if (blocks.length > READINGS_MAX || before.items.length > ITEMS_MAX) {
      kinds.push('unclear');
      contents.push(false);
      continue;
    }
    const readings = blocks.flatMap((block) => readLine(line, block, before));
    const found = new Set(readings.map(({ kind }) => kind));
    const [first = 'unclear'] = found;
    const kind = found.size === 1 ? first : 'unclear';
    kinds.push(kind);
    contents.push(readings.every(({ isContent }) => isContent));
    blocks = distinctBy(
      readings.map(({ block }) => block),
      keyOf,
    );
    const marks = readings.some(mayMarkItems) ? listMarks(line) : '';
    before = {
      isBlank: BLANK.test(line),
      isParagraph: kind === 'text' && PARAGRAPH.test(line),
      isCode: kind === 'code',
      items: itemsBehind({ line, marks, before }),
    };
  }
  const isTop = (block: Block): block is Fence =>
    block.kind === 'fence' && block.indent === 0 && block.quotes === 0;
  return { kinds, contents, fence: blocks.find(isTop) ?? null };
}

function keyOf(block: Block): string {
  switch (block.kind) {
    case 'text':
      return 'text';
    case 'html':
      return `html ${block.end?.source} ${block.quotes}`;
    case 'fence':
      return `fence ${block.mark} ${block.length} ${block.indent} ${block.quotes}`;
  }
}

/** A line within a fence, raw HTML or indented code begins no list item. */
function mayMarkItems({ isNew, kind, block }: Reading): boolean {
  return isNew === true && (kind !== 'code' || block.kind === 'fence');
}

function listMarks(line: string): string {
  return RULE.test(line) ? '' : (LIST_MARKS.exec(line)?.[0] ?? '');
}

/** The items behind a line. One with less indentation ends an item, or continues its paragraph. */
function stillOpen(line: string, { items, isBlank, isCode }: Before): readonly Item[] {
  if (BLANK.test(line)) return items.filter(({ isEmpty }) => !isEmpty);
  const indent = indentOf(line);
  return items
    .filter(({ column }) => column <= indent || !(isBlank || isCode))
    .map((item) => ({
      ...item,
      isSure: item.isSure && item.column <= indent,
      isEmpty: item.isEmpty && item.column > indent,
    }));
}

interface MarkedLine {
  readonly line: string;
  readonly marks: string;
  readonly before: Before;
}

function itemsBehind({ line, marks, before }: MarkedLine): readonly Item[] {
  const open = stillOpen(line, before);
  if (marks === '') return open;
  const items = [...open, ...openedItems({ line, marks, before })];
  return distinctBy(items, ({ column }) => column);
}

function openedItems({ line, marks, before }: MarkedLine): readonly Item[] {
  const columns = [...new Set(contentColumns(marks, line))];
  const isEmpty = BLANK.test(line.slice(marks.length));
  const where = { marks, indent: indentOf(line), quotes: 0, isEmpty, before };
  const isSure = columns.length === 1 && !isDoubtfulItem(where);
  return columns.map((column) => ({ column, isSure, isEmpty }));
}

/** Where the contents of the list items of a line may begin. */
function contentColumns(marks: string, line: string): readonly number[] {
  const columns: number[] = [columnsOf(marks)];
  let from = 0;
  let column = 0;
  ONE_MARK.lastIndex = 0;
  while (ONE_MARK.test(line)) {
    const end = ONE_MARK.lastIndex;
    const [blanks = ''] = /^[ \t]*/.exec(line.slice(end)) ?? [];
    column = columnsOf(line.slice(from, end), column);
    columns.push(column + 1, columnsOf(blanks, column));
    from = end;
    ONE_MARK.lastIndex = end;
  }
  return columns;
}

function readLine(line: string, block: Block, before: Before): readonly Reading[] {
  switch (block.kind) {
    case 'text':
      return readText(line, before);
    case 'fence':
      return readFenced(line, block, before);
    case 'html':
      return readHtml(line, block, before);
  }
}

function readFenced(line: string, fence: Fence, before: Before): readonly Reading[] {
  if (fence.quotes > 0) {
    if (!QUOTE.test(line)) return readText(line, before);
    const block = closes(line.replace(QUOTE_MARKS, ''), fence) ? TEXT : fence;
    const same: Reading = { kind: 'code', block };
    return quotesOf(line) === fence.quotes && fence.indent === 0
      ? [same]
      : [same, ...readText(line, before)];
  }
  const isOutside = fence.indent > 0 && !BLANK.test(line) && indentOf(line) < fence.indent;
  if (isOutside) return readText(line, before);
  return [{ kind: 'code', block: closes(line, fence) ? TEXT : fence, isContent: true }];
}

function closes(line: string, { mark, length, indent }: Fence): boolean {
  const [, blanks = '', marks = ''] = /^([ \t]*)(`+|~+)[ \t]*$/.exec(line) ?? [];
  if (!marks.startsWith(mark) || marks.length < length) return false;
  return columnsOf(blanks) - indent < CODE_INDENT;
}

function readHtml(
  line: string,
  block: Extract<Block, { kind: 'html' }>,
  before: Before,
): readonly Reading[] {
  if (block.quotes > 0 && !QUOTE.test(line)) return readText(line, before);
  const isOtherQuote = block.quotes > 0 && quotesOf(line) !== block.quotes;
  const isEnd = block.end === null ? BLANK.test(line) : block.end.test(line);
  const isContent = block.end !== null && block.quotes === 0;
  const same: Reading = {
    kind: 'html',
    block: isEnd ? TEXT : block,
    ...(isContent ? { isContent } : {}),
  };
  const mayLeave = !BLANK.test(line) && before.items.some(({ column }) => indentOf(line) < column);
  return mayLeave || isOtherQuote ? [same, ...readText(line, before)] : [same];
}

/** A line behind which no code and no HTML is open. */
function readText(line: string, before: Before): readonly Reading[] {
  if (BLANK.test(line)) return [{ kind: 'text', block: TEXT }];
  const quotes = QUOTE.test(line) ? quotesOf(line) : 0;
  const unquoted = quotes === 0 ? line : line.replace(QUOTE_MARKS, '');
  const marks = listMarks(unquoted);
  const content = unquoted.slice(marks.length).replace(/^[ \t]+/, '');
  const where = { quotes, marks, indent: indentOf(unquoted), isEmpty: content === '', before };
  const [fence] = OPENING.exec(content) ?? [];
  const readings = [
    ...(where.indent < CODE_INDENT ? [] : indentedReadings(where)),
    // So far behind the mark of a list item, its content is code.
    ...(FAR_MARKS.test(marks) ? [{ kind: 'code', block: TEXT } as const] : []),
    ...(fence === undefined ? htmlReadings(content, where) : fenceReadings(fence, where)),
  ];
  return readings.map((reading) => ({ ...reading, isNew: true }));
}

interface Place {
  readonly quotes: number;
  readonly marks: string;
  readonly indent: number;
  /** Nothing stands behind the marks. */
  readonly isEmpty: boolean;
  readonly before: Before;
}

function indentedReadings({ before, quotes }: Place): readonly Reading[] {
  const code: Reading = { kind: 'code', block: TEXT };
  const text: Reading = { kind: 'text', block: TEXT };
  if (quotes > 0 || before.items.length > 0) return [code, text];
  if (before.isBlank || before.isCode) return [{ ...code, isContent: true }];
  return before.isParagraph ? [text] : [code, text];
}

function fenceReadings(fence: string, where: Place): readonly Reading[] {
  const { quotes, marks, indent, before } = where;
  const opened = (column: number): Reading => ({
    kind: 'code',
    block: {
      kind: 'fence',
      mark: fence.slice(0, 1),
      length: fence.length,
      indent: column,
      quotes,
    },
  });
  const text: Reading = { kind: 'text', block: TEXT };
  if (marks !== '')
    return isDoubtfulItem(where) ? [opened(columnsOf(marks)), text] : [opened(columnsOf(marks))];
  if (quotes > 0) return indent < CODE_INDENT ? [opened(0)] : [];
  const items = before.items.filter(({ column }) => column <= indent);
  const sure = Math.max(0, ...items.flatMap(({ column, isSure }) => (isSure ? [column] : [])));
  const columns = new Set([sure, ...items.map(({ column }) => column)]);
  return [...columns]
    .filter((column) => column >= sure && indent - column < CODE_INDENT)
    .map(opened);
}

/** Whether the marks may begin no list: they are indented as code, or an empty item or a number that cannot interrupt a paragraph. */
function isDoubtfulItem({ marks, indent, quotes, before, isEmpty }: Place): boolean {
  if (indent >= CODE_INDENT || quotes > 0 || FAR_MARKS.test(marks)) return true;
  return !before.isBlank && (isEmpty || /\d/.test(marks.replace(/^ *1[.)]/, '')));
}

function htmlReadings(content: string, where: Place): readonly Reading[] {
  const { quotes, marks, indent, before } = where;
  const quoted = quotes > 0;
  const text: Reading = { kind: 'text', block: TEXT };
  const html = (end: RegExp | null, isOpen = true): Reading => ({
    kind: 'html',
    block: isOpen ? { kind: 'html', end, quotes } : TEXT,
  });
  const isIndented = indent >= CODE_INDENT;
  if (isIndented && before.items.length === 0 && !quoted) return [];
  const others = isIndented || (marks !== '' && isDoubtfulItem(where)) ? [text] : [];
  const raw = RAW_BLOCKS.find(([start]) => start.test(content));
  if (raw !== undefined) {
    const [, end] = raw;
    const isTextarea = /^<textarea/i.test(content);
    return [html(end, !end.test(content)), ...(isTextarea ? [html(null), text] : others)];
  }
  if (BLOCK_TAG.test(content)) return [html(null), ...others];
  if (!ONE_TAG.test(content)) return isIndented ? [] : [text];
  if (quoted) return [html(null), text];
  if (marks !== '' || before.isBlank) return [html(null), ...others];
  return before.isParagraph && !isIndented ? [text] : [html(null), text];
}

function quotesOf(line: string): number {
  return QUOTE_MARKS.exec(line)?.[0].replaceAll(/[^>]/g, '').length ?? 0;
}

/** The columns that the blanks before a line take. */
export function indentOf(line: string): number {
  return columnsOf(/^[ \t]*/.exec(line)?.[0] ?? '');
}

/** The column behind a text that begins at `start`, in which a tab extends to the next multiple of four. */
function columnsOf(text: string, start = 0): number {
  let columns = start;
  for (const character of text)
    columns = character === '\t' ? columns + CODE_INDENT - (columns % CODE_INDENT) : columns + 1;
  return columns;
}
