import {
  type ExpandedWord,
  type ExpandedWords,
  filledWord,
  isDashless,
  literalWord,
  type CommandResult,
  type Invocation,
  unchangedState,
  unknownWord,
  withoutText,
} from '../walk/context.ts';
import { mayChange } from '../walk/file-names.ts';
import {
  BASH_SHELLS,
  ENV_FLAGS,
  FOREIGN_SHELLS,
  POSIX_SHELLS,
  type CompiledWrapper,
  WRAPPERS_BY_NAME,
  XARGS_FLAGS,
} from '../specs/wrappers.ts';
import { wordSet } from '../specs/table.ts';
import {
  isHarmlessEnvironment,
  isHarmlessEnvironmentName,
  isOwnVariable,
} from '../words/variable-names.ts';
import {
  addCommand,
  noteEscapeHatch,
  noteHiddenCommand,
  noteRanFile,
  noteUnknown,
  noteVariable,
} from '../walk/findings.ts';
import { type Flags, hasOption, type MatchedOptions, matchOptions, valuesOf } from './options.ts';
import { hostsNamed } from '../intents/command-hosts.ts';
import { noteIntents } from '../intents/intents.ts';
import { asPosix, posixDifference } from '../parse/posix.ts';
import { isRemoteShell } from '../words/started-programs.ts';
import { noteShells, noteStarted, optionValues } from '../walk/started.ts';
import { noteFileRead, noteUnknownOptions } from './read-program.ts';
import { readShellWords } from './shell-words.ts';

/** Programs that run the command of `-c` wherever it stands, as GNU programs read their words. */
const TAKES_SOURCE = wordSet('su runuser');

/** Unwraps a wrapper and walks the command inside; `null` if `name` is not a wrapper. */
export function unwrapCommand(wrapped: Invocation): CommandResult | null {
  const { name } = wrapped;
  if (name === 'env') return unwrapEnv(wrapped);
  if (name === 'xargs') return unwrapXargs(wrapped);
  if (BASH_SHELLS.has(name) || POSIX_SHELLS.has(name)) return unwrapShell(wrapped);
  if (FOREIGN_SHELLS.has(name)) return unwrapForeignShell(wrapped);
  if (name === 'command' && /^-[vV]$/.test(wrapped.args[0]?.text ?? '')) return null;
  const wrapper = WRAPPERS_BY_NAME.get(name);
  return wrapper === undefined ? null : unwrapListed(wrapped, wrapper);
}

function unwrapListed(wrapped: Invocation, wrapper: CompiledWrapper): CommandResult {
  const { scope, name, args } = wrapped;
  const matched = matchWrapperOptions(wrapped, wrapper.flags);
  if (wrapper.privilege === true) {
    scope.findings.addIntent('@privilege');
    noteEscapeHatch(`${name} runs with other rights`, [literalWord(name)], scope);
    // `su USER -c SOURCE`
    const sources = args.flatMap((arg, position) =>
      arg.text === '-c' ? args.slice(position + 1, position + 2) : [],
    );
    const given = valuesOf(matched, '-c', '--command');
    const found = TAKES_SOURCE.has(name) ? optionValues(args, ['-c', '--command']) : sources;
    for (const source of given.length > 0 ? given : found) noteSource(source, wrapped);
  }
  if (wrapper.fetches !== undefined) {
    const isLocal =
      wrapper.fetches === 'missing' &&
      hasOption(matched, '--no-install', '--no') &&
      !hasOption(matched, '-y', '--yes');
    if (!isLocal) scope.findings.addIntent('@install');
    // `npx https://HOST/x.tgz` fetches the program itself from there.
    const packages = [...valuesOf(matched, '-p', '--package'), ...matched.operands.slice(0, 1)];
    const named = packages.filter((word) => word !== null);
    for (const host of hostsNamed(name, named)) scope.findings.hosts.add(host);
    noteEscapeHatch(`${name} fetches what is missing`, [literalWord(name)], scope);
    for (const source of valuesOf(matched, '-c', '--call')) noteSource(source, wrapped);
    for (const option of matched.options.filter(({ flag }) => /^(?:-p|--package)$/.test(flag)))
      noteEscapeHatch(
        `${name} ${option.flag} chooses the package`,
        [literalWord(option.flag), ...(option.value === null ? [] : [option.value])],
        scope,
      );
  }
  const rest = matched.operands.slice(wrapper.skip ?? 0);
  if (wrapper.fetches !== undefined) noteShells(rest, scope);
  noteUncertainCommand(wrapped, matched, rest);
  return walkInside(wrapped, rest);
}

