import { type Arg, literalArg, type Outcome, unchanged } from './arg.ts';
import type { Call } from './call.ts';
import { becomesOther } from '../programs/dynamic-dispatch.ts';
import { isHarmlessEnvironment, isHijacking, isOwnVariable } from '../words/names.ts';
import { noteHatch, noteWord } from './notes.ts';
import { compileFlags, has, matchOptions } from '../programs/options.ts';
import { absoluteFrom, normalised } from '../words/paths.ts';
import { join, NOWHERE, type State, type Value, withFolders, withVariable } from './state.ts';

type Builtin = (call: Call) => Outcome;

/** Builtins of bash that change what later commands mean: a state is told for them, or they are not judged. */
const BUILTINS: Readonly<Record<string, Builtin>> = {
  cd: judgeCd,
  pushd: judgeCd,
  popd: (call) => harmless(call, withFolders(call.scope.state, null)),
  export: judgeExport,
  set: judgeSet,
  read: judgeRead,
  mapfile: judgeMapfile,
  readarray: judgeMapfile,
  unset: judgeUnset,
  exit: judgeExit,
  return: judgeExit,
  break: judgeJump,
  continue: judgeJump,
  wait: judgeWait,
  shift: judgeWait,
  jobs: judgeWait,
  times: judgeWait,
  dirs: judgeWait,
  command: judgeCommandV,
};

const NEVER = new Set(
  (
    '. source eval alias unalias trap shopt enable hash bind complete compgen compopt declare typeset local readonly let getopts caller ' +
    'history fc disown fg bg suspend logout umask ulimit coproc'
  ).split(' '),
);

/** Judges a builtin; `null` where `name` is none that matters here. */
export function walkBuiltin(call: Call): Outcome | null {
  const builtin = Object.hasOwn(BUILTINS, call.name) ? BUILTINS[call.name] : undefined;
  if (builtin !== undefined) return builtin(call);
  if (!NEVER.has(call.name)) return null;
  const { scope } = call;
  scope.notes.unknown.add(
    `\`${call.name}\` changes what later commands mean, or runs more than it shows`,
  );
  if (call.name === 'eval') {
    const texts = call.args.map((arg) => arg.text);
    if (!texts.includes(null)) scope.walk.source(texts.join(' '), scope.state, ['eval']);
  }
  if (call.name === 'trap' && typeof call.args[0]?.text === 'string') {
    scope.walk.source(call.args[0].text, scope.state, ['trap']);
  }
  return unchanged({ folders: null, variables: new Map() });
}

function harmless(call: Call, after: State): Outcome {
  call.scope.notes.classes.add('@readonly');
  return unchanged(after);
}

function judgeCd(call: Call): Outcome {
  const { scope } = call;
  const matched = matchOptions(call.args, compileFlags('-L -P -e'));
  const [target = { ...literalArg('~'), text: null, reach: undefined }] = matched.operands;
  scope.notes.classes.add('@readonly');
  const lost = withFolders(scope.state, null);
  if (matched.strange.length + matched.doubtful.length > 0 || matched.operands.length > 1) {
    scope.notes.unknown.add('`cd` goes to a folder that is known only at run time');
    return unchanged(lost);
  }
  if (
    target.text === null ||
    target.text === '-' ||
    (call.name === 'pushd' && /^[+-]\d/.test(target.text))
  ) {
    if (target.reach !== undefined) noteWord({ ...target, reach: target.reach }, 'read', scope);
    return unchanged(lost);
  }
  noteWord(literalArg(target.text), 'read', scope);
  const success = withFolders(scope.state, foldersFrom(target.text, has(matched, '-P'), call));
  return { success, failure: scope.state, after: join(scope.state, success) };
}

/** Where `cd` may end: as text, and where a symlink on the way really leads. */
function foldersFrom(target: string, physical: boolean, call: Call): string[] | null {
  const { state, walk } = call.scope;
  const folders: string[] = [];
  if (state.folders === null && !target.startsWith('/')) return null;
  for (const folder of target.startsWith('/') ? ['/'] : (state.folders ?? [])) {
    const logical = normalised(absoluteFrom(folder, target));
    const real = walk.pathResolver.realpath(logical);
    if (real === null) return null;
    folders.push(...(physical ? [real] : [logical, real]));
  }
  return folders;
}

function judgeExport(call: Call): Outcome {
  const { scope } = call;
  let { state } = scope;
  if (call.args.length === 0)
    noteHatch('export prints every variable, secrets too', [literalArg('export')], scope);
  for (const arg of call.args) {
    const match = /^(\w+)=(.*)$/s.exec(arg.text ?? '');
    if (match?.[1] === undefined || !isHarmlessEnvironment(match[1], match[2] ?? '')) {
      if (isHijacking(match?.[1] ?? arg.text ?? '')) scope.notes.classes.add('@forbidden');
      scope.notes.unknown.add(
        `\`export ${arg.source}\` gives later programs a variable they may act on`,
      );
    } else state = withVariable(state, match[1], { kind: 'text', text: match[2] ?? '' });
  }
  return harmless(call, state);
}

