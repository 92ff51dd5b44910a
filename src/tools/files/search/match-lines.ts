import { countLineFeeds, startOfLine } from '../line-endings.ts';
import type { Expression } from './expression.ts';

/** A line that matches. */
export interface MatchedLine {
  /** From 0. */
  readonly index: number;
  /** Where the first match in it begins, in characters; 0 for the further lines of one match. */
  readonly column: number;
}

/** The lines of a text, without an empty one after the last line feed. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

export type Matcher = (text: string) => readonly MatchedLine[];

/** Finds the lines of a text in which the expression matches, each line by itself. The time it takes depends on the expression. */
export function lineMatcher({ source, flags }: Expression): Matcher {
  const inLine = new RegExp(source, flags);
  const looksAround = /\(\?<?[=!]/.test(source);
  // Finds where to look: without looking around, whatever matches in a line also matches in the text.
  const anywhere = new RegExp(source, `gm${flags.replace('s', '')}`);
  return (text) => {
    const canSkip = !looksAround && !/[\r\u2028\u2029]/.test(text);
    return canSkip ? skipping(text, anywhere, inLine) : everyLine(text, inLine);
  };
}

function everyLine(text: string, inLine: RegExp): readonly MatchedLine[] {
  return linesOf(text).flatMap((line, index) => {
    const column = inLine.exec(line)?.index;
    return column === undefined ? [] : [{ index, column }];
  });
}

function skipping(text: string, anywhere: RegExp, inLine: RegExp): readonly MatchedLine[] {
  const found: MatchedLine[] = [];
  let index = 0;
  let counted = 0;
  anywhere.lastIndex = 0;
  for (let match = anywhere.exec(text); match !== null; match = anywhere.exec(text)) {
    const start = startOfLine(text, match.index);
    if (start >= text.length) break;
    index += countLineFeeds(text, counted, start);
    counted = start;
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    const column = inLine.exec(text.slice(start, end))?.index;
    if (column !== undefined) found.push({ index, column });
    if (feed === -1) break;
    anywhere.lastIndex = feed + 1;
  }
  return found;
}

/** Finds all lines that matches touch, which may span several; `^` and `$` are at every line, `.` is any character. */
export function textMatcher({ source, flags }: Expression): Matcher {
  const anywhere = new RegExp(source, `gm${flags}`);
  return (text) => {
    const found: MatchedLine[] = [];
    let index = 0;
    let counted = 0;
    for (const match of text.matchAll(anywhere)) {
      const start = startOfLine(text, match.index);
      if (start >= text.length) break;
      index += countLineFeeds(text, counted, start);
      counted = start;
      // A line feed at the end of a match belongs to the line that it ends.
      const last = index + countLineFeeds(match[0].replace(/\n$/, ''), 0, match[0].length);
      for (let line = index; line <= last; line += 1) {
        if (line > (found.at(-1)?.index ?? -1))
          found.push({ index: line, column: line === index ? match.index - start : 0 });
      }
    }
    return found;
  };
}
