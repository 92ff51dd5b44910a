import { unchangedState } from '../walk/context.ts';
import { type ProgramReader, noteFileRead, noteUnknownOptions } from './read-program.ts';
import { noteEscapeHatch, noteUnknown } from '../walk/findings.ts';
import { matchOptions } from './options.ts';

/** `awk`: the first operand is its program, the others are files or assignments. */
export const readAwk: ProgramReader = (invocation, { flags, escapeHatches }) => {
  const { scope } = invocation;
  const result = unchangedState(scope.state);
  const matched = matchOptions(invocation.args, flags);
  noteUnknownOptions(invocation, matched, escapeHatches);
  for (const arg of matched.uncertain)
    noteUnknown(scope, `\`${arg.source}\` may be an option of awk`);
  const [program, ...files] = matched.operands;
  if (program === undefined) return result;
  if (program.text === null) noteUnknown(scope, 'the program of awk is known only at run time');
  else {
    const escapeHatch = awkEscapeHatch(program.text);
    if (escapeHatch !== null) noteEscapeHatch(`awk: ${escapeHatch}`, [program], scope);
  }
  for (const file of files)
    if (!/^[A-Za-z_]\w*=/.test(file.text ?? file.prefix)) noteFileRead(file, scope);
  scope.findings.classes.add('@readonly');
  return result;
};

// Reads awk programs as far as needed to know that every awk reads them alike and only prints.

/** Names that run programs, read more files or the environment, or change what the program is. */
const REACHING =
  /^(?:system|getline|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|ARGV|ARGC|ARGIND|extension|@)$/;
const REACHING_ANYWHERE =
  /\b(?:system|getline|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|ARGV|ARGC|ARGIND|extension)\b|@/;
const TOKEN =
  /[ \t]+|\n|\\\n|#[^\n]*|"(?:\\[^\n]|[^"\\\n])*"|[A-Za-z_]\w*|\d+(?:\.\d*)?|\|\||>=|>>|\|&|\+\+|--|[!-~]/y;
/** After these an operand follows, so a slash begins a regular expression. */
const BEFORE_REGEXP = /^(?:[({,;!~&|?:=+*%^<>}\n-]|\|\||>=|return|print|printf|else|do|)$/;
/** After these, some versions of awk divide and others do not. */
const BEFORE_EITHER =
  /^(?:exit|case|in|getline|length|next|nextfile|break|continue|delete|func|function|default|BEGIN|END)$/;
/** After a number, a name or the end of a subscript, a slash divides. */
const BEFORE_DIVISION = /^(?:\w+|\])$/;
/**
 * A regular expression that ends at the same slash for every awk. Versions differ on slashes, brackets and backslashes
 * inside brackets, so brackets may contain only whole classes and escaped characters.
 */
const REGEXP =
  /\/(?!=)(?:\\[^\n]|\[(?!\^?\])\^?(?:\[:[a-z]+:\]|\\[^\n[\]]|[^[\]\\/\n])+\]|[^/\\\n[])*\//y;
/** After the parentheses of these, a slash begins a statement. */
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
  // Without these two characters nothing is written or run, in any reading.
  return /[|>]/.test(program) ? 'not every awk reads the program alike' : null;
}

/** The tokens of the program; a regular expression becomes `/`. `null` if versions of awk may read it differently. */
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
    // An unclosed quote, a backslash that ends no line, or a comment that a newline could continue.
    if (token === '"' || token === '\\' || /^#.*\\$/.test(token)) return null;
    if (token.startsWith('#') || token === '\\\n' || /^[ \t]+$/.test(token)) continue;
    // Inside brackets only some versions of awk continue after a newline.
    if (token === '\n' && brackets.length > 0) return null;
    if (token === '(' || token === '[') brackets.push(token === '(' ? `(${before}` : token);
    const opened = token === ')' || token === ']' ? brackets.pop() : '';
    if (opened === undefined || (opened === '[') !== (token === ']')) return null;
    tokens.push(token);
    // What may follow distinguishes a regular expression from a division: nothing that divides.
    before =
      slash === 'regexp'
        ? 'regexp/'
        : token === ')' && CONTROL.test(opened.slice(1))
          ? 'if)'
          : token;
  }
  return tokens;
}

/** What a slash after this token means. */
function slashAfter(before: string): 'regexp' | 'division' | 'either' {
  if (BEFORE_EITHER.test(before)) return 'either';
  if (BEFORE_REGEXP.test(before)) return 'regexp';
  return before === ')' || BEFORE_DIVISION.test(before) ? 'division' : 'either';
}

function matchAt(pattern: RegExp, text: string, position: number): number | null {
  pattern.lastIndex = position;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** A pipe, or a `>` in a `print` outside of parentheses. */
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
