import { trimEnd } from '../../../common/index.ts';
import {
  type ExpandedWord,
  type ExpandedWords,
  literalWord,
  Findings,
  type CommandResult,
  type Scope,
  type Start,
  unchangedState,
  unknownWord,
  withoutText,
  type Invocation,
} from './context.ts';
import { walkBuiltin } from './builtins.ts';
import { noteOtherGit, readGit } from '../git/read-git.ts';
import { noteIntents } from '../intents/intents.ts';
import { isReadByTable, programName, PROGRAMS, TOOL_FORMS } from '../specs/index.ts';
import { addCommand, noteEscapeHatch, noteRanFile, noteUnknown, noteVariable } from './findings.ts';
import { givenNames } from '../programs/given-names.ts';
import { matchOptions } from '../programs/options.ts';
import { type Assignment, type Command, isWhole, type Redirection } from '../parse/parse.ts';
import { printedText } from '../programs/printed-names.ts';
import { readProgram } from '../programs/read-program.ts';
import { noteReader } from '../programs/readers.ts';
import { PROGRAM_READERS } from '../programs/index.ts';
import { isInput, walkRedirection } from './redirects.ts';
import { noteRunner } from '../programs/runner-options.ts';
import type { FileNames } from './file-names.ts';
import { noteStarted } from './started.ts';
import {
  type KnownText,
  knownText,
  type ShellState,
  UNKNOWN_TEXT,
  withVariable,
} from './shell-state.ts';
import { expandSingle, expandWord } from '../words/expand-word.ts';
import { unwrapCommand } from '../programs/wrappers.ts';
import { noteWriter } from '../programs/writers.ts';
import { isHarmlessEnvironment, isOwnVariable } from '../words/variable-names.ts';

/** Reads one simple command: assignments, words and redirections first, then the program that its first word names. */
export function walkCommand(command: Command, { walker, state, input }: Start): CommandResult {
  const findings = new Findings();
  const scope: Scope = { walker, state, findings };
  const assignments = command.prefix.filter((each) => each.type === 'Assignment');
  if (command.name === undefined) return walkBareCommand(command, assignments, scope);
  if (!isWhole(command, walker.text))
    findings.unknown.add('a command is not read as bash would read it');
  const args: ExpandedWords = [
    ...expandWord(command.name, scope),
    ...command.args.flatMap((arg) => argumentWords(arg, scope)),
  ];
  const isCounted = ONLY_COUNTS.test(args.map(({ text }) => text ?? '*').join(' '));
  for (const redirect of command.redirects) walkRedirection(redirect, scope, { isCounted });
  for (const assignment of assignments) walkPrefix(assignment, args[0]?.text ?? null, scope);
  // If every word expands to nothing, the assignments apply to the shell itself.
  if (args.length === 0) findings.unknown.add('the name of the command is known only at run time');
  const splits = assignments.some(({ name, value }) => name === 'IFS' && !isBlank(value));
  const isReplaced = splits || command.redirects.some(isInput);
  const result = walkWords(args, scope, isReplaced ? undefined : input);
  const passed = passedText(command, args);
  if (passed !== null) return { ...result, prints: { text: passed } };
  return command.redirects.every(dropsErrors) ? result : withoutText(result);
}

/** `2>/dev/null`, which neither fails nor takes the output. */
function dropsErrors(redirection: Redirection): boolean {
  const { type, operator, descriptor } = redirection;
  if (type !== 'Redirect' || !/^>[>|]?$/.test(operator)) return false;
  const isOfErrors = descriptor?.type === 'FileDescriptor' && descriptor.value === 2;
  return isOfErrors && redirection.target?.text === '/dev/null';
}

/** Of what it is given, it prints the number of lines, words or characters: it reads it as `wc -l FILE` reads a file. */
const ONLY_COUNTS = /^wc(?: -[clmwL]+)*$/;