function matchWrapperOptions(wrapped: Invocation, flags: Flags): MatchedOptions {
  const matched = matchOptions(wrapped.args, flags);
  noteUnknownOptions(wrapped, matched);
  for (const arg of matched.uncertain) {
    noteHiddenCommand(wrapped.scope, `\`${arg.source}\` may be an option of ${wrapped.name}`);
  }
  return matched;
}

/** After an option that no table lists, the next word may be its value, and the command may begin after it. */
function noteUncertainCommand(
  wrapped: Invocation,
  matched: MatchedOptions,
  words: ExpandedWords,
): void {
  const [option] = matched.unknown;
  if (option === undefined || words.length === 0) return;
  const { scope, name } = wrapped;
  noteUnknown(scope, `what ${name} runs cannot be known after \`${option.source}\``);
  scope.walker.insideWrapper(name).walkWords(words.slice(1), scope.state);
}

function walkInside(wrapped: Invocation, args: ExpandedWords): CommandResult {
  const scope = { ...wrapped.scope, walker: wrapped.scope.walker.insideWrapper(wrapped.name) };
  const { findings } = scope;
  if (args.length > 0)
    return withoutText(
      scope.walker.walkWords(args, scope.state, { findings, input: wrapped.input }),
    );
  if (wrapped.name === 'exec' && (findings.hasUnreadInput || findings.inputTexts.length > 0))
    noteUnknown(scope, 'later commands take their input from where `exec` says');
  wrapped.scope.findings.classes.add('@readonly');
  addCommand(
    [literalWord(wrapped.name), ...wrapped.args],
    wrapped.scope.findings,
    wrapped.scope.walker,
  );
  return unchangedState(scope.state);
}

/** `env NAME=VALUE… COMMAND`; without a command it prints every variable. */
function unwrapEnv(wrapped: Invocation): CommandResult {
  const { scope } = wrapped;
  const matched = matchWrapperOptions(wrapped, ENV_FLAGS);
  for (const name of valuesOf(matched, '-u', '--unset')) {
    const text = name?.text ?? '';
    if (!isHarmlessEnvironmentName(text) && !isOwnVariable(text)) {
      noteUnknown(scope, `\`${name?.source ?? ''}\` is taken from a program, which may act on it`);
    }
  }
  const splits = matched.unknown.find((arg) => /^-(?:[^-]*S|-s)/.test(arg.text ?? ''));
  if (splits !== undefined) noteUnknown(scope, 'env splits a text into the words that it runs');
  let position = matched.operands[0]?.text === '-' ? 1 : 0;
  if (position === 1)
    noteEscapeHatch('env - drops every variable', matched.operands.slice(0, 1), scope);
  for (; position < matched.operands.length; position += 1) {
    const { text = null, prefix = '' } = matched.operands[position] ?? {};
    const [, variable, value = ''] = /^([^=]+)=(.*)$/s.exec(text ?? prefix) ?? [];
    if (variable === undefined) break;
    if (!isHarmlessEnvironment(variable, text === null ? null : value))
      noteVariable(scope, variable, `\`${variable}\` is given to a program, which may act on it`);
  }
  const rest = matched.operands.slice(position);
  if (
    rest.length === 0 &&
    !(matched.unknown.length === 1 && matched.unknown[0]?.text === '--version')
  ) {
    noteEscapeHatch('env prints every variable, secrets too', [literalWord('env')], scope);
  }
  if (matched.unknown.some((arg) => !/^(?:-i|--ignore-environment)$/.test(arg.text ?? '')))
    noteUncertainCommand(wrapped, matched, rest);
  const result = walkInside(wrapped, rest);
  if (splits !== undefined) walkSplitText(splits, wrapped);
  return result;
}

