/** Compared at once; what differs is looked for character by character within as many. */
const BLOCK_CHARS = 4_096;

/** What two texts do not have in common, in whole lines, and some lines around it. */
export interface DifferingPart {
  readonly before: string;
  readonly after: string;
  /** How many lines, the same in both, stand before it. */
  readonly linesBefore: number;
}

/**
 * The part of two texts that a diff of them with so many lines of context is about: comparing line by line takes far
 * longer than finding out where two texts begin to differ. Pure.
 */
export function differingPart(before: string, after: string, contextLines: number): DifferingPart {
  const same = commonStart(before, after);
  const start = linesBack(before, same, contextLines);
  const end = linesOn(before, before.length - commonEnd(before, after, same), contextLines);
  return {
    before: before.slice(start, end),
    after: after.slice(start, after.length - (before.length - end)),
    linesBefore: countLines(before, start),
  };
}

function commonStart(first: string, second: string): number {
  const most = Math.min(first.length, second.length);
  let at = 0;
  while (at + BLOCK_CHARS <= most && block(first, at) === block(second, at)) at += BLOCK_CHARS;
  while (at < most && first[at] === second[at]) at += 1;
  return at;
}

/** How many characters both end with, beside the `taken` that both begin with. */
function commonEnd(first: string, second: string, taken: number): number {
  const most = Math.min(first.length, second.length) - taken;
  let count = 0;
  const last = (text: string) => block(text, text.length - count - BLOCK_CHARS);
  while (count + BLOCK_CHARS <= most && last(first) === last(second)) count += BLOCK_CHARS;
  while (count < most && first.at(-1 - count) === second.at(-1 - count)) count += 1;
  return count;
}

function block(text: string, from: number): string {
  return text.slice(from, from + BLOCK_CHARS);
}

/** Where the line at `index` begins, and then so many lines before it. */
function linesBack(text: string, index: number, lines: number): number {
  let start = startOfLine(text, index);
  for (let back = 0; back < lines && start > 0; back += 1) start = startOfLine(text, start - 1);
  return start;
}

function startOfLine(text: string, index: number): number {
  return index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1;
}

/** Where the line at `index` ends, its line feed included, and then so many lines after it. */
function linesOn(text: string, index: number, lines: number): number {
  let end = index;
  for (let on = 0; on <= lines; on += 1) {
    const feed = text.indexOf('\n', end);
    if (feed === -1) return text.length;
    end = feed + 1;
  }
  return end;
}

function countLines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1))
    count += 1;
  return count;
}