const SET_OPTIONS = /^(?:errexit|nounset|xtrace|pipefail)$/;

function judgeSet(call: Call): Outcome {
  const texts = call.args.map((arg) => arg.text ?? '');
  const known = texts.every((text, index) =>
    /^[-+][eux]*o$/.test(texts[index - 1] ?? '')
      ? SET_OPTIONS.test(text)
      : /^[-+][eux]*o?$/.test(text) && text.length > 1,
  );
  if (texts.length === 0)
    noteHatch('set prints every variable, secrets too', [literalArg('set')], call.scope);
  else if (!known || (texts.at(-1) ?? '').endsWith('o')) {
    if (!SET_OPTIONS.test(texts.at(-1) ?? ''))
      call.scope.notes.unknown.add('`set` changes what later commands mean');
  }
  return harmless(call, call.scope.state);
}

const READ_FLAGS = compileFlags('POSIX -r -s -d= -n= -N= -t= -p=');

function judgeRead(call: Call): Outcome {
  const { scope, input } = call;
  const matched = matchOptions(call.args, READ_FLAGS);
  noteUnusual(call, [...matched.strange, ...matched.doubtful]);
  const names = matched.operands.length === 0 ? [literalArg('REPLY')] : matched.operands;
  // Only a whole line is a whole name.
  const parts = matched.options.some(
    (option) => /^-[nNd]$/.test(option.flag) && option.value?.text !== '',
  );
  const found =
    input !== undefined &&
    names.length === 1 &&
    !parts &&
    has(matched, '-d') === (input.ended === 'nul') &&
    input.onOneLine !== true &&
    (has(matched, '-d') || !becomesOther(input, 'lines', scope.walk.pathResolver));
  return setNames(
    call,
    names,
    found ? { kind: 'paths', reach: input } : { kind: 'any' },
    scope.state,
  );
}

function judgeMapfile(call: Call): Outcome {
  const matched = matchOptions(call.args, compileFlags('-t'));
  noteUnusual(call, [...matched.strange, ...matched.doubtful]);
  return setNames(call, matched.operands, { kind: 'any' }, call.scope.state);
}

function judgeUnset(call: Call): Outcome {
  return setNames(call, call.args, { kind: 'any' }, call.scope.state);
}

function setNames(call: Call, names: readonly Arg[], value: Value, start: State): Outcome {
  let state = start;
  for (const name of names) {
    if (name.text === null || !isOwnVariable(name.text)) {
      call.scope.notes.unknown.add(
        `\`${call.name} ${name.source}\` sets something that is not a plain variable`,
      );
    } else state = withVariable(state, name.text, value);
  }
  return harmless(call, state);
}

function noteUnusual(call: Call, args: readonly Arg[]): void {
  for (const arg of args)
    noteHatch(`${call.name} ${arg.source} is not known to be harmless`, [arg], call.scope);
}

/** Behind it nothing runs; with words it does not understand, bash goes on. */
function judgeExit(call: Call): Outcome {
  const ends =
    call.args.length === 0 ||
    (call.args.length === 1 && /^\d{1,3}$/.test(call.args[0]?.text ?? ''));
  const plain = ends || (call.args.length === 1 && call.args[0]?.number === true);
  if (!plain) call.scope.notes.unknown.add(`\`${call.name}\` with words it may not understand`);
  return harmless(call, ends && call.name === 'exit' ? NOWHERE : call.scope.state);
}

function judgeJump(call: Call): Outcome {
  call.scope.walk.jumps.push(call.scope.state);
  if (call.args.some((arg) => !/^\d$/.test(arg.text ?? '')))
    call.scope.notes.unknown.add(`\`${call.name}\` with unknown words`);
  return harmless(call, call.scope.state);
}

function judgeWait(call: Call): Outcome {
  const plain = call.args.every(
    (arg) => arg.number === true || /^-[lpnrs]$|^\d+$|^%\d+$/.test(arg.text ?? ''),
  );
  if (!plain || (call.name === 'wait' && call.args.some((arg) => arg.text === '-p'))) {
    call.scope.notes.unknown.add(`\`${call.name}\` with words that are not judged`);
  }
  return harmless(call, call.scope.state);
}

/** `command -v NAME` only tells where a program is. */
function judgeCommandV(call: Call): Outcome {
  return harmless(call, call.scope.state);
}
