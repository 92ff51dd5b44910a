import { type Arg, isDashless, literalArg, unchanged } from '../walk/arg.ts';
import type { Call, Grammar } from '../walk/call.ts';
import { PROGRAMS } from '../specs/index.ts';
import { noteHatch, noteWord } from '../walk/notes.ts';
import { has, valuesOf } from './options.ts';
import { readProgram, noteFile } from './program.ts';
import { printedWords } from '../words/printed-names.ts';

/** Any `%` conversion of bash's printf, whole: `%n`, with or without a length, assigns to the variable that an argument names. */
const CONVERSIONS = /%(?:[-+ #0']*(?:\d+|\*)?(?:\.(?:\d+|\*)?)?[hjlLtz]*[a-zA-Z]|\(|%)/g;

/** `printf FORMAT words…` */
export const readPrintf: Grammar = (call) => {
  const { scope } = call;
  const args = call.args[0]?.text === '--' ? call.args.slice(1) : call.args;
  const [format] = args;
  scope.notes.classes.add('@readonly');
  const outcome = unchanged(scope.state);
  if (format === undefined) return outcome;
  if (format.text === null)
    scope.notes.unknown.add('the format of printf is known only at run time');
  else if (format.text.startsWith('-') && args === call.args) {
    noteHatch(`printf ${format.text} sets a variable`, args.slice(0, 2), scope);
  } else if (
    [...format.text.matchAll(CONVERSIONS)].some(([conversion]) => conversion.endsWith('n'))
  ) {
    noteHatch('printf %n sets a variable', [format], scope);
  }
  return format.text === '%s\\n'
    ? { ...outcome, ...printedWords(args.slice(1), scope, 'line') }
    : outcome;
};

const UNARY = /^-[abcdefghknoprstuwxzGLNOS]$/;
const FILE_TEST = /^-[abcdefghkprsuwxGLNOS]$/;
const BINARY = /^(?:=|==|!=|<|>|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/;
const CONNECTING = /^(?:!|\(|\)|-a|-o|\])$/;

/** `test` and `[`: `-v` evaluates a subscript, and so may words that turn out to be `-v` at run time. */
export const readTest: Grammar = (call) => {
  const { scope, args } = call;
  scope.notes.classes.add('@readonly');
  for (const [index, arg] of args.entries()) {
    const before = args[index - 1]?.text ?? '';
    const after = args[index + 1]?.text ?? '';
    if (FILE_TEST.test(before)) noteWord(arg, 'read', scope);
    else if (/^-(?:nt|ot|ef)$/.test(after) || /^-(?:nt|ot|ef)$/.test(before))
      noteWord(arg, 'read', scope);
    if (arg.text === '-v' || arg.text === '-R')
      noteHatch(`${call.name} ${arg.text} evaluates a subscript`, [arg], scope);
    const harmless =
      isDashless(arg) || arg.number === true || (arg.single && isOperand(args, index));
    if (arg.text === null && !harmless)
      scope.notes.unknown.add(`\`${arg.source}\` may be an operator of ${call.name}`);
    if (arg.text !== null && isStray(arg.text))
      scope.notes.unknown.add(`\`${arg.text}\` is not known to be a test`);
  }
  return unchanged(scope.state);
};

/** Whether a word cannot be read as `-v` with the next one as its operand, whatever it is. */
function isOperand(args: readonly Arg[], index: number): boolean {
  const before = args[index - 1]?.text ?? '';
  const after = args[index + 1];
  if (after === undefined || after.text === ']' || BINARY.test(after.text ?? '')) return true;
  return BINARY.test(before) || (UNARY.test(before) && !CONNECTING.test(before));
}

function isStray(text: string): boolean {
  return (
    /^-[A-Za-z]+$/.test(text) &&
    !UNARY.test(text) &&
    !BINARY.test(text) &&
    !CONNECTING.test(text) &&
    !/^-[vR]$/.test(text)
  );
}

/** `date`: an operand that is no format sets the clock. */
export const readDate: Grammar = (call) => {
  const known = PROGRAMS.get('date');
  if (known === undefined) return unchanged(call.scope.state);
  const { matched, outcome } = readProgram(call, known);
  const setting = matched.operands.filter(
    (operand) => !(operand.text ?? operand.prefix).startsWith('+'),
  );
  if (setting.length > 0) noteHatch('date with a date sets the clock', setting, call.scope);
  return outcome;
};

/** `man`: only a page by its name; a path would be formatted, whatever it holds. */
export const readMan: Grammar = (call) => {
  const known = PROGRAMS.get('man');
  if (known === undefined) return unchanged(call.scope.state);
  const { matched, outcome } = readProgram(call, known);
  const odd = matched.operands.filter((operand) => !/^[\w.+:[-]+$/.test(operand.text ?? ' '));
  if (odd.length > 0 || matched.operands.some((operand) => /^\.+$/.test(operand.text ?? ''))) {
    noteHatch('man with something that is not the name of a page', odd, call.scope);
  }
  return outcome;
};

/** `tar -t` and `unzip -l`: listing, of an archive that is a file. */
export const readTar: Grammar = (call) => {
  const name = call.name === 'bsdtar' ? 'tar' : call.name;
  const known = PROGRAMS.get(name);
  if (known === undefined) return unchanged(call.scope.state);
  const [first, ...rest] = call.args;
  // The old form has no dash: `tar tzf a.tgz`.
  const old = name === 'tar' && /^[tvzjJ]+f?$/.test(first?.text ?? '');
  const args =
    old && first !== undefined
      ? [literalArg(`-${first.text ?? ''}`, first.source), ...rest]
      : call.args;
  const { matched, outcome } = readProgram({ ...call, args }, known);
  // Any other first word without a dash is a bundle of letters too, and takes the words behind it as values.
  if (name === 'tar' && !old && first?.text?.startsWith('-') !== true) {
    noteHatch(
      'tar with a first word that is not known to only list',
      first === undefined ? [] : [first],
      call.scope,
    );
  }
  const listing = name === 'tar' ? has(matched, '-t', '--list') : has(matched, '-l', '-v', '-Z');
  if (!listing) noteHatch(`${name} that does not only list`, call.args.slice(0, 1), call.scope);
  for (const value of valuesOf(matched, '-f', '--file')) {
    if (value?.text?.includes(':') !== false)
      noteHatch('tar reaches another machine', value === null ? [] : [value], call.scope);
  }
  if (name === 'unzip')
    for (const archive of matched.operands.slice(0, 1)) noteFile(archive, call.scope);
  return outcome;
};

const JQ_REACHING =
  /(?<![.\w$@])(?:env|import|include|modulemeta|get_search_list|\$__prog\w*)\b|\$(?:\s|#[^\n]*)*ENV\b/;
const YQ_REACHING =
  /(?<![.\w$@])(?:load\w*|env|strenv|envsubst|eval|system|import|include)\b|\$\s*ENV\b/;
/** jq's options that take two words. */
const JQ_PAIRS: Readonly<Record<string, 'text' | 'read'>> = {
  '--arg': 'text',
  '--argjson': 'text',
  '--slurpfile': 'read',
  '--rawfile': 'read',
};

/** `jq`: pairs of words are taken out, then the filter is looked through for what reaches beyond the input. */
export const readJq: Grammar = (call) => {
  const rest: Arg[] = [];
  for (let at = 0; at < call.args.length; at += 1) {
    const arg = call.args[at];
    if (arg === undefined) break;
    // Behind it words are files for some versions of jq, options for others, and never pairs.
    if (arg.text === '--') {
      rest.push(...call.args.slice(at));
      noteBehindDashes(call, call.args.slice(at + 1));
      break;
    }
    const pair = arg.text === null ? undefined : JQ_PAIRS[arg.text];
    const value = call.args[at + 2];
    if (pair !== undefined && call.args[at + 1]?.single === true && value?.single === true) {
      if (pair === 'read') noteFile(value, call.scope);
      at += 2;
    } else if (arg.text === '--indent' && /^\d$/.test(call.args[at + 1]?.text ?? '')) at += 1;
    else rest.push(arg);
  }
  return judgeFilter({ ...call, args: rest }, 'jq', JQ_REACHING);
};

function noteBehindDashes({ scope }: Call, words: readonly Arg[]): void {
  for (const word of words) {
    if (!isDashless(word))
      scope.notes.unknown.add(
        `\`${word.source}\` behind \`--\` is an option for some versions of jq`,
      );
    noteFile(word, scope);
  }
}

/** `yq`: two programs share the name; what either could do counts. */
export const readYq: Grammar = (call) => {
  const [first, ...rest] = call.args;
  const named = /^(?:e|ea|eval|eval-all)$/.test(first?.text ?? '');
  return judgeFilter({ ...call, args: named ? rest : call.args }, 'yq', YQ_REACHING);
};

function judgeFilter(call: Call, name: string, reaching: RegExp): ReturnType<Grammar> {
  const known = PROGRAMS.get(name);
  const { scope } = call;
  if (known === undefined) return unchanged(scope.state);
  const { matched, outcome } = readProgram(call, known);
  const [filter] = matched.operands;
  if (filter === undefined) return outcome;
  // A lone word may be the file.
  if (name === 'yq' && matched.operands.length === 1) noteFile(filter, scope);
  if (filter.text === null)
    scope.notes.unknown.add(`the filter of ${name} is known only at run time`);
  else {
    const found = reaching.exec(filter.text)?.[0];
    if (found !== undefined)
      noteHatch(`${name}: \`${found}\` reaches beyond the input`, [filter], scope);
  }
  return outcome;
}
