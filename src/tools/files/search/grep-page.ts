import { type Redactor, sliceWhole } from '../../../common/index.ts';
import { pathLine } from '../context.ts';
import { AROUND_CHARS, redactedPart } from '../redacted-part.ts';
import { linesOf, type MatchedLine } from './match-lines.ts';

const MAX_LINE_CHARS = 500;
/** Characters shown before a match that is far into its line. */
const LEAD_CHARS = 100;

export interface FileHits {
  readonly path: string;
  readonly realPath: string;
  readonly text: string;
  readonly matched: readonly MatchedLine[];
}

interface PageOptions {
  readonly mode: 'content' | 'files' | 'count';
  /** Lines of context. */
  readonly before: number;
  readonly after: number;
  /** Matching lines in the mode `content`, otherwise files. */
  readonly limit: number;
  readonly offset: number;
}

interface ShownLine {
  readonly number: number;
  readonly line: string;
  /** Where the match in it begins; `null`: it is context. */
  readonly column: number | null;
}

/** What one call shows of everything that it found; the rest is only counted. */
export class GrepPage {
  readonly #options: PageOptions;
  readonly #shown: { readonly heading: string; readonly lines: readonly ShownLine[] }[] = [];
  #total = 0;

  constructor(options: PageOptions) {
    this.#options = options;
  }

  isEmpty(): boolean {
    return this.#total === 0;
  }

  /** Files have to come in the order in which they are shown. */
  add({ path, text, matched }: FileHits): void {
    const heading = pathLine(path);
    const { mode, offset, limit } = this.#options;
    const first = this.#total;
    this.#total += mode === 'content' ? matched.length : 1;
    if (this.#total <= offset || first >= offset + limit) return;
    if (mode === 'files') this.#shown.push({ heading, lines: [] });
    if (mode === 'count') this.#shown.push({ heading: `${heading}: ${matched.length}`, lines: [] });
    if (mode !== 'content') return;
    const wanted = matched.slice(Math.max(0, offset - first), offset + limit - first);
    this.#shown.push({ heading, lines: this.#linesAround(text, wanted) });
  }

  text(redactor: Pick<Redactor, 'redact'> | undefined): string {
    const { mode, offset, limit } = this.#options;
    if (this.#total === 0) return 'No match.';
    const parts: string[] = [];
    for (const { heading, lines } of this.#shown) {
      parts.push(heading);
      let previous: number | null = null;
      for (const { number, line, column } of lines) {
        if (previous !== null && number > previous + 1 && this.#hasContext()) parts.push('  --');
        const shown = cutAround(line, column ?? 0, redactor);
        parts.push(`  ${number}${column === null ? '-' : ':'} ${shown}`);
        previous = number;
      }
    }
    const what = mode === 'content' ? 'matches' : 'files';
    const last = Math.min(this.#total, offset + limit);
    if (offset >= this.#total) return `[${this.#total} ${what}, none after offset ${offset}]`;
    if (offset > 0) parts.push(`[${this.#total} ${what}, ${offset + 1} to ${last} shown]`);
    else if (this.#total > limit) parts.push(`[${this.#total} ${what}, the first ${limit} shown]`);
    return parts.join('\n');
  }

  #hasContext(): boolean {
    return this.#options.before + this.#options.after > 0;
  }

  #linesAround(text: string, wanted: readonly MatchedLine[]): readonly ShownLine[] {
    const { before, after } = this.#options;
    const lines = linesOf(text);
    const columns = new Map(wanted.map(({ index, column }) => [index, column]));
    const shown = new Map<number, ShownLine>();
    for (const { index } of wanted) {
      const last = Math.min(lines.length - 1, index + after);
      for (let offset = Math.max(0, index - before); offset <= last; offset += 1) {
        if (shown.has(offset)) continue;
        const column = columns.get(offset) ?? null;
        shown.set(offset, { number: offset + 1, line: lines[offset] ?? '', column });
      }
    }
    return [...shown.values()];
  }
}

/** The part of a long line that is shown. */
function cutAround(
  line: string,
  column: number,
  redactor: Pick<Redactor, 'redact'> | undefined,
): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  const isFar = column > MAX_LINE_CHARS - LEAD_CHARS;
  const start = isFar ? Math.min(column - LEAD_CHARS, line.length - MAX_LINE_CHARS) : 0;
  const end = start + MAX_LINE_CHARS;
  const from = Math.max(0, start - AROUND_CHARS);
  const around = line.slice(from, end + AROUND_CHARS);
  const clean = redactedPart(around, { start: start - from, end: end - from }, redactor);
  const part = sliceWhole(clean, MAX_LINE_CHARS).toWellFormed();
  return `${start > 0 ? '[line cut ...]' : ''}${part}${end < line.length ? '[... line cut]' : ''}`;
}
