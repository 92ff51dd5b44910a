import {
  type ExpandedWords,
  literalWord,
  type CommandResult,
  unchangedState,
  type Invocation,
  type Scope,
} from './context.ts';
import { mayChange } from './file-names.ts';
import { isHarmlessEnvironment, isOwnVariable } from '../words/variable-names.ts';
import {
  noteEscapeHatch,
  noteHiddenCommand,
  notePathWord,
  noteUnknown,
  noteVariable,
} from './findings.ts';
import { compileFlags, hasOption, matchOptions, type MatchedOptions } from '../programs/options.ts';
import { absoluteFrom, normalised } from '../words/paths.ts';
import {
  joinStates,
  UNREACHABLE,
  type ShellState,
  type KnownText,
  UNKNOWN_TEXT,
  withFolders,
  withVariable,
} from './shell-state.ts';
import { byName, wordSet } from '../specs/table.ts';

type Builtin = (invocation: Invocation) => CommandResult;

/** The builtins of bash whose effect on later commands is known. */
const BUILTINS = byName<Builtin>({
  'cd, pushd': readCd,
  popd: ({ scope }) => harmless(scope, withFolders(scope.state, null)),
  export: readExport,
  set: readSet,
  read: readRead,
  'mapfile, readarray': readMapfile,
  unset: (invocation) => setNames(invocation, invocation.args, UNKNOWN_TEXT),
  'exit, return': readExit,
  'break, continue': readLoopExit,
  'wait, shift, jobs, times, dirs': readWait,
  // `command -v NAME` only prints where a program is.
  command: ({ scope }) => harmless(scope, scope.state),
});

const NEVER = wordSet(
  '. source eval alias unalias trap shopt enable hash bind complete compgen compopt declare typeset local readonly let getopts caller ' +
    'history fc disown fg bg suspend logout umask ulimit coproc',
);

/** Reads a builtin of bash; `null` if `name` is not a builtin that matters here. */
export function walkBuiltin(invocation: Invocation): CommandResult | null {
  const builtin = BUILTINS.get(invocation.name);
  if (builtin !== undefined) return builtin(invocation);
  if (!NEVER.has(invocation.name)) return null;
  const { scope } = invocation;
  const because = `\`${invocation.name}\` changes what later commands mean, or runs more than it shows`;
  const texts = invocation.args.map((arg) => arg.text);
  const note = hidesCommands(invocation.name, texts) ? noteHiddenCommand : noteUnknown;
  note(scope, because);
  if (invocation.name === 'eval' && !texts.includes(null))
    scope.walker.walkSource(texts.join(' '), scope.state, ['eval']);
  if (invocation.name === 'trap' && typeof invocation.args[0]?.text === 'string') {
    scope.walker.walkSource(invocation.args[0].text, scope.state, ['trap']);
  }
  return unchangedState({ folders: null, variables: new Map() });
}

/** Builtins that give a program another name, or run a text that is no word of their own. */
const HIDING = wordSet('alias hash enable bind complete compgen fc');

/** Whether what a builtin runs, or what later words mean, cannot be read. The file of `source` is read like a script: not at all. */
function hidesCommands(name: string, texts: readonly (string | null)[]): boolean {
  if (name === '.' || name === 'source')
    return texts[0] === null || /^\/(?:dev|proc)\//.test(texts[0] ?? '');
  return HIDING.has(name) || ((name === 'eval' || name === 'trap') && texts.includes(null));
}

function harmless(scope: Scope, after: ShellState): CommandResult {
  scope.findings.classes.add('@readonly');
  return unchangedState(after);
}

function readCd(invocation: Invocation): CommandResult {
  const { scope } = invocation;
  const matched = matchOptions(invocation.args, compileFlags('-L -P -e'));
  const [target = { ...literalWord('~'), text: null, fileNames: undefined }] = matched.operands;
  scope.findings.classes.add('@readonly');
  const lost = withFolders(scope.state, null);
  if (matched.unknown.length + matched.uncertain.length > 0 || matched.operands.length > 1) {
    noteUnknown(scope, '`cd` goes to a folder that is known only at run time');
    return unchangedState(lost);
  }
  if (
    target.text === null ||
    target.text === '-' ||
    (invocation.name === 'pushd' && /^[+-]\d/.test(target.text))
  ) {
    if (target.fileNames !== undefined)
      notePathWord({ ...target, fileNames: target.fileNames }, 'read', scope);
    return unchangedState(lost);
  }
  notePathWord(literalWord(target.text), 'read', scope);
  const success = withFolders(
    scope.state,
    foldersFrom(target.text, hasOption(matched, '-P'), invocation),
  );
  return { success, failure: scope.state, after: joinStates(scope.state, success) };
}

/** The folders that `cd` may lead to: as written, and with symlinks followed. */
function foldersFrom(target: string, physical: boolean, invocation: Invocation): string[] | null {
  const { state, walker } = invocation.scope;
  const folders: string[] = [];
  if (state.folders === null && !target.startsWith('/')) return null;
  for (const folder of target.startsWith('/') ? ['/'] : (state.folders ?? [])) {
    const logical = normalised(absoluteFrom(folder, target));
    const real = walker.pathResolver.realpath(logical);
    if (real === null) return null;
    folders.push(...(physical ? [real] : [logical, real]));
  }
  return folders;
}

