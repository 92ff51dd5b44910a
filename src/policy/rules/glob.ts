import picomatch from 'picomatch';
import { trimEnd } from '../../common/index.ts';
import { isPossiblePath } from '../model/path-limits.ts';
import { matchesParts } from './wildcard.ts';

/** A path pattern of the policy, compiled when it is first asked. */
export interface PathGlob {
  readonly source: string;
  matches(path: string, caseInsensitive: boolean): boolean;
  /** The folders before the first wildcard: only paths below them can match. */
  readonly base: string;
  /** Its literal text without the wildcards, which shows whether it names secrets-like files (see `isSecretsLike`). */
  readonly plain: string;
}

const MAX_GLOB_LENGTH = 1_000;
/** A pattern with braces or brackets becomes an expression, which searches: few stars keep that short. */
const MAX_SEARCHED_STARS = 4;
const MAX_GLOB_STARS = 100;

/** Any home folder. `/~` represents a home folder that is known only at run time. */
const HOME = '{/root,/home/*,/Users/*,/~,~}/';

/** Why a glob cannot be used, or `null`. */
export function globProblem(source: string): string | null {
  if (source.length > MAX_GLOB_LENGTH)
    return `The path pattern is longer than ${MAX_GLOB_LENGTH} characters.`;
  const stars = (source.match(/\*+/g) ?? []).length;
  const limit = parsePlainGlob(source) === null ? MAX_SEARCHED_STARS : MAX_GLOB_STARS;
  if (stars > limit) return `The path pattern has more than ${limit} wildcards.`;
  if (source.includes('\u0000')) return 'The path pattern contains a NUL character.';
  return null;
}

/** Whether a pattern has no class of characters such as `[z-a]`, from which the library makes an expression that matches nothing. */
export function hasPossibleClasses(source: string): boolean {
  if (!source.includes('[')) return true;
  try {
    matcher(source, false, { debug: true });
    return true;
  } catch {
    return false;
  }
}

/** The first bracket or brace that is alone, so that a person meant another pattern than it is; `null` if there is none. */
export function openBracket(source: string): string | null {
  const open: string[] = [];
  for (const [mark] of source.matchAll(/\\.|\[[!^]?\]?[^\]]*\]|[[\]{}]/g)) {
    if (mark.length > 1) continue;
    if (mark === '}' && open.length > 0) open.pop();
    else if (mark === '{') open.push(mark);
    else return mark;
  }
  return open[0] ?? null;
}

/**
 * The first braces without a comma, such as `{a}` and `{1..3}`; `null` if there are none. Those of a template, `{{name}}`, can only
 * stand for themselves.
 */
export function braceWithoutComma(source: string): string | null {
  const plain = source.replaceAll(/\\.|\[[!^]?\]?[^\]]*\]|\{\{(?:(?!\.\.)[^{},])*\}\}/g, '  ');
  return /\{[^{},]*\}/.exec(plain)?.[0] ?? null;
}

/** What stands before a comma with a blank behind it that ends a pattern: one word. */
const ONE_WORD = /^[^\s()]+$/;
const MARKS = /\\\S|\[[!^]?\]?[^\]]*\]|[{}]|,\s?|\*\*\s/g;

/** Whether a person meant two patterns: a comma outside of braces separates nothing, nor does a blank behind one or behind `**`. */
export function isTwoPatterns(source: string): boolean {
  let depth = 0;
  for (const { 0: mark, index } of source.matchAll(MARKS)) {
    const before = source.slice(0, index);
    const hasBlank = /\s$/.test(mark);
    if (mark === '{') depth += 1;
    else if (mark === '}') depth -= 1;
    else if (hasBlank && (depth > 0 || mark.startsWith('*') || ONE_WORD.test(before))) return true;
    else if (mark === ',' && depth === 0) return true;
  }
  return false;
}

/**
 * Compiles a glob from the workspace root: `*` within a folder, `**` through folders, `?`, `[…]`, `{a,b}`, files that
 * begin with a dot included. `./a` is `a`; `a/` is everything below `a`; `~/` is anybody's home. Parentheses and `|`
 * are plain characters (folders are named so); `\` makes the next character plain.
 */
export function compileGlob(source: string): PathGlob {
  const normal = normalGlob(source);
  const compiled = new Map<boolean, (path: string) => boolean>();
  return {
    source,
    base: baseOf(normal),
    plain: normal.replaceAll('*', '').replaceAll('\\', ''),
    matches: (path, caseInsensitive) => {
      const match = compiled.get(caseInsensitive) ?? matcher(normal, caseInsensitive);
      compiled.set(caseInsensitive, match);
      return match(path);
    },
  };
}

