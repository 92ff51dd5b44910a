// Reads awk programs as far as it takes to know that they only print, where every awk reads them alike.

/** Names by which a program runs others, reads more files or the environment, or is no longer only what is written. */
const REACHING =
  /^(?:system|getline|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|ARGV|ARGC|ARGIND|extension|@)$/;
const REACHING_ANYWHERE =
  /\b(?:system|getline|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|ARGV|ARGC|ARGIND|extension)\b|@/;
const TOKEN =
  /[ \t]+|\n|\\\n|#[^\n]*|"(?:\\[^\n]|[^"\\\n])*"|[A-Za-z_]\w*|\d+(?:\.\d*)?|\|\||>=|>>|\|&|\+\+|--|[!-~]/y;
/** Behind these an operand follows, so a slash begins a regular expression. */
const BEFORE_REGEXP = /^(?:[({,;!~&|?:=+*%^<>}\n-]|\|\||>=|return|print|printf|else|do|)$/;
/** Words behind which some kinds of awk divide and others do not. */
const BEFORE_EITHER =
  /^(?:exit|case|in|getline|length|next|nextfile|break|continue|delete|func|function|default|BEGIN|END)$/;
/** A number, a name or a subscript's end: behind it a slash divides. */
const BEFORE_DIVISION = /^(?:\w+|\])$/;
/**
 * A regular expression that ends at the same slash for every awk: some look into brackets for it, some do not, and each
 * has its own idea of what a bracket or a backslash in brackets is. So brackets hold none of these, but whole classes
 * and characters behind a backslash.
 */
const REGEXP =
  /\/(?!=)(?:\\[^\n]|\[(?!\^?\])\^?(?:\[:[a-z]+:\]|\\[^\n[\]]|[^[\]\\/\n])+\]|[^/\\\n[])*\//y;
/** Where these stand before parentheses, a slash behind them begins a statement. */
const CONTROL = /^(?:if|while|for|switch)$/;

/** Why an awk program could do more than print, or `null`. */
export function awkEscapeHatch(program: string): string | null {
  const tokens = tokensOf(program);
  if (tokens !== null) {
    const name = tokens.find((token) => REACHING.test(token));
    if (name !== undefined) return `\`${name}\` reaches beyond the input`;
    return redirection(tokens);
  }
  const name = REACHING_ANYWHERE.exec(program)?.[0];
  if (name !== undefined) return `\`${name}\` reaches beyond the input`;
  // Without these two nothing can be written or run, however it is read.
  return /[|>]/.test(program) ? 'not every awk reads the program alike' : null;
}

/** Its words; a regular expression is the word `/`. `null` where kinds of awk may read it differently. */
function tokensOf(program: string): string[] | null {
  if (!/^[\t\n\x20-\x7e]*$/.test(program)) return null;
  const tokens: string[] = [];
  const brackets: string[] = [];
  let before = '';
  for (let position = 0; position < program.length; ) {
    const slash = program[position] === '/' ? slashAfter(before) : null;
    if (slash === 'either') return null;
    const end = matchAt(slash === 'regexp' ? REGEXP : TOKEN, program, position);
    if (end === null) return null;
    const token = slash === 'regexp' ? '/' : program.slice(position, end);
    position = end;
    // A quote that is not closed, a backslash that ends no line, and a comment that one could continue.
    if (token === '"' || token === '\\' || /^#.*\\$/.test(token)) return null;
    if (token.startsWith('#') || token === '\\\n' || /^[ \t]+$/.test(token)) continue;
    // Within brackets only some kinds of awk go on behind a line's end.
    if (token === '\n' && brackets.length > 0) return null;
    if (token === '(' || token === '[') brackets.push(token === '(' ? `(${before}` : token);
    const opened = token === ')' || token === ']' ? brackets.pop() : '';
    if (opened === undefined || (opened === '[') !== (token === ']')) return null;
    tokens.push(token);
    // A regular expression is told from a division, which is `/` too, by what may follow it: nothing that divides.
    before =
      slash === 'regexp'
        ? 'regexp/'
        : token === ')' && CONTROL.test(opened.slice(1))
          ? 'if)'
          : token;
  }
  return tokens;
}

/** What a slash is behind this word. */
function slashAfter(before: string): 'regexp' | 'division' | 'either' {
  if (BEFORE_EITHER.test(before)) return 'either';
  if (BEFORE_REGEXP.test(before)) return 'regexp';
  return before === ')' || BEFORE_DIVISION.test(before) ? 'division' : 'either';
}

function matchAt(pattern: RegExp, text: string, position: number): number | null {
  pattern.lastIndex = position;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** A pipe, or a `>` in a `print` that stands in no parentheses. */
function redirection(tokens: readonly string[]): string | null {
  let printing = false;
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (token === 'print' || token === 'printf') {
      printing = true;
      depth = 0;
    } else if (token === ';' || token === '}') printing = false;
    else if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (token === '|' || token === '|&') return 'a pipe runs a program';
    else if (token === '>>') return '`>>` writes a file';
    else if (token === '>' && printing && depth <= 0 && !toStream(tokens.slice(index + 1))) {
      return '`>` writes a file';
    }
  }
  return null;
}

function toStream(tokens: readonly string[]): boolean {
  const [target, next = ';'] = tokens;
  return /^"\/dev\/std(?:err|out)"$/.test(target ?? '') && [';', '}', '\n'].includes(next);
}
