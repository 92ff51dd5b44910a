/**
 * `.gitignore` as gitignore(5) says. Not the package `ignore`: it makes backtracking expressions, and the author of a checkout
 * could write one that never ends.
 */
import { posix } from 'node:path';
import { trimEnd } from '../../../common/index.ts';
import { compileGlob, globProblem } from '../../../policy/index.ts';

/** One line of a `.gitignore`. */
interface Rule {
  /** `!`: takes back what an earlier rule ignored. */
  readonly isNegated: boolean;
  readonly onlyFolders: boolean;
  /** Compared with the path from the rule's folder, or with the name alone. */
  readonly comparesName: boolean;
  readonly matches: (text: string) => boolean;
}

export interface IgnoreRules {
  /** The folder, from the workspace root; `.` for the root itself. */
  readonly folder: string;
  readonly rules: readonly Rule[];
}

export const IGNORE_FILE = '.gitignore';

/** The rules of the text of a `.gitignore` in `folder`, as gitignore(5) says. A rule with a pattern that cannot be used is left out. */
export function parseIgnoreRules(folder: string, text: string): IgnoreRules {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  return { folder, rules: lines.flatMap((line) => parseRule(line.replace(/\r$/, ''))) };
}

/** Whether git would ignore an entry by the rules of its folder and of the folders above, the outermost first. */
export function isIgnored(
  levels: readonly IgnoreRules[],
  entry: { readonly path: string; readonly isFolder: boolean },
): boolean {
  if (levels.length === 0) return false;
  const name = posix.basename(entry.path);
  for (const { folder, rules } of levels.toReversed()) {
    const below = folder === '.' ? entry.path : entry.path.slice(folder.length + 1);
    const rule = rules.findLast(
      (one) => (entry.isFolder || !one.onlyFolders) && one.matches(one.comparesName ? name : below),
    );
    if (rule !== undefined) return !rule.isNegated;
  }
  return false;
}

function parseRule(line: string): readonly Rule[] {
  const kept = withoutLastSpaces(line);
  if (kept === '' || kept.startsWith('#')) return [];
  const isNegated = kept.startsWith('!');
  const pattern = isNegated ? kept.slice(1) : kept;
  const onlyFolders = pattern.endsWith('/');
  const bare = onlyFolders ? pattern.slice(0, -1) : pattern;
  if (bare === '') return [];
  const matches = matcherOf(bare.replace(/^\//, ''));
  return matches === null
    ? []
    : [{ isNegated, onlyFolders, comparesName: !bare.includes('/'), matches }];
}

/** A space at the end counts only after a backslash. */
function withoutLastSpaces(line: string): string {
  const { length } = trimEnd(line, ' ');
  return line.slice(0, line[length - 1] === '\\' ? length + 1 : length);
}

function matcherOf(pattern: string): ((text: string) => boolean) | null {
  // No path that git compares begins so, and a glob would be of the folder itself.
  if (pattern.startsWith('./')) return () => false;
  if (!/[*?[\\]/.test(pattern)) return (text) => text === pattern;
  // Everything in a folder, and not the folder itself.
  const inside = pattern.replace(/\/\*\*$/, '/**/*');
  // Braces and a leading "~/" mean nothing to git.
  const glob = inside.replaceAll(/\\.|[{}]/g, (found) => (found.length > 1 ? found : `\\${found}`));
  if (globProblem(glob) !== null) return null;
  const compiled = compileGlob(`./${glob}`);
  return (text) => compiled.matches(text, false);
}