/** `env -S TEXT WORD…`: rules that deny are applied to the text as to that of a shell. */
function walkSplitText(option: ExpandedWord, { args, scope }: Invocation): void {
  const attached = /^(?:-[^-]*?S|--s[^=]*=?)(.*)$/s.exec(option.text ?? '')?.[1] ?? '';
  const others = args.slice(args.indexOf(option) + 1).map(({ text, source }) => text ?? source);
  scope.walker.walkSource(['env', attached, ...others].join(' '), scope.state, ['env']);
}

/** Unwraps `xargs COMMAND`: it appends words that are known only at run time. */
function unwrapXargs(wrapped: Invocation): CommandResult {
  const { scope } = wrapped;
  const matched = matchWrapperOptions(wrapped, XARGS_FLAGS);
  noteUncertainCommand(wrapped, matched, matched.operands);
  const lists = valuesOf(matched, '-a', '--arg-file').flatMap((list) => list ?? []);
  for (const list of lists) noteFileRead(list, scope);
  // Its words are those of the file then.
  const input = lists.length === 0 ? wrapped.input : undefined;
  const command = matched.operands.length === 0 ? [literalWord('echo')] : matched.operands;
  // With another delimiter, the words are parts of names.
  const whole = valuesOf(matched, '-d', '--delimiter').every(
    (value) => value?.text === String.raw`\n` || value?.text === '\n',
  );
  const fileNames =
    input === undefined || !whole || changesNames(wrapped, matched) ? undefined : input;
  const tokens = replacedTokens(matched);
  if (tokens.includes('')) noteUnknown(scope, 'xargs replaces everywhere');
  const filled = tokens.reduce<ExpandedWords>(
    (words, token) => words.map((arg) => filledWord(arg, token, fileNames)),
    command,
  );
  const added = unknownWord('(words from stdin)', fileNames && { fileNames });
  walkInside(wrapped, appendsWords(matched) ? [...filled, added] : filled);
  return unchangedState(scope.state);
}

/** What xargs replaces in the words of the command. Only the last one counts, but each may be it. */
function replacedTokens(matched: MatchedOptions): readonly string[] {
  return valuesOf(matched, '-I', '-i', '--replace').map((value) => value?.text ?? '{}');
}

const REPLACES = /^(?:-[Ii]|--replace)$/;
const APPENDS = /^(?:-[nLl]|--max-(?:args|lines))$/;
const ONE_EACH = /^(?:-n|--max-args)$/;

/** Whether xargs appends words to the command: of the options that say how it gives them, the last one counts, but for `-I{} -n1`. */
function appendsWords({ options }: MatchedOptions): boolean {
  const last = options.findLast(
    ({ flag, value }) =>
      REPLACES.test(flag) || (APPENDS.test(flag) && !(ONE_EACH.test(flag) && value?.text === '1')),
  );
  return last === undefined || !REPLACES.test(last.flag);
}

/** Whether xargs may turn the names into others. Only names that end in NUL stay as they are. */
function changesNames({ input, scope }: Invocation, matched: MatchedOptions): boolean {
  if (input === undefined) return false;
  const nul = hasOption(matched, '-0', '--null');
  if (nul !== (input.terminator === 'nul')) return true;
  if (nul) return false;
  const by = hasOption(matched, '-d', '--delimiter') ? 'lines' : 'words';
  // A replaced word is a whole line.
  if (input.onOneLine === true && (by === 'lines' || hasOption(matched, '-I', '-i', '--replace')))
    return true;
  return mayChange(input, by, scope.walker.pathResolver);
}

