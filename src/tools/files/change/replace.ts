import { countLineFeeds, endingsOf, lineFeedView, withLineFeeds } from '../line-endings.ts';
import { commonEnd, commonStart } from './differing-part.ts';

/** One exact replacement, as a call asks for it. The strings are plain text: nothing in them is a pattern. */
export interface Edit {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
}

export type Replacement =
  | { readonly outcome: 'replaced'; readonly bytes: Buffer; readonly count: number }
  | { readonly outcome: 'empty' }
  | { readonly outcome: 'identical' }
  | { readonly outcome: 'no-match' }
  | { readonly outcome: 'too-large'; readonly size: number }
  /** The line numbers of the first matches, with overlapping ones. */
  | { readonly outcome: 'ambiguous'; readonly count: number; readonly lines: readonly number[] };

/** Bytes of a file that is changed, before and after. */
export const MAX_EDIT_BYTES = 10_000_000;
/** More matches are not counted. */
export const MAX_COUNTED = 10_000;
const MAX_LINES_TOLD = 10;

/**
 * Applies one edit to the bytes of a file. Pure. Every byte outside of the replaced text stays:
 * BOM, line endings, a missing last newline, bytes that are not UTF-8. `\n` and `\r\n` of the
 * old string match both kinds of line ending, and new lines get the file's own, so that a file
 * with one kind of line ending keeps it.
 */
export function replaceIn(bytes: Buffer, edit: Edit): Replacement {
  if (edit.old_string === '') return { outcome: 'empty' };
  const isForAll = edit.replace_all === true;
  const wanted = withLineFeeds(binary(edit.old_string));
  const next = withLineFeeds(binary(edit.new_string));
  if (wanted === next) return { outcome: 'identical' };
  const raw = bytes.toString('latin1');
  const view = lineFeedView(raw);
  // With overlapping ones.
  const found = positionsOf(view.text, wanted, 1, MAX_COUNTED);
  if (found.length === 0) return { outcome: 'no-match' };
  if (found.length > 1 && !isForAll) {
    const lines = found
      .slice(0, MAX_LINES_TOLD)
      .map((index) => countLineFeeds(view.text, 0, index) + 1);
    return { outcome: 'ambiguous', count: found.length, lines };
  }
  const starts = isForAll ? positionsOf(view.text, wanted, wanted.length, Infinity) : found;
  const size = raw.length + starts.length * (next.length - wanted.length);
  if (size > Math.max(MAX_EDIT_BYTES, raw.length)) return { outcome: 'too-large', size };
  const spans = starts.map((start) => ({
    start: view.rawIndex(start),
    end: view.rawIndex(start + wanted.length),
  }));
  const newFile = edit.new_string.includes('\r\n') ? '\r\n' : '\n';
  const replaced = splice(raw, spans, { next, endingAt: endingsOf(raw, newFile) });
  return { outcome: 'replaced', bytes: Buffer.from(replaced, 'latin1'), count: spans.length };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The new text with line feeds only, and the line ending of each place. */
interface NewText {
  readonly next: string;
  readonly endingAt: ReturnType<typeof endingsOf>;
}

function splice(raw: string, spans: readonly Span[], { next, endingAt }: NewText): string {
  const parts: string[] = [];
  let from = 0;
  for (const span of spans) {
    const matched = raw.slice(span.start, span.end);
    const place = { next, endingAt: (index: number) => endingAt(span.start + index) };
    parts.push(raw.slice(from, span.start), spanReplacement(matched, place));
    from = span.end;
  }
  parts.push(raw.slice(from));
  return parts.join('');
}

/**
 * The replacement of one match. Lines that old and new share at both ends keep their own
 * endings, so that an edit in a file of mixed endings changes only what it names.
 */
function spanReplacement(matched: string, { next, endingAt }: NewText): string {
  const view = lineFeedView(matched);
  const head = commonStart(view.text, next);
  const tail = commonEnd(view.text, next, head);
  const start = view.rawIndex(head);
  const end = view.rawIndex(view.text.length - tail);
  const ending = endingAt(start);
  const middle = next.slice(head, next.length - tail).replaceAll('\n', () => ending);
  return matched.slice(0, start) + middle + matched.slice(end);
}

/** The first positions of `wanted`, each at least `distance` behind the one before. */
function positionsOf(text: string, wanted: string, distance: number, max: number): number[] {
  const found: number[] = [];
  let index = text.indexOf(wanted);
  while (index !== -1 && found.length < max) {
    found.push(index);
    index = text.indexOf(wanted, index + distance);
  }
  return found;
}

function binary(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
