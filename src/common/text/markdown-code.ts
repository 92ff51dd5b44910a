/**
 * Finds the code in untrusted Markdown. If CommonMark's rules leave a doubt, a part is not code: callers treat code
 * less strictly than the rest.
 */

interface MarkdownPiece {
  readonly kind: 'fence' | 'span' | 'prose';
  readonly text: string;
}

interface Fence {
  readonly mark: string;
  readonly length: number;
  readonly indent: number;
  readonly quoted: boolean;
}

const FENCE = /^((?:[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]|[ \t]*>)*[ \t]*)(`{3,}|~{3,})([^\n]*)$/;
const MAX_TOP_INDENT = 3;
const MAX_LIST_INDENT = 40;
const MAX_LINES_BACK = 200;

type Skip = (text: string, index: number) => number | null;

/** In raw HTML a backtick is a plain character. An HTML block ends at a blank line, or at a closing tag. */
const RAW_START =
  /^[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)*<(?:[!?]|\/?([A-Za-z][A-Za-z0-9-]*)(?=[\s/>]|$))/;
const BLANK = /^\s*$/;
const RAW_TO_CLOSING = /^(?:pre|script|style|textarea)$/i;

/**
 * Splits `text` into pieces, which joined are the text. Fences include their marks and last newline, inline code its
 * backticks; inline code over several lines counts as prose. `skip` is called at each `<` outside of code. It returns
 * the index after a construct that hides its content, such as a comment, or `null`; that too is prose.
 */
export function markdownPieces(text: string, skip?: Skip): readonly MarkdownPiece[] {
  const pieces: MarkdownPiece[] = [];
  const raw = rawHtml();
  let index = 0;
  while (index < text.length) {
    const starts = index === 0 || text[index - 1] === '\n';
    const end = nextLine(text, index);
    const isRaw = raw.read(text.slice(index, end), starts);
    const fenceEnd = starts && !isRaw ? endOfFence(text, index) : null;
    if (fenceEnd === null) {
      const line = readLine(text, { index: index, end, isRaw, skip });
      for (const piece of line.pieces) pieces.push(piece);
      index = line.next;
    } else {
      pieces.push({ kind: 'fence', text: text.slice(index, fenceEnd) });
      index = fenceEnd;
    }
  }
  return joined(pieces);
}

/** Merges adjacent prose, without empty pieces. */
function joined(pieces: readonly MarkdownPiece[]): readonly MarkdownPiece[] {
  const all: MarkdownPiece[] = [];
  for (const { kind, text } of pieces) {
    const last = all.at(-1);
    if (text === '') continue;
    if (kind === 'prose' && last?.kind === 'prose')
      all.splice(-1, 1, { kind, text: last.text + text });
    else all.push({ kind, text });
  }
  return all;
}

/** Tracks whether successive lines are raw HTML. */
function rawHtml(): { read: (line: string, starts: boolean) => boolean } {
  let until: RegExp | null = null;
  return {
    read: (line, starts) => {
      if (until === null) {
        const found = starts ? RAW_START.exec(line) : null;
        if (found === null) return false;
        const name = found[1];
        if (name !== undefined)
          until = RAW_TO_CLOSING.test(name) ? new RegExp(`</${name}`, 'i') : BLANK;
      }
      if (until?.test(line) === true && (starts || until !== BLANK)) until = null;
      return true;
    },
  };
}

function nextLine(text: string, index: number): number {
  const end = text.indexOf('\n', index);
  return end === -1 ? text.length : end + 1;
}

/** The end of the fence that opens at this line; `null` if none opens. */
function endOfFence(text: string, start: number): number | null {
  let next = nextLine(text, start);
  const fence = openedBy(
    text.slice(start, next).replace(/\r?\n$/, ''),
    listRoomBefore(text, start),
  );
  if (fence === null) return null;
  while (next < text.length) {
    const end = nextLine(text, next);
    const line = text.slice(next, end).replace(/\r?\n$/, '');
    if (leaves(line, fence)) return next;
    if (closes(line, fence)) return end;
    next = end;
  }
  return next;
}

/**
 * The indentation of the list item that contains an indented line; 0 without one. Searches back for the nearest line
 * with less indentation.
 */
function listRoomBefore(text: string, start: number): number {
  const indent = /^ */.exec(text.slice(start, start + MAX_LIST_INDENT))?.[0].length ?? 0;
  if (indent === 0) return 0;
  let end = start - 1;
  for (let lines = 0; end > 0 && lines < MAX_LINES_BACK; lines += 1) {
    const begin = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(begin, end);
    end = begin - 1;
    if (line.trim() === '' || (/^ */.exec(line)?.[0].length ?? 0) >= indent) continue;
    const marker = /^ {0,3}(?:[-*+]|\d{1,9}[.)]) {1,4}(?=\S)/.exec(line);
    return marker === null || marker[0].length > indent ? 0 : marker[0].length;
  }
  return 0;
}

function openedBy(line: string, listRoom: number): Fence | null {
  const [, lead = '', marks = '', info = ''] = FENCE.exec(line) ?? [];
  if (marks === '' || (marks.startsWith('`') && info.includes('`'))) return null;
  const quoted = lead.includes('>');
  // With more indentation it is an indented code block, not a fence.
  const plain = /^[ \t]*$/.test(lead);
  if (plain && (lead.length - listRoom > MAX_TOP_INDENT || lead.includes('\t'))) return null;
  return {
    mark: marks.slice(0, 1),
    length: marks.length,
    indent: plain ? listRoom : lead.length,
    quoted,
  };
}

/** A fence in a quote or a list item ends with it, closed or not. */
function leaves(line: string, { indent, quoted }: Fence): boolean {
  if (quoted) return !/^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>/.test(line);
  return indent > 0 && line.trim() !== '' && (/^[ \t]*/.exec(line)?.[0].length ?? 0) < indent;
}

function closes(line: string, fence: Fence): boolean {
  const inner = fence.quoted ? line.replace(/^[\s>]*/, '') : line;
  const [, indent = '', marks = ''] = /^([ \t]*)(`+|~+)[ \t]*$/.exec(inner) ?? [];
  const room = fence.indent === 0 ? MAX_TOP_INDENT : fence.indent + MAX_TOP_INDENT;
  return marks.startsWith(fence.mark) && marks.length >= fence.length && indent.length <= room;
}

