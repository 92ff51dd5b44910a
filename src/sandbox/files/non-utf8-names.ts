import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PathResolver } from '../../policy/index.ts';

type OddNames = ReturnType<NonNullable<PathResolver['namesBelow']>>;

/** Trees of more names are not looked through while somebody waits for a verdict. */
const MAX_NAMES = 5_000;
/** What makes other words of a name: blanks, quotes, wildcards, and bytes that are no text. */
const NO_WORD = /[\s"'\\*?[\]\uFFFD]/;
/** What is no whole line either; each of them is also none of a word. */
const NO_LINE = /[\n\r\\]|^[ \t]|[ \t]$/;

/**
 * What the names below a folder become as words and as lines (`PolicyWorld.namesBelow`). Git's own folder is left out, and
 * what was installed comes last: the names that people bring are in the others.
 */
export function nonUtf8NamesBelow(folder: string): OddNames {
  const odd = { words: false, lines: false };
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
      if (names > MAX_NAMES) return odd.words ? odd : null;
      odd.words ||= NO_WORD.test(entry.name);
      odd.lines ||= NO_LINE.test(entry.name);
      if (!entry.isDirectory() || entry.name === '.git') continue;
      (entry.name === 'node_modules' ? installed : folders).push(join(next, entry.name));
    }
    if (odd.lines) break;
  }
  return odd;
}

/** Nothing for what is no folder, or cannot be looked at: no name comes of it either. */
export function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
