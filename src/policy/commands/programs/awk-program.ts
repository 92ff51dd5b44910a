// Reads awk programs as far as it takes to know that they only print.

/** Names by which a program runs others, reads more files or the environment, or is no longer only what is written. */
const REACHING = /\b(?:system|getline|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|ARGV|ARGC|ARGIND)\b|@/;
const TOKEN =
  /\s+|\\\n|#[^\n]*|"(?:\\[^\n]|[^"\\\n])*"|[A-Za-z_]\w*|\d+(?:\.\d*)?|\|\||>=|>>|\|&|\+\+|--|[^\s]/y;
/** After these a slash begins a regular expression. */
const BEFORE_REGEXP = /^(?:[({,;!~&|?:=+*%^<>-]|\|\||return|print|printf|in|else|do|)$/;
/** A number, a name or a subscript's end: behind it a slash divides, but for two words that some kinds of awk know. */
const BEFORE_DIVISION = /^(?!(?:exit|case)$)(?:\w+|\])$/;
/** A slash in brackets is left out: it ends the expression for some kinds of awk and not for others. */
const REGEXP = /\/(?:\\[^\n]|\[\^?\]?(?:\\[^\n]|\[:[a-z]+:\]|[^\]\\\n/])*\]|[^/\\\n[])*\//y;

/** Why an awk program could do more than print, or `null`. */
export function awkHatch(program: string): string | null {
  const name = REACHING.exec(program)?.[0];
  if (name !== undefined) return `\`${name}\` reaches beyond the input`;
  // Without these two nothing can be written or run, however it is read.
  if (!/[|>]/.test(program)) return null;
  const tokens = tokensOf(program);
  return tokens === null ? 'the program is not understood' : redirection(tokens);
}

/** Its words; a regular expression is the word `/`. `null` where division and regular expression look alike. */
function tokensOf(program: string): string[] | null {
  const tokens: string[] = [];
  let before = '';
  for (let at = 0; at < program.length; ) {
    if (program[at] === '/') {
      const end =
        BEFORE_REGEXP.test(before) || before === '}' || before === '\n'
          ? matchAt(REGEXP, program, at)
          : null;
      if (end !== null) {
        at = end;
        before = '/';
        tokens.push('/');
        continue;
      }
      if (!BEFORE_DIVISION.test(before) || BEFORE_REGEXP.test(before)) return null;
    }
    const end = matchAt(TOKEN, program, at);
    if (end === null) return null;
    const token = program.slice(at, end);
    at = end;
    if (token === '"' || token === '\\') return null;
    if (token.startsWith('#') || token === '\\\n') continue;
    if (/^\s+$/.test(token)) {
      if (token.includes('\n')) before = '\n';
      if (token.includes('\n')) tokens.push('\n');
      continue;
    }
    tokens.push(token);
    before = token;
  }
  return tokens;
}

function matchAt(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
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