/** What `cat` prints of a here document that the shell does not change; `null` for anything else. */
function passedText(
  { redirects, prefix }: Command,
  [program, ...args]: ExpandedWords,
): string | null {
  const [document, ...others] = redirects;
  if (program?.text !== 'cat' || prefix.length + args.length + others.length > 0) return null;
  if (document?.type !== 'HereDoc' || document.operator !== '<<') return null;
  const { text } = document.body;
  const isLiteral = document.delimiter?.quoted === true || !/[$`\\]/.test(text);
  // A substitution drops the newlines at the end.
  return isLiteral && document.descriptor === undefined ? trimEnd(text, '\n') : null;
}

/**
 * Whether `read` only strips blanks with this value of `IFS`. Any other character is stripped from the end of a name.
 */
function isBlank(value: Assignment['value']): boolean {
  return value.type === 'Word' && /^(?:''|""|\$'(?:\\[nt]|[ ])*')?$/.test(value.text);
}

/** Assignments and redirections without a command. */
function walkBareCommand(
  command: Command,
  assignments: readonly Assignment[],
  start: Scope,
): CommandResult {
  let scope = start;
  start.findings.classes.add('@readonly');
  for (const assignment of assignments)
    scope = { ...scope, state: walkAssignment(assignment, scope) };
  for (const redirect of command.redirects) walkRedirection(redirect, scope);
  addCommand([], scope.findings, scope.walker);
  return unchangedState(scope.state);
}

function argumentWords(arg: Command['args'][number], scope: Scope): ExpandedWord[] {
  if (arg.type === 'Word') return expandWord(arg, scope);
  if (arg.value.type === 'ArrayValue' || arg.index !== undefined || arg.append === true) {
    noteUnknown(scope, `\`${arg.text}\` is not a plain assignment`);
    if (arg.value.type === 'ArrayValue')
      for (const each of arg.value.elements) expandWord(each, scope);
    else expandSingle(arg.value, scope);
    if (arg.index !== undefined) expandSingle(arg.index, scope);
    return [unknownWord(arg.text, { single: true, prefix: arg.name })];
  }
  const value = expandSingle(arg.value, scope);
  if (value.text === null) return [unknownWord(arg.text, { single: true, prefix: `${arg.name}=` })];
  return [literalWord(`${arg.name}=${value.text}`, arg.text)];
}

/** Reads a command whose words are expanded: a wrapper, a builtin, a known program, or an unknown one. */
export function walkWords(args: ExpandedWords, scope: Scope, input?: FileNames): CommandResult {
  const [first, ...rest] = args;
  scope.findings.folders = scope.state.folders;
  if (first === undefined || first.text === null || first.text === '') {
    if (first !== undefined)
      noteUnknown(scope, 'the name of the command is known only at run time');
    addCommand(args, scope.findings, scope.walker);
    return unchangedState(scope.state);
  }
  const program = programName(first.text);
  const name = program ?? first.text.slice(first.text.lastIndexOf('/') + 1);
  const invocation: Invocation = { name, args: rest, scope, input };
  const wrapped = program === null ? null : unwrapCommand(invocation);
  if (wrapped !== null) return wrapped;
  noteIntents(invocation);
  noteOtherGit(name, rest, scope);
  const read =
    program === null
      ? readFileProgram(invocation, first.text)
      : (walkBuiltin(invocation) ?? readNamedProgram(invocation));
  noteStarted(args, scope);
  if (!isReadByTable(first.text)) scope.findings.givenNames = givenNames(args, scope);
  addCommand(args, scope.findings, scope.walker);
  return program === null ? read : { ...read, prints: read.prints ?? printedText(invocation) };
}

/** A file by its path: code of the checkout, or something else that no table lists. */
function readFileProgram(invocation: Invocation, path: string): CommandResult {
  noteRanFile(path, invocation.scope);
  noteLocalCode(invocation.scope, path);
  noteRunner(invocation);
  noteReader(invocation);
  return unchangedState(invocation.scope.state);
}

function readNamedProgram(invocation: Invocation): CommandResult {
  const known = PROGRAMS.get(invocation.name);
  if (invocation.name === 'git') return readGitCommand(invocation);
  if (known !== undefined) {
    const read = PROGRAM_READERS.get(known.name);
    return read === undefined ? readProgram(invocation, known).result : read(invocation, known);
  }
  noteWriter(invocation);
  readToolForm(invocation);
  noteReader(invocation);
  return unchangedState(invocation.scope.state);
}

