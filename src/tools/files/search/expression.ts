import { clauseText } from '../../../common/index.ts';

/** A pattern for `fs_grep`: a JavaScript regular expression with the `u` flag. */
export interface Expression {
  readonly source: string;
  /** Without `g` and `m`. */
  readonly flags: string;
}

type Compiled =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly why: string };

/** Flags at the start, as other dialects write them. */
const LEADING_FLAGS = /^\(\?([ims]+)\)/;
const QUANTIFIER = /^\{\d+(?:,\d*)?\}/;
const POSIX_CLASS = /^\[:(\^?)(\w+):\]/;
const POSIX: Readonly<Record<string, string>> = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  blank: ' \\t',
  cntrl: '\\x00-\\x1F\\x7F',
  digit: '0-9',
  lower: 'a-z',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\s',
  upper: 'A-Z',
  word: '\\w',
  xdigit: '0-9a-fA-F',
};
/** Escapes of other dialects. */
const ESCAPES: Readonly<Record<string, string>> = {
  A: '(?<![^])',
  z: '(?![^])',
  Z: '(?![^])',
  '<': '\\b(?=\\w)',
  '>': '\\b(?<=\\w)',
  h: '[ \\t]',
};

/**
 * Reads a pattern in the dialect of JavaScript, and also what ripgrep, grep -P and grep -E write in another way and JavaScript
 * would refuse: `[[:alpha:]]`, `\A`, `\z`, `\<`, `(?P<name>…)`, `(?i)` at the start, braces and brackets without a meaning,
 * needless backslashes. Pure.
 */
export function compileExpression(
  pattern: string,
  options: { readonly ignoreCase: boolean },
): Compiled {
  const leading = LEADING_FLAGS.exec(pattern);
  const given = leading?.[1] ?? '';
  const source = translated(pattern.slice(leading?.[0].length ?? 0));
  const ignoreCase = options.ignoreCase || given.includes('i');
  const flags = `u${ignoreCase ? 'i' : ''}s`;
  try {
    const checked = new RegExp(source, flags);
    return { ok: true, expression: { source: checked.source, flags } };
  } catch (error) {
    return {
      ok: false,
      why: clauseText(error).replace(/^.*\/[a-z]*: /s, ''),
    };
  }
}

/**
 * Whether the time that an expression takes can depend on what a text holds: with a repetition or a choice it may try again
 * and again. Without them each place of the text is tried once.
 */
export function canBacktrack({ source }: Expression): boolean {
  return /[*+?{|]/.test(source);
}

/** A class of everything but some characters. */
const EXCLUDING_CLASS = /\[\^(?:[^\\\]]|\\[^])*\]/g;

/** Whether a pattern asks for a line feed, which no single line has. */
export function wantsLineFeed(pattern: string): boolean {
  const asked = pattern.replaceAll(EXCLUDING_CLASS, '');
  return asked.includes('\n') || /(?<!\\)(?:\\\\)*\\n/.test(asked);
}

function translated(pattern: string): string {
  const parts: string[] = [];
  let index = 0;
  while (index < pattern.length) {
    const rest = pattern.slice(index);
    const piece =
      rest[0] === '['
        ? classAt(rest)
        : rest[0] === '\\'
          ? escapeAt(rest, ESCAPES)
          : plainAt(rest, parts.at(-1));
    parts.push(piece.source);
    index += piece.length;
  }
  return parts.join('');
}

interface Piece {
  readonly source: string;
  /** Characters of the pattern. */
  readonly length: number;
}

/** Outside of a class. `before` is the piece before it. */
function plainAt(rest: string, before: string | undefined): Piece {
  const group = /^\(\?P<|^\(\?P=(\w+)\)/.exec(rest);
  if (group !== null) {
    const [whole, name] = group;
    return { source: name === undefined ? '(?<' : `\\k<${name}>`, length: whole.length };
  }
  if (rest[0] === '{') {
    const quantifier = QUANTIFIER.exec(rest)?.[0];
    const repeats = before !== undefined && before !== '(' && before !== '|';
    return quantifier !== undefined && repeats
      ? { source: quantifier, length: quantifier.length }
      : { source: '\\{', length: 1 };
  }
  const opening = /^\(\?(?:[:=!]|<[=!]|<\w+>|[ims-]+:)/.exec(rest)?.[0];
  if (opening !== undefined) return { source: opening, length: opening.length };
  const character = rest[0] ?? '';
  return {
    source: character === '}' || character === ']' ? `\\${character}` : character,
    length: 1,
  };
}

function escapeAt(rest: string, others: Readonly<Record<string, string>>): Piece {
  const next = rest[1];
  if (next === undefined) return { source: '\\', length: 1 };
  const long = /^\\(?:x\{([0-9a-fA-F]+)\}|u\{[0-9a-fA-F]+\}|[pP]\{[^}]*\}|k<\w+>)/.exec(rest);
  if (long !== null) {
    const [whole, code] = long;
    return { source: code === undefined ? whole : `\\u{${code}}`, length: whole.length };
  }
  if (/[pP]/.test(next) && /[A-Z]/.test(rest[2] ?? ''))
    return { source: `\\${next}{${rest[2]}}`, length: 3 };
  const other = Object.hasOwn(others, next) ? others[next] : undefined;
  if (other !== undefined) return { source: other, length: 2 };
  // A needless backslash before punctuation, which the flag `u` refuses.
  const isNeedless = /[^\p{L}\p{N}^$\\.*+?()[\]{}|/]/u.test(next);
  return { source: isNeedless ? next : `\\${next}`, length: 2 };
}

const NO_ESCAPES = { h: ' \\t', '-': '\\-' };

function classAt(rest: string): Piece {
  if (rest.startsWith('[^]') && !/^\[\^\][^[\]]*\]/.test(rest)) return { source: '[^]', length: 3 };
  const parts = [rest[1] === '^' ? '[^' : '['];
  let index = parts[0]?.length ?? 1;
  // A bracket that closes a class of nothing is itself in the class.
  if (rest[index] === ']') {
    parts.push('\\]');
    index += 1;
  }
  while (index < rest.length && rest[index] !== ']') {
    const piece = inClassAt(rest.slice(index));
    parts.push(piece.source);
    index += piece.length;
  }
  const isClosed = index < rest.length;
  return { source: parts.join('') + (isClosed ? ']' : ''), length: index + (isClosed ? 1 : 0) };
}

function inClassAt(rest: string): Piece {
  if (rest[0] === '\\') return escapeAt(rest, NO_ESCAPES);
  const [whole, not, name] = POSIX_CLASS.exec(rest) ?? [];
  const members = name !== undefined && Object.hasOwn(POSIX, name) ? POSIX[name] : undefined;
  if (whole !== undefined && members !== undefined && not === '')
    return { source: members, length: whole.length };
  return { source: rest[0] ?? '', length: 1 };
}