/** True if a glob covers a path, case-sensitively. An invalid glob covers nothing. */
export function globCovers(glob: string, path: string): boolean {
  return globProblem(glob) === null && compileGlob(glob).matches(path, false);
}

function matcher(
  glob: string,
  caseInsensitive: boolean,
  more: picomatch.PicomatchOptions = {},
): (path: string) => boolean {
  const plain = parsePlainGlob(caseInsensitive ? glob.toLowerCase() : glob);
  if (plain !== null) {
    const literal = longestLiteral(plain);
    return (path) => {
      const cased = caseInsensitive ? path.toLowerCase() : path;
      return cased.includes(literal) && matchesSegments(cased.split('/'), plain, matchesParts);
    };
  }
  const { head, tail } = splitBackslashes(glob);
  const maxLength = MAX_GLOB_LENGTH * 2;
  const options = {
    dot: true,
    nocase: caseInsensitive,
    nonegate: true,
    noext: true,
    posix: true,
    maxLength,
    ...more,
  };
  if (head === '') return (path) => path === tail;
  const matchesHead = picomatch(escapeGroups(head), options);
  // An expression searches, and a word of a command can be longer than any path.
  return (path) =>
    isPossiblePath(path) &&
    path.endsWith(tail) &&
    matchesHead(path.slice(0, path.length - tail.length));
}

/**
 * Splits off the plain backslashes at the end of a pattern: the library never returns from a pattern that ends with
 * more than two. A single one at the very end is literal.
 */
function splitBackslashes(glob: string): { readonly head: string; readonly tail: string } {
  const head = trimEnd(glob, '\\');
  return { head, tail: '\\'.repeat(Math.ceil((glob.length - head.length) / 2)) };
}

/** A path as a glob that matches it alone, for rules that are proposed to people. */
export function escapeGlob(path: string): string {
  return path.replaceAll(/[*?[\]{},\\!]|(?<=[@+])\(/g, String.raw`\$&`);
}

function normalGlob(source: string): string {
  let glob = source.replace(/^(?:\.\/)+/, '');
  if (glob === '' || glob === '.') glob = '.';
  else if (glob.endsWith('/')) glob = `${glob}**`;
  return glob.startsWith('~/') ? `${HOME}${glob.slice(2)}` : glob;
}

function escapeGroups(glob: string): string {
  return glob.replaceAll(/\\.|[()|+@]/g, (found) => (found.length > 1 ? found : `\\${found}`));
}

function baseOf(glob: string): string {
  const wild = glob.search(/[*?[{]/);
  if (wild === -1) return glob.replaceAll('\\', '');
  const slash = glob.lastIndexOf('/', wild);
  return slash <= 0 ? '' : glob.slice(0, slash).replaceAll('\\', '');
}

/** One folder or file name of a pattern: `**`, or literal parts that any characters may separate. */
type Segment = '**' | readonly string[];

/**
 * Parses a pattern with `*` and `**` only, as nearly all are; `null` if it contains more. Matching takes time
 * proportional to pattern times path, because the model chooses the path.
 */
function parsePlainGlob(glob: string): readonly Segment[] | null {
  if (/[?[\]{}\\]/.test(glob)) return null;
  return glob.split('/').map((segment) => (segment === '**' ? '**' : segment.split(/\*+/)));
}

/** A longer text is not searched for: JavaScript's search can take the product of both lengths. */
const MAX_LITERAL_LENGTH = 64;

/**
 * Text that every matching path contains. To look for it first is seven times as fast for 200 rules: before each command, the
 * sandbox matches every path of the workspace with each rule that denies writing.
 */
function longestLiteral(pattern: readonly Segment[]): string {
  const literals = pattern.flatMap((segment) => (segment === '**' ? [] : segment));
  return literals
    .map((literal) => literal.slice(0, MAX_LITERAL_LENGTH))
    .reduce((longest, literal) => (literal.length > longest.length ? literal : longest), '');
}

/** Whether names match segments in order, where the segment `**` stands for any number of names: `a/**` is `a`, too. */
export function matchesSegments<Part>(
  names: readonly string[],
  segments: readonly (Part | '**')[],
  matches: (name: string, segment: Part) => boolean,
): boolean {
  // reached[i]: the segments so far can end before name i.
  let reached = [true, ...names.map(() => false)];
  for (const segment of segments) {
    const next = reached.map(() => false);
    let open = false;
    for (const [index, isReached] of reached.entries()) {
      if (segment === '**') {
        open ||= isReached;
        next[index] = open;
      } else if (isReached && index < names.length) {
        next[index + 1] = matches(names[index] ?? '', segment);
      }
    }
    reached = next;
  }
  return reached[names.length] === true;
}