function readGitCommand(invocation: Invocation): CommandResult {
  const result = readGit(invocation);
  const { findings } = invocation.scope;
  if (!findings.classes.has('@readonly')) noteLocalCode(invocation.scope, 'git');
  return result;
}

/** Tools of which only a few forms are harmless. The other forms run code of the checkout, and rules name them. */
function readToolForm(invocation: Invocation): void {
  const { scope, name } = invocation;
  for (const { spec, flags } of TOOL_FORMS.get(name) ?? []) {
    const words = spec.words.split(' ');
    if (!words.every((word, index) => invocation.args[index]?.text === word)) continue;
    const matched = matchOptions(invocation.args.slice(words.length), flags);
    if (matched.unknown.length + matched.uncertain.length > 0) continue;
    if (spec.operands === undefined && matched.operands.length > 0) continue;
    if (spec.unless !== undefined && mayHold(spec.unless, scope)) continue;
    scope.findings.classes.add('@readonly');
    if (spec.host !== undefined) scope.findings.hosts.add(spec.host);
  }
  const writing = scope.findings.classes.has('@writes');
  if (scope.findings.classes.has('@readonly')) return;
  if (!writing) noteLocalCode(scope, name);
  noteRunner(invocation);
}

/** Whether a folder that the command may run in, or a folder above it in the checkout, contains one of these names. */
function mayHold(names: readonly string[], { state, walker }: Scope): boolean {
  const { pathResolver } = walker;
  if (state.folders === null) return true;
  return state.folders.some((folder) => {
    for (let place = folder; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
      const listed = pathResolver.list === undefined ? [] : pathResolver.list(place);
      if (listed === null || listed.some((name) => names.includes(name))) return true;
      if (place === pathResolver.root) return false;
    }
    return false;
  });
}

/** The same words mean other code in another folder, so a rule covers the command only in the folders that it names. */
function noteLocalCode(scope: Scope, name: string): void {
  scope.findings.runsLocalCode = true;
  if (scope.state.folders === null)
    noteUnknown(scope, `the folder that \`${name}\` runs in is known only at run time`);
  if (name === ':') noteEscapeHatch('`:` is not a program', [], scope);
}

/** `name=value` before a program: only variables that change how output looks are harmless. */
function walkPrefix(assignment: Assignment, command: string | null, scope: Scope): void {
  const { text } = valueOf(assignment, scope);
  const { name } = assignment;
  if (command === 'read' && name === 'IFS') return;
  if (assignment.append === true || !isHarmlessEnvironment(name, text)) {
    noteVariable(scope, name, `\`${name}\` is given to a program, which may act on it`);
  }
}

/** `name=value` as a command of its own. */
function walkAssignment(assignment: Assignment, scope: Scope): ShellState {
  const value = valueOf(assignment, scope);
  const { name } = assignment;
  if (!isOwnVariable(name) && !isHarmlessEnvironment(name, value.text)) {
    noteVariable(scope, name, `\`${name}\` is set, which programs or the shell may act on`);
  }
  return withVariable(scope.state, name, value);
}

function valueOf(assignment: Assignment, scope: Scope): KnownText {
  const { value, index } = assignment;
  if (index !== undefined && !/^\d+$/.test(index.text)) {
    expandSingle(index, scope);
    noteUnknown(scope, `the subscript of \`${assignment.name}\` is evaluated`);
  }
  if (value.type === 'ArrayValue') {
    for (const element of value.elements) {
      expandWord(element, scope);
      // `[$(command)]=value` inside the brackets is a subscript.
      if (/^\[.*\]\+?=/.test(element.text)) noteUnknown(scope, 'a subscript is evaluated');
    }
    return UNKNOWN_TEXT;
  }
  const arg = expandSingle(value, scope);
  const isPart = index !== undefined || assignment.append === true;
  return isPart || arg.fileNames?.roots.length === 0 ? UNKNOWN_TEXT : knownText(arg);
}
