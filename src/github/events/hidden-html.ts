/**
 * Follows the HTML of a Markdown text line by line: comments, and elements whose content is no text of its author's own. Where it
 * is unclear whether something hides, it hides.
 */
import type { LineKind } from './markdown-blocks.ts';

/** A line to read. `extent` is where the paragraph that it may belong to ends, at the latest. */
export interface HtmlLine {
  readonly text: string;
  readonly start: number;
  /** Where it ends, without its newline. */
  readonly end: number;
  readonly kind: LineKind;
  readonly extent: number;
  readonly isQuoted: boolean;
}

const ELEMENTS = 'blockquote|code|pre|script|style|textarea';
/** Elements in which the end tag of an element around them has no effect. */
const BARRIERS = 'applet|button|marquee|math|object|select|svg|table|template';
const COUNTED = new RegExp(`^(?:${ELEMENTS})$`, 'i');
const COUNTED_INSIDE = new RegExp(`^(?:${ELEMENTS}|${BARRIERS})$`, 'i');
const HIDING = new RegExp(`<!--|<(?:${ELEMENTS})(?![A-Za-z0-9-])`, 'i');
const TAG =
  /<(\/?)([A-Za-z][A-Za-z0-9-]*)(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*(?:\/(?=>))?>/y;
const DECLARATION = /<\?[^]*?\?>|<![A-Za-z][^>]*>|<!\[CDATA\[[^]*?\]\]>/y;

/** Reads the lines of `text` one after the other, without those that are code. */
export interface HiddenHtml {
  /** Whether the line begins as visible text, and whether it has any. */
  readonly read: (line: HtmlLine) => { readonly isHidden: boolean; readonly hasText: boolean };
  /** A blank line, or code: no paragraph continues behind it. */
  readonly endParagraph: () => void;
}

interface Region {
  readonly from: number;
  readonly end: number;
}

interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
}

interface Comment {
  /** False if it may be none, as it began within a paragraph. */
  readonly isCertain: boolean;
  readonly isQuoted: boolean;
}

/** A reader of the HTML of `text`. */
export function hiddenHtml(text: string): HiddenHtml {
  const open = new Map<string, number>();
  let comment: Comment | null = null;
  /** Nothing behind an unclear start of something hidden is visible. */
  let isLost = false;
  /** The end of inline code or a tag over several lines. */
  let regionEnd = 0;
  /** A backtick without its pair, and text whose inline code is unclear, in this paragraph. */
  let isLoose = false;
  let isUnsure = false;
  /** A line may begin inline code that ends in a later one. */
  let isCovered = false;

  const isClean = (): boolean => !isLost && comment === null && open.size === 0;
  const endRegion = ({ from, end }: Region, line: HtmlLine): void => {
    if (end <= line.end) return;
    regionEnd = end;
    isUnsure = true;
    if (HIDING.test(text.slice(from + 1, end))) isLost = true;
  };
  const count = ({ name, isEnd }: Tag, line: HtmlLine): void => {
    const key = name.toLowerCase();
    const before = open.get(key) ?? 0;
    if (isEnd) {
      // In a paragraph, the tag may end a quote of Markdown.
      const mayEndQuote = key === 'blockquote' && (line.kind !== 'html' || line.isQuoted);
      if (isUnsure || isLoose || mayEndQuote) return;
      if (before > 1) open.set(key, before - 1);
      else open.delete(key);
    } else if ((open.size > 0 ? COUNTED_INSIDE : COUNTED).test(key)) {
      if (isUnsure) isLost = true;
      open.set(key, before + 1);
    }
  };
  /** The offset behind the markup that begins at `<`. */
  const readMarkup = (at: number, line: HtmlLine): number => {
    const isHtml = line.kind === 'html';
    if (text.startsWith('<!--', at)) {
      if (isUnsure) isLost = true;
      comment = { isCertain: isHtml, isQuoted: line.isQuoted };
      return at + 2;
    }
    const limit = isHtml ? line.end : line.extent;
    for (const pattern of [TAG, DECLARATION]) {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (found === null || pattern.lastIndex > limit) continue;
      const [whole, slash, name] = found;
      if (name !== undefined) count({ name, isEnd: slash === '/' }, line);
      endRegion({ from: at, end: at + whole.length }, line);
      return at + whole.length;
    }
    if (isHtml && /^<[A-Za-z/!?]/.test(text.slice(at, at + 2))) isLost = true;
    return at + 1;
  };
  const readCode = (at: number, line: HtmlLine): number => {
    const length = /`+/y.exec(text.slice(at, line.end))?.[0].length ?? 1;
    const end = endOfCode(text, { from: at + length, length, limit: line.extent });
    if (end === null) {
      isLoose = true;
      return at + length;
    }
    endRegion({ from: at, end }, line);
    // The paragraph may be shorter, and the next backtick the start of the code.
    if (end > line.end && text.slice(end, line.extent).includes('`')) isCovered = true;
    return end;
  };
  const endComment = (from: number, line: HtmlLine): number => {
    const { isCertain, isQuoted } = comment ?? { isCertain: false, isQuoted: false };
    // HTML ends a comment at `--!>`, too; Markdown does not.
    const found = (isCertain ? /--!?>/ : /-->/).exec(text.slice(from, line.end));
    const end = found === null ? line.end : from + found.index + found[0].length;
    if (isCertain && (line.kind !== 'html' || (isQuoted && !line.isQuoted))) isLost = true;
    if (!isCertain && HIDING.test(text.slice(from, end))) isLost = true;
    if (found !== null) comment = null;
    return end;
  };
  return {
    endParagraph: () => {
      isLoose = false;
      isUnsure = false;
      isCovered = false;
    },
    read: (line) => {
      const isHidden = !isClean() || isCovered || line.start < regionEnd;
      let hasText = false;
      if (line.kind === 'unclear') {
        if (HIDING.test(line.text)) isLost = true;
        isUnsure = true;
        isCovered ||= line.text.includes('`');
        return { isHidden, hasText: true };
      }
      let at = Math.max(line.start, Math.min(regionEnd, line.end));
      while (at < line.end) {
        if (isLost) break;
        if (comment !== null) {
          at = endComment(at, line);
          continue;
        }
        const character = text[at] ?? '';
        if (character === '<') {
          const isVisible = open.size === 0;
          const next = readMarkup(at, line);
          hasText ||= isVisible && next === at + 1;
          at = next;
          continue;
        }
        hasText ||= open.size === 0 && /\S/.test(character);
        if (line.kind === 'text' && character === '`') at = readCode(at, line);
        else at += line.kind === 'text' && character === '\\' ? 2 : 1;
      }
      return { isHidden, hasText };
    },
  };
}

/** Behind the run of backticks that closes inline code; `null` without one before the limit. */
function endOfCode(
  text: string,
  {
    from,
    length,
    limit,
  }: { readonly from: number; readonly length: number; readonly limit: number },
): number | null {
  const run = /`+/g;
  run.lastIndex = from;
  for (let found = run.exec(text); found !== null; found = run.exec(text)) {
    if (found.index >= limit) return null;
    if (found[0].length === length) return run.lastIndex;
  }
  return null;
}
