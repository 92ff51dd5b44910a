import {
  type ExpandedWord,
  literalWord,
  type CommandResult,
  unchangedState,
  type Invocation,
} from './context.ts';
import { mayChange } from './file-names.ts';
import { isHarmlessEnvironment, isHijacking, isOwnVariable } from '../words/variable-names.ts';
import { noteEscapeHatch, notePathWord, noteUnknown } from './findings.ts';
import { compileFlags, hasOption, matchOptions } from '../programs/options.ts';
import { absoluteFrom, normalised } from '../words/paths.ts';
import {
  joinStates,
  UNREACHABLE,
  type ShellState,
  type VariableValue,
  withFolders,
  withVariable,
} from './shell-state.ts';
import { byName, wordSet } from '../specs/table.ts';

type Builtin = (invocation: Invocation) => CommandResult;

/** The builtins of bash whose effect on later commands is known. */
const BUILTINS: ReadonlyMap<string, Builtin> = byName<Builtin, Builtin>(
  {
    'cd, pushd': readCd,
    popd: (invocation) => harmless(invocation, withFolders(invocation.scope.state, null)),
    export: readExport,
    set: readSet,
    read: readRead,
    'mapfile, readarray': readMapfile,
    unset: readUnset,
    'exit, return': readExit,
    'break, continue': readLoopExit,
    'wait, shift, jobs, times, dirs': readWait,
    // `command -v NAME` only prints where a program is.
    command: (invocation) => harmless(invocation, invocation.scope.state),
  },
  (builtin) => builtin,
);

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
  noteUnknown(
    scope,
    `\`${invocation.name}\` changes what later commands mean, or runs more than it shows`,
  );
  if (invocation.name === 'eval') {
    const texts = invocation.args.map((arg) => arg.text);
    if (!texts.includes(null)) scope.walker.walkSource(texts.join(' '), scope.state, ['eval']);
  }
  if (invocation.name === 'trap' && typeof invocation.args[0]?.text === 'string') {
    scope.walker.walkSource(invocation.args[0].text, scope.state, ['trap']);
  }
  return unchangedState({ folders: null, variables: new Map() });
}

function harmless(invocation: Invocation, after: ShellState): CommandResult {
  invocation.scope.findings.classes.add('@readonly');
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

function readExport(invocation: Invocation): CommandResult {
  const { scope } = invocation;
  let { state } = scope;
  if (invocation.args.length === 0)
    noteEscapeHatch('export prints every variable, secrets too', [literalWord('export')], scope);
  for (const arg of invocation.args) {
    const match = /^(\w+)=(.*)$/s.exec(arg.text ?? '');
    if (match?.[1] === undefined || !isHarmlessEnvironment(match[1], match[2] ?? '')) {
      if (isHijacking(match?.[1] ?? arg.text ?? '')) scope.findings.classes.add('@forbidden');
      noteUnknown(
        scope,
        `\`export ${arg.source}\` gives later programs a variable they may act on`,
      );
    } else state = withVariable(state, match[1], { kind: 'text', text: match[2] ?? '' });
  }
  return harmless(invocation, state);
}

const SET_OPTIONS = /^(?:errexit|nounset|xtrace|pipefail)$/;

function readSet(invocation: Invocation): CommandResult {
  const texts = invocation.args.map((arg) => arg.text ?? '');
  const known = texts.every((text, index) =>
    /^[-+][eux]*o$/.test(texts[index - 1] ?? '')
      ? SET_OPTIONS.test(text)
      : /^[-+][eux]*o?$/.test(text) && text.length > 1,
  );
  if (texts.length === 0)
    noteEscapeHatch(
      'set prints every variable, secrets too',
      [literalWord('set')],
      invocation.scope,
    );
  else if (!known || (texts.at(-1) ?? '').endsWith('o')) {
    if (!SET_OPTIONS.test(texts.at(-1) ?? ''))
      noteUnknown(invocation.scope, '`set` changes what later commands mean');
  }
  return harmless(invocation, invocation.scope.state);
}

const READ_FLAGS = compileFlags('POSIX -r -s -d= -n= -N= -t= -p=');

function readRead(invocation: Invocation): CommandResult {
  const { scope, input } = invocation;
  const matched = matchOptions(invocation.args, READ_FLAGS);
  noteUnusual(invocation, [...matched.unknown, ...matched.uncertain]);
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
  return setNames(
    invocation,
    names,
    found ? { kind: 'paths', fileNames: input } : { kind: 'any' },
    scope.state,
  );
}

function readMapfile(invocation: Invocation): CommandResult {
  const matched = matchOptions(invocation.args, compileFlags('-t'));
  noteUnusual(invocation, [...matched.unknown, ...matched.uncertain]);
  return setNames(invocation, matched.operands, { kind: 'any' }, invocation.scope.state);
}

function readUnset(invocation: Invocation): CommandResult {
  return setNames(invocation, invocation.args, { kind: 'any' }, invocation.scope.state);
}

function setNames(
  invocation: Invocation,
  names: readonly ExpandedWord[],
  value: VariableValue,
  start: ShellState,
): CommandResult {
  let state = start;
  for (const name of names) {
    if (name.text === null || !isOwnVariable(name.text)) {
      noteUnknown(
        invocation.scope,
        `\`${invocation.name} ${name.source}\` sets something that is not a plain variable`,
      );
    } else state = withVariable(state, name.text, value);
  }
  return harmless(invocation, state);
}

function noteUnusual(invocation: Invocation, args: readonly ExpandedWord[]): void {
  for (const arg of args)
    noteEscapeHatch(
      `${invocation.name} ${arg.source} is not known to be harmless`,
      [arg],
      invocation.scope,
    );
}

/** Nothing runs after `exit`. If bash does not understand its words, it continues. */
function readExit(invocation: Invocation): CommandResult {
  const ends =
    invocation.args.length === 0 ||
    (invocation.args.length === 1 && /^\d{1,3}$/.test(invocation.args[0]?.text ?? ''));
  const plain = ends || (invocation.args.length === 1 && invocation.args[0]?.number === true);
  if (!plain)
    noteUnknown(invocation.scope, `\`${invocation.name}\` with words it may not understand`);
  return harmless(
    invocation,
    ends && invocation.name === 'exit' ? UNREACHABLE : invocation.scope.state,
  );
}

function readLoopExit(invocation: Invocation): CommandResult {
  invocation.scope.walker.loopExits.push(invocation.scope.state);
  if (invocation.args.some((arg) => !/^\d$/.test(arg.text ?? '')))
    noteUnknown(invocation.scope, `\`${invocation.name}\` with unknown words`);
  return harmless(invocation, invocation.scope.state);
}

function readWait(invocation: Invocation): CommandResult {
  const plain = invocation.args.every(
    (arg) => arg.number === true || /^-[lpnrs]$|^\d+$|^%\d+$/.test(arg.text ?? ''),
  );
  if (!plain || (invocation.name === 'wait' && invocation.args.some((arg) => arg.text === '-p'))) {
    noteUnknown(invocation.scope, `\`${invocation.name}\` with words that are not known`);
  }
  return harmless(invocation, invocation.scope.state);
}
