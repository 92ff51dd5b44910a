import { countLineFeeds, startOfLine } from '../line-endings.ts';
import type { Expression } from './expression.ts';

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
  return (text) =>
    linesOf(text).flatMap((line, index) => {
      const column = inLine.exec(line)?.index;
      return column === undefined ? [] : [{ index, column }];
    });
}

/** Finds all lines that matches touch, which may span several; `^` and `$` are at every line, `.` is any character. */
export function textMatcher({ source, flags }: Expression): Matcher {
  const anywhere = new RegExp(source, `gm${flags}`);
  return (text) => {
    const found: MatchedLine[] = [];
    let index = 0;
    let start = 0;
    // The end of the line at `start`, which is looked for once: a line may have many matches.
    let end = text.indexOf('\n');
    for (const match of text.matchAll(anywhere)) {
      if (end !== -1 && match.index > end) {
        const next = startOfLine(text, match.index);
        index += countLineFeeds(text, start, next);
        start = next;
        end = text.indexOf('\n', start);
      }
      if (start >= text.length) break;
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