function readExport({ scope, args }: Invocation): CommandResult {
  let { state } = scope;
  if (args.length === 0)
    noteEscapeHatch('export prints every variable, secrets too', [literalWord('export')], scope);
  for (const { text, source } of args) {
    const [, name, value = ''] = /^(\w+)=(.*)$/s.exec(text ?? '') ?? [];
    if (name === undefined || !isHarmlessEnvironment(name, value)) {
      const because = `\`export ${source}\` gives later programs a variable they may act on`;
      noteVariable(scope, name ?? text ?? '', because);
    } else state = withVariable(state, name, { text: value });
  }
  return harmless(scope, state);
}

/** Options of `set` that change no later word: when a shell ends, what it prints, and where traps apply. */
const SET_OPTIONS = /^(?:errexit|nounset|xtrace|pipefail|errtrace|functrace)$/;

function readSet({ scope, args }: Invocation): CommandResult {
  const texts = args.map((arg) => arg.text ?? '');
  const last = texts.at(-1) ?? '';
  const known = texts.every((text, index) =>
    /^[-+][euxET]*o$/.test(texts[index - 1] ?? '')
      ? SET_OPTIONS.test(text)
      : /^[-+][euxET]*o?$/.test(text) && text.length > 1,
  );
  if (texts.length === 0)
    noteEscapeHatch('set prints every variable, secrets too', [literalWord('set')], scope);
  else if (!known || last.endsWith('o'))
    noteUnknown(scope, '`set` changes what later commands mean');
  return harmless(scope, scope.state);
}

const READ_FLAGS = compileFlags('POSIX -r -s -d= -n= -N= -t= -p=');

function readRead(invocation: Invocation): CommandResult {
  const { scope, input } = invocation;
  const matched = matchOptions(invocation.args, READ_FLAGS);
  noteUnusual(invocation, matched);
  const names = matched.operands.length === 0 ? [literalWord('REPLY')] : matched.operands;
  // Only a whole line is a whole name.
  const parts = matched.options.some(
    (option) => /^-[nNd]$/.test(option.flag) && option.value?.text !== '',
  );
  const found =
    input !== undefined &&
    names.length === 1 &&
    !parts &&
    hasOption(matched, '-d') === (input.terminator === 'nul') &&
    input.onOneLine !== true &&
    (hasOption(matched, '-d') || !mayChange(input, 'lines', scope.walker.pathResolver));
  return setNames(invocation, names, found ? { text: null, fileNames: input } : UNKNOWN_TEXT);
}

function readMapfile(invocation: Invocation): CommandResult {
  const matched = matchOptions(invocation.args, compileFlags('-t'));
  noteUnusual(invocation, matched);
  return setNames(invocation, matched.operands, UNKNOWN_TEXT);
}

function setNames(
  { scope, name: builtin }: Invocation,
  names: ExpandedWords,
  value: KnownText,
): CommandResult {
  let { state } = scope;
  for (const { text, source } of names) {
    if (text === null || !isOwnVariable(text))
      noteUnknown(scope, `\`${builtin} ${source}\` sets something that is not a plain variable`);
    else state = withVariable(state, text, value);
  }
  return harmless(scope, state);
}

function noteUnusual({ scope, name }: Invocation, { unknown, uncertain }: MatchedOptions): void {
  for (const arg of [...unknown, ...uncertain])
    noteHiddenCommand(scope, `\`${name} ${arg.source}\` is not known to be harmless`);
}

/** Nothing runs after `exit`. If bash does not understand its words, it continues. */
function readExit({ scope, name, args }: Invocation): CommandResult {
  const [status, ...more] = args;
  const isPlain = status === undefined || /^\d{1,3}$/.test(status.text ?? '');
  const ends = isPlain && more.length === 0;
  if (!ends && (more.length > 0 || status?.number !== true))
    noteUnknown(scope, `\`${name}\` with words it may not understand`);
  return harmless(scope, ends && name === 'exit' ? UNREACHABLE : scope.state);
}

function readLoopExit({ scope, name, args }: Invocation): CommandResult {
  scope.walker.loopExits.push(scope.state);
  if (args.some((arg) => !/^\d$/.test(arg.text ?? '')))
    noteUnknown(scope, `\`${name}\` with unknown words`);
  return harmless(scope, scope.state);
}

function readWait({ scope, name, args }: Invocation): CommandResult {
  const plain = args.every(
    (arg) => arg.number === true || /^-[lpnrs]$|^\d+$|^%\d+$/.test(arg.text ?? ''),
  );
  if (!plain || (name === 'wait' && args.some((arg) => arg.text === '-p')))
    noteUnknown(scope, `\`${name}\` with words that are not known`);
  return harmless(scope, scope.state);
}
