import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PathResolver } from '../../policy/index.ts';

type NamesBelow = ReturnType<NonNullable<PathResolver['namesBelow']>>;

/** Larger trees are not scanned, because an evaluation waits for the result. */
const MAX_NAMES = 5_000;
/** Names that the shell splits or expands: blanks, quotes, wildcards, and invalid UTF-8. */
const NOT_ONE_WORD = /[\s"'\\*?[\]\uFFFD]/;
/** Names that do not survive as one line of text. */
const NOT_ONE_LINE = /[\n\r\\]|^[ \t]|[ \t]$/;

/**
 * Whether names below a folder change when the shell reads them as words or lines (`PathResolver.namesBelow`). `.git` is
 * skipped, and `node_modules` is scanned last.
 */
export function nonUtf8NamesBelow(folder: string): NamesBelow {
  const found = { words: false, lines: false };
  const folders = [folder];
  const installed: string[] = [];
  let names = 0;
  for (
    let next = folders.shift();
    next !== undefined;
    next = folders.shift() ?? installed.shift()
  ) {
    for (const entry of entriesOf(next)) {
      names += 1;
      if (names > MAX_NAMES) return found.words ? found : null;
      found.words ||= NOT_ONE_WORD.test(entry.name);
      found.lines ||= NOT_ONE_LINE.test(entry.name);
      if (!entry.isDirectory() || entry.name === '.git') continue;
      (entry.name === 'node_modules' ? installed : folders).push(join(next, entry.name));
    }
    if (found.lines) break;
  }
  return found;
}

/** Empty if it is not a folder or cannot be read: no names come from it either. */
export function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
