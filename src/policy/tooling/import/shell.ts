import { quoteWord } from '../narrowest-rules.ts';

/** What `*` means where the rule comes from. */
type Star = 'wildcard' | 'literal';

export type ShellRule =
  | { readonly ok: true; readonly rule: string }
  | { readonly ok: false; readonly why: string };

const OPERATORS = /[|;&<>`\n]|\$\(/;

/**
 * One shell rule of another agent as a `bash_run` rule. `prefix`: it also covers what follows on a word boundary.
 * Where `*` is a wildcard there, it stays one inside a word, where it means less than there: so an `auto` rule gets
 * narrower, and a `deny` rule with one in the middle is not carried but said.
 */
export function shellRule(
  text: string,
  options: { prefix: boolean; star: Star; list: string },
): ShellRule {
  const wild = options.star === 'wildcard';
  const source = wild ? text.trim().replaceAll(/\*{2,}/g, '*') : text.trim();
  if (source === '' || source === '*') return { ok: true, rule: 'bash_run' };
  if (OPERATORS.test(source.replace(/'[^']*'|"[^"]*"/g, ''))) {
    return {
      ok: false,
      why: 'it spans several commands; each command of a line is evaluated by itself here',
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
      why: '"*" in the middle of a line there spans words; name an intent such as @force-push instead',
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

/**
 * Whether a star of the other agent means more than one of our words, or is a plain character here. A last star that
 * ends the line is neither.
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
