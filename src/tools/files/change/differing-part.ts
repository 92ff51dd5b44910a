import { countLineFeeds, startOfLine } from '../line-endings.ts';

/** The lines in which two texts differ, with some lines of context. */
interface DifferingPart {
  readonly before: string;
  readonly after: string;
  /** The number of equal lines before it. */
  readonly linesBefore: number;
}

/**
 * The part of two texts that a diff with so many lines of context shows. Finding the first and the last difference is much
 * faster than a comparison line by line. Pure.
 */
export function differingPart(before: string, after: string, contextLines: number): DifferingPart {
  const same = commonStart(before, after);
  const start = linesBack(before, same, contextLines);
  const end = linesOn(before, before.length - commonEnd(before, after, same), contextLines);
  return {
    before: before.slice(start, end),
    after: after.slice(start, after.length - (before.length - end)),
    linesBefore: countLineFeeds(before, 0, start),
  };
}

/** The number of equal characters at the start. */
export function commonStart(first: string, second: string): number {
  const most = Math.min(first.length, second.length);
  let count = 0;
  while (count < most && first.charCodeAt(count) === second.charCodeAt(count)) count += 1;
  return count;
}

/** The number of equal characters at the end, without the `taken` equal ones at the start. */
export function commonEnd(first: string, second: string, taken: number): number {
  const most = Math.min(first.length, second.length) - taken;
  let count = 0;
  const last = (text: string) => text.charCodeAt(text.length - 1 - count);
  while (count < most && last(first) === last(second)) count += 1;
  return count;
}

/** The start of the line at `index`, moved back by a number of lines. */
function linesBack(text: string, index: number, lines: number): number {
  let start = startOfLine(text, index);
  for (let back = 0; back < lines && start > 0; back += 1) start = startOfLine(text, start - 1);
  return start;
}

/** The end of the line at `index` with its line feed, moved on by a number of lines. */
function linesOn(text: string, index: number, lines: number): number {
  let end = index;
  for (let on = 0; on <= lines; on += 1) {
    const feed = text.indexOf('\n', end);
    if (feed === -1) return text.length;
    end = feed + 1;
  }
  return end;
}
