import type { VerdictName } from '../../model/facts.ts';
import { quoteWord } from '../narrowest-rules.ts';

export interface ShellOptions {
  /** It also matches longer commands, from a word boundary on. */
  readonly prefix: boolean;
  /** The meaning of `*` in the source. */
  readonly star: 'wildcard' | 'literal';
  readonly list: VerdictName;
}

type ShellRule =
  | { readonly ok: true; readonly rule: string }
  | { readonly ok: false; readonly why: string };

const OPERATORS = /[|;&<>`\n]|\$\(/;

/**
 * Translates one shell rule of another agent to a `bash_run` rule. A `*` that is a wildcard in the source also is one here, but only within a word. So an `auto` rule
 * gets narrower. A `deny` rule with `*` in the middle is not translated but reported.
 */
export function shellRule(text: string, options: ShellOptions): ShellRule {
  const wild = options.star === 'wildcard';
  const source = wild ? text.trim().replaceAll(/\*{2,}/g, '*') : text.trim();
  if (source === '' || source === '*') return { ok: true, rule: 'bash_run' };
  if (OPERATORS.test(source.replace(/'[^']*'|"[^"]*"/g, ''))) {
    return {
      ok: false,
      why: 'it spans several commands; Countersign evaluates each command of a line by itself',
    };
  }
  if (/^[A-Za-z_]\w*=/.test(source)) return { ok: false, why: 'it begins with an assignment' };
  const trailing = wild && /[^\s*]\*$/.test(source);
  const words = source.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g) ?? [];
  if (words.join('') !== source.replace(/\s+(?=(?:[^'"]|'[^']*'|"[^"]*")*$)/g, '')) {
    return { ok: false, why: 'its quotes are not closed' };
  }
  if (wild && words.some(spansWords) && options.list !== 'auto')
    return {
      ok: false,
      why: '"*" in the middle of a line spans words in the other agent; name an intent such as @force-push instead',
    };
  const written = words.map((word) =>
    options.star === 'literal' ? quoteWord(unquote(word)) : word,
  );
  const rest = options.prefix || trailing ? [...written, '*'] : written;
  return {
    ok: true,
    rule: `bash_run(${rest.at(-1) === '*' && rest.at(-2) === '*' ? rest.slice(0, -1).join(' ') : rest.join(' ')})`,
  };
}

/** The narrowest rule that certainly covers what a shell rule of another agent is about: by its plain words, up to the first other one. */
export function widerRule(text: string): string {
  const words = text.trim().split(/\s+/);
  const end = words.findIndex((word) => !/^[\w%+:,./-]+$/.test(word));
  const plain = end === -1 ? words : words.slice(0, end);
  return plain.length === 0 ? 'bash_run' : `bash_run(${plain.join(' ')} *)`;
}

/**
 * Whether a `*` of the other agent matches more than one word, or is a plain character here. A final `*` is neither.
 */
function spansWords(word: string, index: number, words: readonly string[]): boolean {
  if (/'[^']*\*|"[^"]*\*/.test(word)) return true;
  const bare = index === words.length - 1 ? word.replace(/\*$/, '') : word;
  return bare.replaceAll(/\\./g, '').includes('*');
}

function unquote(word: string): string {
  return word.replace(
    /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g,
    (_all, single: string, double: string, escaped: string) =>
      single ?? double?.replace(/\\(.)/g, '$1') ?? escaped,
  );
}
