/**
 * Follows the HTML of a Markdown text line by line: comments, and elements whose content is no text of its author's own. Where it
 * is unclear whether something hides, it hides.
 */
import type { LineKind } from './markdown-blocks.ts';

/** A line to read. `extent` is where the paragraph that it may belong to ends, at the latest. */
interface HtmlLine {
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
/** Of a processing instruction, CDATA and a declaration: how it begins, and what ends it. */
const DECLARATIONS: readonly (readonly [start: RegExp, end: string])[] = [
  [/<\?/y, '?>'],
  [/<!\[CDATA\[/y, ']]>'],
  [/<![A-Za-z]/y, '>'],
];

interface Comment {
  /** False if it may be none, as it began within a paragraph. */
  readonly isCertain: boolean;
  readonly isQuoted: boolean;
}

/** Reads the HTML of `text` line by line, in order; lines that are code are left out. */
export class HiddenHtml {
  readonly #text: string;
  /** How many elements of a name are open. */
  readonly #open = new Map<string, number>();
  #comment: Comment | null = null;
  /** Nothing behind an unclear start of something hidden is visible. */
  #isLost = false;
  /** The end of inline code or a tag over several lines. */
  #regionEnd = 0;
  /** A backtick without its pair is in this paragraph. */
  #isLoose = false;
  /** The inline code of this paragraph is unclear. */
  #isUnsure = false;
  /** A line may begin inline code that ends in a later one. */
  #isCovered = false;
  /** Of each number of backticks that nothing closes: up to where. */
  readonly #unclosed = new Map<number, number>();
  /** Where each end of a declaration is next. */
  readonly #nextEnd = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** A blank line, or code: no paragraph continues behind it. */
  endParagraph(): void {
    this.#isLoose = false;
    this.#isUnsure = false;
    this.#isCovered = false;
  }

  /** Whether the line begins as hidden text, and whether it has any visible text. */
  read(line: HtmlLine): { readonly isHidden: boolean; readonly hasText: boolean } {
    const isHidden =
      this.#isLost ||
      this.#comment !== null ||
      this.#open.size > 0 ||
      this.#isCovered ||
      line.start < this.#regionEnd;
    if (line.kind === 'unclear') {
      if (HIDING.test(line.text)) this.#isLost = true;
      this.#isUnsure = true;
      this.#isCovered ||= line.text.includes('`');
      return { isHidden, hasText: true };
    }
    let hasText = false;
    let offset = Math.max(line.start, Math.min(this.#regionEnd, line.end));
    while (offset < line.end && !this.#isLost) {
      const isVisible = this.#comment === null && this.#open.size === 0;
      const { next, isText } = this.#readPiece(offset, line);
      hasText ||= isVisible && isText;
      offset = next;
    }
    return { isHidden, hasText };
  }

  /** The piece that begins at `at`: the offset behind it, and whether it is text. */
  #readPiece(offset: number, line: HtmlLine): { readonly next: number; readonly isText: boolean } {
    if (this.#comment !== null)
      return { next: this.#readComment(this.#comment, offset, line), isText: false };
    const character = this.#text[offset] ?? '';
    if (character === '<') {
      const next = this.#readMarkup(offset, line);
      return { next, isText: next === offset + 1 };
    }
    const isText = /\S/.test(character);
    if (line.kind === 'text' && character === '`')
      return { next: this.#readCode(offset, line), isText };
    return { next: offset + (line.kind === 'text' && character === '\\' ? 2 : 1), isText };
  }

  /** The offset behind the part of a comment that is in the line. */
  #readComment({ isCertain, isQuoted }: Comment, from: number, line: HtmlLine): number {
    // HTML ends a comment at `--!>`, too; Markdown does not.
    const found = (isCertain ? /--!?>/ : /-->/).exec(this.#text.slice(from, line.end));
    const end = found === null ? line.end : from + found.index + found[0].length;
    if (isCertain && (line.kind !== 'html' || (isQuoted && !line.isQuoted))) this.#isLost = true;
    if (!isCertain && HIDING.test(this.#text.slice(from, end))) this.#isLost = true;
    if (found !== null) this.#comment = null;
    return end;
  }

  /** The offset behind the markup that begins at `<`. */
  #readMarkup(offset: number, line: HtmlLine): number {
    const isHtml = line.kind === 'html';
    if (this.#text.startsWith('<!--', offset)) {
      if (this.#isUnsure) this.#isLost = true;
      this.#comment = { isCertain: isHtml, isQuoted: line.isQuoted };
      return offset + 2;
    }
    const limit = isHtml ? line.end : line.extent;
    TAG.lastIndex = offset;
    const [tag, slash, name] = TAG.exec(this.#text) ?? [];
    const end = tag === undefined ? this.#endOfDeclaration(offset) : offset + tag.length;
    if (end <= limit) {
      if (name !== undefined) this.#countTag({ name, isEnd: slash === '/' }, line);
      this.#endRegion({ from: offset, end }, line);
      return end;
    }
    if (isHtml && /^<[A-Za-z/!?]/.test(this.#text.slice(offset, offset + 2))) this.#isLost = true;
    return offset + 1;
  }

  /** The offset behind the declaration that begins at `<`; infinite if none does, or if nothing ends it. */
  #endOfDeclaration(offset: number): number {
    for (const [start, mark] of DECLARATIONS) {
      start.lastIndex = offset;
      if (!start.test(this.#text)) continue;
      const from = start.lastIndex;
      let next = this.#nextEnd.get(mark) ?? -1;
      // Places ascend, so that the text is searched once.
      if (next < from) {
        const found = this.#text.indexOf(mark, from);
        next = found === -1 ? Infinity : found;
        this.#nextEnd.set(mark, next);
      }
      return next + mark.length;
    }
    return Infinity;
  }

  /** The offset behind the inline code that begins at a backtick, or behind backticks that begin none. */
  #readCode(offset: number, line: HtmlLine): number {
    const length = /`+/y.exec(this.#text.slice(offset, line.end))?.[0].length ?? 1;
    const end = this.#endOfCode(offset + length, length, line.extent);
    if (end === null) {
      this.#isLoose = true;
      return offset + length;
    }
    this.#endRegion({ from: offset, end }, line);
    // The paragraph may be shorter, and the next backtick the start of the code.
    if (end > line.end && this.#text.slice(end, line.extent).includes('`')) this.#isCovered = true;
    return end;
  }

  /** Behind the run of backticks that closes inline code; `null` without one before the limit. */
  #endOfCode(from: number, length: number, limit: number): number | null {
    // Places ascend: what an earlier search did not find is not there.
    if ((this.#unclosed.get(length) ?? 0) >= limit) return null;
    const run = /`+/g;
    run.lastIndex = from;
    for (let found = run.exec(this.#text); found !== null; found = run.exec(this.#text)) {
      if (found.index >= limit) break;
      if (found[0].length === length) return run.lastIndex;
    }
    this.#unclosed.set(length, limit);
    return null;
  }

  #countTag(
    { name, isEnd }: { readonly name: string; readonly isEnd: boolean },
    line: HtmlLine,
  ): void {
    const key = name.toLowerCase();
    const before = this.#open.get(key) ?? 0;
    if (isEnd) {
      // In a paragraph, the tag may end a quote of Markdown.
      const mayEndQuote = key === 'blockquote' && (line.kind !== 'html' || line.isQuoted);
      if (this.#isUnsure || this.#isLoose || mayEndQuote) return;
      if (before > 1) this.#open.set(key, before - 1);
      else this.#open.delete(key);
    } else if ((this.#open.size > 0 ? COUNTED_INSIDE : COUNTED).test(key)) {
      if (this.#isUnsure) this.#isLost = true;
      this.#open.set(key, before + 1);
    }
  }

  /** Remembers inline code or a tag that ends in a later line. */
  #endRegion({ from, end }: { readonly from: number; readonly end: number }, line: HtmlLine): void {
    if (end <= line.end) return;
    this.#regionEnd = end;
    this.#isUnsure = true;
    if (HIDING.test(this.#text.slice(from + 1, end))) this.#isLost = true;
  }
}