/** Unwraps `sh -c SOURCE`: the source is walked like any other. */
function unwrapShell(wrapped: Invocation): CommandResult {
  const { scope, args, name } = wrapped;
  const { script, rest, isSource, isPlain } = readShellWords(args);
  const known = script?.text ?? null;
  if (!isSource || !isPlain || script === undefined || known === null) {
    if (args[0]?.text === '--version' && args.length === 1) scope.findings.classes.add('@readonly');
    else if (isSource || !isPlain || script === undefined || known?.startsWith('/dev/') !== false) {
      const note = isSource && script?.text === null ? noteHiddenCommand : noteUnknown;
      note(scope, `${name} runs what is known only at run time`);
    } else {
      noteEscapeHatch(`${name} runs a script`, [script], scope);
      noteRanFile(known, scope);
    }
    addCommand([literalWord(name), ...args], scope.findings, scope.walker);
    if (isSource && known !== null) walkShellSource(known, wrapped);
    return unchangedState(scope.state);
  }
  if (rest.some((arg) => arg.text === null))
    noteUnknown(scope, `${name} is given words known only at run time`);
  walkShellSource(known, wrapped);
  scope.findings.classes.add('@readonly');
  addCommand([], scope.findings, scope.walker);
  return unchangedState(scope.state);
}

function walkShellSource(source: string, wrapped: Invocation): void {
  const { scope, name } = wrapped;
  scope.walker.walkSource(source, scope.state, [name]);
  if (POSIX_SHELLS.has(name)) notePosix(source, wrapped);
}

/** What bash and a POSIX shell read differently makes the command ask. Deny rules are applied to both readings. */
function notePosix(source: string, { scope, name }: Invocation): void {
  const difference = posixDifference(source);
  if (difference === null) return;
  noteUnknown(
    scope,
    `${difference} in the source of ${name} does not mean the same to every shell: write it without, or run it by \`bash -c\``,
  );
  scope.walker.walkSource(asPosix(source), scope.state, [name]);
}

function noteSource(source: ExpandedWord | null | undefined, wrapped: Invocation): void {
  const { scope, name } = wrapped;
  if (typeof source?.text !== 'string')
    noteHiddenCommand(scope, `${name} runs what is known only at run time`);
  else scope.walker.walkSource(source.text, scope.state, [name]);
}

function isText({ text }: ExpandedWord): boolean {
  return /\s/.test(text ?? '');
}

function walkPossibleCommands({ scope, args, name }: Invocation): void {
  for (const { text } of args.filter(isText)) {
    // `-cTEXT`, `--command=TEXT`
    const [, attached = text ?? ''] = /^(?:--[\w-]+=|-[a-zA-Z]*?c)(.*)$/s.exec(text ?? '') ?? [];
    scope.walker.walkSource(attached, scope.state, [name]);
  }
  const first = args.findIndex((arg) => arg.text !== null && !isText(arg) && isDashless(arg));
  if (first >= 0 && first < 3)
    scope.walker.insideWrapper(name).walkWords(args.slice(first), scope.state);
}

/** A shell with another grammar than bash, or a program that runs its words in an unknown way. */
function unwrapForeignShell(wrapped: Invocation): CommandResult {
  const { scope, args, name } = wrapped;
  if (args.length === 1 && args[0]?.text === '--version') scope.findings.classes.add('@readonly');
  else {
    noteUnknown(scope, `${name} runs its words in a way of its own`);
    noteIntents(wrapped);
    // Deny rules are still applied to whatever could be a command in the words.
    if (!isRemoteShell(name)) walkPossibleCommands(wrapped);
    noteStarted([literalWord(name), ...args], scope);
  }
  addCommand([literalWord(name), ...args], scope.findings, scope.walker);
  return unchangedState(scope.state);
}