interface Line {
  readonly index: number;
  readonly end: number;
  readonly isRaw: boolean;
  readonly skip: Skip | undefined;
}

/** One line, or several if a hiding construct starts in it. */
function readLine(
  text: string,
  line: Line,
): { readonly pieces: readonly MarkdownPiece[]; readonly next: number } {
  const pieces: MarkdownPiece[] = [];
  let start = line.index;
  let index = line.index;
  const unclosed = new Set<number>();
  while (index < line.end) {
    const character = text[index];
    const hiding = character === '<' ? (line.skip?.(text, index) ?? null) : null;
    if (hiding !== null && hiding > index) {
      pieces.push({ kind: 'prose', text: text.slice(start, hiding) });
      return { pieces, next: hiding };
    }
    if (character === '`' && !line.isRaw) {
      const end = endOfSpan(text, { index: index, end: line.end, unclosed });
      if (end.closed) {
        pieces.push(
          { kind: 'prose', text: text.slice(start, index) },
          { kind: 'span', text: text.slice(index, end.index) },
        );
        start = end.index;
      }
      index = end.index;
    } else index += character === '\\' && !line.isRaw ? 2 : 1;
  }
  pieces.push({ kind: 'prose', text: text.slice(start, line.end) });
  return { pieces, next: line.end };
}

/**
 * The position after the inline code that starts here, or after its backticks if this line does not close them.
 * `unclosed` contains the numbers of backticks without a closing match in the rest of the line.
 */
function endOfSpan(
  text: string,
  where: { readonly index: number; readonly end: number; readonly unclosed: Set<number> },
): { readonly closed: boolean; readonly index: number } {
  const { index, end, unclosed } = where;
  const opening = runLength(text, index);
  let look = unclosed.has(opening) ? end : index + opening;
  while (look < end) {
    const found = text.indexOf('`', look);
    if (found === -1 || found >= end) break;
    const length = runLength(text, found);
    if (length === opening) return { closed: true, index: found + length };
    look = found + length;
  }
  unclosed.add(opening);
  return { closed: false, index: index + opening };
}

function runLength(text: string, index: number): number {
  let length = 0;
  while (text[index + length] === '`') length += 1;
  return length;
}
