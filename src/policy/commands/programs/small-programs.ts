import {
  type CommandResult,
  type ExpandedWord,
  type ExpandedWords,
  isDashless,
  literalWord,
  unchangedState,
  withNames,
  type Invocation,
  type Scope,
} from '../walk/context.ts';
import { type ProgramReader, markBelow, readProgram, noteFileRead } from './read-program.ts';
import type { CompiledSpec } from '../specs/index.ts';
import type { ProgramSpec } from '../specs/program-spec.ts';
import { byName } from '../specs/table.ts';
import { noteEscapeHatch, notePath, notePathWord, noteUnknown } from '../walk/findings.ts';
import { type ShellState, UNKNOWN_TEXT, withVariable } from '../walk/shell-state.ts';
import { isOwnVariable } from '../words/variable-names.ts';
import { hasOption, valuesOf } from './options.ts';
import { printedFileNames } from './printed-names.ts';
import { notePacked } from './writers.ts';

/** Any `%` conversion of bash's printf, whole: `%n`, with or without a length, assigns to the variable that an argument names. */
const CONVERSIONS = /%(?:[-+ #0']*(?:[1-9]\d*|\*)?(?:\.(?:\d+|\*)?)?[hjlLtz]*[a-zA-Z]|\(|%)/g;

/** `printf FORMAT words…` */
export const readPrintf: ProgramReader = (invocation) => {
  const { scope } = invocation;
  const args = invocation.args[0]?.text === '--' ? invocation.args.slice(1) : invocation.args;
  const [format] = args;
  scope.findings.classes.add('@readonly');
  const result = unchangedState(scope.state);
  if (format === undefined) return result;
  if (format.text === null) noteUnknown(scope, 'the format of printf is known only at run time');
  else if (format.text.startsWith('-') && args === invocation.args) {
    noteEscapeHatch(`printf ${format.text} sets a variable`, args.slice(0, 2), scope);
    return unchangedState(withSetVariable(args, scope));
  } else if (
    [...format.text.matchAll(CONVERSIONS)].some(([conversion]) => conversion.endsWith('n'))
  ) {
    noteEscapeHatch('printf %n sets a variable', [format], scope);
    noteUnknown(scope, 'which variables `printf %n` sets is known only at run time');
  }
  return format.text === '%s\\n'
    ? withNames(result, printedFileNames(args.slice(1), scope, 'line'))
    : result;
};

/** The state after `printf -v NAME …`: what NAME is, is no longer known. */
function withSetVariable([option, value]: ExpandedWords, scope: Scope): ShellState {
  const name = option?.text === '-v' ? value?.text : option?.text?.replace(/^-v/, '');
  if (typeof name === 'string' && isOwnVariable(name))
    return withVariable(scope.state, name, UNKNOWN_TEXT);
  noteUnknown(scope, '`printf -v` sets something that is not a plain variable');
  return scope.state;
}

const UNARY = /^-[abcdefghknoprstuwxzGLNOS]$/;
const FILE_TEST = /^-[abcdefghkprsuwxGLNOS]$/;
const BINARY = /^(?:=|==|!=|<|>|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/;
const CONNECTING = /^(?:!|\(|\)|-a|-o|\])$/;

/** Reads `test` and `[`: `-v` evaluates a subscript, and so may words that become `-v` at run time. */
export const readTest: ProgramReader = (invocation) => {
  const { scope, args } = invocation;
  scope.findings.classes.add('@readonly');
  for (const [index, arg] of args.entries()) {
    const before = args[index - 1]?.text ?? '';
    const after = args[index + 1]?.text ?? '';
    if (FILE_TEST.test(before)) notePathWord(arg, 'read', scope);
    else if (/^-(?:nt|ot|ef)$/.test(after) || /^-(?:nt|ot|ef)$/.test(before))
      notePathWord(arg, 'read', scope);
    if (arg.text === '-v' || arg.text === '-R')
      noteEscapeHatch(`${invocation.name} ${arg.text} evaluates a subscript`, [arg], scope);
    const harmless =
      isDashless(arg) || arg.number === true || (arg.single && isOperand(args, index));
    if (arg.text === null && !harmless)
      noteUnknown(scope, `\`${arg.source}\` may be an operator of ${invocation.name}`);
    if (arg.text !== null && isStray(arg.text))
      noteUnknown(scope, `\`${arg.text}\` is not known to be a test`);
  }
  return unchangedState(scope.state);
};

/** Whether a word cannot be read as `-v` with the next word as its operand, whatever it is. */
function isOperand(args: ExpandedWords, index: number): boolean {
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

/** Reads `date`: an operand that is not a format sets the clock. */
export const readDate: ProgramReader = (invocation, spec) => {
  const { matched, result } = readProgram(invocation, spec);
  const setting = matched.operands.filter(({ text, prefix }) => !(text ?? prefix).startsWith('+'));
  if (setting.length > 0)
    noteEscapeHatch('date with a date sets the clock', setting, invocation.scope);
  return result;
};

/** Reads `man`: only the name of a page is harmless. man formats a path whatever is in it. */
export const readMan: ProgramReader = (invocation, spec) => {
  const { matched, result } = readProgram(invocation, spec);
  const odd = matched.operands.filter(({ text }) => !/^[\w.+:[-]+$/.test(text ?? ' '));
  if (odd.length > 0 || matched.operands.some(({ text }) => /^\.+$/.test(text ?? '')))
    noteEscapeHatch('man with something that is not the name of a page', odd, invocation.scope);
  for (const page of odd) if (page.text === null) noteFileRead(page, invocation.scope);
  return result;
};

/**
 * Reads `less` and `more`: without a terminal they print files as `cat` does. A word that begins with `+` is a command of
 * the pager.
 */
export const readPager: ProgramReader = (invocation, spec) => {
  const { matched, result } = readProgram(invocation, spec);
  const { scope, name } = invocation;
  for (const operand of matched.operands) {
    const start = operand.text ?? operand.prefix;
    if (operand.text === null && start === '')
      noteUnknown(scope, `\`${operand.source}\` may be a command of ${name}`);
    if (start.startsWith('+')) noteEscapeHatch(`${name} ${start} is a command`, [operand], scope);
  }
  return result;
};

/** Without such a suffix gzip reads a file with one of them, if there is none of the name. */
const GZIP_SUFFIX = /\.(?:gz|z|tgz|taz)$/i;
const GZIP_ADDS = ['.gz', '-gz', '.z', '-z', '.Z'];

/** Reads `gzip`, `gunzip` and `zcat`: they print, list or test a file, or replace it. */
export const readGzip: ProgramReader = (invocation, spec) => {
  const { matched, result } = readProgram(invocation, spec);
  const { scope, name } = invocation;
  const prints =
    name === 'zcat' ||
    matched.operands.length === 0 ||
    hasOption(matched, '-c', '--stdout', '--to-stdout', '-l', '--list', '-t', '--test');
  if (!prints) for (const operand of matched.operands) notePathWord(operand, 'write', scope);
  for (const { text } of matched.operands)
    if (text !== null && !GZIP_SUFFIX.test(text))
      for (const suffix of GZIP_ADDS) notePath(`${text}${suffix}`, 'read', scope);
  return result;
};

/** The options of tar after which the program of the next word runs, or which have it attached. */
const TAR_RUNS =
  /^(?:--(?:use-compress-program|to-command|info-script|new-volume-script|rsh-command|rmt-command)(?:=([^]*))?|--checkpoint-action=exec=([^]*)|-[a-zA-Z]*?[IF]([^]*))$/;

/** Walks the sources that tar gives to a shell, attached to their option or in the next word. */
function noteTarPrograms({ args, scope }: Invocation): void {
  for (const [index, { text }] of args.entries()) {
    // The letters of the old form take the next words in their order.
    const found = TAR_RUNS.exec(
      index === 0 && /^[a-zA-Z]/.test(text ?? '') ? `-${text}` : (text ?? ''),
    );
    if (found === null) continue;
    const attached = found.slice(1).find((value) => value !== undefined && value !== '');
    const next = args.slice(index + 1, index + 3).map((arg) => arg.text ?? '');
    for (const source of attached === undefined ? next : [attached])
      if (source !== '') scope.walker.walkSource(source, scope.state, ['tar']);
  }
}

/** Notes what an archive program writes or reads without naming it: the files of an archive, and of a list. */
function noteArchived(name: string, { args, scope }: Invocation): void {
  const texts = args.map(({ text }) => text ?? '');
  const letters = texts
    .filter((text, index) => /^-[a-zA-Z]/.test(text) || (index === 0 && /^[a-zA-Z]+$/.test(text)))
    .join('');
  const makes =
    name === 'tar' &&
    (/[cruA]/.test(letters) ||
      texts.some((text) => /^--(?:create|append|update|catenate|concatenate|delete)/.test(text)));
  const prints =
    name === 'tar'
      ? /O/.test(letters) || texts.some((text) => text.startsWith('--to-'))
      : /^-[a-z]*[pctzl]/.test(texts[0] ?? '');
  if (!makes && !prints) scope.findings.writesUnnamed = true;
  const isListed = /T/.test(letters) || texts.some((text) => text.startsWith('--files-from'));
  if (!makes || !isListed) return;
  const { root } = scope.walker.pathResolver;
  notePath(root, 'read', scope);
  markBelow([root], 'all', scope);
}

/** `tar -t` and `unzip -l`: listing, of an archive that is a file. */
export const readTar: ProgramReader = (invocation, spec) => {
  const { scope } = invocation;
  const name = invocation.name === 'bsdtar' ? 'tar' : invocation.name;
  const isTar = name === 'tar';
  const [first, ...rest] = invocation.args;
  // The old form has no dash: `tar tzf a.tgz`.
  const old = isTar && first !== undefined && /^[tvzjJ]+f?$/.test(first.text ?? '');
  const args = old ? [literalWord(`-${first.text ?? ''}`, first.source), ...rest] : invocation.args;
  const { matched, result } = readProgram({ ...invocation, args }, spec);
  // Any other first word without a dash is a cluster of letters, too, and takes the next words as values.
  if (isTar && !old && first?.text?.startsWith('-') !== true) {
    const what = 'tar with a first word that is not known to only list';
    noteEscapeHatch(what, invocation.args.slice(0, 1), scope);
  }
  const listing = isTar ? hasOption(matched, '-t', '--list') : hasOption(matched, '-l', '-v', '-Z');
  if (!listing) {
    noteEscapeHatch(`${name} that does not only list`, invocation.args.slice(0, 1), scope);
    notePacked(isTar ? matched.operands : [], scope);
    noteArchived(name, invocation);
  }
  if (isTar) noteTarPrograms(invocation);
  for (const value of valuesOf(matched, '-f', '--file')) {
    if (value?.text?.includes(':') !== false)
      noteEscapeHatch('tar reaches another machine', value === null ? [] : [value], scope);
  }
  if (name === 'unzip')
    for (const archive of matched.operands.slice(0, 1)) noteFileRead(archive, scope);
  return result;
};

const JQ_REACHING =
  /(?<![.\w$@])(?:env|import|include|modulemeta|get_search_list|\$__prog\w*)\b|\$(?:[\s#]|ENV\b)/;
const YQ_REACHING =
  /(?<![.\w$@])(?:load\w*|env|strenv|envsubst|eval|system|import|include)\b|\$\s*ENV\b/;
/** jq's options that take two words. */
const JQ_PAIRS = byName({ '--arg, --argjson': 'text', '--slurpfile, --rawfile': 'read' });

/** Reads `jq`: takes out pairs of words, then searches the filter for what reaches beyond the input. */
export const readJq: ProgramReader = (invocation, spec) => {
  const rest: ExpandedWord[] = [];
  for (let position = 0; position < invocation.args.length; position += 1) {
    const arg = invocation.args[position];
    if (arg === undefined) break;
    // After `--`, some versions of jq read files and others options, but never pairs.
    if (arg.text === '--') {
      rest.push(...invocation.args.slice(position));
      noteBehindDashes(invocation, invocation.args.slice(position + 1));
      break;
    }
    const pair = JQ_PAIRS.get(arg.text ?? '');
    const value = invocation.args[position + 2];
    if (
      pair !== undefined &&
      invocation.args[position + 1]?.single === true &&
      value?.single === true
    ) {
      if (pair === 'read') noteFileRead(value, invocation.scope);
      position += 2;
    } else if (arg.text === '--indent' && /^\d$/.test(invocation.args[position + 1]?.text ?? ''))
      position += 1;
    else rest.push(arg);
  }
  return readFilter({ ...invocation, args: rest }, spec, JQ_REACHING);
};

function noteBehindDashes({ scope }: Invocation, words: ExpandedWords): void {
  for (const word of words) {
    if (!isDashless(word))
      noteUnknown(scope, `\`${word.source}\` after \`--\` is an option for some versions of jq`);
    noteFileRead(word, scope);
  }
}

/** Reads `yq`: two programs have this name, so what either could do counts. */
export const readYq: ProgramReader = (invocation, spec) => {
  const [first, ...rest] = invocation.args;
  const named = /^(?:e|ea|eval|eval-all)$/.test(first?.text ?? '');
  return readFilter({ ...invocation, args: named ? rest : invocation.args }, spec, YQ_REACHING);
};

function readFilter(
  invocation: Invocation,
  spec: CompiledSpec<ProgramSpec>,
  reaching: RegExp,
): CommandResult {
  const { name, scope } = invocation;
  const { matched, result } = readProgram(invocation, spec);
  const [filter] = matched.operands;
  if (filter === undefined) return result;
  // A lone word may be the file.
  if (name === 'yq' && matched.operands.length === 1) noteFileRead(filter, scope);
  if (filter.text === null) noteUnknown(scope, `the filter of ${name} is known only at run time`);
  else {
    const found = reaching.exec(filter.text)?.[0];
    if (found !== undefined)
      noteEscapeHatch(`${name}: \`${found}\` reaches beyond the input`, [filter], scope);
  }
  return result;
}
